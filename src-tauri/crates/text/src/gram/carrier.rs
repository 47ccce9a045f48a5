//! Agents and tool specifications as gram documents, written and read.
//!
//! What is written is valid gram: `[sayHello:ToolSpecification {…}]`, and an agent as a pattern with its components and
//! specifications inside. The signature travels as text, exactly as its author wrote it; the schema never does: it is made of the signature
//! again.
//!
//! What is read is the part of gram such documents use (patterns, records, strings, paths, references, comments; the rest is
//! passed over with a problem), and the seed's own block form, `toolSpecification: sayHello` with indented lines, which is
//! not gram but is imported as written. Published readers are no help at run time: the one that gives values is bound to an
//! older grammar in C. They judge what is written here in the tests.

mod block;
mod meaning;
mod scan;

use serde_json::Value;

use super::{Loss, Problem, literal};

pub use meaning::read;

/// A tool specification as text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SpecText {
    /// Its name.
    pub name: String,
    /// What the tool does.
    pub description: String,
    /// Its type signature, in any dialect.
    pub signature: String,
}

impl SpecText {
    /// The JSON Schema the signature stands for; none where it cannot be read.
    pub fn schema(&self) -> Option<Value> {
        super::read(&self.signature).signature.map(|signature| signature.schema())
    }
}

/// An agent as text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AgentText {
    /// Its name.
    pub name: String,
    /// What it is for.
    pub description: Option<String>,
    /// How it behaves.
    pub instruction: String,
    /// Its model, `provider/name`; empty where none is set.
    pub model: String,
    /// Its tool specifications, names unique.
    pub tools: Vec<SpecText>,
    /// Its components.
    pub components: Vec<ComponentText>,
}

impl AgentText {
    /// The specifications of its components, then those it is given itself.
    pub fn all_tools(&self) -> impl Iterator<Item = &SpecText> {
        self.components.iter().flat_map(|component| &component.tools).chain(&self.tools)
    }
}

/// A component of an agent as text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ComponentText {
    /// Its name, unique within the agent.
    pub name: String,
    /// What it is for.
    pub description: String,
    /// The section it adds to the prompt.
    pub prompt: String,
    /// JSON Schema of its state, as JSON; empty for none.
    pub state_schema: String,
    /// The state it begins with, as JSON.
    pub initial_state: String,
    /// The specifications of the tools that work on it.
    pub tools: Vec<SpecText>,
}

/// What a gram document holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Document {
    /// The agents, in text order, their specifications in them.
    pub agents: Vec<AgentText>,
    /// The specifications outside of agents, in text order.
    pub specifications: Vec<SpecText>,
    /// What could not be understood.
    pub problems: Vec<Problem>,
}

/// A gram document, and what it could not hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// Valid gram.
    pub text: String,
    /// Characters gram has no way to write.
    pub losses: Vec<Loss>,
}

/// One specification as gram.
pub fn write_specification(specification: &SpecText) -> Written {
    write(&[], std::slice::from_ref(specification))
}

/// One agent with its specifications as gram.
pub fn write_agent(agent: &AgentText) -> Written {
    write(std::slice::from_ref(agent), &[])
}

/// Several agents and specifications as one gram document. An agent refers to a specification that stands in the document
/// already, so that nothing is defined twice.
pub fn write(agents: &[AgentText], specifications: &[SpecText]) -> Written {
    let mut writer = Writer::default();
    let mut patterns = Vec::with_capacity(agents.len() + specifications.len());
    for specification in specifications {
        patterns.push(writer.specification(specification, 0));
        writer.defined.push(specification);
    }
    for agent in agents {
        patterns.push(writer.agent(agent));
        writer.defined.extend(agent.all_tools());
    }
    let mut text = patterns.join("\n\n");
    text.push('\n');
    Written { text, losses: writer.losses }
}

#[derive(Default)]
struct Writer<'a> {
    defined: Vec<&'a SpecText>,
    losses: Vec<Loss>,
}

impl Writer<'_> {
    fn agent(&mut self, agent: &AgentText) -> String {
        let mut properties = vec![("name", agent.name.as_str())];
        properties.extend(agent.description.as_deref().map(|description| ("description", description)));
        properties.push(("instruction", &agent.instruction));
        if !agent.model.is_empty() {
            properties.push(("model", &agent.model));
        }
        let head = self.head(&agent.name, "Agent", &properties, 0);
        let mut elements: Vec<String> = agent.components.iter().map(|component| self.component(component)).collect();
        elements.extend(agent.tools.iter().map(|tool| self.element(tool, 2)));
        with_elements(&format!("[{head}"), &elements, 0)
    }

    /// A component inside an agent, with its specifications inside.
    fn component(&mut self, component: &ComponentText) -> String {
        let ComponentText { name, description, prompt, state_schema, initial_state, tools } = component;
        let mut properties = vec![("name", name.as_str())];
        let told = [("description", description), ("prompt", prompt), ("stateSchema", state_schema)];
        properties
            .extend(told.into_iter().filter(|(_, text)| !text.is_empty()).map(|(key, text)| (key, text.as_str())));
        properties.push(("initialState", initial_state));
        let head = self.head(name, "Component", &properties, 2);
        let elements: Vec<String> = tools.iter().map(|tool| self.element(tool, 4)).collect();
        with_elements(&format!("  [{head}"), &elements, 2)
    }

    /// A specification inside an agent. A reference must lead to this very one: the first of its name decides.
    fn element(&mut self, tool: &SpecText, indent: usize) -> String {
        let first = self.defined.iter().find(|known| known.name == tool.name);
        if first.is_some_and(|known| *known == tool) && !tool.name.is_empty() {
            format!("{}{}", " ".repeat(indent), identifier(&tool.name))
        } else {
            self.specification(tool, indent)
        }
    }

    fn specification(&mut self, specification: &SpecText, indent: usize) -> String {
        let SpecText { name, description, signature } = specification;
        let properties = [("name", name.as_str()), ("description", description), ("typeSignature", signature)];
        let head = self.head(name, "ToolSpecification", &properties, indent);
        format!("{}[{head}]", " ".repeat(indent))
    }

    fn head(&mut self, name: &str, label: &str, properties: &[(&str, &str)], indent: usize) -> String {
        let inner = " ".repeat(indent + 2);
        let lines: Vec<String> =
            properties.iter().map(|(key, text)| format!("{inner}{key}: {}", self.quoted(name, key, text))).collect();
        let identifier = identifier(name);
        format!("{identifier}:{label} {{\n{}\n{}}}", lines.join(",\n"), " ".repeat(indent))
    }

    fn quoted(&mut self, name: &str, key: &str, text: &str) -> String {
        if !text.contains('\0') {
            return literal::quoted(text);
        }
        let why = "Gram doesn't support NUL characters; replaced with U+FFFD";
        self.losses.push(Loss::new(&format!("{name}.{key}"), why));
        literal::quoted(&text.replace('\0', "\u{fffd}"))
    }
}

/// A pattern that began with `head`, closed behind what stands in it.
fn with_elements(head: &str, elements: &[String], indent: usize) -> String {
    if elements.is_empty() {
        return format!("{head}]");
    }
    format!("{head} |\n{}\n{}]", elements.join(",\n"), " ".repeat(indent))
}

fn identifier(name: &str) -> String {
    if name.is_empty() { String::new() } else { literal::symbol(&name.replace('\0', "\u{fffd}")) }
}
