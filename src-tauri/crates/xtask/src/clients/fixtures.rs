//! The captures that stand in the tree: read as sets to lay before clients, and written anew where something differs.

use std::path::Path;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;

use super::comparing::{cell_in, lines_in, list_in, strangers};
use super::document::Document;
use super::known::Client;
use crate::Error;

/// Files that are laid before a client at once.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Set {
    /// The fixture it is of, and what in it.
    pub(super) name: String,
    /// Path and content.
    pub(super) files: Vec<(String, Vec<u8>)>,
    /// The same in the user's home folder; it is left out where there are none.
    pub(super) home: Vec<(String, Vec<u8>)>,
    /// A skill of it to load, with the arguments that are said.
    pub(super) load: Option<(String, String)>,
    kind: Kind,
}

/// What is kept of a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// What became of each file.
    Files,
    /// The whole list, in the fixture at this place.
    List(usize),
    /// The whole list of skills of two scopes, in the fixture at this place.
    Scopes(usize),
    /// How the skill came in; of the first of them the words around the list, too.
    Body { is_first: bool },
}

/// All captures.
pub(super) struct Fixtures {
    /// Single files.
    files: Document,
    /// Sets of files.
    lists: Vec<Document>,
    /// Sets of files of the user and of a project.
    scopes: Vec<Document>,
    /// Skills that were loaded.
    bodies: Document,
    /// The words around lists.
    blocks: Document,
}

impl Fixtures {
    pub(super) fn read(folder: &Path) -> Result<Self, Error> {
        Ok(Self {
            files: Document::read(folder.join("frontmatter.json"), 1)?,
            lists: Document::read_all(&folder.join("lists"), 0)?,
            scopes: Document::read_all(&folder.join("scopes"), 1)?,
            bodies: Document::read(folder.join("bodies.json"), 1)?,
            blocks: Document::read(folder.join("blocks.json"), 1)?,
        })
    }

    /// What is laid before a client. Single files are laid together only before those that have been shown them: others
    /// may cut what is listed beside more.
    pub(super) fn sets(&self, client: &Client) -> Vec<Set> {
        let lists = self.lists.iter().enumerate().map(|(at, list)| Set {
            name: format!("lists/{}", list.name()),
            files: files_in(&list.value["files"], ""),
            load: None,
            home: Vec::new(),
            kind: Kind::List(at),
        });
        let scopes = self.scopes.iter().enumerate().filter_map(|(at, scopes)| {
            let files = &scopes.value["clients"].get(&client.name)?["files"];
            Some(Set {
                name: format!("scopes/{}", scopes.name()),
                files: files_below(files, "/project/"),
                home: files_below(files, "/home/author/"),
                load: None,
                kind: Kind::Scopes(at),
            })
        });
        let bodies = &self.bodies.value;
        let skills = || bodies["skills"].as_object().into_iter().flatten();
        let all: Vec<_> = skills().flat_map(|(name, files)| files_in(files, &format!("{name}/"))).collect();
        let arguments = bodies["arguments"].as_str().unwrap_or_default();
        let loaded = skills().enumerate().map(|(at, (name, _))| Set {
            name: format!("{}, {name}", self.bodies.name()),
            files: all.clone(),
            home: Vec::new(),
            load: Some((name.clone(), arguments.to_owned())),
            kind: Kind::Body { is_first: at == 0 },
        });
        let is_shown = self.files.value["versions"].get(&client.name).is_some();
        let single = is_shown.then(|| Set {
            name: self.files.name(),
            files: self.cases().iter().filter_map(file_of).collect(),
            home: Vec::new(),
            load: None,
            kind: Kind::Files,
        });
        single.into_iter().chain(lists).chain(scopes).chain(loaded).collect()
    }

    fn cases(&self) -> &[Value] {
        self.files.value["cases"].as_array().map_or(&[][..], Vec::as_slice)
    }

