//! What runtimes have in common: the conversation, tools as they are offered, skills that bring others along.

use crate::context::{
    Event, Message, ModelCall, Offered, Origin, Part, Piece, Role, SkillFacts, State, Tier, ToolSource, ToolState,
    Warning, World,
};

/// What stands for messages that were compacted: nobody is asked for a summary of them.
pub const PLACEHOLDER: &str = "[The conversation so far was compacted. This placeholder replaces its summary; no \
                               model wrote one.]";

/// Messages of the conversation, as pieces of a prompt.
pub fn conversation(messages: &[Message]) -> Vec<Piece> {
    let mut pieces = Vec::new();
    for message in messages {
        match message {
            Message::User { text, injected } => {
                pieces.extend(injected.as_ref().map(|(skill, context)| before_words(skill, context)));
                pieces.push(said(Role::User, Origin::User, text));
            }
            Message::Assistant { text, calls } => {
                if !text.is_empty() {
                    pieces.push(said(Role::Assistant, Origin::Model, text));
                }
                for call in calls {
                    let text = written(call);
                    let part = Part::Call { call: call.clone() };
                    pieces.push(Piece { part, ..said(Role::Assistant, Origin::Model, &text) });
                }
            }
            Message::Tool { id, name, content, tier, file } => {
                let origin = match (tier, file) {
                    (Tier::File, Some((skill, path))) => Origin::File { skill: skill.clone(), path: path.clone() },
                    _ => Origin::Tool { tool: name.clone() },
                };
                let part = Part::Answer { id: id.clone() };
                pieces.push(Piece { role: Role::Tool, tier: *tier, origin, text: content.clone(), part });
            }
            Message::Placeholder => pieces.push(said(Role::User, Origin::Runtime, PLACEHOLDER)),
            Message::Attached { skill, text } => pieces.push(before_words(skill, text)),
        }
    }
    pieces
}

/// Messages without what a runtime put of skills before the user's words.
pub(crate) fn plain_conversation(messages: &[Message]) -> impl Iterator<Item = Piece> {
    let is_put = |piece: &Piece| piece.role == Role::User && matches!(piece.origin, Origin::Skill { .. });
    conversation(messages).into_iter().filter(move |piece| !is_put(piece))
}

/// What the runtime puts of a skill before the user's words.
fn before_words(skill: &str, text: &str) -> Piece {
    let origin = Origin::Skill { skill: skill.to_owned() };
    Piece { role: Role::User, tier: Tier::Body, origin, text: format!("{text}\n\n"), part: Part::Text }
}

/// A call as its text counts.
pub(super) fn written(call: &ModelCall) -> String {
    format!("{}({})", call.name, call.arguments)
}

fn said(role: Role, origin: Origin, text: &str) -> Piece {
    Piece { role, tier: Tier::Conversation, origin, text: text.to_owned(), part: Part::Text }
}

/// The agent's instruction as the beginning of a system prompt; none where it has none.
pub(crate) fn instruction(world: &World) -> Option<Piece> {
    let text = world.agent.instruction.trim();
    (!text.is_empty()).then(|| Piece::system(Tier::System, Origin::Agent, text))
}

/// The active skill that has a tool, the one that became so last where several do.
pub(crate) fn last_active<'a>(world: &World, state: &'a State, tool: &str) -> Option<&'a str> {
    let has_it = |skill: &&String| world.skill(skill).is_some_and(|skill| skill.has_tool(tool));
    state.active.iter().rev().find(has_it).map(String::as_str)
}

/// The tools of the tool set that may be called, as the model is offered them: each in the version in which a call of it is
/// made. `own` are the runtime's; `caller` says in which skill's name one is called.
pub(crate) fn offered<'a>(
    world: &World,
    set: &[ToolState],
    own: Vec<Offered>,
    caller: impl Fn(&str) -> Option<&'a str>,
) -> Vec<Offered> {
    let mut own: std::collections::HashMap<String, Offered> =
        own.into_iter().map(|tool| (tool.name.clone(), tool)).collect();
    let enabled = set.iter().filter(|tool| tool.is_enabled);
    let tools: std::collections::HashMap<&str, _> = world.tools.iter().map(|tool| (tool.name.as_str(), tool)).collect();
    enabled
        .filter_map(|state| {
            own.remove(&state.name).or_else(|| {
                let newest = *tools.get(state.name.as_str())?;
                let pinned = (!world.pinned.is_empty()).then(|| world.tool_for(caller(&state.name), &state.name));
                let tool = pinned.flatten().unwrap_or(newest);
                let (name, description) = (tool.name.clone(), tool.description.clone());
                Some(Offered { name, description, schema: tool.schema.clone(), is_own: false })
            })
        })
        .collect()
}

