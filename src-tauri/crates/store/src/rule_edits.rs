//! What the author says of rules: written, and heard in what is counted of every skill at once.

use studio_model::Level;

use crate::{Error, IgnoredRule, Library, RulePlace, findings, rules};

impl Library {
    /// Gives a rule a level, or the one it has by itself where none is given.
    pub fn set_rule_level(&self, code: &str, level: Option<Level>) -> Result<(), Error> {
        let key = rules::key_of_level(code);
        self.connections.write(|tx| {
            rules::put(tx, self.host(), &key, level.map(Level::as_str))?;
            findings::count_all(tx, self.host())
        })
    }

    /// Ignores a rule in a place from now on, or gives that another reason.
    pub fn ignore_rule(&self, rule: &IgnoredRule) -> Result<(), Error> {
        self.set_ignored(&rule.code, &rule.place, Some(&rule.reason))
    }

    /// Counts a rule's findings in a place again; nothing happens where it is not ignored there.
    pub fn stop_ignoring_rule(&self, code: &str, place: &RulePlace) -> Result<(), Error> {
        self.set_ignored(code, place, None)
    }

    fn set_ignored(&self, code: &str, place: &RulePlace, reason: Option<&str>) -> Result<(), Error> {
        let key = rules::key_in(code, place);
        self.connections.write(|tx| {
            rules::put(tx, self.host(), &key, reason)?;
            findings::count_all(tx, self.host())
        })
    }
}
