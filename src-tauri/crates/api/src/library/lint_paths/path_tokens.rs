//! What the skills at a path cost in tokens.

use serde::Serialize;
use studio_pack::{Options, discover};
use studio_text::{SkillDocument, decode::decode, tokens};

use crate::{
    Error, ErrorCode,
    base::{named::read_named, token_counts::count_tiers},
    skills::file_texts::text_of,
};

/// Estimated tokens of what lies at a path.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct PathTokens {
    /// Names and descriptions.
    pub description: usize,
    /// Instructions.
    pub body: usize,
    /// Other files.
    pub files: usize,
    /// Skills counted.
    pub skills: usize,
}

/// Estimated tokens of the skills under a path, or of the one file it names.
pub fn tokens_of_path(path: &std::path::Path) -> Result<PathTokens, Error> {
    let discovery = discover(&[path.to_path_buf()], &Options::default(), &());
    if discovery.found.is_empty() {
        if path.is_dir() {
            return Err(Error::new(ErrorCode::NotFound, format!("No skill file found in {}.", path.display())));
        }
        let bytes = read_named(path)?;
        let text = text_of(&bytes).ok_or_else(|| {
            Error::new(
                ErrorCode::Invalid,
                format!("{} isn't a text file, so its tokens can't be counted.", path.display()),
            )
        })?;
        return Ok(PathTokens { files: tokens::count(&text), ..PathTokens::default() });
    }
    Ok(discovery.found.iter().fold(PathTokens::default(), |sum, found| {
        let document = SkillDocument::read(&decode(&found.bytes).text);
        let (description, body) = count_tiers(document.name(), document.description(), document.body());
        let files: usize =
            found.files.iter().filter_map(|file| text_of(&file.bytes)).map(|text| tokens::count(&text)).sum();
        PathTokens {
            description: sum.description + description as usize,
            body: sum.body + body as usize,
            files: sum.files + files,
            skills: sum.skills + 1,
        }
    }))
}
