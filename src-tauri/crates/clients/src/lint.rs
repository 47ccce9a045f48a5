//! What one client does with a skill, as findings in its text: drops it, hides it, cuts it, calls it otherwise, passes over
//! a key, or fills in what others leave as it stands. What is said follows from how the client reads the file.

use studio_model::Client;
use studio_text::{Finding, SkillDocument, Span, Target, code, decode::decode};

use crate::text::grouped;
use crate::{
    Candidate, Entry, Listed, Reading, Readings, Scope, Settings, SkillFile, Taken, Why, client_of, list, taken_of,
};

/// What clients fill in when they load a body, with those that do.
const FILLED: [(&str, &[Client]); 6] = [
    ("$ARGUMENTS", &[Client::ClaudeCode, Client::Kimi]),
    ("${CLAUDE_SKILL_DIR}", &[Client::ClaudeCode]),
    ("${CLAUDE_PROJECT_DIR}", &[Client::ClaudeCode]),
    ("${CLAUDE_SESSION_ID}", &[Client::ClaudeCode]),
    ("${CLAUDE_EFFORT}", &[Client::ClaudeCode]),
    ("${KIMI_SKILL_DIR}", &[Client::Kimi]),
];

/// What a client makes of a skill's files, as findings in the text of its `SKILL.md`.
pub fn lint(file: &SkillFile<'_>, target: Target) -> Vec<Finding> {
    let Some(client) = client_of(target) else { return Vec::new() };
    let text = decode(file.bytes).text;
    let document = SkillDocument::read(&text);
    let mut judge = Judge { document: &document, client, target, findings: Vec::new() };
    let readings = Readings::of(file);
    match readings.by(client) {
        Err(Reading::Dropped(why)) => judge.dropped(why),
        // Said where it stands: in `agents/openai.yaml`.
        Err(Reading::Hidden(Why::Policy(_))) => judge.keys(),
        Err(Reading::Hidden(why)) => {
            judge.hidden(why);
            judge.keys();
        }
        Err(Reading::Listed(listed)) | Ok(listed) => {
            judge.keys();
            judge.shown(listed, Entry { reading: Ok(listed), path: "", scope: Scope::Project, weight: 0.0 });
            judge.name(listed, file.folder());
            judge.body();
        }
    }
    judge.findings
}

/// What a client makes of one document.
struct Judge<'a> {
    document: &'a SkillDocument,
    client: Client,
    target: Target,
    findings: Vec<Finding>,
}

