//! How far a schema reaches when its references are followed, measured before anything follows them for real.
//!
//! Checking goes down the schema on the thread's stack and visits what is referred to twice two times. A schema of a few
//! kilobytes from a server one does not know could so end the program, or keep a call busy for ever.

use std::{
    collections::{HashMap, HashSet},
    ptr,
};

use serde_json::Value;

/// Steps from a schema's root to its furthest leaf, by way of references.
const DEEPEST: usize = 128;
/// Places met when every reference is followed.
const MOST: u64 = 1_000_000;
/// Steps down a schema that refers to itself, all levels of the arguments together.
const DEEPEST_TOGETHER: usize = 2000;

/// How far a schema reaches.
#[derive(Clone, Copy, Debug)]
pub(super) struct Extent {
    height: usize,
    is_recursive: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Size {
    height: usize,
    places: u64,
}

impl Extent {
    /// Measures a schema; an error says why it reaches too far, or nowhere.
    pub(super) fn of(schema: &Value) -> Result<Self, String> {
        let mut names = HashMap::new();
        name_places(schema, 0, &mut names)?;
        let mut walk = Walk { root: schema, names, done: HashMap::new(), open: HashSet::new(), is_recursive: false };
        let size = walk.visit(schema, schema, 0)?;
        Ok(Self { height: size.height, is_recursive: walk.is_recursive })
    }

    /// Levels that arguments may have: what does not refer to itself is never followed further than it is deep.
    pub(super) fn deepest_arguments(self) -> usize {
        if self.is_recursive { DEEPEST_TOGETHER / self.height.max(1) } else { usize::MAX }
    }
}

/// Levels of a value.
pub(super) fn depth(value: &Value) -> usize {
    match value {
        Value::Array(items) => 1 + items.iter().map(depth).max().unwrap_or_default(),
        Value::Object(fields) => 1 + fields.values().map(depth).max().unwrap_or_default(),
        _ => 0,
    }
}

/// Finds the places that have names of their own.
fn name_places<'a>(value: &'a Value, depth: usize, names: &mut HashMap<&'a str, &'a Value>) -> Result<(), String> {
    if depth > DEEPEST {
        return Err(too_deep());
    }
    for key in ["$id", "id", "$anchor", "$dynamicAnchor"] {
        if let Some(name) = value.get(key).and_then(Value::as_str) {
            names.entry(name.trim_start_matches('#').trim_end_matches('#')).or_insert(value);
        }
    }
    children(value).try_for_each(|child| name_places(child, depth + 1, names))
}

fn children(value: &Value) -> impl Iterator<Item = &Value> {
    let items = value.as_array().into_iter().flatten();
    let fields = value.as_object().into_iter().flat_map(|fields| fields.values());
    items.chain(fields).filter(|child| child.is_array() || child.is_object())
}

struct Walk<'a> {
    root: &'a Value,
    names: HashMap<&'a str, &'a Value>,
    /// By where a value lies: two equal ones are two places.
    done: HashMap<*const Value, Size>,
    open: HashSet<*const Value>,
    is_recursive: bool,
}

impl<'a> Walk<'a> {
    /// Measures a place `depth` steps down; `base` is the schema its references start from.
    fn visit(&mut self, value: &'a Value, base: &'a Value, depth: usize) -> Result<Size, String> {
        if let Some(size) = self.done.get(&ptr::from_ref(value)).copied() {
            return if depth + size.height > DEEPEST { Err(too_deep()) } else { Ok(size) };
        }
        if depth > DEEPEST {
            return Err(too_deep());
        }
        if !self.open.insert(ptr::from_ref(value)) {
            self.is_recursive = true;
            return Ok(Size { height: 0, places: 1 });
        }
        let base = if value.get("$id").is_some_and(Value::is_string) { value } else { base };
        let mut size = Size { height: 0, places: 1 };
        for child in children(value) {
            size.add(self.visit(child, base, depth + 1)?)?;
        }
        for key in ["$ref", "$dynamicRef", "$recursiveRef"] {
            if let Some(reference) = value.get(key).and_then(Value::as_str) {
                size.add(self.follow(reference, base, depth + 1)?)?;
            }
        }
        self.open.remove(&ptr::from_ref(value));
        self.done.insert(ptr::from_ref(value), size);
        Ok(size)
    }

    fn follow(&mut self, reference: &str, base: &'a Value, depth: usize) -> Result<Size, String> {
        let (name, place) = reference.split_once('#').unwrap_or((reference, ""));
        let place = decoded(place);
        let start = match name {
            "" => Some(base),
            name => self.names.get(name).copied(),
        };
        let found = match start {
            Some(start) if place.is_empty() || place.starts_with('/') => {
                start.pointer(&place).or_else(|| self.root.pointer(&place))
            }
            Some(_) => self.names.get(place.as_str()).copied(),
            None => None,
        };
        match found {
            Some(found) => self.visit(found, found_base(start, found, base), depth),
            None => {
                Err(format!("it refers to {reference}, which it doesn't contain; external references aren't fetched"))
            }
        }
    }
}

/// What is found under a name is a base of its own; what is found by its place belongs to the one it was looked for in.
fn found_base<'a>(start: Option<&'a Value>, found: &'a Value, base: &'a Value) -> &'a Value {
    match start {
        Some(start) if !ptr::eq(start, found) => start,
        _ => base,
    }
}

impl Size {
    fn add(&mut self, child: Self) -> Result<(), String> {
        self.height = self.height.max(child.height + 1);
        self.places = self.places.saturating_add(child.places);
        if self.places > MOST {
            return Err("it has too many nested references to check".to_owned());
        }
        Ok(())
    }
}

fn too_deep() -> String {
    format!("it is nested too deeply to check: more than {DEEPEST} levels")
}

/// A fragment without its percent signs.
fn decoded(fragment: &str) -> String {
    let mut bytes = Vec::with_capacity(fragment.len());
    let mut rest = fragment.as_bytes();
    while let [first, after @ ..] = rest {
        let digit = |at: usize| after.get(at).and_then(|byte| char::from(*byte).to_digit(16));
        if let (b'%', Some(high), Some(low)) = (first, digit(0), digit(1)) {
            bytes.push((high * 16 + low) as u8);
            rest = &after[2..];
        } else {
            bytes.push(*first);
            rest = after;
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
