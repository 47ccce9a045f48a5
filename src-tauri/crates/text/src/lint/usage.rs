//! How a sentence uses a name in backticks: as something to be done with, or not.
//!
//! The words were chosen by measuring on real skills, by the share of names they rightly tell to be tools.

use crate::Span;

/// How sure it is that a sentence takes a name for a tool's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Usage {
    /// It only names it.
    #[default]
    None,
    /// It uses it.
    Used,
    /// It calls it.
    Called,
    /// It calls it a tool.
    CalledTool,
}

/// Before or after a name: it is called a tool.
const TOOL: &str = "tool tools";
/// Before a name: it is called.
const CALLING: &str = "call calling calls invoke invokes invoking";
/// Before a name: it is used.
const USING: &str = "attempt execute run running runs then through try trying use uses using via with";
/// Between those and the name.
const FILLERS: &str = "a also always an either first its mcp only that the this your";
/// After a name: it does something, or is called.
const DOING: &str = "\
    call called calls does fetches finds gives handles response result results returns reveals tells";
/// Between the name and those.
const ADVERBS: &str = "also always never only then";
/// After a name: it is something else than a tool.
const NOUNS: &str = "\
    annotation annotations argument arguments array attribute attributes block class column columns component config \
    configuration decorator directory element endpoint enum env environment error event events extension feature \
    field fields file files filter flag flags folder format framework frontmatter function functions glob header \
    headers hook hooks id ids input job key keys keyword label labels library method methods metric metrics mode \
    module object option options output package param parameter parameters params pattern permission prefix \
    properties property role schema scope selector setting settings skill state status syntax table template trigger \
    triggers type workflow";
/// How far a sentence is looked at on either side of a name, in bytes.
const AROUND: usize = 120;
/// Most words between a word that tells and the name.
const MOST_FILLERS: usize = 3;

/// Reads how a text uses its names, one after the other.
pub(super) struct UsageReader<'a> {
    text: &'a str,
    /// Where the last tool's name ended, and how it was used.
    last: Option<(usize, Usage)>,
}

impl<'a> UsageReader<'a> {
    /// Before the first name.
    pub(super) fn new(text: &'a str) -> Self {
        Self { text, last: None }
    }

    /// How the next name is used; what is said of one holds for the others of a list: ``use `a`, `b` and `c` ``.
    pub(super) fn read(&mut self, code: Span) -> Usage {
        let usage = match self.last.filter(|(end, _)| *end < code.start) {
            Some((end, _)) if is_given(&self.text[end..code.start]) => Usage::None,
            Some((end, usage)) if is_list(&self.text[end..code.start]) => usage.max(self.usage_of(code)),
            _ => self.usage_of(code),
        };
        self.last = Some((code.end, usage));
        usage
    }

    /// The last name was none of a tool: what was said of it does not hold for others.
    pub(super) fn forget(&mut self) {
        self.last = None;
    }

    fn usage_of(&self, code: Span) -> Usage {
        let after = Words::after(self.text, code.end);
        if after.is_tool() {
            return Usage::CalledTool;
        }
        let said = before(self.text, code.start).max(after.usage());
        if after.is_something_else() { Usage::None } else { said }
    }
}

/// Whether two names stand in one list.
fn is_list(between: &str) -> bool {
    let words = trim_marks(between);
    !between.contains("\n\n") && matches!(words, "" | "and" | "or" | "then" | "and then" | "→" | "->" | "&")
}

/// Whether the second name is what the tool of the first is given: `` `a` with `b` ``.
fn is_given(between: &str) -> bool {
    let words = trim_marks(between);
    words.strip_prefix("with").is_some_and(|rest| rest.split_whitespace().all(|word| is_among(word, FILLERS)))
}

fn trim_marks(between: &str) -> &str {
    between.trim_matches(|character: char| "`*,/+".contains(character) || character.is_whitespace())
}

/// What the words before a name say.
fn before(text: &str, at: usize) -> Usage {
    let mut start = at.saturating_sub(AROUND);
    while !text.is_char_boundary(start) {
        start += 1;
    }
    // Emphasis and quotes stand at the name; so can a parenthesis.
    let mut rest = text[start..at].trim_end_matches(['`', '*', '_', '"', '(']);
    for _ in 0..=MOST_FILLERS {
        rest = trim_gap(rest).trim_end_matches('*');
        let word_start =
            rest.rfind(|character: char| !is_word(character)).map_or(0, |last| last + width_at(rest, last));
        let word = rest[word_start..].to_ascii_lowercase();
        if let Some(usage) = usage_by(&word) {
            return usage;
        }
        if !is_among(&word, FILLERS) {
            break;
        }
        rest = &rest[..word_start];
    }
    Usage::None
}

fn usage_by(word: &str) -> Option<Usage> {
    let usages = [(TOOL, Usage::CalledTool), (CALLING, Usage::Called), (USING, Usage::Used)];
    usages.into_iter().find(|(words, _)| is_among(word, words)).map(|(_, usage)| usage)
}

/// Whether a word is one of several with spaces between.
pub(super) fn is_among(word: &str, words: &str) -> bool {
    // Byte by byte: words are too short for a search for the next space to pay.
    words.as_bytes().split(|&byte| byte == b' ').any(|other| other == word.as_bytes())
}

fn width_at(text: &str, at: usize) -> usize {
    text[at..].chars().next().map_or(1, char::len_utf8)
}

fn is_word(character: char) -> bool {
    character.is_alphanumeric() || matches!(character, '-' | '_' | '\'')
}

/// Without the white space at its end, a line's end and the mark of a quote among it; a paragraph's end is kept.
fn trim_gap(text: &str) -> &str {
    let trimmed = text.trim_end_matches(|character: char| character.is_whitespace() || character == '>');
    let lines = text[trimmed.len()..].bytes().filter(|byte| *byte == b'\n').count();
    if lines > 1 { text } else { trimmed }
}

/// The words after a name, lists it begins and parentheses passed over.
struct Words([String; 2]);

impl Words {
    fn after(text: &str, at: usize) -> Self {
        let mut end = (at + AROUND).min(text.len());
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        let mut rest = text[at..end].trim_start_matches(['`', '*']);
        while let Some(passed) = pass(rest) {
            rest = passed;
        }
        let mut words = rest.strip_prefix(|first: char| first.is_whitespace()).unwrap_or_default().split_whitespace();
        let mut word = || {
            let word = words.next().unwrap_or_default();
            word.trim_end_matches(|last: char| !is_word(last)).to_ascii_lowercase()
        };
        Self([word(), word()])
    }

    fn first(&self) -> &str {
        &self.0[0]
    }

    fn is_tool(&self) -> bool {
        is_among(self.first(), TOOL)
    }

    fn is_something_else(&self) -> bool {
        is_among(self.first(), NOUNS)
    }

    fn usage(&self) -> Usage {
        let word = if is_among(self.first(), ADVERBS) { &self.0[1] } else { &self.0[0] };
        if is_among(word, DOING) { Usage::Used } else { Usage::None }
    }
}

/// A text behind a parenthesis or behind one more name of a list; none where neither follows.
fn pass(rest: &str) -> Option<&str> {
    let start = rest.trim_start();
    if let Some(inside) = start.strip_prefix('(') {
        return Some(&inside[inside.find(')')? + 1..]);
    }
    let name = start.trim_start_matches([',', '/', ' ']);
    let name = ["and ", "or "].iter().find_map(|word| name.strip_prefix(word)).unwrap_or(name);
    let name = name.strip_prefix('`')?;
    if start.starts_with('`') {
        return None;
    }
    Some(&name[name.find('`')? + 1..])
}
