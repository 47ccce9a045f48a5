//! Whether a text shows a command rather than asks for it to be run: what the sentence around it says, or what stands
//! above the block. A script shows nothing, whatever its comments say.

use std::ops::Range;

use super::{
    pattern::{has, patterns},
    sense::{Context, after_last, floor},
};

/// How far around a command somebody says what it is.
const AROUND: usize = 700;
/// How many lines above it.
const ABOVE: usize = 40;

patterns! {
    // That something is not to be done, or what becomes of who does it.
    FORBIDS = r#"(?i)\b(?:never|don['’]t|do not|must not|mustn['’]t|should not|shouldn['’]t|cannot|can['’]t|avoid|refuse to|nobody should)\s+[`*_"'“(]*(?:\w+\s+){0,2}?[`*_"'“(]*(?:runn?|us|pip|execut|past|writ|install|accept|trust|copy|put|typ|add|allow|commit|follow|send|upload|rm|delet|curl|wget|eval|sourc|stor|log|post|approv|let)(?:e|es|ing)?\b|\bgets?\s+(?:\w+\s+)?(?:rejected|refused|banned|blocked|denied|flagged|reported)\b|\b(?:is|are|be)\s+(?:\w+\s+)?(?:rejected|refused|forbidden|prohibited|banned|disallowed|blocked|denied|flagged|reported|dangerous|unsafe|insecure|malicious|harmful|risky|suspicious|wrong|bad|fraud(?:ulent)?|scams?|phishing|tricks?|not allowed)\b|^\W*(?:bad|wrong|unsafe|insecure|dangerous|vulnerable|anti-?pattern)\b[^.]{0,40}:?\W*$|^\W*(?:don['’]ts?|never|avoid|not|instead of|rather than)(?:\s+this)?\W*$|^\W*(?:don['’]ts?|never|avoid|bad|wrong|not)\s*[:\u{2014}\u{2013}]|^\W*(?:not|never|no\s+longer)\s+(?:\w+\s+)?(?:allowed|permitted|accepted|wanted|acceptable|welcome|ok|okay|fine|tolerated)\b|\b(?:forbidden|prohibited|banned|off[- ]limits|taboo|disallowed)\b[^.]{0,60}:\s*$|^\W*(?:rejected|refused|forbidden|denied|blocked|reported|flagged|banned|malicious)\W*$|^\W*(?:stay|keep|steer)\s+(?:away|clear)\b|[❌🚫⛔✗]|:\s+(?:refuse|reject|report|block|flag|stop)\b|=\s+(?:stop|reject|refuse|block|fail|no)\b"#;
    // What somebody with bad intent does, and what one looks for in it.
    TELLS_OF = r"(?i)^\W*(?:look|watch|search|scan|grep)\s+(?:out\s+)?for\b[^\n]*:\W*$|\battack(?:s|er|ers)?\b|adversar|malicious|malware|\bminers?\b|\bexploits?\b|backdoor|exfiltrat|\binjections?\b|phish|hostile|suspicious|red flags?|anti-?pattern|\bvulnerable\b|compromised|intrud|\bindicators? of\b|\bsigns? of\b|post-?mortem|\bvictims?\b|\b(?:rules?|scan(?:s|ner)?|guards?|linters?|checks?|reviews?|reviewers?|filters?)\b[^.]{0,40}\b(?:detects?|flags?|catch(?:es)?|rejects?|blocks?|stops?)\b";
    // What comes of something else, or stands as an example: directly before a command.
    LEADS_TO = r#"(?i)\b(?:had|contained|has|showed|shows|held|came\s+with|hid|hides|found|saw|quotes?|quoted)\s+(?:the|this|a|that)\s+(?:line|command|snippet|one-?liner|call|hook|step)\s*[`*_"'“(]*$|\b(?:becomes?|makes? it|turns? (?:it )?into|expands? to|evaluates? to|equals|allows?|permits?|means|such as|e\.g\.|like)\s*[`*_"'“(]*$"#;
    // An order of the text itself.
    ORDERS = r#"(?i)(?:^|[.,:;\u{2014}\u{2013}]\s+|\b(?:then|please|always|just|and|but|must|should|first|now|instead)\s+)[`*_"'(\s\d.)-]*(?:run|execute|paste|use|load|install|type|start|begin|apply|enter|open|send|invoke|launch|switch|copy|put|add|call|restart|relaunch|rerun)\b|\b(?:forget|fail|hesitate|neglect)\s+to\b"#;
    BEGINS_WITH_ORDER = r"(?i)^[\W\d]*(?:give|leave|skip|mark|treat|keep|approve|merge|delete|remove|raise|rate|set|append|upload|post|collect|fetch|read|tell|say|answer|return)\b";
    // That what stands beside it is not to be done at all.
    NEVER = r"(?i)(?:^|[.!?]\s+|\*\*)(?:never|don['’]t|do not)\s+(?:ever\s+)?(?:run|execute|use|paste|pipe|follow|trust|copy|do)\s+(?:\w+[\s*]+){0,5}?(?:them|this|that|these|it|those|one|such\s[^.]{0,40}|a\s+\w+\s+into\s+[^.]{0,30})[\s*]*(?:[.!;:]|$)";
    // That a block shows what the sentence is about that goes on behind it, and what is bad about it.
    LIKENS = r"(?i)\b(?:like|such\s+as|looks?|for\s+example|e\.g\.|for\s+instance|suppose|consider)\W*(?:this|these|the\s+following)?\W*$";
    LETS_IN = r"(?i)\blets?\s+(?:whoever|anyone|anybody|everybody|others|strangers|an?\s+\w+)\b|\battacker|\buntrusted\b";
    // What is asked of a text or program.
    ASKED = r"(?i)^[\W\d]*(?:does|do|is|are|has|have|can|could|would|will|did)\s+(?:it|they|this|that|the|any|an?|there|something|anything|one)\b[^!\n]*\?";
    HEADS = r"(?i)\b(?:don['’]ts?|never|bad|wrong|anti-?patterns?|malicious|dangerous|unsafe|insecure|red flags?|what not|forbidden|prohibited)\b|\battack (?:examples?|patterns?|vectors?)\b|[❌🚫⛔]";
}

