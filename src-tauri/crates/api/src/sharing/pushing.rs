//! A push: what changed here since both sides last agreed, in one transaction there, or nothing where both sides changed the
//! same.

use std::{collections::HashSet, sync::Arc};

use studio_connect::postgres::{ElsewhereRow, Push};
use studio_model::{SharedKind, SkillId, Standing};
use studio_store::{Agreement, RemoteItemRow, SKILL_FILE};

use crate::{
    Error, ErrorCode, Studio,
    base::shown::in_row,
    dto::{SharingConflict, SharingLoss, SharingPlace, SharingReport, SharingSkip, SharingSkipped, StudioEvent},
    kept::sharing::SharedSkill,
    sharing::{
        connecting::{Connected, Found, IfNone},
        pairs::{Pair, Sides, shown_kind},
        rows::{self, Rows},
        work::Work,
    },
    state::session::Session,
};

/// How often is looked before all others wait for the look.
const LOOKS: usize = 4;
/// Things that are made ready together.
const PART: usize = 200;
/// Bytes of files that are sent together, about.
const SENT_TOGETHER: usize = 8 * 1024 * 1024;

impl Studio {
    /// Brings what changed here to the library on a server; `is_dry_run` only says what would be, and writes nothing there.
    /// Where both sides changed the same, nothing is pushed and each conflict is named.
    pub fn push(&self, place: &SharingPlace, is_dry_run: bool) -> Result<SharingReport, Error> {
        let session = self.session()?;
        if is_dry_run {
            return self.would_push(&session, place);
        }
        let mut work = Work::begin(&session, "Pushing");
        let mut connected = self.reach(&session, place, IfNone::Make)?;
        let tenant = connected.row.tenant;
        // Before anybody else is made wait for this.
        session.wait_for_row_vectors(&mut || work.must_go_on(CANCELLED))?;
        let mut looks = 0;
        loop {
            work.must_go_on(CANCELLED)?;
            looks += 1;
            let (held, sides) = session.look_to_push(&mut connected, looks == LOOKS)?;
            let elsewhere = connected.remote.written_elsewhere(tenant)?;
            let (mut report, chosen) = chosen(report(&connected), &sides, &elsewhere);
            if !report.conflicts.is_empty() {
                return Ok(report);
            }
            session.agree_on_current(connected.row.id, &sides)?;
            if !chosen.is_empty() {
                let push = match held {
                    Some(push) => push,
                    None => match connected.remote.begin_push(tenant, connected.row.revision)? {
                        (push, came) if came.is_empty() => push,
                        _ => continue,
                    },
                };
                work.of(chosen.len());
                report.losses = session.send(push, &mut connected, &chosen, &self.shared.config.user, &mut work)?;
                report.revision = connected.row.revision as u32;
            }
            session.emit(StudioEvent::SharingChanged);
            return Ok(report);
        }
    }

    /// What a push would do.
    fn would_push(&self, session: &Arc<Session>, place: &SharingPlace) -> Result<SharingReport, Error> {
        let mut connected = match self.find(session, place)? {
            Found::There(connected) => connected,
            Found::Missing(missing) => {
                let report =
                    SharingReport { address: missing.address, library: missing.name, ..SharingReport::default() };
                // Nothing was ever seen of a library that is not there.
                let sides = Sides::of(&session.library, uuid::Uuid::nil())?;
                return Ok(chosen(report, &sides, &[]).0);
            }
        };
        let (tenant, after) = (connected.row.tenant, connected.row.revision);
        let (revision, heads) = connected.remote.changes(tenant, after)?;
        session.keep_seen(&mut connected.row, &heads, revision)?;
        let elsewhere = connected.remote.written_elsewhere(tenant)?;
        let sides = Sides::of(&session.library, connected.row.id)?;
        let (mut report, chosen) = chosen(report(&connected), &sides, &elsewhere);
        let mut rows = Rows { library: &session.library, user: &self.shared.config.user, losses: Vec::new() };
        for pair in chosen {
            rows.item(pair)?;
        }
        report.losses = rows.losses;
        Ok(report)
    }
}

/// What is said of a push that was cancelled.
const CANCELLED: &str = "The push was canceled. Nothing was pushed.";

