//! What programs, addresses and files are, by their names.

use super::value::Word;
use crate::scan::{
    pattern::{has, patterns},
    places::secret_places,
};

/// Programs that run what they are given.
const SHELLS: [&str; 8] = ["sh", "bash", "zsh", "dash", "ksh", "fish", "ash", "pwsh"];
const LANGUAGES: [&str; 10] = ["node", "perl", "ruby", "php", "osascript", "deno", "bun", "iex", "powershell", "lua"];
/// Programs that get something from an address.
const FETCHERS: [&str; 15] = [
    "curl",
    "wget",
    "aria2c",
    "http",
    "https",
    "xh",
    "lwp-download",
    "iwr",
    "irm",
    "invoke-webrequest",
    "invoke-restmethod",
    "axel",
    "lwp-request",
    "fetch",
    "start-bitstransfer",
];
/// Programs that carry what they read to another computer.
const CARRIERS: [&str; 9] = ["nc", "ncat", "netcat", "socat", "telnet", "mail", "sendmail", "mutt", "mailx"];
/// Programs that ask a server of names.
const RESOLVERS: [&str; 6] = ["dig", "nslookup", "host", "ping", "drill", "getent"];
/// Programs that say something about a file, and nothing of what is in it.
const TELLERS: [&str; 20] = [
    "ls",
    "chmod",
    "chown",
    "mkdir",
    "test",
    "[",
    "[[",
    "stat",
    "file",
    "wc",
    "touch",
    "du",
    "id",
    "ssh-keygen",
    "ssh-add",
    "rm",
    "sha256sum",
    "shasum",
    "md5sum",
    "install",
];

patterns! {
    // Where keys, passwords and histories lie. The public half of a key is none.
    pub(super) SECRET_FILE = concat!(r"(?i)(?:^|[/\\@=<\s:])(?:", secret_places!(), r")$");
    // The whole of an address at which somebody listens.
    pub(super) CONNECTION = r"(?i)^/dev/(?:tcp|udp)/";
    pub(super) ADDRESS = r"(?i)://|^(?:[\w-]+\.)+[a-z]{2,}(?:[:/]|$)|^\d{1,3}(?:\.\d{1,3}){3}|^\$|^<";
    pub(super) LOOPBACK = r"(?i)^(?:\w+://)?(?:[^/@]*@)?(?:localhost|127\.0\.0\.1|\[::1\]|0\.0\.0\.0)(?:[:/]|$)";
    // Keys that belong into a header, by the names that everybody gives them.
    pub(super) TOKEN = r"(?i)\$(?:AWS_SECRET_ACCESS_KEY|AWS_SESSION_TOKEN|ANTHROPIC_API_KEY|ANTHROPIC_AUTH_TOKEN|OPENAI_API_KEY|GITHUB_TOKEN|GH_TOKEN|GITLAB_TOKEN|NPM_TOKEN|NODE_AUTH_TOKEN|HF_TOKEN|SSH_PRIVATE_KEY)\b";
    // The same for what asks a server of names, which no secret has to do with.
    pub(super) TOKEN_IN_NAME = r"(?i)\$\w*(?:SECRET|TOKEN|PASSWORD|API_KEY|CREDENTIAL)\w*\.|\$\w*(?:SECRET|TOKEN|PASSWORD|API_KEY)\w*$";
    // Settings that say where something is or who somebody is, and those that let in.
    OPEN_SETTING = r"(?i)\b(?:registry|region|proxy|index-url|repository|server|host(?:name)?|endpoint|email|user(?:name)?|project|cluster|output)\b";
    CLOSED_SETTING = r"(?i)auth|token|passw|secret|_key|\bkey\b|credential|login|^['\x22]?\.['\x22]?$";
    // A home, all homes, the system.
    pub(super) WHOLE_DISK = r"(?i)^(?:(?:~|\$HOME|\$\{HOME\}|\$env:(?:USERPROFILE|HOME)|%USERPROFILE%|(?:[a-z]:)?[/\\](?:home|Users)(?:[/\\](?:\$\w+|\$\(\)|\*|\w[\w.-]*))?|/root)(?:[/\\](?:Documents|Desktop|Pictures|Downloads|Library))?|/(?:etc|usr|var|bin|sbin|boot|lib|opt|dev|srv|mnt|Volumes)?|[a-z]:)$";
}

/// Whether words name a setting that nobody has to keep to themselves, and none that is secret.
pub(super) fn picks_open_setting(words: &[Word]) -> bool {
    let is_named = |pattern| words.iter().any(|word| has(pattern, &word.text));
    is_named(&OPEN_SETTING) && !is_named(&CLOSED_SETTING)
}

/// The name of a program without its folder and ending.
pub(super) fn program(word: &str) -> String {
    let name = word.rsplit('/').next().unwrap_or(word).trim_start_matches('@').to_ascii_lowercase();
    match name.strip_suffix(".exe") {
        Some(short) => short.to_owned(),
        None => name,
    }
}

