//! Tools that skills name and nobody provides: found while they are written, gone when the tool is there.

use serde_json::json;
use studio_api::{
    dto::{
        Host, MapData, MapLinkKind, MapNodeKind, NodeFacts, Severity, ToolImplementation, ToolProblem, ToolProblemKind,
        TrashKind,
    },
    lint_paths,
};
use studio_text::lint::code::TOOL_NOT_ENABLED;

use crate::{
    harness::{AsItIsNow, Bench, is_standard, skill, until},
    toolbox::{Said as _, edit_of, link, misbehaving, schema, signature, tool, uses},
};

/// A tool that nobody carries out.
fn add(bench: &Bench, name: &str) -> String {
    bench.add_tool(&tool(name, signature("(id: Text) --> IO Text"), ToolImplementation::None)).id
}

const BODY: &str = "Look the parcel up with `track_parcle`. Call `weigh_parcel` when it is heavy.\n\nA runtime has no \
                    `book_courier` here.";

/// A skill with every way of not fitting its tools.
fn shipping(bench: &Bench) -> String {
    let text =
        skill("shipping", "Ships parcels. Use when shipping.", "allowed-tools: [track_parcel, print_lable]\n", BODY);
    bench.add_skill("shipping", text).id
}

fn found(bench: &Bench) -> Vec<(ToolProblemKind, String)> {
    let problems = bench.list_tool_problems().unwrap();
    let mut found: Vec<_> = problems.into_iter().map(|problem| (problem.kind, problem.tool)).collect();
    found.sort_by(|a, b| a.1.cmp(&b.1));
    found
}

fn problem(bench: &Bench, tool: &str) -> ToolProblem {
    let problems = bench.list_tool_problems().unwrap();
    problems.into_iter().find(|problem| problem.tool == tool).unwrap_or_else(|| panic!("nothing is said of {tool}"))
}

fn missing(map: &MapData) -> Vec<&str> {
    map.nodes.iter().filter(|node| node.facts.kind() == MapNodeKind::Missing).map(|node| node.name.as_str()).collect()
}

/// Errors and warnings of a skill in the library's list.
fn counted(bench: &Bench, name: &str) -> (u32, u32) {
    let row = bench.row(name);
    (row.errors, row.warnings)
}

#[test]
fn every_way_of_not_fitting_is_named_with_its_place() {
    use ToolProblemKind::{Missing, NeverMentioned, NotEnabled};
    let bench = Bench::new();
    for name in ["track_parcel", "print_label", "book_courier"] {
        add(&bench, name);
    }
    let id = shipping(&bench);
    bench.save_link(&uses(&id, &bench.tool("print_label").id, "read")).unwrap();
    let expected = [
        (NotEnabled, "book_courier"),
        (NeverMentioned, "print_label"),
        (Missing, "print_lable"),
        (NeverMentioned, "track_parcel"),
        (Missing, "track_parcle"),
        (Missing, "weigh_parcel"),
    ];
    assert_eq!(found(&bench), expected.map(|(kind, name)| (kind, name.to_owned())));
    let slip = problem(&bench, "track_parcle");
    assert_eq!((slip.near.as_deref(), slip.skill.as_str(), slip.line), (Some("track_parcel"), "shipping", Some(7)));
    assert!(slip.similarity > 0.8 && slip.message.contains("track_parcel"));
    assert_eq!(problem(&bench, "print_lable").line, Some(4));

    let text = bench.text(&id, "SKILL.md");
    let analysis = bench.analyze(&id, "SKILL.md", &text).unwrap();
    let codes: Vec<&str> = analysis.findings.iter().map(|finding| finding.code.as_str()).collect();
    for (code, count) in [("unknown-tool", 3), ("tool-not-enabled", 1), ("tool-unmentioned", 2)] {
        assert_eq!(codes.iter().filter(|found| **found == code).count(), count, "{code}: {codes:?}");
    }
    let of = |severity| {
        let standard = analysis.findings.iter().filter(|finding| is_standard(finding));
        standard.filter(|finding| finding.severity == severity).count() as u32
    };
    let counts = (of(Severity::Error), of(Severity::Warning));
    assert!(counts.0 >= 1 && counts.1 >= 3, "{counts:?}");
    assert_eq!(counted(&bench, "shipping"), counts, "as the list shows it");

    let map = bench.whole_map();
    assert_eq!(missing(&map), ["print_lable", "track_parcle", "weigh_parcel"]);
    let node = map.nodes.iter().find(|node| node.key == "missing:track_parcle").unwrap();
    let NodeFacts::Missing { near: Some(near) } = &node.facts else { panic!("{node:?}") };
    assert_eq!(near.id, bench.tool("track_parcel").id);
    let names = map.links.iter().filter(|link| link.kind() == MapLinkKind::Names && link.from == format!("skill:{id}"));
    assert_eq!(names.count(), 3);
    let shown = map.nodes.iter().find(|node| node.key == format!("skill:{id}")).unwrap();
    let NodeFacts::Skill { errors, warnings, .. } = shown.facts else { panic!("{shown:?}") };
    assert_eq!((errors, warnings), counts);
    let blast = bench.get_blast_radius("missing:weigh_parcel").unwrap();
    assert_eq!((blast.hit.len(), blast.hit[0].name.as_str()), (1, "shipping"));
}

