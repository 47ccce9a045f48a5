//! The problems of a whole library: listed without reading a text, ignored with a reason, ended beyond a text.

use studio_api::{
    ErrorCode, Upkeep,
    dto::{
        FixAction, Host, HostState, LibraryProblem, ProblemOwnerKind, Severity, SpecEdit, ToolEdit, ToolImplementation,
        TrashKind,
    },
};

use crate::{
    harness::{AsItIsNow as _, Bench, refused, skill},
    toolbox::{agent, tool},
};

fn of<'a>(problems: &'a [(String, LibraryProblem)], name: &str, code: &str) -> Vec<&'a LibraryProblem> {
    problems.iter().filter(|(skill, one)| skill == name && one.code == code).map(|(_, one)| one).collect()
}

fn listed(bench: &Bench) -> Vec<(String, LibraryProblem)> {
    let files = bench.list_problems().unwrap().files;
    files.into_iter().flat_map(|file| file.problems.into_iter().map(move |one| (file.skill.clone(), one))).collect()
}

#[test]
fn problems_are_listed_with_their_place_and_follow_what_is_saved() {
    let bench = Bench::new();
    let text = skill("one", "Does one. Use when one is asked for.", "", "See [notes](references/notes.md).");
    let detail = bench.add_skill("one", &text);
    let all = listed(&bench);
    let [missing] = of(&all, "one", "link-missing")[..] else { panic!("{all:?}") };
    assert_eq!((missing.severity, missing.line, missing.column), (Severity::Warning, 6, 13));
    assert_eq!(missing.subject, "references/notes.md");
    let rules = bench.list_problems().unwrap().rules;
    assert!(rules.iter().all(|rule| rule.code != "link-missing" || rule.targets.is_empty()), "{rules:?}");
    assert!(rules.iter().any(|rule| rule.code == "link-missing" && rule.meaning.starts_with("Link")), "{rules:?}");
    assert_eq!(
        bench.row("one").warnings as usize,
        all.iter().filter(|one| one.1.severity == Severity::Warning).count()
    );

    // The file is made from the problem, and that is the end of it.
    assert_eq!(missing.actions, [FixAction::CreateFile { path: "references/notes.md".to_owned() }]);
    bench.apply_fix_action(&detail.id, &missing.actions[0]).unwrap();
    assert!(of(&listed(&bench), "one", "link-missing").is_empty());
    bench.save(&detail.id, "SKILL.md", &text.replace("notes.md", "gone.md"));
    assert_eq!(of(&listed(&bench), "one", "link-missing")[0].subject, "references/gone.md");
}

#[test]
fn what_references_lead_on_to_is_judged_while_it_is_typed_and_in_the_list() {
    let bench = Bench::new();
    let body = "See [guide](references/guide.md) and [more](more.md).";
    let id = bench.add_skill("one", skill("one", "Does one. Use when one is asked for.", "", body)).id;
    for (path, text) in [
        ("references/guide.md", "Lines.\n\nOn [knots](knots.md).\n"),
        ("more.md", "Then [tides](tides/today.md).\n"),
        ("aside.md", "Nothing leads [here](gone.md).\n"),
    ] {
        bench.create_file(&id, path).unwrap();
        bench.save(&id, path, text);
    }
    let found = || -> Vec<(String, u32, String, bool)> {
        let all = listed(&bench);
        let of = of(&all, "one", "link-missing").into_iter();
        of.map(|one| (one.path.clone(), one.line, one.subject.clone(), one.ignored.is_some())).collect()
    };
    let row = |path: &str, line: u32, subject: &str, is_ignored: bool| {
        (path.to_owned(), line, subject.to_owned(), is_ignored)
    };
    let counted = || {
        let rules = bench.get_overview(None).unwrap().rules;
        rules.iter().find(|rule| rule.code == "link-missing").map_or(0, |rule| rule.problems)
    };
    let tides = row("more.md", 1, "tides/today.md", false);
    assert_eq!(found(), [tides.clone(), row("references/guide.md", 3, "references/knots.md", false)]);
    assert_eq!(counted(), 2);
    let typed = |path: &str, text: &str| {
        let findings = bench.analyze(&id, path, text).unwrap().findings;
        findings.into_iter().map(|one| (one.code, one.actions)).collect::<Vec<_>>()
    };
    let create = FixAction::CreateFile { path: "references/knots.md".to_owned() };
    assert_eq!(
        typed("references/guide.md", "[knots](knots.md), [itself](guide.md), [home](../SKILL.md).\n"),
        [("link-missing".to_owned(), vec![create.clone()])]
    );
    assert_eq!(typed("aside.md", "Nothing leads [here](gone.md).\n"), []);

    bench.ignore_problem(&id, "link-missing", "references/knots.md", "comes later").unwrap();
    assert_eq!(found(), [tides.clone(), row("references/guide.md", 3, "references/knots.md", true)]);
    assert_eq!(counted(), 1);
    bench.apply_fix_action(&id, &create).unwrap();
    assert_eq!(found(), [tides]);
    bench.save(&id, "more.md", "Nothing more.\n");
    assert_eq!(found(), []);
}

