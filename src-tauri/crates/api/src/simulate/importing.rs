//! `evals.json` as test cases: looked at first, then kept whole.

use studio_text::evals::{self, Assertion, Eval, EvalFile};

use crate::{
    Error, ErrorCode, Studio,
    base::named::read_named,
    dto::{
        CaseAssertion, CredentialChoice, Host, MissingInput, SimulationCase, SimulationCaseEntry, SimulationCaseFile,
        SimulationCaseImport, SimulationInput, SimulationSetup, UnreadableRow,
    },
    simulate::ready::Calls,
};

impl Studio {
    /// What an `evals.json` holds, and which agents have its skill. Nothing is kept.
    pub fn read_simulation_cases(&self, path: &str) -> Result<SimulationCaseFile, Error> {
        let file = read(path)?;
        let files = self.files_of(&file.skill_name)?;
        let missing = |entry: &Eval| {
            let named = entry.files.iter().filter(|named| found(&files, named).is_none());
            missing(&name_of(&file.skill_name, &entry.id), named)
        };
        let missing = file.entries.iter().flat_map(missing).collect();
        let has_it = |skills: &[String]| !file.skill_name.is_empty() && skills.contains(&file.skill_name);
        let agents = self.list_agents()?.into_iter().filter(|agent| has_it(&agent.skills));
        let entry = |entry: Eval| SimulationCaseEntry {
            name: name_of(&file.skill_name, &entry.id),
            prompt: entry.prompt,
            assertions: entry.assertions.into_iter().map(assertion).collect(),
            expected_output: entry.expected_output,
            files: entry.files,
        };
        Ok(SimulationCaseFile {
            agents: agents.map(|agent| agent.name).collect(),
            entries: file.entries.into_iter().map(entry).collect(),
            skipped: skipped(file.skipped),
            missing,
            skill: file.skill_name,
        })
    }

    /// Keeps the entries of an `evals.json` as cases of a setup. One that was imported before, by its name and whom it is for,
    /// is brought up to date.
    pub fn import_simulation_cases(&self, path: &str, setup: &SimulationSetup) -> Result<SimulationCaseImport, Error> {
        let file = read(path)?;
        // A slip in the setup would otherwise come back as the failure of every case.
        let world = self.session()?.world_for(setup, self, Calls::NotMade)?;
        let skill = world.world.skill(&file.skill_name);
        let files: Vec<String> =
            skill.map(|skill| skill.files.iter().map(|file| file.path.clone()).collect()).unwrap_or_default();
        let known = self.list_simulation_cases()?.cases;
        let (mut cases, mut updated, mut all_missing) = (Vec::new(), 0, Vec::new());
        for entry in file.entries {
            let mut case = case_of(entry, &file.skill_name, &files, setup);
            all_missing.extend(missing(&case.name, &case.missing_files));
            let is_it = |one: &&SimulationCase| one.name == case.name && is_for(&one.setup) == is_for(setup);
            if let Some(before) = known.iter().find(is_it) {
                updated += 1;
                case.id.clone_from(&before.id);
                // What came of it still tells of it where nothing has changed.
                if (SimulationCase { last: None, ..before.clone() }) == case {
                    case.last.clone_from(&before.last);
                }
            }
            cases.push(self.save_simulation_case_choosing(&case, CredentialChoice::Secret)?);
        }
        Ok(SimulationCaseImport { cases, updated, skipped: skipped(file.skipped), missing: all_missing })
    }
}

impl Studio {
    /// Paths of the files of the skills of a name.
    fn files_of(&self, skill: &str) -> Result<Vec<String>, Error> {
        let session = self.session()?;
        let mut files = Vec::new();
        for row in session.library.list_skills()?.into_iter().filter(|row| row.name == skill) {
            files.extend(session.library.get_skill(row.id)?.files.into_iter().map(|file| file.path));
        }
        Ok(files)
    }
}

fn read(path: &str) -> Result<EvalFile, Error> {
    let bytes = read_named(path.as_ref())?;
    evals::read(&String::from_utf8_lossy(&bytes))
        .map_err(|why| Error::new(ErrorCode::Invalid, format!("{path} can't be read as evals.json: {why}.")))
}

fn skipped(entries: Vec<(usize, String)>) -> Vec<UnreadableRow> {
    let row = |(number, reason): (usize, String)| UnreadableRow {
        id: number.to_string(),
        name: format!("Entry {number}"),
        reason,
    };
    entries.into_iter().map(row).collect()
}

/// Whom a case is for: an agent, or a client with skills alone.
fn is_for(setup: &SimulationSetup) -> (&str, Option<Host>) {
    if setup.skills.is_some() { ("", Some(setup.host)) } else { (setup.agent.as_str(), None) }
}

fn name_of(skill: &str, id: &str) -> String {
    format!("{skill} {id}").trim().to_owned()
}

fn assertion(assertion: Assertion) -> CaseAssertion {
    match assertion {
        Assertion::Contains(text) => CaseAssertion::Contains { text },
        Assertion::NotContains(text) => CaseAssertion::NotContains { text },
        Assertion::Judged(text) => CaseAssertion::Judged { text },
    }
}

/// Which of its files a skill has under the path an entry names: from the skill's folder, as the standard asks for, or
/// from the folder that the file of entries is in.
fn found<'a>(files: &'a [String], named: &str) -> Option<&'a String> {
    let named = named.trim_start_matches("./");
    let below = |file: &&String| file.strip_prefix("evals/").is_some_and(|rest| rest == named);
    files.iter().find(|file| *file == named).or_else(|| files.iter().find(below))
}

/// Files that a case goes without.
fn missing<'a>(case: &str, named: impl IntoIterator<Item = &'a String>) -> Vec<MissingInput> {
    named.into_iter().map(|file| MissingInput { case: case.to_owned(), file: file.clone() }).collect()
}

fn case_of(entry: Eval, skill: &str, files: &[String], setup: &SimulationSetup) -> SimulationCase {
    let (mut setup, mut missing_files) = (setup.clone(), Vec::new());
    for named in entry.files {
        match found(files, &named) {
            Some(path) => {
                let input = SimulationInput { skill: skill.to_owned(), path: path.clone() };
                if !setup.inputs.contains(&input) {
                    setup.inputs.push(input);
                }
            }
            None => missing_files.push(named),
        }
    }
    let skills = Some(skill.to_owned()).filter(|skill| !skill.is_empty());
    SimulationCase {
        id: String::new(),
        name: name_of(skill, &entry.id),
        setup,
        messages: vec![entry.prompt],
        expected_skills: skills.into_iter().collect(),
        expected_tools: Vec::new(),
        expected_text: None,
        expected_schema: None,
        max_tokens: None,
        assertions: entry.assertions.into_iter().map(assertion).collect(),
        expected_output: entry.expected_output,
        missing_files,
        last: None,
    }
}
