//! A pull: what changed on the server comes in, a part at a time, each with what both sides agree on then. One that was cut
//! short goes on where it ended: what is agreed on does not come again.

mod arriving;
mod choosing;
mod fetching;
mod leaving;

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

use studio_connect::postgres::ElsewhereRow;
use studio_model::{SharedKind, SkillId, Standing};
use studio_store::Agreement;
use uuid::Uuid;

pub(super) use choosing::find;
pub(super) use fetching::{files, item};

use crate::{
    Error, ErrorCode, Studio,
    base::shown::in_row,
    dto::{
        PullRequest, SharingPlace, SharingReport, SharingSide, SharingSkip, SharingSkipped, SharingStatus, StudioEvent,
    },
    sharing::{
        connecting::{Connected, IfNone},
        merging::Deciding,
        pairs::{Pair, Sides, shown_kind},
        pushing::{conflict, report, written_elsewhere},
        work::Work,
    },
    state::session::Session,
};

/// Things that come in together.
const PART: usize = 100;

impl Studio {
    /// Brings in what changed on the server. What both sides changed is merged where they changed different things; the rest
    /// is a conflict and stays as it is here, unless the request says whose side counts.
    pub fn pull(&self, place: &SharingPlace, request: &PullRequest) -> Result<SharingReport, Error> {
        let deciding = Deciding { prefer: request.prefer, ..Deciding::default() };
        self.pull_deciding(place, request, deciding, |_| Ok(()))
    }

    /// The same, with fields that somebody has decided; `check` sees both sides first.
    pub(super) fn pull_deciding(
        &self,
        place: &SharingPlace,
        request: &PullRequest,
        deciding: Deciding,
        check: impl FnOnce(&Sides) -> Result<(), Error>,
    ) -> Result<SharingReport, Error> {
        let session = self.session()?;
        let work = Work::begin(&session, if request.is_dry_run { "Checking for changes to pull" } else { "Pulling" });
        let connected = self.look(&session, place)?;
        let sides = Sides::of(&session.library, connected.row.id)?;
        check(&sides)?;
        session.agree_on_current(connected.row.id, &sides)?;
        let only = request.only.as_ref().map(|only| choosing::chosen(&connected, &sides, only)).transpose()?;
        let mut pull = Pull::new(&session, &connected, &sides, deciding, work)?;
        (pull.only, pull.is_dry_run) = (only.clone(), request.is_dry_run);
        pull.most_trashed = request.most_trashed as usize;
        let ran = pull.run();
        let elsewhere = connected.remote.written_elsewhere(connected.row.tenant);
        // What came in by then is here, however it ended.
        let (report, is_cancelled) = (pull.report.clone(), pull.work.is_cancelled());
        pull.finish()?;
        ran?;
        if is_cancelled {
            let came = report.created + report.updated + report.merged;
            let message =
                format!("The pull was canceled after {came} changes, which are kept. Pull again to get the rest.");
            return Err(Error::new(ErrorCode::Cancelled, message));
        }
        let mut report = report;
        let is_meant = |row: &&ElsewhereRow| only.as_ref().is_none_or(|only| only.contains(&(row.kind, row.id)));
        report.skipped.extend(elsewhere?.iter().filter(is_meant).map(written_elsewhere));
        Ok(report)
    }

    /// Looks at the server, and says how everything stands.
    pub fn refresh_sharing(&self, place: &SharingPlace) -> Result<SharingStatus, Error> {
        let session = self.session()?;
        let connected = self.look(&session, place)?;
        self.status_of(&session, &connected.row)
    }

    /// How everything stood when somebody looked last, for each library on a server. Asks no server.
    pub fn get_sharing_status(&self) -> Result<Vec<SharingStatus>, Error> {
        let session = self.session()?;
        session.library.list_remotes()?.iter().map(|row| self.status_of(&session, row)).collect()
    }

    /// Keeps what came to the library on the server since somebody looked last.
    pub(super) fn look(&self, session: &Session, place: &SharingPlace) -> Result<Connected, Error> {
        let mut connected = self.reach(session, place, IfNone::Refuse)?;
        let (revision, heads) = connected.remote.changes(connected.row.tenant, connected.row.revision)?;
        session.keep_seen(&mut connected.row, &heads, revision)?;
        Ok(connected)
    }
}

