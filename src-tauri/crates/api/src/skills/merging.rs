//! Merges to put to the author: where a file changed by another hand since it was read.

use crate::{
    Error,
    dto::{Merge, MergeSource},
    skills::{line_endings, links::Outside},
    state::session::Session,
};
use studio_model::SkillId;
use studio_store as store;
use studio_text::{decode, merge};

impl Session {
    /// The merge to put to the author, where the file changed since `read_at` by another hand than `their_hash`.
    pub(crate) fn conflict(
        &self,
        id: SkillId,
        stored: &store::FileContent,
        mine: &str,
        read_at: i64,
        their_hash: Option<&str>,
    ) -> Result<Option<Merge>, Error> {
        let path = stored.path.as_str();
        if stored.aggregate_version != read_at && their_hash != Some(stored.sha256.as_str()) {
            let base = self.content_at(id, path, read_at)?;
            if base.as_deref() != Some(stored.bytes.as_slice()) {
                let base = base.unwrap_or_default();
                return self.merge(id, stored, MergeSource::Library, &base, mine, &stored.bytes).map(Some);
            }
        }
        match self.outside(id, path)? {
            Outside::Differs(theirs) if their_hash != Some(store::sha256_hex(&theirs).as_str()) => {
                let base = self.synced_base(id, path)?;
                self.merge(id, stored, MergeSource::File, base.as_ref().unwrap_or(&stored.bytes), mine, &theirs)
                    .map(Some)
            }
            _ => Ok(None),
        }
    }

    /// What a file held when the skill stood at a row version.
    fn content_at(&self, id: SkillId, path: &str, version: i64) -> Result<Option<Vec<u8>>, Error> {
        let versions = self.library.list_versions(id)?;
        let then = versions.iter().find(|row| row.path == path && row.aggregate_version <= version);
        then.map(|row| Ok(self.library.read_version(row.id)?.bytes)).transpose()
    }

    /// The three texts and a proposal. What answers it was read when the library held `stored`, not when this was put
    /// together: a save of a third hand in between must be met too.
    pub(crate) fn merge(
        &self,
        id: SkillId,
        stored: &store::FileContent,
        source: MergeSource,
        base: &[u8],
        mine: &str,
        theirs: &[u8],
    ) -> Result<Merge, Error> {
        let editor = |bytes: &[u8]| line_endings::for_editor(&decode::decode(bytes).text);
        let detail = self.library.get_skill(id)?;
        let (base, their_text) = (editor(base), editor(theirs));
        let merged = merge::three_way(&base, mine, &their_text);
        Ok(Merge {
            skill_id: id.to_string(),
            skill_name: detail.skill.name,
            path: stored.path.clone(),
            source,
            base,
            mine: mine.to_owned(),
            theirs: their_text,
            merged: merged.text,
            conflicts: merged.conflicts as u32,
            aggregate_version: stored.aggregate_version as u32,
            their_hash: store::sha256_hex(theirs),
        })
    }
}
