//! The closest of several names, for "did you mean".

use strsim::osa_distance;

/// The name closest to `wanted`, if one is so close that a slip explains the difference: one edit for short names, two
/// from eight characters on. Upper and lower case, `-` and `_` count as equal. Of equally close names the first.
pub(crate) fn closest<'a>(wanted: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let wanted = fold(wanted);
    let limit = match wanted.len() {
        0..=2 => 0,
        3..=7 => 1,
        _ => 2,
    };
    let is_close = |name: &&str| name.len().abs_diff(wanted.len()) <= limit;
    let measured = names.into_iter().filter(is_close).map(|name| (osa_distance(&wanted, &fold(name)), name));
    measured.filter(|(edits, _)| *edits <= limit).min_by_key(|(edits, _)| *edits).map(|(_, name)| name)
}

fn fold(name: &str) -> String {
    name.replace('-', "_").to_ascii_lowercase()
}

#[cfg(test)]
mod tests {
    use super::closest;

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
}
