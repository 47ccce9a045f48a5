//! The closest of several names, for "did you mean".

/// The name closest to `wanted`, if one is so close that a slip explains the difference: one edit for short names, two
/// from eight characters on. Upper and lower case, `-` and `_` count as equal. Of equally close names the first.
pub(crate) fn closest<'a>(wanted: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let wanted = fold(wanted);
    let limit = match wanted.len() {
        0..=2 => 0,
        3..=7 => 1,
        _ => 2,
    };
    let mut best: Option<(usize, &str)> = None;
    for name in names {
        if name.len().abs_diff(wanted.len()) > limit {
            continue;
        }
        let allowed = best.map_or(limit, |(distance, _)| distance.saturating_sub(1));
        if let Some(distance) = distance(&wanted, &fold(name), allowed)
            && best.is_none_or(|(shortest, _)| distance < shortest)
        {
            best = Some((distance, name));
        }
    }
    best.map(|(_, name)| name)
}

fn fold(name: &str) -> Vec<u8> {
    name.bytes().map(|byte| if byte == b'-' { b'_' } else { byte.to_ascii_lowercase() }).collect()
}

/// Edits between two names, neighbours swapped counting as one (optimal string alignment), if at most `limit`.
fn distance(a: &[u8], b: &[u8], limit: usize) -> Option<usize> {
    let mut before: Vec<usize> = Vec::new();
    let mut above: Vec<usize> = (0..=b.len()).collect();
    for row in 1..=a.len() {
        let mut current = Vec::with_capacity(b.len() + 1);
        current.push(row);
        for column in 1..=b.len() {
            let cost = usize::from(a[row - 1] != b[column - 1]);
            let mut edits = (above[column] + 1).min(current[column - 1] + 1).min(above[column - 1] + cost);
            if row > 1 && column > 1 && a[row - 1] == b[column - 2] && a[row - 2] == b[column - 1] {
                edits = edits.min(before[column - 2] + 1);
            }
            current.push(edits);
        }
        if current.iter().all(|&edits| edits > limit) {
            return None;
        }
        before = std::mem::replace(&mut above, current);
    }
    above.last().copied().filter(|&edits| edits <= limit)
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
