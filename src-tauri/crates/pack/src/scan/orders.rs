//! Words that turn a model against who it works for: more of what `phrases` looks for, by what is meant rather than by the
//! best-known words.

use std::ops::Range;

use studio_text::Severity;

use super::{
    Rule,
    pattern::{has, patterns},
    phrase::{OVERRIDES, Phrase, SECRECY, SENDS, UNLOCKS},
    sense::{Context, floor},
};

const ASKS: &str = "This asks the user for credentials and passes them on. Remove it, or let the user sign in where they \
    always do.";

/// How far around a place somebody says where what was asked for goes.
const AROUND: usize = 500;

pub(super) const PHRASES: [Phrase; 8] = [
    Phrase {
        rule: Rule::Injection,
        severity: Severity::Warning,
        pattern: r"\b(?:earlier|previous|prior|former|existing|all other)\s+(?:rules|instructions|guidelines|restrictions|policies)\b[^.\n]{0,60}\b(?:(?:are|is|become)\s+(?:now\s+|hereby\s+)?(?:void|obsolete|cancell?ed|superseded|outdated|invalid|suspended|lifted|overridden)|no longer apply|don['’]t apply|do not apply)\b",
        message: OVERRIDES,
        means: |context, place| !context.is_quoted(place) && !context.is_shown(place),
    },
    Phrase {
        rule: Rule::Injection,
        severity: Severity::Warning,
        pattern: r"\b(?:overrides?|supersedes?|replaces?)\s+(?:all|any|every)\s+(?:of\s+)?(?:the\s+|your\s+)?(?:(?:other|previous|prior|earlier|existing)\s+)?(?:skills|instructions|rules|prompts|guidelines)\b",
        message: OVERRIDES,
        means: is_over_all,
    },
    Phrase {
        rule: Rule::Injection,
        severity: Severity::Warning,
        pattern: r"\b(?:do not|don['’]t|never|must not)\s+(?:ever\s+)?(?:mention|reveal|disclose|repeat|report|admit)\s+(?:this|these|it|them|that|any of (?:this|it)|the (?:step|change|call|command|request|file|note)s?)\b[^.\n]{0,30}\bto\s+(?:the\s+|your\s+)?(?:user|human|person|people|owner|author|reviewer|team|anyone|anybody)s?\b",
        message: SECRECY,
        means: |context, place| !context.is_conditional(place.end) && context.is_order(place),
    },
    Phrase {
        rule: Rule::Injection,
        severity: Severity::Warning,
        pattern: r"\b(?:leave|keep)\s+(?:this|it|them|that|these)\s+(?:step\s+)?(?:out of|from)\s+(?:the|your|any)\s+(?:summary|summaries|report|log|logs|answer|reply|transcript|user|history)\b|\b(?:user|person|human|reader|owner)s?\s+(?:need|needs|must|should)\s*(?:not|n['’]t)\s+(?:need to\s+)?(?:know|find out|learn)\s*(?:of|about)?\s*(?:this|it|that|[.!,;])|\b(?:there is |there['’]s )no need to (?:tell|mention|say|inform)\b[^.\n]{0,60}\b(?:deleted|removed|sent|changed|user|copied|uploaded)",
        message: SECRECY,
        means: |context, place| context.is_order(place),
    },
    Phrase {
        rule: Rule::Injection,
        severity: Severity::Warning,
        pattern: r"\b(?:ask|prompt|request|collect)\b[^.\n]{0,100}(?:\b(?:account|login|e-?mail|bank\w*|cloud|master|root|admin\w*|sudo|google|github|microsoft|windows|keychain|wallet|system|computer)\s+(?:account\s+)?pass(?:word|phrase|code)s?\b|\bpassphrase\b|\b(?:two[- ]factor|2fa|mfa|otp|one[- ]time|six[- ]digit|6[- ]digit|authenticator|recovery|seed|backup)\s+(?:\w+\s+)?(?:codes?|phrases?|passwords?|words)\b|\bprivate keys?\b|\b(?:card number|cvv|cvc|social security number|passwords?|api keys?|credentials|access tokens?)\b)",
        message: ASKS,
        means: passes_credentials_on,
    },
    Phrase {
        rule: Rule::Persistence,
        severity: Severity::Warning,
        pattern: r"\b(?:set|change|add|put|edit|switch|turn|enable|start|run|restart|launch|write|append)\b[^.\n]{0,100}(?:\bbypassPermissions\b|--dangerously-skip-permissions\b|--dangerously-bypass-approvals-and-sandbox\b|\bdanger-full-access\b|--yolo\b|\bBash\(\*\)|\benableAllProjectMcpServers\b)|\b(?:edit|empty|clear|disable|delete|switch off|turn off)\s+(?:the\s+|your\s+|all\s+)?(?:deny list|permission prompts?|safety (?:checks?|rules)|guardrails)\b",
        message: UNLOCKS,
        means: is_unlocked,
    },
    Phrase {
        rule: Rule::Injection,
        severity: Severity::Warning,
        pattern: r"\b(?:do not|don['’]t|never)\s+ask\s+(?:the user\s+)?for\s+(?:confirmation|permission|approval|consent)\b[^.\n]{0,60}\b(?:whatever|anything|including|even|delet\w+|pay\w*|publish\w*)\b",
        message: UNLOCKS,
        means: |context, place| context.is_order(place),
    },
    Phrase {
        rule: Rule::Exfiltration,
        severity: Severity::Warning,
        pattern: r"\b(?:send|post|upload|forward|submit|transmit)\b[^\n]{0,80}(?:~/\.(?:ssh|aws|netrc|npmrc|gnupg|kube|config/g)|\.env\b|\bprintenv\b|\.netrc\b|\bid_(?:rsa|ed25519)\b|\benvironment variables\b)[^\n]{0,120}\bhttps?://[\w.]",
        message: SENDS,
        means: |context, place| context.is_order(place) && context.is_command(place),
    },
];

