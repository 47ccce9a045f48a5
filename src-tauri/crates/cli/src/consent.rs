//! Asks whether something may run: with a question on a terminal, with `--allow` everywhere else.

use std::io::{self, BufRead, IsTerminal, Write};

use studio_api::dto::{ConsentKind, ConsentRequest};

use crate::output::Failure;

/// Whether who sits at the terminal allows it. Where nobody does, that is a failure which says what would run.
pub(crate) fn ask(request: &ConsentRequest, script: Option<&str>) -> Result<bool, Failure> {
    if !io::stdin().is_terminal() || !io::stderr().is_terminal() {
        return Err(Failure::consent(refusal(request)));
    }
    // A question nobody could read is no consent.
    Ok(question(request, script, &mut io::stdin().lock(), &mut io::stderr().lock()).unwrap_or(false))
}

/// What was allowed, on one line.
pub(crate) fn allowed(request: &ConsentRequest) -> String {
    match request.kind {
        ConsentKind::Secret => format!("the secret {} for {}", plain(&request.subject), plain(&place(request))),
        ConsentKind::Key => format!("{}'s key", plain(&request.subject)),
        ConsentKind::Model => {
            format!("using the chat model {} at {}", plain(&request.subject), plain(&place(request)))
        }
        ConsentKind::Network => format!("requests to {}", plain(&place(request))),
        ConsentKind::Folder => format!("reading files in {}", plain(&request.subject)),
        ConsentKind::Server | ConsentKind::Tool | ConsentKind::Database => command_line(&request.argv),
    }
}

/// The command on one line, each argument apart from the next.
fn command_line(argv: &[String]) -> String {
    argv.iter().map(|argument| quoted(argument)).collect::<Vec<_>>().join(" ")
}

fn question(
    request: &ConsentRequest,
    script: Option<&str>,
    answers: &mut impl BufRead,
    out: &mut impl Write,
) -> io::Result<bool> {
    if let Some(script) = script {
        writeln!(out, "Script for {}:\n", plain(&request.subject))?;
        script.lines().try_for_each(|line| writeln!(out, "    {}", plain(line)))?;
        writeln!(out)?;
    }
    if request.kind == ConsentKind::Secret {
        write!(out, "Send the secret {} to {}? [y/N] ", plain(&request.subject), plain(&place(request)))?;
        return answered(answers, out);
    }
    if request.kind == ConsentKind::Model {
        let (model, place) = (plain(&request.subject), plain(&place(request)));
        write!(out, "Send the messages and skills of this session to the chat model {model} at {place}? [y/N] ")?;
        return answered(answers, out);
    }
    if request.kind == ConsentKind::Network {
        write!(out, "Send requests to {}? [y/N] ", plain(&place(request)))?;
        return answered(answers, out);
    }
    if request.kind == ConsentKind::Folder {
        let (folder, [library, model]) = (plain(&request.subject), reading(request));
        write!(out, "Let sessions of {library} read files in {folder}? Their contents are sent to {model}. [y/N] ")?;
        return answered(answers, out);
    }
    let does = if request.kind == ConsentKind::Server { "start" } else { "run" };
    write!(out, "Allow {} to {does}?\n{}[y/N] ", plain(&request.subject), description(request))?;
    answered(answers, out)
}

fn answered(answers: &mut impl BufRead, out: &mut impl Write) -> io::Result<bool> {
    out.flush()?;
    let mut answer = String::new();
    answers.read_line(&mut answer)?;
    Ok(["y", "yes"].contains(&answer.trim().to_lowercase().as_str()))
}

