//! Sessions under every runtime: the loop, its failures, replay and fork, what is disclosed when, and what holds whatever a
//! model does.

use std::sync::{Arc, atomic::Ordering};

use proptest::prelude::*;
use serde_json::{Value, json};
use studio_clients::Client;
use studio_runtime::{
    Stop,
    context::{
        AbsentSkill, AgentFacts, EndReason, Event, FailureKind, FileFacts, Ledger, ListedSkill, ModelCall, Origin,
        PinnedTool, Requirement, Role, SkillFacts, Tier, ToolFacts, UnknownTool, Warning, World,
    },
    disclosure::{AdkRust, AdkWay, AgentLib, AgentSkills, Disclosure, Everything, LightGenai, RuntimeKind},
    session::{Limits, ModelError, ModelReply, Recorded, Script, ScriptedReply, Session},
};

use crate::stage::{First, Hands, Says, asks, available, calling, last_answer, runtimes, says, skill, tool, world};

/// Three skills: `report` requires `data`, which has a file; `circle` requires itself in the end.
fn office() -> World {
    let needs = |name: &str, is_required| Requirement { skill: name.to_owned(), is_required };
    let body = |skill: SkillFacts, text: &str| SkillFacts { body: text.to_owned(), ..skill };
    let report = SkillFacts {
        requires: vec![needs("data", true), needs("style", false)],
        ..body(skill("report", "", "Writes <reports>", &["write"]), "REPORT-BODY")
    };
    let data = SkillFacts {
        files: vec![FileFacts { path: "references/tables.md".to_owned(), text: Some("TABLES".to_owned()) }],
        ..body(skill("data", "", "Reads data", &["read"]), "DATA-BODY")
    };
    let circle =
        |name: &str, other: &str| SkillFacts { requires: vec![needs(other, true)], ..skill(name, "", "Turns", &[]) };
    let lost =
        SkillFacts { requires: vec![needs("nowhere", true)], ..skill("lost", "", "Needs what is not there", &[]) };
    World {
        agent: AgentFacts {
            name: "clerk".to_owned(),
            instruction: "You are a clerk.".to_owned(),
            ..AgentFacts::default()
        },
        skills: vec![report, data, circle("left", "right"), circle("right", "left"), lost],
        tools: vec![tool("write"), tool("read")],
        ..World::default()
    }
}

fn select(skill: &str) -> (&'static str, Value) {
    ("select_skill", json!({ "skill": skill }))
}

#[test]
fn descriptions_first_and_schemas_when_a_skill_is_chosen() {
    let world = Arc::new(office());
    let session = Session::start(Arc::clone(&world), Arc::new(LightGenai), Limits::default());
    let prompt = session.prompt();
    assert!(prompt.system_text().contains("- report: Writes <reports>\n- data: Reads data\n"));
    assert!(!prompt.text().contains("BODY"));
    assert_eq!(prompt.tools.iter().map(|tool| tool.name.as_str()).collect::<Vec<_>>(), ["select_skill"]);
    let session = calling(&world, Arc::new(LightGenai), &Hands::of(&world), &[select("report"), ("write", json!({}))]);
    assert_eq!(available(&session), ["select_skill", "read", "write"], "what it requires comes along");
    assert!(session.prompt().text().contains("DATA-BODY") && session.prompt().text().contains("REPORT-BODY"));
    assert_eq!(session.state().used, ["write"]);
}

#[test]
fn circles_and_missing_skills_are_refused_by_name_and_optional_ones_warned_of() {
    let world = Arc::new(office());
    let answer = |skill| last_answer(&calling(&world, Arc::new(LightGenai), &Hands::of(&world), &[select(skill)]));
    assert_eq!(answer("left"), "Circular skill dependency: left → right → left");
    assert_eq!(answer("lost"), "Skill \"lost\" requires skill \"nowhere\", which isn't available");
    let session = calling(&world, Arc::new(LightGenai), &Hands::of(&world), &[select("report")]);
    assert!(session.events().iter().any(|event| matches!(event, Event::Warned { .. })));
}

