//! Credentials among the arguments of a program: after a flag, in a variable, in a header.

use super::{
    Found, is_telling,
    quotes::{split_outside, unquoted},
};

/// What `--secret` names a secret by that is kept elsewhere.
const PLACES: [&str; 5] = ["id", "type", "src", "source", "env"];

impl Found {
    /// An argument of a program with its credential taken out: `--token=x`, `TOKEN=x`, `x` after `--token`, a header, an
    /// address. A flag and what it is given may stand in one argument.
    pub fn take_out_of_argument(&mut self, owner: &str, before: Option<&str>, word: &str) -> Option<String> {
        let (quote, word) = unquoted(word);
        let taken = if let Some((flag, value)) = flag_in(word) {
            let begin = &word[..word.len() - value.len()];
            format!("{begin}{}", self.take_out_after(owner, flag, value)?)
        } else {
            // A flag that has its value already says nothing of the next word.
            let is_flag = |before: &&str| before.starts_with('-') && !before.contains(['=', ' ']);
            let flag = before.filter(|before| is_flag(before) && !word.starts_with('-')).unwrap_or_default();
            self.take_out_after(owner, flag, word)?
        };
        Some(format!("{quote}{taken}{quote}"))
    }

    /// A program written in one text with its arguments, these with their credentials taken out.
    pub fn take_out_of_words(&mut self, owner: &str, text: &str) -> Option<String> {
        let mut words = split_outside(text, ' ').into_iter();
        let mut taken = words.next().unwrap_or_default().to_owned();
        let mut before = None;
        for word in words {
            taken.push(' ');
            taken.push_str(&self.take_out_of_argument(owner, before, word).unwrap_or_else(|| word.to_owned()));
            before = Some(word);
        }
        (taken != text).then_some(taken)
    }

    /// What a flag is given; the flag is empty where there is none.
    fn take_out_after(&mut self, owner: &str, flag: &str, text: &str) -> Option<String> {
        let (quote, value) = unquoted(text);
        // Behind the `=` that fills a value up stands nothing.
        let is_pair = |(name, value): &(&str, &str)| is_name(name) && !value.trim_start_matches('=').is_empty();
        let pair = value.split_once('=').filter(is_pair);
        let taken = match pair {
            Some((name, _)) if is_telling(flag) && !PLACES.contains(&name) => self.kept_apart(owner, flag, value),
            Some((name, inner)) => {
                let (quote, inner) = unquoted(inner);
                let taken = self.kept_apart(owner, name, inner).map(|taken| format!("{name}={quote}{taken}{quote}"));
                taken.or_else(|| self.kept_apart(owner, "", value))
            }
            None => self.kept_apart(owner, flag, value),
        };
        taken.map(|taken| format!("{quote}{taken}{quote}"))
    }

    /// Headers with their credentials taken out, a line each, in a field that says it holds some.
    pub(super) fn take_out_of_headers(&mut self, owner: &str, field: &str, text: &str) -> Option<String> {
        if !is_of_headers(field) {
            return None;
        }
        let mut taken = |line: &str| {
            let (name, written) = line.split_once(':').filter(|(name, _)| is_name(name))?;
            let value = written.trim_start();
            let (blanks, wanted) = (&written[..written.len() - value.len()], format!("{owner}-{name}"));
            let taken = self.take_out(&wanted, name, value).or_else(|| self.take_out_of_address(&wanted, value))?;
            Some(format!("{name}:{blanks}{taken}"))
        };
        let lines: Vec<String> = text.split('\n').map(|line| taken(line).unwrap_or_else(|| line.to_owned())).collect();
        let taken = lines.join("\n");
        (taken != text).then_some(taken)
    }
}

/// A flag with what it is given, in one argument: `--flag=value`, `--flag value`, `-HName: value`.
fn flag_in(word: &str) -> Option<(&str, &str)> {
    let named = word.split_once(['=', ' ']).filter(|(flag, _)| flag.starts_with('-') && is_name(flag));
    named.or_else(|| Some(("-H", word.strip_prefix("-H")?)).filter(|(_, value)| value.contains(':')))
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && !text.contains([' ', ':', '/', '"', '\''])
}

fn is_of_headers(field: &str) -> bool {
    let lower = field.to_ascii_lowercase();
    field == "-H" || lower.ends_with("header") || lower.ends_with("headers")
}

#[cfg(test)]
mod tests {
    use super::Found;