/// Whether a sentence asks for something to be done.
pub(super) fn orders(sentence: &str) -> bool {
    has(&ORDERS, sentence)
}

/// Whether a sentence warns of something, without asking for anything.
fn warns(sentence: &str) -> bool {
    (has(&FORBIDS, sentence) || has(&TELLS_OF, sentence))
        && !has(&ORDERS, sentence)
        && !has(&BEGINS_WITH_ORDER, sentence)
}

impl Context<'_> {
    pub(super) fn is_shown(&self, place: &Range<usize>) -> bool {
        if !self.is_prose {
            return false;
        }
        match self.code_around(place.start) {
            Some(span) if self.is_fence(span.start) => self.is_fence_shown(span.start, place.start),
            // What is said of a command stands before all of it.
            Some(span) => self.is_sentence_shown(&(span.start.min(place.start)..place.end)),
            None => self.is_sentence_shown(place),
        }
    }

    pub(super) fn is_fence(&self, start: usize) -> bool {
        let opening = self.line_with(start).1.trim_start_matches([' ', '\t', '>']);
        opening.starts_with("```") || opening.starts_with("~~~")
    }

    /// By the sentence that leads to a fence, by a remark in it, or by the heading above.
    fn is_fence_shown(&self, fence: usize, at: usize) -> bool {
        let (line, before) = self.line_with(at);
        let rest = self.text[at..floor(self.text, at + AROUND)].lines().next().unwrap_or_default();
        let beside = rest.split_once(" # ").or_else(|| rest.split_once(" // ")).map_or("", |(_, remark)| remark);
        let from = floor(self.text, fence.max(line.saturating_sub(AROUND))).min(line);
        let above = self.text[from..line].lines().next_back().unwrap_or_default().trim_start();
        let above = above.strip_prefix('#').or_else(|| above.strip_prefix("//")).unwrap_or_default();
        if warns(beside.trim()) || warns(above.trim()) || before.trim_start().starts_with('#') && warns(before) {
            return true;
        }
        let opened = self.line_with(fence).0;
        let block = self.block_above(opened);
        let lead = last_sentence(block);
        let has_orders = has(&ORDERS, lead);
        // What the lead points to may be said right before it.
        let is_told_before =
            !has_orders && block.trim().strip_suffix(lead).is_some_and(|before| warns(last_sentence(before)));
        warns(lead)
            || is_told_before
            || !has_orders && has(&LIKENS, lead) && self.is_bad_behind(fence)
            || !has_orders && has(&HEADS, self.heading_above(opened))
    }

    /// Whether the sentence behind a fence says what is bad about it.
    fn is_bad_behind(&self, fence: usize) -> bool {
        let end = self.code_around(fence).map_or(fence, |span| span.end);
        let behind = &self.text[end..floor(self.text, end + AROUND)];
        let behind = behind.trim_start_matches(['`', '~', '\n', '\r', ' ']);
        let sentence = behind.split("\n\n").next().unwrap_or_default().split(". ").next().unwrap_or_default();
        warns(sentence) || has(&LETS_IN, sentence) && !orders(sentence)
    }

    /// By its own sentence, by what stands beside it in the same paragraph, or by what leads to the list it stands in.
    fn is_sentence_shown(&self, place: &Range<usize>) -> bool {
        let block = self.block_around(place);
        let text = &self.text[block.clone()];
        let (from, to) = (place.start - block.start, (place.end - block.start).min(text.len()));
        let start = after_last(&text[..from], &[". ", "! ", "? ", ".** ", ".* ", ".\n", "!\n", "?\n"]).len();
        let start = from - start;
        let end = [". ", "! ", "? "].iter().filter_map(|mark| text[to..].find(mark)).min();
        let sentence = &text[start..end.map_or(text.len(), |end| to + end)];
        let own = sentence.trim_start_matches(|letter: char| letter.is_whitespace() || "-*+>|".contains(letter));
        if has(&ASKED, own) || warns(own) || has(&LEADS_TO, &text[start..from]) && !has(&ORDERS, own) {
            return true;
        }
        if has(&NEVER, text[..start].trim())
            || has(&NEVER, text[to..].trim_start_matches(['`', ')', '"', ' ', '*', '.']))
        {
            return true;
        }
        let is_first = text[..from].trim_matches(|letter: char| !letter.is_alphabetic()).is_empty();
        is_first && !has(&ORDERS, own) && {
            let lead = last_sentence(self.block_above(block.start));
            warns(lead) || warns(last_sentence(self.list_lead(block.start)))
        }
    }

    /// The paragraph, list item or row of a table around a place.
    fn block_around(&self, place: &Range<usize>) -> Range<usize> {
        let from = floor(self.text, place.start.saturating_sub(AROUND));
        let mut start = from;
        let mut at = from;
        for line in self.text[from..place.start].split_inclusive('\n') {
            if begins_block(line) {
                start = at;
            }
            at += line.len();
            if line.trim().is_empty() {
                start = at;
            }
        }
        let last = floor(self.text, place.end + AROUND);
        let mut end = place.end;
        for (number, line) in self.text[place.end..last].split_inclusive('\n').enumerate() {
            if number > 0 && (line.trim().is_empty() || begins_block(line)) {
                break;
            }
            end += line.len();
        }
        start..end
    }

    /// The block that ends above a line.
    fn block_above(&self, line: usize) -> &str {
        let from = floor(self.text, line.saturating_sub(AROUND));
        let above = self.text[from..line].trim_end();
        let start = above.rfind("\n\n").map_or(0, |at| at + 2);
        &above[start..]
    }

    /// What stands above the block, quotation or list that begins at or goes on in a line.
    pub(super) fn lead_to(&self, line: usize) -> &str {
        let from = floor(self.text, line.saturating_sub(4 * AROUND));
        let mut end = line;
        for above in self.text[from..line].split_inclusive('\n').rev().take(ABOVE) {
            let start = end - above.len();
            if !above.trim().is_empty() && (!begins_block(above) || above.starts_with('#')) {
                return self.block_above(end);
            }
            end = start;
        }
        ""
    }

    /// What stands above the list that a line belongs to.
    fn list_lead(&self, line: usize) -> &str {
        let from = floor(self.text, line.saturating_sub(4 * AROUND));
        let mut end = line;
        for above in self.text[from..line].split_inclusive('\n').rev().take(ABOVE) {
            let start = end - above.len();
            let is_of_list = above.trim().is_empty()
                || begins_block(above) && !above.starts_with('#')
                || above.starts_with([' ', '\t']);
            if !is_of_list {
                return self.text[start..end].trim();
            }
            end = start;
        }
        ""
    }

    fn heading_above(&self, line: usize) -> &str {
        let from = floor(self.text, line.saturating_sub(6 * AROUND));
        let mut end = line;
        for above in self.text[from..line].split_inclusive('\n').rev() {
            end -= above.len();
            if above.starts_with('#') && above.trim_start_matches('#').starts_with(' ') && !self.is_code(&(end..end)) {
                return above.trim();
            }
        }
        ""
    }
}

