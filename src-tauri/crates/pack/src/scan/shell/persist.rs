//! Files that are run later and unasked: what starts with a shell, a session or a commit, who may sign in, and what an
//! agent is allowed.

use super::{
    Reader, Rule,
    unpacked::By,
    value::{Command, Origin, Value, Word},
};
use crate::scan::pattern::{has, patterns};

const STARTS: &str = "This makes something run by itself later, out of the user's sight. Remove it, or ask the user first \
    and say what is run.";
const ADMITS: &str = "This lets somebody else sign in to the user's computer. Remove it.";
const ALLOWS: &str = "This changes what an agent may do without asking. Leave that to the user.";

const SHADOWS: &str = "This puts a program in the place of a well-known command. Give it a name of its own.";

patterns! {
    // A file that stands before a command that everybody types.
    SHADOWED = r"(?im)/bin/(?:sudo|su|doas|ssh|scp|git|gpg|passwd|curl|wget|npm|pip3?|python3?|docker|kubectl|ls|cat|cd)$";
    // What a shell, cron, systemd, git or an editor runs when its time comes.
    STARTED = r"(?im)(?:^|/)\.(?:bashrc|zshrc|profile|bash_profile|bash_login|bash_logout|bash_aliases|zprofile|zshenv|zlogin)$|config\.fish$|^/etc/(?:profile(?:\.d/.*)?|rc\.local|bash\.bashrc|cron[\w.]*(?:/.*)?|crontab|init\.d/.*|systemd/.*)$|^/var/spool/cron|\.config/systemd/user/|/hooks/(?:pre|post|commit|update|prepare)[\w-]*$|_profile\.ps1$|^\$PROFILE$|\.config/fish/conf\.d/|\.vscode/tasks\.json$";
    // What begins with each session, whatever stands in it.
    BEGUN = r"(?im)(?:^|/)Library/Launch(?:Agents|Daemons)(?:/|$)|\.config/autostart(?:/|$)|\\Start Menu\\|StartUp(?:\\|/|$)|/sitecustomize\.py$|usercustomize\.py$";
    ADMITTED = r"(?im)(?:^|/)\.ssh/(?:authorized_keys2?|rc)$|^/etc/sudoers(?:\.d/.*)?$";
    AGENT = r"(?im)(?:^|/)(?:\.claude/settings[\w.]*|\.claude\.json|\.codex/config\.toml|\.gemini/settings\.json|\.qwen/settings\.json|\.cursor/(?:mcp|cli-config|permissions)\.json|\.copilot/[\w-]+\.json|\.config/opencode/.*|opencode\.jsonc?|\.mcp\.json|\.vscode/settings\.json)(?:\.\w+)?$";
    // What an agent is told in each session.
    TOLD = r"(?im)(?:^|/)\.(?:claude|codex|agents|cursor|gemini|copilot)/(?:skills|commands|agents|rules)/(?:\*|\$\w+|\$\(\))|^(?:~|\$HOME|/root|/home/[^/]+)/(?:.*/)?(?:CLAUDE|AGENTS|GEMINI|copilot-instructions)\.md$";
    // What isn't done openly, where it is run later.
    HARMFUL = r"(?im)\b(?:curl|wget)\s+-?\S|/dev/tcp/|\bbase64\s+-{1,2}d|\bnohup\b|/dev/null\s+2>&1\s*(?:&|\))|[^&>]&\s*\)?\s*$|\balias\s+(?:sudo|su|ssh|git|npm|passwd|gpg|ls|cd)=|\b(?:python\d?|perl|ruby|node)\s+-[ce]\b|(?:^|[\s'=])/(?:tmp|dev/shm|var/tmp)/|@reboot|PROMPT_COMMAND|LD_PRELOAD|DYLD_INSERT";
    KEY = r"(?im)\b(?:ssh-(?:rsa|ed25519|dss)|ecdsa-sha2-\S+|sk-ssh-\S+)\s+[\w+/]{12,}|NOPASSWD";
    // Who may do everything, and is not asked.
    FREE_RULE = r"(?im)NOPASSWD:\s*ALL\b|!authenticate\b";
    // Commands that a system starts by itself, and that hide.
    RUN_KEY = r"(?im)CurrentVersion[/\\]+Run(?:Once|Services)?\b|Winlogon|Image File Execution Options|AppInit_DLLs";
    HIDES = r"(?im)-w\w*\s+hidden|-enc\w*\s|\biex\b|\birm\b|downloadstring|\bmshta\b|%temp%|%appdata%|\$env:(?:temp|appdata)|\bcurl\b|\bwget\b|/tmp/|frombase64";
    // A key that came with the skill rather than with the person.
    CARRIED_KEY = r"(?im)^(?:\./|(?:assets|scripts|references|keys)/|/tmp/)?[\w-]+\.(?:pub|keys?)$";
    // A blank to fill in.
    BLANK = r"(?im)<[\w .-]+>|\.\.\.|…|\byour[_ -]|\bxxx|\$\w";
    UNLIMITED = r#"(?im)bypassPermissions|dangerously|skip.?permissions|danger-full-access|approval_policy\W+never|\bBash\(\*\)|"Bash"|"\*"|autoApprove|\byolo\b|"hooks"|\.hooks\b|mcp_?Servers|trust_level|enableAllProjectMcpServers|\bdeny\b\W+\[\]|"(?:Pre|Post)ToolUse"|SessionStart"#;
}

