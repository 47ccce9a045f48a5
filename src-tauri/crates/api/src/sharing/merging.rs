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
    dto::SharingSide,
    sharing::{contents::Thing, pairs::Pair},
    skills::{content::text_of, line_endings},
};

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
    prefer: Option<SharingSide>,
) -> Result<Merged, Error> {
    let parse = |text: &str| serde_json::from_str::<Value>(text).map_err(|cause| Error::interrupted(&cause));
    let agreed = library.agreed_content(remote, pair.kind, pair.id)?;
    let base = agreed.as_deref().map(parse).transpose()?.unwrap_or_default();
    let their_value = parse(&theirs.content)?;
    let mut all = three_way_fields(&base, &parse(&mine.content)?, &their_value);
    let mut files = Files::new();
    if pair.kind == SharedKind::Skill {
        let texts = Texts { library, skill: SkillId(pair.local), their_files };
        let mut left = Vec::new();
        for place in std::mem::take(&mut all.conflicts) {
            let hash = |value: &Value| value.pointer(&place).and_then(Value::as_str).map(ToOwned::to_owned);
            let hashes = (hash(&base), hash(&all.value), hash(&their_value));
            let merged = match hashes {
                (Some(base), Some(mine), Some(theirs)) => texts.merged(&place, &base, &mine, &theirs)?,
                _ => None,
            };
            match (merged, all.value.pointer_mut(&place)) {
                (Some(bytes), Some(field)) => {
                    let sha256 = sha256_hex(&bytes);
                    *field = Value::String(sha256.clone());
                    files.insert(sha256, bytes);
                }
                _ => left.push(place),
            }
        }
        all.conflicts = left;
    }
    match prefer {
        Some(SharingSide::Mine) => all.conflicts.clear(),
        Some(SharingSide::Theirs) => {
            for place in std::mem::take(&mut all.conflicts) {
                put_at(&mut all.value, &place, their_value.pointer(&place).cloned());
            }
        }
        None => {}
    }
    Ok(Merged { content: all.value.to_string(), files, conflicts: all.conflicts })
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
struct Texts<'a> {
    library: &'a Reading,
    skill: SkillId,
    their_files: &'a Files,
}

impl Texts<'_> {
    /// The merge of a file that both sides changed; none where it is no text, or both changed the same lines.
    fn merged(&self, place: &str, base: &str, mine: &str, theirs: &str) -> Result<Option<Vec<u8>>, Error> {
        let Some(path) = path_of(place) else { return Ok(None) };
        let read = |sha256: &str| self.library.read_content(self.skill, &path, sha256);
        let (Some(base), Some(mine)) = (read(base)?, read(mine)?) else { return Ok(None) };
        let Some(theirs) = self.their_files.get(theirs) else { return Ok(None) };
        let text = |bytes: &[u8]| {
            let text = if path == SKILL_FILE { Some(decode::decode(bytes).text) } else { text_of(bytes) };
            text.map(|text| line_endings::for_editor(&text))
        };
        let (Some(base), Some(my_text), Some(their_text)) = (text(&base), text(&mine), text(theirs)) else {
            return Ok(None);
        };
        let merged = merge::three_way(&base, &my_text, &their_text);
        Ok((merged.conflicts == 0).then(|| line_endings::encode_like(&mine, &merged.text)))
    }
}

/// The file whose hash stands at a place of a skill.
fn path_of(place: &str) -> Option<String> {
    if place == "/document" {
        return Some(SKILL_FILE.to_owned());
    }
    let key = place.strip_prefix("/files/")?.strip_suffix("/sha256")?;
    Some(key.replace("~1", "/").replace("~0", "~"))
}
