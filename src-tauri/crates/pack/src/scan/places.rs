//! Where keys, passwords, histories and settings lie, by path: one table for commands, programs and sentences.

use super::pattern::{find, has, patterns};

/// Paths of secrets, as the inner part of a pattern. The public half of a key is none, nor a file of blanks to fill in.
macro_rules! secret_places {
    () => {
        concat!(
            // Keys, and who is let in where.
            r"\.ssh(?:[/\\](?:id_[\w*]+|\*|identity|[\w-]+_(?:rsa|ed25519|ecdsa)|[\w.-]+\.pem)?)?[/\\]?|id_(?:rsa|ed25519|ecdsa|dsa)",
            r"|\.gnupg(?:[/\\][^\s'\x22`]*)?|\.password-store(?:/[^\s'\x22`]*)?|\*?\.kdbx|\*\.pem|\*\.key",
            r"|\.netrc|_netrc|\.pgpass|\.my\.cnf|\.git-credentials|\.vault-token|\.smbcredentials",
            // Clouds and what runs there.
            r"|\.aws(?:[/\\](?:credentials|config|\*|sso/cache[^\s'\x22`]*)?)?[/\\]?|\.azure(?:[/\\][\w.*-]*)?|\.config[/\\]gcloud(?:[/\\][\w.*/-]*)?|application_default_credentials\.json|\.oci/config|\.s3cfg|\.boto",
            r"|\.kube(?:[/\\]config)?|\.docker[/\\]config\.json|\.terraform\.d/credentials\.tfrc\.json|\.config/doctl/[\w.]+|\.fly/config\.yml|\.config/rclone/rclone\.conf|etc/(?:shadow|passwd)|proc/(?:self|\d+|\*|\$\$|\$\w+)/environ|run/secrets/[^\s'\x22`]*",
            // Registries, forges, agents.
            r"|\.npmrc|\.yarnrc\.yml|\.pypirc|\.m2/settings\.xml|\.gradle/gradle\.properties|\.cargo/credentials(?:\.toml)?|\.gem/credentials|\.composer/auth\.json|\.nuget/nuget\.config",
            r"|\.config[/\\](?:gh|hub|op|github-copilot)(?:[/\\][\w.*/-]*)?|\.claude[/\\]\.credentials\.json|\.codex[/\\]auth\.json|\.gemini[/\\]oauth_creds\.json|\.local/share/opencode/auth\.json",
            r"|\.config[/\\][\w.-]+[/\\](?:api[_-]?)?(?:keys?|tokens?|credentials?|secrets?|auth)(?:\.\w+)?|\.mozilla(?:/[^\s'\x22`]*)?|\.config[/\\](?:google-chrome|chromium|bravesoftware|microsoft-edge)(?:[/\\][^\s'\x22`]*)?|state\.vscdb",
            r"|\*?\.env(?:\.(?:local|production|prod|development|staging|\*))?",
            // Histories and what a browser, a keychain or a wallet keeps.
            r"|\.(?:bash|zsh|python|psql|mysql|sqlite|node_repl|rediscli|irb)_history|fish_history|consolehost_history\.txt|\)\.historysavepath|library/(?:messages|mail|calendars|cookies|safari|application support/(?:addressbook|signal|whatsapp|mobilesync|com\.apple\.tcc))(?:/[^\s'\x22`]*)?|chat\.db|\.thunderbird(?:/[^\s'\x22`]*)?|\.config/signal(?:/[^\s'\x22`]*)?",
            r"|(?:chrom|brave|edge|firefox|mozilla|opera|vivaldi|safari|user data)[^\n'\x22`]{0,80}[/\\](?:cookies|login data|history|web data|local state|key4\.db|logins\.json)|login data|logins\.json|key4\.db|cookies\.sqlite|cookies\.binarycookies|places\.sqlite",
            r"|login\.keychain(?:-db)?|library/keychains(?:/[^\s'\x22`]*)?|\.local/share/keyrings(?:/[^\s'\x22`]*)?|wallet\.dat|\.config/solana/id\.json|\.ethereum/keystore(?:/[^\s'\x22`]*)?|\.electrum/wallets(?:/[^\s'\x22`]*)?|telegram desktop/tdata"
        )
    };
}
pub(super) use secret_places;

patterns! {
    // A place of secrets as a part of a longer text.
    SECRET_PLACE = concat!(r"(?i)(?:^|[^\w.-])(?:", secret_places!(), r")(?:$|[^\w./\\*<-]|[./](?:\s|$))");
}

/// The first place of secrets that a text names.
pub(super) fn secret_place(text: &str) -> Option<std::ops::Range<usize>> {
    find(&SECRET_PLACE, text)
}

/// Whether a text names a place of secrets.
pub(super) fn names_secret_place(text: &str) -> bool {
    has(&SECRET_PLACE, text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_of_secrets_is_found_in_a_sentence_and_in_code() {
        for text in [
            "read `~/.ssh/id_rsa` first",
            "open(\".env\")",
            "anything below ~/.ssh.",
            "C:\\Users\\a\\.aws\\credentials",
            "Library/Application Support/Google/Chrome/Default/Cookies",
            "cat /proc/self/environ",
        ] {
            assert!(names_secret_place(text), "{text}");
        }
        for text in [
            "process.env",
            ".env.example",
            "~/.ssh/config",
            "~/.ssh/id_rsa.pub",
            "docs/environment",
            "~/.ssh/known_hosts",
            "the history of Chrome",
        ] {
            assert!(!names_secret_place(text), "{text}");
        }
    }
}
