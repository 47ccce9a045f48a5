//! The list of skills a host shows its model, cut as the host cuts it.
//!
//! An entry is a line, and its characters (Unicode scalar values) are counted with the line's end; a description is on
//! one line, however it was written. Whatever the host writes around the list is not counted.
//!
//! - **Codex**: `- name: description (file: path)`. A description is cut to 1,024 characters. Where the list does not
//!   fit, descriptions are shortened evenly: characters are dealt to all in turn, so that short ones stay whole and long
//!   ones end at the same length. Where even the names do not fit, those that find no room are left out, later ones
//!   first (`codex-rs/ext/skills/src/render.rs`; it counts tokens where the context is known, here characters stand for
//!   them).
//! - **Claude Code**: `- name: description`. A description is cut to the entry's limit. Where the list does not fit,
//!   whole descriptions go, the least used first; use is not known here, so the last in the list goes first. Names stay.
//! - **adk** shows no list at all: it injects the one skill it selected.
//!
//! All numbers but the 1,024 are the caller's ([`Budgets`]).

use std::borrow::Cow;

/// A host, by how it cuts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Host {
    /// Cuts nothing.
    Whole,
    /// Shortens every description until the list fits.
    Codex,
    /// Drops whole descriptions until the list fits.
    Claude,
    /// Shows only the skill that was selected.
    Adk,
}

/// How hosts' limits are set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budgets {
    /// Tokens of the model's context window; 0 where unknown.
    pub context_tokens: u32,
    /// Share of the context Codex gives the list, in thousandths.
    pub codex_per_mille: u32,
    /// Characters Codex gives the list where the context is unknown.
    pub codex_fallback_chars: u32,
    /// Share of the context Claude Code gives the list, in thousandths.
    pub claude_per_mille: u32,
    /// Characters Claude Code gives the list where the context is unknown.
    pub claude_fallback_chars: u32,
    /// Characters Claude Code shows of one description.
    pub claude_entry_chars: u32,
    /// Characters a token is taken for.
    pub chars_per_token: u32,
}

impl Default for Budgets {
    fn default() -> Self {
        Self {
            context_tokens: 0,
            codex_per_mille: 20,
            codex_fallback_chars: 8_000,
            claude_per_mille: 10,
            claude_fallback_chars: 8_000,
            claude_entry_chars: 1_536,
            chars_per_token: 4,
        }
    }
}

impl Budgets {
    /// Characters a host gives its list; none where it has no limit.
    pub fn chars(&self, host: Host) -> Option<usize> {
        let (per_mille, fallback) = match host {
            Host::Codex => (self.codex_per_mille, self.codex_fallback_chars),
            Host::Claude => (self.claude_per_mille, self.claude_fallback_chars),
            Host::Whole | Host::Adk => return None,
        };
        if self.context_tokens == 0 {
            return Some(fallback as usize);
        }
        let tokens = u64::from(self.context_tokens) * u64::from(per_mille) / 1_000;
        Some(tokens.saturating_mul(u64::from(self.chars_per_token)) as usize)
    }
}

/// A skill as a host would list it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its description, whole.
    pub description: &'a str,
    /// The path the host would name.
    pub path: &'a str,
}

/// The library as a host's model sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct List {
    /// What became of each entry, in their order.
    pub entries: Vec<Shown>,
    /// Characters the whole list would take.
    pub whole_chars: usize,
    /// Characters shown.
    pub shown_chars: usize,
    /// Characters there are; none where the host has no limit.
    pub budget_chars: Option<usize>,
}

/// What became of an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// What became of its description.
    pub state: State,
    /// The description as shown, on one line; empty where it was dropped.
    pub shown: String,
    /// Characters of the whole description, on one line.
    pub whole_chars: usize,
}

/// What became of a description.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum State {
    /// Shown whole.
    Whole,
    /// Its end is cut.
    Shortened,
    /// Only the name is shown.
    NameOnly,
    /// Not in the list at all.
    Absent,
}

