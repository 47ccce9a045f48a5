//! A small cast for sessions: components A {a1, a2} and B {b1}, skills s1 and s2 as the vectors have them, and hands that
//! carry calls out.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use serde_json::{Value, json};
use studio_runtime::{
    Answer, ArgumentCheck, Call, Consent, Failure, Handler, Invocation, Registration, Stop, Tool,
    context::{AgentFacts, ComponentFacts, Event, SkillFacts, ToolFacts, World},
    disclosure::{AdkRust, AdkWay, AgentLib, AgentSkills, Chosen, Disclosure, Everything, LightGenai, Selector},
    invoke, not_found,
    session::{
        ChatModel, Executed, Limits, ModelError, ModelReply, ModelRequest, Script, ScriptedCall, ScriptedReply,
        Session, ToolExecutor, ToolRequest,
    },
};

pub(crate) fn tool(name: &str) -> ToolFacts {
    let schema = json!({ "type": "object", "properties": {} });
    ToolFacts { name: name.to_owned(), description: format!("desc {name}"), schema }
}

pub(crate) fn skill(name: &str, shown: &str, description: &str, tools: &[&str]) -> SkillFacts {
    SkillFacts {
        name: name.to_owned(),
        is_assigned: true,
        display_name: shown.to_owned(),
        description: description.to_owned(),
        tools: tools.iter().map(|&tool| tool.to_owned()).collect(),
        location: format!("/skills/{name}/SKILL.md"),
        ..SkillFacts::default()
    }
}

pub(crate) fn component(key: &str, tools: &[&str]) -> ComponentFacts {
    ComponentFacts {
        key: key.to_owned(),
        prompt: String::new(),
        state: json!({}),
        tools: tools.iter().map(|&tool| tool.to_owned()).collect(),
        is_late: false,
    }
}

/// The cast of the vectors A1 to A18.
pub(crate) fn world() -> World {
    let mut a1 = tool("a1");
    a1.schema = json!({ "type": "object", "required": ["q"], "properties": {
        "q": { "type": "string", "description": "the q" },
        "n": { "type": "integer", "minimum": 1 },
        "d": { "type": "string", "default": "x" },
    } });
    let first = SkillFacts {
        capabilities: vec!["c1".to_owned(), "c2".to_owned()],
        direction: "Line one\nLine two".to_owned(),
        triggers: vec!["t1".to_owned(), "t2".to_owned()],
        ..skill("s1", "Skill One", "first", &["a1"])
    };
    let second = SkillFacts {
        direction: "dir2".to_owned(),
        triggers: vec!["tagx".to_owned()],
        ..skill("s2", "Skill Two", "second", &["b1", "ghost"])
    };
    let plain = |name: &str, shown: &str, description: &str, tools: &[&str]| SkillFacts {
        direction: "d".to_owned(),
        ..skill(name, shown, description, tools)
    };
    let bad = SkillFacts { on_activate: "b1".to_owned(), ..plain("badact", "Bad", "x", &["b1"]) };
    World {
        agent: AgentFacts::default(),
        skills: vec![
            first,
            second,
            plain("none", "No Tools", "no tools", &[]),
            bad,
            plain("globalclash", "GC", "x", &["get_skill", "a2"]),
        ],
        tools: vec![a1, tool("a2"), tool("b1"), tool("late1")],
        components: vec![
            component("A", &["a1", "a2"]),
            component("B", &["b1"]),
            ComponentFacts { is_late: true, ..component("L", &["late1"]) },
        ],
        ..World::default()
    }
}

/// Selects, for adk-rust, the first skill that the words name.
pub(crate) struct First(pub(crate) World);

impl Selector for First {
    fn select(&self, query: &str) -> Result<Chosen, Vec<String>> {
        let chosen = self.0.skills.iter().find(|skill| query.contains(&skill.name));
        let skill = chosen.ok_or_else(|| vec!["nothing fits".to_owned()])?;
        let text = format!("[skill:{}]\n{}\n[/skill]", skill.name, skill.body);
        let (tools, left_out) = (skill.tools.clone(), vec!["absent".to_owned()]);
        Ok(Chosen { skill: skill.name.clone(), score: 2.5, text, tools, left_out })
    }
}

/// Every runtime there is.
pub(crate) fn runtimes(world: &World) -> Vec<Arc<dyn Disclosure>> {
    vec![
        Arc::new(AgentLib::default()),
        Arc::new(LightGenai),
        Arc::new(AgentSkills::default()),
        Arc::new(Everything),
        Arc::new(AdkRust { selector: Arc::new(First(world.clone())), way: AdkWay::Coordinator }),
        Arc::new(AdkRust { selector: Arc::new(First(world.clone())), way: AdkWay::Injector }),
    ]
}

