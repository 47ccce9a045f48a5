//! What a client made of a set beside what stands in the fixtures, with every difference named. In a fixture stand the
//! lines of the skills that were laid before the client; its own texts by name, length and hash.

use serde_json::{Map, Value, json};

/// What stands for the folder of the skills in a fixture.
const SKILLS: &str = "/skills";
/// What stands for the entry of a skill that is listed by its name alone, apart from the others.
const NAMED: &str = "NAMED";
/// What a line begins with that names a file of a skill.
const FILE: &str = "<file>";

/// The list in a capture as a fixture has it: the names in their order, and each one's entry. None where no list came.
pub(super) fn list_in(capture: &Value, folder: &str) -> Option<Value> {
    let list = &capture["list"];
    let (mut order, mut lines) = (Vec::new(), Map::new());
    let mut add = |name: &str, line: String| {
        // Some list every skill of one name.
        let numbers = 1..=lines.len() + 1;
        let key = numbers.map(|number| numbered(name, number)).find(|key| !lines.contains_key(key));
        let key = key.unwrap_or_else(|| name.to_owned());
        order.push(key.clone());
        lines.insert(key, Value::from(line));
    };
    for entry in list["lines"].as_array()? {
        add(entry["name"].as_str()?, entry["line"].as_str()?.replace(folder, SKILLS));
    }
    for name in list["names"].as_array()? {
        add(name.as_str()?, NAMED.to_owned());
    }
    Some(json!({ "order": order, "lines": lines }))
}

/// The lines of a list in a capture, with the headings between them, as a fixture of two scopes has them. None where no
/// list came.
pub(super) fn lines_in(capture: &Value) -> Option<Vec<&str>> {
    let (mut lines, mut last) = (Vec::new(), None);
    for entry in capture["list"]["lines"].as_array()? {
        let heading = entry["heading"].as_str();
        if heading != last {
            lines.extend(heading);
            last = heading;
        }
        lines.push(entry["line"].as_str()?);
    }
    Some(lines)
}

/// What differs between the lines of two lists.
pub(super) fn line_differences(was: &[&str], is: &[&str], has_own_order: bool) -> Vec<String> {
    let in_order = |lines: &[&str]| {
        let mut lines: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
        if !has_own_order {
            lines.sort_unstable();
        }
        lines
    };
    if in_order(was) == in_order(is) {
        return Vec::new();
    }
    let is_in = |line: &&&str, lines: &[&str]| lines.contains(*line);
    let new = is.iter().filter(|line| !is_in(line, was)).map(|line| format!("{line:?} is listed now"));
    let gone = was.iter().filter(|line| !is_in(line, is)).map(|line| format!("{line:?} is no longer listed"));
    let mut found: Vec<String> = new.chain(gone).collect();
    if found.is_empty() {
        found.push("different order".to_owned());
    }
    found
}

fn numbered(name: &str, number: usize) -> String {
    if number == 1 { name.to_owned() } else { format!("{name} ({number})") }
}

/// What differs between two lists, skill by skill.
pub(super) fn list_differences(was: &Value, is: &Value, has_own_order: bool) -> Vec<String> {
    if was.is_null() {
        return vec!["there was no list before".to_owned()];
    }
    let (before, now) = (entries(was), entries(is));
    if lines(&before, has_own_order) == lines(&now, has_own_order) {
        return Vec::new();
    }
    let mut found = Vec::new();
    for (name, line) in &now {
        match before.iter().find(|(known, _)| known == name) {
            None => found.push(format!("{name} is listed now")),
            Some((_, old)) if old != line => found.push(format!("{name} was {old:?}, is {line:?}")),
            Some(_) => {}
        }
    }
    let gone = before.iter().filter(|(name, _)| now.iter().all(|(listed, _)| listed != name));
    found.extend(gone.map(|(name, _)| format!("{name} is no longer listed")));
    if found.is_empty() {
        found.push("different order".to_owned());
    }
    found
}