#[test]
fn a_client_of_the_standard_lists_activates_and_reads_on_demand() {
    let mut office = office();
    office.skills[0].requires.clear();
    let world = Arc::new(office);
    let hands = Hands::of(&world);
    let session = Session::start(Arc::clone(&world), Arc::new(AgentSkills::default()), Limits::default());
    let expected = "<skill>\n<name>\nreport\n</name>\n<description>\nWrites &lt;reports&gt;\n</description>\n<location>\n\
                    /skills/report/SKILL.md\n</location>\n</skill>\n";
    assert!(session.prompt().system_text().contains(expected));
    let read = ("read_skill_file", json!({ "name": "data", "path": "references/tables.md" }));
    let early = calling(&world, Arc::new(AgentSkills::default()), &hands, std::slice::from_ref(&read));
    assert_eq!(last_answer(&early), "Tool 'read_skill_file' not found in bound tools");
    let activate = ("activate_skill", json!({ "name": "data" }));
    let session = calling(&world, Arc::new(AgentSkills::default()), &hands, std::slice::from_ref(&activate));
    let wrapped = "<skill_content name=\"data\">\nDATA-BODY\n<skill_resources>\n<file>references/tables.md</file>\n\
                   </skill_resources>\n</skill_content>";
    assert_eq!(last_answer(&session), wrapped);
    let session = calling(&world, Arc::new(AgentSkills::default()), &hands, &[activate.clone(), activate, read]);
    assert_eq!(last_answer(&session), "TABLES");
    let ledger = Ledger::of(&session.prompt(), str::len);
    assert_eq!(ledger.tier(Tier::File), "TABLES".len());
    let file = Origin::File { skill: "data".to_owned(), path: "references/tables.md".to_owned() };
    assert!(ledger.lines.iter().any(|line| line.origin == file));
    assert_eq!(session.state().active, ["data"], "a second activation loads nothing again");
}

#[test]
fn a_body_comes_in_as_each_client_sends_it() {
    let mut office = office();
    office.skills.iter_mut().for_each(|skill| skill.requires.clear());
    let data = office.skills.iter_mut().find(|skill| skill.name == "data").unwrap();
    data.body = "Look at $ARGUMENTS in ${CLAUDE_SKILL_DIR}.".to_owned();
    let world = Arc::new(office.clone());
    let hands = Hands::of(&world);
    let answer = |client, tool: &'static str, arguments| {
        let runtime = Arc::new(AgentSkills { client });
        let session = calling(&world, runtime, &hands, std::slice::from_ref(&(tool, arguments)));
        assert_eq!(session.state().active, ["data"], "{client:?}");
        last_answer(&session).clone()
    };
    let (name, skill) = (json!({ "name": "data" }), json!({ "skill": "data" }));
    assert_eq!(
        answer(Client::ClaudeCode, "Skill", json!({ "skill": "data", "args": "the tables" })),
        "Launching skill: data\n\nBase directory for this skill: /skills/data\n\nLook at the tables in /skills/data."
    );
    let as_written = "Look at $ARGUMENTS in ${CLAUDE_SKILL_DIR}.";
    let qwen = answer(Client::Qwen, "skill", skill.clone());
    let base = "Base directory for this skill: /skills/data\nImportant: ALWAYS resolve absolute paths from this base directory \
                when working with skills.";
    assert_eq!(qwen, format!("{base}\n\n{as_written}\n"));
    let gemini = answer(Client::Gemini, "activate_skill", name.clone());
    assert!(
        gemini.starts_with("<activated_skill name=\"data\">\n  <instructions>\n    ") && gemini.contains(as_written)
    );
    let opencode = answer(Client::Opencode, "skill", name);
    assert!(opencode.contains("<skill_files>\n<file>/skills/data/references/tables.md</file>"), "{opencode}");
    let copilot = answer(Client::Copilot, "skill", skill);
    let context = format!(
        "<skill-context name=\"data\">\nBase directory for this skill: /skills/data\n\nRelated files (use view tool to \
         read):\n  - /skills/data/references/tables.md\n\n{as_written}\n"
    );
    assert!(copilot.contains(&context) && copilot.ends_with("\n</skill-context>"), "{copilot}");
    let list = |client| {
        let runtime = Arc::new(AgentSkills { client });
        Session::start(Arc::clone(&world), runtime, Limits::default()).prompt().system_text()
    };
    assert!(list(Client::ClaudeCode).contains("- report: Writes &lt;reports&gt;\n"));
    let element = "<skill>\n  <name>report</name>\n  <description>Writes &lt;reports&gt;</description>\n  \
                   <location>project</location>\n</skill>\n";
    assert!(list(Client::Copilot).contains(element));
    assert!(list(Client::Codex).contains("(file: /skills/report/SKILL.md)"));
    assert!(list(Client::Qwen).contains("Writes &lt;reports&gt; (project)"));
}

