//! How bad the findings of lint's rules are to an author, where that is not what a rule itself says.

use std::collections::BTreeMap;

/// How bad a finding is, or that its rule is not to be told of. Ordered: the worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// A host rejects the file, or a runtime cannot do what it says.
    Error,
    /// It works badly.
    Warning,
    /// Worth knowing.
    Info,
    /// Not told at all.
    Off,
}

impl Level {
    /// All of them, the worst first.
    pub const ALL: [Self; 4] = [Self::Error, Self::Warning, Self::Info, Self::Off];

    /// Its name in libraries and on the command line.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Info => "info",
            Self::Off => "off",
        }
    }

    /// The level of this name.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.as_str() == text)
    }
}

/// The levels an author gave to rules, by the rules' codes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Levels(BTreeMap<String, Level>);

impl Levels {
    /// Gives a rule a level, over one it had.
    pub fn set(&mut self, rule: &str, level: Level) {
        self.0.insert(rule.to_owned(), level);
    }

    /// The level a rule was given.
    pub fn of(&self, rule: &str) -> Option<Level> {
        self.0.get(rule).copied()
    }

    /// How bad a finding is that its rule calls `found`; none where the rule is off.
    pub fn told(&self, rule: &str, found: Level) -> Option<Level> {
        Some(self.of(rule).unwrap_or(found)).filter(|level| *level != Level::Off)
    }
}

impl FromIterator<(String, Level)> for Levels {
    fn from_iter<T: IntoIterator<Item = (String, Level)>>(levels: T) -> Self {
        Self(levels.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::{Level, Levels};

    #[test]
    fn a_rule_is_as_bad_as_its_author_says_and_else_as_it_says_itself() {
        let levels: Levels =
            [("body-lines".to_owned(), Level::Error), ("body-tokens".to_owned(), Level::Off)].into_iter().collect();
        assert_eq!(levels.told("body-lines", Level::Warning), Some(Level::Error));
        assert_eq!(levels.told("body-tokens", Level::Error), None);
        assert_eq!(levels.told("name-format", Level::Info), Some(Level::Info));
        assert!(Level::ALL.into_iter().all(|level| Level::parse(level.as_str()) == Some(level)));
    }
}
