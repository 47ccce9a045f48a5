//! pi: an element an entry, in full.

use studio_text::yaml::Kind;

use crate::{
    body::Body,
    facts::{Facts, SameName, Unit},
    front::{Fields, Source},
    list::Line,
    reading::{Listed, Reading},
    recipe::{Activation, Recipe, Wire},
    sent::{self, Sent},
    settings::Settings,
    text,
    traits::AgentClient,
    why::Why,
};

static FACTS: Facts = Facts {
    version: "1.6.0",
    measured_on: "2026-11-28",
    unit: Unit::Characters,
    project_folders: &[".pi/skills", ".agents/skills"],
    user_folders: &[".pi/agent/skills", ".agents/skills"],
    nested: &[".agents/skills"],
    finds_inside_skills: false,
    follows_linked_files: true,
    same_name: SameName::Project,
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
    settings: &[],
};

pub(crate) struct Pi;

impl AgentClient for Pi {
    fn facts(&self) -> &'static Facts {
        &FACTS
    }

    fn recipe(&self) -> Option<&'static Recipe> {
        Some(&RECIPE)
    }

    fn sent(&self, text: &str) -> Option<Sent> {
        sent::elements(text, "  <skill>")
    }

    fn read(&self, source: &Source<'_>) -> Reading {
        let text = source.text.strip_prefix('\u{FEFF}').unwrap_or(&source.text);
        let owned;
        let fields = if let Some((_, fields)) = source.plain() {
            fields
        } else {
            let inner = Source::new(&crate::SkillFile { path: "", bytes: text.as_bytes(), openai_yaml: None });
            let Some(front) = inner.by_lines() else { return Reading::Dropped(Why::NoFrontmatter) };
            owned = Fields::read(front.yaml);
            &owned
        };
        let fields = match fields {
            Ok(fields) => fields,
            Err(why) => return Reading::Dropped(why.clone()),
        };
        let description = match fields.kind("description") {
            None | Some(Kind::Null) => return Reading::Dropped(Why::NoDescription),
            Some(Kind::Text(text)) if text.trim().is_empty() => return Reading::Dropped(Why::NoDescription),
            Some(Kind::Text(text)) => text.to_owned(),
            Some(_) => return Reading::Dropped(Why::WrongType("description")),
        };
        if fields.is_true(ONLY_PEOPLE) {
            return Reading::Hidden(Why::OnlyForPeople(ONLY_PEOPLE));
        }
        let name = crate::front::as_script_text(fields.kind("name")).filter(|name| !name.trim().is_empty());
        let name = name.unwrap_or_else(|| source.folder_or(""));
        Reading::Listed(Listed { name, description, when_to_use: String::new() })
    }

    fn sort(&self, lines: &mut [Line<'_>]) {
        // As it finds them: by their folders.
        lines.sort_by(|a, b| a.path.split('/').cmp(b.path.split('/')));
    }

    fn size(&self, line: &Line<'_>, text: &str) -> usize {
        self.line(&line.listed.name, text, line.path).chars().count()
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

    fn line(&self, name: &str, shown: &str, path: &str) -> String {
        text::indented_element(&text::escaped(name, "&apos;"), &text::escaped(shown, "&apos;"), path)
    }
}
