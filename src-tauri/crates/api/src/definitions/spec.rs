//! A tool's specification as signature, parameter table and JSON Schema at once.

use serde_json::Value;
use studio_model::ParameterType;
use studio_text::{
    Span,
    gram::{self, Dialect, Loss, Mark, Signature, ToolParameter as Row},
};

use crate::{
    Error, Studio,
    definitions::places::{problem_at, problems_at},
    dto::{
        ParameterMark, Severity, SignatureDialect, SpecEdit, SpecForm, SpecLoss, SpecProblem, ToolParameter, ToolSpec,
    },
    skills::offsets::Offsets,
};

impl Studio {
    /// One form of a specification in all three, live as it is typed. Nothing is stored.
    pub fn convert_spec(&self, spec: &SpecEdit) -> Result<ToolSpec, Error> {
        Ok(convert(spec))
    }
}

/// A specification understood: what is stored of it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Understood {
    /// The rows of the parameter table.
    pub(crate) parameters: Vec<Row>,
    /// The JSON Schema a model is sent.
    pub(crate) schema: Value,
    /// The signature: as written, or as it follows; empty where none can say it.
    pub(crate) signature: String,
    /// How it is written.
    pub(crate) dialect: Dialect,
    losses: Vec<SpecLoss>,
}

/// Reads a specification; otherwise what is wrong with its source.
pub(crate) fn understand(spec: &SpecEdit) -> Result<Understood, Vec<SpecProblem>> {
    match spec.source {
        SpecForm::Signature => from_signature(&spec.signature),
        SpecForm::Parameters => from_parameters(&spec.parameters, dialect(spec.dialect)),
        SpecForm::Schema => from_schema(&spec.schema, dialect(spec.dialect)),
    }
}

/// One form of a specification in all three.
pub fn convert(spec: &SpecEdit) -> ToolSpec {
    match understand(spec) {
        Ok(understood) => screen(spec, understood),
        Err(problems) => ToolSpec {
            source: spec.source,
            signature: if spec.source == SpecForm::Signature { spec.signature.clone() } else { String::new() },
            dialect: spec.dialect,
            parameters: if spec.source == SpecForm::Parameters { spec.parameters.clone() } else { Vec::new() },
            schema: if spec.source == SpecForm::Schema { spec.schema.clone() } else { String::new() },
            marks: Vec::new(),
            losses: Vec::new(),
            problems,
        },
    }
}

fn screen(spec: &SpecEdit, understood: Understood) -> ToolSpec {
    let (schema, schema_marks) = if spec.source == SpecForm::Schema {
        (spec.schema.clone(), gram::schema_marks(&spec.schema))
    } else {
        gram::render_schema(&understood.schema)
    };
    let parameters = match spec.source {
        SpecForm::Parameters => spec.parameters.clone(),
        SpecForm::Signature | SpecForm::Schema => understood.parameters.iter().map(shown_parameter).collect(),
    };
    let signature_marks = gram::marks(&understood.signature);
    ToolSpec {
        source: spec.source,
        marks: marks(&understood.signature, &signature_marks, &schema, &schema_marks),
        signature: understood.signature,
        dialect: shown_dialect(understood.dialect),
        parameters,
        schema,
        losses: understood.losses,
        problems: Vec::new(),
    }
}

fn from_signature(text: &str) -> Result<Understood, Vec<SpecProblem>> {
    let reading = gram::read(text);
    let Some(signature) = reading.signature else {
        return Err(problems_at(text, reading.problems));
    };
    Ok(Understood {
        parameters: signature.to_parameters(),
        schema: signature.schema(),
        signature: text.to_owned(),
        dialect: reading.dialect.unwrap_or(Dialect::Arrow),
        losses: Vec::new(),
    })
}

fn from_parameters(rows: &[ToolParameter], dialect: Dialect) -> Result<Understood, Vec<SpecProblem>> {
    let parameters = read_parameters(rows)?;
    let made = gram::from_parameters(&parameters);
    let (signature, mut losses) = printed(Some(&made.signature), dialect);
    losses.extend(made.losses.into_iter().map(|loss| shown_loss(SpecForm::Signature, loss)));
    Ok(Understood { schema: gram::schema_of(&parameters), parameters, signature, dialect, losses })
}

fn from_schema(text: &str, dialect: Dialect) -> Result<Understood, Vec<SpecProblem>> {
    let schema: Value = serde_json::from_str(text).map_err(|cause| vec![json_problem(text, &cause)])?;
    if !schema.is_object() {
        let message = "A tool's schema must be an object, such as {\"type\": \"object\", \"properties\": {}}.";
        return Err(vec![problem_at(text, Span::new(0, text.len()), message.to_owned())]);
    }
    if let Some(problem) = studio_runtime::ArgumentCheck::new(&schema).schema_problem() {
        let place = place_in_schema(text, &problem.pointer);
        return Err(vec![problem_at(text, place, format!("Not a valid JSON Schema: {problem}"))]);
    }
    let made = gram::from_schema(&schema);
    let (signature, mut losses) = printed(made.signature.as_ref(), dialect);
    losses.extend(made.signature_losses.into_iter().map(|loss| shown_loss(SpecForm::Signature, loss)));
    losses.extend(made.parameter_losses.into_iter().map(|loss| shown_loss(SpecForm::Parameters, loss)));
    Ok(Understood { parameters: made.parameters, schema, signature, dialect, losses })
}