#[test]
fn a_tool_with_a_clients_name_is_told_unless_the_skills_are_for_that_client() {
    let bench = Bench::new();
    for name in ["read_file", "track_parcel"] {
        add(&bench, name);
    }
    let body = "Use `track_parcel`, then `read_file`.";
    let text = skill("reading", "Reads. Use when reading.", "allowed-tools: track_parcel\n", body);
    bench.add_skill("reading", text.clone());
    let file = bench.write("disk/reading/SKILL.md", text);
    // The same of a file, judged by what the library knows.
    let on_disk = || {
        let linted = lint_paths(std::slice::from_ref(&file), None, Some(&bench.lint_basis().unwrap()), &[]).unwrap();
        linted.findings.iter().filter(|linted| linted.finding.code == TOOL_NOT_ENABLED).count()
    };
    let not_enabled = || found(&bench).into_iter().filter(|(kind, _)| *kind == ToolProblemKind::NotEnabled).count();
    assert_eq!(not_enabled(), 1, "it is one of the library's");
    for (client, expected) in [(Some(Host::Gemini), 0), (Some(Host::ClaudeCode), 1), (None, 1)] {
        bench.set_library_client(client).unwrap();
        assert_eq!((not_enabled(), on_disk()), (expected, expected), "{client:?}");
    }
}

#[test]
fn they_go_when_the_tool_comes_and_come_back_when_it_goes() {
    let bench = Bench::new();
    add(&bench, "another");
    let body = "Call `weigh_parcel` when it is heavy.";
    let id = bench.add_skill("weighing", skill("weighing", "Weighs. Use when weighing.", "", body)).id;
    assert_eq!(counted(&bench, "weighing"), (0, 1));
    assert_eq!(missing(&bench.whole_map()), ["weigh_parcel"]);
    bench.events.clear();
    let weigh = add(&bench, "weigh_parcel");
    assert!(bench.list_tool_problems().unwrap().is_empty(), "a skill without tools of its own leaves them alone");
    assert_eq!(counted(&bench, "weighing"), (0, 0));
    assert!(missing(&bench.whole_map()).is_empty());
    assert!(!bench.events.all().is_empty(), "the screens are told");
    bench.trash_now(TrashKind::Tool, &weigh).unwrap();
    assert_eq!(counted(&bench, "weighing"), (0, 1));
    bench.restore_now(TrashKind::Tool, &weigh).unwrap();
    assert_eq!(counted(&bench, "weighing"), (0, 0));
    let mut edit = edit_of(&bench.get_tool(&weigh).unwrap());
    edit.name = "weigh_letter".to_owned();
    bench.add_tool(&edit);
    assert_eq!(counted(&bench, "weighing"), (0, 1), "a new name is another tool");
    assert_eq!(problem(&bench, "weigh_parcel").near.as_deref(), Some("weigh_letter"));

    // What was found before an edit does not stand for what is found after.
    bench.save(&id, "SKILL.md", &skill("weighing", "Weighs. Use when weighing.", "", "Call `weigh_letter` now."));
    assert_eq!(counted(&bench, "weighing"), (0, 0));
    bench.trash_now(TrashKind::Tool, &weigh).unwrap();
    assert_eq!(counted(&bench, "weighing"), (0, 1));
    let bench = bench.reopen(studio_api::Upkeep::OnDemand);
    bench.restore_now(TrashKind::Tool, &weigh).unwrap();
    assert_eq!(counted(&bench, "weighing"), (0, 0), "also right after the library was opened");
}

