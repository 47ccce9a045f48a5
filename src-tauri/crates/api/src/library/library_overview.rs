//! The library at a glance, for who has more skills than one reads: by group how many, what lint says by rule, duplicates,
//! links that are stale, and skills that no query reaches.
//!
//! All of it is made of what is stored. Descriptions are compared only when somebody asks for that; what came of it the last
//! time is told meanwhile.

mod duplicates;
mod reach;
mod rules;

use std::collections::{BTreeMap, HashSet};

use studio_clients::target_of;
use studio_model::SkillId;
use studio_select::overlap::NEARLY_THE_SAME;
use studio_store::{LinkStatus, SkillRow};
use studio_text::Target;

use crate::{
    Error, Studio,
    base::shown::in_row,
    dto::{
        DuplicateSet, DuplicateSets, GroupOverview, Host, LibraryOverview, NearDuplicates, NearPair, OverviewPart,
        QueryReach, Severity, StaleLinks, Tokens,
    },
    skills::detail::tokens,
    state::session::Session,
};
use duplicates::{Duplicates, Near};
use reach::Reach;
use rules::Rules;

/// Sets or pairs of duplicates told at most: nobody reads more, and all their skills can be listed.
const MOST_TOLD: usize = 50;

/// Places told of a set at most.
const MOST_PLACES: usize = 20;

impl Studio {
    /// What there is in the library, or in one group of it.
    pub fn get_overview(&self, group: Option<&str>) -> Result<LibraryOverview, Error> {
        let session = self.session()?;
        session.judge_if_stale()?;
        Glance::of(&session, group)?.overview(session.counted_for()?)
    }

    /// The same with the problems counted for this client instead of the library's.
    pub fn get_overview_for(&self, group: Option<&str>, client: Host) -> Result<LibraryOverview, Error> {
        let session = self.session()?;
        session.judge_if_stale()?;
        Glance::of(&session, group)?.overview(target_of(client.noun()))
    }

    /// The pairs of the library, or with one of a group, whose descriptions say nearly the same. All are compared first, where
    /// the library has changed since that was done.
    pub fn find_near_duplicates(&self, group: Option<&str>) -> Result<NearDuplicates, Error> {
        let session = self.session()?;
        let overlaps = session.overlaps(None)?;
        let glance = Glance::of(&session, group)?;
        glance.near(&glance.duplicates.near(&glance.rows, &overlaps))
    }

    /// Ids of the skills that a number of the overview counts, by name.
    pub fn list_overview_skills(&self, part: OverviewPart, group: Option<&str>) -> Result<Vec<String>, Error> {
        let session = self.session()?;
        let glance = Glance::of(&session, group)?;
        Ok(glance.skills(part)?.into_iter().map(|at| glance.rows[at].id.to_string()).collect())
    }
}

/// The skills by name, each told by its place among them, and what is known of them.
struct Glance<'a> {
    session: &'a Session,
    /// The group that is looked at; none for all.
    group: Option<&'a str>,
    rows: Vec<SkillRow>,
    duplicates: Duplicates,
    reach: Reach,
}

impl<'a> Glance<'a> {
    fn of(session: &'a Session, group: Option<&'a str>) -> Result<Self, Error> {
        let mut rows = session.library.list_skills()?;
        for row in &mut rows {
            row.group = in_row(std::mem::take(&mut row.group));
        }
        let (duplicates, reach) = (Duplicates::of(session, &rows)?, Reach::of(session)?);
        Ok(Self { session, group, rows, duplicates, reach })
    }

    fn overview(&self, client: Option<Target>) -> Result<LibraryOverview, Error> {
        let rules = Rules::of(self.session, &self.rows, client)?;
        let known = self.session.known_overlaps()?;
        let count = |part: OverviewPart| self.skills(part).map(|skills| skills.len() as u32);
        let never_picked = count(OverviewPart::NeverPicked)?;
        let run_finished_at = self.reach.run_finished_at.clone();
        Ok(LibraryOverview {
            groups: self.groups(&rules),
            skills: count(OverviewPart::Skills)?,
            tokens: self.shown().fold(Tokens::default(), |sum, at| add(sum, &self.rows[at])),
            rules: rules.by_rule(|at| self.is_shown(at)),
            in_other_files: rules.in_other_files(|at| self.is_shown(at)),
            identical: self.told(&self.duplicates.identical)?,
            same_name: self.told(&self.duplicates.same_name)?,
            near: known.map(|known| self.near(&self.duplicates.near(&self.rows, &known))).transpose()?,
            links: StaleLinks {
                changed: count(OverviewPart::Changed)?,
                missing: count(OverviewPart::Missing)?,
                held: count(OverviewPart::Held)?,
            },
            queries: QueryReach {
                queries: self.reach.queries,
                without: count(OverviewPart::WithoutQueries)?,
                never_picked: run_finished_at.is_some().then_some(never_picked),
                run_finished_at,
            },
        })
    }

    fn is_shown(&self, at: usize) -> bool {
        self.group.is_none_or(|group| self.rows[at].group == group)
    }

    fn shown(&self) -> impl Iterator<Item = usize> {
        (0..self.rows.len()).filter(move |&at| self.is_shown(at))
    }

