//! What the clients among the targets do with a skill: who drops it, hides it, cuts it, or does not heed what it says.

use studio_model::{STANDARD_DESCRIPTION, STANDARD_NAME};

use super::{Linter, body::Scan, code};
use crate::{
    Finding, Severity, Span, Target,
    clients::{ClientFacts, SameName, facts},
};

/// Characters of a description a client shows at most.
const fn most_shown(client: Target) -> Option<usize> {
    match client {
        Target::ClaudeCode => Some(1_535),
        Target::Codex => Some(1_024),
        Target::Kimi => Some(250),
        _ => None,
    }
}

/// Keys that some clients heed and others do not, with those that do.
const KEYS: [(&str, &[Target]); 6] = [
    ("disable-model-invocation", &[Target::ClaudeCode, Target::Copilot, Target::Qwen, Target::Pi, Target::Kimi]),
    ("when_to_use", &[Target::ClaudeCode, Target::Qwen, Target::Kimi]),
    ("paths", &[Target::ClaudeCode, Target::Qwen]),
    ("context", &[Target::ClaudeCode]),
    ("effort", &[Target::ClaudeCode]),
    ("model", &[Target::ClaudeCode, Target::Qwen]),
];

/// What clients fill in when they load a body, with those that do.
const FILLED: [(&str, &[Target]); 2] =
    [("$ARGUMENTS", &[Target::ClaudeCode, Target::Kimi]), ("${CLAUDE_SKILL_DIR}", &[Target::ClaudeCode])];

/// Judges a document for each client among the targets.
pub(super) fn check(linter: &mut Linter<'_>, scan: &Scan) {
    for client in Target::CLIENTS {
        let Some(facts) = facts(client).filter(|_| linter.has(client)) else { continue };
        check_dropped(linter, client, &facts);
        check_keys(linter, client, &facts);
        check_description(linter, client, &facts);
        check_name(linter, client, &facts);
        check_body(linter, client, &facts, scan);
    }
}

/// What clients make of problems in the bytes of a file, which a document does not know of.
pub fn of_bytes(findings: &[Finding], targets: &[Target]) -> Vec<Finding> {
    let drops = [Target::Codex, Target::Gemini, Target::Pi];
    let mark = findings.iter().find(|finding| finding.code == code::BYTE_ORDER_MARK);
    let dropped = |client: &Target| {
        let (mark, facts) = (mark?, facts(*client)?);
        let message = format!("{} drops the skill because its file starts with a byte order mark.", facts.label);
        Some(code::finding(code::CLIENT_DROPPED, mark.span, message).with_target(*client))
    };
    targets.iter().filter(|target| drops.contains(target)).filter_map(dropped).collect()
}

/// Problems of the frontmatter for which a client drops the whole file.
fn check_dropped(linter: &mut Linter<'_>, client: Target, facts: &ClientFacts) {
    let document = linter.document;
    let is_yaml = |code: &str| code.starts_with("yaml-") || code.starts_with("frontmatter-");
    let drops_for = |finding: &Finding| match client {
        _ if finding.severity != Severity::Error => None,
        Target::ClaudeCode | Target::Gemini | Target::Qwen => None,
        _ if finding.code == code::DUPLICATE_KEY => Some("a key appears twice"),
        Target::Codex | Target::Opencode if finding.code == code::YAML_UNQUOTED_COLON => None,
        _ if finding.code == code::YAML_UNQUOTED_COLON => Some("a value with a colon is not quoted"),
        _ if matches!(finding.code, code::FRONTMATTER_MISSING | code::FRONTMATTER_LATE) => {
            Some("its file does not begin with frontmatter")
        }
        Target::Kimi if finding.code == code::FRONTMATTER_INDENTED => None,
        _ if is_yaml(finding.code) => Some("its frontmatter is not valid YAML"),
        _ => None,
    };
    let found = document.findings().iter().find_map(|finding| Some((finding.span, drops_for(finding)?)));
    if let Some((span, why)) = found {
        return drop_it(linter, client, facts, span, why);
    }
    let place = document.frontmatter_span().unwrap_or_default();
    let is_empty = |text: Option<&str>| text.is_none_or(|text| text.trim().is_empty());
    if is_empty(document.description()) && matches!(client, Target::Codex | Target::Gemini | Target::Kimi) {
        drop_it(linter, client, facts, place, "it has no description");
    }
    if is_empty(document.name()) && matches!(client, Target::Gemini | Target::Kimi) {
        drop_it(linter, client, facts, place, "it has no name");
    }
    let field = |key: &str| document.field(key).map_or(place, |field| field.value.span);
    let is_longer = |text: Option<&str>, most: usize| text.is_some_and(|text| text.chars().nth(most).is_some());
    if is_longer(document.name(), STANDARD_NAME) && matches!(client, Target::Codex | Target::Copilot) {
        drop_it(linter, client, facts, field("name"), "its name has more than 64 characters");
    }
    if is_longer(document.description(), STANDARD_DESCRIPTION) && client == Target::Copilot {
        drop_it(linter, client, facts, field("description"), "its description has more than 1,024 characters");
    }
}

