//! The library as one picture, and the agents on it.

use studio_api::{
    ErrorCode,
    dto::{
        Access, AgentEdit, AgentSkillEdit, Host, ImplementationKind, LinkFacts, MapData, MapLink, MapLinkKind,
        MapNodeKind, MapPoint, MapPosition, NodeFacts, ServerState, ToolImplementation, TrashKind,
    },
};

use crate::{
    harness::{AsItIsNow, Bench, refused, skill},
    toolbox::{self, Said as _, edit_of, link, misbehaving, python, server, signature, tool, uses},
};

fn count(map: &MapData, kind: MapNodeKind) -> usize {
    map.nodes.iter().filter(|node| node.facts.kind() == kind).count()
}

fn links(map: &MapData, kind: MapLinkKind) -> Vec<&MapLink> {
    map.links.iter().filter(|link| link.kind() == kind).collect()
}

fn add_tool(bench: &Bench, name: &str) -> String {
    bench.add_tool(&tool(name, signature("(id: Text) --> IO Text"), ToolImplementation::None)).id
}

fn add_skill(bench: &Bench, name: &str) -> String {
    bench.add_skill(name, skill(name, &format!("Does {name} and nothing else. Use when {name}."), "", "Do it.")).id
}

fn agent(name: &str) -> AgentEdit {
    AgentEdit { max_tokens: Some(512), ..toolbox::agent(name) }
}

fn assigned(skill_id: &str, sequence: i32, priority: i32) -> AgentSkillEdit {
    AgentSkillEdit { skill_id: skill_id.to_owned(), priority, sequence, config: String::new() }
}

#[test]
fn the_samples_are_on_the_map_whole() {
    let bench = Bench::with_samples();
    let map = bench.whole_map();
    let (skills, tools, agents) =
        (bench.list_skills().unwrap(), bench.list_tools().unwrap(), bench.list_agents().unwrap());
    assert_eq!(count(&map, MapNodeKind::Skill), skills.len());
    assert_eq!(count(&map, MapNodeKind::Tool), tools.len());
    assert_eq!(count(&map, MapNodeKind::Agent), agents.len());
    assert_eq!(count(&map, MapNodeKind::Missing), 0);
    let mut groups: Vec<&str> = tools.iter().map(|tool| tool.group.as_str()).collect();
    groups.sort_unstable();
    groups.dedup();
    let mut providers: Vec<&str> = map
        .nodes
        .iter()
        .filter(|node| node.facts.kind() == MapNodeKind::Server)
        .map(|node| node.name.as_str())
        .collect();
    providers.sort_unstable();
    assert_eq!(providers, groups, "every tool has what provides it");

    let text = std::fs::read_to_string(crate::harness::fixtures().join("../skills/links.json")).unwrap();
    let stored: serde_json::Value = serde_json::from_str(&text).unwrap();
    let amount = |name: &str| stored[name].as_array().unwrap().len();
    assert_eq!(links(&map, MapLinkKind::Uses).len(), amount("skill_tools"));
    assert_eq!(links(&map, MapLinkKind::Depends).len(), amount("dependencies"));
    assert_eq!(links(&map, MapLinkKind::Parent).len(), amount("parents"));
    let loads: usize = agents.iter().map(|agent| bench.get_agent(&agent.id).unwrap().loads.len()).sum();
    assert_eq!(links(&map, MapLinkKind::Assigned).len(), loads);
    assert_eq!(links(&map, MapLinkKind::Provided).len(), tools.len());
    assert!(map.cycles.is_empty());
    let keys: Vec<&str> = map.nodes.iter().map(|node| node.key.as_str()).collect();
    for link in &map.links {
        assert!(keys.contains(&link.from.as_str()) && keys.contains(&link.to.as_str()), "{link:?}");
        assert!(link.key.ends_with(&format!(":{}>{}", link.from, link.to)));
    }
    let mut unique = keys.clone();
    unique.sort_unstable();
    unique.dedup();
    assert_eq!(unique.len(), keys.len(), "every node once");
    assert!(map.links.windows(2).all(|pair| pair[0].key < pair[1].key), "every link once, by key");
    let java = map.nodes.iter().find(|node| node.name == "transfer_call").unwrap();
    assert!(matches!(java.facts, NodeFacts::Tool { implementation: Some(ImplementationKind::Java), .. }));
    assert!(!map.nodes.iter().any(|node| matches!(node.facts, NodeFacts::Skill { tokens: None, .. })));
}