fn printed(signature: Option<&Signature>, dialect: Dialect) -> (String, Vec<SpecLoss>) {
    let Some(signature) = signature else { return (String::new(), Vec::new()) };
    let printed = signature.print(dialect);
    (printed.text, printed.losses.into_iter().map(|loss| shown_loss(SpecForm::Signature, loss)).collect())
}

fn read_parameters(rows: &[ToolParameter]) -> Result<Vec<Row>, Vec<SpecProblem>> {
    let mut problems = Vec::new();
    let mut parameters = Vec::new();
    for (at, row) in rows.iter().enumerate() {
        let name = row.name.trim();
        let twin = rows[..at].iter().position(|earlier| !name.is_empty() && earlier.name.trim() == name);
        if let Some(twin) = twin {
            let message = format!("Two parameters are named “{name}”, {} and {}. Rename one.", twin + 1, at + 1);
            problems.push(in_cell(at, Cell::Name, &row.name, message));
        }
        match read_parameter(at, row) {
            Ok(parameter) => parameters.push(parameter),
            Err(problem) => problems.push(problem),
        }
    }
    if problems.is_empty() { Ok(parameters) } else { Err(problems) }
}

fn read_parameter(at: usize, row: &ToolParameter) -> Result<Row, SpecProblem> {
    let name = row.name.trim();
    if name.is_empty() {
        return Err(in_cell(at, Cell::Name, &row.name, format!("Parameter {} has no name.", at + 1)));
    }
    let kind = match row.kind {
        crate::dto::ParameterType::String => ParameterType::String,
        crate::dto::ParameterType::Number => ParameterType::Number,
        crate::dto::ParameterType::Boolean => ParameterType::Boolean,
        crate::dto::ParameterType::Object => ParameterType::Object,
        crate::dto::ParameterType::Array => ParameterType::Array,
    };
    let default_value = json_cell(at, row, Cell::Default)?;
    let validation_schema = json_cell(at, row, Cell::Validation)?;
    if validation_schema.as_ref().is_some_and(|schema| !schema.is_object()) {
        let why = format!("The validation rules of {name} must be a JSON object, such as {{\"minLength\": 1}}.");
        return Err(in_cell(at, Cell::Validation, row.validation_schema.as_deref().unwrap_or_default(), why));
    }
    let description = row.description.clone().filter(|text| !text.is_empty());
    Ok(Row { name: name.to_owned(), kind, required: row.required, default_value, description, validation_schema })
}

/// A cell of the table that can be wrong; its number is its place in the row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cell {
    Name = 1,
    Default = 4,
    Validation = 6,
}

/// What a cell of the table holds as JSON; an empty one holds nothing.
fn json_cell(at: usize, row: &ToolParameter, cell: Cell) -> Result<Option<Value>, SpecProblem> {
    let (text, column) = match cell {
        Cell::Validation => (row.validation_schema.as_deref(), "validation rules"),
        Cell::Name | Cell::Default => (row.default_value.as_deref(), "default"),
    };
    let Some(text) = text.filter(|text| !text.trim().is_empty()) else { return Ok(None) };
    serde_json::from_str(text).map(Some).map_err(|cause| {
        let name = row.name.trim();
        let message = format!("The {column} of {name} isn't valid JSON: {cause}. Put text in double quotes.");
        let SpecProblem { start, end, .. } = json_problem(text, &cause);
        SpecProblem { start, end, ..in_cell(at, cell, text, message) }
    })
}

/// A type of a parameter as screens name it.
pub(crate) const fn shown_type(kind: ParameterType) -> crate::dto::ParameterType {
    match kind {
        ParameterType::String => crate::dto::ParameterType::String,
        ParameterType::Number => crate::dto::ParameterType::Number,
        ParameterType::Boolean => crate::dto::ParameterType::Boolean,
        ParameterType::Object => crate::dto::ParameterType::Object,
        ParameterType::Array => crate::dto::ParameterType::Array,
    }
}

/// A row of the table as the screen shows it.
pub(crate) fn shown_parameter(row: &Row) -> ToolParameter {
    ToolParameter {
        name: row.name.clone(),
        kind: shown_type(row.kind),
        required: row.required,
        default_value: row.default_value.as_ref().map(ToString::to_string),
        description: row.description.clone(),
        validation_schema: row.validation_schema.as_ref().map(ToString::to_string),
    }
}

fn shown_loss(form: SpecForm, loss: Loss) -> SpecLoss {
    SpecLoss { form, parameter: loss.parameter, why: loss.why }
}

