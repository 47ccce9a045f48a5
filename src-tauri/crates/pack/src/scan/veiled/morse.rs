//! Words in Morse code.

use std::ops::Range;

use super::{CODED, Hit, MOST, hit};
use crate::scan::{pattern::patterns, sense::Context};

/// Fewest words that say something.
const FEWEST: usize = 4;
/// Each letter with its signs.
const SIGNS: [(&str, char); 36] = [
    (".-", 'a'),
    ("-...", 'b'),
    ("-.-.", 'c'),
    ("-..", 'd'),
    (".", 'e'),
    ("..-.", 'f'),
    ("--.", 'g'),
    ("....", 'h'),
    ("..", 'i'),
    (".---", 'j'),
    ("-.-", 'k'),
    (".-..", 'l'),
    ("--", 'm'),
    ("-.", 'n'),
    ("---", 'o'),
    (".--.", 'p'),
    ("--.-", 'q'),
    (".-.", 'r'),
    ("...", 's'),
    ("-", 't'),
    ("..-", 'u'),
    ("...-", 'v'),
    (".--", 'w'),
    ("-..-", 'x'),
    ("-.--", 'y'),
    ("--..", 'z'),
    ("-----", '0'),
    (".----", '1'),
    ("..---", '2'),
    ("...--", '3'),
    ("....-", '4'),
    (".....", '5'),
    ("-....", '6'),
    ("--...", '7'),
    ("---..", '8'),
    ("----.", '9'),
];

patterns! {
    SIGNS_OF_MORSE = r"(?:[.\x{b7}\x{2013}\x{2212}-]{1,5}[ /|\n]{1,3}){16,}[.-]{0,5}";
}

/// Words in Morse code that are an order to whoever reads them.
pub(super) fn hits(context: &Context<'_>, is_told: impl Fn(&Range<usize>, &str) -> bool) -> Vec<Hit> {
    let found = SIGNS_OF_MORSE.as_ref().into_iter().flat_map(|regex| regex.find_iter(context.text));
    let told = found.filter(|found| is_told(&found.range(), &read(found.as_str())));
    told.map(|found| hit(found.range(), CODED)).take(MOST).collect()
}

fn read(signs: &str) -> String {
    let plain = signs.replace(['\u{b7}'], ".").replace(['\u{2013}', '\u{2212}'], "-").replace(['|', '\n'], "/");
    let word = |word: &str| -> String {
        let letter = |signs: &str| SIGNS.iter().find(|(known, _)| *known == signs).map(|(_, letter)| *letter);
        word.split_whitespace().filter_map(letter).collect()
    };
    let words: Vec<String> = plain.split('/').map(word).filter(|word| !word.is_empty()).collect();
    if words.len() < FEWEST { String::new() } else { words.join(" ") }
}

#[cfg(test)]
mod tests {
    #[test]
    fn signs_are_letters() {
        assert_eq!(super::read("- .... . / - .. -.. . / .. ... / .... .. --. ...."), "the tide is high");
    }
}