#[test]
fn the_own_tools_of_the_librarys_client_are_one_node() {
    let bench = Bench::new();
    bench.set_library_client(Some(Host::ClaudeCode)).unwrap();
    assert!(bench.get_map().unwrap().nodes.is_empty(), "an empty library is empty");
    add_tool(&bench, "Bash");
    let text =
        |name: &str, tools: &str| skill(name, "Does it. Use for it.", &format!("allowed-tools: {tools}\n"), "Do.");
    let one = bench.add_skill("one", text("one", "Read, Bash(git:*), KillBash, Grep(x), lookup"));
    bench.add_skill("two", text("two", "lookup"));
    let map = bench.whole_map();
    let own: Vec<_> = map.nodes.iter().filter(|node| node.facts.kind() == MapNodeKind::Client).collect();
    let [own] = &own[..] else { panic!("{own:?}") };
    assert_eq!((own.key.as_str(), own.name.as_str()), ("client:claude-code", "Claude Code's tools"));
    let NodeFacts::Client { client: Host::ClaudeCode, tools } = &own.facts else { panic!("{own:?}") };
    assert!(tools.iter().any(|tool| tool.name == "Read" && tool.parameters.contains(&"file_path".to_owned())));
    let brought = links(&map, MapLinkKind::Brought);
    let [link] = brought[..] else { panic!("{brought:?}") };
    assert_eq!((link.from.as_str(), link.to.as_str()), (format!("skill:{}", one.id).as_str(), "client:claude-code"));
    let LinkFacts::Brought { tools } = &link.facts else { panic!("{link:?}") };
    assert_eq!(tools[..], ["Grep", "KillBash", "Read"], "the library's own Bash stands for itself");
    let missing: Vec<&str> = map
        .nodes
        .iter()
        .filter(|node| node.facts.kind() == MapNodeKind::Missing)
        .map(|node| node.name.as_str())
        .collect();
    assert_eq!(missing, ["lookup"]);
    assert_eq!(bench.get_blast_radius("client:claude-code").unwrap().hit.len(), 1);
    bench.set_library_client(None).unwrap();
    assert_eq!(count(&bench.get_map().unwrap(), MapNodeKind::Client), 0);
    assert!(links(&bench.get_map().unwrap(), MapLinkKind::Brought).is_empty());
    bench.set_library_client(Some(Host::Cursor)).unwrap();
    assert_eq!(count(&bench.get_map().unwrap(), MapNodeKind::Client), 1, "as its documentation names them");
}