/// What would be pushed, and the report of it. With a conflict nothing is.
fn chosen<'a>(
    mut report: SharingReport,
    sides: &'a Sides,
    elsewhere: &[ElsewhereRow],
) -> (SharingReport, Vec<&'a Pair>) {
    report.conflicts = conflicts(sides, elsewhere);
    let chosen: Vec<&Pair> = sides.pairs.iter().filter(|pair| is_pushed(pair)).collect();
    report.skipped = skipped(&chosen, elsewhere);
    if !report.conflicts.is_empty() {
        report.unchanged = (sides.pairs.len() - report.conflicts.len()) as u32;
        return (report, Vec::new());
    }
    report.unchanged = (sides.pairs.len() - chosen.len()) as u32;
    for pair in &chosen {
        let is_there = pair.there.as_ref().is_some_and(|item| item.sha256.is_some());
        *(if is_there { &mut report.updated } else { &mut report.created }) += 1;
    }
    (report, chosen)
}

/// Whether what is here goes there.
fn is_pushed(pair: &Pair) -> bool {
    matches!(pair.standing, Standing::NotShared | Standing::LocallyModified)
}

/// A report that nothing is in yet.
pub(super) fn report(connected: &Connected) -> SharingReport {
    SharingReport {
        address: connected.row.address.clone(),
        library: connected.row.name.clone(),
        revision: connected.row.revision as u32,
        ..SharingReport::default()
    }
}

/// What both sides changed: in studios, or in light-4j's tables by another program.
fn conflicts(sides: &Sides, elsewhere: &[ElsewhereRow]) -> Vec<SharingConflict> {
    let by_other = |pair: &Pair| {
        let row = elsewhere.iter().find(|row| (row.kind, row.id) == (pair.kind, pair.id))?;
        is_pushed(pair).then_some(row.version)
    };
    let one = |pair: &Pair| {
        let is_conflict = pair.standing == Standing::BothChanged;
        let version = by_other(pair).or(is_conflict.then(|| pair.remote_version()))?;
        Some(conflict(pair, version, Vec::new()))
    };
    sides.pairs.iter().filter_map(one).collect()
}

pub(super) fn conflict(pair: &Pair, remote_version: i64, fields: Vec<String>) -> SharingConflict {
    SharingConflict {
        kind: shown_kind(pair.kind),
        name: in_row(pair.name().to_owned()),
        id: pair.local.to_string(),
        local_version: pair.local_version() as u32,
        remote_version: remote_version as u32,
        fields,
    }
}

/// What another program wrote into light-4j's tables, and nobody here has changed.
fn skipped(chosen: &[&Pair], elsewhere: &[ElsewhereRow]) -> Vec<SharingSkipped> {
    let pushed: HashSet<_> = chosen.iter().map(|pair| (pair.kind, pair.id)).collect();
    let left = elsewhere.iter().filter(|row| !pushed.contains(&(row.kind, row.id)));
    left.map(written_elsewhere).collect()
}

pub(super) fn written_elsewhere(row: &ElsewhereRow) -> SharingSkipped {
    let message = "Another program wrote this to light-4j's tables, so Skill Studio won't change it. To use it here, import \
                   light-4j's SQL.";
    SharingSkipped {
        kind: shown_kind(row.kind),
        name: in_row(row.name.clone()),
        code: SharingSkip::WrittenElsewhere,
        message: message.to_owned(),
    }
}

impl Session {
    /// How everything stands to what is on the server now. Who looks makes nobody wait; what others push then is found when
    /// the push begins, and looked at again. So that it ends, a look may make them wait: with the push that has begun.
    fn look_to_push(&self, connected: &mut Connected, is_held: bool) -> Result<(Option<Push>, Sides), Error> {
        let (tenant, after) = (connected.row.tenant, connected.row.revision);
        let (held, revision, heads) = if is_held {
            let (push, heads) = connected.remote.begin_push(tenant, after)?;
            let revision = push.revision() - 1;
            (Some(push), revision, heads)
        } else {
            let (revision, heads) = connected.remote.changes(tenant, after)?;
            (None, revision, heads)
        };
        self.keep_seen(&mut connected.row, &heads, revision)?;
        Ok((held, Sides::of(&self.library, connected.row.id)?))
    }

