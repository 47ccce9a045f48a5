//! A library in a place that cannot be written: everything that only reads works, and every change is refused with what
//! to do. A cache that cannot be written keeps nobody from anything.

use std::{
    fs,
    os::unix::fs::PermissionsExt as _,
    path::Path,
    process::{Command, Output},
};

use studio_api::{
    ErrorCode, Upkeep,
    dto::{
        AdkSettings, CheckStatus, ComponentTools, Host, NewQuery, Policy, QuerySource, RunRequest, RunState, Scorer,
        SearchMode, SearchRequest, SimulatedRuntime, SimulationModel, SimulationPace, SimulationSetup, StudioEvent,
    },
};

use crate::harness::{Bench, refused, skill};

/// Makes a folder one that nobody can write to: by its mode, and where that binds nobody, by how it is mounted.
struct Locked<'a>(&'a Path);

impl<'a> Locked<'a> {
    /// None where neither works.
    fn fill(folder: &'a Path, fill: impl FnOnce()) -> Option<Self> {
        fs::create_dir_all(folder).unwrap();
        let is_mounted = run("mount", &["-t", "tmpfs", "tmpfs"], folder);
        fill();
        fs::set_permissions(folder, fs::Permissions::from_mode(0o555)).unwrap();
        let _root = is_mounted && run("mount", &["-o", "remount,ro"], folder);
        let locked = Self(folder);
        let is_locked = fs::write(folder.join("probe"), "").is_err();
        if !is_locked {
            studio_testkit::leave_out("no folder can be locked here");
        }
        is_locked.then_some(locked)
    }
}

impl Drop for Locked<'_> {
    fn drop(&mut self) {
        let _unmounted = run("umount", &["--lazy"], self.0);
        let _unlocked = fs::set_permissions(self.0, fs::Permissions::from_mode(0o755));
    }
}

fn run(program: &str, arguments: &[&str], folder: &Path) -> bool {
    let output = Command::new(program).args(arguments).arg(folder).output();
    output.is_ok_and(|output: Output| output.status.success())
}

fn leaks() -> SearchRequest {
    SearchRequest { query: "leaks".to_owned(), mode: SearchMode::Words, limit: 10, among: None }
}

#[test]
fn a_library_in_a_read_only_folder_can_be_looked_at_in_every_way_and_copied() {
    let bench = Bench::new();
    let id = bench.add_skill("one", skill("one", "Finds leaks. Use when water leaks.", "", "Body.")).id;
    bench.add_skill("two", skill("two", "Bills. Use when billing.", "", "Other."));
    let path = bench.get_library().unwrap().path;
    let bench = bench.reopen(Upkeep::InBackground);
    bench.create_library(&bench.path("Other.db"), false).unwrap();
    let folder = std::path::PathBuf::from(bench.path("locked"));
    let copied = || assert!(fs::copy(&path, folder.join("Test.db")).unwrap() > 0);
    let Some(_locked) = Locked::fill(&folder, copied) else { return };
    bench.events.clear();
    let info = bench.open_library(&bench.path("locked/Test.db")).unwrap();
    let why = info.read_only.unwrap();
    assert!(why.starts_with("This library is read-only") && why.contains(&bench.path("locked")), "{why}");
    bench.wait_until_indexed().unwrap();

    assert_eq!(bench.list_skills().unwrap().len(), 2);
    assert!(bench.text(&id, "SKILL.md").contains("Finds leaks"));
    let request = leaks();
    assert_eq!(bench.search_skills(&request).unwrap().hits[0].id, id);
    assert!(!bench.get_map().unwrap().nodes.is_empty());
    assert!(!bench.list_versions(&id).unwrap().is_empty());
    bench.set_setting("theme", "dark").unwrap();
    assert_eq!(bench.doctor()[0].status, CheckStatus::Ok, "{:?}", bench.doctor()[0]);
    assert_eq!(bench.get_library().unwrap().notices, [], "nothing that runs beside the author complains");

    let version = bench.get_skill(&id).unwrap().aggregate_version;
    let new = skill("one", "Other. Use when other.", "", "Body.");
    let message = refused(bench.save_file(&id, "SKILL.md", &new, version, None), ErrorCode::ReadOnlyLibrary);
    assert!(message.contains("Save a copy"), "{message}");

    let copy = bench.save_library_copy(&bench.path("Copy.db")).unwrap();
    assert_eq!((copy.read_only, copy.skills), (None, 2));
    bench.save(&id, "SKILL.md", &new);
}

