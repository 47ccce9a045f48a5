//! What runs as long as a library is open: a daily copy of it, and an eye on other processes that write to it.

use std::{
    collections::{HashMap, HashSet},
    fs,
    path::{Path, PathBuf},
    sync::Arc,
    thread,
    time::{Duration, SystemTime},
};

use studio_model::SkillId;

use crate::{Error, dto::StudioEvent, state::session::Session};

/// How often other processes' writes are looked for.
const LOOK_EVERY: Duration = Duration::from_secs(2);

/// After how many looks memory is given back.
const GIVEN_BACK_EVERY: usize = 5;

/// Shortest time between two copies of a library.
const BETWEEN_COPIES: Duration = Duration::from_hours(24);

impl Session {
    /// Where copies of this library are kept.
    pub(crate) fn backup_folder(&self) -> PathBuf {
        self.shared.config.data_dir.join("backups").join(self.library.host().to_string())
    }

    /// Copies the library into the data folder, where the last copy is older than a day. Seven copies are kept.
    pub(crate) fn copy_daily(self: &Arc<Self>) -> Result<(), Error> {
        let folder = self.backup_folder();
        if newest(&folder).is_some_and(|then| then.elapsed().is_ok_and(|age| age < BETWEEN_COPIES)) {
            return Ok(());
        }
        self.library.backup(&folder)?;
        Ok(())
    }

    /// Takes in what other processes write to the library from `seen` on, and import roots and linked folders
    /// that go away or come back, until it is closed.
    pub(crate) fn follow_other_processes(self: Arc<Self>, mut seen: i64) {
        let session = Arc::downgrade(&self);
        // None is known yet: one that is gone at the first look went before anybody looked.
        let mut roots = HashMap::new();
        drop(self);
        for look in 1_usize.. {
            thread::sleep(LOOK_EVERY);
            let Some(session) = session.upgrade() else { return };
            if look.is_multiple_of(GIVEN_BACK_EVERY) {
                session.library.give_memory_back();
                session.index.give_memory_back();
            }
            session.notice_displacement();
            session.notice_moved_roots(&mut roots);
            session.notice_returned_links();
            session.look_at_lingering(false);
            let Ok(now) = session.library.outside_writes() else { continue };
            if now != seen && session.take_in_all().is_ok() {
                seen = now;
            }
        }
    }

    /// Brings everything derived from the library up to date with what stands in it now, and tells the screen.
    fn take_in_all(self: &Arc<Self>) -> Result<(), Error> {
        self.forget_described();
        let rows = self.library.list_skills()?;
        let present: HashSet<SkillId> = rows.iter().map(|row| row.id).collect();
        let changed: Vec<SkillId> = {
            let scores = self.scores()?;
            let is_known = |id, sha256: &str| scores.get(id).is_some_and(|known| known.hash == sha256);
            rows.iter().filter(|row| !is_known(row.id, &row.sha256)).map(|row| row.id).collect()
        };
        let gone: Vec<SkillId> =
            self.scores()?.entries().map(|entry| entry.key).filter(|key| !present.contains(key)).collect();
        self.forget(&gone)?;
        self.add_to_indexes(&changed)?;
        self.embed_in_background()?;
        for id in changed {
            self.emit(StudioEvent::SkillChanged { skill_id: id.to_string() });
        }
        self.emit(StudioEvent::LibraryChanged);
        Ok(())
    }
}

fn newest(folder: &Path) -> Option<SystemTime> {
    let copies = fs::read_dir(folder).ok()?;
    copies.filter_map(|copy| copy.ok()?.metadata().ok()?.modified().ok()).max()
}
