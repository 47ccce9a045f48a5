//! The studio is killed again and again while it writes: nothing it acknowledged may be lost.
//!
//! The test runs itself as a child that does one write after another of every kind there is, and says before and after
//! each what it does. The parent kills it at some write that has started, and opens the library in a fresh process. The
//! state accumulates.

mod folders;
mod moved;
mod packs_and_undo;
mod pushes;
mod steps;

use std::{
    collections::{BTreeMap, HashMap},
    fs,
    io::{BufRead as _, BufReader, Write as _},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::Duration,
};

use serde_json::{Value, json};
use studio_api::{
    Studio, Upkeep,
    dto::{
        AdkSettings, AgentEdit, ComponentTools, FormDraft, FormKind, Host, MapPoint, MapPosition, NewQuery, NewSkill,
        QuerySource, SaveOutcome, SimulatedRuntime, SimulationModel, SimulationPace, SimulationSetup, SimulationState,
        SimulationWork, SpecEdit, ToolEdit, ToolImplementation, TrashKind, TrashRef, WhenNeeded,
    },
};
use studio_runtime::context::Event;
use studio_store::{Library, Options};
use tempfile::TempDir;

use crate::{
    harness::{Events, Model, saved, skill, start, until},
    toolbox::{agent, edit_of, server, stdio, tool},
};

/// Names the folder a child works on.
const FOLDER: &str = "SKILL_STUDIO_TEST_KILL_FOLDER";
/// Says what the child does: `write`, `push`, `look`, or what is done to a folder.
const ROLE: &str = "SKILL_STUDIO_TEST_KILL_ROLE";
/// Names the library in that folder.
const LIBRARY: &str = "SKILL_STUDIO_TEST_KILL_LIBRARY";
/// Says how often to kill; `cargo xtask endure` sets it.
const KILLS: &str = "SKILL_STUDIO_TEST_KILLS";
const KILLS_BY_DEFAULT: u64 = 50;
/// Each time after so many kills the library is moved, just before the next one.
const MOVED_EVERY: u64 = 5;
/// After so many kills it is told how it stands: a long run may be cut off.
const TELL_EVERY: u64 = 50;

/// A kind of write: its name, and how one is done that leaves its number.
type Kind = (&'static str, fn(&Writer<'_>, u64));

