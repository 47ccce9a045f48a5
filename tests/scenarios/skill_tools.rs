//! One truth about a skill's tools: its links. The list in its file follows them, and they follow the list.

use studio_api::{
    ErrorCode, Studio,
    dto::{
        Access, FixAction, MapLinkKind, Policy, ResolveRequest, Strategy, ToolImplementation, ToolStanding, TrashKind,
        TriggerRule, ValidationMode,
    },
};

use crate::{
    harness::{AsItIsNow, Bench, fixtures, refused, skill, until},
    toolbox::{Said as _, edit_of, link, signature, tool},
};

const SKILL_FILE: &str = "SKILL.md";

fn add_tool(studio: &Studio, name: &str) -> String {
    studio.save_tool(&tool(name, signature("(id: Text) --> IO Text"), ToolImplementation::None)).unwrap().id
}

/// The tools a skill is linked to on the map, by name, with their access.
fn on_the_map(bench: &Studio, skill: &str) -> Vec<(String, String)> {
    let map = bench.get_map().unwrap();
    let name = |key: &str| map.nodes.iter().find(|node| node.key == key).unwrap().name.clone();
    let key = format!("skill:{skill}");
    let uses = map.links.iter().filter(|link| link.kind() == MapLinkKind::Uses && link.from == key);
    let mut tools: Vec<_> =
        uses.map(|link| (name(&link.to), link.access().map_or("", Access::as_str).to_owned())).collect();
    tools.sort();
    tools
}

fn names(tools: &[(String, String)]) -> Vec<&str> {
    tools.iter().map(|(name, _)| name.as_str()).collect()
}

/// What a strict runtime with these tools would enable.
fn resolved(bench: &Studio, name: &str, available: &[&str]) -> Option<Vec<String>> {
    let request = ResolveRequest {
        strategies: vec![Strategy::ByName(name.to_owned())],
        policy: Policy { top_k: 1, min_score: 1.0, include_tags: Vec::new(), exclude_tags: Vec::new() },
        mode: ValidationMode::Strict,
        max_instruction_chars: 8000,
        available_tools: Some(available.iter().map(ToString::to_string).collect()),
        most_rejected: None,
        triggers: TriggerRule::Ignored,
    };
    bench.resolve(&request).unwrap().resolved.map(|context| context.tools)
}

fn codes(bench: &Studio, id: &str) -> Vec<(String, String)> {
    let text = bench.get_file(id, SKILL_FILE).unwrap().text;
    let findings = bench.analyze(id, SKILL_FILE, &text).unwrap().findings;
    let about_links = findings.into_iter().filter(|finding| finding.code.starts_with("tool-not-li"));
    about_links.map(|finding| (finding.code, finding.subject)).collect()
}

const WRITTEN: &str = "---\nname: trip\ndescription: Plans a trip. Use when someone travels.\nallowed-tools:\n  - book # first\n  - Bash(git:*)\n  - \
                       'chart'\n---\nCall `book`, then `chart`.\n";

