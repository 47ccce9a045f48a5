//! What does not count when names and words are compared: case, accents, and what separates words.

/// A name without case and accents, its words apart.
pub(super) fn folded(name: &str) -> Vec<char> {
    let apart = |sign: char| if matches!(sign, '-' | '_' | '.' | '/' | ':') { ' ' } else { fold(sign) };
    name.chars().map(apart).collect()
}

/// Whether a sign is a word of its own: CJK, and pictures.
pub(super) fn is_alone(sign: char) -> bool {
    matches!(sign,
        '\u{1100}'..='\u{11FF}' | '\u{2190}'..='\u{24FF}' | '\u{2580}'..='\u{2BFF}' | '\u{2E80}'..='\u{2FDF}'
        | '\u{3005}'..='\u{30FF}' | '\u{3105}'..='\u{31FF}' | '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}'
        | '\u{AC00}'..='\u{D7FF}' | '\u{F900}'..='\u{FAFF}' | '\u{1F000}'..='\u{1FAFF}' | '\u{20000}'..='\u{3FFFF}')
}

/// A character in lower case and without its accent.
pub(super) fn fold(sign: char) -> char {
    if sign.is_ascii() {
        return sign.to_ascii_lowercase();
    }
    let low = sign.to_lowercase().next().unwrap_or(sign);
    PLAIN.iter().find(|(accented, _)| accented.contains(low)).map_or(low, |(_, plain)| *plain)
}

/// Letters with accents, by the letter without.
const PLAIN: [(&str, char); 22] = [
    ("àáâãäåāăą", 'a'),
    ("çćĉċč", 'c'),
    ("ďđ", 'd'),
    ("èéêëēĕėęě", 'e'),
    ("ĝğġģ", 'g'),
    ("ĥħ", 'h'),
    ("ìíîïĩīĭį", 'i'),
    ("ĵ", 'j'),
    ("ķ", 'k'),
    ("ĺļľ", 'l'),
    ("ñńņň", 'n'),
    ("òóôõöōŏő", 'o'),
    ("ŕŗř", 'r'),
    ("śŝşšș", 's'),
    ("ţťț", 't'),
    ("ùúûüũūŭůűų", 'u'),
    ("ŵ", 'w'),
    ("ýÿŷ", 'y'),
    ("źżž", 'z'),
    ("ё", 'е'),
    ("й", 'и'),
    ("ά", 'α'),
];
