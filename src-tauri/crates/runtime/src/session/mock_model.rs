//! A model that needs no network: it picks the skill that fits the message best, reads the input files, calls the tools it can
//! fill in from the message, and says what it did. The same prompt always gives the same answer.

use std::sync::Arc;

use serde_json::{Map, Value};

use super::{ChatModel, ModelError, ModelReply, ModelRequest};
use crate::context::{ModelCall, Offered, Part, Prompt, Role, Tier, Usage};

mod fill;
mod summary;

use summary::Done;

/// Picks a skill for a message: the best of those named, or none where nothing fits.
pub trait Picks: Send + Sync {
    /// The name of the skill.
    fn pick(&self, message: &str) -> Option<String>;
}

impl<F: Fn(&str) -> Option<String> + Send + Sync> Picks for F {
    fn pick(&self, message: &str) -> Option<String> {
        self(message)
    }
}

/// The model.
#[derive(Clone)]
pub struct MockModel(Arc<dyn Picks>);

impl std::fmt::Debug for MockModel {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("MockModel").finish_non_exhaustive()
    }
}

impl MockModel {
    /// One that picks skills as told.
    pub fn new(picks: Arc<dyn Picks>) -> Self {
        Self(picks)
    }
}

impl ChatModel for MockModel {
    fn reply(&self, request: &ModelRequest<'_>, heard: &mut dyn FnMut(&str)) -> Result<ModelReply, ModelError> {
        if request.stop.is_stopped() {
            return Err(ModelError::Stopped);
        }
        let turn = Turn::of(request.prompt);
        let prompt = request.prompt;
        let next = self.activation(prompt, &turn).or_else(|| next_input(prompt)).or_else(|| turn.next_call(prompt));
        let (text, calls) = match next {
            Some(call) => (String::new(), vec![call]),
            None => (summary::sentence(&turn.told(prompt)), Vec::new()),
        };
        if !text.is_empty() {
            heard(&text);
        }
        Ok(ModelReply { text, calls, usage: Usage::default(), cut_at: None })
    }
}

impl MockModel {
    /// The call that activates the skill of the message, unless one was activated for it already.
    fn activation(&self, prompt: &Prompt, turn: &Turn<'_>) -> Option<ModelCall> {
        let (tool, argument) = activator(prompt)?;
        if turn.called(&tool.name) {
            return None;
        }
        let skill = self.0.pick(turn.message)?;
        let is_listed = || prompt.pieces.iter().any(|piece| piece.tier == Tier::Catalogue);
        let is_named = || prompt.pieces.iter().any(|piece| piece.text.contains(&skill));
        let is_offered = match tool.schema["properties"][argument]["enum"].as_array() {
            Some(names) => names.iter().any(|name| name == skill.as_str()),
            // Once the list is gone, it knows only what is named to it.
            None => is_listed() || is_named(),
        };
        let mut arguments = Map::new();
        arguments.insert(argument.to_owned(), Value::String(skill));
        is_offered.then(|| call(tool, arguments))
    }
}

/// The tool that activates a skill, and the argument that names it.
fn activator(prompt: &Prompt) -> Option<(&Offered, &'static str)> {
    prompt.tools.iter().filter(|tool| tool.is_own).find_map(|tool| {
        let argument = ["name", "skill", "skill_name"].into_iter().find(|name| is_only_required(tool, name))?;
        Some((tool, argument))
    })
}

/// The call that reads an input file which no call has read yet.
fn next_input(prompt: &Prompt) -> Option<ModelCall> {
    let is_open = |call: &ModelCall| {
        !prompt.pieces.iter().any(|piece| matches!(&piece.part, Part::Call { call: made } if made.name == call.name && made.arguments == call.arguments))
    };
    let readers = prompt.tools.iter().filter(|tool| tool.is_own && is_only_required(tool, "path"));
    readers
        .flat_map(|tool| {
            let paths = tool.schema["properties"]["path"]["enum"].as_array().into_iter().flatten();
            paths.map(move |path| call(tool, Map::from_iter([("path".to_owned(), path.clone())])))
        })
        .find(is_open)
}

