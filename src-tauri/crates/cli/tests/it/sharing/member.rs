//! One of a team: folders of their own, a library in them, and the database it is shared through.

use std::{
    collections::BTreeMap,
    process::{Command, Stdio},
    sync::Arc,
};

use serde_json::{Value, json};
use studio_api::{Config, Keychain, Studio, Upkeep, dto::SaveOutcome};
use studio_testkit::until;

use crate::harness::{Home, Ran};

/// A push that waits for a row somebody holds.
pub(super) const IS_WAITING: &str = "SELECT count(*) FROM pg_stat_activity
    WHERE application_name = 'Skill Studio' AND state = 'active' AND wait_event_type = 'Lock'";
/// Pushes that are not taken back yet.
pub(super) const IS_OPEN: &str = "SELECT count(*) FROM pg_stat_activity
    WHERE application_name = 'Skill Studio' AND datname = current_database()";
/// Somebody who sleeps in a transaction.
pub(super) const IS_SLEEPING: &str = "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'PgSleep'";

/// What a report counts.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Counts {
    pub(super) created: u64,
    pub(super) updated: u64,
    pub(super) merged: u64,
}

impl Counts {
    pub(super) fn changed(&self) -> u64 {
        self.created + self.updated + self.merged
    }
}

pub(super) fn counts(report: &Value) -> Counts {
    let number = |field: &str| report[field].as_u64().unwrap_or_else(|| panic!("no {field} in {report:#}"));
    Counts { created: number("created"), updated: number("updated"), merged: number("merged") }
}

pub(super) struct Member {
    pub(super) name: String,
    home: Home,
    url: String,
}

impl Member {
    /// Somebody with the samples and nothing else.
    pub(super) fn with_samples(name: &str, url: &str) -> Self {
        let member = Self { name: name.to_owned(), home: Home::with_samples(), url: url.to_owned() };
        member.run(&["list", "skills"]).ended(0);
        member
    }

    /// Somebody with a library: with the samples and two skills more, or an empty one.
    pub(super) fn new(name: &str, url: &str, has_skills: bool) -> Self {
        let member = Self { name: name.to_owned(), home: Home::new(), url: url.to_owned() };
        if has_skills {
            member.home.run(&["init", "--samples"]).ended(0);
            member.add_skills();
        } else {
            member.home.run(&["init"]).ended(0);
        }
        member
    }

    /// Somebody with these two skills and nothing else.
    pub(super) fn with_two_skills(name: &str, url: &str) -> Self {
        let member = Self::new(name, url, false);
        member.add_skills();
        member
    }

    fn add_skills(&self) {
        // Their group is the folder's name.
        for (skill, about) in [("code-reviewer", "Reviews code"), ("greeter", "Greets people")] {
            let text = format!("---\nname: {skill}\ndescription: {about}\n---\n\nBody.\n\nMiddle.\n\nLast line.\n");
            self.home.write(&format!("skills/{skill}/SKILL.md"), &text);
            self.home.write(&format!("skills/{skill}/notes/more.md"), "More.\n");
        }
        self.home.run(&["import", "skills", "--link"]).ended(0);
    }

