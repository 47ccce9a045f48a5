//! What the patterns of a document mean: agents and tool specifications.

use super::{
    AgentText, ComponentText, Document, SpecText, block,
    scan::{Element, Pattern, Scan},
};
use crate::{
    Span,
    gram::{self, Problem},
};

/// Reading ends after so many problems: a text with more is no gram document.
const MOST_PROBLEMS: usize = 50;

/// Reads a gram document, or the seed's block form, or both mixed.
pub fn read(text: &str) -> Document {
    let mut reader = Reader { text, document: Document::default(), referred: Vec::new() };
    let patterns = reader.patterns();
    for pattern in &patterns {
        reader.pattern(pattern);
    }
    reader.resolve();
    let mut document = reader.document;
    if document.agents.is_empty() && document.specifications.is_empty() && document.problems.is_empty() {
        let message = "This text has no agent and no tool specification.".to_owned();
        document.problems.push(Problem { span: Span::new(0, text.len()), message });
    }
    document.problems.sort_by_key(|problem| problem.span.start);
    document
}

struct Reader<'a> {
    text: &'a str,
    document: Document,
    referred: Vec<Reference>,
}

/// A reference of an agent, or of a component of it, to a specification.
struct Reference {
    agent: usize,
    /// Which of its components; none for the agent itself.
    component: Option<usize>,
    /// Its place in that list.
    place: usize,
    name: String,
    span: Span,
}

