//! A large folder of skills grown from a small one: what to measure with where no ten thousand real skills are at hand.
//!
//! The first skills are the sources as they are. Each further one is put together from sentences, paragraphs and words
//! of several sources, with a name and a few words of its own, so that a large library has the many rare words, the
//! likenesses and the lengths of real ones. The same sources and count give the same files, byte for byte.

use std::{
    collections::HashSet,
    fs, io,
    path::{Path, PathBuf},
};

/// Skills that share a parent folder, as in a repository.
const IN_A_GROUP: usize = 26;

/// What growing came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grown {
    /// Skill files there were to grow from.
    pub sources: usize,
    /// Skills written.
    pub skills: usize,
}

/// Fills `target` with `count` skill folders grown from every `SKILL.md` under `sources`.
///
/// # Errors
///
/// Fails where a source cannot be read, where there is none, or where `target` cannot be written.
pub fn grow_skills(sources: &Path, target: &Path, count: usize) -> io::Result<Grown> {
    let mut files = Vec::new();
    find(sources, &mut files)?;
    files.sort();
    let read = |path: &PathBuf| Ok(Source::of(path, String::from_utf8_lossy(&fs::read(path)?).into_owned()));
    let sources = files.iter().map(read).collect::<io::Result<Vec<Source>>>()?;
    if sources.is_empty() {
        return Err(io::Error::new(io::ErrorKind::NotFound, "no SKILL.md to grow from"));
    }
    let mut names = HashSet::new();
    for number in 0..count {
        let mut dice = Dice(number as u64);
        let grown = match sources.get(number) {
            Some(source) => Text { name: source.name.clone(), text: source.text.clone() },
            None => grow(&sources, number, &mut dice, &names),
        };
        let mut folder = grown.name.clone();
        while !names.insert(folder.clone()) {
            folder = format!("{}-{number}", grown.name);
        }
        let folder = target.join(format!("pack-{:03}", number / IN_A_GROUP)).join(folder);
        fs::create_dir_all(&folder)?;
        fs::write(folder.join("SKILL.md"), grown.text)?;
    }
    Ok(Grown { sources: sources.len(), skills: count })
}

fn find(folder: &Path, found: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            find(&path, found)?;
        } else if path.file_name().is_some_and(|name| name == "SKILL.md") {
            found.push(path);
        }
    }
    Ok(())
}

/// A skill file taken apart.
struct Source {
    name: String,
    text: String,
    sentences: Vec<String>,
    paragraphs: Vec<String>,
    /// Lines of the frontmatter but for name and description.
    keys: Vec<String>,
}

struct Text {
    name: String,
    text: String,
}

impl Source {
    fn of(path: &Path, text: String) -> Self {
        let folder =
            path.parent().and_then(Path::file_name).map_or_else(String::new, |name| name.to_string_lossy().into());
        let head = text.strip_prefix("---\n").and_then(|rest| rest.split_once("\n---"));
        let (front, body) = head.unwrap_or(("", &text));
        let (mut description, mut keys, mut key) = (String::new(), Vec::new(), "");
        for line in front.lines() {
            let is_continued = line.is_empty() || line.starts_with([' ', '\t', '-']);
            let value = if is_continued { line } else { line.split_once(':').map_or("", |(_, value)| value) };
            if !is_continued {
                key = line.split(':').next().unwrap_or_default();
            }
            match key {
                "name" => {}
                "description" => {
                    description = format!("{description} {}", value.trim_matches([' ', '"', '\'', '>', '|']));
                }
                _ => keys.push(line.to_owned()),
            }
        }
        let sentences = description.split_inclusive(". ").map(|sentence| sentence.trim().to_owned());
        let paragraphs = body.split("\n\n").map(str::trim).filter(|paragraph| !paragraph.is_empty());
        Self {
            name: folder,
            sentences: sentences.filter(|sentence| sentence.len() > 2).collect(),
            paragraphs: paragraphs.map(str::to_owned).collect(),
            keys,
            text,
        }
    }

    fn name_words(&self) -> Vec<&str> {
        self.name.split(['-', '_', ' ']).filter(|word| !word.is_empty()).collect()
    }
}

