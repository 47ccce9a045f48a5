//! What is here beside what is there: which is which, and how each stands.

use std::collections::{HashMap, HashSet};

use studio_connect::postgres::ItemHead;
use studio_model::{SharedKind, Standing};
use studio_store::{Reading, RemoteItemRow};
use uuid::Uuid;

use crate::{
    Error,
    base::shown::in_row,
    dto::{SharedKind as ShownKind, SharedThing, SharingState},
    sharing::{
        contents::{Contents, Thing, Things},
        ids::Ids,
    },
};

/// One thing on both sides.
#[derive(Clone, Debug)]
pub(crate) struct Pair {
    pub(crate) kind: SharedKind,
    /// Its id there, or the one it will have.
    pub(crate) id: Uuid,
    /// Its id here, or the one it will have.
    pub(crate) local: Uuid,
    pub(crate) here: Option<Thing>,
    /// As it was seen last, deleted or not.
    pub(crate) there: Option<RemoteItemRow>,
    pub(crate) standing: Standing,
}

impl Pair {
    /// Its name: the one here, where it is here.
    pub(crate) fn name(&self) -> &str {
        let there = || self.there.as_ref().map_or("", |item| &item.name);
        self.here.as_ref().map_or_else(there, |thing| &thing.name)
    }

    /// Its row version here; 0 where it is not in use here.
    pub(crate) fn local_version(&self) -> i64 {
        self.here.as_ref().map_or(0, |thing| thing.version)
    }

    /// Its row version there; 0 where it never was there.
    pub(crate) fn remote_version(&self) -> i64 {
        self.there.as_ref().map_or(0, |item| item.row_version)
    }

    /// As a screen shows it.
    pub(crate) fn shown(&self) -> SharedThing {
        let there = self.there.as_ref();
        SharedThing {
            kind: shown_kind(self.kind),
            id: self.local.to_string(),
            name: in_row(self.name().to_owned()),
            state: shown_state(self.standing),
            local_version: self.local_version() as u32,
            remote_version: self.remote_version() as u32,
            changed_by: there.map(|item| in_row(item.changed_user.clone())).unwrap_or_default(),
            changed_at: there.map(|item| item.changed_at.clone()).unwrap_or_default(),
        }
    }
}

/// Both sides, as of one moment here and as was seen there.
pub(crate) struct Sides {
    pub(crate) ids: Ids,
    /// In the order in which they are written.
    pub(crate) pairs: Vec<Pair>,
}

impl Sides {
    /// Puts what is here beside what was seen in a library on a server.
    pub(crate) fn of(library: &Reading, remote: Uuid) -> Result<Self, Error> {
        let items = library.list_remote_items(remote)?;
        let ids = Ids::of(&items);
        let mut here = Contents::of(library, &ids)?.things()?;
        let mut pairs: Vec<Pair> = items.into_iter().filter_map(|item| pair(&mut here, item)).collect();
        pairs.extend(here.into_values().map(|thing| Pair {
            kind: thing.kind,
            id: thing.local,
            local: thing.local,
            here: Some(thing),
            there: None,
            standing: Standing::NotShared,
        }));
        pairs.sort_by(|a, b| (a.kind, a.name(), a.id).cmp(&(b.kind, b.name(), b.id)));
        Ok(Self { ids, pairs })
    }
}

fn pair(here: &mut Things, item: RemoteItemRow) -> Option<Pair> {
    let thing = here.remove(&(item.kind, item.local));
    let hash = thing.as_ref().map(|thing| thing.sha256.as_str());
    let standing = Standing::of(item.agreed.as_deref(), hash, item.sha256.as_deref())?;
    Some(Pair { kind: item.kind, id: item.id, local: item.local, here: thing, there: Some(item), standing })
}