#[test]
fn links_decide_what_a_runtime_would_enable() {
    let bench = Bench::new();
    let weigh = add(&bench, "weigh_parcel");
    let other = add(&bench, "stamp_parcel");
    let body = "Call `weigh_parcel`, then `stamp_parcel`.";
    let id = bench.add_skill("posting", skill("posting", "Posts. Use when posting.", "", body)).id;
    assert!(bench.list_tool_problems().unwrap().is_empty());
    bench.save_link(&uses(&id, &other, "read")).unwrap();
    assert_eq!(found(&bench), [(ToolProblemKind::NotEnabled, "weigh_parcel".to_owned())]);
    assert_eq!(counted(&bench, "posting"), (0, 1));
    let drawn = bench.save_link(&uses(&id, &weigh, "read")).unwrap();
    assert_eq!((found(&bench).len(), counted(&bench, "posting")), (0, (0, 0)));
    bench.cut_now(MapLinkKind::Uses, &drawn.from, &drawn.to).unwrap();
    assert_eq!(counted(&bench, "posting"), (0, 1));

    // A tool that comes with a skill it requires is enabled too, and not any more when that one loses it.
    let scales = bench.add_skill("scales", skill("scales", "Scales. Use when scaling.", "", "Use `weigh_parcel`.")).id;
    bench.save_link(&uses(&scales, &weigh, "read")).unwrap();
    let requires = link(MapLinkKind::Depends, &format!("skill:{id}"), &format!("skill:{scales}"));
    let requires = bench.save_link(&requires.with_required(true)).unwrap();
    assert_eq!((found(&bench).len(), counted(&bench, "posting")), (0, (0, 0)));
    bench.cut_now(MapLinkKind::Uses, &format!("skill:{scales}"), &format!("tool:{weigh}")).unwrap();
    assert_eq!(counted(&bench, "posting"), (0, 1), "the list knows of what happens to a required skill");
    bench.save_link(&uses(&scales, &weigh, "read")).unwrap();
    assert_eq!(counted(&bench, "posting"), (0, 0));
    bench.cut_now(MapLinkKind::Depends, &requires.from, &requires.to).unwrap();
    assert_eq!(counted(&bench, "posting"), (0, 1));
}

#[test]
fn what_a_server_offers_is_no_phantom() {
    let bench = Bench::new();
    add(&bench, "another");
    bench.add_skill("working", skill("working", "Works. Use when working.", "", "Call the tool `work` now."));
    let before = counted(&bench, "working");
    let text = "Call `mcp__pages__work-three` now.";
    bench.add_skill("pages", skill("pages", "Pages. Use when paging.", "", text));
    let server = bench.add_server("pages", misbehaving("pages"));
    assert!(bench.provided_tools().unwrap().contains(&"work-3".to_owned()));
    let near = bench.list_tool_problems().unwrap().into_iter().find(|problem| problem.tool == "mcp__pages__work-three");
    assert!(near.is_some(), "another name is still missing");
    bench.save(
        &bench.row("pages").id,
        "SKILL.md",
        &skill("pages", "Pages. Use when paging.", "", "Call `mcp__pages__work-3` now."),
    );
    assert_eq!(counted(&bench, "pages"), (0, 0));
    bench.trash_now(TrashKind::Server, &server.id).unwrap();
    assert_eq!(counted(&bench, "pages"), (0, 1), "with the server its tools are gone");
    let again = bench.add_server("pages", misbehaving("pages"));
    assert_eq!(counted(&bench, "pages"), (0, 0), "a server that is asked for the first time provides them");
    bench.stop_server(&again.id).unwrap();
    assert_eq!(counted(&bench, "pages"), (0, 0), "a server that does not run provides them all the same");
    assert_eq!(counted(&bench, "working"), before);
}

#[test]
fn hosts_tools_and_plain_words_are_left_alone() {
    let bench = Bench::new();
    add(&bench, "another");
    let body = "Run `cargo test` with `Bash`, open `README.md`, set `value` to `true` and read `mcp__git__log`.";
    let more = "allowed-tools: [Bash, Read, another]\n";
    bench.add_skill("plain", skill("plain", "Plain. Use when plain, as with `another`.", more, body));
    let kinds: Vec<(ToolProblemKind, String)> = found(&bench);
    assert_eq!(kinds, [(ToolProblemKind::NeverMentioned, "another".to_owned())]);
    let samples = Bench::with_samples();
    let problems = samples.list_tool_problems().unwrap();
    let errors: Vec<&ToolProblem> =
        problems.iter().filter(|problem| problem.kind == ToolProblemKind::Missing).collect();
    assert!(errors.is_empty(), "the samples name no tool that is not there: {errors:?}");
}

