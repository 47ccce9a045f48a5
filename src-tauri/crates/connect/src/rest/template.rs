//! Texts with places for parameters and secrets.
//!
//! A template is read once, before any value is known: what a parameter holds is never read as a template, so no argument
//! can name a secret or another parameter.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use crate::secrets::{Reference, Secret};

/// Stands for all arguments.
pub(super) const ALL: &str = "*";

/// What the places are filled with.
#[derive(Clone, Copy, Debug)]
pub(super) struct Values<'a> {
    pub(super) arguments: &'a Map<String, Value>,
    pub(super) secrets: &'a BTreeMap<String, Secret>,
}

/// How a parameter may be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Braces {
    /// `{{name}}`
    Double,
    /// `{{name}}`, or `{name}` as descriptions of an API write it.
    Either,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Text(String),
    Parameter(String),
    Secret(String),
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Template(Vec<Part>);

impl Template {
    pub(super) fn read(text: &str, braces: Braces) -> Self {
        let (mut parts, mut rest) = (Vec::new(), text);
        while let Some((start, end, part)) = next_place(rest, braces) {
            if start > 0 {
                parts.push(Part::Text(rest[..start].to_owned()));
            }
            parts.push(part);
            rest = &rest[end..];
        }
        if !rest.is_empty() {
            parts.push(Part::Text(rest.to_owned()));
        }
        Self(parts)
    }

    /// The parameter, if the template is nothing else.
    pub(super) fn only_parameter(&self) -> Option<&str> {
        match self.0.as_slice() {
            [Part::Parameter(name)] => Some(name),
            _ => None,
        }
    }

    /// The text, if there is no place in it.
    pub(super) fn only_text(&self) -> Option<&str> {
        match self.0.as_slice() {
            [] => Some(""),
            [Part::Text(text)] => Some(text),
            _ => None,
        }
    }

    pub(super) fn has_secret(&self) -> bool {
        self.0.iter().any(|part| matches!(part, Part::Secret(_)))
    }

    pub(super) fn name_parameters<'a>(&'a self, names: &mut BTreeSet<&'a str>) {
        names.extend(
            self.0.iter().filter_map(|part| if let Part::Parameter(name) = part { Some(name.as_str()) } else { None }),
        );
    }

    pub(super) fn name_secrets<'a>(&'a self, names: &mut BTreeSet<&'a str>) {
        names.extend(
            self.0.iter().filter_map(|part| if let Part::Secret(name) = part { Some(name.as_str()) } else { None }),
        );
    }

    /// The text with all places filled, each value written by `write`; the parameter that is absent, if one is.
    pub(super) fn fill(&self, values: Values<'_>, write: impl Fn(&str) -> String) -> Result<String, &str> {
        let mut out = String::new();
        for part in &self.0 {
            match part {
                Part::Text(text) => out.push_str(text),
                Part::Parameter(name) => {
                    let value = values.arguments.get(name).and_then(text_of).ok_or(name.as_str())?;
                    out.push_str(&write(&value));
                }
                Part::Secret(name) => out.push_str(&write(values.secrets.get(name).map_or("", Secret::expose))),
            }
        }
        Ok(out)
    }
}

/// A value inside a text: texts as they are, lists with commas, objects as JSON. Null is no value.
pub(super) fn text_of(value: &Value) -> Option<String> {
    match value {
        Value::Null => None,
        Value::String(text) => Some(text.clone()),
        Value::Array(items) => Some(items.iter().filter_map(text_of).collect::<Vec<_>>().join(",")),
        other => Some(other.to_string()),
    }
}

/// Beginning, end and meaning of the first place.
fn next_place(text: &str, braces: Braces) -> Option<(usize, usize, Part)> {
    let parameter = next_parameter(text, braces);
    let secret = Reference::find(text)
        .next()
        .map(|reference| (reference.span.start, reference.span.end, Part::Secret(reference.name.to_owned())));
    [parameter, secret].into_iter().flatten().min_by_key(|(start, ..)| *start)
}

fn next_parameter(text: &str, braces: Braces) -> Option<(usize, usize, Part)> {
    text.match_indices('{').find_map(|(start, _)| {
        let rest = &text[start..];
        let double = rest.strip_prefix("{{").and_then(|inner| Some((inner.split_once("}}")?.0, 2)));
        let single = || rest.strip_prefix('{').and_then(|inner| Some((inner.split_once('}')?.0, 1)));
        let (name, brackets) = double.or_else(|| if braces == Braces::Either { single() } else { None })?;
        let end = start + name.len() + 2 * brackets;
        let name = name.trim();
        let is_name = !name.is_empty() && !name.contains(['{', '}', '\n', '"']);
        let part = match Reference::find(name).next() {
            Some(reference) if reference.span == (0..name.len()) => Part::Secret(reference.name.to_owned()),
            _ => Part::Parameter(name.to_owned()),
        };
        is_name.then_some((start, end, part))
    })
}
