//! pi: an element an entry, in full.

use studio_text::yaml::Kind;

use crate::{
    body::Body,
    facts::{Change, Evidence, Facts, SameName, Unit},
    front::{Fields, Source, without_mark},
    line::Line,
    reading::{Listed, Reading},
    recipe::{Activation, Recipe, Wire},
    scope::Scope,
    sent::{self, Sent},
    settings::Settings,
    text,
    traits::AgentClient,
    why::Why,
};

static FACTS: Facts = Facts {
    evidence: Evidence::Measured { version: "1.6.0", on: "2026-11-28" },
    hint: "Full descriptions",
    cuts: false,
    unit: Unit::Characters,
    project_folders: &[".pi/skills", ".agents/skills"],
    user_folders: &[".pi/agent/skills", ".agents/skills"],
    nested: &[".agents/skills"],
    finds_inside_skills: false,
    follows_linked_files: true,
    same_name: SameName::Project,
    lists_first: Some(Scope::Project),
};

const ONLY_PEOPLE: &str = "disable-model-invocation";

static RECIPE: Recipe = Recipe {
    program: "pi",
    package: "@earendil-works/pi-coding-agent",
    oldest: "1.0.0",
    node: Some(22),
    wire: Wire::Chat,
    environment: &[("PI_OFFLINE", "1"), ("PI_SKIP_VERSION_CHECK", "1")],
    files: &[(
        ".pi/agent/models.json",
        "{\"providers\": {\"capture\": {\"baseUrl\": \"{address}/v1\", \"api\": \"openai-completions\", \"apiKey\": \
         \"none\", \"models\": [{\"id\": \"capture\"}]}}}\n",
    )],
    arguments: &["-p", "--provider", "capture", "--model", "capture", "--approve", "{prompt}"],
    folder: ".pi/skills",
    activation: Activation::Word("/skill:"),
    loads_with: None,
    settings: &[],
};

/// Beside 0.73.1, the last version in its former package.
static CHANGES: [Change; 1] = [Change {
    version: "1.6.0",
    on: "2026-11-28",
    what: "a project's skills need `--approve`, and a file may start with a byte order mark",
}];

pub(crate) struct Pi;

/// Control characters are text to its reader; others that mean nothing stand for them while it is read.
const STAND_INS: u32 = 0xE000;

fn without_controls(yaml: &str) -> String {
    let is_control = |c: char| c.is_ascii_control() && !matches!(c, '\n' | '\t');
    let stand_in = |c: char| if is_control(c) { char::from_u32(STAND_INS + u32::from(c)).unwrap_or(c) } else { c };
    yaml.chars().map(stand_in).collect()
}

fn with_controls(text: &str) -> String {
    let control = |c: char| match u32::from(c).checked_sub(STAND_INS) {
        Some(code @ 0..=0x7F) => char::from_u32(code).unwrap_or(c),
        _ => c,
    };
    text.chars().map(control).collect()
}

/// From behind a first line of dashes to the next line that begins with them.
fn front(text: &str) -> Option<&str> {
    let after = text.strip_prefix("---")?;
    let end = after.find("\n---")?;
    Some(after.get(1..end).unwrap_or_default())
}

impl AgentClient for Pi {
    fn facts(&self) -> &'static Facts {
        &FACTS
    }

    fn changes(&self) -> &'static [Change] {
        &CHANGES
    }

    fn recipe(&self) -> Option<&'static Recipe> {
        Some(&RECIPE)
    }

    fn sent(&self, text: &str) -> Option<Sent> {
        sent::elements(text, "  <skill>")
    }

    fn read(&self, source: &Source<'_>) -> Reading {
        let ended;
        let owned;
        let plain = source.plain().filter(|(_, read)| !matches!(read, Err(Why::ControlCharacter)));
        let fields = if let Some((_, fields)) = plain {
            fields
        } else {
            ended = without_mark(&source.text).replace("\r\n", "\n").replace('\r', "\n");
            let Some(yaml) = front(&ended) else { return Reading::Dropped(Why::NoFrontmatter) };
            owned = Fields::read(&without_controls(yaml));
            &owned
        };
        let fields = match fields {
            Ok(fields) => fields,
            Err(why) => return Reading::Dropped(why.clone()),
        };
        let description = match fields.kind("description") {
            None | Some(Kind::Null) => return Reading::Dropped(Why::NoDescription),
            Some(Kind::Text(text)) if text.trim().is_empty() => return Reading::Dropped(Why::NoDescription),
            Some(Kind::Text(text)) if fields.endless("description").is_none() => with_controls(text),
            Some(_) => return Reading::Dropped(Why::WrongType("description")),
        };
        if fields.is_true(ONLY_PEOPLE) {
            return Reading::Hidden(Why::OnlyForPeople(ONLY_PEOPLE));
        }
        let name = match fields.kind("name") {
            Some(Kind::Text(name)) if !name.trim().is_empty() && fields.endless("name").is_none() => {
                Some(name.to_owned())
            }
            _ => None,
        };
        let name = name.unwrap_or_else(|| source.folder_or(""));
        Reading::Listed(Listed { name, description, when_to_use: String::new() })
    }

    fn sort(&self, lines: &mut [Line<'_>]) {
        // As it finds them: by its own folders, then by those of the skills.
        lines.sort_by(|a, b| a.folder.cmp(&b.folder).then_with(|| a.path.split('/').cmp(b.path.split('/'))));
    }

    fn size(&self, line: &Line<'_>, text: &str) -> usize {
        self.line(&line.name, text, line.path, line.scope).chars().count()
    }

    fn rule(&self, _: &Settings) -> String {
        "pi shows every description in full.".to_owned()
    }

    fn body(&self, body: &Body<'_>) -> String {
        let said = if body.arguments.is_empty() { String::new() } else { format!("\n\n{}", body.arguments) };
        format!(
            "<skill name=\"{}\" location=\"{}\">\nReferences are relative to {}.\n\n{}\n</skill>{said}",
            body.name,
            body.path,
            body.folder(),
            text::with_plain_ends(body.instructions)
        )
    }

    fn line(&self, name: &str, shown: &str, path: &str, _: Scope) -> String {
        text::indented_element(&text::escaped(name, "&apos;"), &text::escaped(shown, "&apos;"), path)
    }
}
