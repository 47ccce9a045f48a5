//! What exports of a pack wrote into a folder, by the manifests there. A folder comes with anybody's: one is believed only
//! where this library or this user wrote it, and what another one names is somebody's own file.

use std::{
    collections::{BTreeMap, BTreeSet, HashSet},
    path::{Path, PathBuf},
};

use studio_pack::{
    is_as_written,
    manifest::{MANIFEST, Manifest, SIGNATURE, is_plain},
    read_regular,
    targets::{Leaving, OutFile},
};
use studio_store::sha256_hex;
use uuid::Uuid;

use super::comparing::folder_of;
use crate::{
    Error,
    dto::PackTarget,
    kept::{self, packs as stored},
    state::{exported::Exported, session::Session},
};

/// Bytes a manifest may have.
const LARGEST: u64 = 16 * 1024 * 1024;

/// Digests of the manifests that are believed.
pub(super) struct Ours(HashSet<String>);

impl Session {
    /// The manifests that exports of a pack wrote: those this library remembers, and those of this user.
    pub(super) fn manifests_of(&self, pack: Uuid) -> Result<Ours, Error> {
        let mut known: HashSet<String> = Exported::of(&self.shared.config).read().into_iter().collect();
        for row in self.library.list_pack_exports(pack)? {
            // One that can't be read says nothing.
            if let Ok(kept) = kept::read_text::<stored::Export>(&row.kept) {
                known.extend(kept.targets.into_iter().map(|target| target.manifest_sha256));
            }
        }
        Ok(Ours(known))
    }
}

impl Ours {
    /// The manifest that an export of the pack of this name left in a folder.
    pub(super) fn manifest_in(&self, folder: &Path, pack: &str) -> Option<Manifest> {
        self.read(folder, pack).map(|(_, manifest)| manifest)
    }

    fn read(&self, folder: &Path, pack: &str) -> Option<(String, Manifest)> {
        let bytes = read_regular(&folder.join(MANIFEST), LARGEST).ok()?;
        let sha256 = Some(sha256_hex(&bytes)).filter(|sha256| self.0.contains(sha256))?;
        let manifest = Manifest::read(&bytes).ok().filter(|read| read.name == pack)?;
        Some((sha256, manifest))
    }

    /// What lies in the folder of a target as an export of the pack of this name wrote it, and is not among its files now; and
    /// the paths of what somebody changed since.
    pub(super) fn leaving(
        &self,
        out: Option<&Path>,
        target: &PackTarget,
        pack: &str,
        files: &[OutFile],
    ) -> (Vec<Leaving>, Vec<String>) {
        let Some(folder) = out.map(|out| folder_of(out, target)) else { return Default::default() };
        let Some(manifest) = self.manifest_in(&folder, pack) else { return Default::default() };
        let now: BTreeSet<&str> = files.iter().map(|file| file.path.as_str()).collect();
        let gone = manifest.files.into_iter().filter(|file| !now.contains(file.path.as_str()) && is_plain(&file.path));
        let there = gone.filter(|file| folder.join(&file.path).is_file());
        let (as_written, other): (Vec<_>, Vec<_>) =
            there.partition(|file| is_as_written(&folder.join(&file.path), &file.sha256));
        let leaving = as_written.into_iter().map(|file| Leaving { path: file.path, sha256: file.sha256 });
        (leaving.collect(), other.into_iter().map(|file| file.path).collect())
    }

    /// Digests of what an export of the pack of this name wrote into these folders, by where it lies.
    pub(super) fn written_in(&self, folders: &[PathBuf], pack: &str) -> BTreeMap<PathBuf, String> {
        let mut written = BTreeMap::new();
        for folder in folders {
            let Some((sha256, manifest)) = self.read(folder, pack) else { continue };
            written.insert(folder.join(MANIFEST), sha256);
            written.extend(manifest.files.into_iter().map(|file| (folder.join(&file.path), file.sha256)));
            let signature = folder.join(SIGNATURE);
            if let Ok(bytes) = read_regular(&signature, 64 * 1024) {
                written.insert(signature, sha256_hex(&bytes));
            }
        }
        written
    }
}