#[test]
fn claude_code_fills_in_arguments_and_adds_those_nobody_asks_for() {
    let loaded = |body: &str, args: &str| {
        let mut office = office();
        let data = office.skills.iter_mut().find(|skill| skill.name == "data").unwrap();
        (data.body, data.requires) = (body.to_owned(), Vec::new());
        let world = Arc::new(office);
        let call = ("Skill", json!({ "skill": "data", "args": args }));
        let runtime = Arc::new(AgentSkills { client: Client::ClaudeCode });
        let session = calling(&world, runtime, &Hands::of(&world), std::slice::from_ref(&call));
        last_answer(&session).rsplit_once("/skills/data\n\n").unwrap().1.to_owned()
    };
    let args = r#"first "second word" third"#;
    assert_eq!(
        loaded("$0, $1 and $ARGUMENTS[2] of $ARGUMENTS", args),
        format!("first, second word and third of {args}")
    );
    assert_eq!(
        loaded("$1 costs $5, $x and $100", "one"),
        "$1 costs $5, $x and $100\n\nARGUMENTS: one",
        "what was not given stays, and so what was given is not lost"
    );
    assert_eq!(loaded("Do it.", "now"), "Do it.\n\nARGUMENTS: now");
    assert_eq!(
        loaded(r"awk '{print \$2}', \$1.79", "a b"),
        "awk '{print $2}', $1.79\n\nARGUMENTS: a b",
        "kept by a backslash"
    );
    assert_eq!(loaded("Do it.", ""), "Do it.");
}

#[test]
fn clients_that_run_out_of_room_name_skills_apart_and_shorten_paths() {
    let mut office = office();
    let listed = |skill: &str, description: &str, path: &str| ListedSkill {
        skill: skill.to_owned(),
        description: description.to_owned(),
        path: Some(path.to_owned()).filter(|path| !path.is_empty()),
        called: None,
        is_users: false,
        has_entry: false,
        line: None,
    };
    office.listing = Some(vec![
        listed("report", "Writes", "r1/report/SKILL.md"),
        listed("data", "", "r1/data/SKILL.md"),
        listed("lost", "", "r1/lost/SKILL.md"),
    ]);
    let list = |client, world: &World| {
        let runtime = Arc::new(AgentSkills { client });
        Session::start(Arc::new(world.clone()), runtime, Limits::default()).prompt().system_text()
    };
    let codex = list(Client::Codex, &office);
    assert!(codex.contains("### Skill roots\n- `r1` = `/skills`\n### Available skills\n"), "{codex}");
    assert!(
        codex.contains("- report: Writes (file: r1/report/SKILL.md)\n- data: (file: r1/data/SKILL.md)\n"),
        "{codex}"
    );
    office.listing.iter_mut().flatten().for_each(|one| one.path = None);
    let copilot = list(Client::Copilot, &office);
    let end = "</skill>\nAdditional skills available (invoke by name): data, lost\n</available_skills>\n";
    assert!(copilot.ends_with(end) && copilot.matches("<skill>").count() == 1, "{copilot}");
    assert!(list(Client::Codex, &office).contains("## Skills\n### Available skills\n"));
}