/// The names of a list in its order, with their entries.
fn entries(list: &Value) -> Vec<(&str, &str)> {
    let names = list["order"].as_array().into_iter().flatten().filter_map(Value::as_str);
    names.map(|name| (name, list["lines"][name].as_str().unwrap_or_default())).collect()
}

fn lines<'a>(entries: &[(&str, &'a str)], has_own_order: bool) -> Vec<&'a str> {
    let mut lines: Vec<&str> = entries.iter().map(|(_, line)| *line).collect();
    if !has_own_order {
        lines.sort_unstable();
    }
    lines
}

/// What a client made of one file that was laid before it with others, as a fixture has it.
pub(super) fn cell_in(capture: &Value, case: &Value) -> Value {
    let lines = capture["list"]["lines"].as_array();
    match lines.into_iter().flatten().find(|entry| is_of(entry, case)) {
        Some(entry) => json!({ "listed": true, "name": entry["name"], "description": entry["shown"] }),
        None => json!({ "listed": false }),
    }
}

/// Names of entries that are of none of the files that were laid before the client.
pub(super) fn strangers<'a>(capture: &'a Value, cases: &[Value]) -> Vec<&'a str> {
    let lines = capture["list"]["lines"].as_array().into_iter().flatten();
    let strange = lines.filter(|entry| !cases.iter().any(|case| is_of(entry, case)));
    strange.filter_map(|entry| entry["name"].as_str()).collect()
}

/// Whether an entry is of a file: by its path, else by its folder, else by a name that one of the clients has for it.
fn is_of(entry: &Value, case: &Value) -> bool {
    let folder = case["folder"].as_str().unwrap_or_default();
    if let Some(path) = entry["path"].as_str() {
        return path.ends_with(&format!("/{folder}/SKILL.md"));
    }
    let name = entry["name"].as_str().unwrap_or_default();
    let cells = case["clients"].as_object().into_iter().flatten();
    let mut known = cells.filter_map(|(_, cell)| cell["name"].as_str());
    let is_plain = |known: &str| known == name || known.replace(' ', "-") == name;
    name == folder || name.starts_with(&format!("{folder} (")) || known.any(is_plain)
}

/// Whether two skills came in alike, but for the order of files, which is the file system's.
pub(super) fn is_same_body(was: &str, is: &str) -> bool {
    let in_order = |text: &str| {
        let mut lines: Vec<String> = text.split('\n').map(str::to_owned).collect();
        lines.chunk_by_mut(|a, b| a.starts_with(FILE) && b.starts_with(FILE)).for_each(<[String]>::sort_unstable);
        lines
    };
    was == is || in_order(was) == in_order(is)
}

/// The words around the list, the client's own skills in it and its own tools, as a fixture has them.
pub(super) fn block_in(capture: &Value) -> Value {
    let list = &capture["list"];
    json!({ "version": capture["version"], "role": list["role"], "before": list["before"], "own": list["own"],
            "after": list["after"], "tools": capture["tools"] })
}

/// What differs between two of them.
pub(super) fn block_differences(was: &Value, is: &Value) -> Vec<String> {
    if was.is_null() {
        return vec!["no known text around its list".to_owned()];
    }
    let mut found = Vec::new();
    for key in ["version", "role"] {
        if was[key] != is[key] {
            found.push(format!("the {key} was {}, is {}", was[key], is[key]));
        }
    }
    for place in ["before", "after"] {
        let (was, is) = (&was[place], &is[place]);
        if was != is {
            let size = |words: &Value| words["chars"].as_u64().unwrap_or_default();
            found.push(format!("the text {place} its list changed: {} characters, {} now", size(was), size(is)));
        }
    }
    found.extend(own_differences(&was["own"], &is["own"], "skill"));
    found.extend(own_differences(&was["tools"], &is["tools"], "tool"));
    found
}