#[test]
fn a_file_in_the_linked_folder_is_never_missing_and_what_is_said_and_offered_follows_from_the_same() {
    let bench = Bench::new();
    let body =
        "See [inner](inner/SKILL.md), [notes](inner/notes.md), [parts](node_modules/parts.md) and [it](gone.md).";
    let text = skill("outer", "Does one. Use when one is asked for.", "", body);
    bench.write("outer/SKILL.md", &text);
    bench.write("outer/references/more.md", "Then [inner](../inner/SKILL.md).\n");
    bench.write("outer/inner/SKILL.md", skill("inner", "Does two. Use when two is asked for.", "", "Do it."));
    bench.write("outer/inner/notes.md", "Notes.");
    bench.write("outer/node_modules/parts.md", "Parts.");
    bench.link(&["outer"]);
    let id = bench.row("outer").id;
    let create = |path: &str| vec![FixAction::CreateFile { path: path.to_owned() }];
    let told = |found: Vec<(String, String, Vec<FixAction>)>| {
        let mut found: Vec<_> = found.into_iter().filter(|(code, ..)| code.starts_with("link-")).collect();
        found.sort_by(|a, b| (&a.0, &a.1).cmp(&(&b.0, &b.1)));
        found
    };
    let in_list = || {
        let of_outer = listed(&bench).into_iter().filter(|(skill, one)| skill == "outer" && one.path == "SKILL.md");
        told(of_outer.map(|(_, one)| (one.code, one.subject, one.actions)).collect())
    };
    let in_editor = || {
        let findings = bench.analyze(&id, "SKILL.md", &text).unwrap().findings.into_iter();
        told(findings.map(|one| (one.code, one.subject, one.actions)).collect())
    };
    let row = |code: &str, path: &str, actions: Vec<FixAction>| (code.to_owned(), path.to_owned(), actions);
    let expected = [
        row("link-missing", "gone.md", create("gone.md")),
        row("link-outside", "inner/SKILL.md", Vec::new()),
        row("link-outside", "inner/notes.md", Vec::new()),
        row("link-outside", "node_modules/parts.md", Vec::new()),
    ];
    assert_eq!(in_list(), expected);
    assert_eq!(in_editor(), expected);
    let beside = listed(&bench).into_iter().filter(|(_, one)| one.path == "references/more.md");
    assert_eq!(beside.map(|(_, one)| one.code).collect::<Vec<_>>(), ["link-outside"]);
    refused(bench.create_file(&id, "inner/SKILL.md"), ErrorCode::Invalid);

    // With the link goes the folder: the library has none of these files, and can make them.
    bench.unlink_skills(std::slice::from_ref(&id)).unwrap();
    let paths = ["gone.md", "inner/SKILL.md", "inner/notes.md", "node_modules/parts.md"];
    let expected = paths.map(|path| row("link-missing", path, create(path)));
    assert_eq!(in_list(), expected);
    assert_eq!(in_editor(), expected);
}