fn refusal(request: &ConsentRequest) -> String {
    if request.kind == ConsentKind::Secret {
        let (secret, place) = (plain(&request.subject), plain(&place(request)));
        return format!(
            "Sending the secret {secret} to {place} isn't allowed yet.\nCheck the address, then run again with --allow."
        );
    }
    if request.kind == ConsentKind::Model {
        let (model, place) = (plain(&request.subject), plain(&place(request)));
        return format!(
            "Using the chat model {model} at {place} isn't allowed yet.\nMessages and skills would be sent there. Check the address, then run again with --allow."
        );
    }
    if request.kind == ConsentKind::Network {
        let place = plain(&place(request));
        return format!("Requests to {place} aren't allowed yet.\nCheck the address, then run again with --allow.");
    }
    if request.kind == ConsentKind::Folder {
        let (folder, [library, model]) = (plain(&request.subject), reading(request));
        return format!(
            "Sessions of {library} aren't allowed to read files in {folder} yet.\nTheir contents would be sent to {model}. Check the folder, then run again with --allow."
        );
    }
    let why = match (request.changed.is_empty(), request.kind) {
        (false, _) => "has changed since you allowed it",
        (true, ConsentKind::Server) => "isn't allowed to start yet",
        (true, _) => "isn't allowed to run yet",
    };
    format!("{} {why}.\n{}Check it, then run again with --allow.", plain(&request.subject), description(request))
}

/// Where a secret would go.
fn place(request: &ConsentRequest) -> String {
    request.argv.join(" ")
}

/// The library whose sessions would read a folder, and who is told what is read.
fn reading(request: &ConsentRequest) -> [String; 2] {
    [0, 1].map(|at| request.argv.get(at).map(|word| plain(word)).unwrap_or_default())
}

/// All that is asked for, a line each.
fn description(request: &ConsentRequest) -> String {
    let before = request.previous_argv.as_deref().filter(|before| *before != request.argv);
    let lines = [
        ("command", Some(command_line(&request.argv))),
        ("before", before.map(command_line)),
        ("folder", request.cwd.as_deref().map(plain)),
        ("environment", listed(request.environment.iter().map(|variable| named(&variable.name, &variable.value)))),
        ("sandbox", Some(plain(&request.sandbox))),
        ("changed", listed(request.changed.iter().map(|change| plain(change)))),
    ];
    let shown = lines.into_iter().filter_map(|(name, value)| value.map(|value| format!("  {name:<12} {value}\n")));
    shown.collect()
}

fn listed(words: impl Iterator<Item = String>) -> Option<String> {
    let words: Vec<String> = words.collect();
    (!words.is_empty()).then(|| words.join(", "))
}

/// A variable by its name, with the secret it comes from. No other value is shown.
fn named(name: &str, value: &str) -> String {
    if value.starts_with("secret://") { format!("{} from {}", plain(name), plain(value)) } else { plain(name) }
}

fn quoted(argument: &str) -> String {
    let is_bare = |letter: char| letter.is_alphanumeric() || "-_./:=,@%+".contains(letter);
    if !argument.is_empty() && argument.chars().all(is_bare) {
        return argument.to_owned();
    }
    format!("'{}'", plain(argument).replace('\'', r"'\''"))
}

/// A text without what could change how a terminal shows the rest of it.
fn plain(text: &str) -> String {
    let shown = |letter: char| match letter {
        '"' | '\'' | '\\' => letter.to_string(),
        '\t' => "    ".to_owned(),
        other => other.escape_debug().to_string(),
    };
    text.chars().map(shown).collect()
}

#[cfg(test)]
mod tests {
    use studio_api::dto::NamedValue;

    use super::*;

    fn request() -> ConsentRequest {
        let variable = |name: &str, value: &str| NamedValue { name: name.to_owned(), value: value.to_owned() };
        ConsentRequest {
            hash: "h".to_owned(),
            kind: ConsentKind::Tool,
            subject: "greet".to_owned(),
            argv: ["python3", "-I", "my tool.py", "it's", ""].map(str::to_owned).into(),
            previous_argv: Some(vec!["python2".to_owned()]),
            cwd: Some("/srv".to_owned()),
            environment: vec![variable("PATH", "/usr/bin"), variable("KEY", "secret://weather")],
            sandbox: "bubblewrap: no network".to_owned(),
            changed: vec!["program".to_owned(), "script".to_owned()],
        }
    }

    fn answered(answer: &str) -> (bool, String) {
        let mut out = Vec::new();
        let is_allowed = question(&request(), Some("one\ntwo\u{1b}[8m"), &mut answer.as_bytes(), &mut out).unwrap();
        (is_allowed, String::from_utf8(out).unwrap())
    }

