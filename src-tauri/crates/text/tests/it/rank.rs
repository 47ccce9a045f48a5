//! Names ranked by what is typed, and the passages that hold the words.

use studio_text::{
    Span,
    rank::{NameFit, Query},
};

fn marked(text: &str, spans: &[Span]) -> String {
    let mut result = String::new();
    let mut at = 0;
    for span in spans {
        result.push_str(&text[at..span.start]);
        result.push('[');
        result.push_str(&text[span.start..span.end]);
        result.push(']');
        at = span.end;
    }
    result + &text[at..]
}

#[test]
fn names_fit_in_order() {
    use NameFit::{Inside, Letters, Start, Whole, Word};
    for (typed, name, expected) in [
        ("gas-emergency", "gas-emergency", Some((Whole, "[gas-emergency]"))),
        ("Gas Emergency", "gas-emergency", Some((Whole, "[gas-emergency]"))),
        ("gas", "gas-emergency", Some((Start, "[gas]-emergency"))),
        ("emer", "gas-emergency", Some((Word, "gas-[emer]gency"))),
        ("emergency gas", "gas-emergency", Some((Word, "[gas]-[emergency]"))),
        ("ergency", "gas-emergency", Some((Inside, "gas-em[ergency]"))),
        ("gaem", "gas-emergency", Some((Letters, "[ga]s-[em]ergency"))),
        ("gm", "gas-emergency", None),
        ("gaeme", "gas-emergency", Some((Letters, "[ga]s-[eme]rgency"))),
        ("gsmr", "gas-emergency", None),
        ("gas leak", "gas-emergency", None),
        ("部署", "应用部署", Some((Word, "应用[部署]"))),
        ("🔥", "fire 🔥 drill", Some((Word, "fire [🔥] drill"))),
        ("cafe", "Café menu", Some((Start, "[Café] menu"))),
        ("\"emergency\"", "gas-emergency", Some((Word, "gas-[emergency]"))),
        ("c++", "c++ style", Some((Start, "[c++] style"))),
        ("*", "a*b", Some((Inside, "a[*]b"))),
    ] {
        let found = Query::parse(typed).unwrap().name(name);
        let found = found.map(|found| (found.fit, marked(name, &found.spans)));
        let expected = expected.map(|(fit, marked): (NameFit, &str)| (fit, marked.to_owned()));
        assert_eq!(found, expected, "{typed} in {name}");
    }
}

#[test]
fn nothing_typed_is_no_query() {
    for nothing in ["", "  ", "\"", "\"\" \""] {
        assert_eq!(Query::parse(nothing), None, "{nothing:?}");
    }
}

#[test]
fn a_passage_is_one_line_around_the_words() {
    let long = format!("{}the gas\nvalve leaks{}", "word ".repeat(60), " and more".repeat(60));
    for (typed, text, expected) in [
        ("valve", "Close the valve.", Some("Close the [valve].")),
        ("val clo", "Close the valve.", Some("[Clo]se the [val]ve.")),
        ("alve", "Close the valve.", None),
        ("\"gas valve\"", "a gas, valve", Some("a [gas, valve]")),
        ("\"gas valve\"", "a valve, gas", None),
        ("gas-valve", "a gas_valve", Some("a [gas_valve]")),
        ("部署", "要部署应用", Some("要[部署]应用")),
        ("署部", "要部署应用", None),
        ("cafe", "Le CAFÉ", Some("Le [CAFÉ]")),
        ("🔥", "so 🔥 hot", Some("so [🔥] hot")),
    ] {
        let found = Query::parse(typed).unwrap().passage(text).map(|found| marked(&found.text, &found.spans));
        assert_eq!(found.as_deref(), expected, "{typed} in {text}");
    }
    let found = Query::parse("gas valve").unwrap().passage(&long).unwrap();
    let shown = marked(&found.text, &found.spans);
    assert!(shown.starts_with('…') && shown.ends_with('…'), "{shown}");
    assert!(shown.contains("the [gas] [valve] leaks and more") && shown.chars().count() < 200, "{shown}");
}