#[test]
fn a_skill_that_its_client_does_not_find_is_in_no_list_or_count_and_nothing_else_is_told_of_it() {
    let bench = Bench::new();
    let text = |name: &str| skill(name, "Does one. Use when one is asked for.", "", "Pay $1.");
    bench.write("app/.claude/skills/outer/SKILL.md", text("outer"));
    bench.write("app/.claude/skills/outer/part/SKILL.md", text("inner"));
    bench.link(&["app/.claude/skills"]);
    let found = bench.get_library_client().unwrap().found;
    assert_eq!(found.iter().map(|one| (one.client, one.skills)).collect::<Vec<_>>(), [(Host::ClaudeCode, 1)]);
    let codes = |name: &str| {
        let files = bench.list_client_problems(Host::ClaudeCode).unwrap().files;
        let of = files.into_iter().filter(|file| file.skill == name).flat_map(|file| file.problems);
        let mut codes: Vec<String> = of.map(|one| one.code).collect();
        codes.sort();
        codes
    };
    assert_eq!((codes("outer"), codes("inner")), (vec!["client-body".to_owned()], vec!["client-folder".to_owned()]));
    let id = bench.row("inner").id;
    let typed = bench.analyze_for_client(&id, &text("inner"), Host::ClaudeCode).unwrap();
    assert_eq!(typed.iter().map(|one| one.code.as_str()).collect::<Vec<_>>(), ["client-folder"]);
    let states = |host| {
        let entries = bench.get_host_list(host).unwrap().entries;
        let state = |name: &str| entries.iter().find(|one| one.name.contains(name)).map(|one| one.state);
        [state("outer"), state("inner")]
    };
    assert_eq!(states(Host::ClaudeCode), [Some(HostState::Whole), Some(HostState::Refused)]);
    assert_eq!(states(Host::Opencode), [Some(HostState::Whole); 2], "it looks inside");
    let out = linted(&bench, "app/.claude/skills");
    assert_eq!(out.matches("client-body").count(), 1, "{out}");
    assert_eq!(out.matches("client-folder").count(), 1, "{out}");
    assert!(!out.contains("client-name"), "{out}");
}

/// What `skillctl lint` lists for Claude Code.
fn linted(bench: &Bench, path: &str) -> String {
    let output = bench.skillctl(&["lint", &bench.path(path), "--target", "claude-code", "--json"]);
    String::from_utf8(output.stdout).unwrap()
}

#[test]
#[cfg(target_os = "linux")]
fn files_that_are_one_where_case_does_not_count_are_listed() {
    let bench = Bench::new();
    bench.write("one/references/Knots.md", "One.\n");
    bench.write("one/references/knots.md", "Two.\n");
    let id = bench.add_skill("one", skill("one", "Does one. Use when one is asked for.", "", "Do it.")).id;
    let all = listed(&bench);
    let [same] = of(&all, "one", "name-case")[..] else { panic!("{all:?}") };
    assert!(same.message.contains("references/Knots.md") && same.message.contains("references/knots.md"), "{same:?}");
    bench.remove_file(&id, "references/Knots.md").unwrap();
    assert!(of(&listed(&bench), "one", "name-case").is_empty());
}

