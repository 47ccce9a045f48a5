//! How Codex deals the budget of its list: a character to each description in turn.

/// Bytes it takes a token for.
pub(super) const BYTES_PER_TOKEN: usize = 4;
/// Its own skills, which share the budget: characters of the name and of the description.
pub(super) const OWN: [(usize, usize); 4] = [(8, 570), (11, 624), (13, 106), (15, 225)];

/// What a line costs by the characters kept of its description.
pub(super) struct Costs<'a> {
    /// Bytes of the line without a description, its end included.
    pub(super) bare: usize,
    pub(super) description: &'a str,
    /// Characters that may be kept.
    pub(super) most: usize,
}

impl Costs<'_> {
    pub(super) const fn tokens(&self, bytes: usize) -> usize {
        let space = if bytes == 0 { 0 } else { 1 };
        (self.bare + space + bytes).div_ceil(BYTES_PER_TOKEN)
    }
}

/// Its own skills; `filler` stands for the words of their descriptions.
pub(super) fn own(filler: &str) -> impl Iterator<Item = Costs<'_>> {
    OWN.iter().map(|&(name, most)| Costs {
        bare: "- : (file: r0//SKILL.md)\n".len() + 2 * name,
        description: filler,
        most,
    })
}

/// How many characters of each description are kept; none where the entry finds no room.
pub(super) fn dealt(lines: &[Costs<'_>], budget: usize) -> Vec<Option<usize>> {
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
