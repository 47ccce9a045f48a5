//! Commands that switch off what protects a computer, an account or an agent.

use super::{
    Reader, Rule, names,
    value::{Origin, Word},
};
use crate::scan::{
    pattern::{has, patterns},
    phrase::{UNGUARDS, UNLOCKS},
};

const HANDS_OVER: &str = "This gives a container the whole computer. Give it only the folder it needs.";

patterns! {
    // Whole commands that switch a guard off, their words with one blank between.
    OFF = concat!(
        r"(?i)^(?:defaults write (?:\S*/)?com\.apple\.loginwindow Log(?:in|out)Hook .*|setenforce (?:0|permissive)|spctl --(?:master|global)-disable|csrutil (?:disable|authenticated-root disable)|ufw (?:--force )?disable|auditctl -e ?0|nft flush ruleset|iptables -F|iptables -P (?:INPUT|FORWARD) ACCEPT|pfctl -d|fdesetup disable|security authorizationdb write .* allow|aa-(?:teardown|disable)\b.*|nvram boot-args=.*amfi_get_out_of_my_way.*",
        r"|(?:systemctl|service|rc-service)\b.* (?:stop|disable|mask)\b.*\b(?:firewalld|ufw|auditd|apparmor|clamav\S*|falcon\S*|crowdstrike\S*|osqueryd|sentinel\S*|wazuh\S*|fail2ban)\b.*",
        r"|set-mppreference\b.* -disable\w+.*|add-mppreference\b.* -exclusion\w+.*|set-netfirewallprofile\b.* -enabled (?:false|\$?false|0)|netsh (?:advfirewall|firewall) set .*\b(?:off|disable)|set-executionpolicy\b.*\b(?:unrestricted|bypass)\b.* -scope localmachine.*|disable-windowsoptionalfeature .*defender.*|uninstall-windowsfeature .*defender.*|bcdedit\b.* (?:nointegritychecks|testsigning) (?:on|yes)|reg(?:\.exe)? add .*(?:EnableLUA|DisableAntiSpyware|DisableRealtimeMonitoring|EnableSmartScreen)\b.*|(?:set|new)-itemproperty\b.*(?:EnableLUA|DisableAntiSpyware|DisableRealtimeMonitoring)\b.*",
        r"|git config (?:--\w+ )*http\.(?:\S+\.)?sslverify (?:false|0|off)|(?:npm|pnpm|yarn) config set strict-ssl (?:=? ?false).*|export (?:NODE_TLS_REJECT_UNAUTHORIZED|PYTHONHTTPSVERIFY|GIT_SSL_NO_VERIFY)=\S* >> .*|sysctl\b.* kernel\.randomize_va_space=0.*",
        r"|usermod\b.* -\w*G\w* (?:\S+,)?(?:sudo|wheel|admin|root)(?:,\S+)? \S+|(?:gpasswd -a|adduser) \S+ (?:sudo|wheel|admin|root)|passwd -d \S+|useradd\b.* -o\b.* -u ?0\b.*|net localgroup administrators \S+ /add.*|dseditgroup\b.* -a \S+ .*\badmin)$"
    );
    // Agents that are started without their limits.
    FREED = r"(?i)^(?:claude|codex|gemini|qwen|opencode|cursor-agent|copilot|amp|aider|goose)\b.* (?:--dangerously-[\w-]+|--allow-dangerously-[\w-]+|--yolo|--approval-mode[ =]yolo|--permission-mode[ =]bypassPermissions|--allow-all-tools|--sandbox[ =]danger-full-access|--full-access)(?: |$)";
    CREDENTIAL = r"(?i)(?:^|[^\w])(?:\$\{?\w*(?:PASS(?:WORD|WD)?|SECRET|TOKEN|API_?KEY|CREDENTIALS?|PW)\w*|passw(?:or)?d=|authorization:)";
    // Settings whose guards keep others out.
    SYSTEM = r"(?i)^(?:/etc(?:/(?:passwd|shadow|sudoers(?:\.d)?|ssh|cron\S*)?)?(?:/.*)?|(?:~|\$HOME|/root|/home/\S+)/\.(?:ssh|gnupg|aws)(?:/.*)?|/usr(?:/local)?/bin/?|/bin|/sbin)/?\*?$";
}

