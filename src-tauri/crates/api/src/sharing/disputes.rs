//! What both sides changed, put to somebody field by field, and what they decided.

use std::collections::HashMap;

use serde_json::Value;
use studio_connect::postgres::Item;
use studio_model::{SharedKind, SkillId, Standing};
use studio_text::merge;

use crate::{
    Error, ErrorCode, Studio,
    base::shown::in_row,
    dto::{
        DisputedField, Merge, MergeSource, PullRequest, SharedRef, SharingAnswer, SharingDispute, SharingPlace,
        SharingReport,
    },
    sharing::{
        connecting::Connected,
        merging::{self, Deciding, Files, Texts, path_of, text_at},
        pairs::{Pair, Sides, shown_kind},
        pulling::{self, find},
    },
    state::session::Session,
};

impl Studio {
    /// What both sides changed of one thing, as it stands on the server now.
    pub fn get_sharing_dispute(&self, place: &SharingPlace, thing: &SharedRef) -> Result<SharingDispute, Error> {
        let session = self.session()?;
        let connected = self.look(&session, place)?;
        let sides = Sides::of(&session.library, connected.row.id)?;
        let pair = find(&sides, thing)?;
        if pair.standing != Standing::BothChanged {
            let message = format!("{} has no conflict to resolve.", pair.name());
            return Err(Error::new(ErrorCode::Stale, message));
        }
        let item = match their_hash(pair) {
            "" => None,
            _ => pulling::item(&connected, pair)?,
        };
        let fields = match (&pair.here, &item) {
            (Some(_), Some(item)) => session.disputed(&connected, pair, item)?,
            _ => Vec::new(),
        };
        let there = pair.there.as_ref();
        Ok(SharingDispute {
            thing: SharedRef { kind: shown_kind(pair.kind), id: pair.local.to_string() },
            name: in_row(pair.name().to_owned()),
            their_hash: their_hash(pair).to_owned(),
            is_deleted_here: pair.here.is_none(),
            is_deleted_there: item.is_none(),
            changed_by: there.map(|item| in_row(item.changed_user.clone())).unwrap_or_default(),
            changed_at: there.map(|item| item.changed_at.clone()).unwrap_or_default(),
            fields,
        })
    }

    /// Merges one thing as somebody decided it, here; the next push shares it. Refused where it was changed on the server since.
    pub fn resolve_sharing_dispute(
        &self,
        place: &SharingPlace,
        answer: &SharingAnswer,
    ) -> Result<SharingReport, Error> {
        let fields: HashMap<_, _> =
            answer.fields.iter().map(|field| (field.field.clone(), field.choice.clone())).collect();
        let request = PullRequest { only: Some(vec![answer.thing.clone()]), ..PullRequest::default() };
        let report = self.pull_deciding(place, &request, Deciding { prefer: None, fields }, |sides| {
            let pair = find(sides, &answer.thing)?;
            if their_hash(pair) == answer.their_hash {
                return Ok(());
            }
            let message =
                format!("{} has since changed on the server. Review both versions, then choose again.", pair.name());
            Err(Error::new(ErrorCode::Stale, message))
        })?;
        // What was changed here meanwhile is not decided.
        match report.conflicts.first() {
            None => Ok(report),
            Some(left) => {
                let message = format!("{} has since changed here. Review both versions, then choose again.", left.name);
                Err(Error::new(ErrorCode::Stale, message))
            }
        }
    }
}

/// Hash of what is on the server; empty where it is deleted there.
fn their_hash(pair: &Pair) -> &str {
    pair.there.as_ref().and_then(|item| item.sha256.as_deref()).unwrap_or_default()
}

impl Session {
    /// The fields both changed differently, each with what it is on either side.
    fn disputed(&self, connected: &Connected, pair: &Pair, item: &Item) -> Result<Vec<DisputedField>, Error> {
        let Some(mine) = &pair.here else { return Ok(Vec::new()) };
        let files = pulling::files(connected, pair, item)?;
        let remote = connected.row.id;
        let merged = merging::merged(&self.library, remote, (pair, mine, item), &files, &Deciding::default())?;
        let parse = |text: &str| serde_json::from_str::<Value>(text).map_err(|cause| Error::interrupted(&cause));
        let agreed = self.library.agreed_content(remote, pair.kind, pair.id)?;
        let base = agreed.as_deref().map(parse).transpose()?.unwrap_or_default();
        let (mine, theirs) = (parse(&mine.content)?, parse(&item.content)?);
        let one = |field: String| {
            let (my_value, their_value) = (mine.pointer(&field), theirs.pointer(&field));
            let hash = |value: Option<&Value>| value.and_then(Value::as_str).map(ToOwned::to_owned);
            let hashes = [hash(base.pointer(&field)), hash(my_value), hash(their_value)];
            let is_skill = pair.kind == SharedKind::Skill;
            let merge = if is_skill { self.disputed_text(pair, &field, hashes, &files)? } else { None };
            let skill = is_skill.then_some(SkillId(pair.local));
            Ok(DisputedField {
                mine: my_value.map(|value| self.worded(skill, &field, value, &Files::new())).transpose()?,
                theirs: their_value.map(|value| self.worded(skill, &field, value, &files)).transpose()?,
                merge,
                field,
            })
        };
        merged.conflicts.into_iter().map(one).collect()
    }

    /// The merge of a text that both changed.
    fn disputed_text(
        &self,
        pair: &Pair,
        field: &str,
        [base, mine, theirs]: [Option<String>; 3],
        their_files: &Files,
    ) -> Result<Option<Merge>, Error> {
        let (Some(mine), Some(theirs)) = (mine, theirs) else { return Ok(None) };
        let texts = Texts { library: &self.library, skill: SkillId(pair.local), their_files };
        let Some(three) = texts.three(field, base.as_deref(), &mine, &theirs)? else { return Ok(None) };
        let merged = merge::three_way(&three.base, &three.mine, &three.theirs);
        Ok(Some(Merge {
            skill_id: pair.local.to_string(),
            skill_name: pair.name().to_owned(),
            path: three.path,
            source: MergeSource::Server,
            base: three.base,
            mine: three.mine,
            theirs: three.theirs,
            merged: merged.text,
            conflicts: merged.conflicts as u32,
            aggregate_version: pair.local_version() as u32,
            their_hash: theirs,
        }))
    }

    /// A value for people: a text as it is, a file as its text or its size, anything else as JSON.
    fn worded(&self, skill: Option<SkillId>, field: &str, value: &Value, files: &Files) -> Result<String, Error> {
        let whole = format!("{field}/sha256");
        let file = match (skill, value) {
            (Some(skill), Value::String(hash)) => path_of(field).map(|path| (skill, path, hash.clone())),
            (Some(skill), Value::Object(fields)) => {
                path_of(&whole).and_then(|path| Some((skill, path, fields.get("sha256")?.as_str()?.to_owned())))
            }
            _ => None,
        };
        let Some((skill, path, hash)) = file else {
            return Ok(match value {
                Value::String(text) => text.clone(),
                other => format!("{other:#}"),
            });
        };
        let bytes = match files.get(&hash) {
            Some(bytes) => Some(bytes.clone()),
            None => self.library.read_content(skill, &path, &hash)?,
        };
        let bytes = bytes.unwrap_or_default();
        Ok(text_at(&path, &bytes)
            .unwrap_or_else(|| format!("Binary file ({} bytes)", studio_model::grouped(bytes.len()))))
    }
}