#[test]
fn names_used_as_tools_are_told_from_what_their_arguments_are_called() {
    let bench = Bench::new();
    let wraps = json!({ "enum": ["gift_wrap", "plain_box"] });
    let gift = json!({ "type": "object", "properties": { "order_ref": { "type": "string" }, "wrap_kind": wraps } });
    bench.add_tool(&tool("wrap_gift", schema(&gift), ToolImplementation::None));
    let body = "Use `wrap_gift` with `order_ref` and try `wrap_kind`; use `plain_box` where asked.\n\nUse `issue_voucher` \
                for gifts, then `call_bakery`.";
    bench.add_skill("gifts", skill("gifts", "Gives. Use when giving.", "", body));
    let expected = ["call_bakery", "issue_voucher"].map(|name| (ToolProblemKind::Mentioned, name.to_owned()));
    assert_eq!(found(&bench), expected);
    assert_eq!(counted(&bench, "gifts"), (0, 0), "a mention is a hint");
    assert!(missing(&bench.whole_map()).is_empty(), "and no tool that is missing on the map");
    assert!(bench.provided_tools().unwrap().iter().all(|name| !name.contains("order_ref")));
}

#[test]
fn words_of_an_interface_and_tools_of_a_client_are_no_missing_tools() {
    let bench = Bench::new();
    let manual = "Older models use `budget_tokens`, newer ones do with `tool_choice`. Call `agents.create`, read \
                  `stop_details`, and call the tool `get_weather` from a `tool_result`.";
    bench.add_skill("manual", skill("manual", "Explains. Use when explaining.", "", manual));
    let clients = "Call the tool `KillBash`, use the `TaskCreate` tool and call `ReadMcpResourceTool`.";
    let listed = "allowed-tools: KillBash TaskCreate ReadMcpResourceTool\n";
    bench.add_skill("clients", skill("clients", "Works. Use when working.", listed, clients));
    let block = "```json\n{\"tool\": \"issue_voucher\", \"arguments\": {}}\n```";
    bench.add_skill("gifts", skill("gifts", "Gives. Use when giving.", "", block));
    assert_eq!(found(&bench), [(ToolProblemKind::Missing, "issue_voucher".to_owned())]);
    assert_eq!(missing(&bench.whole_map()), ["issue_voucher"]);
}

#[test]
fn what_the_author_ignores_is_no_problem_and_no_missing_tool() {
    let bench = Bench::new();
    let text = skill("gifts", "Gives. Use when giving.", "allowed-tools: [Bash, send_card]\n", "Call `issue_voucher`.");
    let id = bench.add_skill("gifts", text).id;
    assert_eq!(found(&bench).len(), 2);
    bench.ignore_problem(&id, "unknown-tool", "send_card", "The host has it.").unwrap();
    assert_eq!(found(&bench), [(ToolProblemKind::Missing, "issue_voucher".to_owned())]);
    assert_eq!(missing(&bench.whole_map()), ["issue_voucher"]);
    bench.stop_ignoring(&id, "unknown-tool", "send_card").unwrap();
    assert_eq!(missing(&bench.whole_map()), ["issue_voucher", "send_card"]);
}

#[test]
fn a_problem_of_a_tool_is_as_bad_as_the_skills_own_list_has_it() {
    let bench = Bench::new();
    for name in ["track_parcel", "print_label", "book_courier"] {
        add(&bench, name);
    }
    let id = shipping(&bench);
    bench.save_link(&uses(&id, &bench.tool("print_label").id, "read")).unwrap();
    let listed = bench.list_problems().unwrap();
    let of_skill = |message: &str| {
        let all = listed.files.iter().flat_map(|file| &file.problems);
        all.clone().find(|one| one.message == message).map(|one| one.severity)
    };
    let problems = bench.list_tool_problems().unwrap();
    for problem in &problems {
        assert_eq!(Some(problem.severity), of_skill(&problem.message), "{}", problem.message);
    }
    let kinds: Vec<Severity> = problems.iter().map(|problem| problem.severity).collect();
    assert!([Severity::Error, Severity::Warning, Severity::Info].iter().all(|one| kinds.contains(one)), "{kinds:?}");
}

#[test]
fn a_library_without_tools_provides_none() {
    let bench = Bench::new();
    let text = skill("gifts", "Gives. Use when giving.", "allowed-tools: [Bash, send_card]\n", "Call `issue_voucher`.");
    bench.add_skill("gifts", text);
    let expected = ["issue_voucher", "send_card"].map(|name| (ToolProblemKind::Missing, name.to_owned()));
    assert_eq!(found(&bench), expected);
    let (errors, warnings) = counted(&bench, "gifts");
    assert!(errors >= 1 && warnings >= 1, "the list says so too");
    assert_eq!(missing(&bench.whole_map()), ["issue_voucher", "send_card"]);
}