impl Reader<'_> {
    /// Every pattern and block at the top; whatever else stands there is told.
    fn patterns(&mut self) -> Vec<Pattern> {
        let mut patterns = Vec::new();
        let mut scan = Scan { text: self.text, at: 0 };
        while let Some(next) = scan.peek() {
            let start = scan.at;
            if let Some((block, end)) = block::read(self.text, start) {
                patterns.push(block);
                scan.at = end;
                continue;
            }
            let read = match next {
                '[' => scan.pattern(0).map(|pattern| patterns.push(pattern)),
                '(' => scan.path().map(|span| self.passed_over(span)),
                '{' => scan.record(0).map(drop),
                // An annotation, or the fence of the markdown a document was copied from.
                '@' | '`' => {
                    scan.at = end_of_line(self.text, start);
                    Ok(())
                }
                _ => {
                    let span = Span::new(start, end_of_line(self.text, start));
                    Err(Problem {
                        span,
                        message: "This is neither a Gram pattern nor a block like `toolSpecification: name`."
                            .to_owned(),
                    })
                }
            };
            if let Err(problem) = read {
                self.document.problems.push(problem);
                scan.at = next_start(self.text, start.max(scan.at.min(end_of_line(self.text, start))));
                if self.document.problems.len() >= MOST_PROBLEMS && scan.peek().is_some() {
                    let rest = Span::new(scan.at, end_of_line(self.text, scan.at));
                    self.problem(rest, format!("Too many errors ({MOST_PROBLEMS}). Nothing after this line was read."));
                    break;
                }
            }
        }
        patterns
    }

    fn passed_over(&mut self, span: Span) {
        self.problem(span, "This is neither an agent nor a tool specification. It is skipped.");
    }

    fn problem(&mut self, span: Span, message: impl Into<String>) {
        self.document.problems.push(Problem { span, message: message.into() });
    }

    fn pattern(&mut self, pattern: &Pattern) {
        if has_label(pattern, "Agent") {
            self.agent(pattern);
        } else if is_specification(pattern) {
            let specification = self.specification(pattern);
            self.document.specifications.push(specification);
        } else {
            self.passed_over(pattern.span);
        }
    }

    fn agent(&mut self, pattern: &Pattern) {
        let name = self.name(pattern, "agent");
        let mut agent = AgentText {
            name,
            description: text(pattern, &["description"]),
            instruction: text(pattern, &["instruction", "instructions"]).unwrap_or_default(),
            model: text(pattern, &["model"]).unwrap_or_default(),
            tools: Vec::new(),
            components: Vec::new(),
        };
        if agent.instruction.trim().is_empty() {
            self.problem(pattern.span, format!("The agent `{}` has no instruction.", agent.name));
        }
        for element in &pattern.elements {
            match element {
                Element::Pattern(component) if has_label(component, "Component") => {
                    let component = self.component(component, agent.components.len());
                    agent.components.push(component);
                }
                element => self.tool(element, None, &mut agent.tools),
            }
        }
        let tools: Vec<&SpecText> = agent.all_tools().collect();
        for (at, tool) in tools.iter().enumerate() {
            if tools[..at].iter().any(|other| other.name == tool.name) {
                let message =
                    format!("Tool names must be unique within the agent's tool list: `{}` is listed twice.", tool.name);
                self.document.problems.push(Problem { span: pattern.span, message });
            }
        }
        self.document.agents.push(agent);
    }

    /// A component of the agent that is read, as the `at`th.
    fn component(&mut self, pattern: &Pattern, at: usize) -> ComponentText {
        let part = |keys: &[&str]| text(pattern, keys).unwrap_or_default();
        let mut component = ComponentText {
            name: self.name(pattern, "component"),
            description: part(&["description"]),
            prompt: part(&["prompt"]),
            state_schema: part(&["stateSchema", "state_schema"]),
            initial_state: part(&["initialState", "initial_state"]),
            tools: Vec::new(),
        };
        for element in &pattern.elements {
            self.tool(element, Some(at), &mut component.tools);
        }
        component
    }

    /// One of the tools of an agent, or of a component of it.
    fn tool(&mut self, element: &Element, component: Option<usize>, tools: &mut Vec<SpecText>) {
        match element {
            Element::Pattern(tool) if is_specification(tool) => {
                let specification = self.specification(tool);
                tools.push(specification);
            }
            Element::Pattern(other) => self.passed_over(other.span),
            Element::Path(span) => self.passed_over(*span),
            Element::Reference(name, span) => {
                let (agent, place) = (self.document.agents.len(), tools.len());
                self.referred.push(Reference { agent, component, place, name: name.clone(), span: *span });
                tools.push(SpecText { name: name.clone(), ..SpecText::default() });
            }
        }
    }

    /// A specification: its signature as a property, or as a path inside, as the curried form is written in gram.
    fn specification(&mut self, pattern: &Pattern) -> SpecText {
        let name = self.name(pattern, "tool specification");
        let description = text(pattern, &["description"]).unwrap_or_default();
        if description.trim().is_empty() {
            self.problem(pattern.span, format!("The tool specification `{name}` has no description."));
        }
        let written = property(pattern, &["typeSignature", "type_signature", "signature"]);
        let path = pattern.elements.iter().find_map(|element| match element {
            Element::Path(span) => Some(*span),
            Element::Pattern(_) | Element::Reference(..) => None,
        });
        let (signature, span) = match (written, path) {
            (Some(written), _) => (written.0, written.1),
            (None, Some(path)) => (path.of(self.text).to_owned(), path),
            (None, None) => {
                self.problem(pattern.span, format!("The tool specification `{name}` has no `typeSignature`."));
                (String::new(), pattern.span)
            }
        };
        if !signature.is_empty() {
            for problem in gram::read(&signature).problems {
                self.problem(span, format!("The signature of `{name}` can't be read: {}", problem.message));
            }
        }
        SpecText { name, description, signature }
    }

    fn name(&mut self, pattern: &Pattern, what: &str) -> String {
        let name = text(pattern, &["name"]).or_else(|| pattern.identifier.clone()).unwrap_or_default();
        if name.trim().is_empty() {
            self.problem(pattern.span, format!("This {what} has no name."));
        }
        name
    }

    /// The specification of a name, wherever in the document it is written out.
    fn defined(&self, name: &str) -> Option<SpecText> {
        let inside = self.document.agents.iter().flat_map(AgentText::all_tools);
        let mut known = self.document.specifications.iter().chain(inside);
        known.find(|known| known.name == name && !known.signature.is_empty()).cloned()
    }

    /// Puts what agents refer to in its place, wherever in the document it stands.
    fn resolve(&mut self) {
        for Reference { agent, component, place, name, span } in std::mem::take(&mut self.referred) {
            match self.defined(&name) {
                Some(specification) => {
                    let agent = &mut self.document.agents[agent];
                    let tools = match component {
                        Some(component) => &mut agent.components[component].tools,
                        None => &mut agent.tools,
                    };
                    tools[place] = specification;
                }
                None => self.problem(span, format!("No tool specification `{name}` in this document.")),
            }
        }
    }
}

fn has_label(pattern: &Pattern, label: &str) -> bool {
    pattern.labels.iter().any(|found| found == label)
}

fn is_specification(pattern: &Pattern) -> bool {
    has_label(pattern, "ToolSpecification") || has_label(pattern, "Tool")
}

fn property(pattern: &Pattern, keys: &[&str]) -> Option<(String, Span)> {
    let found = pattern.record.iter().find(|property| keys.contains(&property.key.as_str()))?;
    let text = found.value.as_str().map_or_else(|| found.value.to_string(), str::to_owned);
    Some((text, found.span))
}

fn text(pattern: &Pattern, keys: &[&str]) -> Option<String> {
    property(pattern, keys).map(|(text, _)| text)
}

fn end_of_line(text: &str, at: usize) -> usize {
    text[at..].find('\n').map_or(text.len(), |end| at + end)
}

/// The next line after `at` on which something can begin.
fn next_start(text: &str, at: usize) -> usize {
    let mut at = end_of_line(text, at);
    while at < text.len() {
        let line = at + 1;
        let begins = text[line..].starts_with(['[', '(', '{', '@']) || block::read(text, line).is_some();
        if begins {
            return line;
        }
        at = end_of_line(text, line);
    }
    text.len()
}