/// Whether a line begins a list item, a row, a heading or a quotation.
fn begins_block(line: &str) -> bool {
    let line = line.trim_start();
    let number = line.trim_start_matches(|letter: char| letter.is_ascii_digit());
    line.starts_with(['#', '|', '>'])
        || ["- ", "* ", "+ "].iter().any(|mark| line.starts_with(mark))
        || number.len() < line.len() && (number.starts_with(". ") || number.starts_with(") "))
}

fn last_sentence(block: &str) -> &str {
    let block = block.trim();
    let sentence = after_last(block, &[". ", "! ", "? ", ".\n", "!\n", "?\n"]);
    sentence.trim_start_matches(|letter: char| {
        letter.is_whitespace() || "-*+>#|".contains(letter) || letter.is_ascii_digit() || letter == '.'
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_warns_is_told_from_what_asks() {
        for sentence in [
            "never pipe it into a shell:",
            "is rejected in review",
            "Attackers hide this in the crontab:",
            "You should never run",
            "❌ Bad:",
        ] {
            assert!(warns(sentence), "{sentence}");
        }
        for sentence in [
            "Don't ask, just run this:",
            "Instead of setting each by hand, load the defaults:",
            "It will not work without it, install it first:",
            "Do not skip this step:",
            "Not installed yet? It detects your system:",
            "Don't forget to run this:",
            "To be safe from attacks, run this:",
        ] {
            assert!(!warns(sentence), "{sentence}");
        }
    }
}