#[test]
fn an_evaluation_of_a_read_only_library_is_shown_until_it_is_closed() {
    let bench = Bench::new();
    bench.add_skill("one", skill("one", "Finds leaks. Use when water leaks.", "", "Body."));
    let [set, query] = ["water", "a leak of water"].map(str::to_owned);
    let source = QuerySource::Written;
    let expected = vec!["one".to_owned()];
    bench.save_query(&NewQuery { id: None, set: set.clone(), query, expected, unwanted: Vec::new(), source }).unwrap();
    let path = bench.get_library().unwrap().path;
    let bench = bench.reopen(Upkeep::OnDemand);
    bench.create_library(&bench.path("Other.db"), false).unwrap();
    let folder = std::path::PathBuf::from(bench.path("locked"));
    let copied = || assert!(fs::copy(&path, folder.join("Test.db")).unwrap() > 0);
    let Some(_locked) = Locked::fill(&folder, copied) else { return };
    bench.open_library(&bench.path("locked/Test.db")).unwrap();

    let policy = Policy { top_k: 1, min_score: 0.2, include_tags: Vec::new(), exclude_tags: Vec::new() };
    let (scorer, host, label) = (Scorer::Bm25, Host::Standard, String::new());
    let request = RunRequest { set, scorer, policy, host, seed: 7, limit: None, label };
    let run = || {
        let id = bench.start_run(&request).unwrap();
        bench.events.wait_for(
            "the run's end",
            |event| matches!(event, StudioEvent::Run { run } if run.id == id && run.state == RunState::Finished),
        );
        id
    };
    let (first, second) = (run(), run());
    assert_eq!(bench.get_run(&first).unwrap().results[0].query, "a leak of water");
    bench.label_run(&second, "again").unwrap();
    let listed: Vec<_> = bench.list_runs().unwrap().runs.into_iter().map(|run| (run.id, run.request.label)).collect();
    assert_eq!(listed, [(second.clone(), "again".to_owned()), (first.clone(), String::new())]);
    assert_eq!(bench.compare_runs(&first, &second).unwrap().common, 1);
    bench.delete_run(&first).unwrap();
    assert_eq!(bench.list_runs().unwrap().runs.len(), 1);

    bench.open_library(&bench.path("Other.db")).unwrap();
    bench.open_library(&bench.path("locked/Test.db")).unwrap();
    assert_eq!(bench.list_runs().unwrap().runs.len(), 0, "nothing was written");
}

#[test]
fn the_command_line_reads_a_library_that_cannot_be_written() {
    let bench = Bench::new();
    bench.add_skill("one", skill("one", "Finds leaks. Use when water leaks.", "", "Body."));
    let path = bench.get_library().unwrap().path;
    let bench = bench.reopen(Upkeep::OnDemand);
    bench.create_library(&bench.path("Other.db"), false).unwrap();
    let folder = std::path::PathBuf::from(bench.path("locked"));
    let copied = || assert!(fs::copy(&path, folder.join("Test.db")).unwrap() > 0);
    let Some(_locked) = Locked::fill(&folder, copied) else { return };
    let library = bench.path("locked/Test.db");
    let out = bench.path("out.gram");
    for (arguments, said) in [
        (&["list", "skills"][..], "one"),
        (&["search", "leaks"], "one"),
        (&["score", "water leaks"], "one"),
        (&["resolve", "--by-query", "water leaks"], "one"),
        (&["export", "--target", "gram", "--out", &out], ""),
    ] {
        let output = bench.skillctl(&[arguments, &["--library", &library]].concat());
        let said_of_it = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_ne!(output.status.code(), Some(2), "{arguments:?}: {said_of_it}");
        assert!(String::from_utf8_lossy(&output.stdout).contains(said), "{arguments:?}: {said_of_it}");
    }
    let new = bench.write("new/SKILL.md", skill("new", "New. Use when new.", "", "Body."));
    let output = bench.skillctl(&["import", new.to_str().unwrap(), "--library", &library]);
    assert_ne!(output.status.code(), Some(0));
}