#[test]
fn x_09_an_import_links_the_tools_a_file_lists() {
    let bench = Bench::new();
    let (book, _) = (add_tool(&bench, "book"), add_tool(&bench, "idle"));
    let written = WRITTEN.replace("  - 'chart'", "  - chart");
    bench.write("trip/SKILL.md", &written);
    bench.import(&["trip"]);
    let id = bench.row("trip").id;
    assert_eq!(on_the_map(&bench, &id), [("book".to_owned(), "read".to_owned())]);
    let standings = |id: &str| {
        let tools = bench.get_skill(id).unwrap().tools;
        tools.into_iter().map(|tool| (tool.name, tool.standing, tool.tool_id.is_some())).collect::<Vec<_>>()
    };
    let expected = [
        ("book".to_owned(), ToolStanding::Linked, true),
        ("Bash(git:*)".to_owned(), ToolStanding::Host, false),
        ("chart".to_owned(), ToolStanding::Missing, false),
    ];
    assert_eq!(standings(&id), expected, "a name no tool has stays visible as missing, a host's as the host's");
    assert!(bench.whole_map().nodes.iter().any(|node| node.key == "missing:chart"));

    // The missing tool comes, goes by another name, and comes back: the link follows the name that is listed.
    let chart = add_tool(&bench, "chart");
    assert_eq!(names(&on_the_map(&bench, &id)), ["book", "chart"]);
    assert_eq!(standings(&id)[2].1, ToolStanding::Linked);
    assert_eq!(bench.text(&id, SKILL_FILE), written, "nothing of this touches the file");
    assert_eq!(resolved(&bench, "trip", &["book", "Bash(git:*)", "chart"]).unwrap(), ["book", "Bash(git:*)", "chart"]);

    // What a link says beside its ends stays when the file is saved, and comes back with the tool.
    let key = (format!("skill:{id}"), format!("tool:{book}"));
    let drawn = bench.get_map().unwrap().links.into_iter().find(|link| link.from == key.0 && link.to == key.1).unwrap();
    let settings = drawn.with_access(Access::Execute).with_config("{\"a\":1}");
    bench.save_link(&settings).unwrap();
    assert_eq!(bench.text(&id, SKILL_FILE), written);
    bench.save(&id, SKILL_FILE, &written.replace("  - book # first\n", ""));
    assert_eq!(names(&on_the_map(&bench, &id)), ["chart"]);
    bench.save(&id, SKILL_FILE, &written.replace("Call", "Please call"));
    assert_eq!(
        on_the_map(&bench, &id),
        [("book".to_owned(), "execute".to_owned()), ("chart".to_owned(), "read".to_owned())]
    );
    assert!(codes(&bench, &id).is_empty());
    bench.trash_now(TrashKind::Tool, &chart).unwrap();
    assert_eq!(standings(&id)[2].1, ToolStanding::Missing);
}

#[test]
fn x_09_a_link_made_or_cut_on_the_map_edits_the_file_and_undoing_leaves_no_byte_changed() {
    let bench = Bench::new();
    let [book, chart, more] = ["book", "chart", "more"].map(|name| format!("tool:{}", add_tool(&bench, name)));
    let folder = bench.write("trip/SKILL.md", WRITTEN).parent().unwrap().to_owned();
    bench.link(&["trip"]);
    let id = bench.row("trip").id;
    let key = format!("skill:{id}");
    let disk = || std::fs::read_to_string(folder.join(SKILL_FILE)).unwrap();
    assert_eq!(names(&on_the_map(&bench, &id)), ["book", "chart"]);

    bench.cut_now(MapLinkKind::Uses, &key, &book).unwrap();
    assert_eq!(names(&on_the_map(&bench, &id)), ["chart"]);
    assert_eq!(bench.get_skill(&id).unwrap().allowed_tools, ["Bash(git:*)", "chart"]);
    assert_eq!(resolved(&bench, "trip", &["book", "Bash(git:*)", "chart"]).unwrap(), ["Bash(git:*)", "chart"]);
    assert_eq!(disk(), bench.text(&id, SKILL_FILE), "the linked folder follows");
    bench.save_link(&link(MapLinkKind::Uses, &key, &book)).unwrap();
    assert_eq!(disk(), WRITTEN, "comment and quotes are back");
    assert_eq!(names(&on_the_map(&bench, &id)), ["book", "chart"]);

    bench.save_link(&link(MapLinkKind::Uses, &key, &more)).unwrap();
    assert_eq!(bench.get_skill(&id).unwrap().allowed_tools, ["book", "Bash(git:*)", "chart", "more"]);
    assert!(disk().contains("more"));
    bench.cut_now(MapLinkKind::Uses, &key, &more).unwrap();
    assert_eq!(disk(), WRITTEN);

    // What is cut lies in the trash; restored, the file lists it again.
    bench.cut_now(MapLinkKind::Uses, &key, &book).unwrap();
    let lies = bench.list_trash().unwrap().remove(0);
    assert_eq!((lies.item.kind, lies.item.id.as_str()), (TrashKind::Link, format!("uses:{key}>{book}").as_str()));
    bench.restore_now(TrashKind::Link, &lies.item.id).unwrap();
    assert_eq!(disk(), WRITTEN);
    assert!(!bench.list_trash().unwrap().iter().any(|line| line.item.id == lies.item.id));

    // Both ways meet whatever came between: the edit is made of the text as it is now.
    bench.cut_now(MapLinkKind::Uses, &key, &chart).unwrap();
    let text = bench.text(&id, SKILL_FILE).replace("then", "and then");
    bench.save(&id, SKILL_FILE, &text);
    bench.save_link(&link(MapLinkKind::Uses, &key, &chart)).unwrap();
    assert!(disk().contains("and then"));
    assert_eq!(bench.get_skill(&id).unwrap().allowed_tools, ["book", "Bash(git:*)", "chart"]);
    assert!(codes(&bench, &id).is_empty());

    // A skill without a list gets one, and loses it with the last tool.
    let plain = skill("plain", "Does little. Use when little is to do.", "", "Do it.");
    let id = bench.add_skill("plain", &plain).id;
    bench.save_link(&link(MapLinkKind::Uses, &format!("skill:{id}"), &more)).unwrap();
    assert_eq!(bench.get_skill(&id).unwrap().allowed_tools, ["more"]);
    bench.cut_now(MapLinkKind::Uses, &format!("skill:{id}"), &more).unwrap();
    assert_eq!(bench.text(&id, SKILL_FILE), plain);
}

