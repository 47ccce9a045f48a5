//! Words and commands that are known to do harm, line by line. Patterns are matched in time linear in the text, whatever
//! is in it.

use std::sync::LazyLock;

use regex::{Regex, RegexBuilder};
use studio_text::Severity;

use super::{Hit, Rule};

/// One pattern with what is said of it.
struct Phrase {
    rule: Rule,
    severity: Severity,
    pattern: &'static str,
    message: &'static str,
}

const OVERRIDES: &str = "This tells a model to set its other instructions aside. Skills add to what a model is told; \
    remove this unless it is an example.";
const SECRECY: &str = "This tells a model to keep something from its user. Remove it, or let the user know.";
const MARKUP: &str = "This is what separates a system's words from a user's in a prompt. In a skill it pretends to be \
    the system. Remove it unless it is an example.";
const RUNS: &str = "This runs what it fetches, whatever that is by then. Fetch it, check it against a known digest, then \
    run it.";
const SENDS: &str = "This sends what is on the user's computer elsewhere. Remove it, or ask the user first and say where \
    it goes.";
const COLLECTS: &str = "This address belongs to a service that records whatever is sent to it. Remove it unless it is an \
    example.";

/// What reads keys, passwords and settings.
macro_rules! sensitive {
    () => {
        r#"(?:~|\$home|\$\{home\}|/home/[\w.-]+|/root)?/?\.(?:ssh/|aws/credentials|netrc|gnupg/|kube/config|docker/config\.json|npmrc|pypirc|git-credentials)|/etc/(?:passwd|shadow)\b|\bid_(?:rsa|ed25519)\b(?:[^.]|$)"#
    };
}

