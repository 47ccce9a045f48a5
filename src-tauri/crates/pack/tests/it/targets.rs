//! What goes out to each target, and what comes back.

mod folders;
mod light4j;
mod placing;
mod proof;

use std::sync::atomic::{AtomicUsize, Ordering};

use studio_model::{
    AccessLevel, Audit, HostId, Implementation, Parameter, ParameterId, ParameterType, Skill, SkillDependency, SkillId,
    SkillTool, Tool, ToolId, input_schema,
};
use studio_pack::{
    Watcher,
    targets::{
        Bundle, Export, FileOut, Loss, Others, Settings, SkillOut, Stopped, Target, ToolField, ToolOut, exporter,
    },
};
use studio_text::SkillDocument;
use uuid::Uuid;

fn audit() -> Audit {
    let (update_ts, update_user) = ("2026-11-23T10:00:00Z".to_owned(), "o'hara".to_owned());
    Audit { aggregate_version: 3, active: true, update_ts, update_user }
}

fn uuid(number: u128) -> Uuid {
    Uuid::from_u128(number)
}

/// A skill with a `SKILL.md` of this text.
fn skill(number: u128, text: &str) -> SkillOut {
    let document = SkillDocument::read(text);
    let skill = Skill {
        host: HostId(uuid(1)),
        id: SkillId(uuid(number)),
        parent: None,
        name: document.name().unwrap_or_default().to_owned(),
        description: document.description().map(str::to_owned),
        content_markdown: document.body().to_owned(),
        version: document.version().unwrap_or("1.0.0").to_owned(),
        audit: audit(),
    };
    SkillOut { skill, bytes: text.as_bytes().to_vec(), files: Vec::new(), vector: None }
}

fn with_file(mut skill: SkillOut, path: &str, bytes: &[u8], is_executable: bool) -> SkillOut {
    skill.files.push(FileOut { path: path.to_owned(), bytes: bytes.to_vec(), is_executable });
    skill
}

fn tool(number: u128, name: &str, implementation: Option<Implementation>) -> ToolOut {
    let parameter = Parameter {
        id: ParameterId(uuid(number + 1000)),
        tool: ToolId(uuid(number)),
        name: "limit".to_owned(),
        kind: ParameterType::Number,
        required: false,
        default_value: Some(serde_json::json!(3)),
        description: Some("It's how many; \"at most\"".to_owned()),
        validation_schema: Some(serde_json::json!({ "type": "integer" })),
        order_index: 0,
        audit: audit(),
    };
    ToolOut {
        schema: input_schema(std::slice::from_ref(&parameter)),
        tool: Tool {
            host: HostId(uuid(1)),
            id: ToolId(uuid(number)),
            name: name.to_owned(),
            description: format!("Does {name}."),
            implementation,
            version: "2.0.0".to_owned(),
            audit: audit(),
        },
        parameters: vec![parameter],
        effect: AccessLevel::Write,
        stated_effect: None,
        stated: None,
        details: vec![(ToolField::Headers, "Authorization".to_owned())],
        vector: None,
    }
}

fn link(skill: u128, tool: u128, access: AccessLevel) -> SkillTool {
    SkillTool {
        skill: SkillId(uuid(skill)),
        tool: ToolId(uuid(tool)),
        config: serde_json::json!({}),
        access,
        tool_version: None,
        audit: audit(),
    }
}

fn need(skill: u128, depends_on: u128) -> SkillDependency {
    let (skill, depends_on) = (SkillId(uuid(skill)), SkillId(uuid(depends_on)));
    SkillDependency { skill, depends_on, required: true, audit: audit() }
}

fn bundle(skills: Vec<SkillOut>) -> Bundle {
    Bundle {
        host: HostId(uuid(1)),
        name: "My Library".to_owned(),
        skills,
        tools: Vec::new(),
        agents: Vec::new(),
        skill_tools: Vec::new(),
        dependencies: Vec::new(),
        others: Others::default(),
    }
}

fn export(target: Target, bundle: &Bundle) -> Export {
    exporter(target).expect("it has a module").export(bundle, &Settings::default(), &()).expect("nobody stops it")
}

fn told(losses: &[Loss]) -> Vec<String> {
    losses.iter().map(|loss| format!("{}: {}", loss.entity, loss.field)).collect()
}

fn codes(export: &Export) -> Vec<&'static str> {
    export.refusals.iter().map(studio_pack::targets::Refusal::code).collect()
}

const PLAIN: &str =
    "---\nname: tides\ndescription: Reads tide tables. Use when asked about harbours.\n---\n\nLook it up.\n";

/// Lets an export go on so many times, then stops it.
struct StopAfter(AtomicUsize);

impl Watcher for StopAfter {
    fn progress(&self, _done: usize, _total: Option<usize>, _path: &str) {}

    fn is_cancelled(&self) -> bool {
        self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1)).is_err()
    }
}

#[test]
fn an_export_stops_between_two_skills_whatever_its_target_is() {
    let text =
        |number: u128| format!("---\nname: skill-{number}\ndescription: Does {number}. Use when asked.\n---\nBody\n");
    let bundle = bundle((2..6).map(|number| skill(number, &text(number))).collect());
    for exporter in Target::ALL.into_iter().filter_map(exporter) {
        let export = |times| exporter.export(&bundle, &Settings::default(), &StopAfter(AtomicUsize::new(times)));
        let whole = export(usize::MAX).unwrap();
        assert!(!whole.files.is_empty(), "{:?}", exporter.target());
        for times in 0..3 {
            assert_eq!(export(times), Err(Stopped), "{:?} goes on after {times} skills", exporter.target());
        }
    }
}
