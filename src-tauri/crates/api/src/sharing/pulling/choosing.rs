//! A pull of some things only: they come with what they name that is not here yet.

use std::collections::{BTreeMap, HashMap, HashSet};

use studio_model::SharedKind;
use uuid::Uuid;

use super::there;
use crate::{
    Error, ErrorCode,
    dto::SharedRef,
    sharing::{
        connecting::Connected,
        incoming::named,
        pairs::{Pair, Sides, model_kind},
    },
};

/// What is asked for and what it needs, by ids on the server.
pub(super) fn chosen(
    connected: &Connected,
    sides: &Sides,
    only: &[SharedRef],
) -> Result<HashSet<(SharedKind, Uuid)>, Error> {
    let by_id: HashMap<(SharedKind, Uuid), &Pair> =
        sides.pairs.iter().map(|pair| ((pair.kind, pair.id), pair)).collect();
    let mut chosen = HashSet::new();
    let mut next = only.iter().map(|wanted| find(sides, wanted)).collect::<Result<Vec<_>, _>>()?;
    while !next.is_empty() {
        next.retain(|pair| chosen.insert((pair.kind, pair.id)));
        let mut asked: BTreeMap<SharedKind, Vec<Uuid>> = BTreeMap::new();
        for pair in next.drain(..).filter(|pair| there(pair).is_some()) {
            asked.entry(pair.kind).or_default().push(pair.id);
        }
        for (kind, ids) in asked {
            for item in connected.remote.items(connected.row.tenant, kind, &ids)?.found {
                let needs = named(kind, &item.content).into_iter().filter_map(|id| by_id.get(&id).copied());
                next.extend(needs.filter(|pair| pair.here.is_none() && there(pair).is_some()));
            }
        }
    }
    Ok(chosen)
}

/// The thing that is meant, by its id on either side.
pub(crate) fn find<'a>(sides: &'a Sides, wanted: &SharedRef) -> Result<&'a Pair, Error> {
    let id = Uuid::parse_str(&wanted.id).ok();
    let kind = model_kind(wanted.kind);
    let is_meant = |pair: &&Pair| pair.kind == kind && (Some(pair.id) == id || Some(pair.local) == id);
    sides.pairs.iter().find(is_meant).ok_or_else(|| {
        let message = format!("This {} no longer exists here or on the server.", wanted.kind);
        Error::new(ErrorCode::NotFound, message)
    })
}