#[test]
fn links_of_every_kind_are_drawn_changed_and_removed() {
    let bench = Bench::new();
    let (one, two) = (add_skill(&bench, "one"), add_skill(&bench, "two"));
    let (hammer, nail) = (add_tool(&bench, "hammer"), add_tool(&bench, "nail"));
    let agent = bench.save_agent(&agent("Smith")).unwrap().edit.id.unwrap();
    let (agent, one, two) = (format!("agent:{agent}"), format!("skill:{one}"), format!("skill:{two}"));
    let (hammer, nail) = (format!("tool:{hammer}"), format!("tool:{nail}"));
    let kinds = [
        (MapLinkKind::Assigned, &agent, &one),
        (MapLinkKind::Uses, &one, &hammer),
        (MapLinkKind::Depends, &one, &two),
        (MapLinkKind::Parent, &one, &two),
        (MapLinkKind::Needs, &hammer, &nail),
        (MapLinkKind::Given, &agent, &nail),
    ];
    for (kind, from, to) in kinds {
        let drawn = bench.save_link(&link(kind, from, to)).unwrap();
        assert_eq!((&drawn.from, &drawn.to, drawn.kind()), (from, to, kind));
        let map = bench.get_map().unwrap();
        assert_eq!(links(&map, kind), [&drawn], "it is on the map as it was told");
        refused(bench.save_link(&link(kind, to, from)), ErrorCode::Invalid);
        refused(bench.save_link(&link(kind, from, from)), ErrorCode::Invalid);
    }
    let map = bench.get_map().unwrap();
    let drawn = |kind| links(&map, kind)[0].clone();
    let (uses, depends, loads) = (drawn(MapLinkKind::Uses), drawn(MapLinkKind::Depends), drawn(MapLinkKind::Assigned));
    assert_eq!((uses.access(), depends.is_required()), (Some(Access::Read), false));
    let changed = bench.save_link(&uses.clone().with_access(Access::Write).with_config("{\"a\": 1}")).unwrap();
    assert_eq!((changed.access(), changed.config()), (Some(Access::Write), "{\"a\":1}"));
    assert!(changed.aggregate_version > uses.aggregate_version);
    assert!(bench.save_link(&depends.clone().with_required(true)).unwrap().is_required());
    let loaded = bench.save_link(&loads.clone().with_order(7, -1)).unwrap();
    assert_eq!(loaded.order(), (7, -1));
    for stale in [uses, depends, loads] {
        refused(bench.save_link(&stale), ErrorCode::Stale);
    }
    let mut needs = drawn(MapLinkKind::Needs);
    let mut edit = edit_of(&bench.get_tool(hammer.trim_start_matches("tool:")).unwrap());
    "Hits.".clone_into(&mut edit.description);
    bench.add_tool(&edit);
    assert_eq!(
        needs.aggregate_version,
        drawn(MapLinkKind::Needs).aggregate_version,
        "the tool changed, the link did not"
    );
    refused(bench.save_link(&MapLink { aggregate_version: 7, ..needs.clone() }), ErrorCode::Stale);
    needs.aggregate_version = 0;
    let versions = bench.list_tool_versions(hammer.trim_start_matches("tool:")).unwrap().len();
    bench.save_link(&needs).unwrap();
    assert_eq!(
        bench.list_tool_versions(hammer.trim_start_matches("tool:")).unwrap().len(),
        versions,
        "nothing changed"
    );
    for bad in ["[1]", "{", "7"] {
        refused(bench.save_link(&changed.clone().with_config(bad)), ErrorCode::Invalid);
    }
    refused(bench.save_link(&link(MapLinkKind::Overlap, &one, &two)), ErrorCode::Invalid);
    refused(bench.save_link(&link(MapLinkKind::Uses, &agent, &hammer)), ErrorCode::Invalid);
    refused(bench.save_link(&link(MapLinkKind::Uses, "skill:none", &hammer)), ErrorCode::NotFound);
    for (kind, from, to) in kinds {
        bench.cut_now(kind, from, to).unwrap();
        assert!(links(&bench.get_map().unwrap(), kind).is_empty(), "{kind:?}");
    }
    let drawn = bench.save_link(&link(MapLinkKind::Uses, &one, &hammer)).unwrap();
    assert_eq!(drawn.access(), Some(Access::Read), "a link that is drawn again begins anew");
}

#[test]
fn a_parent_that_was_changed_meanwhile_is_not_taken_away() {
    let bench = Bench::new();
    let [a, b, c] = ["a", "b", "c"].map(|name| format!("skill:{}", add_skill(&bench, name)));
    bench.save_link(&link(MapLinkKind::Parent, &a, &b)).unwrap();
    bench.save_link(&link(MapLinkKind::Parent, &a, &c)).unwrap();
    let map = bench.get_map().unwrap();
    assert_eq!(links(&map, MapLinkKind::Parent).iter().map(|link| &link.to).collect::<Vec<_>>(), [&c]);
    bench.cut_now(MapLinkKind::Parent, &a, &b).unwrap();
    assert_eq!(links(&bench.get_map().unwrap(), MapLinkKind::Parent).len(), 1);
}

#[test]
fn x_10_circles_are_refused_and_named() {
    let bench = Bench::new();
    let skills = ["ash", "birch", "cedar"].map(|name| format!("skill:{}", add_skill(&bench, name)));
    let tools = ["drill", "engrave", "file"].map(|name| format!("tool:{}", add_tool(&bench, name)));
    for (kind, keys, names) in [
        (MapLinkKind::Depends, &skills, ["ash", "birch", "cedar"]),
        (MapLinkKind::Parent, &skills, ["ash", "birch", "cedar"]),
        (MapLinkKind::Needs, &tools, ["drill", "engrave", "file"]),
    ] {
        bench.save_link(&link(kind, &keys[0], &keys[1])).unwrap();
        bench.save_link(&link(kind, &keys[1], &keys[2])).unwrap();
        let said = refused(bench.save_link(&link(kind, &keys[2], &keys[0])), ErrorCode::Invalid);
        for name in names {
            assert!(said.contains(name), "{kind:?}: {said}");
        }
        assert_eq!(links(&bench.get_map().unwrap(), kind).len(), 2);
    }
    assert!(bench.get_map().unwrap().cycles.is_empty());
}