/// Whether a text is more than a command in the open, where it is run later.
pub(super) fn is_harmful(text: &str) -> bool {
    has(&HARMFUL, text)
}

impl Reader<'_, '_> {
    /// Tells of a file that is written and run later.
    pub(super) fn kept_to_run(&mut self, path: &str, content: &Value) {
        let is_unread = content.origin.has(Origin::UNREAD);
        if has(&BEGUN, path) {
            self.tell(Rule::Persistence, STARTS);
        } else if has(&STARTED, path) {
            let is_harmful = is_unread || is_harmful(&content.text) || self.is_harmful(&content.text);
            if is_harmful {
                self.tell(Rule::Persistence, STARTS);
            }
        } else if has(&SHADOWED, path) && content.text.contains("$@") {
            self.tell(Rule::Persistence, SHADOWS);
        } else if has(&ADMITTED, path) {
            let is_rule = path.contains("sudoers") && has(&FREE_RULE, &content.text);
            let is_key =
                is_rule || has(&CARRIED_KEY, &content.text) || has(&KEY, &content.text) && !has(&BLANK, &content.text);
            if is_key || is_unread {
                self.tell(Rule::Persistence, ADMITS);
            }
        } else if has(&AGENT, path) {
            if is_unread || has(&UNLIMITED, &content.text) {
                self.tell(Rule::Persistence, ALLOWS);
            }
        } else if has(&TOLD, path) && !content.text.is_empty() {
            self.tell(Rule::Persistence, ALLOWS);
        }
    }

    /// `crontab`: what it is given, or the file it names.
    pub(super) fn scheduled(&mut self, words: &[Word], input: &Value) {
        let mut content = input.clone();
        if let Some(file) = words.iter().find(|word| !word.text.starts_with('-')).and_then(|word| self.file(&word.text))
        {
            content.add(file);
        }
        let is_unread = content.origin.has(Origin::UNREAD);
        if is_unread || is_harmful(&content.text) || self.is_harmful(&content.text) {
            self.tell(Rule::Persistence, STARTS);
        }
    }

    /// Tables of Windows: what starts with a session, and what is done at a time.
    pub(super) fn registers(&mut self, words: &[Word]) {
        let line = words.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" ");
        let is_changed = !line.starts_with("query") && !line.starts_with("delete");
        if is_changed && (has(&RUN_KEY, &line) || has(&HIDES, &line)) {
            self.tell(Rule::Persistence, STARTS);
        }
    }

    /// `claude mcp add`: a program that runs in every session.
    pub(super) fn adds_server(&mut self, words: &[Word]) {
        let Some(at) = words.iter().position(|word| word.text == "--") else { return };
        let told = self.machine.hits.len();
        let command = Command { words: words[at + 1..].to_vec(), ..Command::default() };
        self.execute(command, Value::default());
        if self.machine.hits.len() > told {
            self.tell(Rule::Persistence, STARTS);
        }
    }

    /// `find -exec sed -i`: every file of a kind is changed.
    pub(super) fn edits_found(&mut self, words: &[Word]) {
        let is_edit =
            words.iter().any(|word| word.text == "-i" || word.text.starts_with("tee") || word.text.contains(">>"));
        let root = words.first().map(|word| word.text.trim_end_matches('/').to_owned()).unwrap_or_default();
        if is_edit {
            self.kept_to_run(&format!("{root}/*"), &Value::of("changed", Origin::NONE));
        }
    }

    /// `sed -i`: a file that is changed where it lies.
    pub(super) fn edits(&mut self, words: &[Word]) {
        let script: Vec<&str> = words.iter().map(|word| word.text.as_str()).collect();
        let script = Value::of(&script.join(" "), words.iter().fold(Origin::NONE, |origin, word| origin | word.origin));
        for word in words.iter().filter(|word| !word.text.starts_with('-') && word.text.contains(['/', '.'])) {
            self.kept_to_run(&word.text, &script);
        }
    }

    /// `git config`: programs that git runs, for every repository or with something to hide.
    pub(super) fn configured(&mut self, words: &[Word]) {
        let mut settings = words.iter().skip_while(|word| word.text.starts_with('-') || word.text == "set");
        let (Some(name), Some(value)) = (settings.next(), settings.next()) else { return };
        let is_everywhere = words.iter().any(|word| word.text == "--global" || word.text == "--system");
        let name = name.text.to_ascii_lowercase();
        let is_hooks = name == "core.hookspath" || name == "init.templatedir";
        let is_run = name.starts_with("alias.")
            || ["core.pager", "core.sshcommand", "core.fsmonitor", "core.editor"].contains(&name.as_str())
            || name.starts_with("credential.") && name.ends_with("helper");
        let is_harmful = |text: &str| is_harmful(text.trim_start_matches('!'));
        // What was asked of one host is asked of another.
        let host =
            value.text.split("://").nth(1).map_or(value.text.as_str(), |rest| rest.split('/').next().unwrap_or(rest));
        let is_led_away = name.starts_with("url.http")
            && name.ends_with(".insteadof")
            && host.contains('.')
            && !name.contains(&host.to_ascii_lowercase());
        if is_hooks || is_run || name == "include.path" {
            self.runs(&Word { text: format!("{}/x", value.text), ..value.clone() }, By::Itself);
        }
        if is_led_away || is_hooks && is_everywhere || is_run && is_harmful(&value.text) {
            self.tell(Rule::Persistence, STARTS);
        }
    }
}