fn drop_it(linter: &mut Linter<'_>, client: Target, facts: &ClientFacts, span: Span, why: &str) {
    let message = format!("{} drops the skill because {why}.", facts.label);
    linter.push(code::finding(code::CLIENT_DROPPED, span, message).with_target(client));
}

/// Keys by which a skill is hidden, and those a client passes over.
fn check_keys(linter: &mut Linter<'_>, client: Target, facts: &ClientFacts) {
    let (document, label) = (linter.document, facts.label);
    for (key, heeded_by) in KEYS {
        let Some(field) = document.field(key) else { continue };
        let is_set = match key {
            "disable-model-invocation" => document.is_for_users_only(),
            "paths" => document.waits_for_paths(),
            _ => !field.value.is_null(),
        };
        if !is_set {
            continue;
        }
        let is_heeded = heeded_by.contains(&client);
        let (code, message) = match key {
            "disable-model-invocation" if is_heeded => {
                (code::CLIENT_HIDDEN, format!("{label} hides the skill from its model: only people can call it."))
            }
            "paths" if is_heeded => {
                (code::CLIENT_HIDDEN, format!("{label} hides the skill until a file that fits `paths` was read."))
            }
            "disable-model-invocation" => {
                (code::CLIENT_IGNORES, format!("{label} ignores `{key}`: its model may use the skill by itself."))
            }
            "paths" => (code::CLIENT_IGNORES, format!("{label} ignores `{key}`: the skill is always listed.")),
            "when_to_use" if !is_heeded => (
                code::CLIENT_IGNORES,
                format!("{label} ignores `{key}`. Say in the description when to use the skill."),
            ),
            _ if !is_heeded => (code::CLIENT_IGNORES, format!("{label} ignores `{key}`.")),
            _ => continue,
        };
        linter.push(code::finding(code, field.key_span, message).about(key).with_target(client));
    }
}

fn check_description(linter: &mut Linter<'_>, client: Target, facts: &ClientFacts) {
    let (document, label) = (linter.document, facts.label);
    let Some((description, field)) = document.description().zip(document.field("description")) else {
        if client == Target::ClaudeCode && document.frontmatter_span().is_some() {
            let message = format!("{label} shows the first line of the instructions as the description.");
            let span = document.frontmatter_span().unwrap_or_default();
            linter.push(code::finding(code::CLIENT_CUT, span, message).with_target(client));
        }
        return;
    };
    let span = field.value.span;
    // Claude Code puts both into one entry.
    let when = document.when_to_use().filter(|when| client == Target::ClaudeCode && !when.trim().is_empty());
    let length = description.chars().count() + when.map_or(0, |when| " - ".len() + when.chars().count());
    if let Some(most) = most_shown(client).filter(|most| length > *most) {
        let message = format!("{label} shows the first {most} characters of {length}. Shorten the description.");
        linter.push(code::finding(code::CLIENT_CUT, span, message).with_target(client));
    }
}