    /// What is alike on both sides is what both agree on.
    pub(super) fn agree_on_current(&self, remote: uuid::Uuid, sides: &Sides) -> Result<(), Error> {
        let agreed = |pair: &Pair| {
            let (thing, item) = (pair.here.as_ref()?, pair.there.as_ref()?);
            let is_news = pair.standing == Standing::Current && item.agreed.as_deref() != Some(&thing.sha256);
            let content = Some((thing.sha256.clone(), thing.content.clone()));
            is_news.then_some(Agreement { kind: pair.kind, id: pair.id, content })
        };
        let agreements: Vec<Agreement> = sides.pairs.iter().filter_map(agreed).collect();
        if agreements.is_empty() {
            return Ok(());
        }
        Ok(self.writing().put_agreements(remote, &agreements)?)
    }

    /// Sends these, and keeps that both sides agree on them. Gives what light-4j loses.
    fn send(
        self: &Arc<Self>,
        mut push: Push,
        connected: &mut Connected,
        chosen: &[&Pair],
        user: &str,
        work: &mut Work,
    ) -> Result<Vec<SharingLoss>, Error> {
        let mut rows = Rows { library: &self.library, user, losses: Vec::new() };
        let mut agreements = Vec::new();
        let mut heads = Vec::new();
        let now = crate::now();
        for part in chosen.chunks(PART) {
            work.must_go_on(CANCELLED)?;
            self.send_files(&push, part)?;
            let items = part.iter().map(|pair| rows.item(pair)).collect::<Result<Vec<_>, _>>()?;
            push.put(&items)?;
            for (pair, item) in part.iter().zip(items) {
                let sha256 = item.row.is_some().then(|| item.sha256.clone());
                agreements.push(Agreement {
                    kind: item.kind,
                    id: item.id,
                    content: sha256.clone().map(|sha256| (sha256, item.content)),
                });
                heads.push(RemoteItemRow {
                    kind: item.kind,
                    id: item.id,
                    local: pair.local,
                    name: item.name,
                    sha256,
                    row_version: item.expected + 1,
                    revision: push.revision(),
                    changed_user: item.user,
                    changed_at: now.clone(),
                    agreed: None,
                });
            }
            work.add(part.len());
        }
        let losses = rows.losses;
        work.must_go_on(CANCELLED)?;
        connected.row.revision = push.commit()?;
        let writing = self.writing();
        writing.put_seen(&connected.row, &heads)?;
        writing.put_agreements(connected.row.id, &agreements)?;
        Ok(losses)
    }

    /// Sends the files of skills that the server lacks.
    fn send_files(&self, push: &Push, part: &[&Pair]) -> Result<(), Error> {
        let mut wanted: Vec<(SkillId, String, String)> = Vec::new();
        for thing in part.iter().filter_map(|pair| pair.here.as_ref()).filter(|one| one.kind == SharedKind::Skill) {
            let shared: SharedSkill = rows::read(thing)?;
            let skill = SkillId(thing.local);
            wanted.push((skill, SKILL_FILE.to_owned(), shared.document));
            wanted.extend(shared.files.into_iter().map(|(path, file)| (skill, path, file.sha256)));
        }
        let hashes: Vec<String> = wanted.iter().map(|(.., sha256)| sha256.clone()).collect();
        let mut missing: HashSet<String> = push.missing_contents(&hashes)?.into_iter().collect();
        let mut sent = Vec::new();
        let mut size = 0;
        for (skill, path, sha256) in wanted {
            if !missing.remove(&sha256) {
                continue;
            }
            let bytes = self.library.read_content(skill, &path, &sha256)?.ok_or_else(|| {
                let message = format!("{path} was changed while it was being pushed. Nothing was pushed; push again.");
                Error::new(ErrorCode::Stale, message)
            })?;
            size += bytes.len();
            sent.push((sha256, bytes));
            if size > SENT_TOGETHER {
                push.put_contents(&std::mem::take(&mut sent))?;
                size = 0;
            }
        }
        if !sent.is_empty() {
            push.put_contents(&sent)?;
        }
        Ok(())
    }
}