#[test]
fn a_list_that_was_captured_stands_word_for_word_and_only_the_agents_skills_are_loaded_from_it() {
    let mut office = office();
    let sent = |skill: &str, line: Option<&str>| ListedSkill {
        skill: skill.to_owned(),
        description: String::new(),
        path: None,
        called: None,
        is_users: false,
        has_entry: false,
        line: line.map(str::to_owned),
    };
    let lines = ["- mine: Is the <author's> own", "- data:  Reads   data,\notherwise than we say"];
    office.listing = Some(vec![sent("mine", Some(lines[0])), sent("data", Some(lines[1]))]);
    let world = Arc::new(office.clone());
    let runtime = || Arc::new(AgentSkills { client: Client::ClaudeCode });
    let prompt = Session::start(Arc::clone(&world), runtime(), Limits::default()).prompt();
    assert!(prompt.system_text().ends_with(&format!("{}\n{}\n", lines[0], lines[1])), "{}", prompt.system_text());
    assert_eq!(prompt.tools[0].schema["properties"]["skill"]["enum"], json!(["data"]));
    let loaded = |skill: &str| {
        let call = ("Skill", json!({ "skill": skill }));
        let session = calling(&world, runtime(), &Hands::of(&world), std::slice::from_ref(&call));
        session.state().active.clone()
    };
    assert_eq!(loaded("data"), ["data"]);
    assert_eq!(loaded("mine"), Vec::<String>::new(), "the agent does not have it");
    // Where names stand apart, those of strangers do, too; what has an entry is among the entries.
    office.listing = Some(vec![sent("data", Some("<skill>data</skill>")), sent("report", None), sent("mine", None)]);
    let runtime = Arc::new(AgentSkills { client: Client::Copilot });
    let copilot = Session::start(Arc::new(office), runtime, Limits::default()).prompt().system_text();
    let end = "<skill>data</skill>\nAdditional skills available (invoke by name): report, mine\n</available_skills>\n";
    assert!(copilot.ends_with(end), "{copilot}");
}

#[test]
fn of_several_skills_that_are_listed_by_one_name_each_can_be_loaded() {
    let mut office = office();
    let twin = |skill: &str| ListedSkill {
        skill: skill.to_owned(),
        description: "Does it.".to_owned(),
        has_entry: true,
        path: None,
        called: Some("twin".to_owned()),
        is_users: false,
        line: None,
    };
    office.listing = Some(vec![twin("report"), twin("data")]);
    let world = Arc::new(office);
    let runtime = || Arc::new(AgentSkills { client: Client::Codex });
    let session = Session::start(Arc::clone(&world), runtime(), Limits::default());
    let prompt = session.prompt();
    let activate = &prompt.tools[0];
    assert_eq!(activate.schema["properties"]["name"]["enum"], json!(["twin", "data"]));
    for (asked, loaded) in [("twin", "report"), ("data", "data")] {
        let call = (activate.name.as_str(), json!({ "name": asked }));
        let session = calling(&world, runtime(), &Hands::of(&world), std::slice::from_ref(&call));
        assert_eq!(session.state().active, [loaded]);
    }
}

#[test]
fn a_host_that_cuts_its_list_discloses_no_more_than_it_shows() {
    let mut office = office();
    office.listing = Some(vec![ListedSkill {
        skill: "data".to_owned(),
        description: "Re…".to_owned(),
        path: None,
        called: None,
        is_users: false,
        has_entry: false,
        line: None,
    }]);
    let world = Arc::new(office);
    let prompt = Session::start(Arc::clone(&world), Arc::new(AgentSkills::default()), Limits::default()).prompt();
    assert!(prompt.system_text().contains("Re…") && !prompt.system_text().contains("report"));
    assert_eq!(prompt.tools[0].schema["properties"]["name"]["enum"], json!(["data"]));
}

/// What adk-rust's two ways make of a message, in one session: names of the tools, the system prompt, what the user said.
fn adk_said(way: AdkWay) -> impl FnMut(&str) -> (String, String, String, Vec<Event>) {
    let world = Arc::new(office());
    let adk: Arc<dyn Disclosure> = Arc::new(AdkRust { selector: Arc::new(First(office())), way });
    let mut session = Session::start(Arc::clone(&world), adk, Limits::default());
    move |text: &str| {
        session.say(text).unwrap();
        session.run(&Script::new(vec![says("yes")]), &Hands::of(&world), &Stop::new(), &mut |_| {});
        let prompt = session.prompt();
        let user = prompt.pieces.iter().filter(|piece| piece.role == Role::User).map(|piece| piece.text.as_str());
        let offered: Vec<&str> = prompt.tools.iter().map(|tool| tool.name.as_str()).collect();
        assert_eq!(available(&session), offered);
        (offered.join(","), prompt.system_text(), user.collect(), session.events().to_vec())
    }
}

