//! The trash of all kinds: what goes there with who depends on it, what comes back, and what it leaves to others.

use studio_api::{
    ErrorCode,
    dto::{
        AgentEdit, AgentSkillEdit, FoldersOnDisk, MapLink, MapLinkKind, MapNode, NodeFacts, Policy, ResolveRequest,
        ServerTransport, Strategy, ToolImplementation, TrashItem, TrashKind, TrashRef, TriggerRule, ValidationMode,
        WhenNeeded,
    },
};

use crate::{
    harness::{AsItIsNow, Bench, refused, skill},
    toolbox::{self, Said as _, agent, edit_of, server, signature, tool},
};

fn add_skill(bench: &Bench, name: &str) -> String {
    bench.add_skill(name, skill(name, &format!("Does {name}. Use when asked for {name}."), "", "Do it.")).id
}

fn add_tool(bench: &Bench, name: &str) -> String {
    bench.add_tool(&tool(name, signature("(a: Text) --> IO Text"), ToolImplementation::None)).id
}

fn add_agent(bench: &Bench, name: &str) -> String {
    bench.save_agent(&agent(name)).unwrap().edit.id.unwrap()
}

fn link(kind: MapLinkKind, from: &str, to: &str) -> MapLink {
    let link = toolbox::link(kind, from, to);
    if kind == MapLinkKind::Depends { link.with_required(true) } else { link }
}

fn requires(from: &str, to: &str) -> MapLink {
    link(MapLinkKind::Depends, &format!("skill:{from}"), &format!("skill:{to}"))
}

fn ghost(bench: &Bench, name: &str) -> Option<MapNode> {
    bench.get_map().unwrap().nodes.into_iter().find(|node| node.name == name && node.is_trashed)
}

/// Makes something and gives its id.
type Make = fn(&Bench) -> String;

fn lies(bench: &Bench, name: &str) -> TrashItem {
    let trash = bench.list_trash().unwrap();
    trash.iter().find(|item| item.name == name).unwrap_or_else(|| panic!("{name} is not in {trash:?}")).clone()
}

fn whys(bench: &Bench, kind: TrashKind, id: &str) -> Vec<String> {
    let item = bench.now(kind, id).unwrap();
    bench.list_dependents(&[item]).unwrap().into_iter().map(|one| one.why).collect()
}

fn names(bench: &Bench) -> Vec<String> {
    bench.list_trash().unwrap().into_iter().map(|item| item.name).collect()
}

#[test]
fn s0_24_everything_goes_to_one_trash_at_the_version_it_was_read() {
    let bench = Bench::new();
    let (one, two) = (add_skill(&bench, "one"), add_skill(&bench, "two"));
    let (hammer, nail) = (add_tool(&bench, "hammer"), add_tool(&bench, "nail"));
    let smith = add_agent(&bench, "Smith");
    let works = bench.save_server(&server("works", stdio("true"))).unwrap().id;
    let drawn = [
        link(MapLinkKind::Assigned, &format!("agent:{smith}"), &format!("skill:{one}")),
        link(MapLinkKind::Given, &format!("agent:{smith}"), &format!("tool:{hammer}")),
        link(MapLinkKind::Needs, &format!("tool:{hammer}"), &format!("tool:{nail}")),
        requires(&one, &two),
    ]
    .map(|link| bench.save_link(&link).unwrap());
    for cut in &drawn {
        let stale = TrashRef { kind: TrashKind::Link, id: cut.key.clone(), aggregate_version: 9 };
        refused(bench.trash_item(&stale, WhenNeeded::Trash), ErrorCode::Stale);
        refused(bench.remove_link(cut.kind(), &cut.from, &cut.to, 9), ErrorCode::Stale);
        bench.remove_link(cut.kind(), &cut.from, &cut.to, cut.aggregate_version).unwrap();
    }
    let whole =
        [(TrashKind::Skill, &two), (TrashKind::Tool, &nail), (TrashKind::Agent, &smith), (TrashKind::Server, &works)];
    assert_eq!(names(&bench).len(), 4, "{:?}", names(&bench));
    for (kind, id) in whole {
        let read = bench.now(kind, id).unwrap();
        let stale = TrashRef { aggregate_version: read.aggregate_version + 1, ..read.clone() };
        refused(bench.trash_item(&stale, WhenNeeded::Trash), ErrorCode::Stale);
        let there = bench.trash_item(&read, WhenNeeded::Trash).unwrap();
        assert_eq!(there.aggregate_version, read.aggregate_version + 1);
        refused(bench.restore_item(&read, None), ErrorCode::Stale);
    }
    // A cut link waits for its ends.
    assert_eq!(names(&bench).len(), 4, "{:?}", names(&bench));
    assert_eq!(bench.count_trash().unwrap(), 4);
    for (kind, id) in whole {
        bench.restore_now(kind, id).unwrap();
    }
    let mut said = names(&bench);
    said.sort();
    assert_eq!(said, ["Smith loads one", "Smith uses hammer", "hammer requires nail", "one requires two"]);
    for item in bench.list_trash().unwrap() {
        bench.restore_item(&item.item, None).unwrap();
    }
    let keys = |links: Vec<MapLink>| links.into_iter().map(|link| link.key).collect::<Vec<_>>();
    let mut expected = keys(drawn.to_vec());
    expected.sort();
    assert_eq!((keys(bench.get_map().unwrap().links), bench.count_trash().unwrap()), (expected, 0));
}

