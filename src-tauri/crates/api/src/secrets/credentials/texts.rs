//! Texts that can name no secret: a credential in one is asked about, left out, or refused.

use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Value, json};
use studio_text::credentials::{left_out_of, written_in};

use crate::{
    Error, ErrorCode,
    dto::{CredentialChoice, ToolEdit, ToolImplementation, ToolImport},
};

/// A text under the author's choice; `message` says what is in it by the name of the first credential.
pub(super) fn settled_text(
    text: &str,
    choice: CredentialChoice,
    message: impl Fn(&str) -> String,
) -> Result<String, Error> {
    let written = written_in(text);
    let Some(first) = written.first().filter(|_| choice != CredentialChoice::Plain) else { return Ok(text.to_owned()) };
    if choice == CredentialChoice::Ask {
        return Err(Error::new(ErrorCode::Credentials, message(&first.name)));
    }
    Ok(left_out_of(text))
}

/// Something without the credentials in any of its texts, none of which can name a secret; `what` says what it is.
pub(crate) fn settled_texts<T>(written: &T, what: &str, choice: CredentialChoice) -> Result<T, Error>
where
    T: Clone + Serialize + DeserializeOwned,
{
    let kept = |name: &str| {
        format!("{what} contains what looks like a password or key ({name}). Leave it out, or save it in plain text.")
    };
    let before = json!(written);
    let settled = settled_values(before.clone(), choice, &kept)?;
    if settled == before {
        return Ok(written.clone());
    }
    serde_json::from_value(settled).map_err(|cause| Error::interrupted(&cause))
}

fn settled_values(value: Value, choice: CredentialChoice, message: &dyn Fn(&str) -> String) -> Result<Value, Error> {
    Ok(match value {
        Value::String(text) => Value::String(settled_text(&text, choice, message)?),
        Value::Array(items) => {
            let items = items.into_iter().map(|item| settled_values(item, choice, message));
            Value::Array(items.collect::<Result<_, _>>()?)
        }
        Value::Object(fields) => {
            let fields = fields.into_iter().map(|(key, value)| Ok((key, settled_values(value, choice, message)?)));
            Value::Object(fields.collect::<Result<_, Error>>()?)
        }
        other => other,
    })
}

/// A tool without the credentials in what it says of itself, which goes to models; what carries it out stays as it is.
pub(super) fn described(tool: &ToolEdit, what: &str, choice: CredentialChoice) -> Result<ToolEdit, Error> {
    let words = ToolEdit { implementation: ToolImplementation::None, ..tool.clone() };
    let words = settled_texts(&words, what, choice)?;
    Ok(ToolEdit { implementation: tool.implementation.clone(), ..words })
}

/// Leaves the credentials out of the texts that tools and agents come in with; what is said of each that had one.
pub(crate) fn leave_out_of_import(import: &mut ToolImport) -> Result<Vec<String>, Error> {
    let mut said = Vec::new();
    for draft in &mut import.tools {
        said.extend(leave_out_of_tool(&mut draft.edit)?);
    }
    for draft in &mut import.agents {
        let what = format!("The system prompt or another text of {}", draft.edit.name);
        let without = settled_texts(&draft.edit, &what, CredentialChoice::Secret)?;
        if without != draft.edit {
            said.push(was_left_out(&what));
            draft.edit = without;
        }
    }
    Ok(said)
}

/// The same of one tool.
pub(crate) fn leave_out_of_tool(tool: &mut ToolEdit) -> Result<Option<String>, Error> {
    let what = format!("The description or another text of {}", tool.name);
    let without = described(tool, &what, CredentialChoice::Secret)?;
    if without == *tool {
        return Ok(None);
    }
    *tool = without;
    Ok(Some(was_left_out(&what)))
}

/// The same of one text.
pub(crate) fn leave_out_of_text(text: &mut String, what: &str) -> Option<String> {
    let left = left_out_of(text);
    if left == *text {
        return None;
    }
    *text = left;
    Some(was_left_out(what))
}

fn was_left_out(what: &str) -> String {
    format!("{what} contains what looks like a password or key. It was left out.")
}
