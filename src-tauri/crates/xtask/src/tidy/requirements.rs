//! The table of requirements names a test for each, and every test that carries an id stands in it.

use std::collections::{BTreeMap, BTreeSet};

use super::Finding;
use super::tree::Tree;

const TABLE: &str = "tests/REQUIREMENTS.md";

/// What a row says instead of a test while its part of the studio is not built.
const PLANNED: [&str; 2] = ["comes with simulation", "comes with packs"];

pub(super) fn check(tree: &Tree) -> Vec<Finding> {
    let Some(table) = tree.files.iter().find(|file| file.path.as_path() == TABLE) else {
        return vec![finding(1, "is missing: it says which test holds which requirement".to_owned())];
    };
    let rust = tree.files.iter().filter(|file| file.is("rs"));
    let tests: BTreeSet<&str> =
        rust.flat_map(|file| functions(&file.text)).filter(|name| !ids(name).is_empty()).collect();
    check_table(&table.text, &tests)
}

fn check_table(table: &str, tests: &BTreeSet<&str>) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut listed: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    for (index, row) in table.lines().enumerate() {
        let cells: Vec<&str> = row.split(" | ").map(|cell| cell.trim_matches([' ', '|'])).collect();
        let [id, .., named] = cells.as_slice() else { continue };
        let id = id.to_lowercase().replace('-', "_");
        if ids(&id).len() != 1 {
            continue;
        }
        let line = index + 1;
        let of_row = listed.entry(id.clone()).or_default();
        for name in named.split('`').skip(1).step_by(2) {
            of_row.insert(name);
            if !tests.contains(name) {
                findings.push(finding(line, format!("unknown test `{name}`")));
            } else if !ids(name).contains(&id) {
                findings.push(finding(line, format!("`{name}` doesn't contain the id of its row")));
            }
        }
        if of_row.is_empty() && !PLANNED.contains(named) {
            findings.push(finding(line, "has no test and no part of the studio".to_owned()));
        }
    }
    for test in tests {
        for id in ids(test).into_iter().filter(|id| !listed.get(id).is_some_and(|names| names.contains(test))) {
            findings.push(finding(1, format!("`{test}` isn't listed under {}", id.to_uppercase().replace('_', "-"))));
        }
    }
    findings
}

fn finding(line: usize, message: String) -> Finding {
    Finding { path: TABLE.into(), line, message }
}

/// Names of the functions a text defines.
fn functions(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter_map(|line| {
        let line = line.trim_start();
        let name = line.strip_prefix("async fn ").or_else(|| line.strip_prefix("fn "))?;
        name.split('(').next()
    })
}

/// The ids a name starts with: `s4_03_s4_13_random_folders` carries two, `s0_07_to_s0_09_a_tool` three.
fn ids(name: &str) -> Vec<String> {
    let mut found: Vec<(String, u32)> = Vec::new();
    let mut is_range = false;
    let mut parts = name.split('_').peekable();
    while let Some(part) = parts.next() {
        let group = match part {
            "to" => {
                is_range = true;
                continue;
            }
            "and" => continue,
            group if is_group(group) && parts.peek().is_some_and(|next| number(next).is_some()) => {
                let number = parts.next().and_then(number).unwrap_or_default();
                (group.to_owned(), number)
            }
            group if is_range && number(group).is_some() => {
                let before = found.last().map(|(group, _)| group.clone()).unwrap_or_default();
                (before, number(group).unwrap_or_default())
            }
            vector if vector.starts_with(['v', 't']) && number(&vector[1..]).is_some() => {
                (vector[..1].to_owned(), number(&vector[1..]).unwrap_or_default())
            }
            _ => break,
        };
        if is_range && let Some((_, from)) = found.last().cloned() {
            found.extend((from + 1..group.1).map(|number| (group.0.clone(), number)));
        }
        is_range = false;
        found.push(group);
    }
    let text = |(group, number): (String, u32)| {
        if group.len() == 1 && group != "x" { format!("{group}{number:02}") } else { format!("{group}_{number:02}") }
    };
    found.into_iter().map(text).collect()
}

/// `s0` to `s4`, and `x`.
fn is_group(part: &str) -> bool {
    matches!(part, "s0" | "s1" | "s2" | "s3" | "s4" | "x")
}

fn number(part: &str) -> Option<u32> {
    if part.len() == 2 { part.parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::{BTreeSet, check_table, ids};

    #[test]
    fn names_carry_the_ids_they_start_with() {
        let cases: [(&str, &[&str]); 7] = [
            ("s4_06_strict_is_the_default", &["s4_06"]),
            ("s4_03_s4_13_random_folders", &["s4_03", "s4_13"]),
            ("s0_06_and_s0_10_embeddings", &["s0_06", "s0_10"]),
            ("s0_07_to_09_a_tool", &["s0_07", "s0_08", "s0_09"]),
            ("v18_to_v20_resolve", &["v18", "v19", "v20"]),
            ("x_09_to_the_map", &["x_09"]),
            ("starts_s4_03", &[]),
        ];
        for (name, expected) in cases {
            assert_eq!(ids(name), expected, "{name}");
        }
    }

    #[test]
    fn the_table_and_the_tests_hold_each_other() {
        let tests = BTreeSet::from(["s4_06_strict", "x_09_one"]);
        let said = |table: &str| check_table(table, &tests).iter().map(|one| one.message.clone()).collect::<Vec<_>>();
        let row = "| X-09 | one | `x_09_one` |\n";
        assert!(said(&format!("{row}| S4-06 | strict | `s4_06_strict` |")).is_empty());
        assert!(
            said(&format!("{row}| S4-06 | strict | `s4_06_strict` |\n| S1-01 | source | comes with simulation |"))
                .is_empty()
        );
        assert_eq!(said(row), ["`s4_06_strict` isn't listed under S4-06"]);
        assert_eq!(
            said(&format!("{row}| S4-06 | strict | `s4_06_strict`, `s4_06_gone` |")),
            ["unknown test `s4_06_gone`"]
        );
        let neighbour = said(&format!("{row}| S4-06 | strict | `s4_06_strict`, `x_09_one` |"));
        assert_eq!(neighbour, ["`x_09_one` doesn't contain the id of its row"]);
        let nothing = said(&format!("{row}| S4-06 | strict | `s4_06_strict` |\n| S4-07 | next | soon |"));
        assert_eq!(nothing, ["has no test and no part of the studio"]);
    }
}
