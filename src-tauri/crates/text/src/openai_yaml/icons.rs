//! Icons: paths of images in the skill's folder `assets`.

use super::{Judge, reading::Entry, shape::Holds};
use crate::{Finding, Fix, code, near, yaml::double_quoted};

/// The folder with the only files that Codex takes for icons.
const FOLDER: &str = "assets/";

/// Judges where each icon is looked for, and whether it is there.
pub(super) fn check(judge: &mut Judge<'_>) {
    let reading = judge.reading;
    for entry in reading.entries.iter().filter(|entry| matches!(entry.holds, Holds::Icon)) {
        let finding = entry.text().and_then(|path| finding(entry, path, judge.around.files));
        judge.findings.extend(finding.map(|finding| finding.about(&entry.path)));
    }
}

/// Where a path leads, as Codex has it.
enum Place {
    Nowhere,
    Absolute,
    Up,
    Elsewhere,
    /// Into the folder: the path without what does not lead on.
    Inside(String),
}

fn place_of(path: &str) -> Place {
    let parts: Vec<&str> = path.split('/').filter(|part| !matches!(*part, "" | ".")).collect();
    if path.is_empty() {
        Place::Nowhere
    } else if path.starts_with('/') {
        Place::Absolute
    } else if parts.contains(&"..") {
        Place::Up
    } else if parts.first().is_some_and(|first| *first == "assets") {
        Place::Inside(parts.join("/"))
    } else {
        Place::Elsewhere
    }
}

fn finding(entry: &Entry<'_>, path: &str, files: &[&str]) -> Option<Finding> {
    let (key, span) = (&entry.path, entry.value.span);
    let dropped = |message: String| code::finding(code::OPENAI_YAML_ICON, span, message);
    let finding = match place_of(path) {
        Place::Inside(file) if files.contains(&file.as_str()) => return None,
        Place::Inside(file) => {
            let message = format!("File `{file}` not found in this skill, so Codex has no icon to show.");
            code::finding(code::OPENAI_YAML_ICON_MISSING, span, message)
        }
        Place::Nowhere => {
            return Some(dropped(format!(
                "`{key}` is empty, so Codex shows no icon. Enter a path such as `./assets/icon.png`, or remove the key."
            )));
        }
        Place::Up => {
            return Some(dropped(format!(
                "Codex ignores `{path}`: a path with `..` can only lead to the `assets` folder of the skill's plugin. Move \
                 the file to the skill's own `assets` folder."
            )));
        }
        Place::Absolute => dropped(format!("Codex ignores `{path}`: `{key}` must be a path within the skill.")),
        Place::Elsewhere => dropped(format!("Codex ignores `{path}`: icons must be in the skill's `assets` folder.")),
    };
    Some(match meant(path, files) {
        Some(file) => {
            let path = format!("./{file}");
            let finding = Finding { message: format!("{} Did you mean `{path}`?", finding.message), ..finding };
            finding.with_fix(Fix::one(format!("Change to `{path}`"), span, double_quoted(&path)))
        }
        None => Finding { message: format!("{} Move the file to `assets`.", finding.message), ..finding },
    })
}

/// The file that was meant: of the same name, else the closest path.
fn meant<'a>(path: &str, files: &[&'a str]) -> Option<&'a str> {
    let inside = || files.iter().copied().filter(|file| file.starts_with(FOLDER));
    let name = path.rsplit(['/', '\\']).next();
    let mut same_name = inside().filter(|file| file.rsplit('/').next() == name);
    match (same_name.next(), same_name.next()) {
        (Some(only), None) => Some(only),
        _ => near::closest(path.trim_start_matches("./"), inside()),
    }
}