impl Reader<'_, '_> {
    /// Tells of a command that switches a guard off.
    pub(super) fn unguards(&mut self, name: &str, words: &[Word]) {
        let line = line_of(name, words);
        if has(&FREED, &line) {
            self.tell(Rule::Persistence, UNLOCKS);
        }
        let is_told = match name {
            "chmod" => opens_up(words),
            "curl" | "wget" => is_unchecked(words, &line),
            "chpasswd" => true,
            // Whoever is at the other end may sign in here.
            "ssh" | "autossh" => {
                words.iter().any(|word| {
                    let text = word.text.as_str();
                    [":localhost:22", ":127.0.0.1:22"].iter().any(|end| text.ends_with(end))
                }) && words.iter().any(|word| word.text.starts_with('-') && word.text.contains('R'))
            }
            "update-ca-certificates" | "update-ca-trust" => self.machine.files.iter().any(|(path, value)| {
                path.rsplit('.').next() == Some("crt")
                    && path.contains("ca-certificates/")
                    && value.origin.has(Origin::UNREAD)
            }),
            "security" => words.first().is_some_and(|word| word.text == "add-trusted-cert"),
            _ => has(&OFF, &line),
        };
        if is_told {
            self.tell(Rule::Persistence, UNGUARDS);
        }
        if (name == "docker" || name == "podman" || name == "nerdctl") && is_handed_over(words) {
            self.tell(Rule::Persistence, HANDS_OVER);
        }
    }
}

impl Reader<'_, '_> {
    /// Tells of a name under which an agent starts without its limits.
    pub(super) fn frees(&mut self, body: &str) {
        if has(&FREED, body) {
            self.tell(Rule::Persistence, UNLOCKS);
        }
    }
}

fn line_of(name: &str, words: &[Word]) -> String {
    let mut line = name.to_owned();
    for word in words {
        line.push(' ');
        line.push_str(&word.text);
    }
    line
}

/// `chmod`: a file of the system that everybody may write, and a program that runs as its owner.
fn opens_up(words: &[Word]) -> bool {
    let texts = || words.iter().map(|word| word.text.as_str());
    let Some(mode) = texts().find(|text| !text.starts_with('-')) else { return false };
    let number = mode.trim_start_matches('0');
    let is_open = ["777", "666", "776", "767"].contains(&number)
        || ["a+w", "o+w", "+w", "a+rwx", "a=rwx", "ugo+rwx"].contains(&mode);
    let runs_as_owner = matches!(mode, "u+s" | "+s" | "ug+s") || number.len() == 4 && number.starts_with(['4', '6']);
    let is_deep = texts()
        .any(|text| text == "--recursive" || text.starts_with('-') && !text.starts_with("--") && text.contains('R'));
    let mut places = texts().filter(|text| !text.starts_with('-')).skip(1);
    runs_as_owner || is_open && places.any(|place| has(&SYSTEM, place) || is_deep && names::is_whole_disk(place))
}

/// Whether a password or token goes to whoever answers.
fn is_unchecked(words: &[Word], line: &str) -> bool {
    let is_letters = |text: &str| text.starts_with('-') && !text.starts_with("--") && text.len() < 8;
    let texts = || words.iter().map(|word| word.text.as_str());
    let is_off = texts()
        .any(|text| ["--insecure", "--no-check-certificate"].contains(&text) || is_letters(text) && text.contains('k'));
    let signs_in =
        texts().any(|text| ["-u", "--user", "-n", "--netrc"].contains(&text) || text.starts_with("--http-password"));
    let is_elsewhere = texts().any(|text| names::is_remote(text) && !text.starts_with('$'));
    is_off && is_elsewhere && (signs_in || has(&CREDENTIAL, line))
}

/// Whether a container is given the disk of the computer, with every right.
fn is_handed_over(words: &[Word]) -> bool {
    let texts = || words.iter().map(|word| word.text.as_str());
    let is_root = |text: &str| {
        text.trim_start_matches("--volume=").trim_start_matches("-v").starts_with("/:/") || text.contains("source=/,")
    };
    let is_run = texts().next().is_some_and(|verb| verb == "run" || verb == "create");
    is_run && texts().any(is_root)
}