    #[test]
    fn the_question_shows_all_that_would_run() {
        let asked = "Script for greet:\n\n    one\n    two\\u{1b}[8m\n\nAllow greet to run?\n  \
                     command      python3 -I 'my tool.py' 'it'\\''s' ''\n  \
                     before       python2\n  \
                     folder       /srv\n  \
                     environment  PATH, KEY from secret://weather\n  \
                     sandbox      bubblewrap: no network\n  \
                     changed      program, script\n[y/N] ";
        assert_eq!(answered("y\n").1, asked);
    }

    #[test]
    fn a_secret_is_asked_for_by_where_it_goes() {
        let argv = vec!["https://api.example.com".to_owned()];
        let asked = ConsentRequest { kind: ConsentKind::Secret, subject: "openai".to_owned(), argv, ..request() };
        let mut out = Vec::new();
        assert!(question(&asked, None, &mut "y\n".as_bytes(), &mut out).unwrap());
        assert_eq!(String::from_utf8(out).unwrap(), "Send the secret openai to https://api.example.com? [y/N] ");
        assert!(refusal(&asked).starts_with("Sending the secret openai to https://api.example.com isn't allowed yet."));
    }

    #[test]
    fn an_address_is_asked_for_by_itself() {
        let argv = vec!["http://127.0.0.1:8080".to_owned()];
        let asked =
            ConsentRequest { kind: ConsentKind::Network, subject: "127.0.0.1:8080".to_owned(), argv, ..request() };
        let mut out = Vec::new();
        assert!(!question(&asked, None, &mut "\n".as_bytes(), &mut out).unwrap());
        assert_eq!(String::from_utf8(out).unwrap(), "Send requests to http://127.0.0.1:8080? [y/N] ");
        assert!(refusal(&asked).starts_with("Requests to http://127.0.0.1:8080 aren't allowed yet."));
        assert_eq!(allowed(&asked), "requests to http://127.0.0.1:8080");
    }

    #[test]
    fn a_folder_is_asked_for_by_its_path_with_who_reads_and_who_is_told() {
        let argv = vec!["/home/ann/own.db".to_owned(), "small at https://models.example.com".to_owned()];
        let subject = "/home/ann/notes".to_owned();
        let asked = ConsentRequest { kind: ConsentKind::Folder, subject, argv, ..request() };
        let mut out = Vec::new();
        assert!(question(&asked, None, &mut "y\n".as_bytes(), &mut out).unwrap());
        assert_eq!(
            String::from_utf8(out).unwrap(),
            "Let sessions of /home/ann/own.db read files in /home/ann/notes? Their contents are sent to small at \
             https://models.example.com. [y/N] "
        );
        let refused = refusal(&asked);
        let begins = "Sessions of /home/ann/own.db aren't allowed to read files in /home/ann/notes yet.";
        assert!(refused.starts_with(begins) && refused.contains("sent to small at https://"), "{refused}");
        assert_eq!(allowed(&asked), "reading files in /home/ann/notes");
    }

    #[test]
    fn only_a_yes_is_a_yes() {
        for (answer, is_allowed) in
            [("y\n", true), ("YES\n", true), (" y ", true), ("", false), ("\n", false), ("n\n", false), ("yy\n", false)]
        {
            assert_eq!(answered(answer).0, is_allowed, "{answer:?}");
        }
    }

    #[test]
    fn a_refusal_says_why_and_what_to_do() {
        let first = ConsentRequest { changed: Vec::new(), previous_argv: None, ..request() };
        assert!(refusal(&first).starts_with("greet isn't allowed to run yet.\n  command      python3 -I"));
        let server = ConsentRequest { kind: ConsentKind::Server, ..first };
        assert!(refusal(&server).starts_with("greet isn't allowed to start yet.\n"));
        assert!(refusal(&request()).starts_with("greet has changed since you allowed it.\n"));
        assert!(refusal(&request()).ends_with("changed      program, script\nCheck it, then run again with --allow."));
    }
}