fn is_only_required(tool: &Offered, name: &str) -> bool {
    tool.schema["required"].as_array().is_some_and(|names| names.len() == 1 && names[0] == name)
}

fn call(tool: &Offered, arguments: Map<String, Value>) -> ModelCall {
    ModelCall { id: String::new(), name: tool.name.clone(), arguments: Value::Object(arguments).to_string() }
}

/// What was said and done since the user spoke last.
struct Turn<'a> {
    message: &'a str,
    /// Each call, with its answer where there is one.
    done: Vec<(&'a ModelCall, Option<&'a str>)>,
}

impl<'a> Turn<'a> {
    fn of(prompt: &'a Prompt) -> Self {
        let is_said = |piece: &&crate::context::Piece| piece.role == Role::User && piece.tier == Tier::Conversation;
        let start = prompt.pieces.iter().rposition(|piece| is_said(&piece)).unwrap_or(prompt.pieces.len());
        let message = prompt.pieces.get(start).map_or("", |piece| piece.text.as_str());
        let mut done: Vec<(&ModelCall, Option<&str>)> = Vec::new();
        for piece in prompt.pieces.iter().skip(start + 1) {
            match &piece.part {
                Part::Call { call } => done.push((call, None)),
                Part::Answer { .. } => {
                    if let Some(open) = done.iter_mut().find(|(_, answer)| answer.is_none()) {
                        open.1 = Some(&piece.text);
                    }
                }
                Part::Text => {}
            }
        }
        Self { message, done }
    }

    fn called(&self, tool: &str) -> bool {
        self.done.iter().any(|(call, _)| call.name == tool)
    }

    /// Whether the message names a tool. Names such as `Read` are words, too: where nothing says what the tool takes, the
    /// message has to name one of its parameters as well.
    fn means(&self, tool: &Offered) -> bool {
        let is_filled = || fill::from_message(&tool.schema, self.message, false).is_some();
        self.message.contains(&tool.name) && (fill::says_types(&tool.schema) || is_filled())
    }

    /// A call of the first tool that was not called yet and that the message fills in.
    fn next_call(&self, prompt: &Prompt) -> Option<ModelCall> {
        let open = prompt.tools.iter().filter(|tool| !tool.is_own && !self.called(&tool.name));
        // Where the message names tools, it means those and no others.
        let (named, others): (Vec<_>, Vec<_>) = open.partition(|tool| self.means(tool));
        let is_any_named = prompt.tools.iter().any(|tool| !tool.is_own && self.means(tool));
        let meant = if is_any_named { named } else { others };
        meant.into_iter().find_map(|tool| {
            let arguments = fill::from_message(&tool.schema, self.message, is_any_named)?;
            Some(call(tool, arguments))
        })
    }

    /// What was done, by kind.
    fn told(&self, prompt: &Prompt) -> Vec<Done<'a>> {
        let activator = activator(prompt);
        let is_own = |name: &str| prompt.tools.iter().any(|tool| tool.is_own && tool.name == name);
        let kind = |&(call, answer): &(&'a ModelCall, Option<&'a str>)| {
            let arguments: Value = serde_json::from_str(&call.arguments).unwrap_or_default();
            let named = |argument: &str| arguments[argument].as_str().map(str::to_owned);
            let loads = activator.filter(|(tool, _)| tool.name == call.name);
            let loaded = loads.and_then(|(_, argument)| named(argument)).map(Done::Loaded);
            let read = || named("path").filter(|_| is_own(&call.name)).map(Done::Read);
            loaded.or_else(read).unwrap_or(Done::Called(&call.name, answer))
        };
        self.done.iter().map(kind).collect()
    }
}