#[test]
fn x_09_a_file_that_cannot_be_edited_keeps_its_links_and_says_why() {
    let bench = Bench::live();
    let [book, more] = ["book", "more"].map(|name| format!("tool:{}", add_tool(&bench, name)));
    let folder = bench.write("trip/SKILL.md", WRITTEN).parent().unwrap().to_owned();
    bench.link(&["trip"]);
    let id = bench.row("trip").id;
    let key = format!("skill:{id}");
    bench.save_draft(&id, SKILL_FILE, "typed").unwrap();
    let message = refused(bench.save_link(&link(MapLinkKind::Uses, &key, &more)), ErrorCode::Stale);
    assert!(message.contains("trip has unsaved changes"), "{message}");
    bench.delete_draft(&id, SKILL_FILE).unwrap();

    // Broken for a while: what it was linked to stays, until the file can be read again.
    let broken = WRITTEN.replace("name: trip\n", "");
    bench.save(&id, SKILL_FILE, &broken);
    assert_eq!(names(&on_the_map(&bench, &id)), ["book"]);
    let message = refused(bench.cut_now(MapLinkKind::Uses, &key, &book), ErrorCode::Invalid);
    assert!(message.contains("error in line 2"), "{message}");
    bench.save(&id, SKILL_FILE, &WRITTEN.replace("  - book # first\n", ""));
    assert!(on_the_map(&bench, &id).is_empty());
    std::fs::write(folder.join(SKILL_FILE), WRITTEN.replace("trip.", "long trip.")).unwrap();
    until("a change outside is read like any other", || names(&on_the_map(&bench, &id)) == ["book"]);
}