/// Lists skills in their order, as the host would.
pub fn list(host: Host, entries: &[Entry<'_>], budgets: &Budgets) -> List {
    let lines: Vec<_> = entries.iter().map(|entry| Line::new(host, entry)).collect();
    let whole_chars = lines.iter().map(|line| line.chars(line.whole)).sum();
    let budget_chars = budgets.chars(host);
    let kept: Vec<Option<usize>> = match host {
        Host::Whole => lines.iter().map(|line| Some(line.whole)).collect(),
        Host::Codex => shorten(&lines, budget_chars.unwrap_or(usize::MAX)),
        Host::Claude => drop_last(&lines, budget_chars.unwrap_or(usize::MAX), budgets.claude_entry_chars as usize),
        Host::Adk => vec![None; lines.len()],
    };
    let shown_chars = lines.iter().zip(&kept).filter_map(|(line, kept)| Some(line.chars((*kept)?))).sum();
    let entries = lines.iter().zip(kept).map(|(line, kept)| line.shown(kept)).collect();
    List { entries, whole_chars, shown_chars, budget_chars }
}

/// How a host cuts, in a sentence.
pub fn rule(host: Host, budgets: &Budgets) -> String {
    let chars = budgets.chars(host).unwrap_or_default();
    let basis = |per_mille: u32| match budgets.context_tokens {
        0 => "the size of the context is unknown".to_owned(),
        tokens => format!("{} % of {} tokens", f64::from(per_mille) / 10.0, grouped(tokens as usize)),
    };
    match host {
        Host::Whole => "Every description is shown in full.".to_owned(),
        Host::Codex => format!(
            "Codex shortens all descriptions evenly until the list fits in {} characters ({}).",
            grouped(chars),
            basis(budgets.codex_per_mille)
        ),
        Host::Claude => format!(
            "Claude Code cuts each description at {} characters and drops whole descriptions until the list fits in {} \
             characters ({}). It drops the least used first; here, the last in the list.",
            grouped(budgets.claude_entry_chars as usize),
            grouped(chars),
            basis(budgets.claude_per_mille)
        ),
        Host::Adk => "adk shows no list. The model gets only the skill that adk selected.".to_owned(),
    }
}

/// Codex shows no more of a description than this, however much room there is.
const CODEX_MOST_CHARS: usize = 1_024;

/// A line of the list before anything is cut.
struct Line<'a> {
    description: Cow<'a, str>,
    /// Characters of the description.
    whole: usize,
    /// Characters of the line without a description.
    bare: usize,
    /// Characters a description costs beside its own.
    joint: usize,
}

impl<'a> Line<'a> {
    fn new(host: Host, entry: &Entry<'a>) -> Self {
        let description = one_line(entry.description);
        let name = entry.name.chars().count();
        // `- name: (file: path)⏎`, a space more where a description stands between; or `- name⏎` and `: `.
        let (bare, joint) = match host {
            Host::Codex => ("- : (file: )\n".len() + name + entry.path.chars().count(), " ".len()),
            Host::Whole | Host::Claude | Host::Adk => ("- \n".len() + name, ": ".len()),
        };
        Self { whole: description.chars().count(), description, bare, joint }
    }

    /// Characters of the line with so many of its description's.
    fn chars(&self, kept: usize) -> usize {
        if kept == 0 { self.bare } else { self.bare + self.joint + kept }
    }

    fn shown(&self, kept: Option<usize>) -> Shown {
        let state = match kept {
            None => State::Absent,
            Some(kept) if kept == self.whole => State::Whole,
            Some(0) => State::NameOnly,
            Some(_) => State::Shortened,
        };
        Shown { state, shown: self.description.chars().take(kept.unwrap_or(0)).collect(), whole_chars: self.whole }
    }
}