pub(super) fn is_shell(name: &str) -> bool {
    SHELLS.contains(&name)
}

pub(super) fn is_interpreter(name: &str) -> bool {
    let is_python =
        name.strip_prefix("python").is_some_and(|rest| rest.bytes().all(|b| b == b'.' || b.is_ascii_digit()));
    is_python || is_shell(name) || LANGUAGES.contains(&name)
}

pub(super) fn is_fetcher(name: &str) -> bool {
    FETCHERS.contains(&name)
}

pub(super) fn is_carrier(name: &str) -> bool {
    CARRIERS.contains(&name)
}

pub(super) fn is_resolver(name: &str) -> bool {
    RESOLVERS.contains(&name)
}

pub(super) fn is_teller(name: &str) -> bool {
    TELLERS.contains(&name)
}

pub(super) fn is_secret(path: &str) -> bool {
    let is_told = |path: &str| has(&SECRET_FILE, path);
    path.len() < 1_000 && braced(path).map_or_else(|| is_told(path), |all| all.iter().any(|path| is_told(path)))
}

/// The paths that `a/{b,c}` stands for.
fn braced(path: &str) -> Option<Vec<String>> {
    let (before, rest) = path.split_once('{')?;
    let (inner, after) = rest.split_once('}')?;
    let is_list = inner.contains(',') && !inner.starts_with('*') && !before.ends_with('$');
    is_list.then(|| inner.split(',').map(|part| format!("{before}{part}{after}")).collect())
}

pub(super) fn is_connection(path: &str) -> bool {
    has(&CONNECTION, path)
}

/// Whether a word is an address of another computer.
pub(super) fn is_remote(word: &str) -> bool {
    !word.starts_with('-') && has(&ADDRESS, word) && !has(&LOOPBACK, word)
}

/// Whether all of a home or of a disk is meant: with a slash or a star behind it, it is the same.
pub(super) fn is_whole_disk(word: &str) -> bool {
    if let Some(all) = braced(word) {
        return all.iter().any(|path| is_whole_disk(path));
    }
    let mut path = word;
    while let Some(shorter) =
        ["/*", "/.*", "/.", "/", "\\*", "\\", "/{*,.*}"].iter().find_map(|end| path.strip_suffix(end))
    {
        path = shorter;
    }
    (path.is_empty() && !word.is_empty()) || has(&WHOLE_DISK, path)
}

pub(super) fn is_variable(text: &str) -> bool {
    let is_name = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    text.strip_suffix('+').unwrap_or(text).chars().all(is_name)
        && text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
}

/// A text with its escapes read, and whether letters were among them.
pub(super) fn unescaped(text: &str) -> (String, bool) {
    let (mut read, mut is_coded) = (String::new(), false);
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        if letter != '\\' {
            read.push(letter);
            continue;
        }
        let next = letters.next();
        let (radix, most, mut digits) = match next {
            Some('x') => (16, 2, String::new()),
            Some('u') => (16, 4, String::new()),
            Some(digit @ '0'..='7') => (8, 3, String::from(digit)),
            Some('n') => {
                read.push('\n');
                continue;
            }
            Some('t') => {
                read.push('\t');
                continue;
            }
            Some(other) => {
                read.push(other);
                continue;
            }
            None => break,
        };
        while digits.len() < most && letters.peek().is_some_and(|letter| letter.is_digit(radix)) {
            digits.extend(letters.next());
        }
        let code = u32::from_str_radix(&digits, radix).ok().and_then(char::from_u32);
        is_coded |= code.is_some_and(|letter| letter.is_ascii_graphic());
        read.extend(code);
    }
    (read, is_coded)
}

#[cfg(test)]
mod tests {
    use super::{is_secret, is_whole_disk, unescaped};

    #[test]
    fn names_say_what_a_file_is() {
        for path in ["~/.ssh/id_rsa", "$HOME/.ssh", ".gnupg", "/home/o/.netrc", "@.env", "f=@/home/o/.aws/credentials"]
        {
            assert!(is_secret(path), "{path}");
        }
        for path in ["~/.ssh/id_rsa.pub", "~/.ssh/config", "~/.ssh/known_hosts", ".env.example", "docs/env.md"] {
            assert!(!is_secret(path), "{path}");
        }
        for path in ["/", "/*", "~", "~/", "$HOME/*", "/home/$USER", "/home/$()/", "/Users/*", "/etc"] {
            assert!(is_whole_disk(path), "{path}");
        }
        for path in ["", "build/", "~/.cache", "/var/lib/apt/lists/*", "$HOME/notes", "/tmp/*", "./*"] {
            assert!(!is_whole_disk(path), "{path}");
        }
        assert_eq!(unescaped(r"\x63\165rl\n"), ("curl\n".to_owned(), true));
    }
}