impl Judge<'_> {
    fn tell(&mut self, code: &'static str, span: Span, message: String) -> &mut Finding {
        let at = self.findings.len();
        self.findings.push(code::finding(code, span, message).with_target(self.target));
        &mut self.findings[at]
    }

    /// Where a key's value stands; the frontmatter, or the first line, where it has none.
    fn place_of(&self, key: Option<&str>) -> Span {
        let field = key.and_then(|key| self.document.field(key));
        let first_line = || Span::new(0, self.document.text().find(['\n', '\r']).unwrap_or(self.document.text().len()));
        field.map_or_else(|| self.document.frontmatter_span().unwrap_or_else(first_line), |field| field.value.span)
    }

    fn dropped(&mut self, why: &Why) {
        // Where the frontmatter can't be read, the first problem of it is the place.
        let problem = self.document.findings().iter().find(|finding| {
            finding.code.starts_with("yaml-")
                || finding.code.starts_with("frontmatter-")
                || finding.code == code::DUPLICATE_KEY
        });
        let span = match why {
            Why::InvalidYaml | Why::NoFrontmatter | Why::DuplicateKey(_) | Why::ControlCharacter => {
                problem.map_or_else(|| self.place_of(None), |finding| finding.span)
            }
            why => self.place_of(why.key()),
        };
        let message = format!("{} skips this skill because {}.", self.client.label(), why.words());
        self.tell(code::CLIENT_DROPPED, span, message);
    }

    fn hidden(&mut self, why: &Why) {
        let label = self.client.label();
        let key = why.key().unwrap_or_default();
        let message = if *why == Why::WaitsForPaths {
            format!("{label} hides the skill until a file matching `paths` is read.")
        } else {
            format!("{label} hides the skill from its model: only users can invoke it.")
        };
        self.tell(code::CLIENT_HIDDEN, self.key_span(key), message).subject = Some(key.to_owned());
    }

    fn key_span(&self, key: &str) -> Span {
        self.document.field(key).map_or_else(|| self.place_of(None), |field| field.key_span)
    }

    fn name_span(&self) -> Span {
        name_span(self.document)
    }

    /// Keys that the client passes over, of those that would change what it does.
    fn keys(&mut self) {
        let label = self.client.label();
        for key in Client::CHANGING_KEYS {
            let Some(field) = self.document.field(key) else { continue };
            let is_set = match key {
                "disable-model-invocation" => self.document.is_for_users_only(),
                "paths" => self.document.waits_for_paths(),
                _ => !field.value.is_null(),
            };
            if !is_set || !self.client.passes_over(key) {
                continue;
            }
            let message = match key {
                "disable-model-invocation" => {
                    format!("{label} ignores `{key}`: its model can use the skill on its own.")
                }
                "paths" => format!("{label} ignores `{key}`: the skill is always listed."),
                "when_to_use" => format!("{label} ignores `{key}`. Say when to use the skill in the description."),
                "disallowed-tools" => format!("{label} ignores `{key}`: its model can use those tools."),
                _ => format!("{label} ignores `{key}`."),
            };
            self.tell(code::CLIENT_IGNORES, field.key_span, message).subject = Some(key.to_owned());
        }
    }

    /// The text in the list, where it is not the description as it stands.
    fn shown(&mut self, listed: &Listed, entry: Entry<'_>) {
        let label = self.client.label();
        let spoken = |text: &str| {
            let text = studio_model::one_line(text).into_owned();
            if text.chars().nth(60).is_some() {
                format!("{}…", text.chars().take(60).collect::<String>())
            } else {
                text
            }
        };
        let read = listed.description.trim();
        match self.document.description() {
            None if !read.is_empty() => {
                let message =
                    format!("{label} uses the first line of the body as the description: “{}”.", spoken(read));
                self.tell(code::CLIENT_CUT, self.place_of(None), message);
                return;
            }
            Some(_) if reads_otherwise(self.document, listed) => {
                let message = format!("{label} reads a different description: “{}”.", spoken(read));
                self.tell(code::CLIENT_CUT, self.place_of(Some("description")), message);
                return;
            }
            None | Some(_) => {}
        }
        let alone = list(self.client, &[entry], &Settings { claude_bundled: 0, ..Settings::default() });
        let Some(shown) = alone.entries.first() else { return };
        let kept = shown.shown.trim_end_matches(['.', '…']).chars().count();
        if shown.state == crate::State::Shortened && !shown.shown.starts_with(first_line(read)) {
            let message = format!(
                "{label} shows only the first {} of {} characters. Shorten the description.",
                grouped(kept),
                grouped(shown.whole_chars)
            );
            self.tell(code::CLIENT_CUT, self.place_of(Some("description")), message);
        }
    }

    fn name(&mut self, listed: &Listed, folder: &str) {
        let Some(name) = self.document.name() else { return };
        if listed.name == name {
            return;
        }
        let label = self.client.label();
        let why = if folder.is_empty() || folder == name { "" } else { " because its folder has a different name" };
        let message = format!("{label} lists the skill as `{}`{why}.", listed.name);
        self.tell(code::CLIENT_NAME, self.name_span(), message);
    }

    /// What one client fills in or runs stands as it is in others.
    fn body(&mut self) {
        let (client, label, body) = (self.client, self.client.label(), self.document.body_span());
        let text = self.document.text().to_owned();
        let text = body.of(&text);
        let at = |start: usize, length: usize| Span::new(body.start + start, body.start + start + length);
        if client == Client::ClaudeCode
            && let Some((start, length)) = command(text)
        {
            let message =
                format!("{label} runs this command each time the skill is loaded, before the model reads it.");
            self.tell(code::CLIENT_BODY, at(start, length), message);
        }
        if matches!(client, Client::ClaudeCode | Client::Kimi) {
            let has_escapes = client == Client::ClaudeCode;
            for (start, length) in crate::filling::numbered(text, has_escapes) {
                let word = &text[start..start + length];
                let advice = if has_escapes {
                    format!("For a literal dollar sign, write `\\{word}`.")
                } else {
                    "If there is no argument, it's removed. Write amounts without a dollar sign.".to_owned()
                };
                let message = format!("{label} replaces `{word}` with an argument. {advice}");
                self.tell(code::CLIENT_BODY, at(start, length), message).subject = Some(word.to_owned());
            }
        }
        for (word, filled_by) in FILLED {
            if filled_by.contains(&client) {
                continue;
            }
            if let Some(start) = text.find(word) {
                let message = format!("{label} doesn't fill in `{word}`: its model reads it literally.");
                self.tell(code::CLIENT_BODY, at(start, word.len()), message).subject = Some(word.to_owned());
            }
        }
    }
}