#[test]
fn an_ignored_problem_does_not_count_until_what_it_is_about_changes() {
    let bench = Bench::new();
    let text = skill("one", "Does one. Use when one is asked for.", "", "See [notes](references/notes.md).");
    let id = bench.add_skill("one", &text).id;
    let counted = bench.row("one").warnings;
    bench.ignore_problem(&id, "link-missing", "references/notes.md", " made at run time ").unwrap();
    assert_eq!(bench.row("one").warnings, counted - 1);
    let bench = bench.reopen(Upkeep::OnDemand);
    let all = listed(&bench);
    assert_eq!(of(&all, "one", "link-missing")[0].ignored.as_deref(), Some("made at run time"));
    let analysis = bench.analyze(&id, "SKILL.md", &format!("{text}\nMore.\n")).unwrap();
    let shown = analysis.findings.iter().find(|one| one.code == "link-missing").unwrap();
    assert_eq!(shown.ignored.as_deref(), Some("made at run time"));

    // Saving keeps it ignored; another file is another problem.
    bench.save(&id, "SKILL.md", &format!("{text}\nMore.\n"));
    assert_eq!(bench.row("one").warnings, counted - 1);
    bench.save(&id, "SKILL.md", &text.replace("notes.md", "other.md"));
    assert_eq!(bench.row("one").warnings, counted);
    bench.save(&id, "SKILL.md", &text);
    bench.stop_ignoring(&id, "link-missing", "references/notes.md").unwrap();
    assert_eq!(bench.row("one").warnings, counted);
    assert_eq!(of(&listed(&bench), "one", "link-missing")[0].ignored, None);
}

#[test]
fn problems_of_tools_and_agents_are_listed_with_whom_they_are_of() {
    let bench = Bench::new();
    let named = |name: &str| tool(name, SpecEdit::default(), ToolImplementation::None);
    let other = bench.save_tool(&named("ring_bell")).unwrap();
    let depends_on = vec![other.id.clone()];
    bench.save_tool(&ToolEdit { depends_on, ..named("ring \u{1b}all bells") }).unwrap();
    bench.trash_now(TrashKind::Tool, &other.id).unwrap();
    let clerk = bench.save_agent(&agent("clerk")).unwrap();

    let list = bench.list_problems().unwrap();
    let owners: Vec<_> = list.owners.iter().map(|owner| (owner.kind, owner.name.as_str())).collect();
    assert_eq!(
        owners,
        [(ProblemOwnerKind::Tool, r"ring \u{1b}all bells"), (ProblemOwnerKind::Agent, "clerk")],
        "what lies in the trash has no problems of its own"
    );
    let codes: Vec<_> = list.owners[0].problems.iter().map(|one| (one.severity, one.code.as_str())).collect();
    let expected = [(Severity::Error, "tool-misses"), (Severity::Warning, "tool-name"), (Severity::Info, "tool-bare")];
    assert_eq!(codes, expected);
    assert_eq!(list.owners[1].id, clerk.edit.id.unwrap());
    let said = list.owners[1].problems.iter().map(|one| one.message.as_str()).collect::<Vec<_>>().join(" ");
    assert!(said.contains("skill"), "{said}");
    let rules: Vec<_> = list.rules.iter().map(|rule| rule.code.as_str()).collect();
    assert_eq!(rules, ["agent-problem", "tool-bare", "tool-misses", "tool-name"]);
    assert!(list.rules[1].meaning.starts_with("Tool has no"), "{:?}", list.rules);
}

#[test]
fn equal_names_are_a_problem_of_each_and_end_with_a_new_name() {
    let bench = Bench::new();
    bench.write("a/same/SKILL.md", skill("same", "Does one. Use when one is asked for.", "", "Do it."));
    bench.write("b/same/SKILL.md", skill("same", "Does two. Use when two is asked for.", "", "Do it."));
    bench.import(&["a"]);
    bench.import(&["b"]);
    let all = listed(&bench);
    let twins = of(&all, "same", "name-duplicate");
    assert_eq!(twins.len(), 2);
    assert!(twins[0].message.contains("also named `same`") && twins[0].message.contains("Codex"), "{twins:?}");
    let rows = bench.list_skills().unwrap();
    assert!(rows.iter().all(|row| row.warnings >= 1));
    assert_eq!(twins[0].actions, [FixAction::RenameSkill { name: "same-2".to_owned() }]);
    let analysis = bench.analyze(&rows[0].id, "SKILL.md", &bench.text(&rows[0].id, "SKILL.md")).unwrap();
    assert!(analysis.findings.iter().any(|one| one.code == "name-duplicate"), "the editor says so, too");
    bench.apply_fix_action(&rows[0].id, &twins[0].actions[0]).unwrap();
    assert!(listed(&bench).iter().all(|(_, one)| one.code != "name-duplicate"));
    assert_eq!(bench.row("same-2").id, rows[0].id);
}

