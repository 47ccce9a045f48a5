//! A signature written in another way.

use studio_text::gram;

use crate::{
    Error, ErrorCode, Studio,
    definitions::spec::{convert, dialect},
    dto::{SignatureDialect, SpecEdit, SpecForm, ToolSpec},
};

impl Studio {
    /// A signature written in another way; refused where that way cannot say all of it.
    pub fn respell_signature(&self, signature: &str, dialect: SignatureDialect) -> Result<ToolSpec, Error> {
        respelled(signature, dialect)
    }
}

fn respelled(text: &str, wanted: SignatureDialect) -> Result<ToolSpec, Error> {
    let refused = |message: String| Error::new(ErrorCode::Invalid, message);
    let signature = gram::read(text).signature.ok_or_else(|| refused("Fix the signature first.".to_owned()))?;
    let printed = signature.print(dialect(wanted));
    if gram::read(&printed.text).signature.as_ref() != Some(&signature) {
        let why = printed
            .losses
            .into_iter()
            .next()
            .map_or_else(|| "it would be parsed differently".to_owned(), |loss| loss.why);
        return Err(refused(format!("{} can't express everything: {why}.", name_of(wanted))));
    }
    let edit =
        SpecEdit { source: SpecForm::Signature, signature: printed.text, dialect: wanted, ..SpecEdit::default() };
    Ok(ToolSpec { dialect: wanted, ..convert(&edit) })
}

const fn name_of(dialect: SignatureDialect) -> &'static str {
    match dialect {
        SignatureDialect::Arrow => "Arrow",
        SignatureDialect::Curried => "Curried",
        SignatureDialect::Classic => "Classic",
    }
}