    /// A command on its library. Pushes, pulls and searches know where to.
    pub(super) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = self.home.command(arguments);
        if matches!(arguments[0], "push" | "pull" | "search") {
            command.args(["--remote", &self.url]);
        }
        command.stdout(Stdio::piped());
        command
    }

    pub(super) fn run(&self, arguments: &[&str]) -> Ran {
        crate::harness::ran(self.command(arguments).output().expect("the program starts"))
    }

    #[track_caller]
    pub(super) fn json(&self, arguments: &[&str], code: i32) -> Value {
        let arguments: Vec<&str> = arguments.iter().copied().chain(["--json"]).collect();
        self.run(&arguments).ended(code).json()
    }

    /// The `SKILL.md` of a skill as the library has it.
    #[track_caller]
    pub(super) fn text(&self, skill: &str) -> String {
        self.studio().find_skill(skill).expect("it has the skill").text
    }

    /// Replaces a passage of a skill that must be there.
    #[track_caller]
    pub(super) fn edit(&self, skill: &str, from: &str, to: &str) {
        let text = self.text(skill);
        assert!(text.contains(from), "{from:?} is not in {text}");
        self.write(skill, &text.replacen(from, to, 1));
    }

    /// Saves another text of a skill, as the window does.
    #[track_caller]
    fn write(&self, skill: &str, text: &str) {
        let studio = self.studio();
        let rows = studio.list_skills().expect("it lists its skills");
        let row = rows.iter().find(|row| row.name == skill).unwrap_or_else(|| panic!("no skill {skill}"));
        let file = studio.get_file(&row.id, "SKILL.md").expect("it has its file");
        let saved = studio.save_file(&row.id, "SKILL.md", text, file.aggregate_version, None).expect("it can be saved");
        assert!(matches!(saved, SaveOutcome::Saved { .. }), "nobody else saved it: {saved:?}");
    }

    /// A studio on its folders, with its library open.
    fn studio(&self) -> Studio {
        let own = |folder: &str| self.home.folder().join(folder).join("dev.skillstudio.desktop");
        let config = Config {
            data_dir: own("data"),
            cache_dir: own("cache"),
            config_dir: own("config"),
            home_dir: None,
            documents_dir: None,
            script_host: None,
            client_path: None,
            resource_dir: None,
            user: self.name.clone(),
            upkeep: Upkeep::OnDemand,
            keychain: Keychain::Never,
        };
        let studio = Studio::start(config, Arc::new(|_| ())).expect("a studio starts");
        studio.open_named_or_last(None).expect("the library opens");
        studio
    }

    /// Keeps a secret, as the window does.
    pub(super) fn set_secret(&self, name: &str, value: &str) {
        self.studio().save_secret(name, value).expect("a secret can be kept");
    }

    /// Its database, password and all.
    pub(super) fn url(&self) -> &str {
        &self.url
    }

    /// A push to another address.
    pub(super) fn at(&self, address: &str) -> Command {
        let mut command = self.home.command(&["push", "--remote", address]);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// What is in the files it wrote.
    pub(super) fn files(&self) -> Vec<Vec<u8>> {
        let mut folders = vec![self.home.folder().to_owned()];
        let mut found = Vec::new();
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).expect("a folder can be read").flatten() {
                match entry.file_type() {
                    Ok(kind) if kind.is_dir() => folders.push(entry.path()),
                    Ok(kind) if kind.is_file() => found.extend(std::fs::read(entry.path())),
                    _ => {}
                }
            }
        }
        found
    }

    /// Names of the skills.
    pub(super) fn names(&self) -> Vec<String> {
        self.studio().list_skills().expect("it lists its skills").into_iter().map(|row| row.name).collect()
    }

    /// How everything stands, by kind and name.
    pub(super) fn states(&self) -> BTreeMap<String, String> {
        let status = self.json(&["pull", "--status"], 0);
        let text = |value: &Value| value.as_str().expect("a text").to_owned();
        let things = status["things"].as_array().expect("a list").iter();
        things
            .map(|thing| (format!("{} {}", text(&thing["kind"]), text(&thing["name"])), text(&thing["state"])))
            .collect()
    }

    /// All that is shared, as it is here: every text, file, tool, agent and link, without ids, versions and times.
    pub(super) fn fingerprint(&self) -> BTreeMap<String, Value> {
        const IS_THERE: &str = "what is listed can be shown";
        let studio = self.studio();
        let mut found = BTreeMap::new();
        let mut keep = |kind: &str, name: &str, mut whole: Value| {
            strip(&mut whole);
            found.insert(format!("{kind} {name}"), whole);
        };
        for row in studio.list_skills().expect("it lists its skills") {
            keep("skill", &row.name, json!(studio.find_skill(&row.id).expect(IS_THERE)));
        }
        for row in studio.list_tools().expect("it lists its tools") {
            keep("tool", &row.name, json!(studio.find_tool(&row.id).expect(IS_THERE)));
        }
        for row in studio.list_agents().expect("it lists its agents") {
            keep("agent", &row.name, json!(studio.find_agent(&row.id).expect(IS_THERE)));
        }
        for row in studio.list_servers().expect("it lists its servers") {
            keep("server", &row.name, json!(studio.find_server(&row.id).expect(IS_THERE)));
        }
        found
    }

    /// Begins a push and kills it as soon as the moment has come; says whether it had not ended by then.
    pub(super) fn push_killed(&self, mut is_the_moment: impl FnMut() -> bool) -> bool {
        let mut push = self.command(&["push"]).stderr(Stdio::null()).spawn().expect("the program starts");
        until("the moment of a push", || push.try_wait().is_ok_and(|ended| ended.is_some()) || is_the_moment());
        // One that has ended is killed in vain.
        let _ = push.kill();
        push.wait().expect("it ends").code().is_none()
    }

    /// Pushes; where somebody was first, pulls, puts both lines in where both were added, and pushes again.
    pub(super) fn push_merging(&self, mark: &str) {
        for _ in 0..100 {
            let pushed = self.run(&["push", "--json"]);
            if pushed.code == 0 {
                return;
            }
            assert_eq!(pushed.code, 1, "{}{}", pushed.out, pushed.err);
            let pulled = self.run(&["pull", "--json"]);
            if pulled.code == 1 {
                let taken = self.run(&["pull", "--prefer", "theirs", "--json"]);
                if taken.code == 1 {
                    // Somebody pushed between its look and its reading: that is said, and the next try takes it.
                    let skipped = taken.json()["skipped"].as_array().expect("a list").clone();
                    assert!(!skipped.is_empty() && skipped.iter().all(|one| one["code"] == "moved"), "{}", taken.out);
                    continue;
                }
                assert_eq!(taken.code, 0, "{}{}", taken.out, taken.err);
                let theirs = self.text("code-reviewer");
                if !theirs.contains(&format!("{mark}\n")) {
                    self.edit("code-reviewer", "Last line.", &format!("{mark}\nLast line."));
                }
            }
        }
        panic!("{} never got through", self.name);
    }
}

/// Takes out what each library has of its own.
fn strip(value: &mut Value) {
    const OWN: &[&str] = &[
        "id",
        "host_id",
        "aggregate_version",
        "update_ts",
        "update_user",
        "versions",
        "created_at",
        "updated_at",
        "link",
        "path",
        "param_id",
        "tool_id",
        "skill_id",
        "agent_def_id",
        "depends_on_skill_id",
        "uses",
        "description_embedding",
        "origin",
        "folder",
        "trashed_at",
        "errors",
        "warnings",
        "findings",
        "metrics",
        "used_by",
        "status",
        "state",
        "place",
    ];
    match value {
        Value::Object(fields) => {
            fields.retain(|key, _| !OWN.contains(&key.as_str()));
            fields.values_mut().for_each(strip);
        }
        Value::Array(items) => items.iter_mut().for_each(strip),
        _ => {}
    }
}