#[test]
fn the_blast_radius_of_a_server_reaches_the_agents() {
    let bench = Bench::new();
    let server = bench.add_server("works", misbehaving("pages"));
    bench.import_server_tools(&server.id, &["work-1".to_owned()]).unwrap();
    let work = bench.tool("work-1").id;
    let (bikes, tours, trips) = (add_skill(&bench, "bikes"), add_skill(&bench, "tours"), add_skill(&bench, "trips"));
    bench.save_link(&uses(&bikes, &work, "execute")).unwrap();
    let depends = |from: &str, to: &str, required| {
        link(MapLinkKind::Depends, &format!("skill:{from}"), &format!("skill:{to}")).with_required(required)
    };
    bench.save_link(&depends(&tours, &bikes, true)).unwrap();
    bench.save_link(&depends(&trips, &tours, false)).unwrap();
    let guide = AgentEdit { skills: vec![assigned(&trips, 0, 0)], ..agent("Guide") };
    bench.save_agent(&guide).unwrap();
    let blast = bench.get_blast_radius("server:works").unwrap();
    let hit: Vec<(&str, u32, bool)> =
        blast.hit.iter().map(|hit| (hit.name.as_str(), hit.distance, hit.is_required)).collect();
    let expected =
        [("work-1", 1, true), ("bikes", 2, true), ("tours", 3, true), ("trips", 4, false), ("Guide", 5, false)];
    assert_eq!(hit, expected);
    assert!(blast.hit.iter().all(|hit| hit.why.ends_with('.') && hit.why.contains(&hit.name)));
    assert!(bench.get_blast_radius(&format!("skill:{trips}")).unwrap().hit.len() == 1);
    refused(bench.get_blast_radius("server:none"), ErrorCode::NotFound);
}

#[test]
fn places_are_kept_and_forgotten() {
    let bench = Bench::new();
    let key = format!("skill:{}", add_skill(&bench, "one"));
    let at = |x, y| MapPosition { key: key.clone(), point: Some(MapPoint { x, y }) };
    let place = |bench: &Bench| bench.get_map().unwrap().nodes.iter().find(|node| node.key == key).unwrap().position;
    assert_eq!(place(&bench), None);
    bench.save_positions(&[at(12.5, -3.0), MapPosition { key: "server:none".to_owned(), point: None }]).unwrap();
    let bench = bench.reopen(studio_api::Upkeep::OnDemand);
    assert_eq!(place(&bench), Some(MapPoint { x: 12.5, y: -3.0 }));
    bench.save_positions(&[at(1e9, 0.0)]).unwrap();
    assert_eq!(place(&bench).unwrap().x.to_bits(), 1e9_f64.to_bits());
    bench.save_positions(&[MapPosition { key: key.clone(), point: None }]).unwrap();
    assert_eq!(place(&bench), None);
}

#[test]
fn skills_that_say_the_same_are_linked_until_that_is_dismissed() {
    let bench = Bench::new();
    for name in ["bake-bread", "bake-rolls"] {
        let text = "Bakes bread and rolls in an oven with flour and yeast. Use when baking bread.";
        bench.add_skill(name, skill(name, text, "", "Knead."));
    }
    add_skill(&bench, "sail-boats");
    bench.wait_until_indexed().unwrap();
    let map = bench.whole_map();
    let overlaps = links(&map, MapLinkKind::Overlap);
    assert_eq!(overlaps.len(), 1, "{overlaps:?}");
    assert!(overlaps[0].similarity() > 0.5);
    let found = |limit: Option<f64>| {
        let found = bench.get_map_findings(limit).unwrap();
        (found.overlaps, found.links.len(), found.limit)
    };
    let at = overlaps[0].similarity();
    assert_eq!(found(None), (1, 1, f64::from(0.4_f32)));
    assert_eq!((found(Some(at + 0.01)).0, found(Some(0.0)).1), (0, 3), "the author may look for more or for fewer");
    let ids = |key: &str| key.trim_start_matches("skill:").to_owned();
    bench.dismiss_overlap(&ids(&overlaps[0].from), &ids(&overlaps[0].to), true).unwrap();
    assert!(links(&bench.whole_map(), MapLinkKind::Overlap).is_empty());
}

