//! What is named on the command line for a session: skills, a folder to read in, a list that was captured.

use std::path::Path;

use studio_api::{
    Studio, captured_listing,
    dto::{CapturedListing, Host, SimulatedSkills},
};

use crate::{arguments::Simulate, output::Failure, query::text_of};

/// Refuses a session in which nobody works: a library has no client of its own accord, and a folder of skills has one.
pub(crate) fn refuse_nobody(arguments: &Simulate, library: Option<&Path>) -> Result<(), Failure> {
    let Simulate { folder, agent, case, cases, conditions, .. } = arguments;
    let is_somebody = *cases || [agent, case].into_iter().any(Option::is_some) || conditions.host.is_some();
    // What is not there is named when it is opened.
    let has_folder = folder.is_some() || library.is_some_and(|named| !named.is_file());
    if is_somebody || has_folder || conditions.listing.is_some() {
        return Ok(());
    }
    Err(Failure::usage("specify an agent with --agent, or a client with --client to use the skills in the library"))
}

/// The skills that a client has where no agent is named.
pub(super) fn skills(arguments: &Simulate) -> Option<SimulatedSkills> {
    let chosen = || match &arguments.group {
        Some(name) => SimulatedSkills::Group { name: name.clone() },
        None if arguments.skills.is_empty() => SimulatedSkills::All,
        None => SimulatedSkills::Some { names: arguments.skills.clone() },
    };
    arguments.agent.is_none().then(chosen)
}

/// The client that lists the skills: the one that is named; without an agent the library's.
pub(super) fn client(studio: &Studio, arguments: &Simulate) -> Result<Host, Failure> {
    if let Some(named) = arguments.conditions.host {
        return Ok(named);
    }
    let of_library = if arguments.agent.is_none() { studio.get_library_client()?.client } else { None };
    Ok(of_library.filter(|client| *client != Host::Adk).unwrap_or(Host::Standard))
}

/// The whole path of a folder that was named.
pub(super) fn whole(folder: &Path) -> Result<String, Failure> {
    let unread = |cause: std::io::Error| Failure::input(format!("{}: {cause}", folder.display()));
    folder.canonicalize().map(|path| path.to_string_lossy().into_owned()).map_err(unread)
}

/// The list in a capture that was kept.
pub(super) fn captured(file: &Path) -> Result<CapturedListing, Failure> {
    let listing = captured_listing(&text_of(file)?);
    listing.map_err(|error| Failure::input(format!("{}: {}", file.display(), error.message)))
}
