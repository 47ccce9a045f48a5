//! To the library on a server: its address, whether the server is ready, which library it is, and what came since.

use studio_connect::postgres::{self, Address, ItemHead, Patience, Remote, SharedLibrary, Step};
use studio_connect::secrets::Reference;
use studio_pack::targets::light4j;
use studio_store::RemoteRow;
use uuid::Uuid;

use crate::{
    Error, ErrorCode, Studio,
    dto::{SetUpPlan, SetUpStep, SharingPlace, StudioEvent},
    sharing::pairs,
    state::session::Session,
};

/// light-4j's tables and the indexes of their vectors, as the target of that name has them.
const LIGHT4J: [&str; 2] = [light4j::SCHEMA_SQL, light4j::VECTOR_INDEXES_SQL];

/// The steps that set a server up.
pub(super) const STEPS: [Step; 4] = postgres::steps(LIGHT4J);

/// A library on a server, ready to be asked.
pub(crate) struct Connected {
    pub(crate) remote: Remote,
    /// As it is kept here.
    pub(crate) row: RemoteRow,
}

/// A library that a server does not have yet.
pub(crate) struct Missing {
    pub(crate) remote: Remote,
    /// Address of the database, as it is kept.
    pub(crate) address: String,
    /// What it would be called.
    pub(crate) name: String,
    /// Who would make it.
    login: String,
    /// Those it has.
    there: Vec<SharedLibrary>,
}

/// What a server has of the library that is meant.
pub(crate) enum Found {
    There(Connected),
    Missing(Missing),
}

/// What to do where the server has no such library.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum IfNone {
    /// It is made.
    Make,
    /// That is an error.
    Refuse,
}

impl Studio {
    /// What a database still needs, and what an administrator may run. Nothing is changed.
    pub fn plan_sharing(&self, place: &SharingPlace) -> Result<SetUpPlan, Error> {
        let (remote, kept) = self.dial(place)?;
        Ok(plan(kept, &remote.pending(&STEPS)?))
    }

    /// Sets a database up: carries out what is still to be done, all of it or nothing. Gives what was done.
    pub fn set_up_sharing(&self, place: &SharingPlace) -> Result<SetUpPlan, Error> {
        let (remote, kept) = self.dial(place)?;
        Ok(plan(kept, &remote.set_up(&STEPS)?))
    }

    /// The library on the server that this one is shared through.
    pub(crate) fn reach(&self, session: &Session, place: &SharingPlace, if_none: IfNone) -> Result<Connected, Error> {
        match self.find(session, place)? {
            Found::There(connected) => Ok(connected),
            Found::Missing(missing) if if_none == IfNone::Make => {
                let Missing { remote, address, name, .. } = missing;
                let made = remote.make_library(&name)?;
                connected(session, remote, address, made)
            }
            Found::Missing(missing) => Err(no_such_library(place.library.as_deref(), &missing.there, &missing.login)),
        }
    }

    /// The library on the server that this one is shared through, or the one that would be made for it.
    pub(crate) fn find(&self, session: &Session, place: &SharingPlace) -> Result<Found, Error> {
        let (remote, address) = self.dial(place)?;
        remote.check(&STEPS)?;
        let there = remote.libraries()?;
        let login = Address::parse(&place.address)?.user().to_owned();
        let named = place.library.as_deref();
        if let Some(lost) = session.lost_at(&address, named, &there)? {
            return Err(no_such_library(Some(&lost), &there, &login));
        }
        if let Some(at) = session.place_among(&there, named)? {
            return Ok(Found::There(connected(session, remote, address, there[at].clone())?));
        }
        if named.is_none() && !there.is_empty() {
            return Err(no_such_library(None, &there, &login));
        }
        let name = named.map_or_else(|| session.library.info().map(|info| info.name), |name| Ok(name.to_owned()))?;
        Ok(Found::Missing(Missing { remote, address, name: short(&name).to_owned(), login, there }))
    }

    /// A connection, and the address as it may be kept: a password stands in it by the name of its secret, or not at all.
    pub(super) fn dial(&self, place: &SharingPlace) -> Result<(Remote, String), Error> {
        let mut address = Address::parse(&place.address)?;
        self.refuse_exposed(&address)?;
        let mut kept = address.shown().to_owned();
        if let Some(name) = password_name(&address) {
            let written = format!("secret://{name}");
            kept = address.with_reference(&written);
            // One that was typed a moment ago is kept once it has been of use.
            let held = self.shared.found_secrets.lock().get(&name).cloned();
            let secret = held.map_or_else(|| self.shared.secrets.get(&name), Ok).map_err(|cause| {
                Error::new(ErrorCode::NotFound, format!("The password {written} can't be read: {cause}."))
            })?;
            address = address.with_password(secret);
        }
        Ok((Remote::connect(&address, Patience::default())?, kept))
    }
}

/// A library that was found, as it is kept here.
fn connected(session: &Session, remote: Remote, address: String, found: SharedLibrary) -> Result<Connected, Error> {
    let known = session.library.list_remotes()?.into_iter().find(|row| row.id == found.id);
    let row = RemoteRow {
        id: found.id,
        tenant: found.host,
        name: found.name,
        address,
        // A server that was put back to an earlier state is read from its beginning.
        revision: known.map_or(0, |row| if row.revision <= found.revision { row.revision } else { 0 }),
        seen_at: crate::now(),
    };
    Ok(Connected { remote, row })
}

