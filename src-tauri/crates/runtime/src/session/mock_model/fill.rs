//! Arguments of a tool, filled in from what a user wrote.

use serde_json::{Map, Number, Value};

/// Whether a schema says what its parameters are. Of a tool where only their names are known, nobody knows which it requires.
pub(super) fn says_types(schema: &Value) -> bool {
    let says = |schema: &Value| schema.as_object().is_some_and(|said| !said.is_empty());
    schema["properties"].as_object().is_none_or(|properties| properties.is_empty() || properties.values().any(says))
}

/// Arguments for every required parameter, and for others that are named; none where a required one cannot be filled in. A
/// tool that requires nothing has to be named itself, or one of its parameters.
pub(super) fn from_message(schema: &Value, message: &str, is_named: bool) -> Option<Map<String, Value>> {
    let required: Vec<&str> =
        schema["required"].as_array().map(|names| names.iter().filter_map(Value::as_str).collect()).unwrap_or_default();
    let mut hand = Hand::of(message);
    let mut filled = Map::new();
    let empty = Map::new();
    let properties = schema["properties"].as_object().unwrap_or(&empty);
    for (name, schema) in properties {
        let is_required = required.contains(&name.as_str());
        match hand.named(name, schema).or_else(|| is_required.then(|| hand.fitting(name, schema)).flatten()) {
            Some(value) => {
                filled.insert(name.clone(), value);
            }
            None if is_required => return None,
            None => {}
        }
    }
    (!required.is_empty() || !filled.is_empty() || is_named).then_some(filled)
}

/// What a message offers, each thing once.
struct Hand<'a> {
    message: &'a str,
    json: Option<Map<String, Value>>,
    numbers: Vec<Number>,
    quoted: Vec<&'a str>,
    names: Vec<&'a str>,
}

impl<'a> Hand<'a> {
    fn of(message: &'a str) -> Self {
        let json = message.find('{').zip(message.rfind('}')).filter(|(start, end)| start < end);
        let json = json.and_then(|(start, end)| serde_json::from_str(&message[start..=end]).ok());
        let words =
            || message.split(|c: char| c.is_whitespace() || ",;!?()\"“”".contains(c)).filter(|word| !word.is_empty());
        let numbers = words().filter_map(|word| word.trim_end_matches('.').parse().ok()).collect();
        let quoted = message.split(['"', '“', '”']).skip(1).step_by(2).filter(|text| !text.is_empty()).collect();
        let is_name = |word: &&str| word.chars().next().is_some_and(char::is_uppercase) && word.chars().count() > 1;
        let names = words().skip(1).map(|word| word.trim_end_matches('.')).filter(is_name).collect();
        Self { message, json, numbers, quoted, names }
    }

    /// A value that the message gives the parameter by its name: in a JSON object, or as `name=value` or `name: value`.
    fn named(&self, name: &str, schema: &Value) -> Option<Value> {
        if let Some(value) = self.json.as_ref().and_then(|json| json.get(name)) {
            return Some(value.clone());
        }
        let after = [format!("{name}="), format!("{name}: ")]
            .iter()
            .find_map(|mark| self.message.find(mark.as_str()).map(|at| &self.message[at + mark.len()..]))?;
        let text = match after.strip_prefix(['"', '“']) {
            Some(quoted) => quoted.split(['"', '”']).next()?,
            None => after.split([',', ';', '\n']).next()?.trim(),
        };
        typed(text, schema)
    }

    /// The next thing in the message that a parameter of this type can be.
    fn fitting(&mut self, name: &str, schema: &Value) -> Option<Value> {
        if let Some(values) = schema["enum"].as_array() {
            let lower = self.message.to_lowercase();
            let said = |value: &&Value| value.as_str().is_some_and(|text| lower.contains(&text.to_lowercase()));
            return values.iter().find(said).cloned();
        }
        match schema["type"].as_str()? {
            "integer" | "number" => {
                let fits = |number: &Number| schema["type"] == "number" || number.is_i64() || number.is_u64();
                let at = self.numbers.iter().position(fits)?;
                Some(Value::Number(self.numbers.remove(at)))
            }
            "string" if !self.quoted.is_empty() => Some(Value::from(self.quoted.remove(0))),
            "string" if name.contains("name") && !self.names.is_empty() => Some(Value::from(self.names.remove(0))),
            "string" if ["query", "question", "text", "message", "input"].iter().any(|part| name.contains(part)) => {
                Some(Value::from(self.message.trim()))
            }
            _ => None,
        }
    }
}

/// A text as a value of the schema's type.
fn typed(text: &str, schema: &Value) -> Option<Value> {
    if schema["type"] == "string" || schema.get("enum").is_some() {
        return Some(Value::from(text));
    }
    let value = serde_json::from_str(text).ok();
    // What may be anything is taken as it stands.
    value.or_else(|| schema.as_object().is_some_and(Map::is_empty).then(|| Value::from(text)))
}
