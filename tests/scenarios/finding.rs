//! Finding a skill by what is typed: the same ranking for the list's filter, the palette and the search.

use studio_api::dto::{
    FoundKind, NamedKind, PaletteAction, PaletteHit, PaletteRequest, SearchField, SearchHit, SearchMode, SearchRequest,
    SearchResult, TextRange, TrashKind, TrashRef, UseKind,
};

use crate::harness::{Bench, skill};

fn search(bench: &Bench, query: &str, limit: u32) -> SearchResult {
    let request = SearchRequest { query: query.to_owned(), mode: SearchMode::Words, limit, among: None };
    bench.search_skills(&request).unwrap()
}

/// `name field`, with the file a passage is of.
fn shown(hit: &SearchHit) -> String {
    let field = serde_json::to_value(hit.field).unwrap();
    format!("{} {}{}", hit.name, field.as_str().unwrap(), if hit.path.is_empty() { "" } else { " " }) + &hit.path
}

fn names(bench: &Bench, query: &str) -> Vec<String> {
    search(bench, query, 99).hits.iter().map(shown).collect()
}

/// What UTF-16 ranges stand for.
fn parts(text: &str, ranges: &[TextRange]) -> Vec<String> {
    let units: Vec<u16> = text.encode_utf16().collect();
    ranges.iter().map(|range| String::from_utf16(&units[range.from as usize..range.to as usize]).unwrap()).collect()
}

fn gas_works() -> Bench {
    let bench = Bench::new();
    for (name, description, tags, body) in [
        ("gas", "Answers.", "", "Body."),
        ("gas-emergency", "Smell of it.", "", "Call the \u{1F525} brigade."),
        ("natural-gas", "Supply.", "", "Body."),
        ("degas", "Pumps.", "", "Body."),
        ("boiler", "Heats with gas.", "", "Close the valve."),
        ("stove", "Cooks.", "tags: [gas, kitchen]\n", "Use when hungry."),
        ("meter", "Counts.", "", "Read the gas meter: 应用程序, “quoted” and snake_case."),
        ("water", "Flows.", "", "Body."),
        ("unrelated", "Sings songs.", "", "About gardens and begass."),
    ] {
        bench.write(&format!("in/{name}/SKILL.md"), skill(name, description, tags, body));
    }
    bench.write("in/water/references/leak.md", "Water and \u{1F6BF} gas\nvalve pipes lie together.");
    bench.import(&["in"]);
    bench
}

#[test]
fn the_exact_name_comes_first_and_every_row_has_the_word_it_claims() {
    let bench = gas_works();
    let found = [
        "gas name",
        "gas-emergency name",
        "natural-gas name",
        "degas name",
        "boiler description",
        "stove tags",
        "meter body",
        "water file references/leak.md",
    ];
    assert_eq!(names(&bench, "gas"), found);
    for hit in search(&bench, "gas", 99).hits {
        let marked = if hit.field == SearchField::Name {
            parts(&hit.name, &hit.name_ranges)
        } else {
            parts(&hit.passage, &hit.passage_ranges)
        };
        assert_eq!(marked, ["gas"], "{hit:?}");
    }
    for (query, expected) in [
        ("GAS valve", vec!["boiler body", "water file references/leak.md"]),
        ("\"gas valve\"", vec!["water file references/leak.md"]),
        ("gaem", vec!["gas-emergency name"]),
        ("leak", vec!["water file references/leak.md"]),
        ("boiler cooks", vec![]),
        ("应用", vec!["meter body"]),
        ("用应", vec![]),
        ("\u{1F525}", vec!["gas-emergency body"]),
        ("snake_case", vec!["meter body"]),
        ("“quoted”", vec!["meter body"]),
        ("gas AND", vec!["meter body", "water file references/leak.md"]),
        ("\" OR *", vec![]),
        ("body:gas", vec![]),
        ("", vec![]),
    ] {
        assert_eq!(names(&bench, query), expected, "{query}");
    }
}

#[test]
fn a_cut_says_how_many_there_are_and_filters_narrow_before_it() {
    let bench = gas_works();
    let cut = search(&bench, "gas", 3);
    assert_eq!((cut.hits.len(), cut.total), (3, 8));
    let ids: Vec<String> = bench
        .list_skills()
        .unwrap()
        .into_iter()
        .filter(|row| ["boiler", "water", "unrelated"].contains(&row.name.as_str()))
        .map(|row| row.id)
        .collect();
    let request = SearchRequest { query: "gas".to_owned(), mode: SearchMode::Words, limit: 1, among: Some(ids) };
    let among = bench.search_skills(&request).unwrap();
    assert_eq!(
        (among.hits.iter().map(shown).collect::<Vec<_>>(), among.total),
        (vec!["boiler description".to_owned()], 2)
    );
}