#[test]
fn the_list_follows_beside_the_authors_work() {
    let bench = Bench::live();
    add(&bench, "another");
    bench.add_skill("weighing", skill("weighing", "Weighs. Use when weighing.", "", "Call `weigh_parcel` now."));
    assert_eq!(counted(&bench, "weighing"), (0, 1));
    let weigh = add(&bench, "weigh_parcel");
    until("the list to know of the tool", || counted(&bench, "weighing") == (0, 0));
    bench.trash_now(TrashKind::Tool, &weigh).unwrap();
    until("the list to know that it is gone", || counted(&bench, "weighing") == (0, 1));
}

#[test]
fn a_skill_in_the_trash_lends_no_tools() {
    let bench = Bench::new();
    let weigh = add(&bench, "weigh_parcel");
    add(&bench, "another");
    let own = add(&bench, "stamp_parcel");
    let body = "Call `weigh_parcel`, then `stamp_parcel`.";
    let id = bench.add_skill("posting", skill("posting", "Posts. Use when posting.", "", body)).id;
    let scales = bench.add_skill("scales", skill("scales", "Scales. Use when scaling.", "", "Use `weigh_parcel`.")).id;
    bench.save_link(&uses(&id, &own, "read")).unwrap();
    bench.save_link(&uses(&scales, &weigh, "read")).unwrap();
    let requires = link(MapLinkKind::Depends, &format!("skill:{id}"), &format!("skill:{scales}"));
    bench.save_link(&requires.with_required(true)).unwrap();
    assert_eq!(counted(&bench, "posting"), (0, 0));
    bench.trash_now(TrashKind::Skill, &scales).unwrap();
    assert_eq!(found(&bench), [(ToolProblemKind::NotEnabled, "weigh_parcel".to_owned())]);
    assert_eq!(counted(&bench, "posting"), (1, 1), "the skill it requires is missing, and so is its tool");
    bench.restore_now(TrashKind::Skill, &scales).unwrap();
    assert_eq!(counted(&bench, "posting"), (0, 0));
}

#[test]
fn a_name_of_another_skill_is_no_tool_that_is_missing() {
    let bench = Bench::new();
    bench.add_skill("press-release", skill("press-release", "Writes. Use when writing.", "", "Write it."));
    let body = "Call `press_release` when it is done, then call `send_letters`.";
    bench.add_skill("events", skill("events", "Plans. Use when planning.", "", body));
    assert_eq!(found(&bench), [(ToolProblemKind::Missing, "send_letters".to_owned())]);
    assert_eq!(counted(&bench, "events"), (0, 1));
    assert_eq!(missing(&bench.whole_map()), ["send_letters"]);
}

#[test]
fn a_tool_that_any_host_brings_is_not_missing_and_no_slip_for_that_of_another_host() {
    let bench = Bench::new();
    add(&bench, "track_parcel");
    let body = "Call `web_search` first, then call `webfetch` for each page. Call `track_parcle` in the end.";
    let text = skill("search", "Searches. Use when searching.", "allowed-tools: [web_search, view, WebFech]\n", body);
    bench.add_skill("search", text);
    let named: Vec<String> = found(&bench).into_iter().map(|(_, tool)| tool).collect();
    assert_eq!(named, ["WebFech", "track_parcle"]);
    assert!(problem(&bench, "WebFech").message.ends_with("Did you mean `WebFetch`?"));
    assert_eq!(problem(&bench, "track_parcle").near.as_deref(), Some("track_parcel"));
}

#[test]
fn the_map_says_of_tools_what_the_list_of_problems_says() {
    let bench = Bench::new();
    let body = "Call `press_release` when it is done, then call `send_letters`.";
    bench.add_skill("events", skill("events", "Plans. Use when planning.", "", body));
    let listed = || -> Vec<String> {
        let files = bench.list_problems().unwrap().files.into_iter();
        let all = files.flat_map(|file| file.problems).filter(|one| one.code == "unknown-tool");
        all.map(|one| one.message).collect()
    };
    assert_eq!(listed().len(), 2);
    // A skill has that name from now on: until the first one is judged anew both say what was found in it.
    bench.add_skill("press-release", skill("press-release", "Writes. Use when writing.", "", "Write it."));
    let told: Vec<String> = bench.list_tool_problems().unwrap().into_iter().map(|problem| problem.message).collect();
    assert_eq!(told, listed());
}
