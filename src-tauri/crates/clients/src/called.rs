//! What clients call a skill.

use std::collections::HashSet;

use studio_model::Client;

use crate::{
    front::SkillFile,
    name_in, read,
    reading::{Listed, Reading},
};

/// What a client's list calls a skill; none where it does not list it.
pub fn listed_name(client: Client, file: &SkillFile<'_>) -> Option<String> {
    match read(client, file) {
        Reading::Listed(Listed { name, .. }) => Some(name),
        Reading::Hidden(_) | Reading::Dropped(_) => None,
    }
}

/// Every name by which a client may list a skill.
pub fn names_of(file: &SkillFile<'_>) -> HashSet<String> {
    let folder = file.folder();
    let mut names: HashSet<String> =
        Client::ALL.into_iter().filter_map(|client| listed_name(client, file)).chain([folder.to_owned()]).collect();
    if let Some(own) = name_in(file.bytes) {
        names.insert(labelled(folder, &own));
        names.insert(own);
    }
    names
}

/// What a client knows a skill by that it is to load.
pub fn loading_name(client: Client, file: &SkillFile<'_>) -> String {
    let (folder, own) = (file.folder(), name_in(file.bytes));
    let label = own.as_deref().map(|own| labelled(folder, own));
    let known = match listed_name(client, file) {
        // A label is only shown.
        Some(listed) if Some(&listed) == label.as_ref() => None,
        Some(listed) => Some(listed),
        None => own,
    };
    known.unwrap_or_else(|| folder.to_owned())
}

/// How Claude Code lists a skill whose file gives it another name than its folder.
pub(crate) fn labelled(folder: &str, own: &str) -> String {
    format!("{folder} ({own})")
}

/// The folder and the label of a skill that is listed by both; none where there is no label in its name.
pub fn label_in(listed: &str) -> Option<(&str, &str)> {
    listed.strip_suffix(')')?.rsplit_once(" (")
}