const PHRASES: [Phrase; 13] = [
    Phrase {
        rule: Rule::Injection,
        severity: Severity::Warning,
        pattern: r"\b(?:ignore|disregard|forget|override|bypass)\s+(?:(?:all|any|every|the|your|my|of|these|those)\s+){0,3}(?:previous|prior|earlier|preceding|above|existing|other|system|safety|original)\s+(?:\w+\s+){0,2}(?:instructions?|prompts?|rules?|guidelines?|directives?|restrictions?|constraints?|messages?)",
        message: OVERRIDES,
    },
    Phrase {
        rule: Rule::Injection,
        severity: Severity::Warning,
        pattern: r"\byou are now (?:dan\b|jailbroken|unrestricted|in (?:developer|god|admin|jailbreak) mode)|\b(?:reveal|print|repeat|output|leak|disclose)\s+(?:(?:all|the|of|me)\s+){0,2}(?:your|the) (?:(?:full|entire|hidden|secret|original)\s+){0,2}system prompt",
        message: OVERRIDES,
    },
    Phrase {
        rule: Rule::Injection,
        severity: Severity::Warning,
        pattern: r"\b(?:do not|don['’]t|never|must not|without)\s+(?:ever\s+)?(?:tell|inform|alert|notify|warn|telling|informing|alerting|notifying|warning)\s+(?:the\s+|your\s+)?(?:user|human|operator|owner|victim)s?\b|\b(?:hide|conceal)\s+(?:this|it|these|that|the (?:fact|action|command|step|output)s?)\s+from\s+(?:the\s+|your\s+)?(?:user|human|operator)s?\b",
        message: SECRECY,
    },
    Phrase {
        rule: Rule::Injection,
        severity: Severity::Warning,
        pattern: r"<\|(?:im_start|im_end|system|endoftext|start_header_id)\|>|<<SYS>>|\[/?INST\]",
        message: MARKUP,
    },
    Phrase {
        rule: Rule::RemoteCode,
        severity: Severity::Warning,
        pattern: r"\b(?:curl|wget|iwr|irm|invoke-webrequest|invoke-restmethod)\b[^\n|;`]*\|\s*(?:sudo\s+(?:-\w+\s+)*)?(?:env\s+)?(?:/(?:usr/)?bin/)?(?:(?:ba|z|da|k|fi)?sh|python[\d.]*|node|perl|ruby|php|iex|invoke-expression)\b",
        message: RUNS,
    },
    Phrase {
        rule: Rule::RemoteCode,
        severity: Severity::Warning,
        pattern: r#"\b(?:ba|z|da|k)?sh\s+(?:-\w+\s+)*(?:<\(|"?\$\(|"?`)\s*(?:curl|wget)\b|\b(?:eval|source|\.)\s+(?:<\(|"?\$\(|"?`)\s*(?:curl|wget)\b|\biex\b[^\n]*(?:downloadstring|invoke-webrequest|\biwr\b|\birm\b)|downloadstring\([^\n]*\|\s*iex\b"#,
        message: RUNS,
    },
    Phrase {
        rule: Rule::RemoteCode,
        severity: Severity::Warning,
        pattern: r"\bbase64\s+(?:-d|-D|--decode)\b[^\n|;]*\|\s*(?:sudo\s+)?(?:(?:ba|z|da|k)?sh|python[\d.]*|perl|ruby|node)\b|\bexec\s*\(\s*(?:requests\.get|urllib\.request\.urlopen|base64\.b64decode)\s*\(",
        message: RUNS,
    },
    Phrase {
        rule: Rule::Exfiltration,
        severity: Severity::Warning,
        pattern: concat!(
            r#"\b(?:curl|wget|nc|ncat|scp|http|https)\b[^\n]*(?:\s-d\b|\s--data[\w-]*|\s-F\b|\s-T\b|\s--form|\s--upload-file|\s--post-(?:data|file)|\s<\s*)[^\n]*(?:"#,
            sensitive!(),
            r"|\$\((?:env|printenv)\)|`(?:env|printenv)`)"
        ),
        message: SENDS,
    },
    Phrase {
        rule: Rule::Exfiltration,
        severity: Severity::Warning,
        pattern: concat!(
            r"(?:\b(?:cat|tar|base64|zip|gzip|head|tail|xxd)\b[^\n|;]*(?:",
            sensitive!(),
            r")[^\n|;]*|(?:^|[\s;&(`])(?:env|printenv|set)\s*)\|[^\n]*\b(?:curl|wget|nc|ncat)\b"
        ),
        message: SENDS,
    },
    Phrase {
        rule: Rule::Exfiltration,
        severity: Severity::Warning,
        pattern: r"\b(?:requests|httpx|urllib3?|axios|fetch)\b[^\n]*\b(?:post|put|send)?\b[^\n]*\b(?:data|json|body)\s*[:=]\s*(?:json\.(?:dumps|stringify)\(\s*)?(?:dict\(\s*)?(?:os\.environ|process\.env)\s*[,)}\s]",
        message: SENDS,
    },
    Phrase {
        rule: Rule::Exfiltration,
        severity: Severity::Warning,
        pattern: r#"\b(?:send|post|upload|forward|transmit|exfiltrate)\b[^.\n]{0,60}\b(?:conversation|chat history|credentials?|secrets?|api keys?|passwords?|tokens|environment variables|ssh keys?|private keys?)\b[^.\n]{0,40}\bto\b\s+["'`<(]{0,2}https?://"#,
        message: SENDS,
    },
    Phrase {
        rule: Rule::Exfiltration,
        severity: Severity::Warning,
        pattern: r"!\[[^\]\n]*\]\(https?://[^)\s]*[?&][\w-]*=(?:\{|\$|<|%7b)(?:[^)\n]*?)(?:conversation|secret|token|password|key|history|context|data)[^)\n]*\)",
        message: SENDS,
    },
    Phrase {
        rule: Rule::Exfiltration,
        severity: Severity::Warning,
        pattern: r"\bhttps?://[\w.-]*(?:webhook\.site|requestbin\.(?:com|net)|pipedream\.net|burpcollaborator\.net|oastify\.com|interact\.sh|oast\.(?:fun|pro|live|site|me)|beeceptor\.com|canarytokens\.com)\b",
        message: COLLECTS,
    },
];

static PATTERNS: LazyLock<Vec<(Regex, &'static Phrase)>> = LazyLock::new(|| {
    let made = |phrase: &'static Phrase| {
        let regex = RegexBuilder::new(phrase.pattern).case_insensitive(true).multi_line(true).build();
        regex.ok().map(|regex| (regex, phrase))
    };
    PHRASES.iter().filter_map(made).collect()
});

pub(super) fn hits(text: &str) -> impl Iterator<Item = Hit> {
    PATTERNS.iter().flat_map(move |(regex, phrase)| {
        regex.find_iter(text).take(super::MOST).map(|found| Hit {
            rule: phrase.rule,
            severity: phrase.severity,
            span: found.range(),
            message: phrase.message.to_owned(),
        })
    })
}

#[cfg(test)]
mod tests {
    use super::{PATTERNS, PHRASES};

    #[test]
    fn every_pattern_is_one() {
        assert_eq!(PATTERNS.len(), PHRASES.len());
    }
}
