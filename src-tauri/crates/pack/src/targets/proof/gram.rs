//! A document of gram: its nodes with a label and a record, as text, held to the tools and agents it was made of.

use std::{collections::BTreeMap, fmt::Write as _};

use super::{Difference, differs};
use crate::targets::{
    bundle::{Bundle, ToolField},
    loss::{Entity, Field},
};

/// `[identifier:Label {key: "value", …}`; of its values those that are texts.
struct Node {
    label: String,
    texts: BTreeMap<String, String>,
}

impl Node {
    fn says(&self, key: &str) -> &str {
        self.texts.get(key).map_or("", String::as_str).trim()
    }
}

/// What a document says otherwise than the sources of its tools and agents.
pub(super) fn unproven(bundle: &Bundle, text: &str) -> Vec<Difference> {
    let nodes = nodes(text);
    let named = |label: &str, name: &str| -> Vec<&Node> {
        nodes.iter().filter(|node| node.label == label && node.says("name") == name.trim()).collect()
    };
    let mut found = Vec::new();
    for out in &bundle.tools {
        let entity = || Entity::tool(&out.tool.name);
        let there = named("ToolSpecification", &out.tool.name);
        if there.is_empty() {
            found.push(differs(entity(), Field::Whole, Some(String::new()), None));
        }
        // A tool stands wherever somebody has it.
        for node in there {
            held(
                &entity(),
                Field::Tool(ToolField::Description),
                &out.tool.description,
                node,
                "description",
                &mut found,
            );
        }
    }
    for out in &bundle.agents {
        let agent = &out.agent;
        let entity = Entity::agent(&agent.name);
        let [node] = named("Agent", &agent.name)[..] else {
            found.push(differs(entity, Field::Whole, Some(String::new()), None));
            continue;
        };
        let description = agent.description.as_deref().unwrap_or_default();
        held(&entity, Field::AgentDescription, description, node, "description", &mut found);
        held(&entity, Field::Instruction, &agent.instruction, node, "instruction", &mut found);
        for component in &out.components {
            let field = || Field::Key(format!("components: {}", component.name));
            match named("Component", &component.name).as_slice() {
                [] => found.push(differs(entity.clone(), field(), Some(String::new()), None)),
                // Components of several agents may be called the same.
                all if all.iter().any(|node| node.says("prompt") == component.prompt.trim()) => {}
                [node, ..] => held(&entity, field(), &component.prompt, node, "prompt", &mut found),
            }
        }
    }
    found
}

fn held(entity: &Entity, field: Field, expected: &str, node: &Node, key: &str, found: &mut Vec<Difference>) {
    let there = node.says(key);
    if there != expected.trim() {
        found.push(differs(entity.clone(), field, Some(expected.to_owned()), Some(there.to_owned())));
    }
}

/// Every node of a document that has a label and a record.
fn nodes(text: &str) -> Vec<Node> {
    let mut nodes = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find(['[', '"', '`']) {
        let here = &rest[at..];
        if !here.starts_with('[') {
            rest = &here[quoted(here)..];
            continue;
        }
        rest = here[1..].trim_start();
        if rest.starts_with('`') {
            rest = &rest[quoted(rest)..];
        }
        let Some(end) = rest.find(['{', '[', ']', '|', '"', '`']).filter(|end| rest[*end..].starts_with('{')) else {
            continue;
        };
        let label = rest[..end].rsplit_once(':').map(|(_, label)| label.trim().to_owned());
        let (texts, after) = record(&rest[end + 1..]);
        rest = after;
        nodes.extend(label.map(|label| Node { label, texts }));
    }
    nodes
}

/// The texts of a record, and what follows it.
fn record(text: &str) -> (BTreeMap<String, String>, &str) {
    let mut texts = BTreeMap::new();
    let mut rest = text;
    loop {
        rest = rest.trim_start_matches([',', ' ', '\n', '\r', '\t']);
        let key_end = if rest.starts_with('`') { quoted(rest) } else { rest.find([':', '}']).unwrap_or(rest.len()) };
        let key = rest[..key_end].trim().trim_matches('`').to_owned();
        let Some(value) = rest[key_end..].trim_start().strip_prefix(':').map(str::trim_start) else {
            return (texts, rest[key_end..].strip_prefix('}').unwrap_or(&rest[key_end..]));
        };
        if value.starts_with('"') {
            let end = quoted(value);
            let said = said(&value[..end]).unwrap_or_else(|| value[..end].to_owned());
            texts.insert(key, said);
            rest = &value[end..];
        } else {
            rest = &value[value.find([',', '}', '\n']).unwrap_or(value.len())..];
        }
    }
}

/// What a text in quotes says: its escapes are those of JSON, which also takes no control character as it is.
fn said(quoted: &str) -> Option<String> {
    let mut text = String::with_capacity(quoted.len());
    for character in quoted.chars() {
        if character < ' ' {
            let _infallible = write!(text, "\\u{:04x}", u32::from(character));
        } else {
            text.push(character);
        }
    }
    serde_json::from_str(&text).ok()
}

/// The length of what stands between quotes at the start of a text, with them.
fn quoted(text: &str) -> usize {
    let mut characters = text.char_indices();
    let Some((_, quote)) = characters.next() else { return 0 };
    while let Some((at, character)) = characters.next() {
        if character == '\\' {
            characters.next();
        } else if character == quote {
            return at + quote.len_utf8();
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::nodes;

    #[test]
    fn nodes_are_found_with_their_texts_and_nothing_within_a_text_is_one() {
        let text = "[a:Tool {\n  name: \"a [b:Tool {\\\"\",\n  n: 3,\n  `d e`: \"x\\ny\"\n} |\n  [`c:{d`:Agent {name: \"c\"}], [e]\n]\n\"[f:Tool {}]\"";
        let found: Vec<(String, Vec<(String, String)>)> =
            nodes(text).into_iter().map(|node| (node.label, node.texts.into_iter().collect())).collect();
        let pair = |key: &str, value: &str| (key.to_owned(), value.to_owned());
        let expected = [
            ("Tool".to_owned(), vec![pair("d e", "x\ny"), pair("name", "a [b:Tool {\"")]),
            ("Agent".to_owned(), vec![pair("name", "c")]),
        ];
        assert_eq!(found, expected);
    }
}
