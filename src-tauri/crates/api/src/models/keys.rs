//! Where the key of a chat model may be sent, and without a key what is said to the model, asked for when it would go there
//! for the first time.

use studio_connect::is_on_this_machine;

use crate::{
    Error, Studio,
    dto::{ConsentRequest, ModelSettings},
    models::spec::{completed, destination, is_mock, origin},
    secrets::places::sending,
    state::{
        command::{Command, ConsentKind},
        consents::Verdict,
        session::Shared,
    },
};

impl Studio {
    /// What the author has to allow before a chat model is set up: its address is sent a secret, or what an environment
    /// variable holds, or, without a key, what is said to it. None where that goes there already, or stays on this machine.
    pub fn asked_for_model(&self, settings: &ModelSettings) -> Result<Option<ConsentRequest>, Error> {
        let settings = completed(settings)?;
        let is_known = settings.secret.is_empty()
            && self.session().is_ok_and(|session| session.saved_destinations().contains(&destination(&settings)));
        if is_known {
            return Ok(None);
        }
        let asked = self.shared.asked_for_key(&settings)?;
        if asked.is_some() || is_mock(&settings) || has_key(&settings) || is_on_this_machine(&origin(&settings)) {
            return Ok(asked);
        }
        self.shared.asked_for(&saying(&settings))
    }
}

/// What is said to a model, as a thing to allow.
fn saying(settings: &ModelSettings) -> Command {
    let subject = if settings.name.is_empty() { &settings.model } else { &settings.name };
    Command { kind: ConsentKind::Model, subject: subject.clone(), argv: vec![origin(settings)], ..Command::default() }
}

fn has_key(settings: &ModelSettings) -> bool {
    !(settings.secret.is_empty() && settings.key_variable.is_empty())
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
        self.asked_for(&sending(&subject, &origin(settings)))
    }

    fn asked_for(&self, command: &Command) -> Result<Option<ConsentRequest>, Error> {
        match self.consents.check(command)? {
            Verdict::Allowed => Ok(None),
            Verdict::Ask(request) => Ok(Some(*request)),
        }
    }
}
