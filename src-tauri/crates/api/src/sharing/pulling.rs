//! A pull: what changed on the server comes in, a part at a time, each with what both sides agree on then. One that was cut
//! short goes on where it ended: what is agreed on does not come again.

mod arriving;

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

use studio_model::{SharedKind, SkillId, Standing};
use studio_store::{Agreement, Incoming};
use uuid::Uuid;

use crate::{
    Error, Studio,
    dto::{SharingPlace, SharingReport, SharingSide, SharingSkip, SharingSkipped, SharingStatus, StudioEvent},
    sharing::{
        connecting::{Connected, IfNone},
        pairs::{Pair, Sides, shown_kind},
        pushing::{conflict, report, written_elsewhere},
    },
    state::session::Session,
};

/// Things that come in together.
const PART: usize = 100;

impl Studio {
    /// Brings in what changed on the server. What both sides changed is merged where they changed different things; the rest
    /// is a conflict and stays as it is here, unless `prefer` says whose side counts.
    pub fn pull(&self, place: &SharingPlace, prefer: Option<SharingSide>) -> Result<SharingReport, Error> {
        let session = self.session()?;
        let connected = self.look(&session, place)?;
        let sides = Sides::of(&session.library, connected.row.id)?;
        session.agree_on_current(connected.row.id, &sides)?;
        let mut pull = Pull::new(&session, &connected, &sides, prefer)?;
        pull.run()?;
        let elsewhere = connected.remote.written_elsewhere(connected.row.tenant)?;
        pull.report.skipped.extend(elsewhere.iter().map(written_elsewhere));
        pull.finish()
    }

    /// Looks at the server, and says how everything stands.
    pub fn look_at_sharing(&self, place: &SharingPlace) -> Result<SharingStatus, Error> {
        let session = self.session()?;
        let connected = self.look(&session, place)?;
        session.sharing_status(&connected.row)
    }

    /// How everything stood when somebody looked last, for each library on a server. Asks no server.
    pub fn get_sharing_status(&self) -> Result<Vec<SharingStatus>, Error> {
        let session = self.session()?;
        session.library.list_remotes()?.iter().map(|row| session.sharing_status(row)).collect()
    }

    /// Keeps what came to the library on the server since somebody looked last.
    fn look(&self, session: &Session, place: &SharingPlace) -> Result<Connected, Error> {
        let mut connected = self.reach(session, place, IfNone::Refuse)?;
        let (revision, heads) = connected.remote.changes(connected.row.tenant, connected.row.revision)?;
        session.keep_seen(&mut connected.row, &heads, revision)?;
        Ok(connected)
    }
}

impl Session {
    fn sharing_status(&self, row: &studio_store::RemoteRow) -> Result<SharingStatus, Error> {
        let sides = Sides::of(&self.library, row.id)?;
        Ok(SharingStatus {
            address: row.address.clone(),
            library: row.name.clone(),
            revision: row.revision as u32,
            seen_at: row.seen_at.clone(),
            things: sides.pairs.iter().map(Pair::shown).collect(),
        })
    }
}

/// A pull that is under way.
struct Pull<'a> {
    session: &'a Arc<Session>,
    connected: &'a Connected,
    sides: &'a Sides,
    prefer: Option<SharingSide>,
    report: SharingReport,
    /// What is here, by its id there.
    present: HashSet<(SharedKind, Uuid)>,
    /// Skills with text that is typed and not saved.
    drafted: HashSet<SkillId>,
    /// Skills that came or changed, and those that went.
    came: Vec<SkillId>,
    went: Vec<SkillId>,
    has_other_news: bool,
}

impl<'a> Pull<'a> {
    fn new(
        session: &'a Arc<Session>,
        connected: &'a Connected,
        sides: &'a Sides,
        prefer: Option<SharingSide>,
    ) -> Result<Self, Error> {
        let is_here = |pair: &&Pair| pair.here.is_some();
        Ok(Self {
            session,
            connected,
            sides,
            prefer,
            report: report(connected),
            present: sides.pairs.iter().filter(is_here).map(|pair| (pair.kind, pair.id)).collect(),
            drafted: session.library.list_drafts()?.into_iter().map(|draft| draft.skill).collect(),
            came: Vec::new(),
            went: Vec::new(),
            has_other_news: false,
        })
    }

