//! Every finding's code: the one table of them.

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
    /// Why it has to be mended by hand: a sentence that is true wherever none of what it finds has a fix.
    pub by_hand: &'static str,
}

// Why what a rule finds has to be mended by hand, in the words that several rules share.
const AUTHORS_TEXT: &str = "Only the skill's author can write this text.";
const AUTHORS_NAME: &str = "Only the skill's author can decide which skill to rename and what to call it.";
const AUTHORS_VALUE: &str = "Only the skill's author knows which value is meant.";
const AUTHORS_FILES: &str = "Only the skill's author can decide whether to change the text or to add or move the file.";
const AUTHORS_TOOLS: &str = "Only the skill's author can decide whether to change the text or the tools.";
const ENDS_ANYWHERE: &str = "Only the skill's author knows where the frontmatter should end.";
const READ_IN_MANY_WAYS: &str =
    "Invalid YAML can be read in more than one way, so only the skill's author knows what it should say.";
const NO_KEYS: &str = "There are no keys, so only the skill's author knows what it should say.";
const CLIENTS_WAY: &str = "This is the client's behavior, and may be what you want for this skill.";
const IN_EDITOR: &str = "The editor suggests a fix where it's clear what was meant. Open the file to review it.";
const SAVED_AS_UTF8: &str = "The file has to be saved as UTF-8 without a byte order mark.";
const AUTHORS_CHARACTER: &str = "Only the skill's author knows whether the character belongs there.";
const AUTHORS_CUT: &str = "Only the skill's author can decide what to leave out of the frontmatter.";
const AUTHORS_FRONTMATTER: &str = "Only the skill's author can name the skill and describe it.";
const AUTHORS_MOVE: &str = "Only the skill's author can decide what to move to another file.";

