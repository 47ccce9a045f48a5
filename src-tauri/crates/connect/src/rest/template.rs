//! Texts with places for parameters and secrets.
//!
//! A template is read once, before any value is known: what a parameter holds is never read as a template, so no argument
//! can name a secret or another parameter.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
};

use serde_json::{Map, Value};

use crate::secrets::{Reference, Secret};

/// Stands for all arguments.
pub(super) const ALL: &str = "*";

/// Characters between which braces are looked for, so that a text full of them is read in one go.
const MOST_NAME_CHARS: usize = 256;

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
        let (mut parts, mut end) = (Vec::new(), 0);
        for place in places(text, braces) {
            // A secret in braces is one place.
            if place.span.start < end {
                continue;
            }
            if place.span.start > end {
                parts.push(Part::Text(text[end..place.span.start].to_owned()));
            }
            end = place.span.end;
            parts.push(place.part);
        }
        if end < text.len() {
            parts.push(Part::Text(text[end..].to_owned()));
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

/// A part of a text that stands for something else.
struct Place {
    span: Range<usize>,
    part: Part,
}

/// All places by where they begin; they may overlap.
fn places(text: &str, braces: Braces) -> Vec<Place> {
    let parameters = text.match_indices('{').filter_map(|(start, _)| parameter(text, start, braces));
    let secrets = Reference::find(text)
        .map(|reference| Place { part: Part::Secret(reference.name.to_owned()), span: reference.span });
    let mut places: Vec<_> = parameters.chain(secrets).collect();
    places.sort_by_key(|place| place.span.start);
    places
}

/// The place whose braces open at `start`.
fn parameter(text: &str, start: usize, braces: Braces) -> Option<Place> {
    let rest = &text[start..];
    let rest = rest.char_indices().nth(MOST_NAME_CHARS).map_or(rest, |(end, _)| &rest[..end]);
    let double = rest.strip_prefix("{{").and_then(|inner| Some((inner.split_once("}}")?.0, 2)));
    let single = || Some((rest.strip_prefix('{')?.split_once('}')?.0, 1)).filter(|_| braces == Braces::Either);
    let (written, brackets) = double.or_else(single)?;
    let name = written.trim();
    if name.is_empty() || name.contains(['{', '}', '\n', '"']) {
        return None;
    }
    let part = match Reference::find(name).next() {
        Some(reference) if reference.span == (0..name.len()) => Part::Secret(reference.name.to_owned()),
        _ => Part::Parameter(name.to_owned()),
    };
    Some(Place { span: start..start + written.len() + 2 * brackets, part })
}