/// A pull that is under way.
struct Pull<'a> {
    session: &'a Arc<Session>,
    connected: &'a Connected,
    sides: &'a Sides,
    deciding: Deciding,
    work: Work,
    /// Only these, by their ids there.
    only: Option<HashSet<(SharedKind, Uuid)>>,
    /// Whether nothing is written.
    is_dry_run: bool,
    /// How many things its author lets go to the trash.
    most_trashed: usize,
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
        deciding: Deciding,
        work: Work,
    ) -> Result<Self, Error> {
        let is_here = |pair: &&Pair| pair.here.is_some();
        Ok(Self {
            session,
            connected,
            sides,
            deciding,
            work,
            only: None,
            is_dry_run: false,
            most_trashed: 0,
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
        let (mut leaving, mut disputed) = (Vec::new(), Vec::new());
        let is_wanted = |pair: &Pair, only: &Option<HashSet<(SharedKind, Uuid)>>| {
            only.as_ref().is_none_or(|only| only.contains(&(pair.kind, pair.id)))
        };
        for pair in &self.sides.pairs {
            match pair.standing {
                _ if !is_wanted(pair, &self.only) => self.report.unchanged += 1,
                Standing::NotInstalled => arriving.entry(pair.kind).or_default().push(pair),
                Standing::UpdateAvailable => match there(pair) {
                    Some(_) => arriving.entry(pair.kind).or_default().push(pair),
                    None => leaving.push(pair),
                },
                Standing::BothChanged => match (&pair.here, there(pair)) {
                    (Some(_), Some(_)) => arriving.entry(pair.kind).or_default().push(pair),
                    (Some(_), None) if self.deciding.prefer == Some(SharingSide::Theirs) => leaving.push(pair),
                    _ => disputed.push(pair),
                },
                Standing::Current | Standing::LocallyModified | Standing::NotShared => self.report.unchanged += 1,
            }
        }
        // Before anything is changed.
        let leaving = self.going(leaving)?;
        for pair in disputed {
            self.settle_deleted(pair, &mut arriving)?;
        }
        self.work.of(arriving.values().map(Vec::len).sum::<usize>() + leaving.len());
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
    ) -> Result<(), Error> {
        match (self.deciding.prefer, there(pair)) {
            (None, _) => self.report.conflicts.push(conflict(pair, pair.remote_version(), Vec::new())),
            (Some(SharingSide::Theirs), Some(_)) => arriving.entry(pair.kind).or_default().push(pair),
            // Neither side has it, or it is among what leaves.
            (Some(SharingSide::Theirs), None) => {}
            (Some(SharingSide::Mine), _) if self.is_dry_run => self.report.merged += 1,
            (Some(SharingSide::Mine), is_there) => {
                // What is there is known and not wanted: the next push says so.
                let content = match is_there {
                    Some(_) => match self.fetched(pair.kind, &[pair])?.pop() {
                        Some((_, item)) => Some((item.sha256, item.content)),
                        // It is told why.
                        None => return Ok(()),
                    },
                    None => None,
                };
                let agreed = Agreement { kind: pair.kind, id: pair.id, content };
                self.session.writing().put_agreements(self.connected.row.id, &[agreed])?;
                self.report.merged += 1;
            }
        }
        Ok(())
    }

    fn skip(&mut self, pair: &Pair, code: SharingSkip, message: &str) {
        let (kind, name) = (shown_kind(pair.kind), in_row(pair.name().to_owned()));
        self.report.skipped.push(SharingSkipped { kind, name, code, message: message.to_owned() });
    }

    /// Brings what is derived from the library up to date, and tells the screen.
    fn finish(self) -> Result<(), Error> {
        if self.is_dry_run {
            return Ok(());
        }
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
        self.session.emit(StudioEvent::SharingChanged);
        Ok(())
    }
}

/// Hash of what is there; none where it is deleted there.
fn there(pair: &Pair) -> Option<&str> {
    pair.there.as_ref().and_then(|item| item.sha256.as_deref())
}