#[test]
fn what_is_deleted_leaves_the_map_with_its_links_and_comes_back_with_them() {
    let bench = Bench::new();
    let (one, hammer) = (add_skill(&bench, "one"), add_tool(&bench, "hammer"));
    bench.save_link(&uses(&one, &hammer, "write")).unwrap();
    let guide = bench.save_agent(&AgentEdit { skills: vec![assigned(&one, 0, 0)], ..agent("Guide") }).unwrap();
    let guide = guide.edit.id.unwrap();
    let amounts = |bench: &Bench| {
        let map = bench.get_map().unwrap();
        (map.nodes.len(), map.links.len())
    };
    let whole = amounts(&bench);
    assert_eq!(bench.tool("hammer").used_by, 1);
    bench.trash_now(TrashKind::Skill, &one).unwrap();
    // The agent still loads the skill, which is drawn as missing; what the skill itself used is not said any more.
    assert_eq!(amounts(&bench), (whole.0, whole.1 - 1));
    assert_eq!(bench.tool("hammer").used_by, 0, "a skill in the trash uses nothing");
    bench.restore_now(TrashKind::Skill, &one).unwrap();
    assert_eq!(amounts(&bench), whole);
    bench.trash_now(TrashKind::Tool, &hammer).unwrap();
    bench.trash_now(TrashKind::Agent, &guide).unwrap();
    // The skill still uses the tool, which is drawn as missing; nobody refers to the agent.
    assert_eq!(amounts(&bench), (2, 1));
    bench.restore_now(TrashKind::Tool, &hammer).unwrap();
    bench.restore_now(TrashKind::Agent, &guide).unwrap();
    assert_eq!(amounts(&bench), whole);
    // A link to something that is gone cannot be drawn.
    bench.trash_now(TrashKind::Tool, &hammer).unwrap();
    assert!(bench.save_link(&link(MapLinkKind::Uses, &format!("skill:{one}"), &format!("tool:{hammer}"))).is_err());
}

#[test]
fn servers_are_told_from_what_tools_only_name() {
    let bench = Bench::new();
    bench.save_server(&server("works", misbehaving("pages"))).unwrap();
    for (name, of) in [("here", "works"), ("nowhere", "elsewhere")] {
        let how = ToolImplementation::McpServer { server: of.to_owned(), tool: name.to_owned() };
        bench.add_tool(&tool(name, signature("(id: Text) --> IO Text"), how));
    }
    bench.add_tool(&tool("script", signature("(id: Text) --> IO Text"), python("def run(args): return 1")));
    let map = bench.get_map().unwrap();
    let mut shown: Vec<(&str, &str, Option<ServerState>)> = map
        .nodes
        .iter()
        .filter(|node| node.facts.kind() == MapNodeKind::Server)
        .map(|node| match &node.facts {
            NodeFacts::Server { provider, state } => (node.name.as_str(), provider.as_str(), *state),
            other => unreachable!("{other:?} is no server"),
        })
        .collect();
    shown.sort_unstable_by_key(|(name, ..)| *name);
    let expected = [
        ("Scripts", "scripts", None),
        ("elsewhere", "mcp", Some(ServerState::Unknown)),
        ("works", "mcp_stdio", Some(ServerState::Stopped)),
    ];
    assert_eq!(shown, expected);
}

