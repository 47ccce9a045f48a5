//! For which client skills on disk are judged where nobody says so: the one in whose own folders they lie.

use studio_clients::target_of;
use studio_pack::{
    FoundSkill,
    targets::{Checked, checked},
};
use studio_text::Target;

use crate::{
    dto::Host,
    library::{
        client::{clear_owner, owners_of},
        lint_clients::slashed,
    },
};

/// The client and its rules, as a library of these skills would be for it; none where that is not clear, or where nothing is
/// known of what it does.
pub(super) fn client_of(found: &[FoundSkill]) -> Option<(Host, &'static [Target])> {
    let path = |one: &FoundSkill| Some(slashed(&std::path::absolute(one.place()?).ok()?));
    let paths: Vec<String> = found.iter().filter_map(path).collect();
    let client = clear_owner(&owners_of(&paths), found.len() as u32)?;
    match checked(target_of(client)?.as_str())? {
        Checked::Skills(rules) => Some((Host::from(client), rules)),
        Checked::Tools(_) => None,
    }
}
