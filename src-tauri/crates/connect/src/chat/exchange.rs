//! What went over the wire, as it is shown: whole where it is not too long, and never with the key.

use std::time::Duration;

/// One try of a question.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exchange {
    /// Where it went.
    pub url: String,
    /// The request's headers; a variable stands in the place of the key.
    pub request_headers: Vec<(String, String)>,
    /// The request's body as it was sent, without the key should it stand there.
    pub request_body: String,
    /// HTTP status; none where nothing was answered.
    pub status: Option<u16>,
    /// The answer's headers.
    pub response_headers: Vec<(String, String)>,
    /// The answer's body as it came, up to some length.
    pub response_body: String,
    /// Bytes of the answer's body in all.
    pub response_bytes: usize,
    /// Time it took.
    pub elapsed: Duration,
}

impl Exchange {
    /// The request as a command line.
    pub fn curl(&self) -> String {
        let mut words = vec!["curl".to_owned(), "--no-buffer".to_owned(), quoted(&self.url)];
        for (name, value) in &self.request_headers {
            words.push("--header".to_owned());
            words.push(header(&format!("{name}: {value}")));
        }
        words.push("--data-raw".to_owned());
        words.push(quoted(&self.request_body));
        words.join(" ")
    }
}

/// A header in quotes in which a variable still stands for its value.
fn header(text: &str) -> String {
    if !text.contains('$') {
        return quoted(text);
    }
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"").replace('`', "\\`");
    format!("\"{escaped}\"")
}

fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_line_says_what_was_sent_with_a_variable_for_the_key() {
        let exchange = Exchange {
            url: "https://host/v1/chat/completions".to_owned(),
            request_headers: vec![
                ("content-type".to_owned(), "application/json".to_owned()),
                ("authorization".to_owned(), "Bearer $MY_KEY".to_owned()),
            ],
            request_body: "{\"text\":\"it's $5\"}".to_owned(),
            ..Exchange::default()
        };
        assert_eq!(
            exchange.curl(),
            "curl --no-buffer 'https://host/v1/chat/completions' --header 'content-type: application/json' \
             --header \"authorization: Bearer $MY_KEY\" --data-raw '{\"text\":\"it'\\''s $5\"}'"
        );
    }
}