    fn run(&mut self) -> Result<(), Error> {
        let mut arriving: HashMap<SharedKind, Vec<&'a Pair>> = HashMap::new();
        let mut leaving = Vec::new();
        for pair in &self.sides.pairs {
            match pair.standing {
                Standing::NotInstalled => arriving.entry(pair.kind).or_default().push(pair),
                Standing::UpdateAvailable => match there(pair) {
                    Some(_) => arriving.entry(pair.kind).or_default().push(pair),
                    None => leaving.push(pair),
                },
                Standing::BothChanged => match (&pair.here, there(pair)) {
                    (Some(_), Some(_)) => arriving.entry(pair.kind).or_default().push(pair),
                    _ => self.settle_deleted(pair, &mut arriving, &mut leaving)?,
                },
                Standing::Current | Standing::LocallyModified | Standing::NotShared => self.report.unchanged += 1,
            }
        }
        for kind in SharedKind::ALL {
            self.arrive(kind, arriving.remove(&kind).unwrap_or_default())?;
        }
        self.leave(&leaving)
    }

    /// One side deleted what the other changed: whose side counts, or a conflict.
    fn settle_deleted(
        &mut self,
        pair: &'a Pair,
        arriving: &mut HashMap<SharedKind, Vec<&'a Pair>>,
        leaving: &mut Vec<&'a Pair>,
    ) -> Result<(), Error> {
        match (self.prefer, there(pair)) {
            (None, _) => self.report.conflicts.push(conflict(pair, pair.remote_version(), Vec::new())),
            (Some(SharingSide::Theirs), Some(_)) => arriving.entry(pair.kind).or_default().push(pair),
            (Some(SharingSide::Theirs), None) => leaving.push(pair),
            (Some(SharingSide::Mine), is_there) => {
                // What is there is known and not wanted: the next push says so.
                let content = match is_there {
                    Some(sha256) => {
                        let items = self.connected.remote.items(self.connected.row.tenant, pair.kind, &[pair.id])?;
                        items.into_iter().next().map(|item| (sha256.to_owned(), item.content))
                    }
                    None => None,
                };
                let agreed = Agreement { kind: pair.kind, id: pair.id, content };
                self.session.writing().put_agreements(self.connected.row.id, &[agreed])?;
                self.report.merged += 1;
            }
        }
        Ok(())
    }

    /// Moves to the trash what was deleted there.
    fn leave(&mut self, pairs: &[&Pair]) -> Result<(), Error> {
        for part in pairs.chunks(PART) {
            let mut incoming = Incoming { remote: self.connected.row.id, ..Incoming::default() };
            for pair in part {
                if self.is_drafted(pair) {
                    continue;
                }
                let version = pair.local_version();
                incoming.trashed.push((pair.kind, pair.local, version));
                incoming.agreements.push(Agreement { kind: pair.kind, id: pair.id, content: None });
                match pair.kind {
                    SharedKind::Skill => self.went.push(SkillId(pair.local)),
                    _ => self.has_other_news = true,
                }
            }
            self.session.writing().take_in(&incoming)?;
            self.report.updated += incoming.trashed.len() as u32;
        }
        Ok(())
    }

    /// Whether a skill is left alone because somebody is typing in it.
    fn is_drafted(&mut self, pair: &Pair) -> bool {
        let is_drafted = pair.kind == SharedKind::Skill && self.drafted.contains(&SkillId(pair.local));
        if is_drafted {
            self.skip(
                pair,
                SharingSkip::UnsavedChanges,
                "It has unsaved changes here. Save or discard them, then pull again.",
            );
        }
        is_drafted
    }

    fn skip(&mut self, pair: &Pair, code: SharingSkip, message: &str) {
        let (kind, name) = (shown_kind(pair.kind), pair.name().to_owned());
        self.report.skipped.push(SharingSkipped { kind, name, code, message: message.to_owned() });
    }

    /// Brings what is derived from the library up to date, and tells the screen.
    fn finish(self) -> Result<SharingReport, Error> {
        for id in self.went {
            self.session.skill_changed(id)?;
        }
        if !self.came.is_empty() {
            self.session.add_new_to_indexes(&self.came)?;
            self.session.embed_in_background()?;
            self.came.iter().for_each(|id| self.session.emit(StudioEvent::SkillChanged { skill_id: id.to_string() }));
            self.session.emit(StudioEvent::LibraryChanged);
        }
        if self.has_other_news {
            self.session.emit(StudioEvent::ServersChanged);
            self.session.tools_changed()?;
        }
        Ok(self.report)
    }
}

/// Hash of what is there; none where it is deleted there.
fn there(pair: &Pair) -> Option<&str> {
    pair.there.as_ref().and_then(|item| item.sha256.as_deref())
}
