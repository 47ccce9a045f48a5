//! Text that nobody can read where it stands: of the colour of its ground, without size, or pushed out of the window.

use regex::Captures;

use super::{LONGEST, is_order, reader};
use crate::scan::{
    pattern::{Pattern, has, patterns},
    sense::{Context, floor},
};

/// Empty lines that fill a window, but for the end of the line above.
const WINDOW: usize = 39;
/// Fewest words that say something.
const FEWEST: usize = 4;

patterns! {
    // Text behind more blanks than a window is wide, or below more lines than it is high.
    PUSHED_AWAY = r"(?:[ \t\x{a0}\x{2000}-\x{200a}\x{3000}]{90,}|\t{16,})(\S[^\n]*)";
    PUSHED_DOWN = r"(?:[ \t]*\r?\n){40,}(\S[^\n]*(?:\n[^\n]+){0,4})";
    STYLES = r#"(?is)<\w[^<>]*?style\s*=\s*["']([^"'<>]*)["'][^<>]*>([^<]+)"#;
    COLOURS = r"(?i)(?:^|[;\s])(background(?:-color)?|color)\s*:\s*([^;!]+)";
    // White letters of a formula, and what is hidden in a summary.
    FORMULAS = r"(?is)\\(?:h|v)?phantom\{([^{}\n]{12,})\}|\\(?:text)?color\{?\s*\{?(?:white|#fff(?:fff)?)\}?\s*\{([^\n]{12,})\}|<(?:details|div|section)\b[^<>]*\shidden\b[^<>]*>\s*<summary>[^<]*</summary>([^<]+)";
    // Letters that nobody could read on any ground.
    SHRUNK = r"(?i)display\s*:\s*none|visibility|font-size\s*:\s*0*(?:\.\d+)?[01]?(?:px|pt|em|rem|%)?\s*(?:[;\x22']|$)|opacity\s*:\s*0|-\d{3,}";
}

/// The places of such text in a page, where it says something.
pub(super) fn unreadable<'c>(context: &'c Context<'_>) -> Vec<Captures<'c>> {
    let text = context.text;
    let first = |found: &Captures<'_>| {
        let inner = (1..found.len()).find_map(|at| found.get(at))?.as_str();
        Some(inner[..floor(inner, LONGEST)].to_owned())
    };
    // What stands beside other text and a window away from it is there for nobody to see.
    let pushed = all(&PUSHED_AWAY, text).filter(|found| {
        first(found).is_some_and(|said| is_order(context, &said) || !said.contains('|') && says_something(&said))
    });
    let down = has_empty_window(text).then(|| all(&PUSHED_DOWN, text)).into_iter().flatten();
    let down = down
        .filter(|found| first(found).is_some_and(|said| is_order(context, &said) || reader::says_what_to_do(&said)));
    let formulas = all(&FORMULAS, text)
        .filter(|found| !is_on_ground(text, found))
        .filter(|found| first(found).is_some_and(|said| says_something(&said)));
    let unseen = all(&STYLES, text).filter(|found| {
        let (Some(style), Some(said)) = (found.get(1), found.get(2)) else { return false };
        is_of_its_ground(style.as_str()) && says_something(said.as_str())
    });
    pushed.chain(down).chain(formulas).chain(unseen).collect()
}

pub(super) fn all<'t>(pattern: &'static Pattern, text: &'t str) -> impl Iterator<Item = Captures<'t>> {
    pattern.as_ref().into_iter().flat_map(move |regex| regex.captures_iter(text))
}

pub(super) fn says_something(said: &str) -> bool {
    said.split_whitespace().filter(|word| word.chars().any(char::is_alphabetic)).count() >= FEWEST
}

/// Whether a text has more empty lines one after the other than a window is high.
fn has_empty_window(text: &str) -> bool {
    let mut run = 0;
    text.split('\n').any(|line| {
        run = if line.trim().is_empty() { run + 1 } else { 0 };
        run >= WINDOW
    })
}

/// Whether white letters stand on a ground of another colour.
fn is_on_ground(text: &str, found: &Captures<'_>) -> bool {
    let at = found.get(0).map_or(0, |whole| whole.start());
    let line = text[..at].rsplit('\n').next().unwrap_or_default();
    ["colorbox", "rowcolor", "cellcolor", "pagecolor"].iter().any(|ground| line.contains(ground))
}

/// Whether letters have the colour of what is behind them.
fn is_of_its_ground(style: &str) -> bool {
    let (letters, ground) = colours(style);
    letters.is_some() && letters == ground
}

/// Whether an element says itself what is behind its letters, and that is of another colour.
pub(super) fn is_on_another_ground(element: &str) -> bool {
    let opening = element.split('>').next().unwrap_or_default();
    let style = opening.split_once("style").map_or("", |(_, style)| style.trim_start_matches(['=', ' ', '"', '\'']));
    let (letters, ground) = colours(style.trim_end_matches(['"', '\'']));
    let is_small = has(&SHRUNK, style);
    let white = ["white", "#fff", "#ffffff", "transparent", "inherit", "none"];
    !is_small
        && letters.is_some()
        && ground.is_some_and(|ground| !white.contains(&ground.as_str()) && Some(ground) != letters)
}

/// The colours of letters and of what is behind them.
fn colours(style: &str) -> (Option<String>, Option<String>) {
    let mut letters = None;
    let mut ground = None;
    for found in all(&COLOURS, style) {
        let (Some(name), Some(value)) = (found.get(1), found.get(2)) else { continue };
        let value = value.as_str().trim().to_ascii_lowercase();
        if name.as_str().eq_ignore_ascii_case("color") {
            letters = Some(value);
        } else {
            ground = Some(value);
        }
    }
    (letters, ground)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_of_the_colour_of_their_ground_are_known() {
        assert!(is_of_its_ground("color:#fffdf8;background:#fffdf8"));
        assert!(is_of_its_ground("background-color: #123; color: #123"));
        assert!(!is_of_its_ground("color:#fff;background:#000"));
        assert!(!is_of_its_ground("background:#fff"));
    }
}