/// Every kind of write, in the order the child does them. Each leaves its number to be found again.
const WRITES: [Kind; 20] = [
    ("drafted", |writer, number| {
        writer.studio.save_draft(&writer.id("drafted"), "SKILL.md", &text("drafted", number)).unwrap();
    }),
    ("form", |writer, number| {
        let (kind, changes) = (FormKind::Tool, sentence(number));
        writer.studio.save_form_draft(&FormDraft { kind, id: None, aggregate_version: 0, changes }).unwrap();
    }),
    ("saved", |writer, number| writer.save("saved", "SKILL.md", &text("saved", number))),
    ("linked", |writer, number| writer.save("linked", "SKILL.md", &text("linked", number))),
    ("filed", |writer, number| writer.save("filed", "notes.md", &format!("Number {number}\n"))),
    ("renamed", |writer, number| {
        writer.studio.rename_skill(&writer.id("renamed-"), &format!("renamed-{number}")).unwrap();
    }),
    ("tagged", |writer, number| {
        let row = writer.row("tagged");
        writer.studio.tag_skills(&[row.id], &[format!("tag-{number}")], &row.tags).unwrap();
    }),
    ("moved", |writer, number| {
        writer.studio.move_skills(&[writer.id("moved")], &format!("group-{number}")).unwrap();
    }),
    ("tool", |writer, number| {
        let known = writer.studio.list_tools().unwrap().into_iter().find(|tool| tool.name == "hammer");
        let edit = known.map_or_else(
            || tool("hammer", SpecEdit::default(), ToolImplementation::None),
            |info| edit_of(&writer.studio.get_tool(&info.id).unwrap()),
        );
        writer.studio.save_tool(&ToolEdit { description: sentence(number), ..edit }).unwrap();
    }),
    ("agent", |writer, number| {
        let known = writer.studio.get_agent("nurse").map(|agent| agent.edit);
        let edit = known.unwrap_or_else(|_| agent("nurse"));
        writer.studio.save_agent(&AgentEdit { description: sentence(number), ..edit }).unwrap();
    }),
    ("server", |writer, number| {
        let known = writer.studio.list_servers().unwrap().into_iter().find(|known| known.name == "ward");
        let mut edit = server("ward", stdio("true", &[&sentence(number)], &[]));
        edit.id = known.as_ref().map(|server| server.id.clone());
        edit.aggregate_version = known.map_or(0, |server| server.aggregate_version);
        writer.studio.save_server(&edit).unwrap();
    }),
    ("query", |writer, number| {
        let id = writer.studio.list_queries(None).unwrap().pop().map(|query| query.id);
        let query = NewQuery {
            id,
            set: "kept".to_owned(),
            query: sentence(number),
            expected: vec!["saved".to_owned()],
            unwanted: Vec::new(),
            source: QuerySource::File { name: "test".to_owned() },
        };
        writer.studio.save_query(&query).unwrap();
    }),
    ("simulated", |writer, number| {
        let id = writer.session();
        let view = writer.studio.say_in_simulation(&id, &sentence(number), SimulationPace::Run).unwrap();
        assert!(matches!(view.state, SimulationState::WaitingForUser { .. }), "{:?}", view.state);
    }),
    ("setting", |writer, number| writer.studio.set_setting("test", &sentence(number)).unwrap()),
    ("placed", |writer, number| {
        let point = Some(MapPoint { x: number as f64, y: 0.0 });
        writer.studio.save_positions(&[MapPosition { key: PLACED.to_owned(), point }]).unwrap();
    }),
    ("labelled", |writer, number| {
        let newest = writer.studio.list_versions(&writer.id("saved")).unwrap().remove(0);
        writer.studio.label_version(&newest.id, &sentence(number)).unwrap();
    }),
    ("imported", |writer, number| {
        let folder = writer.folder.join(format!("imported-{number}"));
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("SKILL.md"), text(&format!("imported-{number}"), number)).unwrap();
        writer.studio.import_paths(&[folder.to_str().unwrap().to_owned()], false).unwrap();
        fs::remove_dir_all(folder).unwrap();
    }),
    ("created", |writer, number| {
        let skill = NewSkill { name: format!("made-{number}"), description: sentence(number), ..NewSkill::default() };
        writer.studio.create_skill(&skill).unwrap();
    }),
    ("trashed", |writer, number| {
        for name in [format!("made-{number}"), format!("imported-{number}")] {
            let row = writer.row(&name);
            let item = TrashRef { kind: TrashKind::Skill, id: row.id, aggregate_version: row.aggregate_version };
            writer.studio.trash_item(&item, WhenNeeded::Trash).unwrap();
        }
    }),
    ("purged", |writer, _| {
        let items: Vec<TrashRef> = writer.studio.list_trash().unwrap().into_iter().map(|line| line.item).collect();
        writer.studio.delete_trashed(&items).unwrap();
    }),
];
const PLACED: &str = "missing:x";

fn writes() -> impl Iterator<Item = Kind> {
    WRITES.into_iter().chain(packs_and_undo::WRITES)
}

fn sentence(number: u64) -> String {
    format!("Number {number}. Use when asked.")
}

fn text(name: &str, number: u64) -> String {
    skill(name, &sentence(number), "", &format!("The text of write {number}. ").repeat(40))
}

/// The number of the write a text was made by.
fn number_of(text: &str) -> u64 {
    let start = text.find("Number ").map_or(0, |at| at + "Number ".len());
    text[start..].chars().take_while(char::is_ascii_digit).collect::<String>().parse().unwrap_or(0)
}