#[test]
fn a_missing_tool_is_made_and_every_skill_that_names_it_is_judged_anew() {
    let bench = Bench::new();
    let text =
        |name: &str| skill(name, "Rings. Use when one should ring.", "allowed-tools: ring_bell\n", "Call `ring_bell`.");
    bench.add_skill("one", text("one"));
    bench.add_skill("two", text("two"));
    let all = listed(&bench);
    let missing = of(&all, "one", "unknown-tool")[0];
    assert_eq!(missing.actions, [FixAction::CreateTool { name: "ring_bell".to_owned() }]);
    bench.apply_fix_action(&bench.row("one").id, &missing.actions[0]).unwrap();
    assert_eq!(bench.list_tools().unwrap()[0].name, "ring_bell");
    assert!(listed(&bench).iter().all(|(_, one)| one.code != "unknown-tool"));
    assert_eq!((bench.row("one").errors, bench.row("two").errors), (0, 0));
}

#[test]
fn a_file_without_frontmatter_is_given_one_from_its_folder_and_first_sentence() {
    let bench = Bench::new();
    bench.write("page-turner/SKILL.md", "# Page turner\n\nTurns pages: one by one. Use when reading.\n");
    bench.link(&["page-turner"]);
    let id = bench.row("page-turner").id;
    assert!(bench.row("page-turner").broken.is_some());
    assert_eq!(bench.fix_all(Some("frontmatter-missing"), std::slice::from_ref(&id)).unwrap().done, 1);
    let mended = String::from_utf8(bench.read("page-turner/SKILL.md")).unwrap();
    assert!(
        mended.starts_with("---\nname: page-turner\ndescription: \"Turns pages: one by one.\"\n---\n\n# Page turner\n"),
        "{mended}"
    );
    assert!(bench.row("page-turner").broken.is_none());
    assert_eq!(bench.row("page-turner").errors, 0);
}

