//! Labelled sets as the scorers take them.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use serde_json::Value;
use studio_model::SkillId;
use studio_select::{Entry, Index, meaning_texts};
use studio_text::SkillDocument;
use studio_text::decode::decode;

use crate::data::{Data, LabelledSet, skill_files};
use crate::vectors::Vectors;

/// A labelled set.
pub(crate) struct Set {
    pub(crate) name: String,
    pub(crate) skills: Vec<Skill>,
    pub(crate) queries: Vec<Query>,
}

/// A skill with the texts it is compared by.
#[derive(Clone)]
pub(crate) struct Skill {
    pub(crate) entry: Entry,
    pub(crate) texts: Vec<String>,
}

/// What somebody says, and the names of the skills that would be right; none where no skill should fire.
#[derive(Clone)]
pub(crate) struct Query {
    pub(crate) text: String,
    pub(crate) expected: Vec<String>,
}

impl Set {
    /// All sets in the folder, by name.
    pub(crate) fn all(data: &Data) -> Result<Vec<Self>, &'static str> {
        let sets: Vec<Self> = data.sets().into_iter().map(|(name, set)| Self::read(name, &set)).collect();
        if sets.is_empty() {
            return Err("needs a folder of query sets (--selection)");
        }
        Ok(sets)
    }

    fn read(name: String, set: &LabelledSet) -> Self {
        let skills = (1_u128..).zip(&set.skills).map(|(number, skill)| {
            Skill::new(entry(number, text(skill, "name"), text(skill, "description"), text(skill, "body")))
        });
        let query = |query: &Value| {
            let names = query["expected"].as_array().into_iter().flatten();
            let expected = names.filter_map(|name| name.as_str().map(str::to_owned)).collect();
            Query { text: text(query, "query").to_owned(), expected }
        };
        Self { name, skills: skills.collect(), queries: set.queries.iter().map(query).collect() }
    }

    /// The same queries in a library with more skills, all but those that have the name of one of its own.
    pub(crate) fn grown(&self, others: &[Skill]) -> Self {
        let names: HashSet<&str> = self.skills.iter().map(|skill| skill.entry.name.as_str()).collect();
        let others = others.iter().filter(|other| !names.contains(other.entry.name.as_str()));
        let skills = (1_u128..).zip(self.skills.iter().chain(others)).map(|(number, skill)| {
            let entry = Entry { key: key(number), ..skill.entry.clone() };
            Skill { entry, texts: skill.texts.clone() }
        });
        Self { name: format!("{} + corpus", self.name), skills: skills.collect(), queries: self.queries.clone() }
    }

    /// Every text of the set that needs a vector.
    pub(crate) fn texts(&self) -> impl Iterator<Item = &str> {
        let of_skills = self.skills.iter().flat_map(|skill| &skill.texts);
        of_skills.chain(self.queries.iter().map(|query| &query.text)).map(String::as_str)
    }

    /// Its skills with their vectors.
    pub(crate) fn index(&self, vectors: &Vectors) -> Index {
        let mut index: Index = self.skills.iter().map(|skill| skill.entry.clone()).collect();
        for skill in &self.skills {
            index.set_vectors(skill.entry.key, &skill.vectors(vectors));
        }
        index
    }
}

impl Skill {
    pub(crate) fn new(entry: Entry) -> Self {
        let texts = meaning_texts(&entry).into_iter().map(|text| text.text).collect();
        Self { entry, texts }
    }

    pub(crate) fn vectors(&self, vectors: &Vectors) -> Vec<Option<Vec<f32>>> {
        self.texts.iter().map(|text| vectors.get(text).map(<[f32]>::to_vec)).collect()
    }
}

/// The readable skills of a folder of skill folders.
pub(crate) fn skills_below(corpus: &Path) -> Result<Vec<Skill>, Box<dyn std::error::Error>> {
    let mut files = skill_files(corpus)?;
    files.sort_unstable();
    let mut skills = Vec::new();
    for file in files {
        let bytes = fs::read(file)?;
        let document = SkillDocument::read(&decode(&bytes).text);
        if let (Some(name), Some(description)) = (document.name(), document.description()) {
            skills.push(Skill::new(entry(0, name, description, document.body())));
        }
    }
    Ok(skills)
}

pub(crate) fn entry(number: u128, name: &str, description: &str, body: &str) -> Entry {
    Entry {
        key: key(number),
        id: name.to_owned(),
        name: name.to_owned(),
        description: description.to_owned(),
        tags: Vec::new(),
        body: body.trim().to_owned(),
        allowed_tools: Vec::new(),
        path: format!("{name}/SKILL.md"),
        hash: String::new(),
        is_only_by_name: false,
        readings: studio_clients::Readings::default(),
        broken: None,
        dropped: None,
    }
}

pub(crate) fn key(number: u128) -> SkillId {
    format!("{number:032x}").parse().expect("32 hexadecimal digits are an id")
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or_default()
}