#[test]
fn s0_24_a_cut_assignment_comes_back_with_its_settings_and_a_stale_one_is_a_conflict() {
    let bench = Bench::new();
    let one = add_skill(&bench, "one");
    let settings =
        AgentSkillEdit { skill_id: one.clone(), priority: 7, sequence: -2, config: "{\"loud\":true}".to_owned() };
    let smith = bench.save_agent(&AgentEdit { skills: vec![settings], ..agent("Smith") }).unwrap().edit.id.unwrap();
    let (from, to) = (format!("agent:{smith}"), format!("skill:{one}"));
    let read = bench.get_map().unwrap().links[0].clone();
    let changed = bench.save_link(&read.clone().with_order(8, read.order().1)).unwrap();
    refused(bench.remove_link(read.kind(), &from, &to, read.aggregate_version), ErrorCode::Stale);
    bench.remove_link(read.kind(), &from, &to, changed.aggregate_version).unwrap();
    // Drawn again by hand, with nothing said.
    let again = bench.save_link(&link(MapLinkKind::Assigned, &from, &to)).unwrap();
    assert_eq!((again.order(), again.config()), ((8, -2), "{\"loud\":true}"));
    assert!(again.aggregate_version > changed.aggregate_version);
    // Taken out in the agent's form: in the trash too.
    let form = bench.get_agent(&smith).unwrap().edit;
    bench.save_agent(&AgentEdit { skills: Vec::new(), ..form }).unwrap();
    bench.restore_item(&lies(&bench, "Smith loads one").item, None).unwrap();
    assert_eq!(bench.get_agent(&smith).unwrap().edit.skills[0].priority, 8);
}

#[test]
fn s0_24_tools_given_over_a_state_that_is_gone_are_refused() {
    let bench = Bench::new();
    let (hammer, nail) = (add_tool(&bench, "hammer"), add_tool(&bench, "nail"));
    let smith = add_agent(&bench, "Smith");
    let given = |tool: &str| link(MapLinkKind::Given, &format!("agent:{smith}"), &format!("tool:{tool}"));
    let first = bench.save_link(&given(&hammer)).unwrap();
    bench.save_link(&given(&nail)).unwrap();
    assert_eq!(bench.get_agent(&smith).unwrap().edit.tools, [hammer, nail]);
    bench.remove_link(first.kind(), &first.from, &first.to, first.aggregate_version).unwrap();
    refused(bench.remove_link(first.kind(), &first.from, &first.to, first.aggregate_version), ErrorCode::NotFound);
    refused(bench.save_link(&first), ErrorCode::NotFound);
}

