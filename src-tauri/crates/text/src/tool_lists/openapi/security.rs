//! How an operation proves who calls: a reference to a secret in the place its scheme names.

use super::Reader;
use crate::{
    credentials::{reference, secret_name},
    tool_lists::{
        RestDraft,
        node::{Entry, Node},
    },
};

/// Puts references to secrets where the operation's first way of authorisation wants them.
pub(super) fn apply<'a>(operation: &'a Node, draft: &mut RestDraft, reader: &mut Reader<'a>) {
    let of_all = reader.get(reader.root, "security");
    let ways = match (operation.get("security"), of_all) {
        (Some(own), _) => own,
        (None, Some(of_all)) => {
            reader.read_again(of_all);
            of_all
        }
        (None, None) => return,
    };
    let ways = ways.items().unwrap_or_default();
    let mut real = ways.iter().filter_map(Node::entries).filter(|schemes| !schemes.is_empty());
    let Some(first) = real.next() else { return };
    let is_one_of_several = real.next().is_some();
    for Entry { key, key_span, .. } in first {
        let components = reader.get(reader.root, "components");
        let schemes = components.and_then(|components| reader.get(components, "securitySchemes"));
        let Some(scheme) = schemes.and_then(|schemes| reader.get(schemes, key)) else {
            reader.notes.error(*key_span, format!("Security scheme `{key}` not found in this document."));
            continue;
        };
        let Some(scheme) = reader.follow(scheme) else { continue };
        if is_one_of_several {
            let message = format!("Several authorization schemes are listed. The first one, `{key}`, is used.");
            reader.notes.info(scheme.span, message);
        }
        place(draft, key, scheme, reader);
    }
}

fn place(draft: &mut RestDraft, key: &str, scheme: &Node, reader: &mut Reader<'_>) {
    let title = if reader.api.title.is_empty() { "api" } else { reader.api.title.as_str() };
    let secret = secret_name(&format!("{title}-{key}"));
    let value = reference(&secret);
    match (scheme.text_of("type").unwrap_or_default(), scheme.text_of("in"), scheme.text_of("name")) {
        ("apiKey", Some("header"), Some(name)) => draft.headers.push((name.to_owned(), value)),
        ("apiKey", Some("query"), Some(name)) => draft.query.push((name.to_owned(), value)),
        ("http", ..) => {
            let word = if scheme.text_of("scheme").is_some_and(|word| word.eq_ignore_ascii_case("basic")) {
                reader
                    .notes
                    .info(scheme.span, format!("Store `user:password`, encoded as Base64, in the secret `{secret}`."));
                "Basic"
            } else {
                "Bearer"
            };
            draft.headers.push(("Authorization".to_owned(), format!("{word} {value}")));
        }
        ("oauth2" | "openIdConnect", ..) => {
            reader.notes.info(scheme.span, format!("Store an API token in the secret `{secret}`."));
            draft.headers.push(("Authorization".to_owned(), format!("Bearer {value}")));
        }
        (kind, ..) => {
            let message = format!("`{}` uses {key} ({kind}) for authorization, which tools don't support.", draft.name);
            reader.notes.warning(scheme.span, message);
            return;
        }
    }
    if !draft.secrets.contains(&secret) {
        draft.secrets.push(secret);
    }
}