fn grow(sources: &[Source], number: usize, dice: &mut Dice, taken: &HashSet<String>) -> Text {
    let base = &sources[number % sources.len()];
    let mate = dice.one_of(sources);
    let coined = coin(base, mate, dice);
    let name = name_of(base, mate, &coined, dice, taken);
    let mut description: Vec<String> = Vec::new();
    for sentence in base.sentences.iter().chain(&mate.sentences) {
        if description.len() < 6 && (dice.below(100) < 55 || description.is_empty()) {
            description.push(reword(sentence, base, &coined, dice));
        }
    }
    let description = description.join(" ").replace('\\', "/").replace('"', "'");
    let mut body = format!("# {}\n", name.replace('-', " "));
    for paragraph in &base.paragraphs {
        let paragraph = match dice.below(100) {
            0..10 => continue,
            10..40 => {
                let other = dice.one_of(sources);
                if other.paragraphs.is_empty() { paragraph } else { dice.one_of(&other.paragraphs) }
            }
            _ => paragraph,
        };
        body.push('\n');
        body.push_str(&reword(paragraph, base, &coined, dice));
        body.push('\n');
    }
    let keys: String = base.keys.iter().flat_map(|line| [line.as_str(), "\n"]).collect();
    Text { text: format!("---\nname: {name}\ndescription: \"{description}\"\n{keys}---\n\n{body}"), name }
}

/// A name of up to four words of both parents; one that is taken gets the coined word, too.
fn name_of(base: &Source, mate: &Source, coined: &str, dice: &mut Dice, taken: &HashSet<String>) -> String {
    let (mut words, others) = (base.name_words(), mate.name_words());
    words.truncate(1 + dice.below(2));
    words.extend(others.last());
    let name: String =
        words.join("-").to_lowercase().chars().filter(|c| c.is_ascii_alphanumeric() || *c == '-').collect();
    let name = if taken.contains(&name) || name.is_empty() { format!("{coined}-{name}") } else { name };
    name.chars().take(60).collect::<String>().trim_matches('-').to_owned()
}

/// A word nobody has used: half of a word of either parent.
fn coin(base: &Source, mate: &Source, dice: &mut Dice) -> String {
    let half = |source: &Source, dice: &mut Dice, is_first: bool| -> String {
        let words = source.name_words();
        let Some(word) = (!words.is_empty()).then(|| *dice.one_of(&words)) else { return "new".to_owned() };
        let letters: Vec<char> = word.to_lowercase().chars().filter(char::is_ascii_lowercase).collect();
        let middle = letters.len().div_ceil(2);
        if is_first { letters[..middle].iter().collect() } else { letters[letters.len() - middle..].iter().collect() }
    };
    let vowels = ["a", "e", "i", "o", "u", "y"];
    format!("{}{}{}", half(base, dice, true), dice.one_of(&vowels), half(mate, dice, false))
}

/// The text with some of the words that the base is named after turned into the coined one.
fn reword(text: &str, base: &Source, coined: &str, dice: &mut Dice) -> String {
    let words = base.name_words();
    let longest = words.iter().max_by_key(|word| word.len()).filter(|word| word.len() > 3);
    match longest {
        Some(word) if dice.below(100) < 60 => text.replace(word, coined),
        _ => text.to_owned(),
    }
}

/// `SplitMix64`: small, and the same on every machine.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (mixed ^ (mixed >> 31)) as usize % end.max(1)
    }

    fn one_of<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.below(of.len())]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_grown_folder_is_the_same_each_time_and_its_names_are_its_folders() {
        let folder = tempfile::tempdir().unwrap();
        let sources = folder.path().join("sources");
        for (name, text) in [
            (
                "tide-tables",
                "---\nname: tide-tables\ndescription: Reads tide tables. Use for harbours.\nlicense: MIT\n---\n\nLook at the tide-tables.\n\nThen wait.",
            ),
            (
                "water-plants",
                "---\nname: water-plants\ndescription: >-\n  Waters plants.\n  Never too much.\n---\n\nPour water.\n\nStop.",
            ),
            ("bare", "No frontmatter at all."),
        ] {
            fs::create_dir_all(sources.join(name)).unwrap();
            fs::write(sources.join(name).join("SKILL.md"), text).unwrap();
        }
        let read = |target: &Path| {
            let mut files = Vec::new();
            find(target, &mut files).unwrap();
            files.sort();
            files
                .into_iter()
                .map(|file| (file.strip_prefix(target).unwrap().to_owned(), fs::read(&file).unwrap()))
                .collect::<Vec<_>>()
        };
        let [one, two] = ["one", "two"].map(|name| folder.path().join(name));
        let grown = grow_skills(&sources, &one, 60).unwrap();
        assert_eq!(grown, Grown { sources: 3, skills: 60 });
        grow_skills(&sources, &two, 60).unwrap();
        assert_eq!(read(&one), read(&two));
        let files = read(&one);
        assert_eq!(files.len(), 60);
        let texts: HashSet<&Vec<u8>> = files.iter().map(|(_, text)| text).collect();
        assert!(texts.len() > 55, "nearly all texts differ: {}", texts.len());
        assert!(files.iter().filter(|(_, text)| text.starts_with(b"---\nname: ")).count() > 50);
    }

    #[test]
    fn nothing_grows_from_nothing() {
        let folder = tempfile::tempdir().unwrap();
        assert!(grow_skills(folder.path(), &folder.path().join("out"), 3).is_err());
    }
}