#[test]
fn x_09_where_text_and_links_differ_both_ways_out_are_offered() {
    // A library of an older version kept the two apart.
    let bench = Bench::new();
    let path = bench.path("old.db");
    std::fs::copy(fixtures().join("libraries/v2.db"), &path).unwrap();
    bench.open_library(&path).unwrap();
    let id = bench.row("emergency").id;
    assert_eq!(names(&on_the_map(&bench, &id)), ["call"]);
    assert!(bench.get_skill(&id).unwrap().allowed_tools.is_empty());
    assert_eq!(codes(&bench, &id), [("tool-not-listed".to_owned(), "call".to_owned())]);
    assert_eq!(resolved(&bench, "emergency", &["call"]).unwrap(), ["call"], "the link is what counts");
    assert_eq!(resolved(&bench, "emergency", &[]), None);
    bench.delete_draft(&id, SKILL_FILE).unwrap();
    let before = bench.text(&id, SKILL_FILE);
    let findings = bench.analyze(&id, SKILL_FILE, &before).unwrap().findings;
    let drift = findings.iter().find(|finding| finding.code == "tool-not-listed").unwrap();
    assert!(drift.fix.is_some());
    assert_eq!(drift.actions, [FixAction::UnlinkTool { name: "call".to_owned() }]);
    bench.fix_all(Some("tool-not-listed"), std::slice::from_ref(&id)).unwrap();
    assert_eq!(bench.get_skill(&id).unwrap().allowed_tools, ["call"]);
    assert!(codes(&bench, &id).is_empty());

    let set = bench.list_change_sets().unwrap().remove(0).id;
    bench.undo_change_set(&set).unwrap();
    assert_eq!(bench.text(&id, SKILL_FILE), before);
    assert!(on_the_map(&bench, &id).is_empty(), "the file says what it said, and the link follows");
}

#[test]
fn s0_14_a_link_reads_and_has_no_settings_until_its_author_says_more_however_it_was_made() {
    let bench = Bench::new();
    let book = add_tool(&bench, "book");
    let trip = bench.add_skill("trip", WRITTEN).id;
    add_tool(&bench, "chart");
    let plain = skill("plain", "Does nothing else. Use when nothing else is asked.", "", "Do it.");
    let plain = bench.add_skill("plain", plain).id;
    bench.save_link(&link(MapLinkKind::Uses, &format!("skill:{plain}"), &format!("tool:{book}"))).unwrap();
    bench.apply_fix_action(&plain, &FixAction::LinkTool { name: "chart".to_owned() }).unwrap();
    let read = |name: &str| (name.to_owned(), "read".to_owned());
    for id in [&trip, &plain] {
        let said = "listed in the file, listed before there was a tool, drawn, and linked as a fix";
        assert_eq!(on_the_map(&bench, id), [read("book"), read("chart")], "{said}");
    }
    let links: Vec<_> =
        bench.get_map().unwrap().links.into_iter().filter(|link| link.kind() == MapLinkKind::Uses).collect();
    assert!(links.len() == 4 && links.iter().all(|link| link.config() == "{}"), "{links:#?}");
    let shown = bench.skillctl(&["show", "skill", "trip", "--json"]);
    let shown: serde_json::Value = serde_json::from_slice(&shown.stdout).unwrap();
    let access: Vec<_> = shown["tools"].as_array().unwrap().iter().map(|tool| tool["access"].as_str()).collect();
    assert_eq!(access, [Some("read"), None, Some("read")], "{shown:#}");
}

#[test]
fn x_09_a_renamed_tool_is_followed_in_the_files_that_list_it() {
    let bench = Bench::new();
    let book = add_tool(&bench, "book");
    bench.write("trip/SKILL.md", WRITTEN);
    bench.import(&["trip"]);
    let id = bench.row("trip").id;
    let mut edit = edit_of(&bench.get_tool(&book).unwrap());
    "reserve".clone_into(&mut edit.name);
    bench.add_tool(&edit);
    let standings: Vec<_> =
        bench.get_skill(&id).unwrap().tools.into_iter().map(|tool| (tool.name, tool.standing)).collect();
    assert_eq!(standings[0], ("book".to_owned(), ToolStanding::Missing));
    assert_eq!(standings[3], ("reserve".to_owned(), ToolStanding::NotListed));
    assert_eq!(codes(&bench, &id), [("tool-not-listed".to_owned(), "reserve".to_owned())]);
    bench.save(&id, SKILL_FILE, &WRITTEN.replace("book", "reserve"));
    assert_eq!(names(&on_the_map(&bench, &id)), ["reserve"]);
    assert!(codes(&bench, &id).is_empty());
}