#[test]
fn s0_23_an_agent_loads_by_sequence_then_priority_then_name() {
    let bench = Bench::new();
    let names = ["ant", "bee", "cat", "dog", "eel"];
    let ids = names.map(|name| add_skill(&bench, name));
    let (wing, claw) = (add_tool(&bench, "wing"), add_tool(&bench, "claw"));
    bench.save_link(&uses(&ids[1], &wing, "read")).unwrap();
    bench.save_link(&uses(&ids[1], &claw, "read")).unwrap();
    let skills = vec![
        assigned(&ids[4], 1, 100),
        assigned(&ids[3], 0, 0),
        assigned(&ids[2], 0, 0),
        assigned(&ids[1], 0, 9),
        assigned(&ids[0], -1, 0),
    ];
    let edit = AgentEdit { skills, ..agent("Keeper") };
    let saved = bench.save_agent(&edit).unwrap();
    let order = |detail: &studio_api::dto::AgentDetail| -> Vec<String> {
        detail.loads.iter().map(|load| load.skill.clone()).collect()
    };
    assert_eq!(order(&saved), ["ant", "bee", "cat", "dog", "eel"]);
    let listed: Vec<&String> = saved.edit.skills.iter().map(|skill| &skill.skill_id).collect();
    assert_eq!(listed, ids.iter().collect::<Vec<_>>(), "the form lists them in that order, too");
    let tools = |load: &studio_api::dto::AgentLoad| -> Vec<String> {
        load.tools.iter().map(|tool| tool.name.clone()).collect()
    };
    assert_eq!(tools(&saved.loads[1]), ["claw", "wing"], "tools by name");
    let id = saved.edit.id.clone().unwrap();
    bench.trash_now(TrashKind::Skill, &ids[0]).unwrap();
    bench.trash_now(TrashKind::Tool, &wing).unwrap();
    let detail = bench.get_agent(&id).unwrap();
    assert_eq!(order(&detail), names[1..]);
    assert_eq!(tools(&detail.loads[0]), ["claw"]);
    bench.cut_now(MapLinkKind::Assigned, &format!("agent:{id}"), &format!("skill:{}", ids[4])).unwrap();
    bench.cut_now(MapLinkKind::Uses, &format!("skill:{}", ids[1]), &format!("tool:{claw}")).unwrap();
    let detail = bench.get_agent(&id).unwrap();
    assert_eq!(order(&detail), names[1..4], "a link that was cut loads nothing");
    assert!(tools(&detail.loads[0]).is_empty());
    for id in &ids[1..] {
        bench.trash_now(TrashKind::Skill, id).unwrap();
    }
    let empty = bench.get_agent(&id).unwrap();
    assert!(empty.loads.is_empty());
    assert!(empty.problems[0].to_lowercase().contains("agent keeper has no active skills"), "{:?}", empty.problems);
    bench.trash_now(TrashKind::Agent, &id).unwrap();
    assert!(!bench.get_agent(&id).unwrap().is_active && !bench.get_agent(&id).unwrap().problems.is_empty());
    refused(bench.save_agent(&edit_at(&saved.edit, 77)), ErrorCode::Stale);
}

#[test]
fn s0_23_an_agent_loads_by_id_or_by_name_in_any_case_with_parameters_in_their_order() {
    let bench = Bench::new();
    let (bee, cat) = (add_skill(&bench, "bee"), add_skill(&bench, "cat"));
    let spec = signature("(to: Text, from: Text, at: Maybe Int) --> IO Text");
    let fly = bench.add_tool(&tool("fly", spec, ToolImplementation::None)).id;
    bench.save_link(&uses(&bee, &fly, "write")).unwrap();
    let depends = link(MapLinkKind::Depends, &format!("skill:{cat}"), &format!("skill:{bee}"));
    bench.save_link(&depends.with_required(true)).unwrap();
    let skills = vec![assigned(&cat, 1, 0), assigned(&bee, 0, 4)];
    let id = bench.save_agent(&AgentEdit { skills, ..agent("Keeper Élan") }).unwrap().edit.id.unwrap();
    let load = bench.load_agent(&id).unwrap();
    for named in ["Keeper Élan", "keeper élan", "KEEPER ÉLAN", &id.to_uppercase()] {
        assert_eq!(bench.load_agent(named).unwrap(), load, "{named}");
        assert_eq!(bench.get_agent(named).unwrap().loads, load, "{named}");
    }
    let shape: Vec<_> = load.iter().map(|load| (load.skill.as_str(), load.sequence, load.priority)).collect();
    assert_eq!(shape, [("bee", 0, 4), ("cat", 1, 0)]);
    let parameters: Vec<_> = load[0].tools[0].parameters.iter().map(|it| (it.name.as_str(), it.required)).collect();
    assert_eq!(parameters, [("to", true), ("from", true), ("at", false)], "as the tool lists them");
    let (own, reused) = (&load[0].tools[0], &load[1].tools[0]);
    assert_eq!((own.access.as_str(), own.through.as_deref()), ("write", None));
    assert_eq!((reused.parameters == own.parameters, reused.through.as_deref()), (true, Some("bee")));

    let shown = bench.skillctl(&["show", "agent", "kEEPER élan"]);
    let shown: serde_json::Value = serde_json::from_slice(&shown.stdout).unwrap();
    assert_eq!(shown["load"], serde_json::json!(load));
    assert_eq!(shown["load_error"], serde_json::Value::Null);

    for skill in [&cat, &bee] {
        bench.trash_now(TrashKind::Skill, skill).unwrap();
    }
    let said = "agent Keeper Élan has no active skills";
    assert_eq!(refused(bench.load_agent("keeper élan"), ErrorCode::Invalid), said);
    let shown = bench.skillctl(&["show", "agent", &id]);
    assert!(shown.status.success());
    let shown: serde_json::Value = serde_json::from_slice(&shown.stdout).unwrap();
    assert_eq!((&shown["load"], &shown["load_error"]), (&serde_json::json!([]), &serde_json::json!(said)));
    assert!(refused(bench.load_agent("nobody"), ErrorCode::NotFound).contains("No agent named “nobody”"));
}

