//! Every finding's code: the one table of them.

use crate::{Finding, Severity, Span, TargetSet};

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
    BYTE_ORDER_MARK "byte-order-mark" Warning "the file starts with a byte order mark",
    ENCODING_UTF16 "encoding-utf16" Error "the file is stored as UTF-16",
    ENCODING_INVALID "encoding-invalid" Error "the file is not valid UTF-8",
    CONTROL_CHARACTER "control-character" Error "the text contains a control character",
    HIDDEN_CHARACTER "hidden-character" Warning "the text contains an invisible character",
    CREDENTIAL "credential" Warning "the text seems to hold a password or a key",
    // The frontmatter's delimiters.
    FRONTMATTER_MISSING "frontmatter-missing" Error "there is no frontmatter",
    FRONTMATTER_LATE "frontmatter-late" Error "there is text above the frontmatter",
    FRONTMATTER_UNTERMINATED "frontmatter-unterminated" Error "the frontmatter has no closing line",
    FRONTMATTER_INDENTED "frontmatter-indented" Error "the line that closes the frontmatter is indented",
    FRONTMATTER_NOT_A_MAP "frontmatter-not-a-map" Error "the frontmatter has no keys",
    FRONTMATTER_DASHES "frontmatter-dashes" Warning "three dashes inside the frontmatter end it early",
    // YAML.
    YAML_SYNTAX "yaml-syntax" Error "the frontmatter is not valid YAML",
    YAML_UNQUOTED_COLON "yaml-unquoted-colon" Error "an unquoted value contains a colon and a space",
    YAML_TEXT_AFTER_QUOTE "yaml-text-after-quote" Error "text follows a closing quote",
    YAML_UNCLOSED_QUOTE "yaml-unclosed-quote" Error "a quote is never closed",
    YAML_BAD_ESCAPE "yaml-bad-escape" Error "an invalid escape sequence",
    YAML_RESERVED_START "yaml-reserved-start" Error "an unquoted value starts with a reserved character",
    YAML_TAB "yaml-tab" Error "a value is indented with a tab",
    YAML_MISSING_SPACE "yaml-missing-space" Error "no space after the colon",
    YAML_TOO_LARGE "yaml-too-large" Error "more values than any skill needs",
    YAML_TOO_DEEP "yaml-too-deep" Error "nested too deeply",
    YAML_ANCHOR "yaml-anchor" Warning "anchors, aliases or tags",
    YAML_FLOW "yaml-flow" Warning "a list or map in brackets",
    DUPLICATE_KEY "duplicate-key" Error "a key appears twice",
    // The fields, as every target wants them.
    NAME_MISSING "name-missing" Error "the name is missing",
    NAME_FORMAT "name-format" Error "the name is not 1 to 64 of a-z, 0-9 and single hyphens",
    NAME_FOLDER "name-folder" Error "the name does not match its folder",
    NAME_RESERVED "name-reserved" Error "the name contains a reserved word",
    NAME_DUPLICATE "name-duplicate" Warning "another skill has the same name",
    DESCRIPTION_MISSING "description-missing" Error "the description is missing",
    DESCRIPTION_LENGTH "description-length" Error "the description is too long",
    DESCRIPTION_NO_WHEN "description-no-when" Info "the description does not say when to use the skill",
    DESCRIPTION_SHORT "description-short" Warning "the description is too short",
    DESCRIPTION_BRACKETS "description-brackets" Error "the description contains angle brackets",
    COMPATIBILITY_LENGTH "compatibility-length" Error "compatibility is not 1 to 500 characters",
    METADATA_TYPE "metadata-type" Error "metadata is not a map",
    METADATA_VALUE "metadata-value" Warning "a value of metadata is not a string",
    TOOLS_FORM "tools-form" Info "allowed-tools is not one string separated by spaces",
    FIELD_TYPE "field-type" Error "a value is not of the type its key wants",
    UNKNOWN_KEY "unknown-key" Warning "a key that strict readers reject",
    MISSPELT_KEY "misspelt-key" Warning "a key that looks like a misspelling",
    // The body.
    BODY_EMPTY "body-empty" Warning "the instructions are empty",
    BODY_LINES "body-lines" Warning "the instructions have 500 lines or more",
    BODY_TOKENS "body-tokens" Warning "the instructions have 5,000 tokens or more",
    LINK_MISSING "link-missing" Warning "a link to a file that does not exist",
    LINK_DEEP "link-deep" Info "a link to a file more than one folder deep",
    LINK_OUTSIDE "link-outside" Warning "a link outside the skill's folder",
    LINK_BACKSLASH "link-backslash" Warning "a link with backslashes",
    // Tools.
    UNKNOWN_TOOL "unknown-tool" Error "a tool that is not in the library",
    TOOL_MENTION "tool-mention" Info "what may be a tool that is not in the library",
    TOOL_NOT_ENABLED "tool-not-enabled" Warning "the text mentions a tool the skill does not have",
    TOOL_UNMENTIONED "tool-unmentioned" Info "the skill has a tool its text never mentions",
    TOOL_NOT_LISTED "tool-not-listed" Warning "the skill is linked to a tool its file does not list",
    TOOL_NOT_LINKED "tool-not-linked" Warning "the file lists a tool the skill is not linked to",
    DUPLICATE_TOOL "duplicate-tool" Info "a tool is listed twice",
    // Lists of tools.
    TOOL_LIST "tool-list" Error "a list of tools that cannot be read whole",
    TOOL_NAME "tool-name" Error "a name that models reject",
    // What lies in the trash.
    REQUIRED_SKILL "required-skill" Error "a skill that this one requires is in the trash",
    REQUIRED_TOOL "required-tool" Error "a tool that this skill uses is in the trash",
    PINNED_VERSION "pinned-version" Error "the version of a tool that this skill is bound to no longer exists",
    // The list itself.
    MORE_FINDINGS "more-findings" Info "there are more problems than are listed",
    // What one client does with it.
    CLIENT_DROPPED "client-dropped" Error "a client drops the file",
    CLIENT_HIDDEN "client-hidden" Info "a client hides the skill from its model",
    CLIENT_IGNORES "client-ignores" Warning "a client ignores a key",
    CLIENT_CUT "client-cut" Warning "a client shows another description, or part of it",
    CLIENT_NAME "client-name" Info "a client lists the skill under another name",
    CLIENT_BODY "client-body" Warning "a client runs something in the instructions, or leaves it as it stands",
    FILE_NAME "file-name" Error "the skill file is not called SKILL.md, so no client finds it",
    CLIENT_FOLDER "client-folder" Warning "a client does not look in this folder",
    CLIENT_SHADOWED "client-shadowed" Warning "a client takes another skill of the same name",
    // The file `agents/openai.yaml`, as Codex reads it.
    OPENAI_YAML_SYNTAX "openai-yaml-syntax" Error "the file openai.yaml is not valid YAML",
    OPENAI_YAML_NOT_A_MAP "openai-yaml-not-a-map" Error "the file openai.yaml has no keys",
    OPENAI_YAML_TYPE "openai-yaml-type" Error "a value in openai.yaml has another type than Codex wants",
    OPENAI_YAML_PRODUCT "openai-yaml-product" Error "a product in openai.yaml that Codex does not know",
    OPENAI_YAML_KEY "openai-yaml-key" Warning "a key in openai.yaml that Codex does not know",
    OPENAI_YAML_TEXT "openai-yaml-text" Warning "a text in openai.yaml is empty, or longer than Codex takes",
    OPENAI_YAML_SHORT_DESCRIPTION "openai-yaml-short-description" Info "a short description of fewer or more characters than Codex asks for",
    OPENAI_YAML_COLOR "openai-yaml-color" Warning "a color in openai.yaml that Codex drops",
    OPENAI_YAML_ICON "openai-yaml-icon" Warning "the path of an icon in openai.yaml that Codex drops",
    OPENAI_YAML_ICON_MISSING "openai-yaml-icon-missing" Warning "an icon in openai.yaml that does not exist",
    OPENAI_YAML_PROMPT "openai-yaml-prompt" Warning "the prompt in openai.yaml does not name the skill",
    OPENAI_YAML_TOOL "openai-yaml-tool" Warning "a tool in openai.yaml that Codex drops or cannot install",
    // adk-rust.
    ADK_NOT_DISCOVERED "adk-not-discovered" Warning "adk does not search this folder",
    ADK_LIST "adk-list" Error "a string where adk expects a list, so it drops the skill",
    ADK_DROPPED "adk-dropped" Error "adk drops this file silently",
}