    fn taken(before: Option<&str>, word: &str) -> Option<String> {
        let mut found = Found::default();
        let taken = found.take_out_of_argument("own", before, word);
        if let Some(taken) = &taken {
            let back = found
                .0
                .iter()
                .rev()
                .fold(taken.clone(), |text, (name, value)| text.replace(&format!("secret://{name}"), value));
            assert_eq!(back, word, "what is taken out is put back as it was");
        }
        taken
    }

    #[test]
    fn credentials_are_taken_out_of_arguments_however_a_flag_is_given_them() {
        for (before, word, expected) in [
            (Some("--api-key"), "abc==", "secret://own-api-key"),
            (Some("--api-key"), "abc=", "secret://own-api-key"),
            (Some("--password"), "pa=ss", "secret://own-password"),
            (Some("--db-pass"), "hunter2", "secret://own-db-pass"),
            (None, "--api-key=abc==", "--api-key=secret://own-api-key"),
            (None, "--api-key abc==", "--api-key secret://own-api-key"),
            (None, "--token=\"abc\"", "--token=\"secret://own-token\""),
            (None, "TOKEN=abc==", "TOKEN=secret://own-token"),
            (Some("-e"), "TOKEN='a b'", "TOKEN='secret://own-token'"),
            (None, "--env=TOKEN=abc", "--env=TOKEN=secret://own-token"),
            (None, "-e TOKEN=abc", "-e TOKEN=secret://own-token"),
            (Some("-H"), "X-Api-Key: k-1", "X-Api-Key: secret://own-x-api-key"),
            (Some("--header"), "Authorization:Bearer abc=", "Authorization:Bearer secret://own-authorization"),
            (Some("--http-header"), "Authorization: Bearer abc", "Authorization: Bearer secret://own-authorization"),
            (None, "--header=Authorization: Bearer abc", "--header=Authorization: Bearer secret://own-authorization"),
            (None, "-H X-Api-Key: k-1", "-H X-Api-Key: secret://own-x-api-key"),
            (None, "-H \"X-Api-Key: k-1\"", "-H \"X-Api-Key: secret://own-x-api-key\""),
            (None, "-HX-Api-Key: k-1", "-HX-Api-Key: secret://own-x-api-key"),
            (Some("--dsn"), "Server=db;Password=a=b", "Server=db;Password=secret://own-password"),
        ] {
            assert_eq!(taken(before, word).as_deref(), Some(expected), "{before:?} {word}");
        }
    }

    #[test]
    fn ordinary_arguments_stay_as_they_are() {
        for (before, word) in [
            (Some("--model"), "gpt-4o-mini-2024-07-18"),
            (Some("--token=abc"), "serve"),
            (Some("--token"), "--verbose"),
            (Some("--secret"), "id=npmrc"),
            (Some("--token-file"), "/run/secrets/token"),
            (Some("-H"), "Accept: application/json"),
            (Some("--rev"), "3f9c2b7a1d8e4f6a0b5c7d9e3f9c2b7a1d8e4f6a"),
            (None, "--header=Accept: text/html"),
            (None, "--hash=sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"),
            (None, "--max-tokens=4096"),
            (None, "LEVEL=debug"),
            (None, "@scope/server@1.20.3"),
            (None, "/usr/share/skills/2024/reports"),
            (None, "git+https://github.com/a/b@3f9c2b7a1d8e4f6a0b5c7d9e3f9c2b7a1d8e4f6a"),
            (
                None,
                "https://h.example/a-1.0-py3.whl#sha256=9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
            ),
            (None, ""),
            (None, "-"),
        ] {
            assert_eq!(taken(before, word), None, "{before:?} {word}");
        }
    }

    #[test]
    fn a_program_with_its_arguments_is_read_as_a_shell_reads_it() {
        let mut found = Found::default();
        let text = "npx remote https://h.example/mcp --header \"Authorization: Bearer abc\" --token 'a b'";
        assert_eq!(
            found.take_out_of_words("own", text).unwrap(),
            "npx remote https://h.example/mcp --header \"Authorization: Bearer secret://own-authorization\" \
             --token 'secret://own-token'"
        );
        let open = found.take_out_of_words("own", "npx it's --token xyz");
        assert_eq!(open.as_deref(), Some("npx it's --token secret://own-token-2"));
        assert_eq!(found.take_out_of_words("own", "npx -y notes-server --level debug"), None);
    }
}
