//! Codex: `- name: description (file: path)`, with a short name for the root a path lies in, counted in tokens: four bytes
//! each, rounded up line by line. Where the list does not fit, characters are dealt to all descriptions in turn, so that
//! short ones stay whole and long ones end at the same length. Where even the names do not fit, those that find no room are
//! left out.

use super::{Client, Entry, Facts, Kept, Line, Settings, State, Unit, text};

/// Tokens of the context of its models, and of those it does not know.
const CONTEXT_TOKENS: u32 = 272_000;
/// It shows no more of a description than this, however much room there is.
const MOST_CHARS: usize = 1_024;
const MOST_NAME_CHARS: usize = 64;
const BYTES_PER_TOKEN: usize = 4;
/// Its own four skills stand first and are cut with the others. Their names and descriptions vary by version; these are the
/// characters of the ones measured.
const OWN: [(usize, usize); 4] = [(8, 570), (11, 624), (13, 106), (15, 225)];

pub(super) struct Codex;

/// What a line costs by the characters kept of its description.
struct Costs<'a> {
    /// Bytes of the line without a description, its end included.
    bare: usize,
    description: &'a str,
    /// Characters that may be kept.
    most: usize,
}

impl Costs<'_> {
    const fn tokens(&self, bytes: usize) -> usize {
        let space = if bytes == 0 { 0 } else { 1 };
        (self.bare + space + bytes).div_ceil(BYTES_PER_TOKEN)
    }
}

impl Codex {
    fn tokens(settings: &Settings) -> usize {
        let tokens = u64::from(settings.context_tokens.unwrap_or(CONTEXT_TOKENS));
        usize::try_from(tokens * u64::from(settings.codex_per_mille) / 1_000).unwrap_or(usize::MAX).max(1)
    }

    /// What of a line's path is left behind the short name of its root: the skill's folder and its file.
    fn below(path: &str) -> &str {
        path.rmatch_indices('/').nth(1).map_or(path, |(at, _)| &path[at + 1..])
    }

    /// Length of a line's path.
    fn alias(path: &str) -> usize {
        "r1/".len() + Self::below(path).len()
    }
}

impl Client for Codex {
    fn facts(&self) -> Facts {
        Facts { version: "0.171.0", measured_on: "2026-11-26", unit: Unit::Tokens }
    }

    fn budget(&self, settings: &Settings) -> Option<usize> {
        Some(Self::tokens(settings))
    }

    fn left_out(&self, entry: &Entry<'_>) -> Option<State> {
        if entry.is_for_users_only_in_codex {
            return Some(State::Hidden);
        }
        let is_read = !entry.description.trim().is_empty() && entry.name.chars().nth(MOST_NAME_CHARS).is_none();
        (!is_read).then_some(State::Refused)
    }

    fn size(&self, entry: &Entry<'_>, description: &str) -> usize {
        bare(entry).tokens(description.len())
    }

    fn cut(&self, lines: &[Line<'_>], settings: &Settings) -> Vec<Kept> {
        let kept = if fits(lines, settings) {
            lines.iter().map(|line| Some(shown_at_most(line))).collect()
        } else {
            let filler = "x".repeat(MOST_CHARS);
            let all: Vec<_> = own(&filler)
                .chain(lines.iter().map(|line| Costs {
                    description: &line.description,
                    most: shown_at_most(line),
                    ..bare(line.entry)
                }))
                .collect();
            dealt(&all, Self::tokens(settings)).split_off(OWN.len())
        };
        let shown = |(line, kept): (&Line<'_>, Option<usize>)| match kept {
            None => Kept::Nothing,
            Some(kept) if line.description.chars().nth(kept).is_none() => Kept::Whole,
            Some(0) => Kept::Name,
            Some(kept) => Kept::Beginning(text::beginning(&line.description, kept).to_owned()),
        };
        lines.iter().zip(kept).map(shown).collect()
    }

    fn short_paths(&self, lines: &[Line<'_>]) -> Vec<String> {
        // `r0` is the root of its own skills.
        let mut roots: Vec<&str> = Vec::new();
        let mut paths = Vec::with_capacity(lines.len());
        for path in lines.iter().map(|line| line.entry.path) {
            let below = Self::below(path);
            let root = &path[..path.len() - below.len()];
            let at = roots.iter().position(|known| *known == root).unwrap_or_else(|| {
                roots.push(root);
                roots.len() - 1
            });
            paths.push(format!("r{}/{below}", at + 1));
        }
        paths
    }

    fn rule(&self, settings: &Settings) -> String {
        format!(
            "Codex shortens all descriptions evenly until the list fits in {} tokens ({}), its own four skills included, \
             and shows at most {} characters of each.",
            text::grouped(Self::tokens(settings)),
            text::share(settings.codex_per_mille, settings.context_tokens.unwrap_or(CONTEXT_TOKENS)),
            text::grouped(MOST_CHARS)
        )
    }
}

/// Its own skills; `filler` stands for the words of their descriptions.
fn own(filler: &str) -> impl Iterator<Item = Costs<'_>> {
    OWN.iter().map(|&(name, most)| Costs {
        bare: "- : (file: r0//SKILL.md)\n".len() + 2 * name,
        description: filler,
        most,
    })
}

/// Characters of a line's description it ever shows.
fn shown_at_most(line: &Line<'_>) -> usize {
    line.description.chars().count().min(MOST_CHARS)
}

/// Whether everything it ever shows has room.
fn fits(lines: &[Line<'_>], settings: &Settings) -> bool {
    let of_line = |line: &Line<'_>| {
        let description = text::beginning(&line.description, MOST_CHARS);
        bare(line.entry).tokens(description.len())
    };
    let of_own: usize = own("").map(|costs| costs.tokens(costs.most)).sum();
    of_own + lines.iter().map(of_line).sum::<usize>() <= Codex::tokens(settings)
}

fn bare(entry: &Entry<'_>) -> Costs<'static> {
    let path = Codex::alias(entry.path);
    Costs { bare: "- : (file: )\n".len() + entry.name.len() + path, description: "", most: 0 }
}

/// How many characters of each description are kept; none where the entry finds no room.
fn dealt(lines: &[Costs<'_>], budget: usize) -> Vec<Option<usize>> {
    let names: usize = lines.iter().map(|line| line.tokens(0)).sum();
    let Some(mut room) = budget.checked_sub(names) else { return names_that_fit(lines, budget) };
    let mut kept: Vec<(usize, usize, usize)> = lines.iter().map(|line| (0, 0, line.tokens(0))).collect();
    // As many rounds as the longest has characters; who can pay for one more character gets it.
    loop {
        let mut is_changed = false;
        for (line, (chars, bytes, tokens)) in lines.iter().zip(&mut kept) {
            if *chars == line.most {
                continue;
            }
            let Some(next) = line.description[*bytes..].chars().next() else { continue };
            let cost = line.tokens(*bytes + next.len_utf8());
            if let Some(left) = room.checked_sub(cost - *tokens) {
                (room, *chars, *bytes, *tokens) = (left, *chars + 1, *bytes + next.len_utf8(), cost);
                is_changed = true;
            }
        }
        if !is_changed {
            return kept.into_iter().map(|(chars, ..)| Some(chars)).collect();
        }
    }
}

fn names_that_fit(lines: &[Costs<'_>], budget: usize) -> Vec<Option<usize>> {
    let mut left = budget;
    let mut keep = |line: &Costs<'_>| {
        left = left.checked_sub(line.tokens(0))?;
        Some(0)
    };
    lines.iter().map(&mut keep).collect()
}
