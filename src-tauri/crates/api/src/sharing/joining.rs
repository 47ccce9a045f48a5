//! Beginning to share through a database, and ending it: what somebody types, what they have to allow, what is found there.
//!
//! A library may come from somebody else, and with it the address it was shared through. So nothing connects anywhere from
//! the window before its user has allowed that address on this computer. Who writes an address on a command line means it.

use studio_connect::{postgres::Address, secrets::check_name};
use studio_model::Standing;
use studio_store::RemoteRow;

use crate::{
    Error, ErrorCode, Studio,
    base::shown::in_row,
    dto::{
        ConsentRequest, SharedLibraryInfo, SharingConnection, SharingPlace, SharingServer, SharingStatus,
        SharingSummary, StudioEvent,
    },
    kept::tools::NamedValue,
    sharing::{
        connecting::{IfNone, STEPS, password_name, plan, short},
        pairs::{Pair, Sides},
    },
    state::{
        command::{Command, ConsentKind},
        consents::Verdict,
        session::Session,
    },
};

/// Longest name of a secret that is made of a host's.
const LONGEST_NAME: usize = 58;

impl Studio {
    /// The place of a database that somebody typed. A password becomes a secret, which is kept when the place is of use.
    pub fn sharing_place(&self, connection: &SharingConnection) -> Result<SharingPlace, Error> {
        let address = Address::parse(&connection.address)?;
        let written = address.password().map(|secret| secret.expose().to_owned()).unwrap_or_default();
        let named = connection.secret.trim();
        let reference = if !connection.password.is_empty() {
            Some(self.held_password(&address, &connection.password)?)
        } else if !named.is_empty() {
            check_name(named)
                .map_err(|_| Error::new(ErrorCode::Invalid, "Choose one of the secrets in Settings > Secrets."))?;
            Some(named.to_owned())
        } else if let Some(name) = password_name(&address) {
            Some(name)
        } else if written.is_empty() {
            None
        } else {
            Some(self.held_password(&address, &written)?)
        };
        let kept = match reference {
            Some(name) => address.with_reference(&format!("secret://{name}")),
            None => address.shown().to_owned(),
        };
        Ok(SharingPlace { address: kept, library: None })
    }

    /// The name of the secret that this password is from now on.
    fn held_password(&self, address: &Address, password: &str) -> Result<String, Error> {
        let is_plain = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit();
        let host = address.server().rsplit_once(':').map_or(address.server(), |(host, _)| host).to_lowercase();
        let host: String = host.chars().map(|letter| if is_plain(letter) { letter } else { '-' }).collect();
        let name: String = format!("database-{}", host.trim_matches('-')).chars().take(LONGEST_NAME).collect();
        let renamed = self.hold_secrets(vec![(name.clone(), password.to_owned())])?;
        Ok(renamed.get(&name).cloned().unwrap_or(name))
    }

    /// What the author has to allow before anything connects there; none where they have.
    pub fn asked_for_sharing(&self, place: &SharingPlace) -> Result<Option<ConsentRequest>, Error> {
        match self.shared.consents.check(&connecting(&Address::parse(&place.address)?))? {
            Verdict::Allowed => Ok(None),
            Verdict::Ask(request) => Ok(Some(*request)),
        }
    }

    /// Allows to connect to a database without encryption, for as long as this program runs.
    pub fn allow_unencrypted(&self, place: &SharingPlace) -> Result<(), Error> {
        let address = Address::parse(&place.address)?;
        self.shared.unencrypted.lock().insert(address.shown().to_owned());
        Ok(())
    }

    /// Refuses a connection that others could read, unless somebody has allowed just that: here and now, or as the question
    /// of the window put it, which knows of no password but a secret.
    pub(super) fn refuse_exposed(&self, address: &Address) -> Result<(), Error> {
        if !address.is_exposed() || self.shared.unencrypted.lock().contains(address.shown()) {
            return Ok(());
        }
        let is_put = address.password().is_none() || password_name(address).is_some();
        if is_put && self.shared.consents.is_allowed(&connecting(address))? {
            return Ok(());
        }
        Err(studio_connect::postgres::Error::Unencrypted { server: address.server().to_owned() }.into())
    }