#[test]
fn other_files_are_found_as_they_come_change_and_go() {
    let bench = gas_works();
    let id = bench.list_skills().unwrap().into_iter().find(|row| row.name == "stove").unwrap().id;
    assert_eq!(names(&bench, "zeppelin"), Vec::<String>::new());
    bench.create_file(&id, "scripts/fly.py").unwrap();
    let version = bench.get_skill(&id).unwrap().aggregate_version;
    bench.save_file(&id, "scripts/fly.py", "print('zeppelin')\n", version, None).unwrap();
    assert_eq!(names(&bench, "zeppelin"), ["stove file scripts/fly.py"]);
    bench.rename_file(&id, "scripts/fly.py", "scripts/air.py").unwrap();
    assert_eq!(names(&bench, "zeppelin"), ["stove file scripts/air.py"]);
    let bench = bench.reopen(studio_api::Upkeep::OnDemand);
    assert_eq!(names(&bench, "zeppelin"), ["stove file scripts/air.py"], "it is there after a restart");
    bench.remove_file(&id, "scripts/air.py").unwrap();
    assert_eq!(names(&bench, "zeppelin"), Vec::<String>::new());
}

#[test]
fn the_palette_ranks_actions_and_skills_together() {
    let bench = gas_works();
    let action =
        |label: &str, words: &str| PaletteAction { label: label.to_owned(), words: words.to_owned(), used: None };
    let actions = vec![action("Show gas", ""), action("Gas", ""), action("Ventilate", "gas air"), action("Go", "")];
    let palette = |query: &str, skills: bool, limit: u32| {
        let kinds = if skills { FoundKind::ALL.to_vec() } else { Vec::new() };
        let request = PaletteRequest { query: query.to_owned(), actions: actions.clone(), kinds, limit };
        let result = bench.search_palette(&request).unwrap();
        let shown = result.hits.into_iter().map(|hit| match hit {
            PaletteHit::Action { index, .. } => actions[index as usize].label.clone(),
            PaletteHit::Found { hit } => hit.name,
        });
        (shown.collect::<Vec<_>>().join(", "), result.total)
    };
    let all = "Gas, gas, gas-emergency, Show gas, natural-gas, degas, boiler, stove, Ventilate, meter, water";
    assert_eq!(palette("gas", true, 99), (all.to_owned(), 11));
    assert_eq!(palette("gas", true, 2), ("Gas, gas".to_owned(), 11));
    assert_eq!(palette("gas", false, 99), ("Gas, Show gas, Ventilate".to_owned(), 3));
    assert_eq!(palette("", true, 99), (String::new(), 0));
}

#[test]
fn an_action_is_found_by_its_label_then_by_a_word_for_it_then_by_letters_and_what_was_done_lately_comes_first() {
    let bench = Bench::new();
    let action = |label: &str, words: &str, used: Option<u32>| PaletteAction {
        label: label.to_owned(),
        words: words.to_owned(),
        used,
    };
    let ranked = |query: &str, actions: &[PaletteAction]| -> Vec<String> {
        let request =
            PaletteRequest { query: query.to_owned(), actions: actions.to_vec(), kinds: Vec::new(), limit: 99 };
        let hits = bench.search_palette(&request).unwrap().hits.into_iter();
        hits.map(|hit| match hit {
            PaletteHit::Action { index, .. } => actions[index as usize].label.clone(),
            PaletteHit::Found { hit } => hit.name,
        })
        .collect()
    };
    let group = "Expand or collapse the group";
    let mut actions = vec![
        action(group, "fold unfold", None),
        action("Go to Packs", "export target", None),
        action("Export as .skill…", "upload zip archive share", None),
        action("Copy to a client's folder…", "export install", None),
        action("Export the map as SVG", "", None),
    ];
    let of_words = ["Go to Packs", "Copy to a client's folder…"];
    assert_eq!(
        ranked("export", &actions),
        ["Export as .skill…", "Export the map as SVG", of_words[0], of_words[1], group]
    );
    assert_eq!(ranked("zip", &actions), ["Export as .skill…"]);
    assert_eq!(ranked("export install", &actions), [of_words[1]]);
    // Lately done: first among those that fit as well, never before those that fit better.
    actions[3].used = Some(0);
    actions[4].used = Some(1);
    assert_eq!(
        ranked("export", &actions),
        ["Export the map as SVG", "Export as .skill…", of_words[1], of_words[0], group]
    );
}