/// What came from a server, as it is kept: with the thing here that each is. That is the one of its id, else the one of its
/// name, where neither side has two of that name and it is no other's.
pub(crate) fn seen(library: &Reading, remote: Uuid, heads: &[ItemHead]) -> Result<Vec<RemoteItemRow>, Error> {
    let known: HashMap<(SharedKind, Uuid), RemoteItemRow> =
        library.list_remote_items(remote)?.into_iter().map(|item| ((item.kind, item.id), item)).collect();
    let is_new = heads.iter().any(|head| !known.contains_key(&(head.kind, head.id)));
    let names = if is_new { Names::of(library, &known, heads)? } else { Names::default() };
    let row = |head: &ItemHead| {
        let before = known.get(&(head.kind, head.id));
        RemoteItemRow {
            kind: head.kind,
            id: head.id,
            local: before.map_or_else(|| names.local(head), |item| item.local),
            name: head.name.clone(),
            sha256: head.sha256.clone(),
            row_version: head.version,
            revision: head.revision,
            changed_user: head.user.clone(),
            changed_at: head.at.clone(),
            agreed: before.and_then(|item| item.agreed.clone()),
        }
    };
    Ok(heads.iter().map(row).collect())
}

/// Names of what is here and not paired yet, and of what came.
#[derive(Default)]
struct Names {
    here: HashMap<(SharedKind, String), Vec<Uuid>>,
    there: HashMap<(SharedKind, String), usize>,
    ids: HashSet<(SharedKind, Uuid)>,
}

impl Names {
    fn of(
        library: &Reading,
        known: &HashMap<(SharedKind, Uuid), RemoteItemRow>,
        heads: &[ItemHead],
    ) -> Result<Self, Error> {
        let mut names = Self::default();
        let paired: HashSet<(SharedKind, Uuid)> = known.values().map(|item| (item.kind, item.local)).collect();
        let coming: HashSet<(SharedKind, Uuid)> = heads.iter().map(|head| (head.kind, head.id)).collect();
        let mut add = |kind: SharedKind, id: Uuid, name: String| {
            names.ids.insert((kind, id));
            if !paired.contains(&(kind, id)) && !coming.contains(&(kind, id)) {
                names.here.entry((kind, name)).or_default().push(id);
            }
        };
        library.list_servers()?.into_iter().for_each(|row| add(SharedKind::Server, row.id, row.name));
        library.list_tools()?.into_iter().for_each(|row| add(SharedKind::Tool, row.id.0, row.name));
        library.list_skills()?.into_iter().for_each(|row| add(SharedKind::Skill, row.id.0, row.name));
        library.list_agents()?.into_iter().for_each(|row| add(SharedKind::Agent, row.id.0, row.name));
        for head in heads.iter().filter(|head| head.sha256.is_some()) {
            *names.there.entry((head.kind, head.name.clone())).or_default() += 1;
        }
        Ok(names)
    }

    fn local(&self, head: &ItemHead) -> Uuid {
        if self.ids.contains(&(head.kind, head.id)) || head.sha256.is_none() {
            return head.id;
        }
        let key = (head.kind, head.name.clone());
        match (self.here.get(&key).map(Vec::as_slice), self.there.get(&key)) {
            (Some([only]), Some(1)) => *only,
            _ => head.id,
        }
    }
}

pub(crate) fn shown_kind(kind: SharedKind) -> ShownKind {
    match kind {
        SharedKind::Server => ShownKind::Server,
        SharedKind::Tool => ShownKind::Tool,
        SharedKind::Skill => ShownKind::Skill,
        SharedKind::Agent => ShownKind::Agent,
    }
}

pub(crate) fn model_kind(kind: ShownKind) -> SharedKind {
    match kind {
        ShownKind::Server => SharedKind::Server,
        ShownKind::Tool => SharedKind::Tool,
        ShownKind::Skill => SharedKind::Skill,
        ShownKind::Agent => SharedKind::Agent,
    }
}

pub(crate) fn shown_state(standing: Standing) -> SharingState {
    match standing {
        Standing::Current => SharingState::Current,
        Standing::UpdateAvailable => SharingState::UpdateAvailable,
        Standing::LocallyModified => SharingState::LocallyModified,
        Standing::BothChanged => SharingState::BothChanged,
        Standing::NotInstalled => SharingState::NotInstalled,
        Standing::NotShared => SharingState::NotShared,
    }
}
