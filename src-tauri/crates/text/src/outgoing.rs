//! A skill file as one kind of reader wants it.
//!
//! No frontmatter suits every reader: the standard wants `allowed-tools` as one string and knows six keys, adk-rust drops a
//! skill whose `allowed-tools` is a string, and the standard's reference reader knows no brackets, anchors or dashes. So
//! the frontmatter is written for each; a file that suits its reader stays as it is, byte for byte, and the instructions
//! always do. What a form cannot hold is named.

mod fields;
mod suits;
mod written;

use crate::SkillDocument;
use fields::Written;

/// Who is to read a skill file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Readers of the Agent Skills standard to the letter: its six keys, texts only.
    Standard,
    /// Agent clients, which read the standard's keys and some of their own; texts, but for those.
    Client,
    /// adk-rust, which wants lists.
    Adk,
}

/// A skill file as it goes out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outgoing {
    /// The whole file.
    pub text: String,
    /// What the form cannot hold as it is, in the order of the text.
    pub changes: Vec<Change>,
}

/// What became of a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The key; `metadata.x` for an entry of `metadata`.
    pub key: String,
    /// What happened to its value.
    pub kind: ChangeKind,
}

/// What can become of a value that a form cannot hold as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChangeKind {
    /// The form has no such key: it stands under `metadata`, as text.
    Moved,
    /// It is no text, and the form has only texts: it stands there as text.
    AsText,
    /// There is no place for it.
    LeftOut,
}

/// A document as readers of a form want it. Only the frontmatter is ever other than it was.
pub fn outgoing(document: &SkillDocument, form: Form) -> Outgoing {
    if suits::suits(document, form) {
        return Outgoing { text: document.text().to_owned(), changes: Vec::new() };
    }
    let mut changes = Vec::new();
    let fields = match form {
        Form::Standard => fields::standard(document, &mut changes),
        Form::Client => fields::client(document, &mut changes),
        Form::Adk => fields::adk(document, &mut changes),
    };
    // What ends with a lone carriage return is one line to nearly everybody.
    let line_end = Some(crate::document::line_end(document.text())).filter(|end| *end != "\r").unwrap_or("\n");
    let text =
        format!("---{line_end}{}---{line_end}{}", written::lines(&fields, line_end), document.after_frontmatter());
    Outgoing { text, changes }
}

/// A skill file of what rows of tables hold: the keys every reader knows, its instructions behind them.
pub fn skill_file(name: &str, description: &str, version: Option<&str>, tools: &[&str], body: &str) -> String {
    let text = |key: &str, value: &str| (!value.is_empty()).then(|| (key.to_owned(), Written::Text(value.to_owned())));
    // A name with a blank in it would be two in a string.
    let is_list = tools.iter().any(|tool| tool.contains([' ', '\t', ',', '(']));
    let listed = || tools.iter().map(|tool| Written::Text((*tool).to_owned())).collect();
    let fields = [
        text("name", name),
        text("description", description),
        version.and_then(|version| text("version", version)),
        if is_list {
            Some(("allowed-tools".to_owned(), Written::List(listed())))
        } else {
            text("allowed-tools", &tools.join(" "))
        },
    ];
    let fields: Vec<_> = fields.into_iter().flatten().collect();
    let body = body.trim();
    let body = if body.is_empty() { String::new() } else { format!("\n{body}\n") };
    format!("---\n{}---\n{body}", written::lines(&fields, "\n"))
}

#[cfg(test)]
mod tests {
    use super::{Form, outgoing};
    use crate::{SkillDocument, adk};

    fn write(text: &str, form: Form) -> String {
        let out = outgoing(&SkillDocument::read(text), form);
        let changes: Vec<String> =
            out.changes.iter().map(|change| format!("{} {:?}", change.key, change.kind)).collect();
        format!("{}[{}]", out.text, changes.join(", "))
    }

    const MIXED: &str = "---\nname: a-b\ndescription: Does a --- b. Use when: asked\ntags: [x, z]\nallowed-tools: [Read, \"Bash(git log:*)\"]\nversion: 1.0\ntrigger: true\nmetadata:\n  c: 1\n  t: \"1\"\nmodel: opus\n---\n\nBody ---\n";

    #[test]
    fn the_standard_gets_its_six_keys_as_texts() {
        let expected = "---\n\
             name: a-b\n\
             description: \"Does a \\x2D-- b. Use when: asked\"\n\
             metadata:\n\
             \x20 c: \"1\"\n\
             \x20 t: \"1\"\n\
             \x20 tags: \"x, z\"\n\
             \x20 version: \"1.0\"\n\
             \x20 trigger: \"true\"\n\
             \x20 model: opus\n\
             allowed-tools: Read Bash(git log:*)\n\
             ---\n\
             \n\
             Body ---\n\
             [metadata.c AsText, tags Moved, version Moved, trigger Moved, model Moved]";
        assert_eq!(write(MIXED, Form::Standard), expected);
    }

