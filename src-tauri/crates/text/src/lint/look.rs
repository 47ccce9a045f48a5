//! How a name in backticks is written, and what that says of it: the name of something that is done, or of a piece of data.
//!
//! The words were chosen by measuring on real skills.

use super::usage::{Usage, is_among};
use crate::{Severity, Span};

/// Names of files end so, and names of tools of a server do not.
const FILE_ENDINGS: &str = "\
    bat conf config cs css csv env gradle html ini java js json lock log md mod net png properties ps1 py sh sql tf \
    toml ts txt xml yml";

/// A name of several words that ends so is a piece of data, unless it begins with what is done to it.
const DATA: &str = "\
    amount args at behavior budget bytes code column count date delay depth details dir enabled event events field \
    fields file files flag format hash header headers host id ids index interval key keys kind kinds kwargs level limit \
    locale mapping mappings mode ms name names number order params password path paths policy port precision prefix \
    private pw rate ratio reason ref region retries seconds selector sequence sequences size strategy suffix target \
    threshold time timeout token tokens ttl type types url urls value values version weight";

/// Data which tools do much to: any deed before it makes a tool's name.
const OBJECTS: &str = "code event events file files host";

/// What is done to any other piece of data; other deeds make a field's name with it, as in `run_id` and `stop_reason`.
const GETTERS: &str = "describe fetch find generate get list lookup resolve set validate";

/// What a tool does, as the first word of its name. Words that as often begin a field's name are left out.
const DEEDS: &str = "\
    activate add analyze annotate append apply approve archive arrange ask assign attach authenticate book browse build \
    calculate call cancel capture check classify clear click clone close collect compare compile compute confirm connect \
    convert copy create crawl delete deliver deploy describe detect discover dispatch download draft draw edit enrich \
    enqueue estimate evaluate execute export extract fetch find fold forecast forward gather generate geocode get identify \
    import index ingest insert inspect install invite invoke issue kill launch list locate lookup make measure modify \
    move navigate notify open pack parse pay pick ping predict press print promote propose provision publish purchase \
    query read recall recommend refresh refund register reject reload remember remove rename reply reschedule reserve \
    resolve restart restore resubmit retrieve revoke ring rotate run save scan scrape search select send set ship show \
    simulate submit subscribe suggest summarize take track transcribe transfer translate trigger undo unlock update \
    upload upsert validate verify weigh wrap write";

/// What a tool does, as the last word of its name.
const LAST_DEEDS: &str = "\
    ask create delete edit exec execute fetch find get grep insert list lookup query read remove retrieve search send \
    update upload write";

/// A name that begins so tells a state or an occasion, however it ends.
const STATES: &str = "\
    after allow allowed auto before can default disable enable enabled force has is last max min next no not on pre post \
    skip total use with";

/// A name that ends so tells how something is done.
const RELATIONS: &str = "all at by of on only";

/// Behind `mcp_`: no server's name.
const OF_PROTOCOL: &str = "client clients config request response server servers tool tools toolset";

/// How a name is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Look {
    /// `snake_case`: as tools are mostly called.
    Snake,
    /// `camelCase`: as functions and fields are called too.
    Camel,
    /// `mcp__server__tool`: as nothing else is called.
    Remote,
    /// `server.tool`, which can be a field of an object.
    Dotted,
    /// `PascalCase`: as types and functions are mostly called.
    Pascal,
    /// Any other identifier: a word, or `kebab-case`.
    Other,
}

impl Look {
    pub(super) fn of(name: &str) -> Option<Self> {
        let bytes = name.as_bytes();
        let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.');
        if !bytes.first()?.is_ascii_alphabetic() || !bytes.iter().all(is_part) || !(4..=128).contains(&bytes.len()) {
            return None;
        }
        if is_dated(name) {
            return Some(Self::Other);
        }
        if name.starts_with("mcp_") {
            return Some(if is_remote(name) { Self::Remote } else { Self::Other });
        }
        if name.contains('.') {
            return is_dotted(name).then_some(Self::Dotted);
        }
        let starts_low = bytes[0].is_ascii_lowercase() && !name.contains('-');
        let has_capitals = bytes.iter().any(u8::is_ascii_uppercase);
        match (starts_low, name.trim_end_matches('_').contains('_'), has_capitals) {
            (true, true, false) => Some(Self::Snake),
            (true, false, true) => Some(Self::Camel),
            (false, false, true) if !name.contains('-') => Some(Self::Pascal),
            _ => Some(Self::Other),
        }
    }

    /// How bad it is that no tool has a name which a sentence uses so; none where something else is meant by it.
    pub(super) fn severity(self, usage: Usage, name: &str) -> Option<Severity> {
        match (self, usage) {
            (Self::Remote, Usage::Used | Usage::Called)
            | (Self::Remote | Self::Snake, Usage::NamedTool | Usage::CalledTool) => Some(Severity::Warning),
            (Self::Snake, Usage::Called) if is_deed(name) || !is_data(name) => Some(Severity::Warning),
            (Self::Snake, Usage::Used) if is_deed(name) && !is_data(name) => Some(Severity::Info),
            (Self::Camel | Self::Dotted, Usage::NamedTool | Usage::CalledTool) => Some(Severity::Info),
            (Self::Pascal, Usage::NamedTool | Usage::CalledTool) if is_deed(name) => Some(Severity::Info),
            _ => None,
        }
    }
}