    /// The skills behind a number, by name.
    fn skills(&self, part: OverviewPart) -> Result<Vec<usize>, Error> {
        let linked = |status: LinkStatus| self.shown().filter(|&at| self.rows[at].link == status).collect();
        Ok(match part {
            OverviewPart::Skills => self.shown().collect(),
            OverviewPart::Identical => in_order(self.sets(&self.duplicates.identical).flatten().copied()),
            OverviewPart::SameName => in_order(self.sets(&self.duplicates.same_name).flatten().copied()),
            OverviewPart::Duplicates => self.shown().filter(|&at| self.duplicates.has(at)).collect(),
            OverviewPart::Near => {
                let known = self.session.known_overlaps()?;
                let near = known.map(|known| self.duplicates.near(&self.rows, &known)).unwrap_or_default();
                in_order(self.pairs(&near).flat_map(|&(a, b, _)| [a, b]))
            }
            OverviewPart::Changed => linked(LinkStatus::Changed),
            OverviewPart::Missing => linked(LinkStatus::Missing),
            OverviewPart::Held => linked(LinkStatus::Held),
            OverviewPart::StaleLinks => self.shown().filter(|&at| is_stale(self.rows[at].link)).collect(),
            OverviewPart::WithoutQueries => self.shown().filter(|&at| !self.reach.expects(&self.rows[at])).collect(),
            OverviewPart::NeverPicked => self.shown().filter(|&at| self.reach.misses(&self.rows[at])).collect(),
        })
    }

    fn groups(&self, rules: &Rules) -> Vec<GroupOverview> {
        let mut groups: BTreeMap<&str, GroupOverview> = BTreeMap::new();
        for (at, row) in self.rows.iter().enumerate() {
            let group = groups.entry(&row.group).or_default();
            group.skills += 1;
            group.tokens = add(group.tokens, row);
            group.duplicates += u32::from(self.duplicates.has(at));
            group.stale_links += u32::from(is_stale(row.link));
            group.without_queries += u32::from(!self.reach.expects(row));
        }
        for one in &rules.found {
            let group = groups.entry(&self.rows[one.at].group).or_default();
            *match one.severity {
                Severity::Error => &mut group.errors,
                Severity::Warning => &mut group.warnings,
                Severity::Info => &mut group.hints,
            } += 1;
        }
        groups.into_iter().map(|(name, group)| GroupOverview { name: name.to_owned(), ..group }).collect()
    }

    /// The sets with a skill that is looked at.
    fn sets<'b>(&self, sets: &'b [Vec<usize>]) -> impl Iterator<Item = &'b Vec<usize>> {
        sets.iter().filter(move |set| set.iter().any(|&at| self.is_shown(at)))
    }

    /// The pairs with a skill that is looked at.
    fn pairs<'b>(&self, near: &'b Near) -> impl Iterator<Item = &'b (usize, usize, f32)> {
        near.pairs.iter().filter(move |&&(a, b, _)| self.is_shown(a) || self.is_shown(b))
    }

    fn told(&self, sets: &[Vec<usize>]) -> Result<DuplicateSets, Error> {
        let sets: Vec<&[usize]> = self.sets(sets).map(Vec::as_slice).collect();
        let told = sets.iter().take(MOST_TOLD).flat_map(|set| first_places(set));
        let ids: Vec<SkillId> = told.map(|&at| self.rows[at].id).collect();
        let places = self.session.skill_places(&ids)?;
        let set = |set: &&[usize]| DuplicateSet {
            name: set.first().map(|&at| in_row(self.rows[at].name.clone())).unwrap_or_default(),
            skills: set.len() as u32,
            places: first_places(set).iter().filter_map(|&at| places.get(&self.rows[at].id).cloned()).collect(),
        };
        Ok(DuplicateSets {
            found: sets.len() as u32,
            skills: sets.iter().map(|set| set.len() as u32).sum(),
            sets: sets.iter().take(MOST_TOLD).map(set).collect(),
        })
    }

    fn near(&self, near: &Near) -> Result<NearDuplicates, Error> {
        let pairs: Vec<(usize, usize, f32)> = self.pairs(near).copied().collect();
        let skills: HashSet<usize> = pairs.iter().flat_map(|&(a, b, _)| [a, b]).collect();
        let told = &pairs[..pairs.len().min(MOST_TOLD)];
        let ids: Vec<SkillId> = told.iter().flat_map(|&(a, b, _)| [a, b]).map(|at| self.rows[at].id).collect();
        let places = self.session.skill_places(&ids)?;
        let place = |at: usize| places.get(&self.rows[at].id).cloned();
        let pair =
            |&(a, b, similarity): &(usize, usize, f32)| Some(NearPair { a: place(a)?, b: place(b)?, similarity });
        Ok(NearDuplicates {
            found: pairs.len() as u32,
            skills: skills.len() as u32,
            has_more: near.has_more,
            limit: NEARLY_THE_SAME,
            is_current: near.is_current,
            pairs: told.iter().filter_map(pair).collect(),
        })
    }
}

fn first_places(set: &[usize]) -> &[usize] {
    &set[..set.len().min(MOST_PLACES)]
}

/// Each once, rising.
fn in_order(places: impl Iterator<Item = usize>) -> Vec<usize> {
    let mut places: Vec<usize> = places.collect();
    places.sort_unstable();
    places.dedup();
    places
}

const fn is_stale(link: LinkStatus) -> bool {
    matches!(link, LinkStatus::Changed | LinkStatus::Missing | LinkStatus::Held)
}

fn add(sum: Tokens, row: &SkillRow) -> Tokens {
    let own = tokens(row.tokens);
    Tokens { description: sum.description + own.description, body: sum.body + own.body, files: sum.files + own.files }
}
