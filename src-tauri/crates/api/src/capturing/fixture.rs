//! A comparison as a fixture, in the form in which captured lists stand beside the tests that hold them: the files of
//! the skills that lay before a client, what it made of them, and its own texts by name, length and hash.

use std::collections::{BTreeMap, HashMap};

use serde_json::{Map, Value, json};
use studio_capture::{Capture, CapturedList, Comparison, skills_folder};
use studio_clients::{Recipe, words_around};
use studio_runtime::Stop;

use super::{
    cancelled,
    keeping::{Measured, authors_names, own_and_authors},
    personal::Personal,
    redacting::Redactor,
};
use crate::{Error, dto::FixtureOffer};

/// Bytes of all files of a fixture.
pub(super) const MOST_BYTES: usize = 2 * 1024 * 1024;
/// What stands for the folder of the skills in a fixture.
const SKILLS: &str = "/skills";
/// What stands for the entry of a skill that is listed by its name alone, apart from the others.
const NAMED: &str = "NAMED";

/// What a fixture is made of.
pub(super) struct Making<'a> {
    pub(super) recipe: &'a Recipe,
    pub(super) capture: &'a Capture,
    pub(super) comparison: &'a Comparison,
    /// The files of the skills of which a list is made, by their paths below the folder of all skills.
    pub(super) files: BTreeMap<String, Vec<u8>>,
    /// The day it was captured, as an ISO date.
    pub(super) day: &'a str,
    pub(super) personal: &'a Personal,
}

impl Making<'_> {
    /// The fixture, without what must not be known of the author; none once somebody stops it.
    pub(super) fn offer(&self, stop: &Stop) -> Result<FixtureOffer, Error> {
        let Some(list) = &self.capture.list else {
            return Ok(refused("The client sent no skill list, so there is nothing to save as a fixture."));
        };
        if self.files.values().map(Vec::len).sum::<usize>() > MOST_BYTES {
            return Ok(refused("A fixture of all these skills would be too large. Compare fewer skills."));
        }
        let mut redactor = Redactor::new(self.personal);
        let mut files = Map::new();
        for (path, bytes) in &self.files {
            if stop.is_stopped() {
                return Err(cancelled());
            }
            let Ok(text) = std::str::from_utf8(bytes) else {
                return Ok(refused(&format!("{path} isn't UTF-8 text. A fixture can only contain text files.")));
            };
            files.insert(redactor.text(path), Value::from(redactor.text(text)));
        }
        let authors = self.authors(list, &mut redactor);
        let mut block = clients_own(list, self.comparison);
        block["version"] = json!(self.capture.version);
        block["tools"] = json!(self.capture.tools);
        let client = self.capture.client.as_str();
        let fixture = json!({
            "set": format!("{client}-{}", self.capture.version),
            "measured": self.day,
            "lists": { client: authors },
            "blocks": { client: block },
            "files": files,
        });
        Ok(FixtureOffer::Offered { fixture: redactor.kept(format!("{fixture:#}\n")) })
    }

    /// The author's entries: their names in the client's order, and each one's text.
    fn authors(&self, list: &CapturedList, redactor: &mut Redactor<'_>) -> Value {
        let folder = skills_folder(self.recipe);
        let (_, entries) = own_and_authors(list, self.comparison);
        let entries = entries.into_iter().map(|entry| (&entry.name, entry.line.replace(&folder, SKILLS)));
        let names = authors_names(list, self.comparison).map(|name| (name, NAMED.to_owned()));
        let (mut order, mut lines) = (Vec::new(), Map::new());
        // The last number of each name: some clients list every skill of one name.
        let mut numbers: HashMap<String, usize> = HashMap::new();
        for (name, line) in entries.chain(names) {
            let name = redactor.text(name);
            let mut key = name.clone();
            let last = numbers.entry(name.clone()).or_insert(1);
            while lines.contains_key(&key) {
                *last += 1;
                key = format!("{name} ({last})");
            }
            lines.insert(key.clone(), Value::from(redactor.text(&line)));
            order.push(key);
        }
        json!({ "order": order, "lines": lines })
    }
}

fn refused(why: &str) -> FixtureOffer {
    FixtureOffer::Refused { why: why.to_owned() }
}

/// A list without the author's entries: who says it, the words around it and the client's own skills, by length and
/// hash.
pub fn clients_own(list: &CapturedList, comparison: &Comparison) -> Value {
    let (own, _) = own_and_authors(list, comparison);
    let (before, after) = words_around(&list.before, &list.after);
    json!({ "role": list.role, "before": words(&before), "own": own, "after": words(&after) })
}