#[test]
fn s0_21_what_lies_in_the_trash_leaves_its_name_to_others() {
    let bench = Bench::new();
    let works = || server("works", stdio("true"));
    let kinds: [(TrashKind, &str, Make); 3] = [
        (TrashKind::Agent, "Smith", |bench| add_agent(bench, "Smith")),
        (TrashKind::Tool, "hammer", |bench| add_tool(bench, "hammer")),
        (TrashKind::Server, "works", |bench| bench.save_server(&server("works", stdio("true"))).unwrap().id),
    ];
    for (kind, name, make) in kinds {
        let old = make(&bench);
        bench.trash_now(kind, &old).unwrap();
        assert_eq!(lies(&bench, name).free_name, None, "nobody has the name");
        let new = make(&bench);
        let free = lies(&bench, name).free_name.unwrap();
        assert_eq!(free, format!("{name}-2"));
        let said = refused(bench.restore_item(&lies(&bench, name).item, None), ErrorCode::Invalid);
        assert!(said.contains(&format!("named {name} already exists. Restore this one as {free}")), "{said}");
        let back = bench.restore_item(&lies(&bench, name).item, Some(&free)).unwrap();
        assert_eq!(back.id, old);
        bench.trash_now(kind, &old).unwrap();
        assert_eq!(lies(&bench, &free).item.id, old, "it keeps the new name");
        bench.trash_now(kind, &new).unwrap();
        bench.restore_now(kind, &new).unwrap();
    }
    assert_eq!(refused(bench.save_server(&works()), ErrorCode::Invalid), "Server works already exists.");
}

#[test]
fn many_come_back_together_under_free_names_and_go_again_as_one() {
    let bench = Bench::new();
    let skills = ["one", "two"].map(|name| add_skill(&bench, name));
    bench.trash_skills_now(&skills).unwrap();
    let (smith, hammer) = (add_agent(&bench, "Smith"), add_tool(&bench, "hammer"));
    bench.trash_now(TrashKind::Agent, &smith).unwrap();
    bench.trash_now(TrashKind::Tool, &hammer).unwrap();
    add_agent(&bench, "Smith");
    let all: Vec<TrashRef> = bench.list_trash().unwrap().into_iter().map(|line| line.item).collect();
    let stale = TrashRef { kind: TrashKind::Tool, id: hammer.clone(), aggregate_version: 99 };
    let report = bench.restore_items(&[all.clone(), vec![stale]].concat()).unwrap();
    assert_eq!((report.skills.done, report.others.len(), bench.count_trash().unwrap()), (2, 2, 0));
    assert_eq!((report.renamed.as_slice(), report.kept.len()), (&["Smith-2".to_owned()][..], 1), "{report:?}");

    // What came back is taken back by what the report gives.
    let set = report.skills.set.unwrap();
    assert_eq!(bench.undo_change_set(&set.id).unwrap().done, 2);
    for back in &report.others {
        bench.trash_item(back, WhenNeeded::Trash).unwrap();
    }
    assert_eq!(bench.count_trash().unwrap(), 4);
    assert_eq!(bench.restore_items(&[]).unwrap().skills.set, None);
}

#[test]
fn s0_21_an_import_tells_the_truth_about_free_names() {
    let bench = Bench::new();
    let smith = add_agent(&bench, "Smith");
    let text = bench.get_agent_gram(&smith).unwrap().text;
    let is_taken = |bench: &Bench| {
        let read = bench.read_tools(&text).unwrap();
        assert_eq!(read.agents.len(), 1, "{:?}", read.problems);
        read.agents[0].is_taken
    };
    assert!(is_taken(&bench));
    bench.trash_now(TrashKind::Agent, &smith).unwrap();
    assert!(!is_taken(&bench));
    let read = bench.read_tools(&text).unwrap();
    bench.import_agents(&read.agents).unwrap();
    assert_eq!(bench.list_agents().unwrap().len(), 1);
}

