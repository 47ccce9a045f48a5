//! Words and commands that are known to do harm, line by line. Patterns are matched in time linear in the text, whatever
//! is in it.

use std::{ops::Range, sync::LazyLock};

use studio_text::Severity;

use super::{
    Hit, Rule, orders,
    pattern::patterns,
    phrase::{Made, OVERRIDES, Phrase, RUNS, SECRECY, SENDS, made},
    programs,
    sense::Context,
};

const MARKUP: &str = "This marks a system message in a prompt. In a skill, it poses as the system. Remove it unless it's \
    an example.";
const DROPS: &str = "This deletes a database that people depend on. Remove it, or name one that may be lost.";
const COLLECTS: &str = "This address belongs to a service that records all requests. Remove it unless it's an example.";

/// Where keys, passwords and settings lie.
macro_rules! sensitive {
    () => {
        r#"(?:(?:~|\$home|\$\{home\}|/home/[\w.-]+|/root)?/?\.(?:ssh/[\w.*-]*|aws/credentials|netrc|gnupg/|kube/config|docker/config\.json|npmrc|pypirc|git-credentials)|/etc/(?:passwd|shadow)\b|\bid_(?:rsa|ed25519)\b(?:\.\w+)?)"#
    };
}

/// What runs a program that it reads, as the last word of a pattern.
macro_rules! interpreter {
    () => {
        r"(?:sudo\s+(?:-\w+\s+)*)?(?:env\s+)?(?:/(?:usr/)?bin/)?(?:(?:ba|z|da|k|fi)?sh|python[\d.]*|node|perl|ruby|php|iex|invoke-expression)\b"
    };
}

