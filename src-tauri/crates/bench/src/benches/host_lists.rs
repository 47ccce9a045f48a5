//! The list of each client over 10,000 skills, beside writing the same descriptions out once: what no list can do without.
//!
//! Half of the skills have keys that clients read in their own ways, so that no reader is spared. Each client has a
//! second row, with thousands of folders that the skills lie in: some name those in their list.

use std::time::Duration;

use studio_clients::{Client, Entry, Readings, Scope, Settings, SkillFile, list};
use studio_select::evaluate::SplitMix64;

use crate::amount::Amount;
use crate::cost;
use crate::data::Data;
use crate::report::{Measured, Report, Row};

const SKILLS: usize = 10_000;
const PEER: &str = "writing them out";
const GOAL: Duration = Duration::from_millis(50);
/// Folders that skills lie in where they lie in many.
const PARENTS: usize = 5_000;
/// Of each; the middle one counts.
const RUNS: usize = 7;
const WORDS: [&str; 12] =
    ["reads", "the", "quarterly", "figures", "of", "a", "customer", "when", "somebody", "asks", "for", "them"];

pub(crate) fn measure(_: &Data, report: Report) -> Measured {
    let files = files();
    let file = |(path, text): &'_ (String, String)| {
        Readings::of(&SkillFile { path, bytes: text.as_bytes(), openai_yaml: None })
    };
    let (readings, reading) = cost::of(|| files.iter().map(file).collect::<Vec<_>>());
    let write = || {
        let mut written = String::new();
        for (path, text) in &files {
            written.extend(["- ", path, ": ", text, "\n"]);
        }
        written
    };
    let (_, copying) = cost::of(write);
    let one: Vec<String> = files.iter().map(|(path, _)| path.clone()).collect();
    let many: Vec<String> = one.iter().enumerate().map(|(at, path)| format!("/group-{}{path}", at % PARENTS)).collect();
    let mut report = report.row(Row::new("reading them for every client", Amount::Time(reading.wall)));
    for client in Client::ALL {
        for (place, paths) in [("", &one), (", in many folders", &many)] {
            let (what, time) = (format!("the list of {}{place}", client.label()), listing(client, &readings, paths)?);
            let row = Row::new(what, Amount::Time(time)).beside(PEER, Some(Amount::Time(copying.wall)));
            report = report.row(row.goal(Amount::Time(GOAL)));
        }
    }
    Ok(report.note(format!("{SKILLS} skills, descriptions of 20 to 90 words, in one folder and in {PARENTS}")))
}

/// How long a client's list takes of skills that lie at these paths.
fn listing(client: Client, readings: &[Readings], paths: &[String]) -> Result<Duration, String> {
    let entries: Vec<Entry<'_>> = readings
        .iter()
        .zip(paths)
        .map(|(reading, path)| Entry { reading: reading.by(client), path, scope: Scope::Project, weight: 0.0 })
        .collect();
    let settings = Settings::default();
    if list(client, &entries, &settings).entries.len() != SKILLS {
        return Err(format!("the list of {} lost skills", client.label()));
    }
    let times = (0..RUNS).map(|_| cost::of(|| drop(list(client, &entries, &settings))).1.wall).collect();
    Ok(cost::median(times))
}

fn files() -> Vec<(String, String)> {
    let mut random = SplitMix64::new(7);
    let mut below = |most: usize| (random.next_u64() % most as u64) as usize;
    let mut made = Vec::with_capacity(SKILLS);
    for number in 0..SKILLS {
        let words: Vec<&str> = (0..20 + below(70)).map(|_| WORDS[below(WORDS.len())]).collect();
        let more = if number % 2 == 0 { "argument-hint: \"[file]\"\nmetadata:\n  team: office\n" } else { "" };
        made.push((
            format!("/skills/skill-{number}/SKILL.md"),
            format!("---\nname: skill-{number}\ndescription: It {}.\n{more}---\n\nDo it.\n", words.join(" ")),
        ));
    }
    made
}
