//! What a tool takes and gives, in its three forms.

use serde::{Deserialize, Serialize};
use specta::Type;

use crate::{closed::closed, dto::Severity};

/// Which of the three forms of a specification is written by hand; the others follow it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum SpecForm {
    /// A gram type signature.
    Signature,
    /// The table of parameters.
    #[default]
    Parameters,
    /// JSON Schema.
    Schema,
}

/// How a type signature is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum SignatureDialect {
    /// `(name: Text) --> IO Text`
    #[default]
    Arrow,
    /// `(name::Text)==>(::Text)`
    Curried,
    /// `(name::String)==>(::String)`
    Classic,
}

closed! {
    /// Types of parameters.
    pub enum ParameterType {
        /// A text.
        String = "string",
        /// A number.
        Number = "number",
        /// True or false.
        Boolean = "boolean",
        /// Named values.
        Object = "object",
        /// A list.
        Array = "array",
    }
}

/// One parameter, as the table shows it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
pub struct ToolParameter {
    /// Name of the argument.
    pub name: String,
    /// Its type.
    pub kind: ParameterType,
    /// Whether a call must give it.
    pub required: bool,
    /// Value taken when a call gives none, as JSON text.
    pub default_value: Option<String>,
    /// Tells the model what to put there.
    pub description: Option<String>,
    /// JSON Schema, as text, for what the type alone cannot say.
    pub validation_schema: Option<String>,
}

/// What the author wrote: the form that is the source, and its text.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, Type)]
pub struct SpecEdit {
    /// Which form counts.
    pub source: SpecForm,
    /// The signature as written; read only where it is the source.
    pub signature: String,
    /// How a signature that follows is written.
    pub dialect: SignatureDialect,
    /// The parameters; read only where they are the source.
    pub parameters: Vec<ToolParameter>,
    /// JSON Schema as text; read only where it is the source.
    pub schema: String,
}

/// A specification in all three forms. Offsets are UTF-16 into the text of their form.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
pub struct ToolSpec {
    /// Which form is the source.
    pub source: SpecForm,
    /// The signature: as written, or as it follows; empty where none can say it.
    pub signature: String,
    /// How it is written.
    pub dialect: SignatureDialect,
    /// The parameters in their order.
    pub parameters: Vec<ToolParameter>,
    /// The JSON Schema a model is sent, laid out for reading.
    pub schema: String,
    /// Where each parameter stands in the signature and in the schema.
    pub marks: Vec<ParameterMark>,
    /// What a form that follows cannot say.
    pub losses: Vec<SpecLoss>,
    /// What is wrong with the source. While there is any, the forms that follow stay as they last were valid, or empty.
    pub problems: Vec<SpecProblem>,
}

/// Where one parameter stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct ParameterMark {
    /// Its name; nested ones with dots.
    pub path: String,
    /// Start and end in the signature.
    pub signature: Option<(u32, u32)>,
    /// Start and end in the schema.
    pub schema: Option<(u32, u32)>,
}

/// Something a form cannot say.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct SpecLoss {
    /// The form that cannot say it.
    pub form: SpecForm,
    /// The parameter, with dots; empty for the whole.
    pub parameter: String,
    /// What is lost, as a sentence.
    pub why: String,
}

/// Something wrong with what was written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct SpecProblem {
    /// An error costs what it is about; a warning changes it; an info is worth knowing.
    pub severity: Severity,
    /// What, where, what to do.
    pub message: String,
    /// Start in the text.
    pub start: u32,
    /// End in the text.
    pub end: u32,
    /// Line from 1.
    pub line: u32,
    /// Column from 1.
    pub column: u32,
}
