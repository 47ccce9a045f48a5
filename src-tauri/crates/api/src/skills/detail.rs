//! A skill as the screen opens it.

use std::path::Path;

use studio_model::SkillId;
use studio_store::SKILL_FILE;

use crate::{
    Error,
    dto::{Broken, FileInfo, LinkState, SkillDetail, Tokens},
    skills::users::user_of,
    state::session::Session,
};

impl Session {
    /// A skill as the screen opens it.
    pub(crate) fn detail(&self, id: SkillId) -> Result<SkillDetail, Error> {
        let detail = self.library.get_skill(id)?;
        let skill_file = FileInfo {
            path: SKILL_FILE.to_owned(),
            bytes: detail.document.bytes.len() as u32,
            tokens: detail.document.tokens.body,
            is_text: true,
        };
        let others = detail.files.iter().map(|file| FileInfo {
            path: file.path.clone(),
            bytes: file.size as u32,
            tokens: file.tokens,
            is_text: file.is_text,
        });
        let name = detail.skill.name;
        Ok(SkillDetail {
            id: id.to_string(),
            description: detail.skill.description.unwrap_or_default(),
            tools: self.tools_of(id, &detail.document.allowed_tools)?,
            tags: detail.document.tags,
            allowed_tools: detail.document.allowed_tools,
            aggregate_version: detail.skill.audit.aggregate_version as u32,
            version: detail.skill.version,
            hash: detail.document.sha256,
            files: std::iter::once(skill_file).chain(others).collect(),
            tokens: tokens(detail.document.tokens),
            broken: detail.document.broken.map(broken),
            link: detail.link.map(|link| LinkState {
                changed: link.files.into_iter().filter(|file| file.is_changed_outside).map(|file| file.path).collect(),
                file: Path::new(&link.folder).join(&link.skill_file).display().to_string(),
                folder: link.folder,
                is_missing: link.is_missing,
            }),
            versions: detail.versions,
            uses: detail.uses.iter().map(|one| user_of(one, &name)).collect(),
            name,
        })
    }
}

/// Tokens as a screen takes them.
pub(crate) fn tokens(tokens: studio_store::Tokens) -> Tokens {
    Tokens { description: tokens.description, body: tokens.body, files: tokens.files }
}

/// A broken file's reason as a screen takes it.
pub(crate) fn broken(broken: studio_store::Broken) -> Broken {
    Broken { code: broken.code, message: broken.message, line: broken.line, column: broken.column }
}