#[test]
fn x_10_what_others_require_is_not_trashed_unasked_and_is_missed_meanwhile() {
    let bench = Bench::new();
    let (tours, bikes) = (add_skill(&bench, "tours"), add_skill(&bench, "bikes"));
    let pump = add_tool(&bench, "pump");
    let guide = add_agent(&bench, "Guide");
    bench.save_link(&requires(&tours, &bikes)).unwrap();
    bench.save_link(&link(MapLinkKind::Uses, &format!("skill:{bikes}"), &format!("tool:{pump}"))).unwrap();
    bench.save_link(&link(MapLinkKind::Assigned, &format!("agent:{guide}"), &format!("skill:{tours}"))).unwrap();

    assert_eq!(whys(&bench, TrashKind::Skill, &bikes), ["tours requires bikes."]);
    assert_eq!(whys(&bench, TrashKind::Tool, &pump), ["bikes uses pump."]);
    assert_eq!(whys(&bench, TrashKind::Skill, &tours), ["Guide loads tours."]);
    let read = bench.now(TrashKind::Skill, &bikes).unwrap();
    let said = refused(bench.trash_item(&read, WhenNeeded::Refuse), ErrorCode::Referenced);
    assert!(said.contains("tours requires bikes."), "{said}");
    let said = refused(bench.trash_skills(&[read], WhenNeeded::Refuse, FoldersOnDisk::Keep), ErrorCode::Referenced);
    assert!(said.contains("tours requires bikes."), "{said}");
    // Together they need nobody's leave but the agent's.
    let both = [&tours, &bikes].map(|id| bench.now(TrashKind::Skill, id).unwrap());
    assert_eq!(bench.list_dependents(&both).unwrap().len(), 1);

    let tools = |bench: &Bench| {
        bench
            .get_agent(&guide)
            .unwrap()
            .loads
            .into_iter()
            .flat_map(|load| load.tools)
            .map(|tool| tool.name)
            .collect::<Vec<_>>()
    };
    assert_eq!(tools(&bench), ["pump".to_owned()].to_vec(), "what a required skill brings is pulled in");
    bench.trash_now(TrashKind::Skill, &bikes).unwrap();
    let missing = ghost(&bench, "bikes").unwrap();
    assert!(matches!(&missing.facts, NodeFacts::Skill { id, .. } if *id == bikes));
    assert!(
        bench.get_map().unwrap().links.iter().any(|link| link.to == missing.key && link.kind() == MapLinkKind::Depends)
    );
    let finding = |bench: &Bench| {
        let files = bench.list_problems().unwrap().files;
        let all = files.into_iter().filter(|file| file.skill == "tours").flat_map(|file| file.problems);
        all.into_iter().find(|one| one.code == "required-skill")
    };
    let found = finding(&bench).unwrap();
    assert!(found.message.contains("requires the skill `bikes`, which is in the trash"), "{}", found.message);
    assert!(bench.row("tours").errors > 0);
    let detail = bench.get_agent(&guide).unwrap();
    assert!(detail.loads.is_empty(), "a skill whose required skill is missing is not loaded: {:?}", detail.loads);
    assert!(detail.problems.iter().any(|one| one.contains("tours") && one.contains("bikes")), "{:?}", detail.problems);

    bench.restore_now(TrashKind::Skill, &bikes).unwrap();
    assert_eq!((ghost(&bench, "bikes"), finding(&bench)), (None, None));
    assert_eq!(tools(&bench), ["pump".to_owned()].to_vec());
}

