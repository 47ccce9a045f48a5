//! Texts about harm: what is quoted in them is an exhibit. A guard against injections, a report of an incident, a list of
//! patterns for reviewers show what others do; a script that such a text has somebody run shows nothing.

use std::ops::Range;

use super::{
    pattern::{has, patterns},
    sense::{Context, floor},
    shown::orders,
};

/// How much of a text says what it is about.
const OPENING: usize = 900;
/// How many headings above a place are asked.
const HEADINGS: usize = 3;

patterns! {
    // What a text is about, in its name, its description and its first words.
    ABOUT_HARM = r"(?i)\b(?:prompt[- ]?injections?|injections?\s+(?:guard|attack)|jailbreaks?|security\s+(?:review|audit|check\w*|rules?|scan\w*|guidelines?)|(?:skill|code|security|script)[- ]audit\w*|audits?\s+(?:third-party|skills?|code|scripts?)|reviews?\s+(?:of\s+)?(?:third-party|untrusted)|incident(?:\s+report)?s?|post-?mortem|malicious|malware|attacks?|attackers?|phishing|exfiltrat\w+|supply[- ]chain|red\s+(?:team\w*|flags?)|threat\s+model\w*|hostile|untrusted|traps?|accidents?|hidden\s+(?:text|instructions?|prompts?)|why\s+not\s+(?:just\s+)?(?:paste|pipe|run|trust)|secret\s+(?:hygiene|scanning|handling)|handling\s+secrets|do\s+and\s+don['’]?t|dos\s+and\s+don['’]?ts|guard\s*rails?|safety\s+(?:rules?|net|guard)|is\s+this\s+skill\s+safe|refuses?\s+commands|steer\s+you|invisible\s+characters|anti-?patterns?)\b";
    // What is under a heading.
    HEADS_HARM = r"(?i)\b(?:inject\w+|attacks?|red\s+flags?|what\s+it\s+looks\s+like|looks?\s+like|less\s+obvious|examples?\s+of\s+(?:attacks?|injections?)|patterns?|indicators?|signs?|don['’]?ts?|never|bad|wrong|avoid|warning\s+signs?|how\s+it\s+worked|timeline|what\s+happened|not\s+an\s+order|what\s+pages\s+say|untrusted|hostile|malicious|traps?|dangerous|forbidden|prohibited|must\s+not|blocked|refuse[sd]?)\b|[❌🚫⛔]";
    // A file that tests or looks for such things, by its name and by what stands in it.
    NAMED_TEST = r"(?i)(?:^|[/._-])(?:tests?|spec|specs|rules?|lint\w*|guards?|detect\w*|scan\w*|checks?|patterns?|fixtures?)(?:[/._-]|$)";
    FOLDER_OF_TESTS = r"(?i)(?:^|/)(?:fixtures?|test-?data|tests?|samples?|mocks?|cassettes|__\w+__|golden|snapshots?)/";
    TESTS = r"(?i)(?-i:\bexpect(?:ed)?\s*:)|\bassert\w*\b|\bRuleTester\b|\bexpect\s*\(|\bdescribe\s*\(|\bpytest\b|\bunittest\b|\b(?:blocked|deny|bad|suspicious|forbidden|dangerous|malicious)\w*\s*[:=]\s*[\[{(]";
    RUNS_IT = r"(?i)\b(?:os\.system|os\.popen|subprocess\.\w+|Popen|check_\w+|getoutput|execSync|exec|spawn\w*|system|popen|shell_exec|passthru|eval)\s*\(\s*[\[frb]*$";
    // Somebody whom a model is to play, in a game or at work.
    ROLE = r"(?i)(?:^|[\n.:]\s*)(?:you\s+(?:are|play)|act\s+as|your\s+name\s+is|play)\s+(?:an?|the|\w+\W)|\bpersonas?\b|\b(?:role|character|player|game|quiz|interview|mock|grader?|examiner|tutor)\w*\b";
    // That what is quoted below is what others write.
    LIKE_THESE = r"(?i)\b(?:looks?|lines?|ones?|texts?|messages?|phrases?|sentences?|things?|pages?|comments?)\s+(?:\w+\s+)?(?:like|such\s+as)\b|\bin\s+the\s+wild\b|\b(?:never|not|no)\s+(?:an?\s+)?(?:instructions?|orders?|commands?)\b|\bpoison\w*|\bhostile\b|\battack\w*|\binject\w*|\bmalicious\b|\bdemonstrat\w+|\btr(?:y|ies|ied)\s+to\s+(?:make|get|trick|have|lure|talk)\b|\bwould\s+have\s+caught\b|\bleaks?\s+data\b|\b(?:find|spot)\s+(?:the|what)\b|\bwhat\s+is\s+wrong\b";
    // What was, in a text about what happened.
    PAST = r"(?i)\b(?:was|were|said|contained|had|ran|did|used|looked|fetched|wrote|found|stood)\b[^.]{0,80}:?\s*$|\bin\s+line\s+\d+\b";
    HEADS_PAST = r"(?i)\bwhat\s+(?:it|they|he|the\s+\w+)\s+(?:said|did|ran|contained|looked\s+like|does|says)\b|\bwhat\s+happened\b|\btimeline\b|\bpayload\b|\bhow\s+it\s+(?:worked|got\s+in|works)\b|\battacks?\b|\bfindings?\b";
    HEADS_ATTACKS = r"(?i)^#+\s+(?:attacks?|threats?|red\s+flags?|attack\s+\w+)\W*$";
    // What stands in a column of a table.
    COLUMN_OF_HARM = r"(?i)\b(?:bad|don['’]?ts?|wrong|never|avoid|unsafe|insecure|dangerous|risky|forbidden|blocked|malicious|attacks?|red\s+flags?|anti-?patterns?|smells?|findings?|instead\s+of|not\s+allowed|refused?|payloads?|before)\b|[❌🚫⛔]";
    // What is looked for, where another column says why.
    COLUMN_OF_PATTERNS = r"(?i)\b(?:patterns?|commands?|examples?|signs?|indicators?|text|looks?\s+like|phrases?|found|seen|wild|says|lines?)\b";
    COLUMN_OF_REASONS = r"(?i)\b(?:why|risks?|severity|danger|reason|harm|impact|what\s+it\s+does|problem|(?:seen|found|met|reported)\s+(?:in|by|at)|whose)\b";
}