macro_rules! codes {
    ($($name:ident $code:literal $severity:ident $meaning:literal $by_hand:expr,)*) => {
        $(#[doc = $meaning] pub const $name: &str = $code;)*

        /// Every code, in the order of this table.
        pub const CODES: &[CodeInfo] =
            &[$(CodeInfo { code: $code, severity: Severity::$severity, meaning: $meaning, by_hand: $by_hand },)*];
    };
}

codes! {
    // The bytes.
    BYTE_ORDER_MARK "byte-order-mark" Warning "byte order mark at the start of the file" SAVED_AS_UTF8,
    ENCODING_UTF16 "encoding-utf16" Error "file is UTF-16" SAVED_AS_UTF8,
    ENCODING_INVALID "encoding-invalid" Error "file isn't valid UTF-8"
        "Only the skill's author knows which characters the unreadable bytes stand for.",
    CONTROL_CHARACTER "control-character" Error "control character in the text" AUTHORS_CHARACTER,
    HIDDEN_CHARACTER "hidden-character" Warning "invisible character in the text" AUTHORS_CHARACTER,
    CREDENTIAL "credential" Warning "possible password or key in the text"
        "Only the skill's author can revoke it and decide how the skill gets a new one.",
    // The frontmatter's delimiters.
    FRONTMATTER_MISSING "frontmatter-missing" Error "missing frontmatter" AUTHORS_FRONTMATTER,
    FRONTMATTER_LATE "frontmatter-late" Error "text above the frontmatter"
        "Only the skill's author can decide where the text above the frontmatter belongs.",
    FRONTMATTER_UNTERMINATED "frontmatter-unterminated" Error "frontmatter isn't closed" ENDS_ANYWHERE,
    FRONTMATTER_INDENTED "frontmatter-indented" Error "indented closing line of the frontmatter" ENDS_ANYWHERE,
    FRONTMATTER_NOT_A_MAP "frontmatter-not-a-map" Error "frontmatter has no keys" NO_KEYS,
    FRONTMATTER_DASHES "frontmatter-dashes" Warning "dashes that end the frontmatter early" ENDS_ANYWHERE,
    // YAML.
    YAML_SYNTAX "yaml-syntax" Error "invalid YAML in the frontmatter" READ_IN_MANY_WAYS,
    YAML_UNQUOTED_COLON "yaml-unquoted-colon" Error "colon and space in an unquoted value" READ_IN_MANY_WAYS,
    YAML_TEXT_AFTER_QUOTE "yaml-text-after-quote" Error "text after a closing quote" READ_IN_MANY_WAYS,
    YAML_UNCLOSED_QUOTE "yaml-unclosed-quote" Error "unclosed quote" READ_IN_MANY_WAYS,
    YAML_BAD_ESCAPE "yaml-bad-escape" Error "invalid escape sequence" READ_IN_MANY_WAYS,
    YAML_RESERVED_START "yaml-reserved-start" Error "unquoted value starts with a reserved character" READ_IN_MANY_WAYS,
    YAML_TAB "yaml-tab" Error "value indented with a tab" READ_IN_MANY_WAYS,
    YAML_MISSING_SPACE "yaml-missing-space" Error "missing space after a colon" READ_IN_MANY_WAYS,
    YAML_TOO_LARGE "yaml-too-large" Error "too many values" AUTHORS_CUT,
    YAML_TOO_DEEP "yaml-too-deep" Error "nested too deeply" AUTHORS_CUT,
    YAML_ANCHOR "yaml-anchor" Warning "YAML anchors, aliases, or tags"
        "Only the skill's author can decide what to write in place of an anchor, alias, or tag.",
    YAML_FLOW "yaml-flow" Warning "inline YAML list or map"
        "Nested and multi-line values can't be written one per line without changing what they say.",
    DUPLICATE_KEY "duplicate-key" Error "duplicate key"
        "Only the skill's author can decide which of the values to keep.",
    // The fields, as every target wants them.
    NAME_MISSING "name-missing" Error "missing name" AUTHORS_FRONTMATTER,
    NAME_FORMAT "name-format" Error "invalid name"
        "The name can't be written with the letters a to z and digits, so its author has to choose another one.",
    NAME_FOLDER "name-folder" Error "name doesn't match the folder"
        "The folder's name isn't a valid skill name, so the folder has to be renamed on disk.",
    NAME_RESERVED "name-reserved" Error "reserved word in the name" AUTHORS_NAME,
    NAME_DUPLICATE "name-duplicate" Warning "duplicate skill name" AUTHORS_NAME,
    DESCRIPTION_MISSING "description-missing" Error "missing description" AUTHORS_TEXT,
    DESCRIPTION_LENGTH "description-length" Error "description is too long" AUTHORS_TEXT,
    DESCRIPTION_NO_WHEN "description-no-when" Info "description doesn't say when to use the skill" AUTHORS_TEXT,
    DESCRIPTION_SHORT "description-short" Warning "description is too short" AUTHORS_TEXT,
    DESCRIPTION_BRACKETS "description-brackets" Error "angle brackets in the description" AUTHORS_TEXT,
    COMPATIBILITY_LENGTH "compatibility-length" Error "compatibility is empty or too long" AUTHORS_TEXT,
    METADATA_TYPE "metadata-type" Error "metadata isn't a map"
        "Only the skill's author knows which keys the metadata should have.",
    METADATA_VALUE "metadata-value" Warning "metadata value isn't a string"
        "Lists and maps can't become text without changing what they say.",
    TOOLS_FORM "tools-form" Info "allowed-tools isn't a space-separated string"
        "Tools whose names contain spaces or commas can't be joined to one string.",
    FIELD_TYPE "field-type" Error "wrong type of value" AUTHORS_VALUE,
    UNKNOWN_KEY "unknown-key" Warning "unknown frontmatter key"
        "Some clients read these keys, so moving them would change how those clients behave.",
    MISSPELT_KEY "misspelt-key" Warning "misspelled key" AUTHORS_VALUE,
    // The body.
    BODY_EMPTY "body-empty" Warning "empty body" AUTHORS_TEXT,
    BODY_LINES "body-lines" Warning "body exceeds the recommended 500 lines" AUTHORS_MOVE,
    BODY_TOKENS "body-tokens" Warning "body exceeds the recommended 5,000 tokens" AUTHORS_MOVE,
    LINK_MISSING "link-missing" Warning "link to a missing file" AUTHORS_FILES,
    LINK_DEEP "link-deep" Info "link more than one folder deep" AUTHORS_FILES,
    LINK_OUTSIDE "link-outside" Warning "link to a file outside the skill" AUTHORS_FILES,
    LINK_BACKSLASH "link-backslash" Warning "link with backslashes" AUTHORS_FILES,
    // Tools.
    UNKNOWN_TOOL "unknown-tool" Error "unknown tool" AUTHORS_TOOLS,
    TOOL_MENTION "tool-mention" Info "possible unknown tool" AUTHORS_TOOLS,
    TOOL_NOT_ENABLED "tool-not-enabled" Warning "mentioned tool isn't available to the skill" AUTHORS_TOOLS,
    TOOL_UNMENTIONED "tool-unmentioned" Info "available tool is never mentioned" AUTHORS_TOOLS,
    TOOL_NOT_LISTED "tool-not-listed" Warning "linked tool is missing from allowed-tools" AUTHORS_TOOLS,
    TOOL_NOT_LINKED "tool-not-linked" Warning "listed tool isn't linked to the skill" AUTHORS_TOOLS,
    DUPLICATE_TOOL "duplicate-tool" Info "duplicate tool" AUTHORS_TOOLS,
    // Lists of tools.
    TOOL_LIST "tool-list" Error "list of tools can't be fully read"
        "The list has to be fixed where it was made: it is read here and never written.",
    TOOL_NAME "tool-name" Error "tool name that models reject"
        "Only the tool's author can rename it, since skills and models call it by its name.",
    // What holds the skills.
    PLUGIN_MANIFEST "plugin-manifest" Error "problem in a plugin or marketplace manifest"
        "Only the plugin's author knows what the manifest should say.",
    ARCHIVE_LAYOUT "archive-layout" Error "archive that uploads reject"
        "The archive has to be made anew. Exporting the skill again makes one that uploads accept.",
    NAME_CASE "name-case" Warning "names that differ only in letter case"
        "Only the skill's author can decide which file or folder to rename.",
    // What lies in the trash.
    REQUIRED_SKILL "required-skill" Error "required skill is in the trash" AUTHORS_TOOLS,
    REQUIRED_TOOL "required-tool" Error "used tool is in the trash" AUTHORS_TOOLS,
    PARENT_SKILL "parent-skill" Warning "parent skill is in the trash"
        "Only the skill's author can decide whether to restore the parent or to choose another one.",
    PINNED_VERSION "pinned-version" Error "pinned tool version no longer exists" AUTHORS_TOOLS,
    // The list itself.
    MORE_FINDINGS "more-findings" Info "more problems than can be listed" "The others are listed once these are fixed.",
    // What one client does with it.
    CLIENT_DROPPED "client-dropped" Error "client skips the file" CLIENTS_WAY,
    CLIENT_HIDDEN "client-hidden" Info "client hides the skill from its model" CLIENTS_WAY,
    CLIENT_IGNORES "client-ignores" Warning "client ignores a key" CLIENTS_WAY,
    CLIENT_CUT "client-cut" Warning "client shows a different or shortened description" CLIENTS_WAY,
    CLIENT_NAME "client-name" Info "client lists the skill under another name" AUTHORS_NAME,
    CLIENT_BODY "client-body" Warning "commands or placeholders in the instructions" CLIENTS_WAY,
    FILE_NAME "file-name" Error "skill file isn't named SKILL.md" "The file has to be renamed to SKILL.md on disk.",
    CLIENT_FOLDER "client-folder" Warning "client doesn't search this folder" CLIENTS_WAY,
    CLIENT_SHADOWED "client-shadowed" Warning "client uses another skill with the same name" AUTHORS_NAME,
    // The file `agents/openai.yaml`, as Codex reads it.
    OPENAI_YAML_SYNTAX "openai-yaml-syntax" Error "invalid YAML in openai.yaml" IN_EDITOR,
    OPENAI_YAML_NOT_A_MAP "openai-yaml-not-a-map" Error "no keys in openai.yaml" NO_KEYS,
    OPENAI_YAML_TYPE "openai-yaml-type" Error "wrong type of value in openai.yaml" AUTHORS_VALUE,
    OPENAI_YAML_PRODUCT "openai-yaml-product" Error "unknown product in openai.yaml" IN_EDITOR,
    OPENAI_YAML_KEY "openai-yaml-key" Warning "unknown key in openai.yaml" IN_EDITOR,
    OPENAI_YAML_TEXT "openai-yaml-text" Warning "text in openai.yaml is empty or too long" AUTHORS_TEXT,
    OPENAI_YAML_SHORT_DESCRIPTION "openai-yaml-short-description" Info "short description is too short or too long"
        AUTHORS_TEXT,
    OPENAI_YAML_COLOR "openai-yaml-color" Warning "invalid color in openai.yaml" IN_EDITOR,
    OPENAI_YAML_ICON "openai-yaml-icon" Warning "invalid icon path in openai.yaml" AUTHORS_FILES,
    OPENAI_YAML_ICON_MISSING "openai-yaml-icon-missing" Warning "missing icon file in openai.yaml" AUTHORS_FILES,
    OPENAI_YAML_PROMPT "openai-yaml-prompt" Warning "prompt in openai.yaml doesn't name the skill" IN_EDITOR,
    OPENAI_YAML_TOOL "openai-yaml-tool" Warning "invalid tool in openai.yaml" IN_EDITOR,
    // adk-rust.
    ADK_NOT_DISCOVERED "adk-not-discovered" Warning "folder that adk-rust doesn't search"
        "The skill's folder has to be renamed on disk.",
    ADK_LIST "adk-list" Error "string where adk-rust expects a list"
        "Only the skill's author knows where one item ends and the next begins.",
    ADK_DROPPED "adk-dropped" Error "file that adk-rust can't load" AUTHORS_VALUE,
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