const PHRASES: [Phrase; 15] = [
    Phrase {
        rule: Rule::Destruction,
        severity: Severity::Warning,
        pattern: r"\bDROP\s+(?:DATABASE|SCHEMA)\s+(?:IF\s+EXISTS\s+)?[\x22`\[]?\w*(?:prod|live|customer|main|master)\w*",
        message: DROPS,
        means: |context, place| context.is_code(place) && context.is_command(place),
    },
    Phrase {
        rule: Rule::Injection,
        severity: Severity::Warning,
        pattern: r"\b(?:ignore|disregard|forget)\s+(?:(?:all|any|every|the|your|my|of|these|those)\s+){0,3}(?:previous|prior|earlier|preceding|above|system|safety|original|(?:all|any|every|your)\s+other)\s+(?:\w+\s+){0,2}(?:instructions?|prompts?|rules?|guidelines?|directives?|restrictions?|constraints?)\b",
        message: OVERRIDES,
        means: |context, place| context.is_order(place),
    },
    // What overrides a prompt is mostly an option of a program.
    Phrase {
        rule: Rule::Injection,
        severity: Severity::Warning,
        pattern: r"\b(?:override|bypass)\s+(?:(?:all|any|every|the|your|of|these|those)\s+){0,3}(?:previous|prior|earlier|preceding|system|safety|original)\s+(?:instructions?|rules?|guidelines?|directives?|restrictions?)\b",
        message: OVERRIDES,
        means: |context, place| context.is_order(place),
    },
    Phrase {
        rule: Rule::Injection,
        severity: Severity::Warning,
        pattern: r"\byou are now (?:dan\b|jailbroken|unrestricted|in (?:developer|god|admin|jailbreak) mode)|\b(?:reveal|print|repeat|output|leak|disclose)\s+(?:(?:all|the|of|me)\s+){0,2}(?:your|the) (?:(?:full|entire|hidden|secret|original)\s+){0,2}system prompt",
        message: OVERRIDES,
        means: |context, place| context.is_order(place),
    },
    Phrase {
        rule: Rule::Injection,
        severity: Severity::Warning,
        pattern: r"\b(?:do not|don['’]t|never|must not)\s+(?:ever\s+)?(?:tell|inform|alert|notify|warn)\s+(?:the\s+|your\s+)?(?:user|human|operator|owner|victim)s?\b",
        message: SECRECY,
        means: keeps_secret,
    },
    Phrase {
        rule: Rule::Injection,
        severity: Severity::Warning,
        pattern: r"\bwithout\s+(?:ever\s+)?(?:telling|informing|alerting|notifying|warning)\s+(?:the\s+|your\s+)?(?:user|human|operator|owner|victim)s?\b",
        message: SECRECY,
        means: does_unseen,
    },
    Phrase {
        rule: Rule::Injection,
        severity: Severity::Warning,
        pattern: r"\b(?:hide|conceal)\s+(?:this|it|these|that|the (?:fact|action|command|step|output)s?)\s+from\s+(?:the\s+|your\s+)?(?:user|human|operator)s?\b",
        message: SECRECY,
        means: |context, place| context.is_order(place),
    },
    // As code it is what somebody who works with templates of prompts writes about.
    Phrase {
        rule: Rule::Injection,
        severity: Severity::Warning,
        pattern: r"<\|(?:im_start|im_end|system|endoftext|start_header_id)\|>|<<SYS>>|\[/?INST\]",
        message: MARKUP,
        means: |context, place| !context.is_quoted(place) && !context.is_about_attacks(place),
    },
    Phrase {
        rule: Rule::RemoteCode,
        severity: Severity::Warning,
        pattern: concat!(
            r"\b(?:curl|wget|iwr|irm|invoke-webrequest|invoke-restmethod)\s(?:[^\n|;`]|\\\n)*[^\s|;`\\](?:[^\n|;`]|\\\n)*\|\s*",
            interpreter!()
        ),
        message: RUNS,
        means: runs_its_input,
    },
    Phrase {
        rule: Rule::RemoteCode,
        severity: Severity::Warning,
        pattern: r#"\b(?:ba|z|da|k)?sh\s+(?:-\w+\s+)*(?:<\(|-c\s+"?(?:\$\(|`))\s*(?:curl|wget)\b|(?:^|[\s;&|("'`])(?:eval\s+"?(?:\$\(|`)|(?:source|\.)\s+<\()\s*(?:curl|wget)\b|\biex\b[^\n]*(?:downloadstring|invoke-webrequest|\biwr\b|\birm\b)|downloadstring\([^\n]*\|\s*iex\b"#,
        message: RUNS,
        means: |context, place| context.is_command(place),
    },
    Phrase {
        rule: Rule::RemoteCode,
        severity: Severity::Warning,
        pattern: concat!(
            r"(?:\|\s*base64\s+(?:-d|--decode)\b[^\n|;]*|\bbase64\s+(?:-d|--decode)\s+[^\s|;-][^\n|;]*)\|\s*",
            interpreter!()
        ),
        message: RUNS,
        means: runs_its_input,
    },
    Phrase {
        rule: Rule::Exfiltration,
        severity: Severity::Warning,
        pattern: concat!(
            r#"\b(?:curl|wget|nc|ncat|https?)\b[^\n]*(?:\s(?:-d|-F|-T|--data[\w-]*|--form[\w-]*|--upload-file|--post-(?:data|file))(?:\s|=)?(?:[^\n|;&]*\$\(\s*(?:cat|base64|tar|head|tail)\s[^)\n]*|[^\s|;&]*)|\s<\s*)"#,
            sensitive!(),
        ),
        message: SENDS,
        means: sends_what_is_secret,
    },
    Phrase {
        rule: Rule::Exfiltration,
        severity: Severity::Warning,
        pattern: concat!(
            r"(?:\b(?:cat|tar|base64|zip|gzip|head|tail|xxd)\b[^\n|;]*",
            sensitive!(),
            r"[^\n|;]*|(?:^|[\s;&(`])(?:env|printenv|set)\s*)\|[^\n;&]*\b(?:curl|wget|nc|ncat)\b|\b(?:curl|wget|nc|ncat)\s[^\n]*\s(?:-d|-F|--data[\w-]*|--form|--post-data)(?:\s|=)?[^\n]*(?:\$\((?:env|printenv)\)|`(?:env|printenv)`)"
        ),
        message: SENDS,
        means: sends_what_is_secret,
    },
    Phrase {
        rule: Rule::Exfiltration,
        severity: Severity::Warning,
        pattern: r"\b(?:requests|httpx|urllib3?|axios|fetch)\b[^\n]*\b(?:data|json|body)\s*[:=]\s*(?:json\.(?:dumps|stringify)\(\s*)?(?:dict\(\s*)?(?:os\.environ|process\.env)\s*[,)}\s]",
        message: SENDS,
        means: |context, place| context.is_command(place),
    },
    Phrase {
        rule: Rule::Exfiltration,
        severity: Severity::Warning,
        pattern: r#"\b(?:send|post|upload|forward|transmit|exfiltrate)\b[^.\n]{0,60}\b(?:conversation|chat history|credentials?|secrets?|api keys?|passwords?|tokens|environment variables|ssh keys?|private keys?)\b[^.\n]{0,40}\bto\b\s+["'`<(]{0,2}https?://[^\s"'`)>]*"#,
        message: SENDS,
        means: sends_elsewhere,
    },
];

