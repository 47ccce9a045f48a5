//! Finding and replacing in one text.

use studio_text::find::{Pattern, PatternOptions, line_around};

const PLAIN: PatternOptions = PatternOptions { match_case: false, whole_word: false, is_regex: false };
const CASE: PatternOptions = PatternOptions { match_case: true, ..PLAIN };
const WORD: PatternOptions = PatternOptions { whole_word: true, ..PLAIN };
const REGEX: PatternOptions = PatternOptions { is_regex: true, ..PLAIN };

#[test]
fn matches_become_what_is_asked() {
    for (query, options, with, text, expected) in [
        ("gas", PLAIN, "oil", "Gas, gas and GASKET", "oil, oil and oilKET"),
        ("gas", CASE, "oil", "Gas, gas and GASKET", "Gas, oil and GASKET"),
        ("gas", WORD, "oil", "Gas, gas_x gas and gasket", "oil, gas_x oil and gasket"),
        ("$x", WORD, "y", "a $x $xs", "a y $xs"),
        ("a.c", PLAIN, "$1", "a.c abc", "$1 abc"),
        ("(\\w+)@(\\w+)", REGEX, "$2 at ${1}", "me@home", "home at me"),
        ("^- ", REGEX, "* ", "- a\n- b\nc - d", "* a\n* b\nc - d"),
        ("a\\nb", REGEX, "c", "a\nb", "c"),
        ("x*", REGEX, "y", "ab xx", "ab y"),
        ("部署", PLAIN, "\u{1F525}", "应用部署", "应用\u{1F525}"),
        ("", PLAIN, "x", "abc", "abc"),
        ("\\bgas\\b", REGEX, "oil", "gas gasket", "oil gasket"),
    ] {
        let pattern = Pattern::new(query, options).unwrap();
        assert_eq!(pattern.replace(text, with, |_| true).0, expected, "{query}");
        assert_eq!(pattern.replace(text, with, |_| false), (text.to_owned(), 0));
    }
    let second = Pattern::new("a", PLAIN).unwrap().replace("a a a", "b", |span| span.start == 2);
    assert_eq!(second, ("a b a".to_owned(), 1));
}

#[test]
fn what_is_no_pattern_says_why_on_one_line() {
    for (query, reason) in [
        ("(", "unclosed group"),
        ("[a", "unclosed character class"),
        ("a{2,1}", "invalid repetition count range, the start must be <= the end"),
    ] {
        assert_eq!(Pattern::new(query, REGEX).unwrap_err().reason, reason);
        assert!(Pattern::new(query, PLAIN).is_ok());
    }
}

#[test]
fn a_pattern_of_a_thousand_characters_is_found_and_a_longer_one_says_so() {
    let text = "~".repeat(24_000);
    for options in [PLAIN, REGEX] {
        let longest = Pattern::new(&text[..1_000], options).unwrap();
        assert_eq!(longest.matches(&text).count(), 24);
        let longer = Pattern::new(&text[..1_001], options).unwrap_err();
        assert_eq!(longer.reason, "it is longer than 1,000 characters");
    }
}

#[test]
fn a_line_is_cut_around_its_match() {
    let shown = |text: &str, query: &str| {
        let span = Pattern::new(query, PLAIN).unwrap().matches(text).next().unwrap();
        let line = line_around(text, span);
        format!("{}{}[{}]{}", if line.is_cut { "…" } else { "" }, line.before, line.found, line.after)
    };
    assert_eq!(shown("one\n  two gas three\nfour", "gas"), "two [gas] three");
    assert_eq!(shown("gas", "gas"), "[gas]");
    assert_eq!(shown("a gas\nvalve b", "gas\nvalve"), "a [gas]");
    let long = format!("{}gas{}", "é".repeat(500_000), "ü".repeat(500_000));
    let cut = shown(&long, "gas");
    assert!(cut.starts_with("…é") && cut.contains("é[gas]ü") && cut.chars().count() < 300, "{cut}");
}
