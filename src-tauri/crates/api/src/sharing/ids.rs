//! Which thing there is which here. Mostly they bear one id; two libraries that had the same thing before they met do not.

use std::collections::HashMap;

use studio_model::SharedKind;
use studio_store::RemoteItemRow;
use uuid::Uuid;

/// Ids of one side by those of the other, where they differ.
#[derive(Debug, Default)]
pub(crate) struct Ids {
    there: HashMap<(SharedKind, Uuid), Uuid>,
    here: HashMap<(SharedKind, Uuid), Uuid>,
}

impl Ids {
    /// As they were paired.
    pub(crate) fn of(items: &[RemoteItemRow]) -> Self {
        let mut ids = Self::default();
        for item in items.iter().filter(|item| item.id != item.local) {
            ids.there.insert((item.kind, item.local), item.id);
            ids.here.insert((item.kind, item.id), item.local);
        }
        ids
    }

    /// The id there of what is here.
    pub(crate) fn there(&self, kind: SharedKind, here: Uuid) -> Uuid {
        self.there.get(&(kind, here)).copied().unwrap_or(here)
    }

    /// The id here of what is there.
    pub(crate) fn here(&self, kind: SharedKind, there: Uuid) -> Uuid {
        self.here.get(&(kind, there)).copied().unwrap_or(there)
    }

    /// The same for a text.
    pub(crate) fn here_text(&self, kind: SharedKind, there: &str) -> Option<Uuid> {
        Uuid::parse_str(there).ok().map(|id| self.here(kind, id))
    }
}
