//! Who may change the library: one at a time, who holds the lock of writing.
//!
//! Outside this file a session's library can only be read. What reads, decides and writes asks for [`Writing`] first and
//! hands it down: a function that is given one needs the lock and does not take it. The lock is the outermost of a session:
//! it is asked for while no other is held. That the file is still at its path and may be written is looked at by the store
//! with every transaction, so no way of writing can forget it.

use std::ops::Deref;

use parking_lot::{Mutex, MutexGuard};
use studio_model::SkillId;
use studio_store::{
    CallCount, EntityKind, Error, FormDraft, FormKind, JudgedSkill, Library, Reading, RunRow, SimulationCaseRow,
    SimulationEventRow, SimulationRow, UndoHistory, UndoScope,
};
use uuid::Uuid;

/// The library of a session.
pub(crate) struct Guarded {
    library: Library,
    lock: Mutex<()>,
}

impl Guarded {
    pub(crate) fn new(library: Library) -> Self {
        Self { library, lock: Mutex::default() }
    }

    /// Waits until nobody else reads, decides and writes. Never asked for by who was given one.
    pub(crate) fn writing(&self) -> Writing<'_> {
        Writing { library: &self.library, _alone: self.lock.lock() }
    }

    /// Writes what is kept beside the work.
    pub(crate) fn aside(&self) -> Aside<'_> {
        Aside(&self.library)
    }
}

impl Deref for Guarded {
    type Target = Reading;

    fn deref(&self) -> &Reading {
        &self.library
    }
}

/// The library, to write, while nobody else does.
pub(crate) struct Writing<'a> {
    library: &'a Library,
    _alone: MutexGuard<'a, ()>,
}

impl Deref for Writing<'_> {
    type Target = Library;

    fn deref(&self) -> &Library {
        self.library
    }
}

/// What is written whole and decided by nothing that was read before: it waits for no import and no change of many skills.
/// What is typed is in the file within a second, whatever else is going on.
pub(crate) struct Aside<'a>(&'a Library);

impl Aside<'_> {
    /// See [`Library::put_draft`].
    pub(crate) fn put_draft(&self, skill: SkillId, path: &str, text: &str, base_sha256: &str) -> Result<(), Error> {
        self.0.put_draft(skill, path, text, base_sha256)
    }

    /// See [`Library::put_form_draft`].
    pub(crate) fn put_form_draft(&self, draft: &FormDraft) -> Result<(), Error> {
        self.0.put_form_draft(draft)
    }

    /// See [`Library::delete_form_draft`].
    pub(crate) fn delete_form_draft(&self, kind: FormKind, row: &str) -> Result<(), Error> {
        self.0.delete_form_draft(kind, row)
    }

    /// See [`Library::set_setting`].
    pub(crate) fn set_setting(&self, key: &str, value: &str) -> Result<(), Error> {
        self.0.set_setting(key, value)
    }

    /// See [`Library::put_positions`].
    pub(crate) fn put_positions(&self, positions: &[(String, Option<(f64, f64)>)]) -> Result<(), Error> {
        self.0.put_positions(positions)
    }

    /// See [`Library::count_calls`].
    pub(crate) fn count_calls(&self, counts: &[CallCount]) -> Result<(), Error> {
        self.0.count_calls(counts)
    }

    /// See [`Library::put_description_vectors`].
    pub(crate) fn put_description_vectors(&self, kind: EntityKind, vectors: &[(Uuid, &[f32])]) -> Result<(), Error> {
        self.0.put_description_vectors(kind, vectors)
    }

    /// See [`Library::put_undo_history`].
    pub(crate) fn put_undo_history(&self, scope: &UndoScope, history: &UndoHistory) -> Result<(), Error> {
        self.0.put_undo_history(scope, history)
    }

    /// See [`Library::set_findings`], which leaves alone what has another content by now.
    pub(crate) fn set_findings(&self, judged: &[JudgedSkill]) -> Result<(), Error> {
        self.0.set_findings(judged)
    }

    /// See [`Library::put_simulation`].
    pub(crate) fn put_simulation(
        &self,
        row: &SimulationRow,
        world: &str,
        parts: &[(String, String)],
        events: &[SimulationEventRow],
    ) -> Result<bool, Error> {
        self.0.put_simulation(row, world, parts, events)
    }

    /// See [`Library::append_simulation`].
    pub(crate) fn append_simulation(
        &self,
        id: Uuid,
        from: u32,
        events: &[SimulationEventRow],
        summary: &str,
        updated_at: &str,
        runner: Option<&str>,
    ) -> Result<bool, Error> {
        self.0.append_simulation(id, from, events, summary, updated_at, runner)
    }

    /// See [`Library::take_simulation`].
    pub(crate) fn take_simulation(&self, seen: &SimulationRow, runner: &str) -> Result<Option<bool>, Error> {
        self.0.take_simulation(seen, runner)
    }

    /// See [`Library::put_simulation_result`].
    pub(crate) fn put_simulation_result(&self, ran: &SimulationCaseRow, kept: &str) -> Result<(), Error> {
        self.0.put_simulation_result(ran, kept)
    }

    /// See [`Library::put_run`].
    pub(crate) fn put_run(&self, run: &RunRow, results: &str) -> Result<(), Error> {
        self.0.put_run(run, results)
    }
}