#[test]
fn x_10_a_tool_and_its_server_in_the_trash_are_missed() {
    let bench = Bench::new();
    let bikes = add_skill(&bench, "bikes");
    let pump = add_tool(&bench, "pump");
    let hose = add_tool(&bench, "hose");
    let works = bench.save_server(&server("works", stdio("true"))).unwrap().id;
    let mut edit = edit_of(&bench.get_tool(&pump).unwrap());
    edit.implementation = ToolImplementation::McpServer { server: "works".to_owned(), tool: "pump".to_owned() };
    edit.depends_on = vec![hose.clone()];
    bench.add_tool(&edit);
    let guide = bench.save_agent(&AgentEdit { tools: vec![pump.clone()], ..agent("Guide") }).unwrap().edit.id.unwrap();
    bench.save_link(&link(MapLinkKind::Uses, &format!("skill:{bikes}"), &format!("tool:{pump}"))).unwrap();
    assert_eq!(whys(&bench, TrashKind::Server, &works), ["pump is provided by works."]);
    assert_eq!(whys(&bench, TrashKind::Tool, &hose), ["pump requires hose."]);
    assert_eq!(whys(&bench, TrashKind::Tool, &pump), ["bikes uses pump.", "Guide uses pump."]);

    bench.trash_now(TrashKind::Server, &works).unwrap();
    bench.trash_now(TrashKind::Tool, &hose).unwrap();
    let problems = bench.get_tool(&pump).unwrap().problems;
    assert!(problems.iter().any(|one| one.contains("works") && one.contains("trash")), "{problems:?}");
    assert!(problems.iter().any(|one| one.contains("hose") && one.contains("trash")), "{problems:?}");
    assert!(bench.tool("pump").problem.is_some());
    assert!(ghost(&bench, "works").is_some() && ghost(&bench, "hose").is_some());

    bench.trash_now(TrashKind::Tool, &pump).unwrap();
    let files = bench.list_problems().unwrap().files;
    let found = files.iter().flat_map(|file| &file.problems).find(|one| one.code == "required-tool").unwrap();
    assert!(found.message.contains("`pump`"), "{}", found.message);
    let problems = bench.get_agent(&guide).unwrap().problems;
    assert!(problems.iter().any(|one| one.contains("pump") && one.contains("trash")), "{problems:?}");
    for (kind, id) in [(TrashKind::Tool, &pump), (TrashKind::Tool, &hose), (TrashKind::Server, &works)] {
        bench.restore_now(kind, id).unwrap();
    }
    assert!(bench.get_map().unwrap().nodes.iter().all(|node| !node.is_trashed));
    assert!(bench.get_tool(&pump).unwrap().problems.iter().all(|one| !one.contains("trash")));
    bench.trash_now(TrashKind::Tool, &pump).unwrap();
    let missed = |bench: &Bench| {
        let files = bench.list_problems().unwrap().files;
        files.iter().flat_map(|file| &file.problems).filter(|one| one.code == "required-tool").count()
    };
    assert_eq!(missed(&bench), 1);
    assert_eq!(bench.purge_now(TrashKind::Tool, &[pump]).unwrap().deleted, 1);
    assert_eq!(missed(&bench), 0, "its links went with it");
}

#[test]
fn s0_17_a_delete_for_good_takes_what_belongs_to_it_and_names_who_needs_the_rest() {
    let bench = Bench::new();
    let (tours, bikes) = (add_skill(&bench, "tours"), add_skill(&bench, "bikes"));
    let (pump, hose) = (add_tool(&bench, "pump"), add_tool(&bench, "hose"));
    let guide = add_agent(&bench, "Guide");
    let uses = link(MapLinkKind::Uses, &format!("skill:{bikes}"), &format!("tool:{pump}"));
    let loads = link(MapLinkKind::Assigned, &format!("agent:{guide}"), &format!("skill:{bikes}"));
    let needs = link(MapLinkKind::Needs, &format!("tool:{pump}"), &format!("tool:{hose}"));
    for drawn in [&uses, &loads, &needs, &requires(&tours, &bikes)] {
        bench.save_link(drawn).unwrap();
    }
    for (kind, id) in [(TrashKind::Skill, &bikes), (TrashKind::Tool, &hose)] {
        bench.trash_now(kind, id).unwrap();
    }
    let all = || bench.list_trash().unwrap().into_iter().map(|item| item.item).collect::<Vec<_>>();
    let report = bench.delete_trashed(&all()).unwrap();
    let mut kept = report.kept;
    kept.sort();
    let expected = [
        "bikes is required by tours. Remove those links first.",
        "hose is required by pump. Remove those links first.",
    ];
    assert_eq!((report.deleted, kept.as_slice()), (0, expected.map(str::to_owned).as_slice()));
    // What was cut does not hold anything.
    bench.cut_now(MapLinkKind::Needs, &needs.from, &needs.to).unwrap();
    let required = requires(&tours, &bikes);
    let version = bench.get_map().unwrap().links.iter().find(|link| link.to == required.to).unwrap().aggregate_version;
    bench.remove_link(MapLinkKind::Depends, &required.from, &required.to, version).unwrap();
    assert_eq!(bench.delete_trashed(&all()).unwrap().deleted, 2);
    let map = bench.get_map().unwrap();
    assert!(map.links.is_empty(), "{:?}", map.links);
    bench.trash_now(TrashKind::Agent, &guide).unwrap();
    bench.trash_now(TrashKind::Tool, &pump).unwrap();
    bench.trash_now(TrashKind::Skill, &tours).unwrap();
    assert_eq!((bench.delete_trashed(&all()).unwrap().deleted, bench.count_trash().unwrap()), (3, 0));
}

