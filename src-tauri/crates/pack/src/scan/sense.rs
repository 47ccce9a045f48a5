//! What words mean where they stand: an order is one, what is told of others' orders is not. A pattern alone finds both.

use std::{ops::Range, sync::OnceLock};

use studio_text::{Span, lint};

use super::{
    kinds::is_named_as_code,
    pattern::{has, patterns},
};

/// How far around a place somebody says what it is about.
const AROUND: usize = 320;
/// How much of a line is looked at on either side of a place.
const LINE: usize = 1_000;
/// What ends a sentence of prose, a line of code, and a part of a sentence.
const SENTENCE: [&str; 11] = [". ", "! ", "? ", "\u{2014}", "\n\n", "\n-", "\n*", "\n#", "\n|", "\n>", "\n`"];
const LINE_OF_CODE: [&str; 4] = [". ", "! ", "? ", "\n"];
const CLAUSE: [&str; 5] = [", ", "; ", ": ", "(", "- "];

patterns! {
    // Who writes about attacks says so beside them.
    ATTACKS = r"(?i)inject|jailbreak|attack|malicious|hostile|adversar|untrusted|exploit|poison|phish|threat|red.?team|manipulat|suspicious|unsafe|guardrail|sanitiz|neutrali|redact|canary|exfil|treat\w* (?:it|them|this|that|\w+ )?as (?:data|text|content)|(?:contain|includ|say|ask|tell|attempt|tr[iy])\w* (?:\w+ ){0,3}(?:like|such as|you to|to)\W*$";
    // An order that is forbidden: "never ...", "do not run ...", "instead of piping ... into".
    FORBIDDEN = r#"(?i)(?:\b(?:never|avoid|avoids|not|cannot|instead of|rather than|no)|n['’]t)\s+(?:(?:ever|just|blindly|simply|directly|let|anything|anyone|it|them|run|running|use|using|pipe|piping|execute|executing|do|type|typing|paste|pasting|copy|a|an|the|any|commands?|things?|scripts?|like|such|as|of|from|with|plain)\s+){0,5}[`"'“*_(]*$|(?:^|\W)(?:никогда|не|nunca|jamais|niemals|nie|nicht|kein\w*|não|mai|ne)\s+(?:[^\s`]+\s+){0,3}[`"'“„«*_(]*$|(?:不要|切勿|请勿|禁止|不得|别|不能|決して)[^。，；`\n]{0,12}[`"'“「*_(]*$"#;
    // What somebody or something does, or may do, is no order; "you have to" is.
    DESCRIBED = r"(?i)\b(?:to|may|might|can|could|would|will|shall|we|i|they|it|who|which|that|models?|agents?|users?|llms?|tends?|largely|often|sometimes|if|whether)\s*$";
    TOLD_TO = r"(?i)\b(?:(?:you|we) (?:have|need|are|must|ought|should|can|may|will)(?: \w+)? to|(?:you|sure|remember|certain|free|important|necessary|essential|required|time|proceed|now) to|you (?:must|should|can|may|will|shall))\s*$";
    // What is not done, or what something does by itself.
    TOLD_OF = r"(?i)\b(?:not|never|no|cannot|nor|neither|avoid|nothing|none|fails?|failed)\b|n['’]t\b|\b(?:is|are|was|were|been|gets?)\s+(?:\w+\s+)?\w+(?:ed|en|nt|ot)\s*$";
    // Who quotes others says that they said it.
    SAID = r"(?i)\b(?:says|said|saying|reads|claims|contains?|includes?|such as|like|e\.g\.|called|named|phrases?|wordings?)\W*$";
    // What is quoted before the last of several quotations.
    QUOTED_BEFORE = r#"(?:["“][^"“”\n]*["”][\s,;]*(?:(?:or|and|and/or)\s+)?)+["“]?$"#;
    // What a script puts before who reads its output.
    SAYS = r"(?i)\b(?:print\w*|echo|puts|write\w*|log|say|return)\b";
    CONDITION = r"(?i)\b(?:unless|until|till|before|without|except|if|when|yet|only after|instead)\b";
    FOR_A_WHILE = r"(?i)^[^.;]{0,60}\b(?:until|till|unless)\b";
    ASIDE = r"(?i)\b(?:if|when|because|why|whether|that|who|which|while)\b";
}

/// A text that is looked at. What is asked of few places is made when it is asked.
pub(super) struct Context<'a> {
    pub(super) text: &'a str,
    pub(super) path: &'a str,
    /// Whether it is prose in which code is marked; everything else is code.
    pub(super) is_prose: bool,
    code: OnceLock<Vec<Span>>,
    plain: OnceLock<Option<String>>,
    /// Whether it is about what harms.
    pub(super) about_harm: OnceLock<bool>,
}

