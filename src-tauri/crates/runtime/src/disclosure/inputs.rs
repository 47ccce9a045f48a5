//! Files that the user hands over with the first message: the model is told their paths and reads those it wants, under
//! every runtime alike.

use std::sync::Arc;

use serde_json::{Value, json};
use studio_clients::Client;

use super::{Disclosure, Hook, OwnAnswer, RuntimeKind, own, shared};
use crate::context::{Event, FileFacts, Offered, Origin, Part, Piece, Prompt, Role, State, Tier, ToolState, World};

/// The tool that reads one of them.
const READ: &str = "read_input_file";

/// A runtime whose sessions are given the input files of their world: itself where there are none.
pub fn with_inputs(disclosure: Arc<dyn Disclosure>, world: &World) -> Arc<dyn Disclosure> {
    if world.inputs.is_empty() { disclosure } else { Arc::new(WithInputs(disclosure)) }
}

/// A prompt in which the input files of a world are listed, before what the user said first.
pub fn prompt_with_inputs(mut prompt: Prompt, world: &World) -> Prompt {
    if world.inputs.is_empty() {
        return prompt;
    }
    prompt.pieces = with_list(prompt.pieces, world);
    prompt_with_tool(prompt, world)
}

fn with_list(mut pieces: Vec<Piece>, world: &World) -> Vec<Piece> {
    let said_first = pieces.iter().position(|piece| piece.role == Role::User && piece.origin == Origin::User);
    pieces.insert(said_first.unwrap_or(pieces.len()), list(world));
    pieces
}

/// A prompt with the tool that reads the input files of a world. As every tool of a runtime, it stands in the place of one
/// of the library's that has its name.
fn prompt_with_tool(mut prompt: Prompt, world: &World) -> Prompt {
    prompt.tools.retain(|tool| tool.name != READ);
    prompt.tools.push(tool(world));
    prompt
}

fn list(world: &World) -> Piece {
    let line = |file: &FileFacts| {
        let note = if file.text.is_some() { "" } else { " (not text)" };
        format!("- {}{note}", file.path)
    };
    let lines: Vec<String> = world.inputs.iter().map(line).collect();
    let text = format!("Input files, to be read with `{READ}`:\n{}\n\n", lines.join("\n"));
    Piece { role: Role::User, tier: Tier::File, origin: Origin::User, text, part: Part::Text }
}

fn tool(world: &World) -> Offered {
    let mut tool =
        own::of_text(READ, "Reads one of the user's input files.", "path", "The file's path, as it is listed");
    let paths: Vec<&str> = world.inputs.iter().map(|file| file.path.as_str()).collect();
    tool.schema["properties"]["path"]["enum"] = json!(paths);
    tool
}

struct WithInputs(Arc<dyn Disclosure>);

impl Disclosure for WithInputs {
    fn kind(&self) -> RuntimeKind {
        self.0.kind()
    }

    fn client(&self) -> Option<Client> {
        self.0.client()
    }

    fn own_tools(&self, world: &World, state: &State) -> Vec<Offered> {
        let mut tools = self.0.own_tools(world, state);
        tools.push(tool(world));
        tools
    }

    fn answer(&self, world: &World, state: &State, name: &str, arguments: &Value) -> OwnAnswer {
        if name != READ {
            return self.0.answer(world, state, name, arguments);
        }
        let path = own::text(arguments, "path");
        match world.inputs.iter().find(|file| file.path == path) {
            Some(file) => match &file.text {
                Some(text) => OwnAnswer::said(text.clone()),
                None => OwnAnswer::refused(format!("The file \"{path}\" is not text.")),
            },
            None => OwnAnswer::refused(format!("There is no input file \"{path}\".")),
        }
    }

    fn tool_set(&self, world: &World, state: &State) -> Vec<ToolState> {
        let mut set = self.0.tool_set(world, state);
        set.retain(|tool| tool.name != READ);
        set.push(shared::global_tool(READ));
        set
    }

    fn caller<'a>(&self, world: &'a World, state: &'a State, tool: &str) -> Option<&'a str> {
        self.0.caller(world, state, tool)
    }

    fn hear(&self, world: &World, state: &State, text: &str) -> Vec<Event> {
        self.0.hear(world, state, text)
    }

    fn around(&self, world: &World, state: &State) -> Prompt {
        prompt_with_tool(self.0.around(world, state), world)
    }

    fn conversation(&self, world: &World, state: &State, from: usize) -> Vec<Piece> {
        let said = self.0.conversation(world, state, from);
        // The list is part of what the user said first: a compaction takes it along.
        if from > 0 || state.is_compacted { said } else { with_list(said, world) }
    }

    fn hooks(&self, world: &World, events: &[Event]) -> Vec<Hook> {
        self.0.hooks(world, events)
    }

    fn unknown_tool(&self, name: &str) -> String {
        self.0.unknown_tool(name)
    }

    fn failed(&self, message: &str) -> String {
        self.0.failed(message)
    }

    fn discloses_files(&self) -> bool {
        self.0.discloses_files()
    }

    fn tells_unknown(&self) -> bool {
        self.0.tells_unknown()
    }

    fn tells_disabled(&self) -> bool {
        self.0.tells_disabled()
    }
}