#[test]
fn s0_17_a_parent_is_not_let_go_of_without_naming_its_children_which_miss_it() {
    let bench = Bench::new();
    let (leaf, tree) = (add_skill(&bench, "leaf"), add_skill(&bench, "tree"));
    bench.save_link(&link(MapLinkKind::Parent, &format!("skill:{leaf}"), &format!("skill:{tree}"))).unwrap();
    assert_eq!(whys(&bench, TrashKind::Skill, &tree), ["leaf is a child of tree."]);
    assert!(whys(&bench, TrashKind::Skill, &leaf).is_empty());
    let hit = bench.get_blast_radius(&format!("skill:{tree}")).unwrap().hit;
    assert_eq!((hit[0].name.as_str(), hit[0].is_required), ("leaf", false), "it goes on working");
    let said = bench.skillctl(&["trash", "put", "skill", "tree"]);
    assert!(!said.status.success());
    assert!(String::from_utf8_lossy(&said.stderr).contains("leaf is a child of tree."), "{said:?}");
    let missed = || {
        let text = bench.get_file(&leaf, "SKILL.md").unwrap().text;
        let findings = bench.analyze(&leaf, "SKILL.md", &text).unwrap().findings;
        let found = findings.into_iter().filter(|one| one.code == "parent-skill").map(|one| one.message);
        let listed = bench.list_problems().unwrap().files;
        let listed = listed.iter().flat_map(|file| &file.problems).filter(|one| one.code == "parent-skill").count();
        (found.collect::<Vec<_>>(), listed)
    };
    assert_eq!(missed(), (Vec::new(), 0));
    bench.trash_now(TrashKind::Skill, &tree).unwrap();
    let (found, listed) = missed();
    assert!(found[0].contains("child of the skill `tree`") && listed == 1, "{found:?} {listed}");
    bench.restore_now(TrashKind::Skill, &tree).unwrap();
    assert_eq!(missed(), (Vec::new(), 0));
}

