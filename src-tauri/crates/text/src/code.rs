//! Every finding's code: the one table of them.

mod by_hand;

pub use by_hand::by_hand;

use crate::{Finding, Severity, Span, Target, TargetSet};

/// What a code means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CodeInfo {
    /// The stable name.
    pub code: &'static str,
    /// How bad it is, at worst.
    pub severity: Severity,
    /// What it says, in a few words.
    pub meaning: &'static str,
}

macro_rules! codes {
    ($($name:ident $code:literal $severity:ident $meaning:literal,)*) => {
        $(#[doc = $meaning] pub const $name: &str = $code;)*

        /// Every code, in the order of this table.
        pub const CODES: &[CodeInfo] =
            &[$(CodeInfo { code: $code, severity: Severity::$severity, meaning: $meaning },)*];
    };
}

codes! {
    // The bytes.
    BYTE_ORDER_MARK "byte-order-mark" Warning "byte order mark at the start of the file",
    ENCODING_UTF16 "encoding-utf16" Error "file is UTF-16",
    ENCODING_INVALID "encoding-invalid" Error "file isn't valid UTF-8",
    CONTROL_CHARACTER "control-character" Error "control character in the text",
    HIDDEN_CHARACTER "hidden-character" Warning "invisible character in the text",
    CREDENTIAL "credential" Warning "possible password or key in the text",
    // The frontmatter's delimiters.
    FRONTMATTER_MISSING "frontmatter-missing" Error "missing frontmatter",
    FRONTMATTER_LATE "frontmatter-late" Error "text above the frontmatter",
    FRONTMATTER_UNTERMINATED "frontmatter-unterminated" Error "frontmatter isn't closed",
    FRONTMATTER_INDENTED "frontmatter-indented" Error "indented closing line of the frontmatter",
    FRONTMATTER_NOT_A_MAP "frontmatter-not-a-map" Error "frontmatter has no keys",
    FRONTMATTER_DASHES "frontmatter-dashes" Warning "dashes that end the frontmatter early",
    // YAML.
    YAML_SYNTAX "yaml-syntax" Error "invalid YAML in the frontmatter",
    YAML_UNQUOTED_COLON "yaml-unquoted-colon" Error "colon and space in an unquoted value",
    YAML_TEXT_AFTER_QUOTE "yaml-text-after-quote" Error "text after a closing quote",
    YAML_UNCLOSED_QUOTE "yaml-unclosed-quote" Error "unclosed quote",
    YAML_BAD_ESCAPE "yaml-bad-escape" Error "invalid escape sequence",
    YAML_RESERVED_START "yaml-reserved-start" Error "unquoted value starts with a reserved character",
    YAML_TAB "yaml-tab" Error "value indented with a tab",
    YAML_MISSING_SPACE "yaml-missing-space" Error "missing space after a colon",
    YAML_TOO_LARGE "yaml-too-large" Error "too many values",
    YAML_TOO_DEEP "yaml-too-deep" Error "nested too deeply",
    YAML_ANCHOR "yaml-anchor" Warning "YAML anchors, aliases, or tags",
    YAML_FLOW "yaml-flow" Warning "inline YAML list or map",
    DUPLICATE_KEY "duplicate-key" Error "duplicate key",
    // The fields, as every target wants them.
    NAME_MISSING "name-missing" Error "missing name",
    NAME_FORMAT "name-format" Error "invalid name",
    NAME_FOLDER "name-folder" Error "name doesn't match the folder",
    NAME_RESERVED "name-reserved" Error "reserved word in the name",
    NAME_DUPLICATE "name-duplicate" Warning "duplicate skill name",
    DESCRIPTION_MISSING "description-missing" Error "missing description",
    DESCRIPTION_LENGTH "description-length" Error "description is too long",
    DESCRIPTION_NO_WHEN "description-no-when" Info "description doesn't say when to use the skill",
    DESCRIPTION_SHORT "description-short" Warning "description is too short",
    DESCRIPTION_BRACKETS "description-brackets" Error "angle brackets in the description",
    COMPATIBILITY_LENGTH "compatibility-length" Error "compatibility is empty or too long",
    METADATA_TYPE "metadata-type" Error "metadata isn't a map",
    METADATA_VALUE "metadata-value" Warning "metadata value isn't a string",
    TOOLS_FORM "tools-form" Info "allowed-tools isn't a space-separated string",
    FIELD_TYPE "field-type" Error "wrong type of value",
    UNKNOWN_KEY "unknown-key" Warning "unknown frontmatter key",
    MISSPELT_KEY "misspelt-key" Warning "misspelled key",
    // The body.
    BODY_EMPTY "body-empty" Warning "empty body",
    BODY_LINES "body-lines" Warning "body exceeds the recommended 500 lines",
    BODY_TOKENS "body-tokens" Warning "body exceeds the recommended 5,000 tokens",
    LINK_MISSING "link-missing" Warning "link to a missing file",
    LINK_DEEP "link-deep" Info "link more than one folder deep",
    LINK_OUTSIDE "link-outside" Warning "link outside the skill's folder",
    LINK_BACKSLASH "link-backslash" Warning "link with backslashes",
    // Tools.
    UNKNOWN_TOOL "unknown-tool" Error "unknown tool",
    TOOL_MENTION "tool-mention" Info "possible unknown tool",
    TOOL_NOT_ENABLED "tool-not-enabled" Warning "mentioned tool isn't available to the skill",
    TOOL_UNMENTIONED "tool-unmentioned" Info "available tool is never mentioned",
    TOOL_NOT_LISTED "tool-not-listed" Warning "linked tool is missing from allowed-tools",
    TOOL_NOT_LINKED "tool-not-linked" Warning "listed tool isn't linked to the skill",
    DUPLICATE_TOOL "duplicate-tool" Info "duplicate tool",
    // Lists of tools.
    TOOL_LIST "tool-list" Error "list of tools can't be fully read",
    TOOL_NAME "tool-name" Error "tool name that models reject",
    // What holds the skills.
    PLUGIN_MANIFEST "plugin-manifest" Error "problem in a plugin or marketplace manifest",
    ARCHIVE_LAYOUT "archive-layout" Error "archive that uploads reject",
    NAME_CASE "name-case" Warning "names that differ only in letter case",
    // What lies in the trash.
    REQUIRED_SKILL "required-skill" Error "required skill is in the trash",
    REQUIRED_TOOL "required-tool" Error "used tool is in the trash",
    PARENT_SKILL "parent-skill" Warning "parent skill is in the trash",
    PINNED_VERSION "pinned-version" Error "pinned tool version no longer exists",
    // The list itself.
    MORE_FINDINGS "more-findings" Info "more problems than can be listed",
    // What one client does with it.
    CLIENT_DROPPED "client-dropped" Error "client skips the file",
    CLIENT_HIDDEN "client-hidden" Info "client hides the skill from its model",
    CLIENT_IGNORES "client-ignores" Warning "client ignores a key",
    CLIENT_CUT "client-cut" Warning "client shows a different or shortened description",
    CLIENT_NAME "client-name" Info "client lists the skill under another name",
    CLIENT_BODY "client-body" Warning "commands or placeholders in the instructions",
    FILE_NAME "file-name" Error "skill file isn't named SKILL.md",
    CLIENT_FOLDER "client-folder" Warning "client doesn't search this folder",
    CLIENT_SHADOWED "client-shadowed" Warning "client uses another skill with the same name",
    // The file `agents/openai.yaml`, as Codex reads it.
    OPENAI_YAML_SYNTAX "openai-yaml-syntax" Error "invalid YAML in openai.yaml",
    OPENAI_YAML_NOT_A_MAP "openai-yaml-not-a-map" Error "no keys in openai.yaml",
    OPENAI_YAML_TYPE "openai-yaml-type" Error "wrong type of value in openai.yaml",
    OPENAI_YAML_PRODUCT "openai-yaml-product" Error "unknown product in openai.yaml",
    OPENAI_YAML_KEY "openai-yaml-key" Warning "unknown key in openai.yaml",
    OPENAI_YAML_TEXT "openai-yaml-text" Warning "text in openai.yaml is empty or too long",
    OPENAI_YAML_SHORT_DESCRIPTION "openai-yaml-short-description" Info "short description is too short or too long",
    OPENAI_YAML_COLOR "openai-yaml-color" Warning "invalid color in openai.yaml",
    OPENAI_YAML_ICON "openai-yaml-icon" Warning "invalid icon path in openai.yaml",
    OPENAI_YAML_ICON_MISSING "openai-yaml-icon-missing" Warning "missing icon file in openai.yaml",
    OPENAI_YAML_PROMPT "openai-yaml-prompt" Warning "prompt in openai.yaml doesn't name the skill",
    OPENAI_YAML_TOOL "openai-yaml-tool" Warning "invalid tool in openai.yaml",
    // adk-rust.
    ADK_NOT_DISCOVERED "adk-not-discovered" Warning "folder that adk-rust doesn't search",
    ADK_LIST "adk-list" Error "string where adk-rust expects a list",
    ADK_DROPPED "adk-dropped" Error "file that adk-rust can't load",
}

/// The targets that follow the Agent Skills standard to the letter.
pub(crate) const STRICT: &[Target] = &[Target::AgentSkills, Target::ClaudeUpload, Target::OpenAiUpload];
/// The targets that a skill is uploaded to.
pub(crate) const UPLOADS: &[Target] = &[Target::ClaudeUpload, Target::OpenAiUpload];

/// Codes that only some targets mind, with those that may; a finding says which do.
const OF_TARGETS: [(&str, &[Target]); 17] = [
    (FRONTMATTER_DASHES, STRICT),
    (YAML_FLOW, STRICT),
    (NAME_FORMAT, STRICT),
    (NAME_FOLDER, STRICT),
    (NAME_RESERVED, &[Target::ClaudeUpload]),
    (DESCRIPTION_LENGTH, &[Target::AgentSkills, Target::ClaudeUpload, Target::OpenAiUpload, Target::Light4j]),
    (DESCRIPTION_BRACKETS, UPLOADS),
    (COMPATIBILITY_LENGTH, STRICT),
    (METADATA_VALUE, STRICT),
    (TOOLS_FORM, STRICT),
    (UNKNOWN_KEY, STRICT),
    (BODY_LINES, STRICT),
    (BODY_TOKENS, STRICT),
    (LINK_DEEP, STRICT),
    (ADK_NOT_DISCOVERED, &[Target::Adk]),
    (ADK_LIST, &[Target::Adk]),
    (ADK_DROPPED, &[Target::Adk]),
];

/// The only targets that mind what a code says, of those that a skill is written for or sent to; empty where all do. What one
/// client does with a skill is none of these.
pub fn targets_of(code: &str) -> &'static [Target] {
    OF_TARGETS.iter().find(|(of_targets, _)| *of_targets == code).map_or(&[], |&(_, targets)| targets)
}

/// Whether what a rule finds counts for a client, which minds nothing that only some targets do; for none, all of it does.
pub fn counts_for(client: Option<Target>, code: &str) -> bool {
    client.is_none() || targets_of(code).is_empty()
}

/// The table's row of a code.
pub fn info(code: &str) -> Option<&'static CodeInfo> {
    CODES.iter().find(|info| info.code == code)
}

/// A finding of a code of the table, at its severity.
pub fn finding(code: &'static str, span: Span, message: impl Into<String>) -> Finding {
    let severity = info(code).map_or(Severity::Warning, |info| info.severity);
    Finding { severity, code, message: message.into(), span, targets: TargetSet::default(), subject: None, fix: None }
}
