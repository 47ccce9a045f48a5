//! What speaks for an order that nobody would give openly, as steps of words: who is not to know, what is taken and where
//! it goes, which limits are gone, whose orders are followed, what is lost, what is made up.

use super::Rule;
use crate::scan::phrase::{OBEYS, OVERRIDES, RUNS, SECRECY, SENDS, UNLOCKS};

mod deeds;
mod loyal;
mod remote;
mod signs;

const LASTS: &str = "This changes what an agent is told or allowed in each session, without the user being asked. Remove it, \
    or ask the user first.";
const LOSES: &str = "This has something deleted that the user may not get back. Name exactly what is to be deleted, and ask \
    first.";
const DECEIVES: &str = "This has an agent say what is not so, or decide for somebody other than the user. Remove it.";

/// What a sign is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Of {
    /// Why nobody would mind.
    Excuse,
    /// Who is said to have agreed.
    Claim,
    /// Nobody is asked.
    Unasked,
    /// It lasts for ever.
    Always,
    /// Something is kept from who should know.
    Conceals,
    /// What is taken.
    Takes,
    /// Where it goes.
    Gives,
    /// Something is got from elsewhere.
    Fetches,
    /// Limits are gone.
    Frees,
    /// Other orders no longer hold.
    Overrides,
    /// What is written lasts.
    Keeps,
    /// What is deleted.
    Loses,
    /// What is said is not so.
    Deceives,
    /// Others' orders are followed.
    Obeys,
    /// Programs of others are run.
    Installs,
}

impl Of {
    /// Every one, by the name that rows give it.
    const ALL: [(&str, Self); 15] = [
        ("Excuse", Self::Excuse),
        ("Claim", Self::Claim),
        ("Unasked", Self::Unasked),
        ("Always", Self::Always),
        ("Conceals", Self::Conceals),
        ("Takes", Self::Takes),
        ("Gives", Self::Gives),
        ("Fetches", Self::Fetches),
        ("Frees", Self::Frees),
        ("Overrides", Self::Overrides),
        ("Keeps", Self::Keeps),
        ("Loses", Self::Loses),
        ("Deceives", Self::Deceives),
        ("Obeys", Self::Obeys),
        ("Installs", Self::Installs),
    ];

    /// Whether it says something by itself.
    pub(super) const fn is_core(self) -> bool {
        !matches!(
            self,
            Self::Excuse | Self::Claim | Self::Unasked | Self::Always | Self::Takes | Self::Gives | Self::Fetches
        )
    }

    /// The rule, and what is said.
    pub(super) const fn told(self) -> (Rule, &'static str) {
        match self {
            Self::Takes | Self::Gives => (Rule::Exfiltration, SENDS),
            Self::Frees => (Rule::Persistence, UNLOCKS),
            Self::Keeps | Self::Always => (Rule::Persistence, LASTS),
            Self::Loses => (Rule::Destruction, LOSES),
            Self::Obeys | Self::Fetches => (Rule::RemoteCode, OBEYS),
            Self::Installs => (Rule::RemoteCode, RUNS),
            Self::Deceives => (Rule::Injection, DECEIVES),
            Self::Conceals => (Rule::Injection, SECRECY),
            Self::Excuse | Self::Claim | Self::Unasked | Self::Overrides => (Rule::Injection, OVERRIDES),
        }
    }
}

/// One sign.
#[derive(Clone, Copy)]
pub(super) struct Evidence {
    pub(super) of: Of,
    /// How much it says; less than nothing where it says the contrary.
    pub(super) weight: i32,
    pub(super) steps: &'static str,
    /// Whether what is forbidden right before it makes it the contrary.
    pub(super) is_free: bool,
}

/// Every sign.
pub(super) fn all() -> impl Iterator<Item = Evidence> {
    rows().filter_map(read)
}

/// The rows of the table.
fn rows() -> impl Iterator<Item = &'static str> {
    let all = [signs::SIGNS, deeds::SIGNS, loyal::SIGNS, remote::SIGNS].into_iter().flat_map(str::lines);
    all.filter(|line| !line.is_empty() && !line.starts_with('#'))
}

fn read(row: &'static str) -> Option<Evidence> {
    let (of, rest) = row.split_once(' ')?;
    let (weight, steps) = rest.trim_start().split_once("  ")?;
    let of = Of::ALL.into_iter().find(|(name, _)| *name == of)?.1;
    Some(Evidence { of, weight: weight.trim_end_matches('*').parse().ok()?, steps, is_free: weight.ends_with('*') })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_a_sign() {
        for row in rows() {
            assert!(read(row).is_some(), "{row}");
        }
    }
}