#[test]
fn x_10_a_skill_whose_required_skill_is_missing_is_refused_and_an_optional_one_is_a_warning() {
    let bench = Bench::new();
    let (tours, bikes) = (add_skill(&bench, "tours"), add_skill(&bench, "bikes"));
    let trips = add_skill(&bench, "trips");
    bench.save_link(&requires(&tours, &bikes)).unwrap();
    bench.save_link(&requires(&trips, &bikes).with_required(false)).unwrap();
    let resolve = |bench: &Bench, name: &str| {
        bench.resolve(&request(&[Strategy::ByName(name.to_owned())], ValidationMode::Strict)).unwrap()
    };
    assert_eq!(resolve(&bench, "tours").resolved.unwrap().requires, ["bikes"]);
    bench.trash_now(TrashKind::Skill, &bikes).unwrap();
    for mode in [ValidationMode::Strict, ValidationMode::Permissive] {
        let strategies = [Strategy::ByName("tours".to_owned()), Strategy::ByQuery("trips".to_owned())];
        let found = bench.resolve(&request(&strategies, mode)).unwrap();
        let because = &found.rejected.iter().find(|one| one.name == "tours").unwrap().reason;
        assert_eq!(because, "It requires the skill bikes, which is in the trash.");
        let resolved = found.resolved.unwrap();
        assert_eq!((resolved.name.as_str(), resolved.strategy.as_str()), ("trips", "by_query"));
        assert_eq!(resolved.warnings, ["trips works better with bikes, which is in the trash."]);
    }
    let said = bench.skillctl(&["resolve", "--by-name", "trips"]);
    assert!(said.status.success());
    assert!(String::from_utf8_lossy(&said.stderr).contains("trips works better with bikes"));
    bench.restore_now(TrashKind::Skill, &bikes).unwrap();
    let resolved = resolve(&bench, "tours").resolved.unwrap();
    assert_eq!((resolved.requires, resolved.warnings), (vec!["bikes".to_owned()], Vec::new()));
    // A circle is refused by its names, whichever way it would be closed.
    let said = refused(bench.save_link(&requires(&bikes, &tours)), ErrorCode::Invalid);
    assert!(said.contains("bikes → tours → bikes"), "{said}");
    let required = bench.get_map().unwrap().links.into_iter().find(MapLink::is_required).unwrap();
    bench.remove_link(required.kind(), &required.from, &required.to, required.aggregate_version).unwrap();
    bench.save_link(&requires(&bikes, &tours)).unwrap();
    let said = refused(bench.restore_item(&lies(&bench, "tours requires bikes").item, None), ErrorCode::Invalid);
    assert!(said.contains("tours → bikes → tours"), "{said}");
}

#[test]
fn s0_17_skillctl_names_who_depends_before_it_trashes_or_deletes() {
    let bench = Bench::new();
    let (tours, bikes) = (add_skill(&bench, "tours"), add_skill(&bench, "bikes"));
    bench.save_link(&requires(&tours, &bikes)).unwrap();
    let run = |arguments: &[&str], code: i32| {
        let done = bench.skillctl(&[&["trash"], arguments].concat());
        let said = [done.stdout, done.stderr].concat();
        let said = String::from_utf8_lossy(&said).into_owned();
        assert_eq!(done.status.code(), Some(code), "{arguments:?}: {said}");
        said
    };
    run(&["list"], 1);
    let said = run(&["put", "skill", "bikes"], 2);
    assert!(said.contains("tours requires bikes.") && said.contains("--force"), "{said}");
    run(&["put", "skill", "bikes", "--force"], 0);
    assert!(run(&["list", "--kind", "skill"], 0).contains("bikes"));
    let said = run(&["delete", "skill", "bikes"], 1);
    assert!(said.contains("bikes is required by tours."), "{said}");
    run(&["restore", "skill", "bikes"], 0);
    run(&["restore", "skill", "bikes"], 2);
    let hammer = add_tool(&bench, "hammer");
    run(&["put", "tool", "hammer"], 0);
    add_tool(&bench, "hammer");
    assert!(run(&["restore", "tool", "hammer"], 2).contains("hammer-2"));
    run(&["restore", "tool", "hammer", "--as", "mallet"], 0);
    assert_eq!(bench.get_tool(&hammer).unwrap().name, "mallet");
    run(&["put", "skill", "tours"], 0);
    run(&["put", "skill", "bikes"], 0);
    assert!(run(&["delete", "--all"], 0).contains("2 deleted"));
}

fn request(strategies: &[Strategy], mode: ValidationMode) -> ResolveRequest {
    ResolveRequest {
        triggers: TriggerRule::Ignored,
        strategies: strategies.to_vec(),
        policy: Policy { top_k: 1, min_score: 1.0, include_tags: Vec::new(), exclude_tags: Vec::new() },
        mode,
        available_tools: None,
        max_instruction_chars: 8000,
        most_rejected: None,
    }
}

fn stdio(command: &str) -> ServerTransport {
    ServerTransport::Stdio {
        command: command.to_owned(),
        args: Vec::new(),
        env: Vec::new(),
        cwd: String::new(),
        sandbox: None,
    }
}