impl<'a> Context<'a> {
    pub(super) fn new(text: &'a str, path: &'a str) -> Self {
        let ending = path.rsplit(['/', '\\']).next().and_then(|name| name.rsplit_once('.')).map(|(_, ending)| ending);
        let is_prose = ending.is_none_or(|ending| {
            [
                "md",
                "markdown",
                "mdc",
                "mdx",
                "txt",
                "rst",
                "adoc",
                "asciidoc",
                "org",
                "tex",
                "rmd",
                "qmd",
                "wiki",
                "mediawiki",
            ]
            .iter()
            .any(|prose| ending.eq_ignore_ascii_case(prose))
        });
        let is_prose = is_prose && !is_named_as_code(path, text);
        Self { text, path, is_prose, code: OnceLock::new(), plain: OnceLock::new(), about_harm: OnceLock::new() }
    }

    /// The text, byte for byte, with the ends of lines that strings of a program spell out.
    pub(super) fn plain(&self) -> &str {
        let made = self.plain.get_or_init(|| {
            let is_spelled = !self.is_prose && !self.is_shell() && self.text.contains("\\n");
            is_spelled.then(|| self.text.replace("\\n", " \n"))
        });
        made.as_deref().unwrap_or(self.text)
    }

    /// Whether a place stands in a fence or between backticks, or in a file that is no prose.
    pub(super) fn is_code(&self, place: &Range<usize>) -> bool {
        !self.is_prose || self.code_around(place.start).is_some()
    }

    /// The fences and spans of code.
    pub(super) fn code(&self) -> &[Span] {
        self.code.get_or_init(|| lint::code_of(self.text, Span::new(0, self.text.len())))
    }

    /// The fence or span of code around a place.
    pub(super) fn code_around(&self, at: usize) -> Option<Span> {
        let code = self.code();
        let next = code.partition_point(|span| span.start <= at);
        code[..next].last().copied().filter(|span| at < span.end)
    }

    /// The line around a place, as far as it can mean something for it.
    fn line(&self, place: &Range<usize>) -> (&'a str, &'a str) {
        let before = &self.text[floor(self.text, place.start.saturating_sub(LINE))..place.start];
        let after = &self.text[place.end..floor(self.text, (place.end + LINE).min(self.text.len()))];
        (after_last(before, &["\n"]), after.split('\n').next().unwrap_or_default())
    }

    /// Whether somebody else's words are shown: between quotation marks, or as code.
    pub(super) fn is_quoted(&self, place: &Range<usize>) -> bool {
        self.is_between_marks(place) || self.is_code(place)
    }

    pub(super) fn is_between_marks(&self, place: &Range<usize>) -> bool {
        let (before, after) = self.line(place);
        let is_odd = |mark: char| before.matches(mark).count() % 2 == 1 && after.contains(mark);
        let is_open = |open: char, close: char| {
            let opened = before.rfind(open).filter(|at| !before[*at..].contains(close));
            opened.is_some() && after.contains(close)
        };
        // An apostrophe opens nothing: the mark follows no letter.
        let is_single =
            before.rfind('\'').is_some_and(|at| !before[..at].ends_with(char::is_alphanumeric)) && after.contains('\'');
        let is_open = [('“', '”'), ('‘', '’'), ('«', '»')].iter().any(|(open, close)| is_open(*open, *close));
        is_odd('"') || is_odd('`') || is_single || is_open
    }

    /// Whether the text around a place is about attacks.
    pub(super) fn is_about_attacks(&self, place: &Range<usize>) -> bool {
        let start = floor(self.text, place.start.saturating_sub(AROUND));
        let end = floor(self.text, (place.end + AROUND / 2).min(self.text.len()));
        has(&ATTACKS, &self.text[start..place.start]) || has(&ATTACKS, &self.text[place.end..end])
    }