/// Whether a client lists a skill with another text than the description in its file, however the words of both are set on
/// lines; never of a file without any.
pub fn reads_otherwise(document: &SkillDocument, listed: &Listed) -> bool {
    let read = listed.description.trim();
    document.description().is_some_and(|own| own != read && !own.split_whitespace().eq(read.split_whitespace()))
}

fn first_line(text: &str) -> &str {
    // Who shows no more than the first line of a longer list shows a short one whole.
    text.lines().next().filter(|line| line.len() < text.len()).unwrap_or("\u{0}")
}

/// The first command that stands in a body to be run when it is loaded: where, and how long.
fn command(body: &str) -> Option<(usize, usize)> {
    let mut from = 0;
    while let Some(at) = body[from..].find("!`") {
        let start = from + at;
        let is_begun = body[..start].chars().next_back().is_none_or(char::is_whitespace);
        let inner = start + "!`".len();
        match body[inner..].find('`') {
            Some(end) if is_begun && end > 0 => return Some((inner, end)),
            Some(_) => from = inner,
            None => break,
        }
    }
    let at = body.starts_with("```!").then_some(0).or_else(|| body.find("\n```!").map(|at| at + 1))?;
    Some((at, "```!".len()))
}

/// What is said of a skill that lies where a client does not find it.
pub fn not_found_by(document: &SkillDocument, target: Target, why: String) -> Finding {
    code::finding(code::CLIENT_FOLDER, name_span(document), why).with_target(target)
}

/// What is said of a skill in whose place a client takes `other`, which lies at `shown`; none where it takes this one, or
/// both.
pub fn shadowed_by(
    document: &SkillDocument,
    target: Target,
    own: &Candidate<'_>,
    (other, shown): (&Candidate<'_>, &str),
) -> Option<Finding> {
    let client = client_of(target)?;
    let label = client.label();
    let message = match taken_of(client, own, other) {
        Taken::Both | Taken::First => return None,
        Taken::Either => {
            format!("{label} uses either this skill or the one with the same name at {shown}.")
        }
        Taken::Second => {
            let whose = match other.scope {
                _ if other.scope == own.scope => "the",
                Scope::User => "the user's",
                Scope::Project => "the project's",
                Scope::Plugin => "the plugin's",
            };
            format!("{label} uses {whose} skill with the same name instead, at {shown}.")
        }
    };
    Some(code::finding(code::CLIENT_SHADOWED, name_span(document), message).with_target(target))
}

pub(crate) fn name_span(document: &SkillDocument) -> Span {
    document.field("name").map_or_else(|| document.body_span(), |field| field.value.span)
}
