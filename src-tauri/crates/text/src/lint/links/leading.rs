//! Where the texts of a skill lead, as paths from its folder on.

use super::{Files, Named, decoded, has_extension, is_own_path, named};
use crate::{SkillDocument, Span, lint::body};

/// The files that a skill's own text leads to, with all the files it has: paths from its folder on, which begin with `../`
/// where they lead out of that. What may as well be a file of the project that the skill works on is none.
pub fn leads(document: &SkillDocument, files: &[&str]) -> Vec<String> {
    let (text, body) = (document.text(), document.body_span());
    let scan = body::scan(text, body);
    let files = Files::new(files, None);
    let linked = scan.links.iter().filter_map(|link| own(link.of(text)));
    let is_sure = |named: &Named| named.is_rooted || named.folder == "references/" || files.has_folder(named.folder);
    let named = named(text, body, &scan).into_iter().filter(is_sure).map(|named| named.span.of(text));
    let named = named.filter_map(own).filter(|path| has_extension(path));
    in_order(linked.chain(named).map(|path| seen_from("", &decoded(path))))
}

/// The same of another Markdown file of a skill, at `path`. Files name each other from where they lie; some do so from the
/// skill's folder on.
pub fn leads_of_file(text: &str, path: &str, files: &[&str]) -> Vec<String> {
    let scan = body::scan(text, Span::new(0, text.len()));
    let files = Files::new(files, None);
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let led = scan.links.iter().filter_map(|link| own(link.of(text))).map(|target| {
        let near = seen_from(folder, &decoded(target));
        if !files.has(&near) && files.has(target) { seen_from("", &decoded(target)) } else { near }
    });
    in_order(led)
}

/// The path of a destination that means a file of the skill, or one that lies near it.
fn own(source: &str) -> Option<&str> {
    let path = source.split(['#', '?']).next().unwrap_or(source);
    (is_own_path(source, path) && !path.contains('\\')).then_some(path)
}

/// A path from a folder on, as one from the skill's folder on.
fn seen_from(folder: &str, path: &str) -> String {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|last| *last != "..") => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    parts.join("/")
}

fn in_order(paths: impl Iterator<Item = String>) -> Vec<String> {
    let mut paths: Vec<String> = paths.filter(|path| !path.is_empty()).collect();
    paths.sort_unstable();
    paths.dedup();
    paths
}
