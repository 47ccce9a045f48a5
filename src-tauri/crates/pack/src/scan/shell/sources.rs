//! Commands that put out what is secret, whatever they are given: keys of a keychain, tokens of a sign-in, the clipboard,
//! the environment, a picture of the screen.

use super::{names, value::Word};

/// Programs that put out secrets with each of the words that stand behind them.
const SOURCES: [(&str, &[&str]); 34] = [
    ("security", &["find-generic-password", "find-internet-password", "dump-keychain", "export"]),
    ("secret-tool", &["lookup", "search"]),
    ("pass", &["show"]),
    ("op", &["read", "item", "get"]),
    ("bw", &["get", "list", "export"]),
    ("lpass", &["show", "export"]),
    ("git", &["credential"]),
    ("gh", &["auth token"]),
    ("glab", &["auth token"]),
    ("gcloud", &["auth print-access-token", "auth print-identity-token", "auth application-default"]),
    ("aws", &["configure export-credentials", "configure get", "sts get-session-token", "sso get-role-credentials"]),
    ("az", &["account get-access-token"]),
    ("kubectl", &["get secret", "get secrets", "config view"]),
    ("vault", &["kv get", "read", "token"]),
    ("heroku", &["auth:token", "config"]),
    ("doppler", &["secrets"]),
    ("gpg", &["--export-secret-keys", "--export-secret-subkeys"]),
    ("cmdkey", &["/list"]),
    ("compgen", &["-e", "-v"]),
    ("fc", &["-l", "-ln"]),
    ("history", &[]),
    ("pbpaste", &[]),
    ("wl-paste", &[]),
    ("xclip", &["-o", "-out"]),
    ("xsel", &["-o", "-b", "-bo", "--output", "--clipboard"]),
    ("get-clipboard", &[]),
    ("screencapture", &[]),
    ("scrot", &[]),
    ("grim", &[]),
    ("gnome-screenshot", &[]),
    ("import", &["-window"]),
    ("ps", &["eww", "auxe", "auxeww"]),
    ("get-storedcredential", &[]),
    ("get-secret", &[]),
];
/// Programs that put a picture of the screen into a file.
const PICTURES: [&str; 5] = ["screencapture", "scrot", "grim", "gnome-screenshot", "import"];

/// Programs that put out all of a database.
const DUMPS: [&str; 9] = [
    "mysqldump",
    "mariadb-dump",
    "pg_dump",
    "pg_dumpall",
    "mongodump",
    "mongoexport",
    "redis-dump",
    "slapcat",
    "ldapsearch",
];

/// Whether a command puts out all that a database or a home holds.
pub(super) fn is_dump(name: &str, words: &[Word]) -> bool {
    let packs = ["tar", "zip", "7z", "cpio"].contains(&name);
    DUMPS.contains(&name)
        || name == "sqlite3" && words.iter().any(|word| word.text.trim_start().starts_with(".dump"))
        || packs && words.iter().any(|word| names::is_whole_disk(&word.text))
}

/// Whether what a command puts out is secret.
pub(super) fn is_secret(name: &str, words: &[Word]) -> bool {
    let said = || words.iter().map(|word| word.text.as_str());
    if name == "git" && said().next() == Some("config") {
        return said().any(|word| ["-l", "--list", "--get-regexp"].contains(&word) || word.starts_with("credential."));
    }
    if ["get-childitem", "gci", "dir", "ls", "get-item"].contains(&name) {
        return said().any(|word| word.to_ascii_lowercase().starts_with("env:"));
    }
    let line =
        said().filter(|word| word.starts_with(['-', '/']) || !word.starts_with('$')).collect::<Vec<_>>().join(" ");
    let begins = |start: &&str| {
        line == **start
            || line.starts_with(&format!("{start} "))
            || start.starts_with(['-', '/']) && said().any(|word| word == *start)
    };
    SOURCES.iter().any(|(program, starts)| *program == name && (starts.is_empty() || starts.iter().any(begins)))
}

/// The file a command writes a picture of the screen into.
pub(super) fn pictured<'w>(name: &str, words: &'w [Word]) -> Option<&'w str> {
    let last = words.last().map(|word| word.text.as_str()).filter(|text| !text.starts_with('-'));
    PICTURES.contains(&name).then_some(last).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_puts_out_secrets_is_told_from_what_only_asks() {
        let is_told = |line: &str| {
            let mut words = line.split(' ').map(|text| Word { text: text.to_owned(), ..Word::default() });
            let program = words.next().unwrap().text;
            is_secret(&program, &words.collect::<Vec<_>>())
        };
        for line in [
            "security find-generic-password -w -s x",
            "gh auth token",
            "git config --list",
            "kubectl get secrets -A -o yaml",
            "xclip -selection clipboard -o",
            "gci env:",
            "gpg -a --export-secret-keys",
        ] {
            assert!(is_told(line), "{line}");
        }
        for line in
            ["security find-identity -v", "gh auth status", "git config user.email", "kubectl get pods", "ls src"]
        {
            assert!(!is_told(line), "{line}");
        }
    }
}