    /// Takes in what a client made of a set, and says what differs from what stood there; else why nothing can be.
    pub(super) fn take(
        &mut self,
        set: &Set,
        client: &Client,
        capture: &Value,
        day: &str,
    ) -> Result<Vec<String>, String> {
        let is_listed = !capture["list"].is_null();
        match (set.kind, &set.load) {
            (Kind::Files, _) if is_listed => self.take_files(client, capture, day),
            (Kind::List(at), _) => {
                let list = list_in(capture, &client.folder).ok_or("it sent no list of skills")?;
                Ok(self.lists[at].take_list(client, list, day))
            }
            (Kind::Scopes(at), _) => {
                let lines = lines_in(capture).ok_or("it sent no list of skills")?;
                Ok(self.scopes[at].take_scopes(client, &lines, capture, day))
            }
            (Kind::Body { is_first }, Some((name, _))) => {
                let mut differences = self.bodies.take_body(client, name, capture, day)?;
                if is_first && is_listed {
                    differences.extend(self.blocks.take_block(client, capture, day));
                }
                Ok(differences)
            }
            (Kind::Files | Kind::Body { .. }, _) => Err("it sent no list of skills".to_owned()),
        }
    }

    fn take_files(&mut self, client: &Client, capture: &Value, day: &str) -> Result<Vec<String>, String> {
        let strangers = strangers(capture, self.cases());
        if !strangers.is_empty() {
            return Err(format!("it lists {}, which are of none of the files", strangers.join(", ")));
        }
        let mut differences = Vec::new();
        for case in self.files.value["cases"].as_array_mut().into_iter().flatten() {
            let cell = cell_in(capture, case);
            let folder = case["folder"].as_str().unwrap_or_default().to_owned();
            let Some(known) = case["clients"].get_mut(&client.name) else { continue };
            if *known != cell {
                differences.push(format!("{folder} was {known}, is {cell}"));
                *known = cell;
            }
        }
        self.files.set_version(&["versions", &client.name], capture);
        self.files.note(!differences.is_empty(), day);
        Ok(differences)
    }

    /// Writes the files that changed.
    pub(super) fn write(&mut self) -> Result<(), Error> {
        let others = [&mut self.files, &mut self.bodies, &mut self.blocks];
        self.lists.iter_mut().chain(&mut self.scopes).chain(others).try_for_each(Document::write)
    }
}

/// The files of an object whose keys are paths.
fn files_in(files: &Value, below: &str) -> Vec<(String, Vec<u8>)> {
    let files = files.as_object().into_iter().flatten();
    let file = |(path, text): (&String, &Value)| Some((format!("{below}{path}"), text.as_str()?.as_bytes().to_vec()));
    files.filter_map(file).collect()
}

/// Those of them that lie below a folder, by their paths there.
fn files_below(files: &Value, folder: &str) -> Vec<(String, Vec<u8>)> {
    let below = |(path, bytes): (String, Vec<u8>)| Some((path.strip_prefix(folder)?.to_owned(), bytes));
    files_in(files, "").into_iter().filter_map(below).collect()
}