/// `web_search_20250305`: a type of an interface, in the version of a day.
fn is_dated(name: &str) -> bool {
    let day = name.rsplit_once('_').map(|(_, day)| day);
    day.is_some_and(|day| day.len() == 8 && day.starts_with("20") && day.bytes().all(|byte| byte.is_ascii_digit()))
}

/// `mcp__server__tool`, or `mcp_server_tool` as some clients write it.
fn is_remote(name: &str) -> bool {
    if let Some(rest) = name.strip_prefix("mcp__") {
        return rest.split_once("__").is_some_and(|(server, tool)| !server.is_empty() && !tool.is_empty());
    }
    let parts = name.strip_prefix("mcp_").and_then(|rest| rest.split_once('_'));
    parts.is_some_and(|(server, tool)| !is_among(server, OF_PROTOCOL) && (tool.contains('-') || is_deed(tool)))
}

/// `server.tool`, and no file.
fn is_dotted(name: &str) -> bool {
    let Some((server, tool)) = name.split_once('.') else { return false };
    let is_low = |part: &str| part.starts_with(|first: char| first.is_ascii_lowercase()) && !part.contains('.');
    is_low(server) && is_low(tool) && !is_among(tool, FILE_ENDINGS)
}

/// Whether a name of several words tells something that is done.
pub(super) fn is_deed(name: &str) -> bool {
    let Some((first, last)) = ends(name) else { return false };
    if is_among(&first, STATES) {
        return false;
    }
    is_among(&last, LAST_DEEDS) || (is_among(&first, DEEDS) && !is_among(&last, RELATIONS))
}

/// Whether a name of several words is that of a piece of data.
fn is_data(name: &str) -> bool {
    let Some((first, last)) = ends(name) else { return false };
    is_among(&last, DATA) && !is_among(&first, if is_among(&last, OBJECTS) { DEEDS } else { GETTERS })
}

/// The first and the last of several words, in lower case.
fn ends(name: &str) -> Option<(String, String)> {
    let name = name.trim_matches('_');
    let is_capital = |character: char| character.is_ascii_uppercase();
    let (first, last) = if name.contains('_') {
        (name.split('_').next()?, name.rsplit('_').next()?)
    } else {
        let second = name.get(1..)?.find(is_capital)? + 1;
        (&name[..second], &name[name.rfind(is_capital)?..])
    };
    Some((first.to_ascii_lowercase(), last.to_ascii_lowercase()))
}

/// A name in backticks.
#[derive(Clone, Copy)]
pub(super) struct Mention<'a> {
    pub(super) name: &'a str,
    pub(super) span: Span,
    pub(super) look: Look,
    /// Whether arguments in parentheses follow within the backticks.
    pub(super) has_arguments: bool,
}

impl<'a> Mention<'a> {
    pub(super) fn of(text: &'a str, code: Span) -> Option<Self> {
        let written = code.of(text);
        let name = match written.split_once('(') {
            Some((name, rest)) if rest.ends_with(')') => name,
            _ => written,
        };
        let span = Span::new(code.start, code.start + name.len());
        Some(Self { name, span, look: Look::of(name)?, has_arguments: name.len() < written.len() })
    }
}

#[cfg(test)]
mod tests {
    use super::{Look, is_data, is_deed};

    #[test]
    fn names_are_told_by_how_they_are_written() {
        for (name, look) in [
            ("mcp__shop__pay", Some(Look::Remote)),
            ("mcp_shop_query-stock", Some(Look::Remote)),
            ("mcp_shop_create_order", Some(Look::Remote)),
            ("mcp_auth_token", Some(Look::Other)),
            ("mcp_server_create_all", Some(Look::Other)),
            ("mcp__shop", Some(Look::Other)),
            ("send_mail", Some(Look::Snake)),
            ("sendMail", Some(Look::Camel)),
            ("SendMail", Some(Look::Pascal)),
            ("SEND_MAIL", Some(Look::Other)),
            ("shop.refund", Some(Look::Dotted)),
            ("send-mail", Some(Look::Other)),
            ("web_search_20250305", Some(Look::Other)),
            ("read_page_2", Some(Look::Snake)),
            ("data.json", None),
            ("shop:refund", None),
        ] {
            assert_eq!(Look::of(name), look, "{name}");
        }
    }

    #[test]
    fn deeds_are_told_from_data() {
        for name in ["send_mail", "issue_read", "get_order_id", "search_code", "SendMessage", "URLFetch"] {
            assert!(is_deed(name) && !is_data(name), "{name}");
        }
        for name in ["budget_tokens", "tool_choice", "stop_details", "for_each", "group_by", "use_search", "PowerShell"]
        {
            assert!(!is_deed(name), "{name}");
        }
        for name in ["run_id", "update_time", "search_depth", "export_format", "read_timeout"] {
            assert!(is_data(name), "{name}");
        }
    }
}