fn edit_at(edit: &AgentEdit, aggregate_version: u32) -> AgentEdit {
    AgentEdit { aggregate_version, ..edit.clone() }
}

#[test]
fn s2_07_an_agent_needs_name_instruction_and_model() {
    let bench = Bench::new();
    let good = agent("Smith");
    for (bad, says) in [
        (AgentEdit { name: " ".to_owned(), ..good.clone() }, "needs a name"),
        (AgentEdit { instruction: "\n".to_owned(), ..good.clone() }, "needs a system prompt"),
        (AgentEdit { model_name: String::new(), ..good.clone() }, "provider and the model"),
        (AgentEdit { model_provider: String::new(), ..good.clone() }, "provider and the model"),
        (AgentEdit { temperature: 2.1, ..good.clone() }, "between 0 and 2"),
        (AgentEdit { temperature: f64::NAN, ..good.clone() }, "between 0 and 2"),
        (AgentEdit { max_tokens: Some(0), ..good.clone() }, "between 1 and 2,147,483,647"),
        (AgentEdit { max_tokens: Some(2_147_483_648), ..good.clone() }, "between 1 and 2,147,483,647"),
        (AgentEdit { api_key_ref: "sk-123".to_owned(), ..good.clone() }, "secret://"),
    ] {
        let said = refused(bench.save_agent(&bad), ErrorCode::Invalid);
        assert!(said.contains(says), "{said}");
    }
    assert!(bench.list_agents().unwrap().is_empty());
    let saved = bench.save_agent(&good).unwrap();
    assert_eq!((saved.edit.description.as_str(), saved.edit.tools.len()), ("", 0), "the rest may be empty");
    assert_eq!(saved.edit, AgentEdit { id: saved.edit.id.clone(), aggregate_version: 1, ..good.clone() });
    let again = bench.save_agent(&AgentEdit { description: "Forges.".to_owned(), ..saved.edit.clone() }).unwrap();
    assert_eq!(again.edit.aggregate_version, 2);
    refused(bench.save_agent(&saved.edit), ErrorCode::Stale);
    let twice = AgentEdit { skills: vec![], ..good };
    let said = bench.save_agent(&twice);
    assert!(said.is_err(), "names of agents are unique: S0-23 loads by name");
}

