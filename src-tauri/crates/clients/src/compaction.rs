//! What is left of loaded skills when a client compacts the conversation: its list of skills is dropped, and what was loaded
//! is attached again within two bounds.

use crate::text::grouped;

/// How much of loaded skills a client attaches again after it compacted the conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Compaction {
    /// Most tokens of one skill, from its beginning.
    pub skill_tokens: usize,
    /// Most tokens of all skills together.
    pub total_tokens: usize,
    /// Where this is known from, as a sentence.
    pub source: &'static str,
}

/// What is left of a loaded skill.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Remnant<'a> {
    /// Tokens of what was loaded.
    pub tokens: usize,
    /// What of it is attached again.
    pub attached: Attached<'a>,
}

/// What of a loaded skill is attached again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attached<'a> {
    /// All of it.
    Whole,
    /// Its beginning.
    Beginning {
        /// The text.
        text: &'a str,
        /// Its tokens.
        tokens: usize,
    },
    /// Nothing: those that were loaded later left no room for it.
    Nothing,
}

impl Compaction {
    /// The rule for people, with where it is known from.
    pub fn rule(&self) -> String {
        format!(
            "The skill list is removed. Loaded skills are reattached, most recent first: up to {} tokens each, {} tokens \
             in total. {}",
            grouped(self.skill_tokens),
            grouped(self.total_tokens),
            self.source,
        )
    }

    /// What is left of each skill. `loaded` are their texts in the order in which they were last loaded, and `count` counts
    /// tokens. The one loaded last finds room first. One that finds none is dropped whole; whether a shorter one from before
    /// it may still be attached the sources do not say, and here it is.
    pub fn remnants<'a>(&self, loaded: &[&'a str], mut count: impl FnMut(&str) -> usize) -> Vec<Remnant<'a>> {
        let mut room = self.total_tokens;
        let mut remnants: Vec<Remnant<'a>> =
            loaded.iter().rev().map(|&text| self.remnant(text, &mut room, &mut count)).collect();
        remnants.reverse();
        remnants
    }

    fn remnant<'a>(&self, text: &'a str, room: &mut usize, count: &mut dyn FnMut(&str) -> usize) -> Remnant<'a> {
        let tokens = count(text);
        let (attached, taken) = if tokens <= self.skill_tokens {
            (Attached::Whole, tokens)
        } else {
            let (text, tokens) = beginning(text, self.skill_tokens, count);
            (Attached::Beginning { text, tokens }, tokens)
        };
        let Some(left) = room.checked_sub(taken) else {
            return Remnant { tokens, attached: Attached::Nothing };
        };
        *room = left;
        Remnant { tokens, attached }
    }
}

/// The longest beginning of a text with no more than so many tokens, and how many it has.
fn beginning<'a>(text: &'a str, most: usize, count: &mut dyn FnMut(&str) -> usize) -> (&'a str, usize) {
    let ends: Vec<usize> = text.char_indices().map(|(at, letter)| at + letter.len_utf8()).collect();
    // Where a word is split, the longer beginning may have a token fewer: the search then ends that much earlier.
    let fitting = ends.partition_point(|&end| count(&text[..end]) <= most);
    let beginning = fitting.checked_sub(1).map_or("", |last| &text[..ends[last]]);
    (beginning, count(beginning))
}