    #[test]
    fn adk_gets_lists_and_keeps_what_it_passes_over() {
        let text = outgoing(&SkillDocument::read(MIXED), Form::Adk).text;
        let expected = "---\n\
             name: a-b\n\
             description: \"Does a \\x2D-- b. Use when: asked\"\n\
             version: \"1.0\"\n\
             tags:\n\
             \x20 - x\n\
             \x20 - z\n\
             allowed-tools:\n\
             \x20 - Read\n\
             \x20 - Bash(git log:*)\n\
             trigger: true\n\
             metadata:\n\
             \x20 c: 1\n\
             \x20 t: \"1\"\n\
             model: opus\n\
             ---\n\
             \n\
             Body ---\n\
             ";
        assert_eq!(text, expected);
        let read = adk::parse(".skills/a-b/SKILL.md", &text).unwrap();
        assert_eq!((read.allowed_tools.len(), read.trigger, read.version.as_deref()), (2, true, Some("1.0")));
    }

    #[test]
    fn clients_keep_the_keys_they_read() {
        let expected = "---\n\
             name: a-b\n\
             description: \"Does a \\x2D-- b. Use when: asked\"\n\
             metadata:\n\
             \x20 c: \"1\"\n\
             \x20 t: \"1\"\n\
             \x20 tags: \"x, z\"\n\
             \x20 trigger: \"true\"\n\
             allowed-tools: Read Bash(git log:*)\n\
             version: 1.0\n\
             model: opus\n\
             ---\n\
             \n\
             Body ---\n\
             [metadata.c AsText, tags Moved, trigger Moved]";
        assert_eq!(write(MIXED, Form::Client), expected);
    }

    #[test]
    fn what_a_client_is_forbidden_stays_forbidden() {
        let text = "---\nname: a\ndescription: b\ntags: [x]\ndisallowed-tools: Bash(rm:*)\nshell: powershell\nbackground: true\nwhen_to_use: now\n---\nBody";
        let out = outgoing(&SkillDocument::read(text), Form::Client).text;
        for line in ["disallowed-tools: Bash(rm:*)", "shell: powershell", "background: true", "when_to_use: now"] {
            assert!(out.lines().any(|own| own == line), "{line} in {out}");
        }
    }

    #[test]
    fn what_suits_its_reader_stays_byte_for_byte() {
        let plain = "---\r\nname:   a-b\r\ndescription: >-\r\n  Does it.\r\n  Use when asked.\r\nallowed-tools: Read Grep\r\n---\r\n\r\nBody\r\n";
        for form in [Form::Standard, Form::Client] {
            assert_eq!(write(plain, form), format!("{plain}[]"));
        }
        let listed = "---\nname: a\ndescription: b\ntags:\n- x\nallowed-tools:\n- Read\n---\nBody";
        assert_eq!(write(listed, Form::Adk), format!("{listed}[]"));
    }

    #[test]
    fn what_readers_trip_over_is_written_anew_and_reads_the_same() {
        for text in [
            "\u{FEFF}---\nname: a\ndescription: b\n---\nBody",
            "---\nname: a\nname: b\ndescription: c\n---\nBody",
            "---\nname: &n a\ndescription: *n\n---\nBody",
            "---\nname: a\ndescription: Use when: it is so\ncompatibility: ''\n---\nBody",
            "---\nname: a\ndescription: |\n  Two\n  lines --- here\n---\nBody",
            "---\nname: yes\ndescription: 1.10\nlicense: 2024-01-01\nmetadata:\n  a: off\n---\nBody",
            "---\rname: a\rdescription: b\r---\rBody\rmore",
            "---\nname: 'yes'\ndescription: \"tab\\tand # mark\"\nmetadata: {a: b, 'c: d': [1, {e: f}]}\n---\nBody",
        ] {
            for form in [Form::Standard, Form::Client, Form::Adk] {
                let before = SkillDocument::read(text);
                let after = SkillDocument::read(&outgoing(&before, form).text);
                assert_eq!(after.findings(), [], "{text:?} {form:?}: {}", after.text());
                assert_eq!((after.name(), after.description()), (before.name(), before.description()), "{form:?}");
                assert_eq!(after.body(), before.body());
                assert!(after.text().starts_with("---\n"), "a lone carriage return ends no line: {text:?} {form:?}");
                let again = outgoing(&after, form);
                assert_eq!((again.text.as_str(), again.changes.len()), (after.text(), 0), "{form:?}");
            }
        }
    }
}
