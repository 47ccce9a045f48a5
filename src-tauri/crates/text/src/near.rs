//! The closest of several names: one that explains a slip, which a fix may put in its place, and one that is merely alike,
//! which an author is asked about.

use std::collections::HashSet;

use similar::TextDiff;
use strsim::osa_distance;

/// From here on another name is worth asking about.
const WORTH_A_HINT: f64 = 0.5;

/// The name closest to `wanted`, if one is so close that a slip explains the difference: one edit for short names, two
/// from eight characters on. Upper and lower case, `-` and `_` count as equal. Of equally close names the first.
pub(crate) fn closest<'a>(wanted: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let wanted = fold(wanted);
    let limit = match wanted.len() {
        0..=2 => 0,
        3..=7 => 1,
        _ => 2,
    };
    let letters = letters(&wanted);
    let is_close = |name: &&str| {
        name.len().abs_diff(wanted.len()) <= limit
            && (!(wanted.is_ascii() && name.is_ascii()) || apart(&letters, name) <= limit)
    };
    let measured = names.into_iter().filter(is_close).map(|name| (osa_distance(&wanted, &fold(name)), name));
    measured.filter(|(edits, _)| *edits <= limit).min_by_key(|(edits, _)| *edits).map(|(_, name)| name)
}

/// The name most like another, if one is like it at all, and how much, 0 to 1: by their characters, or by the words they
/// are made of. Of equally alike names the first in the alphabet.
pub fn most_alike<'a>(name: &str, names: impl IntoIterator<Item = &'a str>) -> Option<(&'a str, f64)> {
    let alike = names.into_iter().map(|known| (known, similarity(name, known)));
    let best = alike.max_by(|a, b| a.1.total_cmp(&b.1).then_with(|| b.0.cmp(a.0)))?;
    (best.1 >= WORTH_A_HINT).then_some(best)
}

fn similarity(a: &str, b: &str) -> f64 {
    let (a, b) = (a.to_lowercase(), b.to_lowercase());
    let by_characters = f64::from(TextDiff::from_chars(&a, &b).ratio());
    let words = |name: &str| name.split(['_', '-', '.', '/']).map(str::to_owned).collect::<HashSet<_>>();
    let (of_a, of_b) = (words(&a), words(&b));
    let by_words = 2.0 * of_a.intersection(&of_b).count() as f64 / (of_a.len() + of_b.len()) as f64;
    by_characters.max(by_words)
}

/// How often each letter stands in a name of ASCII, as [`fold`] has it; some marks count as one.
fn letters(name: &str) -> [i32; 32] {
    let mut letters = [0; 32];
    for byte in name.bytes() {
        let byte = if byte == b'-' { b'_' } else { byte };
        letters[usize::from(byte & 31)] += 1;
    }
    letters
}

/// The fewest edits that make one name of the other, by their letters alone: most names are told from each other by that,
/// which takes a fraction of the time of laying them beside each other.
fn apart(wanted: &[i32; 32], name: &str) -> usize {
    let differences = wanted.iter().zip(letters(name)).map(|(wanted, has)| wanted - has);
    let (more, less) = differences.fold((0, 0), |(more, less), by| (more + by.max(0), less - by.min(0)));
    usize::try_from(more.max(less)).unwrap_or_default()
}

fn fold(name: &str) -> String {
    name.replace('-', "_").to_ascii_lowercase()
}

#[cfg(test)]
mod tests {
    use super::{closest, most_alike};

    #[test]
    fn a_slip_is_close_and_another_name_is_not() {
        let names = ["get_weather", "send_mail", "rg", "Read"];
        for (wanted, expected) in [
            ("get_wether", Some("get_weather")),
            ("get-weather", Some("get_weather")),
            ("getweather", Some("get_weather")),
            ("send_mial", Some("send_mail")),
            ("read", Some("Read")),
            ("gr", None),
            ("get_forecast", None),
            ("", None),
        ] {
            assert_eq!(closest(wanted, names), expected, "{wanted}");
        }
    }

    #[test]
    fn letters_alone_rule_out_no_name_that_is_close() {
        let names = [
            "Read",
            "read-file",
            "READ_FILE",
            "file_read",
            "rg",
            "gr",
            "a1b2",
            "aQbR",
            "__",
            "--",
            "mm",
            "größe",
            "grosse",
        ];
        for (wanted, name) in names.iter().flat_map(|wanted| names.map(|name| (*wanted, name))) {
            let edits = super::osa_distance(&super::fold(wanted), &super::fold(name));
            let known = super::apart(&super::letters(&super::fold(wanted)), name);
            assert!(known <= edits || !(wanted.is_ascii() && name.is_ascii()), "{wanted} and {name}: {known}, {edits}");
        }
        assert_eq!(
            closest("grösse", ["grosse"]),
            Some("grosse"),
            "letters of several bytes are laid beside each other"
        );
        assert_eq!(closest("grüße_gott", ["grusse_gott", "grüße_gots"]), Some("grüße_gots"));
    }

    #[test]
    fn a_name_is_like_another_by_its_letters_or_its_words() {
        let names = ["git_log", "git_diff", "send_mail", "search_orders", "dispatch_crew"];
        let offered = |name: &str| most_alike(name, names).map(|(name, _)| name);
        assert!(offered("git_history").is_some_and(|name| name.starts_with("git_")));
        for (name, expected) in [
            ("git_logs", Some("git_log")),
            ("order_search", Some("search_orders")),
            ("dispatch_crew_v2", Some("dispatch_crew")),
            ("volcano", None),
        ] {
            assert_eq!(offered(name), expected, "{name}");
        }
    }
}
