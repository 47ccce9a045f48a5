//! Turns of a conversation that nobody had, written into a text: as if the system, the user or the model spoke.

use std::ops::Range;

use studio_text::Severity;

use super::{Hit, Rule};
use crate::scan::{
    pattern::{has, patterns},
    sense::{Context, floor},
};

const TURNS: &str = "This imitates a system or user message. A skill should contain only its author's instructions. Remove \
    it unless it's an example.";

/// How much after a turn is read for what it claims.
const AROUND: usize = 600;

patterns! {
    // How a turn begins, on a line of its own.
    BEGINS = r"(?mi)^[ \t>]*(?:(?:\[(?:system|sys|admin)\])|[#=*<\[-]{2,}[ \t]*(?:system|admin|operator|developer)(?:[ \t]+\w+)?[ \t]*[#=*>\]-]{2,}|</(?:instructions?|documents?|system|system_prompt|user|context|skill|prompt|data|tool_result|function_results)>[ \t]*$|<(?:system|system[-_]reminder|system[-_]prompt|admin|operator)>|#{1,6}[ \t]*system(?:[ \t]+(?:override|notice|update))?[ \t]*:?[ \t]*$|(?:system|\*\*system\*\*|system (?:message|override|notice))[ \t]*:[ \t]|(?:human|user)[ \t]*:[ \t]*(?:yes|ok|okay|sure|go|do|i (?:approve|agree|confirm)))";
    // What nobody would have to claim who is allowed to.
    CLAIMS = r"(?i)\b(?:approv\w+|authori[sz]\w+|consent\w*|agreed|permission\w*|grant\w*|allowed|disabled|override\w*|overrid\w+|suspended|root|unrestricted|no\s+longer|without\s+(?:asking|approval|confirmation)|do(?:es)?\s+not\s+(?:ask|request|need|require|summari[sz]e|mention)|don['’]t\s+(?:ask|request|mention)|ignore|disregard|immediately|policy|maintenance|developer\s+mode|new\s+(?:instructions|task|rules)|must\s+now|may\s+now|execute|wants\s+you\s+to|delete|send|push)\b";
    // The same where a line only begins with a word and a colon.
    CLAIMS_MUCH = r"(?i)\b(?:approv\w+|authori[sz]\w+|consent\w*|has\s+agreed|disabled|overrid\w+|override|suspended|unrestricted|root\s+access|without\s+(?:asking|approval|confirmation)|(?:do|does|don['’]t)\s+(?:not\s+)?(?:ask|request|mention)|ignore|disregard|policy|maintenance|developer\s+mode|new\s+(?:instructions|task|rules)|must\s+now|may\s+now|go\s+ahead|delete|send)\b";
    // Whose texts have turns by right.
    OF_PROMPTS = r"(?i)\b(?:prompt\s+(?:templates?|engineering|examples?|formats?)|chat\s+templates?|few-?shot|dialogues?|transcripts?|example\s+conversations?|messages?\s+format|role:)\b";
}

pub(super) fn hits(context: &Context<'_>) -> Vec<Hit> {
    let found = BEGINS.as_ref().into_iter().flat_map(|regex| regex.find_iter(context.text));
    let places = found.map(|found| found.range()).filter(|place| is_posed(context, place));
    places
        .take(super::MOST)
        .map(|span| Hit { rule: Rule::Injection, severity: Severity::Warning, span, message: TURNS.to_owned() })
        .collect()
}

fn is_posed(context: &Context<'_>, place: &Range<usize>) -> bool {
    let text = context.text;
    let written = text[place.clone()].trim();
    let after = &text[place.end..floor(text, place.end + AROUND)];
    // A part that was opened is closed by right.
    let name = written.trim_start_matches("</").trim_end_matches('>');
    let is_closed = written.starts_with("</")
        && text[..place.start].to_ascii_lowercase().contains(&format!("<{}", name.to_ascii_lowercase()));
    let is_line = written.contains(':');
    let said = if is_line { after.split("\n\n").next().unwrap_or_default() } else { after };
    !is_closed
        && !context.is_code(place)
        && has(if is_line { &CLAIMS_MUCH } else { &CLAIMS }, said)
        && !has(&OF_PROMPTS, &text[floor(text, place.start.saturating_sub(AROUND))..place.start])
        && !context.is_shown(place)
        && !context.is_exhibit(place)
}