#[test]
fn a_folder_that_cannot_be_written_gets_no_new_library_and_says_so() {
    let bench = Bench::without_library(Upkeep::OnDemand);
    let folder = std::path::PathBuf::from(bench.path("locked"));
    let Some(_locked) = Locked::fill(&folder, || ()) else { return };
    for samples in [false, true] {
        let message = refused(bench.create_library(&bench.path("locked/Test.db"), samples), ErrorCode::File);
        assert!(message.contains("locked/Test.db: "), "{message}");
    }
}

#[test]
fn a_cache_that_cannot_be_written_blocks_nothing() {
    let bench = Bench::without_library(Upkeep::OnDemand);
    let cache = std::path::PathBuf::from(bench.path("cache"));
    let Some(_locked) = Locked::fill(&cache, || ()) else { return };
    bench.create_library(&bench.path("Test.db"), false).unwrap();
    let id = bench.add_skill("one", skill("one", "Finds leaks. Use when water leaks.", "", "Body.")).id;
    let request = leaks();
    assert_eq!(bench.search_skills(&request).unwrap().hits[0].id, id);
    let output = bench.skillctl(&["search", "leaks"]);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn in_a_read_only_library_a_session_runs_and_is_there_until_it_is_closed() {
    let bench = Bench::with_samples();
    let replies = serde_json::json!([{ "text": "one" }, { "text": "two" }]);
    let setup = SimulationSetup {
        agent: "pico_reviewer".to_owned(),
        runtime: SimulatedRuntime::AgentLib,
        components: ComponentTools::OnlySkills,
        adk: AdkSettings::default(),
        model: SimulationModel::Scripted { replies: replies.to_string() },
        tool_library: Some("mock".to_owned()),
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
    let kept = bench.start_simulation(&setup).unwrap().row.id;
    bench.say_in_simulation(&kept, "first", SimulationPace::Run).unwrap();
    let case = bench.save_simulation_as_case(&kept, "Says one").unwrap();
    let path = bench.get_library().unwrap().path;
    let bench = bench.reopen(Upkeep::OnDemand);
    let folder = std::path::PathBuf::from(bench.path("locked"));
    let copied = || assert!(fs::copy(&path, folder.join("Test.db")).unwrap() > 0);
    let Some(_locked) = Locked::fill(&folder, copied) else { return };
    assert!(bench.open_library(&bench.path("locked/Test.db")).unwrap().read_only.is_some());

    // One that is kept can be looked at, and goes on here alone.
    let before = bench.get_simulation(&kept).unwrap();
    assert_eq!(before.row.steps, 1);
    let after = bench.say_in_simulation(&kept, "second", SimulationPace::Run).unwrap();
    assert_eq!((after.row.steps, after.row.problem.as_deref()), (2, None));
    assert_eq!(bench.get_simulation(&kept).unwrap(), after, "what happened here is not read over");
    refused(bench.delete_simulation(&kept), ErrorCode::ReadOnlyLibrary);
    // So does a new one, which can be deleted.
    let new = bench.start_simulation(&setup).unwrap().row.id;
    assert_eq!(bench.say_in_simulation(&new, "first", SimulationPace::Run).unwrap().row.steps, 1);
    assert_eq!(bench.list_simulations().unwrap().len(), 2);
    bench.delete_simulation(&new).unwrap();
    // A case is run; what came of it is told and not kept.
    let ran = bench.run_simulation_case(&case.id, None).unwrap().case;
    assert!(ran.last.unwrap().is_passed);
    assert_eq!(bench.list_simulation_cases().unwrap().cases[0].last, None);
    refused(bench.save_simulation_case(&case), ErrorCode::ReadOnlyLibrary);

    bench.open_library(&bench.path("locked/Test.db")).unwrap();
    assert_eq!(bench.list_simulations().unwrap().len(), 1);
    assert_eq!(bench.get_simulation(&kept).unwrap(), before);
}
