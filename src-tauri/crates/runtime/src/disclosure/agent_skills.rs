//! A client of the Agent Skills standard: a catalogue of names and descriptions in the standard's form, cut as the host
//! cuts it; a tool that activates a skill; its files when the model asks for them.

use serde_json::Value;
use studio_clients::{self as clients, Body, Client, Listed, Written, WrittenPart};

use super::{Disclosure, OwnAnswer, RuntimeKind, own, shared};
use crate::context::{Event, Offered, Origin, Piece, Prompt, Shown, SkillFacts, State, Tier, ToolState, World};

const READ: &str = "read_skill_file";

/// Discloses bodies when a skill is activated, and files when they are read.
#[derive(Clone, Copy, Debug)]
pub struct AgentSkills {
    /// The client whose forms are used.
    pub client: Client,
}

impl Default for AgentSkills {
    fn default() -> Self {
        Self { client: Client::Standard }
    }
}

impl Disclosure for AgentSkills {
    fn kind(&self) -> RuntimeKind {
        RuntimeKind::AgentSkills
    }

    fn client(&self) -> Option<Client> {
        Some(self.client)
    }

    fn discloses_files(&self) -> bool {
        true
    }

    fn own_tools(&self, world: &World, state: &State) -> Vec<Offered> {
        let listed: Vec<&str> = world.callable().into_iter().map(|(_, called)| called).collect();
        if listed.is_empty() {
            return Vec::new();
        }
        let about = "Loads the instructions of a skill. Call it when a task fits the skill's description.";
        let (activate, argument, takes_arguments) = clients::tool(self.client);
        let loading = if state.is_compacted {
            // Which skills there are stood in the list.
            own::of_text(activate, about, argument, "Name of the skill")
        } else {
            own::of_skill(activate, about, argument, &listed)
        };
        let mut tools = vec![loading];
        if takes_arguments {
            let args = serde_json::json!({ "type": "string", "description": "Optional arguments for the skill" });
            tools[0].schema["properties"]["args"] = args;
        }
        if state.active.iter().filter_map(|name| world.skill(name)).any(|skill| !skill.files.is_empty()) {
            let about = "Reads a file of a skill that was activated.";
            let mut tool = own::of_text(READ, about, "path", "The file's path in the skill's folder");
            tool.schema["properties"]["name"] = serde_json::json!({ "type": "string", "enum": state.active });
            tool.schema["required"] = serde_json::json!(["name", "path"]);
            tools.push(tool);
        }
        tools
    }

    fn answer(&self, world: &World, state: &State, name: &str, arguments: &Value) -> OwnAnswer {
        let argument = if name == READ { "name" } else { clients::tool(self.client).1 };
        let asked = own::text(arguments, argument);
        let meant = world.listed().into_iter().find_map(|shown| Some((shown.meant_by(asked)?, shown.scope)));
        let Some((skill, scope)) = meant else {
            return OwnAnswer::refused(match world.why_absent(asked) {
                Some(why) => format!("Skill \"{asked}\" can't be loaded. {why}"),
                None => format!("There is no skill \"{asked}\"."),
            });
        };
        if name == READ {
            return read(skill, state, own::text(arguments, "path"));
        }
        if state.is_active(&skill.name) && !state.cut.contains(&skill.name) {
            return OwnAnswer::said(format!("Skill \"{}\" is already loaded.", skill.name));
        }
        let events = vec![Event::SkillActivated { skill: skill.name.clone(), required_by: None }];
        let files: Vec<&str> = skill.files.iter().map(|file| file.path.as_str()).collect();
        let body = Body {
            name: asked,
            path: &skill.location,
            file: &skill.file,
            instructions: skill.body.trim(),
            files: &files,
            arguments: own::text(arguments, "args"),
            scope,
        };
        OwnAnswer { events, tier: Tier::Body, ..OwnAnswer::said(clients::body(self.client, &body)) }
    }

    fn tool_set(&self, world: &World, state: &State) -> Vec<ToolState> {
        let mut set = shared::global(world, &self.own_tools(world, state));
        let active = state.active.iter().filter_map(|name| world.skill(name));
        shared::add_skill_tools(&mut set, world, active, |_| true);
        set
    }

    fn around(&self, world: &World, state: &State) -> Prompt {
        let mut pieces: Vec<Piece> = shared::instruction(world).into_iter().collect();
        if !state.is_compacted {
            pieces.extend(catalogue(world, self.client));
        }
        let caller = |tool: &str| self.caller(world, state, tool);
        let tools = shared::offered(world, &self.tool_set(world, state), self.own_tools(world, state), caller);
        Prompt { pieces, tools }
    }
}

/// The list of skills in the client's form, a piece a skill; nothing at all where no skill is listed.
fn catalogue(world: &World, client: Client) -> Vec<Piece> {
    let all = world.listed();
    if all.is_empty() {
        return Vec::new();
    }
    let text = |shown: &Shown<'_>| match world.listing {
        // What was cut stands as the client shows it.
        Some(_) => shown.description.to_owned(),
        None => clients::text(client, &Listed { description: shown.description.to_owned(), ..Listed::default() }),
    };
    let texts: Vec<String> = all.iter().map(text).collect();
    let entries: Vec<Written<'_>> = all.iter().zip(&texts).map(|(shown, text)| entry(shown, text)).collect();
    let piece = |part: WrittenPart| match part.entry {
        Some(at) => {
            let shown = &all[at];
            let skill = shown.skill.map_or(shown.name, |skill| skill.name.as_str()).to_owned();
            Piece::system(Tier::Catalogue, Origin::Skill { skill }, part.text)
        }
        None => Piece::system(Tier::System, Origin::Runtime, part.text),
    };
    clients::written(client, &entries).into_iter().map(piece).collect()
}

fn entry<'a>(shown: &Shown<'a>, text: &'a str) -> Written<'a> {
    let Shown { skill, name, has_entry, path, scope, line, .. } = *shown;
    Written { name, text, has_entry, path, file: skill.map(|skill| skill.location.as_str()), scope, line }
}

fn read(skill: &SkillFacts, state: &State, path: &str) -> OwnAnswer {
    if !state.is_active(&skill.name) {
        return OwnAnswer::refused(format!("Skill \"{}\" is not loaded. Activate it first.", skill.name));
    }
    let path = path.trim_start_matches("./");
    match skill.files.iter().find(|file| file.path == path) {
        Some(crate::context::FileFacts { text: Some(text), .. }) => {
            let events = vec![Event::FileRead { skill: skill.name.clone(), path: path.to_owned() }];
            OwnAnswer { events, tier: Tier::File, ..OwnAnswer::said(text.clone()) }
        }
        Some(_) => OwnAnswer::refused(format!("The file \"{path}\" is not text.")),
        None => OwnAnswer::refused(format!("Skill \"{}\" has no file \"{path}\".", skill.name)),
    }
}