fn say(line: &str) {
    let mut out = std::io::stdout().lock();
    // The test runner may have left a line open.
    writeln!(out, "\n{line}").and_then(|()| out.flush()).expect("the parent listens");
}

/// The child. Without a role it is no test and does nothing.
#[test]
#[ignore = "run by the test below, as a process of its own"]
fn child() {
    let [Ok(folder), Ok(role), Ok(library)] = [FOLDER, ROLE, LIBRARY].map(std::env::var) else { return };
    let folder = PathBuf::from(folder);
    let studio = start(&folder, Upkeep::InBackground, &Events::default(), &Model::default());
    let library = folder.join(library);
    studio.open_library(library.to_str().unwrap()).unwrap();
    let writer = Writer { studio: &studio, folder: &folder, library: &library };
    match role.as_str() {
        "look" => say(&format!("state {}", writer.state())),
        "push" => writer.push_for_ever(),
        "write" => writer.write_for_ever(),
        act => writer.carry_out(act),
    }
}

struct Writer<'a> {
    studio: &'a Studio,
    folder: &'a Path,
    library: &'a Path,
}

impl Writer<'_> {
    fn write_for_ever(&self) {
        // What was left half way by the one before would be in the way of the same write.
        let left = self.studio.list_skills().unwrap().into_iter().filter(|row| is_passing(&row.name));
        for row in left {
            let number = row.name.rsplit('-').next().unwrap_or_default();
            say(&format!("start trashed {number}"));
            let item = TrashRef { kind: TrashKind::Skill, id: row.id, aggregate_version: row.aggregate_version };
            self.studio.trash_item(&item, WhenNeeded::Trash).unwrap();
        }
        packs_and_undo::bring_back(self);
        let mut number = number_of(&self.studio.get_setting("test").unwrap().unwrap_or_default()) + 1_000;
        loop {
            number += 1;
            for (what, write) in writes() {
                say(&format!("start {what} {number}"));
                write(self, number);
                say(&format!("done {what} {number}"));
            }
        }
    }

    fn row(&self, name: &str) -> studio_api::dto::SkillRow {
        let rows = self.studio.list_skills().unwrap();
        rows.into_iter().find(|row| row.name.starts_with(name)).unwrap_or_else(|| panic!("no skill {name}"))
    }

    fn id(&self, name: &str) -> String {
        self.row(name).id
    }

    /// The session that is talked in, after the turn that was left half way by the one before.
    fn session(&self) -> String {
        let Some(row) = self.studio.list_simulations().unwrap().pop() else {
            let agent = self.studio.get_agent("nurse").unwrap().edit;
            let setup = SimulationSetup {
                agent: agent.name,
                runtime: SimulatedRuntime::AgentSkills,
                components: ComponentTools::OnlySkills,
                adk: AdkSettings::default(),
                model: SimulationModel::Mock,
                tool_library: None,
                max_iterations: 10,
                window_tokens: 200_000,
                host: Host::Standard,
                without: Vec::new(),
                uses: None,
                versions: Vec::new(),
                inputs: Vec::new(),
                captured: None,
                skills: None,
                reads: None,
            };
            return self.studio.start_simulation(&setup).unwrap().row.id;
        };
        self.studio.cancel_simulation(&row.id).unwrap();
        row.id
    }

    /// What was said last in the session, which is whole as far as it goes.
    fn said_last(&self) -> Option<u64> {
        let row = self.studio.list_simulations().unwrap().pop()?;
        assert_eq!(row.unreadable, None);
        let view = self.studio.get_simulation(&row.id).unwrap();
        assert!(view.events.iter().enumerate().all(|(at, event)| event.index as usize == at), "no event is missing");
        let said = view.events.iter().rev().find_map(|event| match &event.event {
            Event::UserSaid { text } => Some(number_of(text)),
            _ => None,
        });
        assert!(matches!(row.work, SimulationWork::Nobody | SimulationWork::Interrupted), "{:?}", row.work);
        said
    }

    /// The number in the command of a server.
    fn served(&self, name: &str) -> Option<u64> {
        let servers = self.studio.list_servers().unwrap();
        servers.iter().find(|server| server.name == name).map(|server| number_of(&json!(server.transport).to_string()))
    }

    /// The number of the call that is kept.
    fn called(&self) -> Option<u64> {
        let tool = self.studio.list_tools().unwrap().into_iter().find(|tool| tool.name == "hammer")?;
        self.studio.list_tool_cases(&tool.id).unwrap().cases.first().map(|case| number_of(&case.name))
    }

    fn save(&self, name: &str, path: &str, text: &str) {
        let detail = self.studio.get_skill(&self.id(name)).unwrap();
        let outcome = self.studio.save_file(&detail.id, path, text, detail.aggregate_version, None).unwrap();
        assert!(matches!(outcome, SaveOutcome::Saved { .. }), "{outcome:?}");
    }

    fn text(&self, name: &str, path: &str) -> String {
        self.studio.get_file(&self.id(name), path).unwrap().text
    }

    /// All a fresh process finds.
    fn state(&self) -> Value {
        let studio = self.studio;
        studio.wait_until_indexed().unwrap();
        // A save that had not reached the folder is written there now.
        let on_disk = || number_of(&fs::read_to_string(self.folder.join("linked/SKILL.md")).unwrap());
        until("both sides to agree", || on_disk() == number_of(&self.text("linked", "SKILL.md")));
        // What came from the folder meanwhile is a change like any other.
        studio.wait_until_indexed().unwrap();
        until("nothing to be left over", || steps::left_over(self.folder).is_empty());
        let library = Library::open(self.library, &Options::new("looker")).unwrap().0;
        let status = studio.get_embedding_status().unwrap();
        let rows = studio.list_skills().unwrap();
        let after = |text: &str, prefix: &str| text.strip_prefix(prefix).and_then(|rest| rest.parse::<u64>().ok());
        let versions = studio.list_versions(&self.id("saved")).unwrap();
        let trash = studio.list_trash().unwrap();
        json!({
            "drafted": number_of(&studio.get_file(&self.id("drafted"), "SKILL.md").unwrap().draft.unwrap_or_default()),
            "saved": number_of(&self.text("saved", "SKILL.md")),
            "linked": number_of(&self.text("linked", "SKILL.md")),
            "filed": number_of(&self.text("filed", "notes.md")),
            "renamed": rows.iter().find_map(|row| after(&row.name, "renamed-")),
            "tagged": self.row("tagged").tags.iter().find_map(|tag| after(tag, "tag-")),
            "moved": after(&self.row("moved").group, "group-"),
            "tool": studio.list_tools().unwrap().first().map(|tool| number_of(&tool.description)),
            "agent": studio.get_agent("nurse").ok().map(|agent| number_of(&agent.edit.description)),
            "server": self.served("ward"),
            "fetched": self.served("fetched"),
            "replaced": number_of(&self.text("replaced", "SKILL.md")),
            "undone": number_of(&self.text("undone", "SKILL.md")),
            "restored": number_of(&self.text("restored", "SKILL.md")),
            "returned": packs_and_undo::returned(self),
            "called": self.called(),
            "packed": packs_and_undo::packed(self),
            "exported": packs_and_undo::exported(self),
            "query": studio.list_queries(None).unwrap().first().map(|query| number_of(&query.query)),
            "form": studio.list_form_drafts(FormKind::Tool).unwrap().drafts.first().map(|form| number_of(&form.changes)),
            "simulated": self.said_last(),
            "setting": studio.get_setting("test").unwrap().map(|text| number_of(&text)),
            "placed": library.list_positions().unwrap().get(PLACED).map(|place| place.0 as u64),
            "labelled": versions.iter().map(|version| number_of(&version.label)).max(),
            "listed": rows.iter().map(|row| &row.name).filter(|name| is_passing(name)).collect::<Vec<_>>(),
            "trash": trash.iter().map(|line| &line.name).collect::<Vec<_>>(),
            "problems": library.check().unwrap(),
            "unread": status.total - status.indexed,
        })
    }
}