#[test]
fn a_form_of_an_agent_opened_before_a_link_was_drawn_is_refused_and_undoing_the_link_still_works() {
    let bench = Bench::new();
    let (one, two) = (add_skill(&bench, "one"), add_skill(&bench, "two"));
    let (hammer, nail) = (add_tool(&bench, "hammer"), add_tool(&bench, "nail"));
    let form = AgentEdit { skills: vec![assigned(&one, 0, 0)], tools: vec![hammer], ..agent("Smith") };
    let id = bench.save_agent(&form).unwrap().edit.id.unwrap();
    let (from, skill, tool) = (format!("agent:{id}"), format!("skill:{two}"), format!("tool:{nail}"));
    let is_late = |opened: &AgentEdit| {
        let said = bench.get_agent(&id).unwrap();
        refused(bench.save_agent(opened), ErrorCode::Stale);
        assert_eq!(bench.get_agent(&id).unwrap(), said, "and nothing of it is stored");
    };
    let opened = || bench.get_agent(&id).unwrap().edit;
    let of = |kind, to| link(kind, &from, to);

    for (kind, to) in [(MapLinkKind::Assigned, &skill), (MapLinkKind::Given, &tool)] {
        let before = opened();
        let drawn = bench.save_link(&of(kind, to)).unwrap();
        is_late(&before);
        // What the map's undo and redo do.
        let before = opened();
        bench.cut_now(kind, &from, to).unwrap();
        is_late(&before);
        let before = opened();
        bench.save_link(&MapLink { aggregate_version: 0, ..drawn }).unwrap();
        is_late(&before);
    }
    let before = opened();
    let drawn =
        links(&bench.get_map().unwrap(), MapLinkKind::Assigned).into_iter().find(|link| link.to == skill).cloned();
    bench.save_link(&drawn.unwrap().with_order(7, 0)).unwrap();
    is_late(&before);

    // A link that is there already changes nothing, and a form read after the map's changes is saved.
    let before = opened();
    bench.save_link(&of(MapLinkKind::Given, &tool)).unwrap();
    let saved = bench.save_agent(&AgentEdit { description: "Forges.".to_owned(), ..before }).unwrap();
    assert_eq!((saved.edit.skills.len(), saved.edit.tools.len()), (2, 2));
}

#[test]
fn s2_03_and_s2_08_specifications_are_shared_and_unique_within_an_agent() {
    let bench = Bench::new();
    let (hammer, nail) = (add_tool(&bench, "hammer"), add_tool(&bench, "nail"));
    let given = |name: &str, tools: &[&String]| AgentEdit {
        tools: tools.iter().map(|id| (*id).clone()).collect(),
        ..agent(name)
    };
    let smith = bench.save_agent(&given("Smith", &[&nail, &hammer])).unwrap();
    let joiner = bench.save_agent(&given("Joiner", &[&hammer])).unwrap();
    assert_eq!((&smith.edit.tools, &joiner.edit.tools), (&vec![nail.clone(), hammer.clone()], &vec![hammer.clone()]));
    assert_eq!(links(&bench.get_map().unwrap(), MapLinkKind::Given).len(), 3);
    let said = refused(bench.save_agent(&given("Twice", &[&hammer, &hammer])), ErrorCode::Invalid);
    assert!(said.contains("unique") && said.contains("hammer"), "{said}");
    // Two tools of one name: one of them deleted before the other was made.
    bench.trash_now(TrashKind::Tool, &hammer).unwrap();
    let other = add_tool(&bench, "hammer");
    let said = refused(bench.save_agent(&given("Both", &[&hammer, &other])), ErrorCode::Invalid);
    assert!(said.contains("unique"), "{said}");
    let joiner = bench.get_agent(&joiner.edit.id.unwrap()).unwrap();
    assert!(
        joiner.problems.iter().any(|problem| problem.contains("tool hammer is in the trash")),
        "{:?}",
        joiner.problems
    );
    let key = format!("agent:{}", smith.edit.id.unwrap());
    refused(bench.save_link(&link(MapLinkKind::Given, &key, &format!("tool:{other}"))), ErrorCode::Invalid);
}

#[test]
fn s2_09_an_agent_without_tools_is_valid() {
    let bench = Bench::new();
    let one = add_skill(&bench, "one");
    let saved = bench.save_agent(&AgentEdit { skills: vec![assigned(&one, 0, 0)], ..agent("Plain") }).unwrap();
    assert_eq!(
        (saved.loads.len(), saved.loads[0].tools.len(), saved.problems.len()),
        (1, 0, 0),
        "{:?}",
        saved.problems
    );
    let other = add_skill(&bench, "other");
    let requires = link(MapLinkKind::Depends, &format!("skill:{one}"), &format!("skill:{other}"));
    bench.save_link(&requires.with_required(true)).unwrap();
    let problems = bench.get_agent(&saved.edit.id.unwrap()).unwrap().problems;
    assert_eq!(problems, ["other isn't assigned, but is also loaded because one requires it."]);
}