fn last_line(text: &str) -> &str {
    text.trim_end().lines().next_back().unwrap_or_default()
}

impl Context<'_> {
    /// Whether a place stands in a column of a table that shows what is not to be done.
    pub(super) fn is_in_column_of_harm(&self, place: &Range<usize>) -> bool {
        let (from, before) = self.line_with(place.start);
        if !self.is_prose || !before.trim_start().starts_with('|') {
            return false;
        }
        let lines = self.text[floor(self.text, from.saturating_sub(20_000))..from].lines().rev();
        let Some(head) = lines.take_while(|line| line.trim_start().starts_with('|')).last() else { return false };
        let cells: Vec<&str> = head.trim().trim_matches('|').split('|').collect();
        let at = before.replace("\\|", "").matches('|').count().saturating_sub(1);
        let own = cells.get(at).copied().unwrap_or_default();
        has(&COLUMN_OF_HARM, own)
            || has(&COLUMN_OF_PATTERNS, own) && cells.iter().any(|cell| has(&COLUMN_OF_REASONS, cell))
    }

    /// Whether the text as a whole is about what harms.
    pub(super) fn is_about_harm(&self) -> bool {
        *self.about_harm.get_or_init(|| {
            let name = self.path.rsplit('/').next().unwrap_or_default();
            has(&ABOUT_HARM, &self.text[..floor(self.text, OPENING)]) || has(&ABOUT_HARM, name)
        })
    }

    /// Whether a place is an exhibit: quoted in whatever way, in a text or under a heading about harm.
    pub(super) fn is_exhibit(&self, place: &Range<usize>) -> bool {
        if !self.is_prose {
            return false;
        }
        let span = self.code_around(place.start);
        if let Some(span) = span.filter(|span| self.is_fence(span.start)) {
            let opened = self.line_with(span.start).0;
            return self.is_about_harm() && (self.is_past(opened) || self.is_plain_text(span.start, opened));
        }
        let (from, line) = self.line_with(place.start);
        let line = line.trim_start();
        let begins = self.text[from..].trim_start_matches([' ', '\t']);
        let is_set_off = span.is_some()
            || self.is_between_marks(place)
            || begins.starts_with(['>', '|'])
            || begins.trim_start_matches(['-', '*', '+', ' ', '\t']).starts_with(['"', '“', '«', '„', '`']);
        // What one is told to run is no exhibit.
        let is_asked = span.is_some() && orders(line) && !line.starts_with('|');
        let is_attack = || self.headings(place.start).take(1).any(|heading| has(&HEADS_ATTACKS, heading));
        if self.is_in_column_of_harm(place) || self.is_about_harm() && is_attack() {
            return true;
        }
        let is_of_attacks = || self.headings(place.start).any(|heading| has(&HEADS_PAST, heading));
        is_set_off
            && (!is_asked || self.is_about_harm() && is_of_attacks())
            && (self.is_about_harm()
                || self.headings(place.start).any(|heading| has(&HEADS_HARM, heading))
                || self.is_below(place.start))
    }

    /// Whether what stands here is a list of what is not to be done, by its heading or by what leads to it.
    pub(super) fn is_listed_as_harm(&self, at: usize) -> bool {
        let from = self.line_with(at).0;
        let lead = self.lead_to(from);
        self.headings(at).take(2).any(|heading| has(&HEADS_HARM, heading))
            || has(&LIKE_THESE, last_line(lead)) && !orders(last_line(lead))
    }

    /// Whether a text gives a model somebody to play.
    pub(super) fn is_of_a_role(&self) -> bool {
        has(&ROLE, &self.text[..floor(self.text, 3 * OPENING)])
    }

    /// Whether what leads to a quotation or list says that others write such things.
    fn is_below(&self, at: usize) -> bool {
        let (from, line) = self.line_with(at);
        let is_item = self.text[from..].trim_start().starts_with(['>', '-', '*', '+', '|']);
        is_item && !orders(line) && has(&LIKE_THESE, self.lead_to(from))
    }

    /// Whether a block is marked as no program, and nobody is asked to run it.
    fn is_plain_text(&self, fence: usize, opened: usize) -> bool {
        let language =
            self.line_with(fence).1.trim_start_matches([' ', '\t', '>', '`', '~']).trim().to_ascii_lowercase();
        ["text", "txt", "plain", "plaintext", "none", "log"].contains(&language.as_str())
            && !orders(self.lead_to(opened))
    }

    /// Whether a block shows what was, by the sentence that leads to it or by the heading.
    fn is_past(&self, opened: usize) -> bool {
        let lead = self.lead_to(opened);
        !orders(lead)
            && (has(&PAST, lead.trim_end()) || self.headings(opened).take(1).any(|heading| has(&HEADS_PAST, heading)))
    }

    /// Whether a file tests or looks for what harms: the commands in its strings are values.
    pub(super) fn is_of_tests(&self) -> bool {
        let is_list = ["yml", "yaml"].iter().any(|ending| self.path.ends_with(ending));
        let is_named = || (is_list || !self.is_shell()) && has(&NAMED_TEST, self.path);
        !self.is_prose
            && (self.text.contains("severity:") && self.text.contains("pattern")
                || is_named() && (has(&TESTS, self.text) || self.is_about_harm())
                || self.text.contains("RuleTester"))
    }

    /// Whether a file holds data for tests, by its folder.
    pub(super) fn is_of_data(&self) -> bool {
        !self.is_prose && has(&FOLDER_OF_TESTS, self.path)
    }

    /// Whether a place is a value in such a file: it stands in a string that nothing runs.
    pub(super) fn is_value_of_test(&self, place: &Range<usize>) -> bool {
        if !self.is_of_tests() {
            return false;
        }
        let before = self.line_with(place.start).1;
        let Some(opened) = before.find(['"', '\'', '`']) else {
            // The place may begin before the string that it is about.
            let line = &self.text[place.start..floor(self.text, place.start + OPENING / 2)];
            return line.find(['"', '\'', '`']).is_some_and(|at| !has(&RUNS_IT, &line[..at]));
        };
        !has(&RUNS_IT, &before[..opened])
    }

    /// The headings above a place, the nearest first, each of a higher rank than the one before.
    fn headings(&self, at: usize) -> impl Iterator<Item = &str> {
        let mut rank = usize::MAX;
        let lines = self.text[floor(self.text, at.saturating_sub(20_000))..at].lines().rev();
        lines
            .filter(move |line| {
                let own = line.len() - line.trim_start_matches('#').len();
                let is_higher = own > 0 && own < rank && line[own..].starts_with(' ');
                if is_higher {
                    rank = own;
                }
                is_higher
            })
            .take(HEADINGS)
    }
}