/// Carries calls out by the stages every call goes through, counts those that arrive, and keeps states of components.
#[derive(Debug, Default)]
pub(crate) struct Hands {
    /// How many handlers ran.
    pub(crate) ran: Arc<AtomicUsize>,
    /// Names of tools that fail with `boom!`.
    pub(crate) failing: Vec<&'static str>,
    /// Schemas that are not the empty one.
    pub(crate) schemas: Vec<(String, Value)>,
}

impl Hands {
    pub(crate) fn of(world: &World) -> Self {
        let schemas = world.tools.iter().map(|tool| (tool.name.clone(), tool.schema.clone())).collect();
        Self { schemas, ..Self::default() }
    }
}

struct Runs(Arc<AtomicUsize>, bool);

impl Handler for Runs {
    fn call(&self, call: &Call<'_>) -> Result<Answer, Failure> {
        self.0.fetch_add(1, Ordering::SeqCst);
        if self.1 {
            return Err(Failure::Failed { message: "boom!".to_owned(), log: String::new() });
        }
        Ok(Answer { value: json!({ "success": true, "of": call.name }), ..Answer::default() })
    }
}

impl ToolExecutor for Hands {
    fn call(&self, request: &ToolRequest<'_>) -> Option<Executed> {
        let ToolRequest { name, arguments, state, limit, stop, .. } = *request;
        let look_up = |name: &str| {
            let schema = self.schemas.iter().find(|(known, _)| known == name).map(|(_, schema)| schema.clone());
            let schema = schema.ok_or_else(|| not_found(name))?;
            let handler = Arc::new(Runs(Arc::clone(&self.ran), self.failing.contains(&name)));
            let tool = Tool { name: name.to_owned(), description: String::new(), schema: schema.clone(), handler };
            let check = Arc::new(ArgumentCheck::new(&schema));
            Ok(Arc::new(Registration { check, limit, ..Registration::new(tool) }))
        };
        let outcome = invoke(&Invocation { name, arguments, stop }, look_up, |_, _| Consent::NotNeeded);
        let after = state.filter(|_| outcome.error.is_none()).map(|state| {
            let calls = state["calls"].as_u64().unwrap_or_default() + 1;
            json!({ "calls": calls })
        });
        let is_carried_out = outcome.arguments.is_some();
        let elapsed = outcome.elapsed;
        let result = outcome.error.map_or(Ok(outcome.value.unwrap_or_default()), Err);
        Some(Executed { result, is_as_read: false, is_carried_out, elapsed, state: after })
    }
}

/// A session whose model calls one tool after another, then says `done`.
pub(crate) fn calling(
    world: &Arc<World>,
    disclosure: Arc<dyn Disclosure>,
    hands: &Hands,
    calls: &[(&str, Value)],
) -> Session {
    let mut session = Session::start(Arc::clone(world), disclosure, Limits { iterations: 1_000, ..Limits::default() });
    call_more(&mut session, hands, calls);
    session
}

/// Goes on in the same session.
pub(crate) fn call_more(session: &mut Session, hands: &Hands, calls: &[(&str, Value)]) {
    let mut replies: Vec<ScriptedReply> = calls.iter().map(|(name, arguments)| asks(name, arguments.clone())).collect();
    replies.push(says("done"));
    session.say("go on").unwrap();
    session.run(&Script::new(replies), hands, &Stop::new(), &mut |_| {});
}

pub(crate) fn asks(name: &str, arguments: Value) -> ScriptedReply {
    ScriptedReply { calls: vec![ScriptedCall { name: name.to_owned(), arguments }], ..ScriptedReply::default() }
}

pub(crate) fn says(text: &str) -> ScriptedReply {
    ScriptedReply { text: text.to_owned(), ..ScriptedReply::default() }
}

/// What the last call was answered.
pub(crate) fn last_answer(session: &Session) -> String {
    let answer = |event: &Event| match event {
        Event::ToolAnswered { content, .. } => Some(content.clone()),
        _ => None,
    };
    session.events().iter().rev().find_map(answer).unwrap_or_default()
}

/// Names of the tools that may be called.
pub(crate) fn available(session: &Session) -> Vec<&str> {
    session.state().available_tools().map(|tool| tool.name.as_str()).collect()
}

/// How often the tool set was told.
pub(crate) fn notifications(session: &Session) -> usize {
    session.events().iter().filter(|event| matches!(event, Event::ToolsChanged { .. })).count()
}

/// A model that does what a function says.
pub(crate) struct Says<F>(pub(crate) F);

impl<F: Fn() -> Result<ModelReply, ModelError> + Send + Sync> ChatModel for Says<F> {
    fn reply(&self, _: &ModelRequest<'_>, _: &mut dyn FnMut(&str)) -> Result<ModelReply, ModelError> {
        (self.0)()
    }
}