#[test]
fn a_name_in_a_text_stands_for_a_tool_a_skill_or_what_is_missing() {
    let bench = Bench::with_samples();
    let id = bench.row("gas-emergency").id;
    let text = bench.text(&id, "SKILL.md");
    let typed = format!(
        "{text}\n\u{1F525} See water-leak-triage, `Read`, and call `dispatch_crews` with `emergency`. An emergency.\n"
    );
    let at = |needle: &str| {
        let byte = typed.find(needle).unwrap_or_else(|| panic!("no {needle}"));
        let offset = typed[..byte].encode_utf16().count() as u32 + 2;
        bench.find_entity(&id, "SKILL.md", &typed, offset).unwrap()
    };
    for (needle, kind, name) in [
        ("lookup_premise\n  - transfer_call", NamedKind::Tool, "lookup_premise"),
        ("lookup_premise`. A landmark", NamedKind::Tool, "lookup_premise"),
        ("water-leak-triage, `", NamedKind::Skill, "water-leak-triage"),
        ("Read`", NamedKind::HostTool, "Read"),
        ("dispatch_crews`", NamedKind::MissingTool, "dispatch_crews"),
        ("emergency`. An", NamedKind::Skill, "emergency"),
    ] {
        let found = at(needle).unwrap_or_else(|| panic!("nothing at {needle}"));
        assert_eq!((found.kind, found.name.as_str()), (kind, name));
        assert_eq!(parts(&typed, &[found.range]), [name]);
        assert_eq!(found.signature.is_empty(), kind != NamedKind::Tool, "{found:?}");
        assert!(!found.description.is_empty(), "{found:?}");
    }
    assert_eq!(at("emergency.\n"), None, "a word that is a skill's name by chance");
}

#[test]
fn uses_are_links_and_mentions() {
    let bench = Bench::with_samples();
    let tool = bench.list_tools().unwrap().into_iter().find(|tool| tool.name == "lookup_premise").unwrap();
    let found = bench.find_uses(NamedKind::Tool, &tool.id).unwrap();
    let of = |how: UseKind, name: &str| found.uses.iter().filter(|one| one.how == how && one.name == name).count();
    assert_eq!(found.name, "lookup_premise");
    assert_eq!(of(UseKind::Linked, "gas-emergency"), 1);
    assert!(of(UseKind::Mentioned, "gas-emergency") >= 2, "allowed-tools and the body: {:?}", found.uses);
    for one in found.uses.iter().filter(|one| one.how == UseKind::Mentioned) {
        assert_eq!(parts(&one.text, &[one.shown]), ["lookup_premise"]);
        assert_eq!(parts(&bench.text(&one.id, &one.path), &[one.range]), ["lookup_premise"]);
    }
    let skill = bench.row("gas-emergency").id;
    let uses = bench.find_uses(NamedKind::Skill, &skill).unwrap().uses;
    assert!(uses.iter().any(|one| one.how == UseKind::Assigned), "{uses:?}");
    assert!(uses.iter().all(|one| one.id != skill), "its own text is no use of it");
    // A skill's page, the question before it goes to the trash and the list of uses count the same.
    let parent = bench.row("emergency");
    let told = bench.get_skill(&parent.id).unwrap().uses;
    let item = TrashRef { kind: TrashKind::Skill, id: parent.id.clone(), aggregate_version: parent.aggregate_version };
    let asked = bench.list_dependents(&[item]).unwrap();
    assert_eq!(
        asked.iter().map(|one| (&one.id, &one.why)).collect::<Vec<_>>(),
        told.iter().map(|one| (&one.id, &one.why)).collect::<Vec<_>>()
    );
    assert_eq!(told.iter().filter(|one| one.why.ends_with("is a child of emergency.")).count(), 4, "{told:?}");
    let listed = bench.find_uses(NamedKind::Skill, &parent.id).unwrap().uses;
    let listed: Vec<&str> =
        listed.iter().filter(|one| one.how != UseKind::Mentioned).map(|one| one.id.as_str()).collect();
    assert_eq!(listed, told.iter().map(|one| one.id.as_str()).collect::<Vec<_>>());
    let nobody = bench.find_uses(NamedKind::MissingTool, "no_such_tool").unwrap();
    assert_eq!((nobody.name.as_str(), nobody.uses.len()), ("no_such_tool", 0));
}
