//! What comes in, in an order in which whatever one thing names is there before it.

use std::collections::HashSet;

use studio_connect::postgres::Item;
use studio_model::{SharedKind, SkillId, Standing};
use studio_store::{Agreement, FileChange, Incoming, SKILL_FILE};
use uuid::Uuid;

use super::{PART, Pull, fetching::Coming};
use crate::{
    Error,
    dto::SharingSkip,
    sharing::{
        incoming::{Arrival, Builder, files_of, named},
        merging::{self, Files},
        pairs::Pair,
        pushing::conflict,
    },
    skills::judging::Judging,
};

/// Something that is ready to come in.
struct Ready<'a> {
    pair: &'a Pair,
    item: Item,
    /// As it will be here: as it is there, or merged.
    content: String,
    is_merged: bool,
}

impl<'a> Pull<'a> {
    /// Brings these in; what names something that is not here yet waits for it.
    pub(super) fn arrive(&mut self, kind: SharedKind, pairs: Vec<&'a Pair>) -> Result<(), Error> {
        let mut waiting = pairs;
        while !waiting.is_empty() {
            let before = waiting.len();
            let mut left = Vec::new();
            for part in waiting.chunks(PART) {
                if self.work.is_cancelled() {
                    return Ok(());
                }
                left.extend(self.arrive_part(kind, part)?);
            }
            if left.len() == before {
                for pair in left {
                    self.skip(
                        pair,
                        SharingSkip::Incomplete,
                        "It requires something that is missing here and on the server, or is in the trash here.",
                    );
                }
                break;
            }
            waiting = left;
        }
        Ok(())
    }