#[test]
fn what_a_client_makes_of_the_library_is_listed_with_the_version_it_was_measured_with() {
    let bench = Bench::new();
    let write = |folder: &str, name: &str, more: &str| {
        let text = skill(name, &format!("Does {name}. Use for {name}."), more, "Do it.");
        bench.write(&format!("project/{folder}/{name}/SKILL.md"), text);
    };
    write(".claude/skills", "pdf", "disable-model-invocation: true\n");
    write(".agents/skills", "notes", "");
    let policy = |is_allowed: bool| format!("policy:\n  allow_implicit_invocation: {is_allowed}\n");
    bench.write("project/.agents/skills/notes/agents/openai.yaml", policy(false));
    bench.import(&["project/.claude/skills", "project/.agents/skills"]);
    let of = |client| {
        let told = bench.list_client_problems(client).unwrap();
        assert!(!told.version.is_empty() && told.measured_on.starts_with("20") && told.client == client);
        let files = told.files.into_iter();
        files.flat_map(|file| file.problems.into_iter().map(move |one| (file.skill.clone(), one))).collect::<Vec<_>>()
    };
    let codes = |client| {
        let mut codes: Vec<String> =
            of(client).into_iter().map(|(skill, one)| format!("{skill} {}", one.code)).collect();
        codes.sort();
        codes
    };
    assert_eq!(codes(Host::ClaudeCode), ["notes client-folder", "pdf client-hidden"]);
    assert_eq!(codes(Host::Codex), ["notes client-hidden", "pdf client-folder", "pdf client-ignores"]);
    let rules = bench.list_client_problems(Host::Codex).unwrap().rules;
    assert!(rules.iter().any(|rule| rule.code == "client-hidden"), "{rules:?}");
    let hidden = of(Host::Codex).into_iter().find(|(_, one)| one.code == "client-hidden").unwrap().1;
    assert_eq!((hidden.path.as_str(), hidden.line), ("agents/openai.yaml", 2), "it is told where it stands");

    // Codex lists it again once its own file allows it.
    let state = || {
        let list = bench.get_host_list(Host::Codex).unwrap();
        list.entries.into_iter().find(|entry| entry.name == "notes").unwrap().state
    };
    assert_eq!(state(), HostState::Hidden);
    let notes = bench.row("notes").id;
    bench.save(&notes, "agents/openai.yaml", &policy(true));
    assert_eq!(state(), HostState::Whole);
    assert_eq!(codes(Host::Codex), ["pdf client-folder", "pdf client-ignores"]);

    // What one client is forgiven is not forgiven to the others.
    let (_, hidden) = of(Host::ClaudeCode).into_iter().find(|(_, one)| one.code == "client-hidden").unwrap();
    bench.ignore_problem(&bench.row("pdf").id, &hidden.code, &hidden.subject, "Meant so").unwrap();
    let reason = |client| {
        let hidden = of(client).into_iter().find(|(_, one)| one.code == "client-hidden").unwrap().1;
        hidden.ignored
    };
    assert_eq!((reason(Host::ClaudeCode).as_deref(), reason(Host::Qwen)), (Some("Meant so"), None));

    // Of a client that was not run nothing is said.
    let said = refused(bench.list_client_problems(Host::Cursor), ErrorCode::Invalid);
    assert!(said.contains("aren't available for Cursor"), "{said}");
}

#[test]
fn what_a_client_makes_of_a_text_that_is_typed_is_what_it_makes_of_the_saved_one() {
    let bench = Bench::new();
    let text = skill("pdf", "Does pdf. Use for pdf.", "disable-model-invocation: true\n", "Do it.");
    bench.write("project/.claude/skills/pdf/SKILL.md", &text);
    bench.import(&["project/.claude/skills"]);
    let id = bench.row("pdf").id;
    for client in [Host::ClaudeCode, Host::Codex] {
        let files = bench.list_client_problems(client).unwrap().files;
        let mut listed: Vec<_> = files
            .into_iter()
            .flat_map(|file| file.problems)
            .map(|one| (one.code, one.subject, one.line, one.column))
            .collect();
        let mut typed: Vec<_> = bench
            .analyze_for_client(&id, &text, client)
            .unwrap()
            .into_iter()
            .map(|one| (one.code, one.subject, one.start.line, one.start.column))
            .collect();
        listed.sort();
        typed.sort();
        assert!(!listed.is_empty() && listed == typed, "{client}: {listed:?} {typed:?}");
    }
    let hidden = bench.analyze_for_client(&id, &text, Host::ClaudeCode).unwrap().remove(0);
    assert_eq!(hidden.targets, ["claude-code"]);
    bench.ignore_problem(&id, &hidden.code, &hidden.subject, "Meant so").unwrap();
    let again = bench.analyze_for_client(&id, &text, Host::ClaudeCode).unwrap().remove(0);
    assert_eq!(again.ignored.as_deref(), Some("Meant so"));
    let shown = text.replace("disable-model-invocation: true\n", "");
    assert!(bench.analyze_for_client(&id, &shown, Host::ClaudeCode).unwrap().is_empty(), "nothing of it is saved");
    refused(bench.analyze_for_client(&id, &text, Host::Cursor), ErrorCode::Invalid);
}

