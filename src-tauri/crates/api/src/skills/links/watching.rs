//! Watching linked folders, and which links are looked at when something changed.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use studio_model::SkillId;
use studio_pack::FolderWatch;
use studio_store::FolderLink;

use crate::{Error, ErrorCode, state::session::Session};

impl Session {
    /// Watches the linked folders, and looks once at what changed while nobody did.
    pub(crate) fn watch_links(self: &Arc<Self>) -> Result<(), Error> {
        let weak = Arc::downgrade(self);
        let on_change = move |paths: Vec<PathBuf>| {
            if let Some(session) = weak.upgrade() {
                session.look_at(&paths);
            }
        };
        // There before the links are listed, so that one made meanwhile is watched too.
        *self.watch.lock() = Some(FolderWatch::start(on_change));
        for link in self.library.list_links()? {
            self.watch_folder(Path::new(&link.folder));
            self.look_at_link(&link);
        }
        self.tell_of_held_links()
    }

    /// Watches one more folder.
    pub(crate) fn watch_folder(&self, folder: &Path) {
        if let Some(watch) = self.watch.lock().as_ref() {
            // A folder that is gone is waited for; one that cannot be read is noticed when its files are looked at.
            let watched = watch.watch(folder).map_err(|_| Error::new(ErrorCode::File, "not watched"));
            self.shared.log.dropped("a linked folder is not watched", watched);
        }
    }

    /// Takes in a batch of changed paths.
    pub(crate) fn look_at(self: &Arc<Self>, paths: &[PathBuf]) {
        let links = self.library.list_links();
        let Some(links) = self.shared.log.dropped("a change in a linked folder was not looked at", links) else {
            return;
        };
        let is_touched = |link: &FolderLink| {
            let folder = Path::new(&link.folder);
            paths.iter().any(|path| path.starts_with(folder) || folder.starts_with(path))
        };
        links.iter().filter(|link| is_touched(link)).for_each(|link| self.look_at_link(link));
    }

    /// Watches the folder of one skill from now on, and looks at it.
    pub(crate) fn follow_link(self: &Arc<Self>, id: SkillId) -> Result<(), Error> {
        if let Some(link) = self.library.get_link(id)? {
            self.watch_folder(Path::new(&link.folder));
            self.look_at_link(&link);
        }
        Ok(())
    }

    /// Looks at the links that are marked as missing and whose skill file is there: what the system tells of folders that
    /// go and come back is not always whole.
    pub(crate) fn notice_returned_links(self: &Arc<Self>) {
        let missing = self.library.list_missing_links();
        let missing = self.shared.log.dropped("missing links were not looked for", missing).unwrap_or_default();
        for (skill, file) in missing {
            if file.is_file() {
                self.look_at_skill(skill);
            }
        }
    }

    /// Looks at the folder of one skill, because what kept it from being taken over is gone.
    pub(crate) fn look_at_skill(self: &Arc<Self>, id: SkillId) {
        if let Ok(Some(link)) = self.library.get_link(id) {
            self.look_at_link(&link);
        }
    }
}