/// Tool set entries of the runtime's own tools and of those the agent itself is given.
pub(crate) fn global(world: &World, own: &[Offered]) -> Vec<ToolState> {
    let mut set: Vec<ToolState> = own.iter().map(|tool| global_tool(&tool.name)).collect();
    for name in world.given.iter().filter(|name| world.tool(name).is_some()) {
        if !set.iter().any(|tool| tool.name == *name) {
            set.push(global_tool(name));
        }
    }
    set
}

/// A tool that is there whatever skill is active.
pub(crate) fn global_tool(name: &str) -> ToolState {
    ToolState { name: name.to_owned(), source: ToolSource::Global, owner: "global".to_owned(), is_enabled: true }
}

/// Adds the tools of skills that exist and are not in the set yet, owned by the first skill that names them.
pub(crate) fn add_skill_tools<'a>(
    set: &mut Vec<ToolState>,
    world: &World,
    skills: impl IntoIterator<Item = &'a SkillFacts>,
    is_enabled: impl Fn(&SkillFacts) -> bool,
) {
    let mut at: std::collections::HashMap<String, usize> =
        set.iter().enumerate().map(|(at, tool)| (tool.name.clone(), at)).collect();
    let known: std::collections::HashSet<&str> = world.tools.iter().map(|tool| tool.name.as_str()).collect();
    for skill in skills {
        for name in skill.tools.iter().filter(|name| known.contains(name.as_str())) {
            if let Some(&place) = at.get(name) {
                let tool = &mut set[place];
                if tool.source == ToolSource::Skill && !tool.is_enabled && is_enabled(skill) {
                    tool.is_enabled = true;
                    tool.owner.clone_from(&skill.name);
                }
                continue;
            }
            at.insert(name.clone(), set.len());
            set.push(ToolState {
                name: name.clone(),
                source: ToolSource::Skill,
                owner: skill.name.clone(),
                is_enabled: is_enabled(skill),
            });
        }
    }
}

/// What stands in the way of a skill that needs others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Unmet {
    /// A skill it cannot do without is not there.
    Missing { skill: String, needs: String },
    /// It needs itself in the end: the names along the circle, the first again at its end.
    Circle(Vec<String>),
}

impl std::fmt::Display for Unmet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Missing { skill, needs } => {
                write!(f, "Skill \"{skill}\" requires skill \"{needs}\", which isn't available")
            }
            Self::Circle(names) => write!(f, "Circular skill dependency: {}", names.join(" → ")),
        }
    }
}

/// Why a skill cannot be used: it requires one that is not there, or itself in the end.
pub fn refusal(world: &World, skill: &SkillFacts) -> Option<String> {
    with_required(world, skill).err().map(|unmet| unmet.to_string())
}

/// A skill with all it requires, each after what it requires itself, and warnings for what is only recommended.
pub(crate) fn with_required<'a>(
    world: &'a World,
    skill: &'a SkillFacts,
) -> Result<(Vec<&'a SkillFacts>, Vec<Event>), Unmet> {
    let mut walk = Walk { world, order: Vec::new(), way: Vec::new(), warnings: Vec::new() };
    walk.visit(skill)?;
    Ok((walk.order, walk.warnings))
}

struct Walk<'a> {
    world: &'a World,
    order: Vec<&'a SkillFacts>,
    way: Vec<&'a str>,
    warnings: Vec<Event>,
}

impl<'a> Walk<'a> {
    fn visit(&mut self, skill: &'a SkillFacts) -> Result<(), Unmet> {
        if self.order.iter().any(|done| done.name == skill.name) {
            return Ok(());
        }
        if let Some(start) = self.way.iter().position(|name| *name == skill.name) {
            let circle = self.way[start..].iter().copied().chain([skill.name.as_str()]);
            return Err(Unmet::Circle(circle.map(str::to_owned).collect()));
        }
        self.way.push(&skill.name);
        for need in &skill.requires {
            match self.world.skill(&need.skill) {
                Some(next) if need.is_required => self.visit(next)?,
                Some(_) => {}
                None if need.is_required => {
                    return Err(Unmet::Missing { skill: skill.name.clone(), needs: need.skill.clone() });
                }
                None => {
                    let warning = Warning::MissingOptional { skill: skill.name.clone(), needs: need.skill.clone() };
                    self.warnings.push(Event::Warned { warning });
                }
            }
        }
        self.way.pop();
        self.order.push(skill);
        Ok(())
    }
}