/// How many kills are asked for, where they are.
fn asked() -> Option<u64> {
    std::env::var(KILLS).ok().and_then(|number| number.parse().ok())
}

/// Tells what came of all kills of a kind, as `cargo xtask endure` adds it up.
fn tell_all(kills: u64, of: &str) {
    studio_testkit::tell(&format!("{kills} kills in all, {of}: 0 lost, 0 half, 0 left over"));
}

/// Whether a skill comes and goes with each round.
fn is_passing(name: &str) -> bool {
    name.starts_with("made-") || name.starts_with("imported-")
}

fn run(folder: &Path, library: &str, role: &str) -> Child {
    command(folder, library, role).spawn().unwrap()
}

fn command(folder: &Path, library: &str, role: &str) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["killing::child", "--exact", "--ignored", "--nocapture"]).stdout(Stdio::piped());
    command.env(FOLDER, folder).env(ROLE, role).env(LIBRARY, library);
    command
}

/// What the child said, by kind of write: the numbers of the last one that began and of the last one it acknowledged.
#[derive(Default)]
struct Said {
    begun: HashMap<String, u64>,
    acknowledged: HashMap<String, u64>,
    /// All writes that were acknowledged so far.
    count: u64,
    /// The kind of the write that has begun and is not acknowledged.
    underway: Option<String>,
}