/// Words of a client's own: all of them, and each of their lines.
fn words(lines: &[&str]) -> Value {
    let mut known = json!(Measured::of(&lines.join("\n")));
    known["lines"] = lines.iter().map(|line| json!(Measured::of(line))).collect();
    known
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ErrorCode, capturing::keeping::tests::capture};

    fn making<'a>(capture: &'a Capture, comparison: &'a Comparison, personal: &'a Personal) -> Making<'a> {
        let recipe = studio_clients::recipe(studio_clients::Client::ClaudeCode).unwrap();
        let files = [("pdf/SKILL.md", "Reads /home/max/forms."), ("notes/SKILL.md", "Notes.")];
        let files = files.map(|(path, text)| (path.to_owned(), text.as_bytes().to_vec())).into_iter().collect();
        Making { recipe, capture, comparison, files, day: "2026-01-02", personal }
    }

    #[test]
    fn a_fixture_has_files_lines_and_the_clients_words_by_hash() {
        let (capture, comparison) = capture();
        let max = Personal { home: Some("/home/max".to_owned()), ..Personal::default() };
        let offer = making(&capture, &comparison, &max).offer(&Stop::new()).unwrap();
        let FixtureOffer::Offered { fixture } = offer else { panic!() };
        let found: Value = serde_json::from_str(&fixture.text).unwrap();
        assert_eq!((&found["set"], &found["measured"]), (&json!("claude-code-2.1.332"), &json!("2026-01-02")));
        let files = json!({ "notes/SKILL.md": "Notes.", "pdf/SKILL.md": "Reads ~/forms." });
        assert_eq!(found["files"], files);
        let lines = json!({ "pdf": "- pdf: Reads ~/forms.", "notes": "NAMED" });
        assert_eq!(found["lists"]["claude-code"], json!({ "order": ["pdf", "notes"], "lines": lines }));
        let block = &found["blocks"]["claude-code"];
        assert_eq!((&block["role"], &block["version"]), (&json!("system"), &json!("2.1.332")));
        assert_eq!((&block["own"][0]["name"], &block["own"][0]["chars"]), (&json!("own"), &json!(23)));
        assert_eq!(block["before"]["lines"][0]["chars"], json!(21));
        assert!(!fixture.text.contains("Is the client's") && !fixture.text.contains("These are"), "{}", fixture.text);
        assert_eq!(fixture.taken_out.iter().map(|one| one.times).collect::<Vec<_>>(), [2]);
    }

    #[test]
    fn entries_of_one_name_and_paths_of_the_project_stand_as_in_other_fixtures() {
        let (mut capture, comparison) = capture();
        let list = capture.list.as_mut().unwrap();
        list.entries.retain(|entry| entry.name == "pdf");
        list.entries[0].line = "- pdf (file: /project/.claude/skills/pdf/SKILL.md)".to_owned();
        list.entries.push(list.entries[0].clone());
        let nobody = Personal::default();
        let offer = making(&capture, &comparison, &nobody).offer(&Stop::new()).unwrap();
        let FixtureOffer::Offered { fixture } = offer else { panic!() };
        let found: Value = serde_json::from_str(&fixture.text).unwrap();
        let list = &found["lists"]["claude-code"];
        assert_eq!(list["order"], json!(["pdf", "pdf (2)", "notes"]));
        assert_eq!(list["lines"]["pdf (2)"], json!("- pdf (file: /skills/pdf/SKILL.md)"));
    }

    #[test]
    fn what_no_fixture_can_hold_is_refused_with_the_reason() {
        let (capture, comparison) = capture();
        let nobody = Personal::default();
        let why = |making: &Making<'_>| match making.offer(&Stop::new()).unwrap() {
            FixtureOffer::Refused { why } => why,
            FixtureOffer::Offered { fixture } => panic!("{}", fixture.text),
        };
        let making = || making(&capture, &comparison, &nobody);
        let mut bytes = making();
        bytes.files.insert("x/SKILL.md".to_owned(), vec![255]);
        assert!(why(&bytes).starts_with("x/SKILL.md isn't UTF-8 text"), "{}", why(&bytes));
        let mut large = making();
        large.files.insert("x/SKILL.md".to_owned(), vec![b'x'; MOST_BYTES]);
        assert!(why(&large).contains("too large"), "{}", why(&large));
        let none = Capture { list: None, ..capture.clone() };
        let none = Making { capture: &none, ..making() };
        assert!(why(&none).contains("sent no skill list"), "{}", why(&none));
        let stop = Stop::new();
        stop.stop();
        assert_eq!(making().offer(&stop).unwrap_err().code, ErrorCode::Cancelled);
    }
}