    /// Looks at a database: what it still needs, and which libraries it has. A password that was typed is kept then.
    pub fn find_shared_libraries(&self, place: &SharingPlace) -> Result<SharingServer, Error> {
        let session = self.session()?;
        let (remote, address) = self.dial(place)?;
        self.keep_found_secrets(&address)?;
        let pending = remote.pending(&STEPS)?;
        let there = if pending.len() == STEPS.len() { Vec::new() } else { remote.libraries()? };
        let usual = session.place_among(&there, None)?.map(|at| there[at].name.clone());
        let libraries = there.into_iter().map(|library| SharedLibraryInfo {
            name: library.name,
            tenant: library.host.to_string(),
            revision: library.revision as u32,
        });
        Ok(SharingServer {
            libraries: libraries.collect(),
            new_name: short(&session.library.info()?.name).to_owned(),
            plan: plan(address.clone(), &pending),
            place: SharingPlace { address, library: usual },
        })
    }

    /// Makes a library of this name on a server, unless there is one, and says how everything stands to it.
    pub fn create_shared_library(&self, place: &SharingPlace) -> Result<SharingStatus, Error> {
        let session = self.session()?;
        self.reach(&session, place, IfNone::Make)?;
        self.refresh_sharing(place)
    }

    /// Forgets a library on a server. What is here and there stays.
    pub fn remove_sharing(&self, place: &SharingPlace) -> Result<(), Error> {
        let session = self.session()?;
        let known = session.library.list_remotes()?.into_iter().filter(|row| is_at(row, place));
        for row in known.collect::<Vec<_>>() {
            session.writing().delete_remote(row.id)?;
        }
        session.emit(StudioEvent::SharingChanged);
        Ok(())
    }

    /// The libraries this one is shared through, as of the last look, the one looked at last first. Asks no server.
    pub fn list_sharing_summaries(&self) -> Result<Vec<SharingSummary>, Error> {
        let session = self.session()?;
        session.library.list_remotes()?.iter().map(|row| self.summary(&session, row)).collect()
    }

    fn summary(&self, session: &Session, row: &RemoteRow) -> Result<SharingSummary, Error> {
        let sides = Sides::of(&session.library, row.id)?;
        let count =
            |wanted: &[Standing]| sides.pairs.iter().filter(|pair| wanted.contains(&pair.standing)).count() as u32;
        Ok(SharingSummary {
            place: SharingPlace { address: row.address.clone(), library: Some(row.name.clone()) },
            server: server(row),
            library: in_row(row.name.clone()),
            seen_at: row.seen_at.clone(),
            is_allowed: self.is_sharing_allowed(row)?,
            to_push: count(&[Standing::LocallyModified, Standing::NotShared]),
            to_pull: count(&[Standing::UpdateAvailable, Standing::NotInstalled]),
            both_changed: count(&[Standing::BothChanged]),
        })
    }

    /// How everything stood to one library when somebody looked last.
    pub(super) fn status_of(&self, session: &Session, row: &RemoteRow) -> Result<SharingStatus, Error> {
        let sides = Sides::of(&session.library, row.id)?;
        Ok(SharingStatus {
            address: row.address.clone(),
            server: server(row),
            library: in_row(row.name.clone()),
            revision: row.revision as u32,
            seen_at: row.seen_at.clone(),
            is_allowed: self.is_sharing_allowed(row)?,
            things: sides.pairs.iter().map(Pair::shown).collect(),
        })
    }

    fn is_sharing_allowed(&self, row: &RemoteRow) -> Result<bool, Error> {
        match Address::parse(&row.address) {
            Ok(address) => self.shared.consents.is_allowed(&connecting(&address)),
            Err(_) => Ok(false),
        }
    }
}

/// Whether a library on a server is the one at a place.
fn is_at(row: &RemoteRow, place: &SharingPlace) -> bool {
    let is_named = |name: &String| row.name == *name || row.tenant.to_string() == *name;
    row.address == place.address && place.library.as_ref().is_none_or(is_named)
}

/// Host and port; the address itself where it is none any more.
fn server(row: &RemoteRow) -> String {
    Address::parse(&row.address).map_or_else(|_| row.address.clone(), |address| address.server().to_owned())
}

/// What is said where nothing keeps others from reading along.
const UNENCRYPTED: &str =
    "None: others on the network could read the password and everything you push or pull (sslmode=disable)";

/// Connecting to a database, for the author to allow: where to, as whom, and with which secret.
fn connecting(address: &Address) -> Command {
    let password = password_name(address)
        .map(|name| NamedValue { name: "password".to_owned(), value: format!("secret://{name}") });
    Command {
        kind: ConsentKind::Database,
        subject: address.database(),
        argv: vec![address.shown().to_owned()],
        environment: password.into_iter().collect(),
        sandbox: if address.is_exposed() { UNENCRYPTED.to_owned() } else { String::new() },
        ..Command::default()
    }
}