#[test]
fn adks_coordinator_makes_one_skill_the_system_instruction_of_each_message_and_offers_its_tools_only() {
    let mut say = adk_said(AdkWay::Coordinator);
    let (tools, system, user, _) = say("a report please");
    assert_eq!(tools, "write");
    assert_eq!(system, "You are a clerk.\n\n[skill:report]\nREPORT-BODY\n[/skill]");
    assert_eq!(user, "a report please");
    let (tools, system, user, events) = say("hello");
    assert_eq!(tools, "", "the next message has a skill of its own, or none");
    assert_eq!((system.as_str(), user.as_str()), ("You are a clerk.", "a report pleasehello"));
    assert!(events.iter().any(|event| matches!(event, Event::NothingSelected { .. })));
}

#[test]
fn adks_injector_puts_a_block_before_each_message() {
    let mut say = adk_said(AdkWay::Injector);
    let (_, system, user, _) = say("a report please");
    assert_eq!(system, "You are a clerk.");
    assert_eq!(user, "[skill:report]\nREPORT-BODY\n[/skill]\n\na report please");
    let (_, _, user, _) = say("hello");
    assert!(user.ends_with("a report pleasehello"), "what was said stays as it was sent: {user}");
}

/// A tool that two skills have in two versions: `old` holds on to the first.
fn versions() -> World {
    let of = |field: &str| ToolFacts {
        schema: json!({ "type": "object", "properties": { field: { "type": "string" } }, "required": [field] }),
        ..tool("greet")
    };
    World {
        skills: vec![skill("new", "", "Greets", &["greet"]), skill("old", "", "Greets", &["greet"])],
        tools: vec![of("person")],
        pinned: vec![PinnedTool { skill: "old".to_owned(), tool: of("name") }],
        ..World::default()
    }
}

#[test]
fn s0_03_s1_16_a_model_is_offered_a_tool_in_the_version_in_which_its_call_is_made() {
    let world = Arc::new(versions());
    let offered = |disclosure: Arc<dyn Disclosure>, calls: &[(&str, Value)]| {
        let session = calling(&world, disclosure, &Hands::of(&world), calls);
        let greet = session.prompt().tools.into_iter().find(|tool| tool.name == "greet").unwrap();
        greet.schema["required"][0].as_str().unwrap().to_owned()
    };
    for (skills, expected) in
        [(vec!["old"], "name"), (vec!["new"], "person"), (vec!["new", "old"], "name"), (vec!["old", "new"], "person")]
    {
        let calls: Vec<(&str, Value)> = skills.iter().map(|skill| select(skill)).collect();
        assert_eq!(offered(Arc::new(LightGenai), &calls), expected, "light-genai, {skills:?}");
        let calls: Vec<(&str, Value)> =
            skills.iter().map(|skill| ("activate_skill", json!({ "name": skill }))).collect();
        assert_eq!(offered(Arc::new(AgentSkills::default()), &calls), expected, "agent-skills, {skills:?}");
        let calls: Vec<(&str, Value)> =
            skills.iter().map(|skill| ("get_skill", json!({ "skill_name": skill }))).collect();
        assert_eq!(offered(Arc::new(AgentLib::default()), &calls), expected, "agent-lib, {skills:?}");
    }
    assert_eq!(offered(Arc::new(Everything), &[]), "person", "the first skill that has it");
    for skill in ["old", "new"] {
        let adk: Arc<dyn Disclosure> =
            Arc::new(AdkRust { selector: Arc::new(First(versions())), way: AdkWay::Coordinator });
        let mut session = Session::start(Arc::clone(&world), adk, Limits::default());
        session.say(skill).unwrap();
        let required = session.prompt().tools[0].schema["required"][0].clone();
        assert_eq!(required, if skill == "old" { "name" } else { "person" }, "adk-rust");
    }
}