/// The dialect a screen names.
pub(crate) fn dialect(dialect: SignatureDialect) -> Dialect {
    match dialect {
        SignatureDialect::Arrow => Dialect::Arrow,
        SignatureDialect::Curried => Dialect::Curried,
        SignatureDialect::Classic => Dialect::Classic,
    }
}

/// A dialect as the screen names it.
pub(crate) fn shown_dialect(dialect: Dialect) -> SignatureDialect {
    match dialect {
        Dialect::Arrow => SignatureDialect::Arrow,
        Dialect::Curried => SignatureDialect::Curried,
        Dialect::Classic => SignatureDialect::Classic,
    }
}

fn marks(signature: &str, in_signature: &[Mark], schema: &str, in_schema: &[Mark]) -> Vec<ParameterMark> {
    let (signature, schema) = (Offsets::new(signature), Offsets::new(schema));
    let range = |offsets: &Offsets<'_>, marks: &[Mark], path: &str| {
        let mark = marks.iter().find(|mark| mark.path == path)?;
        Some((offsets.utf16(mark.span.start), offsets.utf16(mark.span.end)))
    };
    let mut paths: Vec<&str> = in_schema.iter().map(|mark| mark.path.as_str()).collect();
    let only_in_signature = in_signature.iter().map(|mark| mark.path.as_str()).filter(|path| !paths.contains(path));
    let only_in_signature: Vec<&str> = only_in_signature.collect();
    paths.extend(only_in_signature);
    paths
        .into_iter()
        .map(|path| ParameterMark {
            path: path.to_owned(),
            signature: range(&signature, in_signature, path),
            schema: range(&schema, in_schema, path),
        })
        .collect()
}

/// A problem of the table: its line is the row, its column the cell, both from 1; start and end are places in the cell.
fn in_cell(at: usize, cell: Cell, text: &str, message: String) -> SpecProblem {
    let end = Offsets::new(text).utf16(text.len());
    SpecProblem { severity: Severity::Error, message, start: 0, end, line: at as u32 + 1, column: cell as u32 }
}

/// Where a schema is none: the value a JSON pointer leads to, else the whole.
fn place_in_schema(text: &str, pointer: &str) -> Span {
    let named = Some(pointer).filter(|pointer| !pointer.is_empty());
    named.and_then(|pointer| gram::value_span(text, pointer)).unwrap_or(Span::new(0, text.len()))
}

fn json_problem(text: &str, cause: &serde_json::Error) -> SpecProblem {
    let before: usize = text.split_inclusive('\n').take(cause.line().saturating_sub(1)).map(str::len).sum();
    let mut at = (before + cause.column().saturating_sub(1)).min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    let end = text[at..].chars().next().map_or(at, |character| at + character.len_utf8());
    problem_at(text, Span::new(at, end), format!("This isn't valid JSON: {cause}."))
}

#[cfg(test)]
mod tests {
    use crate::definitions::spec::{SpecEdit, SpecForm, SpecProblem, ToolParameter, understand};

    fn row(name: &str, kind: &str, default: &str, validation: &str) -> ToolParameter {
        ToolParameter {
            name: name.to_owned(),
            kind: crate::dto::ParameterType::parse(kind).expect("it is a type"),
            required: false,
            default_value: Some(default.to_owned()),
            description: None,
            validation_schema: Some(validation.to_owned()),
        }
    }

    fn problems(edit: &SpecEdit) -> Vec<SpecProblem> {
        understand(edit).expect_err("it is wrong")
    }

    #[test]
    fn a_problem_of_the_table_is_at_its_row_and_cell() {
        let parameters = vec![
            row("a", "string", "", ""),
            row(" a", "string", "", ""),
            row("", "string", "", ""),
            row("default", "string", "\"ä\" tru", ""),
            row("checked", "string", "", "[]"),
            row("", "string", "", ""),
        ];
        let found = problems(&SpecEdit { source: SpecForm::Parameters, parameters, ..SpecEdit::default() });
        let places: Vec<_> = found.iter().map(|it| (it.line, it.column, it.start, it.end)).collect();
        assert_eq!(places, [(2, 1, 0, 2), (3, 1, 0, 0), (4, 4, 4, 5), (5, 6, 0, 2), (6, 1, 0, 0)]);
        assert_eq!(found[0].message, "Two parameters are named “a”, 1 and 2. Rename one.");
    }

    #[test]
    fn a_schema_that_is_none_is_marked_where_it_is_not() {
        let schema = "{\n  \"properties\": {\n    \"ä\": { \"type\": \"strin\" }\n  }\n}".to_owned();
        let found = problems(&SpecEdit { source: SpecForm::Schema, schema: schema.clone(), ..SpecEdit::default() });
        let marked: Vec<u16> = schema.encode_utf16().collect();
        let marked = String::from_utf16_lossy(&marked[found[0].start as usize..found[0].end as usize]);
        assert_eq!((found[0].line, found[0].column, marked.as_str()), (3, 20, "\"strin\""), "{found:?}");
    }
}