/// What differs between two lists of named things of a client's own.
fn own_differences(was: &Value, is: &Value, kind: &str) -> Vec<String> {
    let all = |own: &Value| -> Vec<Value> { own.as_array().cloned().unwrap_or_default() };
    let (before, now) = (all(was), all(is));
    let name = |own: &Value| own["name"].as_str().unwrap_or_default().to_owned();
    let mut found = Vec::new();
    for own in &now {
        match before.iter().find(|known| known["name"] == own["name"]) {
            None => found.push(format!("{} is a new built-in {kind}", name(own))),
            Some(known) if known != own => found.push(format!("the built-in {kind} {} changed", name(own))),
            Some(_) => {}
        }
    }
    let gone = before.iter().filter(|known| now.iter().all(|own| own["name"] != known["name"]));
    found.extend(gone.map(|own| format!("{} is no longer a built-in {kind}", name(own))));
    if found.is_empty() && before != now {
        found.push(format!("its built-in {kind}s are in a different order"));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(lines: &[(&str, &str)]) -> Value {
        let lines: Vec<Value> = lines.iter().map(|(name, line)| json!({ "name": name, "line": line })).collect();
        list_in(&json!({ "list": { "lines": lines, "names": [] } }), "/project/.x/skills").unwrap()
    }

    #[test]
    fn a_list_is_kept_with_its_order_and_without_the_folder_it_lay_in() {
        let capture = json!({ "list": {
            "lines": [{ "name": "b", "line": "- b: B\n  Path: /home/a/skills/b/SKILL.md" },
                      { "name": "a", "line": "- a: A" }, { "name": "a", "line": "- a: other" }],
            "names": ["c"] } });
        let kept = list_in(&capture, "/home/a/skills").unwrap();
        assert_eq!(kept["order"], json!(["b", "a", "a (2)", "c"]));
        assert_eq!(kept["lines"]["b"], "- b: B\n  Path: /skills/b/SKILL.md");
        assert_eq!((&kept["lines"]["a (2)"], &kept["lines"]["c"]), (&json!("- a: other"), &json!("NAMED")));
        assert_eq!(list_in(&json!({ "list": null }), "/home/a/skills"), None);
    }

    #[test]
    fn lines_of_two_scopes_are_kept_with_their_headings() {
        let entry = |line: &str, heading: Option<&str>| json!({ "line": line, "heading": heading });
        let capture = |lines: Value| json!({ "list": { "lines": lines } });
        let grouped =
            capture(json!([entry("- b: B", Some("# P")), entry("- c: C", Some("# P")), entry("- a: A", Some("# U"))]));
        assert_eq!(lines_in(&grouped).unwrap(), ["# P", "- b: B", "- c: C", "# U", "- a: A"]);
        let plain = capture(json!([entry("- a: A", None), entry("- b: B", None)]));
        assert_eq!(lines_in(&plain).unwrap(), ["- a: A", "- b: B"]);
        assert_eq!(lines_in(&json!({ "list": null })), None);
    }

    #[test]
    fn every_line_that_is_another_is_named() {
        let was = ["- a: A", "- b: B"];
        assert_eq!(line_differences(&was, &was, true), [""; 0]);
        let named = [r#""- c: C" is listed now"#, r#""- a: A" is no longer listed"#];
        assert_eq!(line_differences(&was, &["- b: B", "- c: C"], true), named);
        assert_eq!(line_differences(&was, &["- b: B", "- a: A"], true), ["different order"]);
        assert_eq!(line_differences(&was, &["- b: B", "- a: A"], false), [""; 0]);
    }

    #[test]
    fn every_skill_that_is_listed_otherwise_is_named() {
        let was = list(&[("a", "- a: A"), ("b", "- b: B"), ("c", "- c: C")]);
        let differences = |is: &[(&str, &str)], has_own_order| list_differences(&was, &list(is), has_own_order);
        assert_eq!(differences(&[("a", "- a: A"), ("b", "- b: B"), ("c", "- c: C")], true), [""; 0]);
        let other = differences(&[("a", "- a: A"), ("c", "- c: \"C\""), ("d", "- d: D")], true);
        assert_eq!(other, [r#"c was "- c: C", is "- c: \"C\"""#, "d is listed now", "b is no longer listed"]);
        let turned = [("b", "- b: B"), ("a", "- a: A"), ("c", "- c: C")];
        assert_eq!(differences(&turned, true), ["different order"]);
        assert_eq!(differences(&turned, false), [""; 0], "it is the file system's");
        assert_eq!(list_differences(&Value::Null, &was, true), ["there was no list before"]);
    }

    #[test]
    fn entries_are_found_to_be_of_files_by_path_folder_or_a_known_name() {
        let cases = [
            json!({ "folder": "a-plain", "clients": {} }),
            json!({ "folder": "ee-space", "clients": { "codex": { "name": "Ee Space" }, "pi": { "listed": false } } }),
        ];
        let capture = |name: &str, path: Option<&str>| json!({ "list": { "lines": [{ "name": name, "line": "", "shown": "S", "path": path }] } });
        for (name, path, is_listed) in [
            ("other", Some("r1/a-plain/SKILL.md"), [true, false]),
            ("a-plain", None, [true, false]),
            ("a-plain (Label)", None, [true, false]),
            ("a-plain", Some("/p/ee-space/SKILL.md"), [false, true]),
            ("Ee-Space", None, [false, true]),
            ("Ee Space", None, [false, true]),
            ("a-plainer", None, [false, false]),
        ] {
            let capture = capture(name, path);
            let cells = cases.each_ref().map(|case| cell_in(&capture, case));
            assert_eq!(cells.each_ref().map(|cell| cell["listed"] == true), is_listed, "{name}");
            for cell in cells.iter().filter(|cell| cell["listed"] == true) {
                assert_eq!(*cell, json!({ "listed": true, "name": name, "description": "S" }));
            }
            let strange = if is_listed.contains(&true) { vec![] } else { vec![name] };
            assert_eq!(strangers(&capture, &cases), strange);
        }
    }

    #[test]
    fn bodies_are_alike_whatever_order_their_files_have() {
        let was = "Do it.\n<file>/a</file>\n<file>/b</file>\nEnd.";
        assert!(is_same_body(was, "Do it.\n<file>/b</file>\n<file>/a</file>\nEnd."));
        for other in ["Do it.\n<file>/a</file>\nEnd.", "<file>/a</file>\nDo it.\n<file>/b</file>\nEnd.", "End.\nDo it."]
        {
            assert!(!is_same_body(was, other), "{other}");
        }
    }

    #[test]
    fn what_changed_around_a_list_is_named() {
        let own = |name: &str, sha256: &str| json!({ "name": name, "chars": 9, "sha256": sha256 });
        let words = |chars: usize| json!({ "chars": chars, "sha256": "s", "lines": [] });
        let block = |version: &str, before: usize, own: Vec<Value>| {
            let list = json!({ "role": "system", "before": words(before), "own": own, "after": words(0) });
            block_in(&json!({ "version": version, "list": list, "loaded": "Text" }))
        };
        let was = block("1.0.0", 40, vec![own("one", "a"), own("two", "b")]);
        assert_eq!(block_differences(&was, &was), [""; 0]);
        let is = block("1.0.1", 42, vec![own("two", "c"), own("three", "d")]);
        let named = [
            r#"the version was "1.0.0", is "1.0.1""#,
            "the text before its list changed: 40 characters, 42 now",
            "the built-in skill two changed",
            "three is a new built-in skill",
            "one is no longer a built-in skill",
        ];
        assert_eq!(block_differences(&was, &is), named);
        let mut other = was.clone();
        other["tools"] = json!([{ "name": "read", "parameters": ["path"] }]);
        assert_eq!(block_differences(&was, &other), ["read is a new built-in tool"]);
        let mut changed = other.clone();
        changed["tools"][0]["parameters"] = json!(["file"]);
        assert_eq!(block_differences(&other, &changed), ["the built-in tool read changed"]);
        let turned = block("1.0.0", 40, vec![own("two", "b"), own("one", "a")]);
        assert_eq!(block_differences(&was, &turned), ["its built-in skills are in a different order"]);
        assert_eq!(block_differences(&Value::Null, &was), ["no known text around its list"]);
    }
}
