//! Why what a rule finds has to be mended by hand: a sentence for every rule, that is true wherever none of what it finds has a
//! fix.

use super::{
    ADK_DROPPED, ADK_LIST, ADK_NOT_DISCOVERED, ARCHIVE_LAYOUT, BODY_EMPTY, BODY_LINES, BODY_TOKENS, BYTE_ORDER_MARK,
    CLIENT_BODY, CLIENT_CUT, CLIENT_DROPPED, CLIENT_FOLDER, CLIENT_HIDDEN, CLIENT_IGNORES, CLIENT_NAME,
    CLIENT_SHADOWED, COMPATIBILITY_LENGTH, CONTROL_CHARACTER, CREDENTIAL, DESCRIPTION_BRACKETS, DESCRIPTION_LENGTH,
    DESCRIPTION_MISSING, DESCRIPTION_NO_WHEN, DESCRIPTION_SHORT, DUPLICATE_KEY, DUPLICATE_TOOL, ENCODING_INVALID,
    ENCODING_UTF16, FIELD_TYPE, FILE_NAME, FRONTMATTER_DASHES, FRONTMATTER_INDENTED, FRONTMATTER_LATE,
    FRONTMATTER_MISSING, FRONTMATTER_NOT_A_MAP, FRONTMATTER_UNTERMINATED, HIDDEN_CHARACTER, LINK_BACKSLASH, LINK_DEEP,
    LINK_MISSING, LINK_OUTSIDE, METADATA_TYPE, METADATA_VALUE, MISSPELT_KEY, MORE_FINDINGS, NAME_CASE, NAME_DUPLICATE,
    NAME_FOLDER, NAME_FORMAT, NAME_MISSING, NAME_RESERVED, OPENAI_YAML_COLOR, OPENAI_YAML_ICON,
    OPENAI_YAML_ICON_MISSING, OPENAI_YAML_KEY, OPENAI_YAML_NOT_A_MAP, OPENAI_YAML_PRODUCT, OPENAI_YAML_PROMPT,
    OPENAI_YAML_SHORT_DESCRIPTION, OPENAI_YAML_SYNTAX, OPENAI_YAML_TEXT, OPENAI_YAML_TOOL, OPENAI_YAML_TYPE,
    PARENT_SKILL, PINNED_VERSION, PLUGIN_MANIFEST, REQUIRED_SKILL, REQUIRED_TOOL, TOOL_LIST, TOOL_MENTION, TOOL_NAME,
    TOOL_NOT_ENABLED, TOOL_NOT_LINKED, TOOL_NOT_LISTED, TOOL_UNMENTIONED, TOOLS_FORM, UNKNOWN_KEY, UNKNOWN_TOOL,
    YAML_ANCHOR, YAML_BAD_ESCAPE, YAML_FLOW, YAML_MISSING_SPACE, YAML_RESERVED_START, YAML_SYNTAX, YAML_TAB,
    YAML_TEXT_AFTER_QUOTE, YAML_TOO_DEEP, YAML_TOO_LARGE, YAML_UNCLOSED_QUOTE, YAML_UNQUOTED_COLON,
};

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

/// Why findings of a rule have to be mended by hand, where none of them has a fix; none of what is no rule.
pub fn by_hand(code: &str) -> Option<&'static str> {
    Some(match code {
        ENCODING_INVALID => "Only the skill's author knows which characters the unreadable bytes stand for.",
        BYTE_ORDER_MARK | ENCODING_UTF16 => "The file has to be saved as UTF-8 without a byte order mark.",
        CONTROL_CHARACTER | HIDDEN_CHARACTER => "Only the skill's author knows whether the character belongs there.",
        CREDENTIAL => "Only the skill's author can revoke it and decide how the skill gets a new one.",
        FRONTMATTER_LATE => "Only the skill's author can decide where the text above the frontmatter belongs.",
        FRONTMATTER_UNTERMINATED | FRONTMATTER_INDENTED | FRONTMATTER_DASHES => ENDS_ANYWHERE,
        FRONTMATTER_NOT_A_MAP | OPENAI_YAML_NOT_A_MAP => NO_KEYS,
        YAML_SYNTAX
        | YAML_UNQUOTED_COLON
        | YAML_TEXT_AFTER_QUOTE
        | YAML_UNCLOSED_QUOTE
        | YAML_BAD_ESCAPE
        | YAML_RESERVED_START
        | YAML_TAB
        | YAML_MISSING_SPACE => READ_IN_MANY_WAYS,
        YAML_TOO_LARGE | YAML_TOO_DEEP => "Only the skill's author can decide what to leave out of the frontmatter.",
        YAML_ANCHOR => "Only the skill's author can decide what to write in place of an anchor, alias, or tag.",
        YAML_FLOW => "Nested and multi-line values can't be written one per line without changing what they say.",
        DUPLICATE_KEY => "Only the skill's author can decide which of the values to keep.",
        _ => return of_contents(code),
    })
}