/// The secret that stands in an address for its password.
pub(super) fn password_name(address: &Address) -> Option<String> {
    let written = address.password()?.expose().to_owned();
    let reference = Reference::find(&written).next().filter(|reference| reference.span == (0..written.len()))?;
    Some(reference.name.to_owned())
}

impl Session {
    /// Which library of a server is meant: the one that is named, else the one this was shared through before, else this
    /// one's own, else the only one.
    pub(super) fn place_among(&self, there: &[SharedLibrary], named: Option<&str>) -> Result<Option<usize>, Error> {
        let known: Vec<Uuid> = self.library.list_remotes()?.into_iter().map(|row| row.id).collect();
        if let Some(name) = named {
            let is_named = |at: &usize| there[*at].name == name || there[*at].host.to_string() == name;
            let of_name: Vec<usize> = (0..there.len()).filter(is_named).collect();
            let is_known = |at: &&usize| known.contains(&there[**at].id);
            return match of_name.as_slice() {
                [] => Ok(None),
                [only] => Ok(Some(*only)),
                // Another one of that name is none of this library's.
                several => {
                    several.iter().find(is_known).map_or_else(|| Err(ambiguous(name, there)), |at| Ok(Some(*at)))
                }
            };
        }
        let own = self.library.host().0;
        Ok(known
            .iter()
            .find_map(|id| there.iter().position(|library| library.id == *id))
            .or_else(|| there.iter().position(|library| library.host == own))
            .or(if there.len() == 1 { Some(0) } else { None }))
    }

    /// The library this one was shared through at an address, where it is not to be seen there any more: it is meant, and
    /// neither a new one nor the one that happens to be there.
    fn lost_at(&self, address: &str, named: Option<&str>, there: &[SharedLibrary]) -> Result<Option<String>, Error> {
        let is_meant = |row: &RemoteRow| {
            row.address == address && named.is_none_or(|name| row.name == name || row.tenant.to_string() == name)
        };
        let known: Vec<RemoteRow> = self.library.list_remotes()?.into_iter().filter(is_meant).collect();
        let is_there = |row: &RemoteRow| there.iter().any(|library| library.id == row.id);
        Ok(if known.iter().any(is_there) { None } else { known.into_iter().next().map(|row| row.name) })
    }

    /// Keeps what came from a server, and that it is at this revision.
    pub(crate) fn keep_seen(&self, row: &mut RemoteRow, heads: &[ItemHead], revision: i64) -> Result<(), Error> {
        row.revision = revision;
        let writing = self.writing();
        let items = pairs::seen(&self.library, row.id, heads)?;
        writing.put_seen(row, &items)?;
        drop(writing);
        self.emit(StudioEvent::SharingChanged);
        Ok(())
    }
}

/// As long as the column is.
pub(super) fn short(name: &str) -> &str {
    name.char_indices().nth(studio_model::MAX_NAME).map_or(name, |(end, _)| &name[..end])
}

fn no_such_library(named: Option<&str>, there: &[SharedLibrary], login: &str) -> Error {
    let names: Vec<&str> = there.iter().map(|library| library.name.as_str()).collect();
    let quoted = |text: &str| text.replace('\'', "''");
    let ask = format!(
        "If it exists, ask the database owner to run SELECT studio_grant('{}', '{}', 'writer').",
        quoted(named.unwrap_or("LIBRARY")),
        quoted(login)
    );
    let message = match (named, names.as_slice()) {
        (None, []) => format!("The database has no shared library that {login} is a member of. Push one first. {ask}"),
        (Some(name), []) => format!("The database has no library “{name}” that {login} is a member of. {ask}"),
        (Some(name), names) => format!(
            "The database has no library “{name}” that {login} is a member of. Choose one of: {}. {ask}",
            names.join(", ")
        ),
        (None, names) => format!("The database has several libraries. Choose one of: {}.", names.join(", ")),
    };
    Error::new(ErrorCode::NotFound, message)
}

/// Several of a name, which only their tenants tell apart.
fn ambiguous(name: &str, there: &[SharedLibrary]) -> Error {
    let ids: Vec<String> =
        there.iter().filter(|library| library.name == name).map(|library| library.host.to_string()).collect();
    let message =
        format!("The database has several libraries named “{name}”. Choose one by its ID: {}.", ids.join(", "));
    Error::new(ErrorCode::Invalid, message)
}

/// The steps as somebody may carry them out by hand: the last one notes them.
pub(super) fn plan(address: String, steps: &[Step]) -> SetUpPlan {
    let step = |step: &Step| SetUpStep {
        version: step.version as u32,
        title: step.title.to_owned(),
        sql: step.sql.to_owned(),
    };
    let mut shown: Vec<SetUpStep> = steps.iter().map(step).collect();
    if let Some(last) = shown.last_mut() {
        last.sql.push('\n');
        last.sql.push_str(&postgres::noting(steps));
    }
    SetUpPlan { address, steps: shown, roles: postgres::ROLES_SQL.to_owned() }
}

impl From<postgres::Error> for Error {
    fn from(error: postgres::Error) -> Self {
        let code = match error {
            postgres::Error::BadAddress { .. } => ErrorCode::Invalid,
            postgres::Error::NotSetUp => ErrorCode::NotSetUp,
            postgres::Error::Moved { .. } | postgres::Error::Busy => ErrorCode::Stale,
            postgres::Error::Unencrypted { .. } => ErrorCode::Unencrypted,
            _ => ErrorCode::Server,
        };
        Self::new(code, error.to_string())
    }
}
