//! For which client skills on disk are judged where nobody says so: the one in whose own folders they lie.

use std::collections::BTreeMap;

use studio_clients::{owner_of, target_of};
use studio_model::Client;
use studio_pack::{
    FoundSkill,
    targets::{Checked, checked},
};
use studio_text::Target;

use crate::{
    dto::Host,
    library::{client::clear_owner, lint_clients::slashed},
};

/// The client and its rules, as a library of these skills would be for it; none where that is not clear, or where nothing is
/// known of what it does.
pub(super) fn client_of(found: &[FoundSkill]) -> Option<(Host, &'static [Target])> {
    let mut counts: BTreeMap<Client, u32> = BTreeMap::new();
    for one in found {
        let place = one.place().and_then(|place| std::path::absolute(place).ok());
        if let Some(client) = place.and_then(|place| owner_of(&slashed(&place))) {
            *counts.entry(client).or_default() += 1;
        }
    }
    let client = clear_owner(&counts, found.len() as u32)?;
    match checked(target_of(client)?.as_str())? {
        Checked::Skills(rules) => Some((Host::from(client), rules)),
        Checked::Tools(_) => None,
    }
}