/// The file of a case; one that is no text stands there encoded.
fn file_of(case: &Value) -> Option<(String, Vec<u8>)> {
    let path = Path::new(case["folder"].as_str()?).join(case["file"].as_str()?);
    let bytes = match case["text"].as_str() {
        Some(text) => text.as_bytes().to_vec(),
        None => STANDARD.decode(case["base64"].as_str()?).ok()?,
    };
    Some((path.to_str()?.to_owned(), bytes))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use serde_json::json;

    use super::*;

    fn fixtures() -> (tempfile::TempDir, Fixtures) {
        let folder = tempfile::tempdir().unwrap();
        let files = [
            (
                "frontmatter.json",
                json!({ "measured": "2026-01-01", "versions": { "codex": "0.1.0" }, "cases": [
                    { "folder": "a", "file": "SKILL.md", "text": "A", "clients": {
                        "codex": { "listed": true, "name": "a", "description": "A" } } },
                    { "folder": "b", "file": "SKILL.md", "base64": "/w==", "clients": {
                        "codex": { "listed": false } } }] }),
            ),
            (
                "lists/one.json",
                json!({ "set": "one", "measured": "2026-01-01",
                        "files": { "a/SKILL.md": "A", "a/agents/openai.yaml": "Y" },
                        "lists": { "codex": { "order": ["a"], "lines": { "a": "- a: A" } } } }),
            ),
            (
                "scopes/two.json",
                json!({ "set": "two", "measured": "2026-01-01", "clients": { "codex": { "version": "0.1.0",
                        "files": { "/home/author/.x/a/SKILL.md": "A", "/project/.x/b/SKILL.md": "B" },
                        "lines": ["- a: A", "- b: B"] } } }),
            ),
            (
                "bodies.json",
                json!({ "measured": "2026-01-01", "arguments": "one two", "skills": { "x": { "SKILL.md": "X" },
                        "y": { "SKILL.md": "Y", "z.txt": "Z" } }, "clients": {} }),
            ),
            ("blocks.json", json!({ "clients": {} })),
        ];
        for name in ["lists", "scopes"] {
            fs::create_dir(folder.path().join(name)).unwrap();
        }
        for (name, value) in files {
            fs::write(folder.path().join(name), value.to_string()).unwrap();
        }
        let fixtures = Fixtures::read(folder.path()).unwrap();
        (folder, fixtures)
    }

    fn codex() -> Client {
        let (name, folder) = ("codex".to_owned(), "/p/skills".to_owned());
        Client { name, folder, has_own_order: true, tells_same_name: true, ..Client::default() }
    }

    fn capture(lines: &Value, loaded: Option<&str>) -> Value {
        let words = json!({ "chars": 0, "sha256": "", "lines": [] });
        let list = json!({ "role": "tool", "before": words, "own": [], "after": words, "lines": lines, "names": [] });
        json!({ "version": "0.2.0", "list": list, "loaded": loaded })
    }

    #[test]
    fn fixtures_are_laid_before_clients_as_sets() {
        let sets = fixtures().1.sets(&codex());
        let names: Vec<&str> = sets.iter().map(|set| set.name.as_str()).collect();
        assert_eq!(
            names,
            ["frontmatter.json", "lists/one.json", "scopes/two.json", "bodies.json, x", "bodies.json, y"]
        );
        let file = |path: &str, bytes: &[u8]| (path.to_owned(), bytes.to_vec());
        assert_eq!(sets[0].files, [file("a/SKILL.md", b"A"), file("b/SKILL.md", &[255])]);
        assert_eq!(sets[1].files, [file("a/SKILL.md", b"A"), file("a/agents/openai.yaml", b"Y")]);
        assert_eq!(
            (&sets[2].home[..], &sets[2].files[..]),
            (&[file(".x/a/SKILL.md", b"A")][..], &[file(".x/b/SKILL.md", b"B")][..])
        );
        let all = [file("x/SKILL.md", b"X"), file("y/SKILL.md", b"Y"), file("y/z.txt", b"Z")];
        assert_eq!((&sets[3].files[..], &sets[4].files[..]), (&all[..], &all[..]));
        assert_eq!(sets[4].load, Some(("y".to_owned(), "one two".to_owned())));
        let other = Client { name: "qwen".to_owned(), ..codex() };
        let of_others: Vec<String> = fixtures().1.sets(&other).into_iter().map(|set| set.name).collect();
        assert_eq!(of_others, ["lists/one.json", "bodies.json, x", "bodies.json, y"], "what else it was never shown");
    }

    #[test]
    fn what_differs_is_taken_in_and_written_and_nothing_else() {
        let (folder, mut fixtures) = fixtures();
        let codex = codex();
        let sets = fixtures.sets(&codex);
        let on_disk = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
        let one = on_disk("lists/one.json");
        let a = json!([{ "name": "a", "line": "- a: A", "shown": "A", "path": "r1/a/SKILL.md" }]);
        let b = json!([{ "name": "b", "line": "- b: B", "shown": "B", "path": "/p/skills/b/SKILL.md" }]);
        let mut take = |at: usize, lines: &Value, loaded: Option<&str>| {
            fixtures.take(&sets[at], &codex, &capture(lines, loaded), "2026-02-02")
        };
        assert_eq!(take(1, &a, None), Ok(vec![]));
        let cells = take(0, &b, None).unwrap();
        assert_eq!(cells.len(), 2, "{cells:?}");
        assert!(cells[0].starts_with("a was {") && cells[0].ends_with("is {\"listed\":false}"), "{}", cells[0]);
        let first = vec!["x comes in otherwise", "no known text around its list"];
        assert_eq!(take(3, &a, Some("X")), Ok(first.into_iter().map(str::to_owned).collect()));
        assert_eq!(take(3, &a, Some("X")), Ok(vec![]));
        assert_eq!(take(4, &a, None), Err("it did not load y".to_owned()));
        let strange = json!([{ "name": "c", "line": "- c: C", "shown": "C", "path": null }]);
        assert!(take(0, &strange, None).unwrap_err().contains("it lists c"));
        fixtures.write().unwrap();
        assert_eq!(on_disk("lists/one.json"), one, "it is as it was");
        let files: Value = serde_json::from_str(&on_disk("frontmatter.json")).unwrap();
        assert_eq!((&files["measured"], &files["versions"]["codex"]), (&json!("2026-02-02"), &json!("0.2.0")));
        assert_eq!(files["cases"][1]["clients"]["codex"], json!({ "listed": true, "name": "b", "description": "B" }));
        let bodies: Value = serde_json::from_str(&on_disk("bodies.json")).unwrap();
        let known = json!({ "version": "0.2.0", "folder": "/p/skills", "bodies": { "x": "X" } });
        assert_eq!(bodies["clients"]["codex"], known);
        let blocks: Value = serde_json::from_str(&on_disk("blocks.json")).unwrap();
        assert_eq!(blocks["clients"]["codex"]["role"], "tool");
        let none = json!({ "version": "0.2.0", "list": null, "loaded": null });
        for set in &sets[..3] {
            let refused = fixtures.take(set, &codex, &none, "2026-02-02");
            assert_eq!(refused, Err("it sent no list of skills".to_owned()));
        }
    }

    #[test]
    fn a_list_of_two_scopes_is_taken_in_but_for_what_a_client_takes_now_so_now_so() {
        let (folder, mut fixtures) = fixtures();
        let codex = codex();
        let set = fixtures.sets(&codex).remove(2);
        let two = || {
            serde_json::from_str::<Value>(&fs::read_to_string(folder.path().join("scopes/two.json")).unwrap()).unwrap()
        };
        let lines = json!([{ "name": "b", "line": "- b: B" }, { "name": "a", "line": "- a: other" }]);
        let mut seen = capture(&lines, None);
        seen["equal"] = json!(true);
        let mut take = |client: &Client| {
            let differences = fixtures.take(&set, client, &seen, "2026-02-02").unwrap();
            fixtures.write().unwrap();
            differences
        };
        let untold = Client { tells_same_name: false, ..self::codex() };
        assert_eq!(take(&untold), [""; 0]);
        let known = &two()["clients"]["codex"];
        assert_eq!((&known["lines"], &known["version"]), (&json!(["- a: A", "- b: B"]), &json!("0.2.0")));
        assert_eq!(two()["measured"], "2026-01-01");
        assert_eq!(take(&codex), [r#""- a: other" is listed now"#, r#""- a: A" is no longer listed"#]);
        assert_eq!(two()["clients"]["codex"]["lines"], json!(["- b: B", "- a: other"]));
        assert_eq!(two()["measured"], "2026-02-02");
    }
}