/// Codes that only some targets mind, each finding with those that do.
const OF_TARGETS: [&str; 17] = [
    FRONTMATTER_DASHES,
    YAML_FLOW,
    NAME_FORMAT,
    NAME_FOLDER,
    NAME_RESERVED,
    DESCRIPTION_LENGTH,
    DESCRIPTION_BRACKETS,
    COMPATIBILITY_LENGTH,
    METADATA_VALUE,
    TOOLS_FORM,
    UNKNOWN_KEY,
    BODY_LINES,
    BODY_TOKENS,
    LINK_DEEP,
    ADK_NOT_DISCOVERED,
    ADK_LIST,
    ADK_DROPPED,
];

/// Whether a code says what only some of the targets mind that a skill is written for or sent to; what one client does with
/// a skill is none of these.
pub fn is_of_targets(code: &str) -> bool {
    OF_TARGETS.contains(&code)
}

/// Why findings of a rule have to be mended by hand, where none of them has a fix.
pub fn by_hand(code: &str) -> &'static str {
    match code {
        UNKNOWN_KEY => "Some hosts read these keys, so moving them would change what those hosts do.",
        DESCRIPTION_MISSING | DESCRIPTION_LENGTH | DESCRIPTION_NO_WHEN | DESCRIPTION_SHORT | DESCRIPTION_BRACKETS
        | COMPATIBILITY_LENGTH | BODY_EMPTY => "Only the author of a skill can write this text.",
        BODY_LINES | BODY_TOKENS => "Only the author of a skill can decide what to move to another file.",
        NAME_RESERVED | NAME_DUPLICATE | CLIENT_SHADOWED | CLIENT_NAME => {
            "Only the author can decide which skill to rename, and what to call it."
        }
        LINK_MISSING | LINK_DEEP | LINK_OUTSIDE => {
            "Only the author can decide whether to change the text or to add or move the file."
        }
        UNKNOWN_TOOL | TOOL_MENTION | TOOL_NOT_ENABLED | TOOL_UNMENTIONED | REQUIRED_SKILL | REQUIRED_TOOL
        | PINNED_VERSION => "Only the author can decide whether to change the text or the tools.",
        CLIENT_DROPPED | CLIENT_HIDDEN | CLIENT_IGNORES | CLIENT_CUT | CLIENT_BODY | CLIENT_FOLDER => {
            "This is how the client works. It may be exactly what the skill needs."
        }
        _ => "The text doesn't say what was meant. Open the file and correct it.",
    }
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