#[test]
fn x_10_a_skill_that_is_not_there_is_told_when_the_session_starts_and_never_called_unassigned() {
    let why = "It requires the skill data, which is in the trash.";
    let mut office = office();
    office.skills.retain(|skill| skill.name == "data");
    office.absent = vec![AbsentSkill { skill: "report".to_owned(), why: why.to_owned() }];
    let world = Arc::new(office);
    for disclosure in runtimes(&world) {
        let session = Session::start(Arc::clone(&world), Arc::clone(&disclosure), Limits::default());
        let told = Warning::SkillAbsent { skill: "report".to_owned(), why: why.to_owned() };
        assert_eq!(session.events()[0], Event::Warned { warning: told }, "{:?}", disclosure.kind());
        let fork = Session::fork_of(Arc::clone(&world), disclosure, Limits::default(), session.events().to_vec());
        assert_eq!(fork.events(), session.events(), "it is not told twice");
    }
    let answer = |disclosure: Arc<dyn Disclosure>, call: (&str, Value)| {
        last_answer(&calling(&world, disclosure, &Hands::of(&world), &[call]))
    };
    let said = [
        answer(Arc::new(LightGenai), select("report")),
        answer(Arc::new(AgentSkills::default()), ("activate_skill", json!({ "name": "report" }))),
        answer(Arc::new(AgentLib::default()), ("get_skill", json!({ "skill_name": "report" }))),
    ];
    for said in said {
        assert!(said.contains(why) && !said.contains("not assigned"), "{said}");
    }
}

#[test]
fn x_04_a_tool_that_nobody_has_is_told_when_the_session_starts_unless_the_runtime_tells_it_as_it_loads_the_skill() {
    let (skill, tool) = ("data".to_owned(), "ghost".to_owned());
    let world = Arc::new(World { unknown: vec![UnknownTool { skill: skill.clone(), tool: tool.clone() }], ..office() });
    let told = Event::Warned { warning: Warning::UnknownTool { skill, tool } };
    for disclosure in runtimes(&world) {
        let session = Session::start(Arc::clone(&world), Arc::clone(&disclosure), Limits::default());
        let tells_later = matches!(disclosure.kind(), RuntimeKind::AgentLib | RuntimeKind::AdkRust);
        assert_eq!(session.events().contains(&told), !tells_later, "{:?}", disclosure.kind());
        let fork = Session::fork_of(Arc::clone(&world), disclosure, Limits::default(), session.events().to_vec());
        assert_eq!(fork.events(), session.events(), "it is not told twice");
    }
}

