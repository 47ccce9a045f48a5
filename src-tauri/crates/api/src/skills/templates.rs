//! What a new skill starts from: whole example folders that ship inside the program.

use include_dir::{Dir, File, include_dir};
use studio_store::{NewFile, SKILL_FILE};
use studio_text::{FieldEdit, SkillDocument, apply};

use crate::{dto::SkillTemplate, skills::content::file_row};

static TEMPLATES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/templates");
/// The heading every template has in the place of the skill's own.
const HEADING: &str = "# Heading\n";
/// Stands in the description until the author writes one.
const DESCRIPTION: &str =
    "Describe what this skill does in one sentence. Use when the user asks for it in their words.";

/// A skill's text and other files, as the template has them, under a name and for a purpose.
pub(crate) fn fill(template: SkillTemplate, name: &str, description: &str) -> (String, Vec<NewFile>) {
    let folder = folder_of(template);
    let text = folder.get_file(format!("{}/{SKILL_FILE}", folder.path().display())).and_then(File::contents_utf8);
    let description = if description.is_empty() { DESCRIPTION } else { description };
    let named = set_field(text.unwrap_or_default(), "name", name);
    let described = set_field(&named, "description", description);
    let headed = described.replacen(HEADING, &format!("# {}\n", title_of(name)), 1);
    let mut files = Vec::new();
    collect(folder, folder, &mut files);
    (headed, files)
}

fn folder_of(template: SkillTemplate) -> &'static Dir<'static> {
    let name = match template {
        SkillTemplate::Plain => "plain",
        SkillTemplate::Tools => "tools",
        SkillTemplate::References => "references",
        SkillTemplate::Scripts => "scripts",
    };
    TEMPLATES.get_dir(name).expect("every template ships inside the program")
}

fn collect(root: &Dir<'_>, folder: &Dir<'_>, files: &mut Vec<NewFile>) {
    for file in folder.files() {
        let below = file.path().strip_prefix(root.path()).unwrap_or(file.path());
        let path = below.to_string_lossy().replace('\\', "/");
        if path != SKILL_FILE {
            let is_script = path.starts_with("scripts/");
            files.push(file_row(&path, file.contents().to_vec(), is_script));
        }
    }
    for inner in folder.dirs() {
        collect(root, inner, files);
    }
}

/// The text with a frontmatter key set and nothing else touched.
pub(crate) fn set_field(text: &str, key: &str, value: &str) -> String {
    let edit = FieldEdit::SetText { key: key.to_owned(), value: value.to_owned() };
    apply(text, &SkillDocument::read(text).edit(&edit))
}

/// `gas-emergency` as a heading: `Gas emergency`.
fn title_of(name: &str) -> String {
    studio_model::capitalised(&name.replace(['-', '_'], " "))
}
