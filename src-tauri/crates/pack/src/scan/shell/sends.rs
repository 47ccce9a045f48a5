//! Commands that carry what lies on this computer to another one.

use super::{
    Reader, names,
    transfers::transfer,
    value::{Origin, Value, Word},
};
use crate::scan::pattern::has;

/// Options whose value is what is sent. What stands in a header shows who asks, and is sent to whom it belongs.
const DATA: [&str; 18] = [
    "-d",
    "-F",
    "-T",
    "--data",
    "--data-raw",
    "--data-binary",
    "--data-ascii",
    "--data-urlencode",
    "--form",
    "--form-string",
    "--upload-file",
    "--json",
    "--url-query",
    "--post-data",
    "--post-file",
    "--body-data",
    "--body-file",
    "-body",
];

/// Options of PowerShell that show who asks.
const HEADS: [&str; 5] = ["-headers", "-credential", "-token", "-websession", "-authentication"];

/// Options whose value is not sent, or to whom it belongs.
const OTHER_VALUES: [&str; 11] =
    ["-H", "--header", "-u", "--user", "-o", "--output", "--netrc-file", "-K", "-E", "--cert", "--key"];

/// Whether what is read is secret, by where it comes from or by the names of keys in it.
fn is_held(input: &Value) -> bool {
    input.origin.has(Origin::SECRET) || input.origin.has(Origin::OWN) || has(&names::TOKEN, &input.text)
}

impl Reader<'_, '_> {
    /// Whether a command sends what is nobody's business.
    pub(super) fn sends(&self, name: &str, words: &[Word], input: &Value) -> bool {
        let is_secret = |word: &Word| word.origin.has(Origin::SECRET);
        match name {
            "curl" | "wget" | "iwr" | "irm" | "invoke-webrequest" | "invoke-restmethod" => self.posts(words, input),
            "http" | "https" | "xh" => {
                input.origin.has(Origin::SECRET)
                    || words
                        .iter()
                        .any(|word| is_secret(word) || word.text.contains('@') && self.is_secret_file(&word.text))
            }
            "gh" if words
                .iter()
                .any(|word| is_secret(word) || word.text.contains("=@") && self.is_secret_file(&word.text)) =>
            {
                true
            }
            "git" => self.pushes(words),
            _ if names::is_resolver(name) => {
                words.iter().any(|word| is_secret(word) || has(&names::TOKEN_IN_NAME, &word.text))
            }
            _ if names::is_carrier(name) => is_held(input) || words.iter().any(is_secret),
            "openssl" if words.first().is_some_and(|word| word.text == "s_client") => input.origin.has(Origin::SECRET),
            _ => self.carries(name, words, input),
        }
    }

    /// Whether a command takes a secret file, or what it reads, to another computer.
    fn carries(&self, name: &str, words: &[Word], input: &Value) -> bool {
        let Some(transfer) = transfer(name, words) else { return false };
        let is_public = |path: &String| path.rsplit('.').next() == Some("pub");
        transfer.is_fed && input.origin.has(Origin::SECRET)
            || transfer.taken.iter().any(|path| !is_public(path) && self.origin_of_file(path).has(Origin::SECRET))
    }

    /// Whether what is pushed holds what is secret.
    fn pushes(&self, words: &[Word]) -> bool {
        let is_mirrored = words.iter().any(|word| word.text == "set-url")
            && ["--add", "--push"].iter().all(|option| words.iter().any(|word| word.text == *option))
            && words.iter().any(|word| word.text.contains("://") && word.text.contains("$("));
        is_mirrored || self.machine.is_secret_added && words.iter().any(|word| word.text == "push")
    }

    /// `git add`: what is added, by name or with all that lies there.
    pub(super) fn adds(&mut self, words: &[Word]) {
        let Some(at) = words.iter().position(|word| word.text == "add") else { return };
        let named = |option: &str| words.iter().position(|word| word.text == option).and_then(|at| words.get(at + 1));
        let folder = named("-C").map_or(self.machine.folder.clone(), |folder| self.machine.whole_path(&folder.text));
        let is_all = |word: &Word| ["-A", "--all", ".", "*", "-f", "-u"].contains(&word.text.as_str());
        let holds = words[at + 1..].iter().any(|word| self.origin_of_file(&word.text).has(Origin::SECRET));
        let within = |path: &String| folder.is_empty() || path.starts_with(&format!("{folder}/"));
        let holds_all = words[at + 1..].iter().any(is_all)
            && self.machine.files.iter().any(|(path, value)| value.origin.has(Origin::SECRET) && within(path));
        self.machine.is_secret_added |= holds || holds_all;
    }

    /// `curl` and its like: by their data, and by their address.
    fn posts(&self, words: &[Word], input: &Value) -> bool {
        let mut at = 0;
        let mut is_head = false;
        while let Some(word) = words.get(at) {
            at += 1;
            let text = word.text.as_str();
            // The value of a head goes on over several words of PowerShell.
            is_head = HEADS.iter().any(|head| text.eq_ignore_ascii_case(head)) || is_head && !text.starts_with('-');
            if is_head {
                continue;
            }
            let (option, value) = text.split_once('=').unwrap_or((text, ""));
            let is_short = text.starts_with('-') && !text.starts_with("--");
            let is_attached = ["-d@", "-F@", "-T/", "-T~"].iter().any(|start| text.starts_with(start));
            let is_data =
                DATA.iter().any(|data| option.eq_ignore_ascii_case(data) && (data.len() > 2 || option == *data))
                    || is_short && text.len() < 6 && text.ends_with(['d', 'F', 'T']) && !is_attached;
            if is_attached {
                if self.is_sent(word, &text[2..], input) {
                    return true;
                }
            } else if is_data {
                let named = option.starts_with("--") && !value.is_empty();
                let Some(sent) = (if named { Some(word) } else { words.get(at) }) else { return false };
                if self.is_sent(sent, if named { value } else { &sent.text }, input) {
                    return true;
                }
                at += usize::from(!named);
            } else if is_short || text.starts_with("--") {
                // A header, a name, a file to write: not what is sent.
                at += usize::from(OTHER_VALUES.contains(&text));
            } else if word.origin.has(Origin::SECRET) || has(&names::TOKEN, text) && names::is_remote(text) {
                return true;
            }
        }
        false
    }

    /// Whether a value that is sent is secret: itself, a file it names, or what the command reads.
    fn is_sent(&self, word: &Word, value: &str, input: &Value) -> bool {
        let is_read =
            ["@-", "-", "@/dev/stdin", "."].contains(&value) || value.contains("=@-") || value.contains("=<-");
        word.origin.has(Origin::SECRET)
            || has(&names::TOKEN, value)
            || is_read && is_held(input)
            || self.is_secret_file(value)
    }

    /// Whether a value names a file that is secret: `@path`, `name=@path;type=...`, or a path.
    fn is_secret_file(&self, value: &str) -> bool {
        let path = value.rsplit_once('@').or_else(|| value.rsplit_once('<')).map_or(value, |(_, path)| path);
        let path = path.split(';').next().unwrap_or(path);
        self.origin_of_file(path).has(Origin::SECRET)
    }
}