    /// Brings in what can come in, and gives back what has to wait.
    fn arrive_part(&mut self, kind: SharedKind, pairs: &[&'a Pair]) -> Result<Vec<&'a Pair>, Error> {
        let chosen = self.fetched(kind, pairs)?;
        let (chosen, left) = self.parted(chosen);
        for part in self.in_parts(chosen)? {
            let (whole, mut files) = self.files(part)?;
            let ready = self.merged(whole, &mut files)?;
            self.take(ready, &files);
        }
        self.work.add(pairs.len() - left.len());
        Ok(left)
    }

    /// What names only what is here or comes with it, and what has to wait.
    fn parted(&self, mut chosen: Vec<Coming<'a>>) -> (Vec<Coming<'a>>, Vec<&'a Pair>) {
        let mut left = Vec::new();
        loop {
            let coming: HashSet<(SharedKind, Uuid)> = chosen.iter().map(|(pair, _)| (pair.kind, pair.id)).collect();
            let is_ready = |(pair, item): &(&Pair, Item)| {
                let there = |named: &(SharedKind, Uuid)| self.present.contains(named) || coming.contains(named);
                named(pair.kind, &item.content).iter().all(there)
            };
            let (ready, rest): (Vec<_>, Vec<_>) = chosen.into_iter().partition(is_ready);
            if rest.is_empty() {
                return (ready, left);
            }
            left.extend(rest.into_iter().map(|(pair, _)| pair));
            chosen = ready;
        }
    }

    /// What each will be here; what both sides changed differently is a conflict.
    fn merged(&mut self, chosen: Vec<Coming<'a>>, files: &mut Files) -> Result<Vec<Ready<'a>>, Error> {
        let mut ready = Vec::new();
        for (pair, item) in chosen {
            if self.is_drafted(pair) {
                continue;
            }
            let (Some(mine), Standing::BothChanged) = (&pair.here, pair.standing) else {
                ready.push(Ready { pair, content: item.content.clone(), item, is_merged: false });
                continue;
            };
            let sides = (pair, mine, &item);
            let merged = merging::merged(&self.session.library, self.connected.row.id, sides, files, &self.deciding)?;
            if !merged.conflicts.is_empty() {
                self.report.conflicts.push(conflict(pair, item.version, merged.conflicts));
                continue;
            }
            files.extend(merged.files);
            self.keep_own_files(pair, &merged.content, files)?;
            ready.push(Ready { pair, content: merged.content, item, is_merged: true });
        }
        Ok(ready)
    }

    /// The files of a merged skill that did not come from the server.
    fn keep_own_files(&self, pair: &Pair, content: &str, files: &mut Files) -> Result<(), Error> {
        if pair.kind != SharedKind::Skill {
            return Ok(());
        }
        for sha256 in files_of(content) {
            if files.contains_key(&sha256) {
                continue;
            }
            let bytes = self.session.library.read_content(SkillId(pair.local), SKILL_FILE, &sha256)?;
            let bytes = match bytes {
                Some(bytes) => Some(bytes),
                None => self.own_file(SkillId(pair.local), &sha256)?,
            };
            if let Some(bytes) = bytes {
                files.insert(sha256, bytes);
            }
        }
        Ok(())
    }

    fn own_file(&self, skill: SkillId, sha256: &str) -> Result<Option<Vec<u8>>, Error> {
        let detail = self.session.library.get_skill(skill)?;
        let Some(file) = detail.files.iter().find(|file| file.sha256 == sha256) else { return Ok(None) };
        Ok(self.session.library.read_content(skill, &file.path, sha256)?)
    }

    /// Stores these together; where one is refused, each by itself, and what is refused is named.
    fn take(&mut self, ready: Vec<Ready<'a>>, files: &Files) {
        if self.is_dry_run {
            for one in &ready {
                self.count(one);
            }
            return;
        }
        if ready.is_empty() || self.take_together(&ready, files).is_ok() {
            return;
        }
        for one in ready {
            if let Err(error) = self.take_together(std::slice::from_ref(&one), files) {
                self.skip(one.pair, SharingSkip::Refused, &error.message);
            }
        }
    }

    fn take_together(&mut self, ready: &[Ready<'a>], files: &Files) -> Result<(), Error> {
        let session = self.session;
        let writing = session.writing();
        let judging = Judging::of(session)?;
        let incoming = Incoming { remote: self.connected.row.id, ..Incoming::default() };
        let mut builder = Builder { session, ids: &self.sides.ids, judging: &judging, files, incoming };
        for one in ready {
            if one.pair.kind == SharedKind::Skill && one.pair.here.is_some() {
                session.refuse_outside_change(&writing, SkillId(one.pair.local))?;
            }
            builder.add(&Arrival {
                kind: one.pair.kind,
                local: one.pair.local,
                name: one.pair.name(),
                content: &one.content,
                version: one.pair.here.as_ref().map(|thing| thing.version),
            })?;
            let content = Some((one.item.sha256.clone(), one.item.content.clone()));
            builder.incoming.agreements.push(Agreement { kind: one.pair.kind, id: one.pair.id, content });
        }
        let incoming = builder.incoming;
        writing.take_in(&incoming)?;
        for one in ready {
            self.count(one);
        }
        for (id, _, change) in &incoming.changed_skills {
            if let Some(content) = &change.content {
                session.write_linked(&writing, *id, SKILL_FILE, &content.bytes)?;
            }
            for file in &change.files {
                match file {
                    FileChange::Put(file) => session.write_linked(&writing, *id, &file.path, &file.bytes)?,
                    FileChange::Delete { path } => session.remove_linked(&writing, *id, path)?,
                    FileChange::Rename { .. } => {}
                }
            }
        }
        Ok(())
    }

    fn count(&mut self, one: &Ready<'_>) {
        self.present.insert((one.pair.kind, one.pair.id));
        let counted = match (one.is_merged, one.pair.here.is_some()) {
            (true, _) => &mut self.report.merged,
            (false, true) => &mut self.report.updated,
            (false, false) => &mut self.report.created,
        };
        *counted += 1;
        match one.pair.kind {
            SharedKind::Skill => self.came.push(SkillId(one.pair.local)),
            _ => self.has_other_news = true,
        }
    }
}