/// What is said of rules about what a file says, once it can be read.
fn of_contents(code: &str) -> Option<&'static str> {
    Some(match code {
        FRONTMATTER_MISSING | NAME_MISSING => "Only the skill's author can name the skill and describe it.",
        NAME_FORMAT => {
            "The name can't be written with the letters a to z and digits, so its author has to choose another one."
        }
        NAME_FOLDER => "The folder's name isn't a valid skill name, so the folder has to be renamed on disk.",
        NAME_RESERVED | NAME_DUPLICATE | CLIENT_SHADOWED | CLIENT_NAME => AUTHORS_NAME,
        NAME_CASE => "Only the skill's author can decide which file or folder to rename.",
        DESCRIPTION_MISSING
        | DESCRIPTION_LENGTH
        | DESCRIPTION_NO_WHEN
        | DESCRIPTION_SHORT
        | DESCRIPTION_BRACKETS
        | COMPATIBILITY_LENGTH
        | BODY_EMPTY
        | OPENAI_YAML_TEXT
        | OPENAI_YAML_SHORT_DESCRIPTION => AUTHORS_TEXT,
        METADATA_TYPE => "Only the skill's author knows which keys the metadata should have.",
        METADATA_VALUE => "Lists and maps can't become text without changing what they say.",
        TOOLS_FORM => "Tools whose names contain spaces or commas can't be joined to one string.",
        FIELD_TYPE | MISSPELT_KEY | ADK_DROPPED | OPENAI_YAML_TYPE => AUTHORS_VALUE,
        UNKNOWN_KEY => "Some clients read these keys, so moving them would change how those clients behave.",
        ADK_LIST => "Only the skill's author knows where one item ends and the next begins.",
        ADK_NOT_DISCOVERED => "The skill's folder has to be renamed on disk.",
        BODY_LINES | BODY_TOKENS => "Only the skill's author can decide what to move to another file.",
        LINK_MISSING | LINK_DEEP | LINK_OUTSIDE | LINK_BACKSLASH | OPENAI_YAML_ICON | OPENAI_YAML_ICON_MISSING => {
            AUTHORS_FILES
        }
        UNKNOWN_TOOL | TOOL_MENTION | TOOL_NOT_ENABLED | TOOL_UNMENTIONED | TOOL_NOT_LISTED | TOOL_NOT_LINKED
        | DUPLICATE_TOOL | REQUIRED_SKILL | REQUIRED_TOOL | PINNED_VERSION => AUTHORS_TOOLS,
        PARENT_SKILL => "Only the skill's author can decide whether to restore the parent or to choose another one.",
        TOOL_LIST => "The list has to be fixed where it was made: it is read here and never written.",
        TOOL_NAME => "Only the tool's author can rename it, since skills and models call it by its name.",
        PLUGIN_MANIFEST => "Only the plugin's author knows what the manifest should say.",
        ARCHIVE_LAYOUT => "The archive has to be made anew. Exporting the skill again makes one that uploads accept.",
        MORE_FINDINGS => "The others are listed once these are fixed.",
        FILE_NAME => "The file has to be renamed to SKILL.md on disk.",
        CLIENT_DROPPED | CLIENT_HIDDEN | CLIENT_IGNORES | CLIENT_CUT | CLIENT_BODY | CLIENT_FOLDER => CLIENTS_WAY,
        OPENAI_YAML_SYNTAX | OPENAI_YAML_PRODUCT | OPENAI_YAML_KEY | OPENAI_YAML_COLOR | OPENAI_YAML_PROMPT
        | OPENAI_YAML_TOOL => IN_EDITOR,
        _ => return None,
    })
}