    fn ends(&self) -> &'static [&'static str] {
        if self.is_prose { &SENTENCE } else { &LINE_OF_CODE }
    }

    /// The sentence up to a place.
    fn before(&self, at: usize) -> &'a str {
        let start = floor(self.text, at.saturating_sub(AROUND));
        after_last(&self.text[start..at], self.ends())
    }

    /// The rest of the sentence from a place on.
    pub(super) fn after(&self, at: usize) -> &'a str {
        let rest = &self.text[at..floor(self.text, (at + AROUND).min(self.text.len()))];
        let ends = self.ends().iter().filter_map(|mark| rest.find(mark));
        &rest[..ends.min().unwrap_or(rest.len())]
    }

    /// Whether words are an order to who reads them: neither what is forbidden, nor what others do, nor an example of an
    /// attack.
    pub(super) fn is_order(&self, place: &Range<usize>) -> bool {
        if self.is_exhibit(place) {
            return false;
        }
        let before = self.before(place.start);
        let clause = after_last(before, &CLAUSE);
        let told = has(&TOLD_TO, clause) && !has(&ASIDE, before);
        !(has(&FORBIDDEN, clause)
            || has(&DESCRIBED, clause) && !told
            || self.is_quoted(place) && self.is_reported(place))
    }

    /// Whether what is quoted is somebody else's: talk of attacks, a value of a script, what a text "says".
    pub(super) fn is_reported(&self, place: &Range<usize>) -> bool {
        self.is_about_attacks(place)
            || self.is_value(place)
            || has(&SAID, self.before(place.start))
            || self.is_one_of_several(place.start)
            || self.is_shown(place)
    }

    /// Whether somebody says one of several things that are quoted one after the other.
    fn is_one_of_several(&self, at: usize) -> bool {
        let before = self.before(at);
        let first = QUOTED_BEFORE.as_ref().and_then(|regex| regex.find(before));
        first.is_some_and(|found| has(&SAID, &before[..found.start()]))
    }

    /// Whether words are a value of a script, which it does not say.
    fn is_value(&self, place: &Range<usize>) -> bool {
        !self.is_prose && self.is_between_marks(place) && !has(&SAYS, self.line(place).0)
    }

    /// Whether a command is one that somebody is to run: not one that is advised against or shown, nor cells of a table.
    pub(super) fn is_command(&self, place: &Range<usize>) -> bool {
        // What is said of a command stands before all of it.
        let span = self.code_around(place.start).filter(|span| self.is_prose && !self.is_fence(span.start));
        let start = span.map_or(place.start, |span| span.start.min(place.start));
        !has(&FORBIDDEN, after_last(self.before(start), &CLAUSE))
            && !self.is_in_table(place)
            && !self.is_value_of_test(place)
            && !self.is_said(start)
            && !self.is_shown(place)
            && !self.is_exhibit(place)
    }

    /// Whether a place stands between quotation marks.
    pub(super) fn is_spoken(&self, at: usize) -> bool {
        let (before, after) = self.line(&(at..at));
        let is_odd = before.matches('"').count() % 2 == 1 && after.contains('"');
        is_odd || before.rfind('\u{201c}').is_some_and(|opened| !before[opened..].contains('\u{201d}'))
    }

    /// Whether somebody else is quoted.
    fn is_said(&self, at: usize) -> bool {
        let before = self.line(&(at..at)).0;
        let opened = before.rfind(['"', '\u{201c}']).filter(|_| before.matches('"').count() % 2 == 1);
        self.is_prose && opened.is_some_and(|opened| has(&SAID, &before[..opened]))
    }

    /// Whether what looks like a pipe are cells of a table, where a pipe is written `\|`.
    fn is_in_table(&self, place: &Range<usize>) -> bool {
        let (before, found) = (self.line(place).0, &self.text[place.clone()]);
        let is_row = self.is_prose && before.trim_start().starts_with('|');
        is_row && found.rfind('|').is_some_and(|pipe| !found[..pipe].ends_with('\\'))
    }

    /// Whether the sentence up to a place says what is not done, or what something does by itself.
    pub(super) fn is_told_of(&self, at: usize) -> bool {
        has(&TOLD_OF, self.before(at))
    }

    /// Whether what stands before a place in its part of the sentence only says when or why.
    pub(super) fn is_aside(&self, at: usize) -> bool {
        has(&ASIDE, after_last(self.before(at), &CLAUSE))
    }

    /// Whether the rest of the sentence says until when it holds.
    pub(super) fn is_for_a_while(&self, at: usize) -> bool {
        has(&FOR_A_WHILE, self.after(at))
    }

    /// Whether the rest of this part of the sentence says under what condition it holds.
    pub(super) fn is_conditional(&self, at: usize) -> bool {
        has(&CONDITION, self.after(at).split(';').next().unwrap_or_default())
    }
}

pub(super) fn after_last<'a>(text: &'a str, marks: &[&str]) -> &'a str {
    let ends = marks.iter().filter_map(|mark| text.rfind(mark).map(|at| at + mark.len()));
    &text[ends.max().unwrap_or(0)..]
}

pub(super) fn floor(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}
