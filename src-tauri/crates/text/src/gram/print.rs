//! A signature as text in each of the dialects.

use super::{Dialect, Loss, RecordField, Signature, SignatureParameter, Type, literal};

/// Longest signature that stays on one line, in characters.
const LINE: usize = 60;

/// A signature as text, and what that text does not say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Printed {
    /// The text; reading it gives the signature back, but for the losses.
    pub text: String,
    /// What the dialect cannot say.
    pub losses: Vec<Loss>,
}

impl Signature {
    /// The signature in a dialect: on one line, or one parameter a line where that would be long.
    pub fn print(&self, dialect: Dialect) -> Printed {
        let mut losses = Vec::new();
        let (parts, joint) = match dialect {
            Dialect::Arrow => (self.arrow_parts(&mut losses), ARROW),
            Dialect::Curried | Dialect::Classic => (self.curried_parts(dialect, &mut losses), CURRIED),
        };
        let line = joint.line(&parts);
        let text = if line.chars().count() <= LINE { line } else { joint.lines(&parts) };
        Printed { text, losses }
    }

    fn arrow_parts(&self, losses: &mut Vec<Loss>) -> Parts {
        let parameters = self.parameters.iter().map(|parameter| arrow_parameter(parameter, losses)).collect();
        Parts { parameters, result: format!("--> IO {}", arrow_type(&self.result, "", losses)) }
    }

    fn curried_parts(&self, dialect: Dialect, losses: &mut Vec<Loss>) -> Parts {
        let parameters =
            self.parameters.iter().map(|parameter| curried_parameter(parameter, dialect, losses)).collect();
        let result = format!("(::{})", curried_type(&self.result, dialect, "", losses));
        Parts { parameters, result }
    }
}

struct Parts {
    parameters: Vec<String>,
    result: String,
}

/// What stands between the parts.
struct Joint {
    open: &'static str,
    between: &'static str,
    close: &'static str,
    between_lines: &'static str,
    close_lines: &'static str,
    empty: &'static str,
}

const ARROW: Joint =
    Joint { open: "(", between: ", ", close: ") ", between_lines: ",\n ", close_lines: ")\n ", empty: "" };

const CURRIED: Joint =
    Joint { open: "", between: "==>", close: "==>", between_lines: "\n==>", close_lines: "\n==>", empty: "()" };

impl Joint {
    fn line(&self, parts: &Parts) -> String {
        self.join(parts, self.between, self.close)
    }

    fn lines(&self, parts: &Parts) -> String {
        self.join(parts, self.between_lines, self.close_lines)
    }

    fn join(&self, parts: &Parts, between: &str, close: &str) -> String {
        let parameters =
            if parts.parameters.is_empty() { self.empty.to_owned() } else { parts.parameters.join(between) };
        format!("{}{parameters}{close}{}", self.open, parts.result)
    }
}

fn arrow_parameter(parameter: &SignatureParameter, losses: &mut Vec<Loss>) -> String {
    let name = arrow_name(&parameter.name, &parameter.name, losses);
    let ty = arrow_type(&parameter.ty, &parameter.name, losses);
    let Some(default) = &parameter.default else { return format!("{name}: {ty}") };
    let why =
        format!("the arrow form doesn't support defaults; {default} is left out and the parameter becomes optional");
    losses.push(Loss::new(&parameter.name, why));
    format!("{name}: Maybe {ty}")
}

fn arrow_name(name: &str, path: &str, losses: &mut Vec<Loss>) -> String {
    let is_plain = literal::is_symbol(name) && !name.contains(['.', '@', '-']);
    if is_plain {
        return name.to_owned();
    }
    losses.push(Loss::new(
        path,
        "the arrow form only supports plain names; this one is put in backticks, which other parsers may reject",
    ));
    literal::backticked(name)
}

fn arrow_type(ty: &Type, path: &str, losses: &mut Vec<Loss>) -> String {
    match ty {
        Type::Maybe(_) => format!("Maybe {}", arrow_type(ty.inner(), path, losses)),
        Type::List(item) => format!("[{}]", arrow_type(item, &format!("{path}[]"), losses)),
        Type::Record(fields) => {
            let fields: Vec<String> = fields.iter().map(|field| arrow_field(field, path, losses)).collect();
            format!("{{{}}}", fields.join(", "))
        }
        Type::Object | Type::Array => {
            let word = word(ty, Dialect::Arrow);
            let why = format!(
                "the arrow form doesn't support unknown contents; `{word}` is kept, which other parsers may reject"
            );
            losses.push(Loss::new(path, why));
            word.to_owned()
        }
        scalar => word(scalar, Dialect::Arrow).to_owned(),
    }
}

fn arrow_field(field: &RecordField, path: &str, losses: &mut Vec<Loss>) -> String {
    let path = super::marks::join(path, &field.name);
    format!("{}: {}", arrow_name(&field.name, &path, losses), arrow_type(&field.ty, &path, losses))
}

fn curried_parameter(parameter: &SignatureParameter, dialect: Dialect, losses: &mut Vec<Loss>) -> String {
    let name = literal::symbol(&parameter.name);
    let ty = curried_type(&parameter.ty, dialect, &parameter.name, losses);
    let Some(default) = &parameter.default else { return format!("({name}::{ty})") };
    match literal::print(default) {
        Ok(default) => format!("({name}::{ty} {{default:{default}}})"),
        Err(reason) => {
            let why = format!("{reason}; the default {default} is left out and the parameter becomes required");
            losses.push(Loss::new(&parameter.name, why));
            format!("({name}::{ty})")
        }
    }
}

fn curried_type(ty: &Type, dialect: Dialect, path: &str, losses: &mut Vec<Loss>) -> &'static str {
    let form = dialect.as_str();
    let why = match ty {
        Type::Maybe(inner) => {
            let what =
                if path.is_empty() { "the result is no longer optional" } else { "the parameter becomes required" };
            losses.push(Loss::new(path, format!("the {form} form doesn't support Maybe; {what}")));
            return curried_type(inner, dialect, path, losses);
        }
        Type::List(item) if **item != Type::Array => {
            format!("the {form} form doesn't support item types; `Array` (any items) is used")
        }
        Type::List(_) => format!("the {form} form doesn't support nested lists; `Array` (any list) is used"),
        Type::Record(_) => format!("the {form} form doesn't support fields; `Object` (any fields) is used"),
        other => return word(other, dialect),
    };
    losses.push(Loss::new(path, why));
    word(ty, dialect)
}

/// The word for a type as a dialect has it; for lists and records the one that leaves open what is inside.
const fn word(ty: &Type, dialect: Dialect) -> &'static str {
    let is_classic = matches!(dialect, Dialect::Classic);
    match ty {
        Type::Text if is_classic => "String",
        Type::Int if is_classic => "Integer",
        Type::Double if is_classic => "Number",
        Type::Bool if is_classic => "Boolean",
        Type::Text => "Text",
        Type::Int => "Int",
        Type::Double => "Double",
        Type::Bool => "Bool",
        Type::List(_) | Type::Array => "Array",
        Type::Record(_) | Type::Object => "Object",
        Type::Maybe(inner) => word(inner, dialect),
    }
}