const ADDRESSES: [Phrase; 2] = [
    Phrase {
        rule: Rule::Exfiltration,
        severity: Severity::Warning,
        pattern: r"!\[[^\]\n]*\]\(https?://[^)\s]*[?&][\w-]*=(?:\$?\{[^}\n]*?|<[^>\n]*?|%7b[^)\s]*?|\$\w*?)(?:conversation|secret|token|password|key|history|context|data)[^)\n]*\)",
        message: SENDS,
        means: |context, place| !context.is_exhibit(place) && !context.is_shown(place),
    },
    Phrase {
        rule: Rule::Exfiltration,
        severity: Severity::Warning,
        pattern: r"\bhttps?://(?:(?:webhook\.site|requestbin\.(?:com|net)|canarytokens\.com)/[\w/#!-]{8,}|(?:[\w-]+\.)+(?:webhook\.site|requestbin\.(?:com|net)|pipedream\.net|burpcollaborator\.net|oastify\.com|interact\.sh|oast\.(?:fun|pro|live|site|me)|beeceptor\.com)\b)",
        message: COLLECTS,
        means: is_an_inbox,
    },
];

/// Whether an order keeps something from the user: not one that says how to put it, or when to wait with it.
fn keeps_secret(context: &Context<'_>, place: &Range<usize>) -> bool {
    let is_kept = SECRETS.as_ref().is_some_and(|regex| regex.is_match(context.after(place.end)));
    is_kept && !context.is_aside(place.start) && !context.is_conditional(place.end) && context.is_order(place)
}

/// Whether something is to be done that the user does not hear of.
fn does_unseen(context: &Context<'_>, place: &Range<usize>) -> bool {
    let is_whole = UNSEEN.as_ref().is_some_and(|regex| regex.is_match(context.after(place.end)));
    is_whole && !context.is_told_of(place.start) && context.is_order(place)
}

/// Whether what ends a pipe runs what it is given, rather than a program of its own that reads it.
fn runs_its_input(context: &Context<'_>, place: &Range<usize>) -> bool {
    let own = OWN_PROGRAM.as_ref().is_some_and(|regex| regex.is_match(context.after(place.end)));
    let is_shell = context.text[place.clone()].ends_with("sh");
    let named = !is_shell && NAMED_PROGRAM.as_ref().is_some_and(|regex| regex.is_match(context.after(place.end)));
    !own && !named && names_something(&context.text[place.clone()]) && context.is_command(place)
}