impl Said {
    fn note(&mut self, line: &str) {
        let mut words = line.split(' ');
        let (is_begun, numbers) = match words.next() {
            Some("start") => (true, &mut self.begun),
            Some("done") => {
                self.count += 1;
                (false, &mut self.acknowledged)
            }
            _ => return,
        };
        let (Some(what), Some(Ok(number))) = (words.next(), words.next().map(str::parse)) else { return };
        self.underway = is_begun.then(|| what.to_owned());
        numbers.insert(what.to_owned(), number);
    }

    /// Holds what a fresh process found to all that was acknowledged.
    fn check(&self, found: &Value, when: &str) {
        assert_eq!(found["problems"], json!([]), "{when}");
        assert_eq!(found["unread"], 0, "{when}: everything has its vector");
        let has = |list: &str, name: &str| found[list].as_array().is_some_and(|names| names.contains(&json!(name)));
        for (what, number) in &self.acknowledged {
            let made = format!("made-{number}");
            let has_begun = |later: &str| self.begun.get(later) >= Some(number);
            match what.as_str() {
                "imported" if !has_begun("trashed") => {
                    assert!(has("listed", &format!("imported-{number}")), "{when}: {found}");
                }
                "created" if !has_begun("trashed") => assert!(has("listed", &made), "{when}: {made} is lost: {found}"),
                "trashed" if !has_begun("purged") => {
                    assert!(
                        has("trash", &made) && !has("listed", &made),
                        "{when}: {made} is not in the trash: {found}"
                    );
                }
                "purged" => assert!(!has("trash", &made) && !has("listed", &made), "{when}: {made} is back: {found}"),
                "imported" | "created" | "trashed" => {}
                _ => assert!(found[what].as_u64() >= Some(*number), "{when}: {what} {number} is lost: {found}"),
            }
        }
    }
}

/// A folder with a library that has all that is written to.
fn prepared() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    {
        let studio = start(folder.path(), Upkeep::OnDemand, &Events::default(), &Model::default());
        studio.create_library(folder.path().join("Test.db").to_str().unwrap(), false).unwrap();
        let names = ["drafted", "saved", "linked", "filed", "renamed-0", "tagged", "moved"];
        for name in names.into_iter().chain(packs_and_undo::SKILLS) {
            let own = folder.path().join(name);
            fs::create_dir_all(&own).unwrap();
            fs::write(own.join("SKILL.md"), text(name, 0)).unwrap();
            fs::write(own.join("notes.md"), "Number 0\n").unwrap();
            studio.import_paths(&[own.to_str().unwrap().to_owned()], name == "linked").unwrap();
        }
        let row = studio.list_skills().unwrap().into_iter().find(|row| row.name == "saved").unwrap();
        // So that there is a version to label.
        saved(studio.save_file(&row.id, "SKILL.md", &text("saved", 1), row.aggregate_version, None).unwrap());
    }
    folder
}