#[test]
fn the_file_that_is_for_codex_is_judged_in_the_editor_as_in_the_list() {
    let bench = Bench::new();
    let text = "interface:\n  brand_color: blue\n  icon_small: assets/note.png\n";
    bench.write("notes/SKILL.md", skill("notes", "Keeps notes. Use for notes.", "", "Do it."));
    bench.write("notes/agents/openai.yaml", text);
    bench.import(&["notes"]);
    let id = bench.row("notes").id;
    let listed = || {
        let files = bench.list_client_problems(Host::Codex).unwrap().files;
        let problems = files.into_iter().flat_map(|file| file.problems);
        problems.filter(|one| one.path == "agents/openai.yaml").collect::<Vec<_>>()
    };
    let typed = |text: &str| bench.analyze(&id, "agents/openai.yaml", text).unwrap().findings;
    let in_list: Vec<_> = listed().into_iter().map(|one| (one.code, one.subject, one.line, one.column)).collect();
    let in_editor: Vec<_> =
        typed(text).into_iter().map(|one| (one.code, one.subject, one.start.line, one.start.column)).collect();
    assert_eq!(in_list, in_editor);
    let places: Vec<_> = in_list.iter().map(|one| (one.0.as_str(), one.2, one.3)).collect();
    assert_eq!(places, [("openai-yaml-color", 2, 16), ("openai-yaml-icon-missing", 3, 15)]);
    assert!(typed(text).iter().all(|one| one.targets.is_empty()), "it is shown for whatever target is chosen");
    let fix = typed(&text.replace("blue", "3B82F6"))[0].fix.clone().unwrap();
    assert_eq!(fix.edits[0].insert, "\"#3B82F6\"");

    bench.ignore_problem(&id, &in_list[0].0, &in_list[0].1, "Our blue").unwrap();
    assert_eq!(listed()[0].ignored.as_deref(), Some("Our blue"));
    assert_eq!(typed(text)[0].ignored.as_deref(), Some("Our blue"));
    assert_eq!((&listed()[1].ignored, &typed(text)[1].ignored), (&None, &None));
}

#[test]
fn a_file_that_is_not_stored_as_utf8_is_stored_as_that_and_back() {
    let text = skill("one", "Does one. Use when one is asked for.", "", "Do it.");
    let utf16: Vec<u8> = [0xFF, 0xFE].into_iter().chain(text.encode_utf16().flat_map(u16::to_le_bytes)).collect();
    for (code, bytes) in [("byte-order-mark", format!("\u{FEFF}{text}").into_bytes()), ("encoding-utf16", utf16)] {
        let bench = Bench::new();
        bench.write("one/SKILL.md", &bytes);
        bench.link(&["one"]);
        let id = bench.row("one").id;
        let all = listed(&bench);
        let [found] = of(&all, "one", code)[..] else { panic!("{all:?}") };
        assert!(found.has_fix && found.actions.is_empty(), "one button: {found:?}");
        let in_editor = bench.analyze(&id, "SKILL.md", &text).unwrap().findings;
        let in_editor = in_editor.into_iter().find(|one| one.code == code).unwrap();
        assert_eq!(in_editor.actions, [FixAction::SaveAsUtf8]);
        let preview = bench.preview_fix(Some(code), &id).unwrap();
        assert_eq!((preview.before, preview.after, preview.fixes), (format!("\u{FEFF}{text}"), text.clone(), 1));

        let set = bench.fix_all(Some(code), std::slice::from_ref(&id)).unwrap().set.unwrap();
        assert_eq!(bench.read("one/SKILL.md"), text.as_bytes(), "its linked file, too");
        assert!(of(&listed(&bench), "one", code).is_empty());
        bench.undo_change_set(&set.id).unwrap();
        assert_eq!(bench.read("one/SKILL.md"), bytes);
        bench.apply_fix_action(&id, &FixAction::SaveAsUtf8).unwrap();
        assert_eq!(bench.read("one/SKILL.md"), text.as_bytes());
    }
}
