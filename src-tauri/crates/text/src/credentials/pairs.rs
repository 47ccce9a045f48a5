//! Credentials in a value that is itself a list of names and values: a connection string, several variables, a form.

use super::{
    Found,
    quotes::{split_outside, unquoted},
};

/// What such lists are parted by. A value may hold those behind the one that is meant.
const SEPARATORS: [char; 5] = [';', '\n', '&', ',', ' '];

/// Most words that a name has: `Persist Security Info`.
const MOST_WORDS: usize = 3;

impl Found {
    /// A list of names and values with its credentials taken out; none for any other text.
    /// An address before the pairs goes by the name that is wanted.
    pub(super) fn take_out_of_pairs(&mut self, owner: &str, wanted: &str, text: &str) -> Option<String> {
        // What has brackets around it has another structure.
        if !text.contains('=') || text.starts_with(['{', '[', '<', '(']) {
            return None;
        }
        let mut lists = SEPARATORS.into_iter().map(|separator| (separator, split_outside(text, separator)));
        let list = lists.find(|(separator, parts)| is_list(*separator, parts));
        let (separator, parts) = list.or_else(|| pair_in(text).map(|_| (';', vec![text])))?;
        let mut taken = |part: &str| {
            let Some((name, written)) = pair_in(part) else { return self.take_out_of_address(wanted, part) };
            let (field, value) = (name.trim_start(), written.trim_end());
            let field = field.strip_prefix("export ").unwrap_or(field);
            let (quote, bare) = unquoted(value);
            let wanted = format!("{owner}-{field}");
            let kept = self.take_out(&wanted, field, bare).or_else(|| self.take_out_of_address(&wanted, bare))?;
            Some(format!("{name}={quote}{kept}{quote}{}", &written[value.len()..]))
        };
        let parts: Vec<String> = parts.into_iter().map(|part| taken(part).unwrap_or_else(|| part.to_owned())).collect();
        let taken = parts.join(&separator.to_string());
        (taken != text).then_some(taken)
    }
}

/// Whether all parts of a text are names with values, so that it is no sentence and no code.
fn is_list(separator: char, parts: &[&str]) -> bool {
    let begins_elsewhere = |part: &&str| separator == ';' && pair_in(part).is_none() && part.contains(':');
    // Before the first `;` an address may stand.
    let pairs = if parts.first().is_some_and(begins_elsewhere) { &parts[1..] } else { parts };
    let is_pair = |part: &&str| pair_in(part).is_some();
    let is_empty = |part: &&str| part.trim().is_empty() || separator == '\n' && part.trim_start().starts_with('#');
    parts.len() > 1 && pairs.iter().any(is_pair) && pairs.iter().all(|part| is_empty(part) || is_pair(part))
}

/// A name as it is written, and its value, with nothing between them but `=`.
fn pair_in(part: &str) -> Option<(&str, &str)> {
    let (name, value) = part.split_once('=')?;
    let bare = name.trim_start();
    let is_name = bare.starts_with(|letter: char| letter.is_ascii_alphabetic() || letter == '_')
        && bare.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-. ".contains(&byte))
        && !bare.ends_with(' ')
        && bare.split(' ').count() <= MOST_WORDS;
    (is_name && !value.starts_with([' ', '='])).then_some((name, value))
}

#[cfg(test)]
mod tests {
    use super::Found;

    fn taken(text: &str) -> Option<String> {
        Found::default().kept_apart("own", "SETTINGS", text)
    }

    #[test]
    fn credentials_are_taken_out_of_lists_of_pairs() {
        for (text, expected) in [
            ("A=1;TOKEN=abc", "A=1;TOKEN=secret://own-token"),
            ("TOKEN=abc", "TOKEN=secret://own-token"),
            (
                "Server=db,1433; User Id=sa; Password=\"a;b\"; Persist Security Info=False;",
                "Server=db,1433; User Id=sa; Password=\"secret://own-password\"; Persist Security Info=False;",
            ),
            (
                "DefaultEndpointsProtocol=https;AccountName=tides;AccountKey=ab/cd+ef==;EndpointSuffix=core.example",
                "DefaultEndpointsProtocol=https;AccountName=tides;AccountKey=secret://own-accountkey;EndpointSuffix=core.example",
            ),
            (
                "Endpoint=sb://h.example/;SharedAccessKeyName=RootManageSharedAccessKey;SharedAccessKey=abc=",
                "Endpoint=sb://h.example/;SharedAccessKeyName=RootManageSharedAccessKey;SharedAccessKey=secret://own-sharedaccesskey",
            ),
            (
                "jdbc:sqlserver://h:1433;user=sa;password=pw",
                "jdbc:sqlserver://h:1433;user=sa;password=secret://own-password",
            ),
            ("host=db user=jo password='a b'", "host=db user=jo password='secret://own-password'"),
            ("host=db password=a;b", "host=db password=secret://own-password"),
            ("authorization=Bearer abc,x-team=a", "authorization=Bearer secret://own-authorization,x-team=a"),
            ("a=1&password=b", "a=1&password=secret://own-password"),
            ("# own\nLEVEL=debug\nexport API_KEY=abc\n", "# own\nLEVEL=debug\nexport API_KEY=secret://own-api_key\n"),
            ("a=1;db=postgresql://jo:pw@h/x", "a=1;db=postgresql://jo:secret://own-db-password@h/x"),
            ("http://jo:pw@h/;token=abc", "http://jo:secret://own-settings-password@h/;token=secret://own-token"),
        ] {
            assert_eq!(taken(text).as_deref(), Some(expected), "{text}");
        }
    }

    #[test]
    fn sentences_code_and_ordinary_pairs_stay_as_they_are() {
        for text in [
            "A=1;LEVEL=debug",
            "let a = 1; const token = fetch();",
            "if a == b; token == c",
            "Say it; then set token=abc, please",
            "di=34;ln=35",
            "service.name=tides,service.version=1.20.3",
            "{\"q\": \"a=1\"}",
            "A=1;TOKEN=${TOKEN}",
            "A=1;TOKEN=secret://own",
            "name=tides;sha256=9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
            "=;=",
            ";",
        ] {
            assert_eq!(taken(text), None, "{text}");
        }
        let many = "a=".repeat(100_000);
        assert_eq!(taken(&many), None);
    }
}
