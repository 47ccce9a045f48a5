//! The rules behind problems as the author sets them: how bad each is, and where one is ignored.

pub(super) mod of_owners;

use std::collections::{BTreeSet, HashMap};

use studio_store as store;
use studio_text::lint::code::{self, MORE_FINDINGS};

use crate::{
    Error, ErrorCode, Studio,
    base::{ids::skill_id, typed::refuse_credential},
    dto::{ProblemRule, RuleIgnored, RuleLevel, RulePlace, RuleSettings, Severity, StudioEvent},
    state::session::Session,
};

impl Studio {
    /// Every rule as the author has set it, in the order of what they are about.
    pub fn list_rules(&self) -> Result<Vec<RuleSettings>, Error> {
        let session = self.session()?;
        let levels = session.library.rule_levels()?;
        let mut ignored: HashMap<String, Vec<RuleIgnored>> = HashMap::new();
        let names = session.names()?;
        for rule in session.library.list_ignored_rules()? {
            let (place, name) = match rule.place {
                store::RulePlace::Skill(id) => {
                    // One in the trash is not shown, and ignored again when it comes back.
                    let Some(name) = names.get(&id) else { continue };
                    (RulePlace::Skill { skill_id: id.to_string() }, name.clone())
                }
                store::RulePlace::Group(name) => (RulePlace::Group { name: name.clone() }, name),
                store::RulePlace::Library => (RulePlace::Library, String::new()),
            };
            ignored.entry(rule.code).or_default().push(RuleIgnored { place, name, reason: rule.reason });
        }
        let rules = all().map(|(code, meaning, severity)| RuleSettings {
            code: code.to_owned(),
            meaning: studio_model::capitalised(meaning),
            severity,
            level: levels.of(code).map(RuleLevel::from),
            ignored: ignored.remove(code).unwrap_or_default(),
        });
        Ok(rules.collect())
    }

    /// Makes a rule as bad as the author finds it, or as bad as it is by itself where no level is given.
    pub fn set_rule_level(&self, code: &str, level: Option<RuleLevel>) -> Result<(), Error> {
        let session = self.session()?;
        refuse_unknown(code)?;
        session.writing().set_rule_level(code, level.map(RuleLevel::noun))?;
        session.emit(StudioEvent::LibraryChanged);
        Ok(())
    }

    /// Ignores a rule in a place from now on, whatever it finds there. The reason is kept.
    pub fn ignore_rule(&self, code: &str, place: &RulePlace, reason: &str) -> Result<(), Error> {
        refuse_credential("The reason", reason)?;
        let session = self.session()?;
        refuse_unknown(code)?;
        let (code, place, reason) = (code.to_owned(), stored(place)?, reason.trim().to_owned());
        session.writing().ignore_rule(&store::IgnoredRule { code, place, reason })?;
        session.emit(StudioEvent::LibraryChanged);
        Ok(())
    }

    /// Counts what a rule finds in a place again.
    pub fn stop_ignoring_rule(&self, code: &str, place: &RulePlace) -> Result<(), Error> {
        let session = self.session()?;
        session.writing().stop_ignoring_rule(code, &stored(place)?)?;
        session.emit(StudioEvent::LibraryChanged);
        Ok(())
    }
}

impl Session {
    /// Ignores under a group's new name what was ignored under the old one. There it stays: the renaming may be undone. What
    /// the new name ignores already keeps its reason.
    pub(super) fn carry_ignored_rules(&self, from: &str, to: &str) -> Result<(), Error> {
        let [from, to] = [from, to].map(|name| store::RulePlace::Group(name.to_owned()));
        let rules = self.library.list_ignored_rules()?;
        let is_known = |code: &str| rules.iter().any(|rule| rule.place == to && rule.code == code);
        let carried: Vec<_> = rules.iter().filter(|rule| rule.place == from && !is_known(&rule.code)).collect();
        for rule in &carried {
            let (code, reason) = (rule.code.clone(), rule.reason.clone());
            self.writing().ignore_rule(&store::IgnoredRule { code, place: to.clone(), reason })?;
        }
        if !carried.is_empty() {
            self.emit(StudioEvent::LibraryChanged);
        }
        Ok(())
    }
}

/// What the rules behind some problems say, each once.
pub(super) fn rules_of<'a>(codes: impl Iterator<Item = &'a str>) -> Vec<ProblemRule> {
    let codes: BTreeSet<&str> = codes.collect();
    let rules = codes.into_iter().map(|code| {
        let info = code::info(code);
        let meaning = info.map(|info| info.meaning).or_else(|| of_owners::meaning(code)).unwrap_or(code);
        let by_hand = of_owners::by_hand(code).or_else(|| info.map(|info| info.by_hand)).unwrap_or_default();
        ProblemRule {
            code: code.to_owned(),
            meaning: studio_model::capitalised(meaning),
            targets: code::targets_of(code).iter().map(|target| target.as_str().to_owned()).collect(),
            by_hand: by_hand.to_owned(),
        }
    });
    rules.collect()
}

/// Every rule an author may set, with what it says and how bad that is.
fn all() -> impl Iterator<Item = (&'static str, &'static str, Severity)> {
    let of_skills = code::CODES.iter().filter(|info| info.code != MORE_FINDINGS);
    let of_skills = of_skills.map(|info| (info.code, info.meaning, crate::skills::offsets::severity(info.severity)));
    // A name that models reject is a rule of lists of tools, too.
    of_skills.chain(of_owners::RULES.into_iter().filter(|(code, ..)| code::info(code).is_none()))
}

/// Refuses what is no rule.
pub(super) fn refuse_unknown(code: &str) -> Result<(), Error> {
    if all().any(|(known, ..)| known == code) {
        return Ok(());
    }
    Err(Error::new(ErrorCode::Invalid, format!("Unknown rule “{code}”.")))
}

fn stored(place: &RulePlace) -> Result<store::RulePlace, Error> {
    Ok(match place {
        RulePlace::Skill { skill_id: id } => store::RulePlace::Skill(skill_id(id)?),
        RulePlace::Group { name } => store::RulePlace::Group(name.clone()),
        RulePlace::Library => store::RulePlace::Library,
    })
}