#[test]
fn calls_are_checked_carried_out_and_answered_before_the_model_speaks() {
    let mut world = world();
    world.tools[0].schema = json!({ "type": "object", "properties": { "q": { "type": "string" } }, "required": ["q"] });
    let world = Arc::new(world);
    let hands = Hands::of(&world);
    let many = ScriptedReply {
        calls: [asks("a1", json!({ "q": "?" })), asks("a1", json!({})), asks("b1", json!("{nonsense"))]
            .into_iter()
            .flat_map(|reply| reply.calls)
            .collect(),
        ..ScriptedReply::default()
    };
    let mut session = Session::start(Arc::clone(&world), Arc::new(Everything), Limits::default());
    session.say("go").unwrap();
    session.run(&Script::new(vec![many, says("there")]), &hands, &Stop::new(), &mut |_| {});
    let answers: Vec<(&str, bool)> = session
        .events()
        .iter()
        .filter_map(|event| match event {
            Event::ToolAnswered { content, is_error, .. } => Some((content.as_str(), *is_error)),
            _ => None,
        })
        .collect();
    assert_eq!(answers[0], (r#"{"success":true,"of":"a1"}"#, false));
    assert_eq!(answers[1], ("Missing required field: q", true));
    assert!(answers[2].1 && answers.len() == 3);
    assert_eq!(hands.ran.load(Ordering::SeqCst), 1);
    assert_eq!(session.state().ended, Some(EndReason::Answered));
    assert_eq!(session.state().used, ["a1"]);
}

#[test]
fn every_way_a_model_fails_has_its_end() {
    let world = Arc::new(world());
    let ended = |model: &dyn studio_runtime::session::ChatModel, stop: &Stop| {
        let mut session = Session::start(Arc::clone(&world), Arc::new(Everything), Limits::default());
        assert_eq!(session.say("  \n"), Err("Empty user input"));
        session.say("go").unwrap();
        session.run(model, &Hands::of(&world), stop, &mut |_| {});
        let failed = session.events().iter().find_map(|event| match event {
            Event::ModelFailed { failure, message } => Some((*failure, message.clone())),
            _ => None,
        });
        (session.state().ended.unwrap(), failed, session.state().asked)
    };
    let new = Stop::new;
    let nothing = (FailureKind::Empty, "LLM returned empty response".to_owned());
    assert_eq!(ended(&Says(|| Ok(ModelReply::default())), &new()), (EndReason::ModelFailed, Some(nothing), 1));
    let calls = vec![ModelCall { id: "same".to_owned(), name: "nobody".to_owned(), arguments: String::new() }];
    let endless = Says(move || Ok(ModelReply { calls: calls.clone(), ..ModelReply::default() }));
    assert_eq!(ended(&endless, &new()), (EndReason::TooManyIterations, None, 10));
    let stopped = new();
    stopped.stop();
    assert_eq!(ended(&Says(|| Ok(ModelReply::default())), &stopped), (EndReason::Cancelled, None, 0));
    assert_eq!(ended(&Says(|| Err(ModelError::Stopped)), &new()).0, EndReason::Cancelled);
    let huge = Says(|| Ok(ModelReply { text: "x".repeat(10_000_000), ..ModelReply::default() }));
    assert_eq!(ended(&huge, &new()).0, EndReason::Answered);
}

#[test]
fn a_recorded_session_replays_to_the_same_events_and_a_fork_shares_its_beginning() {
    let world = Arc::new(world());
    let hands = Hands::of(&world);
    let get = ("get_skill", json!({ "skill_name": "s1" }));
    let first =
        calling(&world, Arc::new(AgentLib::default()), &hands, &[get, ("a1", json!({ "q": "?" })), ("a2", json!({}))]);
    let text = serde_json::to_string(&untimed(first.events())).unwrap();
    let read: Vec<Event> = serde_json::from_str(&text).unwrap();
    assert_eq!(read, untimed(first.events()), "the log is whole on paper");
    let mut again = Session::start(
        Arc::clone(&world),
        Arc::new(AgentLib::default()),
        Limits { iterations: 1_000, ..Limits::default() },
    );
    again.say("go on").unwrap();
    again.run(&Recorded::of(first.events()), &Hands::of(&world), &Stop::new(), &mut |_| {});
    assert_eq!(serde_json::to_string(&untimed(again.events())).unwrap(), text);
    for count in 0..=first.events().len() {
        let fork = first.fork(count);
        assert_eq!(fork.events(), &first.events()[..count]);
        assert_eq!(fork.prompt(), first.prompt_after(count));
    }
}

/// The events without the time that calls took.
fn untimed(events: &[Event]) -> Vec<Event> {
    let mut events = events.to_vec();
    for event in &mut events {
        if let Event::ToolAnswered { elapsed_us, .. } = event {
            *elapsed_us = 0;
        }
    }
    events
}

/// What a model may send: tools that are there, that are not, and nonsense.
pub(crate) fn any_call() -> impl Strategy<Value = (String, String)> {
    let names =
        ["a1", "a2", "b1", "zzz", "", "get_skill", "deactivate_skill", "list_skills", "select_skill", "activate_skill"];
    let arguments = [
        "",
        "{}",
        "nonsense",
        "[]",
        r#"{"q":"x"}"#,
        r#"{"skill_name":"s1"}"#,
        r#"{"skill_name":"s2"}"#,
        r#"{"skill_name":"badact"}"#,
        r#"{"skill":"s1"}"#,
        r#"{"name":"s2"}"#,
        r#"{"skill_name":7}"#,
    ];
    (proptest::sample::select(names.to_vec()), proptest::sample::select(arguments.to_vec()))
        .prop_map(|(name, arguments)| (name.to_owned(), arguments.to_owned()))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Whatever a model sends: no handler of a tool that is not enabled runs, and tiers sum to what is sent.
    #[test]
    fn whatever_a_model_sends(calls in proptest::collection::vec(any_call(), 1..12)) {
        let world = Arc::new(world());
        for disclosure in runtimes(&world) {
            let hands = Hands::of(&world);
            let replies = calls.iter().map(|(name, arguments)| asks(name, Value::String(arguments.clone())));
            let script = Script::new(replies.chain([says("done")]).collect());
            let mut session = Session::start(Arc::clone(&world), disclosure, Limits { iterations: 100, ..Limits::default() });
            session.say("s1").unwrap();
            loop {
                let allowed: Vec<String> = available(&session).into_iter().map(str::to_owned).collect();
                let before = hands.ran.load(Ordering::SeqCst);
                let open = session.state().open.first().map(|call| call.name.clone());
                let step = session.step(&script, &hands, &Stop::new(), &mut |_| {});
                let ran = hands.ran.load(Ordering::SeqCst) - before;
                let is_own = open.as_deref().is_some_and(|name| name.contains("skill"));
                prop_assert!(ran == 0 || is_own || open.is_some_and(|name| allowed.contains(&name)));
                let prompt = session.prompt();
                let ledger = Ledger::of(&prompt, str::len);
                let tiers: usize = Tier::ALL.iter().map(|tier| ledger.tier(*tier)).sum();
                prop_assert_eq!(tiers, ledger.total());
                prop_assert_eq!(tiers, prompt.text().len());
                if step == studio_runtime::session::Step::Waiting { break }
            }
            prop_assert!(session.state().ended.is_some());
            let replayed = Session::replay(Arc::clone(&world), Arc::new(Everything), Limits::default(), session.events().to_vec());
            prop_assert_eq!(replayed.state(), session.state());
        }
    }

    /// Whatever a host leaves of the list, the model is told no more of skills than that, and can activate no other.
    #[test]
    fn no_more_is_disclosed_than_the_host_lists(kept in proptest::collection::vec((0..5_usize, 0..12_usize), 0..6)) {
        let mut office = office();
        let mut seen = std::collections::HashSet::new();
        let listed = kept.into_iter().filter(|(place, _)| seen.insert(*place)).map(|(place, chars)| ListedSkill {
            skill: office.skills[place].name.clone(),
            description: office.skills[place].description.chars().take(chars).collect(),
            path: None,
            called: None,
            is_users: false,
        has_entry: false,
            line: None,
        });
        let listed: Vec<ListedSkill> = listed.collect();
        office.listing = Some(listed.clone());
        let session = Session::start(Arc::new(office), Arc::new(AgentSkills::default()), Limits::default());
        let prompt = session.prompt();
        let catalogue: Vec<&str> =
            prompt.pieces.iter().filter(|piece| piece.tier == Tier::Catalogue).map(|piece| piece.text.as_str()).collect();
        prop_assert_eq!(catalogue.len(), listed.len());
        for (text, one) in catalogue.iter().zip(&listed) {
            let description = one.description.replace('<', "&lt;").replace('>', "&gt;");
            let expected = format!("<description>\n{description}\n</description>");
            prop_assert!(text.contains(&expected), "{}", text);
        }
        let names: Vec<&str> = listed.iter().map(|one| one.skill.as_str()).collect();
        match prompt.tools.first() {
            Some(tool) => prop_assert_eq!(&tool.schema["properties"]["name"]["enum"], &json!(names)),
            None => prop_assert!(names.is_empty()),
        }
    }

    /// Activating any skill and deactivating it again gives back the tool set there was.
    #[test]
    fn activation_and_deactivation_restore_the_tool_set(skill in proptest::sample::select(vec!["s1", "s2", "none", "badact", "globalclash"])) {
        let world = Arc::new(world());
        let hands = Hands::of(&world);
        let before = Session::start(Arc::clone(&world), Arc::new(AgentLib::default()), Limits::default());
        let get = ("get_skill", json!({ "skill_name": skill }));
        let after = calling(&world, Arc::new(AgentLib::default()), &hands, &[get, ("deactivate_skill", json!({}))]);
        prop_assert_eq!(&before.state().tools, &after.state().tools);
    }
}