patterns! {
    // Whose word stands above others' by right.
    BY_RIGHT = r"(?i)\b(?:user|human|person|project|team|explicit|direct|CLAUDE\.md|AGENTS\.md|config\w*|settings?|flags?|options?|arguments?)\b";
    // That only those of some place are meant.
    OF_SOME = r"(?i)^\s+(?:found|in|from|that|which|within|inside|given|embedded|contained|on|you)\b";
    // Where what was asked for goes, or what is said of why.
    PASSED_ON = r"(?i)\b(?:send|post|submit|forward|upload|transmit|report)\b[^.\n]{0,80}(?:https?://|\b(?:service|server|endpoint|api|webhook|address)\b)|\b(?:POST|PUT|curl|wget)\b[^\n]{0,40}https?://|\b(?:say|claim|pretend)\s+(?:that\s+)?(?:it|this|support)\b";
    // Where nothing can be lost.
    CONTAINED = r"(?i)\b(?:only|container\w*|docker|devcontainer|sandbox(?:ed)?|throw-?away|isolated|\bVMs?\b|virtual machine|CI)\b";
}

fn around<'a>(context: &Context<'a>, place: &Range<usize>) -> (&'a str, &'a str) {
    let from = floor(context.text, place.start.saturating_sub(AROUND / 4));
    let to = floor(context.text, place.end + AROUND);
    (&context.text[from..place.start], &context.text[place.start..to])
}

fn is_over_all(context: &Context<'_>, place: &Range<usize>) -> bool {
    let (before, _) = around(context, place);
    let clause = before.rsplit(['.', '\n', ';']).next().unwrap_or_default();
    !has(&BY_RIGHT, clause)
        && !has(&OF_SOME, context.after(place.end))
        && !context.is_quoted(place)
        && !context.is_shown(place)
        && !context.is_about_attacks(place)
}

fn passes_credentials_on(context: &Context<'_>, place: &Range<usize>) -> bool {
    let (_, after) = around(context, place);
    has(&PASSED_ON, after) && context.is_order(place) && !context.is_about_attacks(place)
}

/// Whether an agent is to do without its limits on the person's own computer.
fn is_unlocked(context: &Context<'_>, place: &Range<usize>) -> bool {
    let sentence =
        format!("{}{}{}", context.line_with(place.start).1, &context.text[place.clone()], context.after(place.end));
    !has(&CONTAINED, &sentence) && context.is_order(place) && context.is_command(place)
}