/// Whether a command names what it gets from elsewhere: one that only stands for its kind has dots there.
fn names_something(command: &str) -> bool {
    let is_own = |word: &str| word.contains("//localhost") || word.contains("//127.0.0.1");
    let is_name = |word: &str| word.contains(['/', '$', '.']) && word.contains(char::is_alphanumeric) && !is_own(word);
    command.split_whitespace().skip(1).any(is_name)
}

/// Whether what is sent is not made to be given away, as the public half of a key is.
fn sends_what_is_secret(context: &Context<'_>, place: &Range<usize>) -> bool {
    !context.text[place.clone()].to_ascii_lowercase().contains(".pub") && context.is_command(place)
}

/// Whether it goes elsewhere: signing in sends a password to where it belongs.
fn sends_elsewhere(context: &Context<'_>, place: &Range<usize>) -> bool {
    let found = context.text[place.clone()].to_ascii_lowercase();
    let signs_in =
        ["login", "log-in", "signin", "sign-in", "/auth", "oauth", "/token", "/session", "localhost", "127.0.0.1"];
    !signs_in.iter().any(|word| found.contains(word)) && context.is_order(place)
}

/// Whether an address is somebody's inbox: neither the page of the service nor a blank to fill in.
fn is_an_inbox(context: &Context<'_>, place: &Range<usize>) -> bool {
    let found = context.text[place.clone()].to_ascii_lowercase();
    let host = found.split("://").nth(1).unwrap_or_default();
    let is_page =
        ["www.", "app.", "docs.", "api.", "help.", "blog.", "status."].iter().any(|page| host.starts_with(page));
    let is_blank = ["your", "example", "xxxx", "unique", "placeholder", "abcdef", "a1b2c3"]
        .iter()
        .any(|word| found.contains(word));
    !is_page && !is_blank
}

patterns! {
    SECRETS = r#"(?i)^(?:\s*$|\s*[.!,;)"'*_`\]]|\s+(?:about|of)\s+(?:it|this|that|these|those|them|the|your|you|what|how|any)\b|\s+(?:that|what|why|when|how)\s+(?:you|your|this|these|it|we|their|any|the (?:skill|agent|assistant|model|tool|command|script|file|data|request|action|session))\b|\s+(?:you|we|you['’]re)\s)"#;
    UNSEEN = r#"(?i)^(?:\s*$|\s*[.!,;)"'*_`\]]|\s+(?:about (?:it|this|that|them)|that you)\b)"#;
    OWN_PROGRAM = r"^(?:\s+-[cn]\b|[/-]|\.\w)";
    // A program, or a file that holds one: `-c`, `-m`, `-e`, `x.py`.
    NAMED_PROGRAM = r"^\s+(?:-u\s+)?(?:-\w*[cemnpr]|[\w./$~{\x22'][\w./${}\x22'-]*\.\w+)";
}

fn all() -> impl Iterator<Item = &'static Phrase> {
    PHRASES.iter().chain(&ADDRESSES).chain(&orders::PHRASES)
}

static MADE: LazyLock<Vec<Made>> = LazyLock::new(|| made(all()));

pub(super) fn hits(context: &Context<'_>) -> Vec<Hit> {
    let of = |(regex, phrase): &'static Made| {
        let meant = regex.find_iter(context.plain()).map(|found| found.range());
        // What a shell reads whole is followed by who reads shell.
        let is_followed = phrase.rule == Rule::RemoteCode && context.is_shell() && !context.is_batch();
        let meant = meant.filter(move |place| !is_followed && (phrase.means)(context, place)).take(super::MOST + 1);
        meant.map(|span| Hit { rule: phrase.rule, severity: phrase.severity, span, message: phrase.message.to_owned() })
    };
    MADE.iter().chain(programs::MADE.iter()).flat_map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::{MADE, all};

    #[test]
    fn every_phrase_has_a_pattern() {
        assert_eq!(MADE.len(), all().count());
    }
}
