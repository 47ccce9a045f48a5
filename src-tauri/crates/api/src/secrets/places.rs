//! Where secrets may be sent: each to the places its author allowed, asked for when one would go there for the first time.
//!
//! What names a secret may be a stranger's: a pasted line, a library that was given away. A server that is started here has
//! its secrets in what is allowed with it ([`crate::consents`]); what goes over the network is bound to scheme, host and port.

use std::collections::BTreeSet;

use studio_connect::{
    rest::{is_private_number, origin_of},
    secrets::{Reference, SecretStore},
};

use crate::{
    Error,
    dto::{ServerTransport, Severity, SpecProblem, ToolImplementation, ToolImport},
    state::{
        command::{Command, ConsentKind},
        consents::Verdict,
        session::Shared,
    },
};

impl Shared {
    /// What the author has to allow before all these secrets go to a place; the first of it.
    pub(crate) fn check_secrets<'a>(
        &self,
        secrets: impl IntoIterator<Item = &'a str>,
        place: &str,
    ) -> Result<Verdict, Error> {
        for secret in secrets {
            let asked = self.consents.check(&sending(secret, place))?;
            if asked != Verdict::Allowed {
                return Ok(asked);
            }
        }
        Ok(Verdict::Allowed)
    }

    /// What the author has to allow before a request goes to a place: each of its secrets, or, without any, that something
    /// is asked there at all. A place that is none is refused when it is dialled.
    pub(crate) fn check_request<'a>(
        &self,
        secrets: impl IntoIterator<Item = &'a str>,
        place: &str,
    ) -> Result<Verdict, Error> {
        let mut secrets = secrets.into_iter().peekable();
        if secrets.peek().is_none() && !place.is_empty() {
            return self.consents.check(&reaching(place));
        }
        self.check_secrets(secrets, place)
    }

    /// The same for what goes to a server on the network.
    pub(crate) fn check_address_of(&self, transport: &ServerTransport) -> Result<Verdict, Error> {
        let ServerTransport::Http { url, headers, allow_private } = transport else { return Ok(Verdict::Allowed) };
        // What is refused without being dialled needs no permission.
        if !allow_private && is_private_number(url) {
            return Ok(Verdict::Allowed);
        }
        let texts = std::iter::once(url).chain(headers.iter().map(|header| &header.value));
        let names: BTreeSet<&str> = texts.flat_map(|text| Reference::find(text)).map(|found| found.name).collect();
        // An address that is none is refused when it is dialled.
        self.check_request(names, &origin_of(url).unwrap_or_default())
    }
}

/// A secret on its way to a place, for the author to allow.
pub(crate) fn sending(secret: &str, place: &str) -> Command {
    Command {
        kind: ConsentKind::Secret,
        subject: secret.to_owned(),
        argv: vec![place.to_owned()],
        ..Command::default()
    }
}

/// A request without secrets on its way to a place, for the author to allow. A library that was given away may name any
/// address, also one that only this computer can reach.
fn reaching(place: &str) -> Command {
    let subject = place.split_once("://").map_or(place, |(_, rest)| rest).to_owned();
    Command { kind: ConsentKind::Network, subject, argv: vec![place.to_owned()], ..Command::default() }
}

/// Says of what was read which of the author's secrets it would use, and where they would go.
pub(crate) fn note_uses(import: &mut ToolImport, store: &SecretStore) {
    // A keychain that does not answer says so when a secret is needed.
    let known = store.names().unwrap_or_default();
    let mut uses: BTreeSet<(String, Option<String>)> = BTreeSet::new();
    let mut look = |text: &str, place: Option<String>| {
        let names = Reference::find(text).map(|found| found.name.to_owned());
        let own = names.filter(|name| known.contains(name) && !import.secrets.contains(name));
        uses.extend(own.map(|name| (name, place.clone())));
    };
    for tool in &import.tools {
        let place = match &tool.edit.implementation {
            ToolImplementation::Rest { url, .. } => origin_of(url),
            _ => None,
        };
        look(&serde_json::json!(tool.edit.implementation).to_string(), place);
    }
    for server in &import.servers {
        let place = match &server.transport {
            ServerTransport::Http { url, .. } => origin_of(url),
            ServerTransport::Stdio { .. } => None,
        };
        look(
            &serde_json::json!(server.transport).to_string(),
            place.or_else(|| Some(format!("the server {}", server.name))),
        );
    }
    for agent in &import.agents {
        look(&agent.edit.api_key_ref, None);
    }
    let said = uses.into_iter().map(|(name, place)| {
        let place = place.map(|place| format!(" for {place}")).unwrap_or_default();
        SpecProblem {
            severity: Severity::Warning,
            message: format!("This uses your secret {name}{place}. You'll be asked before it is sent there."),
            start: 0,
            end: 0,
            line: 1,
            column: 1,
        }
    });
    import.problems.extend(said);
}