/// How many characters of each description Codex keeps; none where the entry finds no room.
fn shorten(lines: &[Line<'_>], budget: usize) -> Vec<Option<usize>> {
    let bare: usize = lines.iter().map(|line| line.bare).sum();
    if bare > budget {
        return names_that_fit(lines, budget);
    }
    let wanted: Vec<_> = lines.iter().map(|line| line.whole.min(CODEX_MOST_CHARS)).collect();
    let total =
        |cap: usize| -> usize { lines.iter().zip(&wanted).map(|(line, &whole)| line.chars(whole.min(cap))).sum() };
    // The total grows with the cap, so the largest that fits is found by halving.
    let (mut fits, mut bursts) = (0, CODEX_MOST_CHARS + 1);
    while bursts - fits > 1 {
        let middle = fits.midpoint(bursts);
        if total(middle) <= budget { fits = middle } else { bursts = middle }
    }
    let mut spare = budget - total(fits);
    let mut kept = Vec::with_capacity(lines.len());
    for (line, &whole) in lines.iter().zip(&wanted) {
        let one_more = line.chars(fits + 1) - line.chars(fits);
        let gets_more = whole > fits && one_more <= spare;
        spare -= if gets_more { one_more } else { 0 };
        kept.push(Some(whole.min(fits + usize::from(gets_more))));
    }
    kept
}

fn names_that_fit(lines: &[Line<'_>], budget: usize) -> Vec<Option<usize>> {
    let mut left = budget;
    let mut keep = |line: &Line<'_>| {
        left = left.checked_sub(line.bare)?;
        Some(0)
    };
    lines.iter().map(&mut keep).collect()
}

/// How many characters of each description Claude Code keeps.
fn drop_last(lines: &[Line<'_>], budget: usize, entry_chars: usize) -> Vec<Option<usize>> {
    let mut kept: Vec<_> = lines.iter().map(|line| line.whole.min(entry_chars)).collect();
    let mut total: usize = lines.iter().zip(&kept).map(|(line, &kept)| line.chars(kept)).sum();
    for (line, kept) in lines.iter().zip(&mut kept).rev() {
        if total <= budget {
            break;
        }
        total -= line.chars(*kept) - line.bare;
        *kept = 0;
    }
    kept.into_iter().map(Some).collect()
}

/// A text with every run of white space made one space.
fn one_line(text: &str) -> Cow<'_, str> {
    let is_plain = !text.starts_with(' ') && !text.ends_with(' ') && !text.contains("  ");
    if is_plain && !text.contains(|c: char| c.is_whitespace() && c != ' ') {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// A number with its thousands apart.
fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const SKILLS: [Entry<'_>; 3] = [
        Entry { name: "first", description: "Says one thing.", path: "/s/first/SKILL.md" },
        Entry { name: "second", description: "Says\n  two things — at length.", path: "/s/second/SKILL.md" },
        Entry { name: "third", description: "", path: "/s/third/SKILL.md" },
    ];

    fn with(codex: u32, claude: u32, entry: u32) -> Budgets {
        Budgets {
            codex_fallback_chars: codex,
            claude_fallback_chars: claude,
            claude_entry_chars: entry,
            ..Budgets::default()
        }
    }

    fn shown(host: Host, budgets: &Budgets) -> (Vec<(State, String)>, usize) {
        let found = list(host, &SKILLS, budgets);
        (found.entries.into_iter().map(|entry| (entry.state, entry.shown)).collect(), found.shown_chars)
    }

    fn expect(entries: [(State, &str); 3], chars: usize) -> (Vec<(State, String)>, usize) {
        (entries.map(|(state, text)| (state, text.to_owned())).to_vec(), chars)
    }

    #[test]
    fn a_list_that_fits_is_whole() {
        use State::Whole;
        let whole = [(Whole, "Says one thing."), (Whole, "Says two things — at length."), (Whole, "")];
        assert_eq!(shown(Host::Codex, &Budgets::default()), expect(whole, 152));
        assert_eq!(shown(Host::Claude, &Budgets::default()), expect(whole, 72));
        assert_eq!(shown(Host::Whole, &with(0, 0, 0)), expect(whole, 72));
        let lines = "- first: Says one thing. (file: /s/first/SKILL.md)\n\
                     - second: Says two things — at length. (file: /s/second/SKILL.md)\n\
                     - third: (file: /s/third/SKILL.md)\n";
        assert_eq!(lines.chars().count(), 152);
    }

    #[test]
    fn codex_deals_out_characters_in_turn_and_leaves_out_names_last() {
        use State::{Absent, NameOnly, Shortened, Whole};
        let expected = [(Whole, "Says one thing."), (Shortened, "Says two things — a"), (Whole, "")];
        assert_eq!(shown(Host::Codex, &with(143, 0, 0)), expect(expected, 143));
        let uneven = [(Shortened, "Says on"), (Shortened, "Says t"), (Whole, "")];
        assert_eq!(shown(Host::Codex, &with(122, 0, 0)), expect(uneven, 122));
        let names = [(NameOnly, ""), (NameOnly, ""), (Whole, "")];
        assert_eq!(shown(Host::Codex, &with(108, 0, 0)), expect(names, 107));
        let gone = [(NameOnly, ""), (NameOnly, ""), (Absent, "")];
        assert_eq!(shown(Host::Codex, &with(100, 0, 0)), expect(gone, 72));
        let long = "x".repeat(2_000);
        let found = list(Host::Codex, &[Entry { name: "x", description: &long, path: "p" }], &Budgets::default());
        assert_eq!((found.entries[0].state, found.entries[0].shown.len()), (Shortened, 1_024));
    }

    #[test]
    fn claude_drops_whole_descriptions_from_the_end_and_keeps_names() {
        use State::{NameOnly, Shortened, Whole};
        let last = [(Whole, "Says one thing."), (NameOnly, ""), (Whole, "")];
        assert_eq!(shown(Host::Claude, &with(0, 71, 1_536)), expect(last, 42));
        let none = [(NameOnly, ""), (NameOnly, ""), (Whole, "")];
        assert_eq!(shown(Host::Claude, &with(0, 5, 1_536)), expect(none, 25));
        let cut = [(Shortened, "Says one"), (Shortened, "Says two"), (Whole, "")];
        assert_eq!(shown(Host::Claude, &with(0, 8_000, 8)), expect(cut, 45));
    }

    #[test]
    fn adk_shows_no_list() {
        let found = list(Host::Adk, &SKILLS, &Budgets::default());
        assert!(found.entries.iter().all(|entry| entry.state == State::Absent && entry.shown.is_empty()));
        assert_eq!((found.shown_chars, found.budget_chars), (0, None));
    }

    #[test]
    fn the_budget_is_a_share_of_the_context_where_it_is_known() {
        let known = Budgets { context_tokens: 200_000, ..Budgets::default() };
        assert_eq!(known.chars(Host::Codex), Some(16_000));
        assert_eq!(known.chars(Host::Claude), Some(8_000));
        assert_eq!(Budgets::default().chars(Host::Codex), Some(8_000));
        let huge = Budgets { context_tokens: u32::MAX, codex_per_mille: u32::MAX, chars_per_token: u32::MAX, ..known };
        assert!(huge.chars(Host::Codex).is_some());
        assert_eq!(
            rule(Host::Codex, &known),
            "Codex shortens all descriptions evenly until the list fits in 16,000 characters (2 % of 200,000 tokens)."
        );
    }

    proptest! {
        #[test]
        fn a_list_stays_within_its_budget(
            skills in prop::collection::vec(("[a-zé]{1,12}", "[a-zä \n—]{0,60}", "[a-z/]{0,10}"), 0..20),
            budget in 0_u32..1_500,
            entry in 0_u32..60,
        ) {
            let skills: Vec<_> = skills.iter().map(|(name, description, path)| Entry { name, description, path }).collect();
            let budgets = with(budget, budget, entry);
            for host in [Host::Codex, Host::Claude, Host::Adk, Host::Whole] {
                let found = list(host, &skills, &budgets);
                prop_assert_eq!(found.entries.len(), skills.len());
                prop_assert!(found.shown_chars <= found.whole_chars);
                let only_names = found.entries.iter().all(|entry| entry.shown.is_empty());
                let fits = found.shown_chars <= budget as usize;
                prop_assert!(fits || host == Host::Whole || (host == Host::Claude && only_names));
                for (entry, skill) in found.entries.iter().zip(&skills) {
                    let whole = skill.description.split_whitespace().collect::<Vec<_>>().join(" ");
                    prop_assert!(whole.starts_with(&entry.shown));
                    prop_assert_eq!(entry.state == State::Whole, host != Host::Adk && entry.shown == whole && entry.state != State::Absent);
                }
            }
            // Codex cuts evenly: what was shortened ends within a character of the same length, and what is whole is no longer.
            let codex = list(Host::Codex, &skills, &budgets);
            let of = |state: State| codex.entries.iter().filter(move |entry| entry.state == state).map(|entry| entry.shown.chars().count());
            if let (Some(least), Some(most)) = (of(State::Shortened).min(), of(State::Shortened).max()) {
                prop_assert!(most - least <= 1 && of(State::Whole).all(|whole| whole <= least + 1));
            }
        }
    }
}
