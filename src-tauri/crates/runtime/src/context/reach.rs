//! Which files of skills a model can come to read, and by what way.

use super::{FileFacts, SkillFacts};

/// How a model comes to know of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reach {
    /// The skill's instructions name it.
    Named,
    /// Only another file names it, which the instructions name: two hops, where the standard asks for one.
    Through(String),
    /// Nothing the model is led to names it.
    Unnamed,
    /// It is not text, so it is never read into the context.
    NotText,
}

impl SkillFacts {
    /// How a model comes to know of each of the skill's files, in their order.
    pub fn reach(&self) -> Vec<(&FileFacts, Reach)> {
        let direction = self.whole_direction();
        let named: Vec<&FileFacts> = self.files.iter().filter(|file| names(&direction, "", &file.path)).collect();
        let reach = |file: &FileFacts| {
            if file.text.is_none() {
                return Reach::NotText;
            }
            if named.iter().any(|one| one.path == file.path) {
                return Reach::Named;
            }
            let names_it = |one: &&&FileFacts| {
                let folder = one.path.rsplit_once('/').map_or("", |(folder, _)| folder);
                one.text.as_deref().is_some_and(|text| names(text, folder, &file.path))
            };
            named.iter().find(names_it).map_or(Reach::Unnamed, |through| Reach::Through(through.path.clone()))
        };
        self.files.iter().map(|file| (file, reach(file))).collect()
    }
}

/// Whether a text in a folder names a file: by its path in the skill, or from that folder.
fn names(text: &str, folder: &str, path: &str) -> bool {
    let from_folder = path.strip_prefix(folder).map(|rest| rest.trim_start_matches('/'));
    text.contains(path) || from_folder.is_some_and(|rest| !rest.is_empty() && text.contains(rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_named_by_the_instructions_by_another_file_or_by_nothing() {
        let file = |path: &str, text: Option<&str>| FileFacts { path: path.to_owned(), text: text.map(str::to_owned) };
        let skill = SkillFacts {
            body: "See [a](references/a.md).".to_owned(),
            files: vec![
                file("references/a.md", Some("More in [b](b.md).")),
                file("references/b.md", Some("And c.md.")),
                file("references/c.md", Some("")),
                file("assets/logo.png", None),
            ],
            ..SkillFacts::default()
        };
        let reach: Vec<Reach> = skill.reach().into_iter().map(|(_, reach)| reach).collect();
        let through = Reach::Through("references/a.md".to_owned());
        assert_eq!(reach, [Reach::Named, through, Reach::Unnamed, Reach::NotText]);
    }
}
