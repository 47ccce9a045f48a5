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
    /// It says that it is a tool.
    NamedTool,
    /// It says to call the tool of that name.
    CalledTool,
}

/// Before or after a name: it is called a tool.
const TOOL: &str = "tool tools";
/// Before those: the tool is a program.
const SOFTWARE: &str =
    "cli command command-line console dotnet external global line node npm python rust shell terminal unix";
/// After them: it is a piece of a tool.
const PIECES: &str = "\
    block blocks choice config configuration definition definitions error errors field fields id ids option options \
    parameter parameters schema schemas type types version versions";
/// Before or after a name: what it is called instead, wherever else it stands.
const KINDS: &str = "\
    argument arguments attribute attributes class column columns constant decorator endpoint enum env field fields flag \
    function functions header helper hook key keys library macro method methods module object operator option options \
    package param parameter parameters params property properties resource subroutine table type types variable variables";
/// Before a name: it is called.
const CALLING: &str = "call calling calls invoke invokes invoking";
/// Before a name: it is used.
const USING: &str = "attempt execute run running runs then through try trying use uses using via with";
/// Those of them that a tool is called with, and no program.
const ASKING: &str = "use uses using";
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
/// Between the names of a list.
const JOINING: &str = "& -> afterwards and finally first next or then →";
/// How far a sentence is looked at on either side of a name, in bytes.
const AROUND: usize = 120;
/// Most words between a word that tells and the name.
const MOST_FILLERS: usize = 4;

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
        let (before, after) = (Before::of(self.text, code.start), Words::after(self.text, code.end));
        if before.is_of_program || after.is_piece() {
            return Usage::None;
        }
        if before.is_tool || after.is_tool() {
            return if before.is_asking { Usage::CalledTool } else { Usage::NamedTool };
        }
        if after.is_something_else() { Usage::None } else { before.usage.max(after.usage()) }
    }
}

/// Whether a name is called a function, a parameter or the like.
pub(super) fn is_called_otherwise(text: &str, code: Span) -> bool {
    let (_, before) = last_word(lead(text, code.start));
    is_among(&before.to_ascii_lowercase(), KINDS) || is_among(Words::after(text, code.end).first(), KINDS)
}

/// Whether two names stand in one list.
fn is_list(between: &str) -> bool {
    let mut words = trim_marks(between).split(|character: char| character == ',' || character.is_whitespace());
    !between.contains("\n\n") && words.all(|word| word.is_empty() || is_among(word, JOINING))
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
#[derive(Default)]
struct Before {
    usage: Usage,
    is_tool: bool,
    /// Whether one is to call it, or to use it.
    is_asking: bool,
    /// Whether the tool is a program.
    is_of_program: bool,
}

impl Before {
    fn of(text: &str, at: usize) -> Self {
        let mut said = Self::default();
        let mut rest = lead(text, at);
        for _ in 0..=MOST_FILLERS {
            let (before, word) = last_word(rest);
            let word = word.to_ascii_lowercase();
            if let Some(usage) = usage_by(&word) {
                said.usage = usage;
                said.is_asking = usage == Usage::Called || is_among(&word, ASKING);
                break;
            }
            if said.is_tool && is_among(&word, SOFTWARE) {
                said.is_of_program = true;
                break;
            }
            let is_tool = is_among(&word, TOOL);
            if !is_tool && !is_among(&word, FILLERS) {
                break;
            }
            said.is_tool |= is_tool;
            rest = before;
        }
        said
    }
}

fn usage_by(word: &str) -> Option<Usage> {
    let usages = [(CALLING, Usage::Called), (USING, Usage::Used)];
    usages.into_iter().find(|(words, _)| is_among(word, words)).map(|(_, usage)| usage)
}

/// The text before a name. Emphasis and quotes stand at the name; so can a parenthesis.
fn lead(text: &str, at: usize) -> &str {
    let mut start = at.saturating_sub(AROUND);
    while !text.is_char_boundary(start) {
        start += 1;
    }
    text[start..at].trim_end_matches(['`', '*', '_', '"', '('])
}

/// The last word of a text, and what stands before it.
fn last_word(text: &str) -> (&str, &str) {
    let text = trim_gap(text).trim_end_matches('*');
    let start = text.rfind(|character: char| !is_word(character)).map_or(0, |last| last + width_at(text, last));
    text.split_at(start)
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

/// The first words after a name, lists it begins and parentheses passed over; none behind the end of a sentence.
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
        let mut is_over = false;
        let mut word = || {
            let written = if is_over { "" } else { words.next().unwrap_or_default() };
            let word = written.trim_end_matches(|last: char| !is_word(last));
            is_over = word.len() < written.len();
            word.to_ascii_lowercase()
        };
        Self([word(), word()])
    }

    fn first(&self) -> &str {
        &self.0[0]
    }

    fn is_tool(&self) -> bool {
        is_among(if self.first() == "mcp" { self.0[1].as_str() } else { self.first() }, TOOL)
    }

    fn is_piece(&self) -> bool {
        is_among(self.first(), TOOL) && is_among(&self.0[1], PIECES)
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
