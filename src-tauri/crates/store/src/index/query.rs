//! A user's words as an FTS5 expression, and CJK text as words that FTS5 can find.
//!
//! FTS5's tokenizer takes a run of Chinese, Japanese or Korean signs for one word. An invisible space (U+200B) between
//! them, taken out again of what is shown, makes every sign a word; a run in a query then is a phrase.

const INVISIBLE: char = '\u{200B}';

/// Words so common that searching for them costs much and tells nothing.
const STOP_WORDS: &[&str] = &[
    "a", "an", "and", "are", "as", "at", "be", "by", "can", "do", "does", "for", "from", "has", "have", "how", "i",
    "if", "in", "into", "is", "it", "its", "me", "my", "of", "on", "or", "that", "the", "their", "them", "then",
    "there", "these", "they", "this", "to", "use", "used", "using", "was", "we", "what", "when", "where", "which",
    "who", "why", "will", "with", "you", "your",
];

/// Which of a query's words a text must hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Breadth {
    EveryWord,
    AnyWord,
}

/// The FTS5 expression for what a user typed; none where it holds no word. Every word is quoted, so that nothing in it
/// can be an operator.
pub(super) fn word_query(query: &str, breadth: Breadth) -> Option<String> {
    let words = words(query);
    let last = words.last()?.clone();
    let telling: Vec<&String> = words.iter().filter(|word| !STOP_WORDS.contains(&word.as_str())).collect();
    let chosen = if telling.is_empty() { words.iter().collect() } else { telling };
    let terms: Vec<String> = chosen
        .into_iter()
        .map(|word| {
            let prefix = if *word == last { "*" } else { "" };
            format!("\"{}\"{prefix}", separate(word))
        })
        .collect();
    let operator = match breadth {
        Breadth::EveryWord => " AND ",
        Breadth::AnyWord => " OR ",
    };
    Some(terms.join(operator))
}

/// Puts an invisible space on both sides of every CJK sign.
pub(super) fn separate(text: &str) -> String {
    let mut separated = String::with_capacity(text.len());
    for sign in text.chars() {
        if is_cjk(sign) {
            separated.extend([INVISIBLE, sign, INVISIBLE]);
        } else {
            separated.push(sign);
        }
    }
    separated
}

/// Takes the invisible spaces out again, and the marks that only they kept apart: `[部][署]` is `[部署]`.
pub(super) fn join(snippet: &str) -> String {
    let visible: String = snippet.chars().filter(|sign| *sign != INVISIBLE).collect();
    visible.replace("][", "")
}

fn words(query: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for word in query.split(|sign: char| !sign.is_alphanumeric()).filter(|word| !word.is_empty()) {
        let word = word.to_lowercase();
        if !words.contains(&word) {
            words.push(word);
        }
    }
    words
}

/// Han, kana, Hangul and their extensions.
fn is_cjk(sign: char) -> bool {
    matches!(sign,
        '\u{1100}'..='\u{11FF}' | '\u{2E80}'..='\u{2FDF}' | '\u{3005}'..='\u{30FF}' | '\u{3105}'..='\u{31FF}'
        | '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}' | '\u{AC00}'..='\u{D7FF}' | '\u{F900}'..='\u{FAFF}'
        | '\u{20000}'..='\u{3FFFF}')
}
