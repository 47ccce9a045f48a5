//! A thing that both sides changed: what both changes come to, field by field and, in texts, line by line.

use std::collections::HashMap;

use serde_json::Value;
use studio_connect::postgres::Item;
use studio_model::{SharedKind, SkillId, sha256_hex};
use studio_store::{Reading, SKILL_FILE};
use studio_text::{decode, fields::three_way_fields, merge};
use uuid::Uuid;

use crate::{
    Error,
    dto::{FieldChoice, SharingSide},
    sharing::{contents::Thing, pairs::Pair},
    skills::{file_texts::text_of, line_endings},
};

/// What somebody has decided before a merge.
#[derive(Debug, Default)]
pub(crate) struct Deciding {
    /// Whose side counts where nothing else is said.
    pub(crate) prefer: Option<SharingSide>,
    /// What becomes of fields, by JSON pointer.
    pub(crate) fields: HashMap<String, FieldChoice>,
}

impl Deciding {
    fn of(&self, place: &str) -> Option<FieldChoice> {
        let preferred = || {
            self.prefer.map(|side| match side {
                SharingSide::Mine => FieldChoice::Mine,
                SharingSide::Theirs => FieldChoice::Theirs,
            })
        };
        self.fields.get(place).cloned().or_else(preferred)
    }
}

/// Bytes of files by hash.
pub(crate) type Files = HashMap<String, Vec<u8>>;

/// What both changes come to.
pub(crate) struct Merged {
    /// As it would stand on the server.
    pub(crate) content: String,
    /// Files that came of it.
    pub(crate) files: Files,
    /// The fields both sides changed differently, where nobody said whose count.
    pub(crate) conflicts: Vec<String>,
}

/// Merges what is here and what is there, from what both sides last agreed on.
pub(crate) fn merged(
    library: &Reading,
    remote: Uuid,
    (pair, mine, theirs): (&Pair, &Thing, &Item),
    their_files: &Files,
    deciding: &Deciding,
) -> Result<Merged, Error> {
    let parse = |text: &str| serde_json::from_str::<Value>(text).map_err(|cause| Error::interrupted(&cause));
    let agreed = library.agreed_content(remote, pair.kind, pair.id)?;
    let base = agreed.as_deref().map(parse).transpose()?.unwrap_or_default();
    let their_value = parse(&theirs.content)?;
    let mut all = three_way_fields(&base, &parse(&mine.content)?, &their_value);
    let mut files = Files::new();
    let texts = Texts { library, skill: SkillId(pair.local), their_files };
    let mut left = Vec::new();
    for place in std::mem::take(&mut all.conflicts) {
        let hash = |value: &Value| value.pointer(&place).and_then(Value::as_str).map(ToOwned::to_owned);
        let hashes = (hash(&base), hash(&all.value), hash(&their_value));
        let mut put = |value: &mut Value, bytes: Vec<u8>| {
            let sha256 = sha256_hex(&bytes);
            put_at(value, &place, Some(Value::String(sha256.clone())));
            files.insert(sha256, bytes);
        };
        let is_text = pair.kind == SharedKind::Skill;
        match (deciding.fields.get(&place), hashes) {
            (None, (Some(base), Some(mine), Some(theirs))) if is_text => {
                if let Some(bytes) = texts.merged(&place, &base, &mine, &theirs)? {
                    put(&mut all.value, bytes);
                    continue;
                }
            }
            (Some(FieldChoice::Merged { text }), (_, Some(mine), _)) if is_text => {
                if let Some(bytes) = texts.decided(&place, &mine, text)? {
                    put(&mut all.value, bytes);
                    continue;
                }
            }
            _ => {}
        }
        match deciding.of(&place) {
            Some(FieldChoice::Mine) => {}
            Some(FieldChoice::Theirs) => put_at(&mut all.value, &place, their_value.pointer(&place).cloned()),
            Some(FieldChoice::Merged { .. }) | None => left.push(place),
        }
    }
    Ok(Merged { content: all.value.to_string(), files, conflicts: left })
}

/// Puts a value at a place, or takes away what is there.
fn put_at(value: &mut Value, place: &str, new: Option<Value>) {
    let Some((above, key)) = place.rsplit_once('/') else { return };
    let key = key.replace("~1", "/").replace("~0", "~");
    let Some(fields) = value.pointer_mut(above).and_then(Value::as_object_mut) else { return };
    match new {
        Some(new) => drop(fields.insert(key, new)),
        None => drop(fields.shift_remove(&key)),
    }
}

/// The texts of one skill.
pub(crate) struct Texts<'a> {
    pub(crate) library: &'a Reading,
    pub(crate) skill: SkillId,
    pub(crate) their_files: &'a Files,
}

/// A text as it was, and as both sides have it.
pub(crate) struct Three {
    pub(crate) path: String,
    pub(crate) base: String,
    pub(crate) mine: String,
    pub(crate) theirs: String,
    my_bytes: Vec<u8>,
}

impl Texts<'_> {
    /// The merge of a file that both sides changed; none where it is no text, or both changed the same lines.
    fn merged(&self, place: &str, base: &str, mine: &str, theirs: &str) -> Result<Option<Vec<u8>>, Error> {
        let Some(three) = self.three(place, Some(base), mine, theirs)? else { return Ok(None) };
        let merged = merge::three_way(&three.base, &three.mine, &three.theirs);
        Ok((merged.conflicts == 0).then(|| line_endings::encode_like(&three.my_bytes, &merged.text)))
    }

    /// A file as somebody merged it.
    fn decided(&self, place: &str, mine: &str, text: &str) -> Result<Option<Vec<u8>>, Error> {
        let Some(path) = path_of(place) else { return Ok(None) };
        let mine = self.library.read_content(self.skill, &path, mine)?;
        Ok(mine.map(|mine| line_endings::encode_like(&mine, text)))
    }

    /// The texts of a file by their hashes; none where one of them is no text. Without a common beginning, it is what both
    /// have alike.
    pub(crate) fn three(
        &self,
        place: &str,
        base: Option<&str>,
        mine: &str,
        theirs: &str,
    ) -> Result<Option<Three>, Error> {
        let Some(path) = path_of(place) else { return Ok(None) };
        let Some(my_bytes) = self.library.read_content(self.skill, &path, mine)? else { return Ok(None) };
        let Some(theirs) = self.their_files.get(theirs) else { return Ok(None) };
        let (Some(mine), Some(theirs)) = (text_at(&path, &my_bytes), text_at(&path, theirs)) else { return Ok(None) };
        let base = match base {
            Some(base) => {
                let bytes = self.library.read_content(self.skill, &path, base)?;
                let Some(text) = bytes.and_then(|bytes| text_at(&path, &bytes)) else { return Ok(None) };
                text
            }
            None => merge::common_lines(&mine, &theirs),
        };
        Ok(Some(Three { path, base, mine, theirs, my_bytes }))
    }
}

/// The text of a file as an editor holds it; none where it is none.
pub(crate) fn text_at(path: &str, bytes: &[u8]) -> Option<String> {
    let text = if path == SKILL_FILE { Some(decode::decode(bytes).text) } else { text_of(bytes) };
    text.map(|text| line_endings::for_editor(&text))
}

/// The file whose hash stands at a place of a skill.
pub(crate) fn path_of(place: &str) -> Option<String> {
    if place == "/document" {
        return Some(SKILL_FILE.to_owned());
    }
    let key = place.strip_prefix("/files/")?.strip_suffix("/sha256")?;
    Some(key.replace("~1", "/").replace("~0", "~"))
}