/// Lets a child write until it has begun so many writes; gives it and the lines that it still says.
fn write_until(
    folder: &Path,
    library: &str,
    begun: u64,
    said: &mut Said,
) -> (Child, impl Iterator<Item = String> + use<>) {
    let mut child = run(folder, library, "write");
    let mut started = 0;
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
    for line in lines.by_ref() {
        said.note(&line);
        started += u64::from(line.starts_with("start "));
        if started == begun {
            break;
        }
    }
    assert_eq!(started, begun, "the child writes until it is killed");
    (child, lines)
}

/// What a fresh process finds.
fn look(folder: &Path, library: &str) -> Value {
    found_by(folder, library, "look")
}

/// What a fresh process finds that has this to find out.
fn found_by(folder: &Path, library: &str, role: &str) -> Value {
    let mut looker = run(folder, library, role);
    let out = std::io::read_to_string(looker.stdout.take().unwrap()).unwrap();
    looker.wait().unwrap();
    let state = out.lines().find_map(|line| line.strip_prefix("state "));
    serde_json::from_str(state.expect("the library opens again")).unwrap()
}

#[test]
fn nothing_acknowledged_is_lost_whenever_the_studio_is_killed() {
    let folder = prepared();
    let kills = asked().unwrap_or(KILLS_BY_DEFAULT);
    let mut said = Said::default();
    let mut killed_in: BTreeMap<String, u64> = BTreeMap::new();
    let mut library = "Test.db".to_owned();
    for kill in 0..kills {
        // Each time at another write, and a little later after it started.
        let fatal = 1 + (kill * 11) % (2 * writes().count() as u64);
        let (mut child, lines) = write_until(folder.path(), &library, fatal, &mut said);
        // Only where it is killed depends on this; nothing is expected of where that is.
        std::thread::sleep(Duration::from_micros((kill % 25) * 400));
        if kill % MOVED_EVERY == MOVED_EVERY - 1 {
            // Sometimes it can notice that its library is moved, sometimes it cannot.
            let is_unaware = kill % (2 * MOVED_EVERY) == MOVED_EVERY - 1;
            library = moved::moved(folder.path(), &library, &child, is_unaware);
            std::thread::sleep(Duration::from_micros((kill % 7) * 500));
        }
        child.kill().unwrap();
        child.wait().unwrap();
        // What it acknowledged between the last line read and its end.
        lines.for_each(|line| said.note(&line));
        if let Some(what) = &said.underway {
            *killed_in.entry(what.clone()).or_default() += 1;
        }

        let found = look(folder.path(), &library);
        said.check(&found, &format!("after kill {kill}"));
        let on_disk = fs::read_to_string(folder.path().join("linked/SKILL.md")).unwrap();
        assert_eq!(on_disk, text("linked", number_of(&on_disk)), "a linked file is whole");
        assert_eq!(Some(number_of(&on_disk)), found["linked"].as_u64(), "both sides agree again after kill {kill}");
        if (kill + 1) % TELL_EVERY == 0 {
            let (kill, count, kinds) = (kill + 1, said.count, said.acknowledged.len());
            studio_testkit::tell(&format!("{kill} kills, {count} acknowledged writes of {kinds} kinds, 0 lost"));
        }
    }
    let of: Vec<String> = killed_in.iter().map(|(what, count)| format!("{what} {count}")).collect();
    let by_kind = of.join(", ");
    tell_all(kills, &format!("{} writes acknowledged, under way when killed: {by_kind}", said.count));
    assert!(writes().all(|(what, _)| said.acknowledged.contains_key(what)), "{:?}", said.acknowledged);
}