fn check_name(linter: &mut Linter<'_>, client: Target, facts: &ClientFacts) {
    let (document, label) = (linter.document, facts.label);
    let (Some(name), Some(field)) = (document.name(), document.field("name")) else { return };
    let span = field.value.span;
    let folder = linter.context.folder.filter(|folder| *folder != name);
    let found = match (client, folder) {
        (Target::ClaudeCode, Some(folder)) => Some((
            code::CLIENT_NAME,
            format!("{label} lists the skill as `{folder} ({name})`, since its folder has another name."),
        )),
        (Target::Qwen, Some(folder)) => Some((
            code::CLIENT_DROPPED,
            format!("{label} drops the skill because its folder `{folder}` has another name."),
        )),
        (Target::Copilot, _) if name.contains(' ') => {
            Some((code::CLIENT_NAME, format!("{label} lists the skill as `{}`.", name.replace(' ', "-"))))
        }
        _ => None,
    };
    if let Some((code, message)) = found {
        linter.push(code::finding(code, span, message).with_target(client));
    }
}

/// What one client fills in or runs stands as it is in others.
fn check_body(linter: &mut Linter<'_>, client: Target, facts: &ClientFacts, scan: &Scan) {
    let (document, label) = (linter.document, facts.label);
    let (body, text) = (document.body_span(), document.text());
    // A command in its own marks is run by this one alone.
    if client == Target::ClaudeCode {
        let is_run = |span: &&Span| text[..span.start].trim_end_matches('`').ends_with('!');
        if let Some(span) = scan.code_spans.iter().find(is_run) {
            let message =
                format!("{label} runs this command each time the skill is loaded, before its model reads it.");
            linter.push(code::finding(code::CLIENT_BODY, *span, message).with_target(client));
        }
    }
    for (word, filled_by) in FILLED {
        if filled_by.contains(&client) {
            continue;
        }
        if let Some(at) = body.of(text).find(word) {
            let start = body.start + at;
            let message = format!("{label} does not fill in `{word}`: its model reads it as it stands.");
            let span = Span::new(start, start + word.len());
            linter.push(code::finding(code::CLIENT_BODY, span, message).about(word).with_target(client));
        }
    }
}

/// What is said of a skill that `agents/openai.yaml` keeps from Codex's model.
pub fn hidden_in_codex(document: &crate::SkillDocument) -> Finding {
    let message = "Codex hides the skill from its model: `allow_implicit_invocation` is false in `agents/openai.yaml`. Only \
                   people can call it.";
    code::finding(code::CLIENT_HIDDEN, of_name(document), message.to_owned())
        .about(crate::openai_yaml::OPENAI_YAML)
        .with_target(Target::Codex)
}

/// What is said of a skill that lies where a client does not find it.
pub fn not_found_by(document: &crate::SkillDocument, client: Target, why: String) -> Finding {
    code::finding(code::CLIENT_FOLDER, of_name(document), why).with_target(client)
}

/// What is said of a skill in whose place a client takes another one, which lies at `other`; none where it takes this one,
/// or both. `is_users` and `is_other_users` tell who lies in the user's home folder.
pub fn shadowed_by(
    document: &crate::SkillDocument,
    client: Target,
    is_users: bool,
    (other, is_other_users): (&str, bool),
) -> Option<Finding> {
    let ClientFacts { label, same_name, .. } = facts(client)?;
    let whose = |is_users| if is_users { "the user’s" } else { "the project’s" };
    let (is_first, is_other_first) = match same_name {
        SameName::User => (is_users, is_other_users),
        SameName::Project => (!is_users, !is_other_users),
        SameName::All => return None,
        SameName::Last | SameName::Random => (false, false),
    };
    let message = match same_name {
        SameName::Random => {
            format!("{label} takes this skill or the one of the same name at {other}; which one can't be told.")
        }
        SameName::Last => {
            format!("{label} takes this skill or the one of the same name at {other}: the one it reads last.")
        }
        _ if is_other_first && !is_first => {
            format!("{label} takes {} skill of the same name instead, at {other}.", whose(is_other_users))
        }
        _ => return None,
    };
    Some(code::finding(code::CLIENT_SHADOWED, of_name(document), message).with_target(client))
}

fn of_name(document: &crate::SkillDocument) -> Span {
    document.field("name").map_or_else(|| document.body_span(), |field| field.value.span)
}
