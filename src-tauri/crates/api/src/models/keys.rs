//! Where the key of a chat model may be sent, asked for when it would go there for the first time.

use crate::{
    Error, Studio,
    dto::{ConsentRequest, ModelSettings},
    models::spec::{completed, destination, is_mock, origin},
    secrets::places::sending,
    state::{consents::Verdict, session::Shared},
};

impl Studio {
    /// What the author has to allow before a chat model is set up: its address is sent a secret, or what an environment
    /// variable holds. None where there is no key, or it goes there already.
    pub fn asked_for_model(&self, settings: &ModelSettings) -> Result<Option<ConsentRequest>, Error> {
        let settings = completed(settings)?;
        let is_known = settings.secret.is_empty()
            && self.session().is_ok_and(|session| session.saved_destinations().contains(&destination(&settings)));
        if is_known { Ok(None) } else { self.shared.asked_for_key(&settings) }
    }
}

impl Shared {
    /// What the author has to allow before a model's key is sent to where the model is.
    pub(crate) fn asked_for_key(&self, settings: &ModelSettings) -> Result<Option<ConsentRequest>, Error> {
        let subject = match (settings.secret.as_str(), settings.key_variable.as_str()) {
            _ if is_mock(settings) => return Ok(None),
            ("", "") => return Ok(None),
            ("", variable) => format!("${variable}"),
            (secret, _) => secret.to_owned(),
        };
        match self.consents.check(&sending(&subject, &origin(settings)))? {
            Verdict::Allowed => Ok(None),
            Verdict::Ask(request) => Ok(Some(*request)),
        }
    }
}
