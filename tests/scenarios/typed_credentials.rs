//! What a person types, pastes or imports: every command that keeps text says here what it does with a credential in it.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use serde_json::json;
use studio_api::{
    Error, ErrorCode,
    dto::{
        AdkSettings, AgentDraft, AgentEdit, CredentialChoice, Expectation, Host, LibraryBehaviour, LibraryTool,
        ModelSettings, NewQuery, PackAlong, PackContent, PackEdit, PackGates, QueryExpectation, QuerySource,
        RepeatedLabels, RowFormat, RulePlace, RunRequest, ScanRule, Scorer, SimulationCase, SimulationModel,
        SimulationPace, SimulationSetup, ToolCase, ToolEdit, ToolImplementation, ToolboxEdit,
    },
};
use studio_testkit::repository;

use crate::{
    harness::{Bench, skill},
    literal_credentials::{files_below, scripted},
    toolbox::{Said, agent, server, signature, stdio, tool, uses},
};

/// Gives a text to a command.
type Give = fn(&World, &str) -> Result<(), Error>;

/// What a command does with a credential in a text it is given.
enum Does {
    /// It asks, and keeps nothing until the author has said what becomes of it.
    Asks(Give),
    /// It refuses a short text that needs none.
    Refuses(Give),
    /// It leaves it out of what comes in.
    LeavesOut(Give),
    /// What it does another command does for it.
    Like(&'static str),
    /// The text is kept otherwise, as this says.
    Otherwise(&'static str),
    /// What it keeps is a skill's: there it is a problem with a fix.
    OfSkill,
    /// It keeps nothing that somebody words.
    NoText,
}

use Does::{Asks, LeavesOut, Like, NoText, OfSkill, Otherwise, Refuses};

/// A library with one of each.
struct World {
    bench: Bench,
    skill: String,
    tool: String,
    session: String,
}

impl World {
    fn new() -> Self {
        let bench = Bench::new();
        let skill = bench.add_skill("one", skill("one", "First. Use when first.", "", "Body.")).id;
        let tool = bench.add_tool(&plain_tool("look")).id;
        bench.save_agent(&agent("Clerk")).unwrap();
        bench.create_tool_library("staging", None).unwrap();
        let setup = SimulationSetup { model: SimulationModel::Mock, ..scripted(&json!([])) };
        let session = bench.start_simulation(&setup).unwrap().row.id;
        bench.say_in_simulation(&session, "Hello.", SimulationPace::Run).unwrap();
        Self { bench, skill, tool, session }
    }

    /// Writes a file, has it read, and takes it away again.
    fn brought<T>(&self, name: &str, text: &str, read: impl FnOnce(&str) -> Result<T, Error>) -> Result<T, Error> {
        let path = self.bench.write(name, text);
        let read = read(path.to_str().expect("the temporary folder has a plain name"));
        fs::remove_file(path).unwrap();
        read
    }
}

fn plain_tool(name: &str) -> ToolEdit {
    tool(name, signature("(name: Text) --> IO Text"), ToolImplementation::None)
}

/// A setup with scripted replies that say a text.
fn saying(text: &str) -> SimulationSetup {
    scripted(&json!([{ "text": text }]))
}

fn case(setup: SimulationSetup) -> SimulationCase {
    SimulationCase {
        id: String::new(),
        name: "Signs in".to_owned(),
        setup,
        messages: vec!["Hello.".to_owned()],
        expected_skills: Vec::new(),
        expected_tools: Vec::new(),
        expected_text: None,
        expected_schema: None,
        max_tokens: None,
        assertions: Vec::new(),
        expected_output: String::new(),
        missing_files: Vec::new(),
        last: None,
    }
}

/// Commands whose texts are a skill's.
const OF_SKILLS: &str = "replaceInFiles saveFile createSkill renameSkill duplicateSkill createFile renameFile fixAll applyFixAction \
    importPaths importChosen saveWhatIf renameInSkills restoreVersion saveDraft writeSkillQueries";

/// Commands that keep nothing that somebody words.
const NO_TEXT: &str = "setLibraryClient openLibrary createLibrary openSamples openOwnLibrary updateSamples undoSampleUpdate \
    salvageLibrary saveLibraryCopy removeFile trashItem trashSkills restoreItem restoreItems deleteTrashed \
    undoChangeSet redoChangeSet stopIgnoring setRuleLevel stopIgnoringRule linkRoot unlinkRoot relinkRoot \
    linkSkills unlinkSkills relinkSkill linkHeldFolders setThreshold setHostBudgets deleteModel \
    deleteQueries deleteQuerySet deleteRun dismissOverlap saveExport saveSkillExport restoreToolVersion \
    acceptDrift revokeConsent deleteToolCase deleteToolLibrary removeImplementation bindToolLibrary \
    startServer stopServer refuseServer importServerTools deleteSecret removeLink stepSimulation \
    continueSimulation refuseSimulationCall compactSimulation deleteSimulation runSimulationCase \
    deleteSimulationCase writePack restoreScanFinding createSigningKey setInterpreter pushLibrary \
    pullLibrary resolveSharingDispute removeSharing savePositions setZoom";

/// What each command does that an author acts with, or that keeps something.
fn commands() -> Vec<(&'static str, Does)> {
    let mut all = asking();
    all.extend(refusing());
    all.extend(leaving_out());
    all.extend(OF_SKILLS.split_whitespace().map(|name| (name, OfSkill)));
    all.extend(NO_TEXT.split_whitespace().map(|name| (name, NoText)));
    all.extend([
        ("setModelSettings", Like("saveModel")),
        ("importFoundEvals", Like("importQueries")),
        ("importFoundServers", Like("importToolbox")),
        ("implementInToolLibrary", Like("saveImplementation")),
        ("saveSimulationAsAgent", Like("saveAgent")),
        ("importSimulationCases", Like("saveSimulationAsCase")),
        ("repeatSimulation", Otherwise("its sessions are counted and not kept")),
        ("callTool", Otherwise("a call is kept as a test only")),
        ("saveSecret", Otherwise("it is what secrets are for")),
        ("setSetting", Otherwise("it is what the window remembers of itself")),
        ("saveFormDraft", Otherwise("it is sealed")),
        ("saveUndoHistory", Otherwise("a form's step that holds one is not kept")),
        ("setUpSharing", Otherwise("the password of its address becomes a secret")),
        ("createSharedLibrary", Otherwise("the password of its address becomes a secret")),
    ]);
    all
}

fn asking() -> Vec<(&'static str, Does)> {
    vec![
        (
            "saveTool",
            Asks(|world, text| {
                world.bench.save_tool(&ToolEdit { description: text.to_owned(), ..plain_tool("new") }).map(drop)
            }),
        ),
        (
            "saveAgent",
            Asks(|world, text| {
                world.bench.save_agent(&AgentEdit { instruction: text.to_owned(), ..agent("New") }).map(drop)
            }),
        ),
        (
            "saveServer",
            Asks(|world, text| {
                world.bench.save_server(&server("new", stdio("no-such-program", &[], &[("NOTE", text)]))).map(drop)
            }),
        ),
        (
            "saveToolCase",
            Asks(|world, text| {
                let case = ToolCase {
                    id: String::new(),
                    tool_id: world.tool.clone(),
                    name: "kept".to_owned(),
                    arguments: json!({ "name": text }).to_string(),
                    expected: Expectation::Success,
                    last: None,
                };
                world.bench.save_tool_case(&case).map(drop)
            }),
        ),
        (
            "saveQuery",
            Asks(|world, text| {
                let (id, set, expected, unwanted) = (None, "queries".to_owned(), Vec::new(), Vec::new());
                let source = QuerySource::Written;
                let query = NewQuery { id, set, query: text.to_owned(), expected, unwanted, source };
                world.bench.save_query(&query).map(drop)
            }),
        ),
        (
            "saveSkillQuery",
            Asks(|world, text| {
                world.bench.save_skill_query(&world.skill, None, text, QueryExpectation::ThisSkill).map(drop)
            }),
        ),
        ("startSimulation", Asks(|world, text| world.bench.start_simulation(&saying(text)).map(drop))),
        (
            "forkSimulation",
            Asks(|world, text| world.bench.fork_simulation(&world.session, 0, Some(&saying(text))).map(drop)),
        ),
        (
            "simulateWithAndWithout",
            Asks(|world, text| world.bench.simulate_with_and_without(&saying(text), "one", &[]).map(drop)),
        ),
        (
            "sayInSimulation",
            Asks(|world, text| world.bench.say_in_simulation(&world.session, text, SimulationPace::Run).map(drop)),
        ),
        ("saveSimulationCase", Asks(|world, text| world.bench.save_simulation_case(&case(saying(text))).map(drop))),
    ]
}

fn refusing() -> Vec<(&'static str, Does)> {
    vec![
        ("labelVersion", Refuses(|world, text| world.bench.label_version("x", text))),
        ("labelRun", Refuses(|world, text| world.bench.label_run("x", text))),
        (
            "startRun",
            Refuses(|world, text| {
                let (set, policy) = ("queries".to_owned(), AdkSettings::default().policy);
                let (scorer, host, label) = (Scorer::Bm25, Host::Standard, text.to_owned());
                let request = RunRequest { set, scorer, policy, host, seed: 7, limit: None, label };
                world.bench.start_run(&request).map(drop)
            }),
        ),
        (
            "ignoreProblem",
            Refuses(|world, text| world.bench.ignore_problem(&world.skill, "link-missing", "a.md", text)),
        ),
        ("ignoreRule", Refuses(|world, text| world.bench.ignore_rule("link-missing", &RulePlace::Library, text))),
        (
            "dismissScanFinding",
            Refuses(|world, text| world.bench.dismiss_scan_finding(&"a".repeat(64), ScanRule::Secret, text)),
        ),
        (
            "saveLink",
            Refuses(|world, text| {
                let link = uses(&world.skill, &world.tool, "read");
                world.bench.save_link(&link.with_config(&json!({ "note": text }).to_string())).map(drop)
            }),
        ),
        (
            "savePack",
            Refuses(|world, text| {
                let content = PackContent {
                    skills: vec![world.skill.clone()],
                    along: PackAlong { required_skills: true, tools: false, agents: false, queries: false },
                    targets: Vec::new(),
                    version: "1.0.0".to_owned(),
                    gates: PackGates {
                        enforced: Vec::new(),
                        min_accuracy: None,
                        scorer: Scorer::Bm25,
                        query_set: None,
                    },
                };
                let pack = PackEdit { id: None, aggregate_version: 0, name: text.to_owned(), content };
                world.bench.save_pack(&pack).map(drop)
            }),
        ),
        (
            "saveModel",
            Refuses(|world, text| {
                let settings = ModelSettings {
                    name: text.to_owned(),
                    model: "small".to_owned(),
                    base_url: "http://127.0.0.1:9/v1".to_owned(),
                    ..ModelSettings::default()
                };
                world.bench.save_model(&settings, None).map(drop)
            }),
        ),
        ("createToolLibrary", Refuses(|world, text| world.bench.create_tool_library(text, None).map(drop))),
        ("renameQuerySet", Refuses(|world, text| world.bench.rename_query_set("queries", text))),
        (
            "tagSkills",
            Refuses(|world, text| {
                world.bench.tag_skills(std::slice::from_ref(&world.skill), &[text.to_owned()], &[]).map(drop)
            }),
        ),
        (
            "moveSkills",
            Refuses(|world, text| world.bench.move_skills(std::slice::from_ref(&world.skill), text).map(drop)),
        ),
        ("renameGroup", Refuses(|world, text| world.bench.rename_group("none", text).map(drop))),
        ("trustKey", Refuses(|world, text| world.bench.trust_key(text, "RW").map(drop))),
    ]
}

fn leaving_out() -> Vec<(&'static str, Does)> {
    vec![
        (
            "importToolbox",
            LeavesOut(|world, text| {
                let name = format!("in-{}", world.bench.list_tools()?.len());
                let described = ToolEdit { description: text.to_owned(), ..plain_tool(&name) };
                let draft = AgentDraft {
                    edit: AgentEdit { instruction: text.to_owned(), ..agent(&name) },
                    tools: Vec::new(),
                    component_tools: Vec::new(),
                    is_taken: false,
                    differing: Vec::new(),
                };
                let toolbox = ToolboxEdit { tools: vec![described], agents: vec![draft], ..ToolboxEdit::default() };
                world.bench.import_toolbox(&toolbox).map(drop)
            }),
        ),
        (
            "importRows",
            LeavesOut(|world, text| {
                let number = world.bench.list_tools()?.len();
                let rows = format!(
                    "INSERT INTO tool_t (host_id, tool_id, name, description) VALUES\n  \
                     ('00000000-0000-4000-8000-000000000000', '00000000-0000-4000-8000-{number:012}', \
                     'row_{number}', '{text}');\n"
                );
                let import = |path: &str| world.bench.import_rows_of(&[path.to_owned()], RowFormat::Light4jSql);
                let report = world.brought("rows.sql", &rows, import)?;
                assert!(report.warnings.iter().any(|said| said.message.contains("was left out")), "{report:?}");
                Ok(())
            }),
        ),
        (
            "importQueries",
            LeavesOut(|world, text| {
                let line = json!({ "query": text, "expected": ["one"] }).to_string();
                let import = |path: &str| world.bench.import_queries(path, None, RepeatedLabels::First);
                let report = world.brought("asked.jsonl", &line, import)?;
                assert!(report.problems.iter().any(|said| said.message.contains("was left out")), "{report:?}");
                Ok(())
            }),
        ),
        (
            "saveImplementation",
            LeavesOut(|world, text| {
                let mock = LibraryTool {
                    name: "look".to_owned(),
                    description: String::new(),
                    schema: "{}".to_owned(),
                    behaviour: LibraryBehaviour::Garbage { text: text.to_owned() },
                };
                world.bench.save_implementation("staging", &mock)
            }),
        ),
        (
            "saveSimulationAsCase",
            LeavesOut(|world, text| world.bench.save_simulation_as_case(&world.session, text).map(drop)),
        ),
    ]
}

/// Credentials as somebody would type them, and what of each is secret.
fn typed() -> Vec<(String, String)> {
    let tail = |at: usize| format!("q7Wx3vK9pLmT5zR8nB2c{at}D4e");
    let hex = "5c1d0be7f4923a68d7e1c0b59f3a2468";
    [
        ("sk-proj-", tail(10), ""),
        ("xoxb-123456789012-1234567890123-", tail(11), ""),
        ("123456789:AAH", format!("{}_4hJ6kM9s", tail(12)), ""),
        ("postgres://ann:", tail(13), "@db.far.test/care"),
        ("postgres://ann:", "q7W%40x3vK9pL".to_owned(), "@db.far.test/care"),
        ("mysql://ann:", "7402915836".to_owned(), "@db.far.test/care"),
        ("mysql://ann:", "swordfishing".to_owned(), "@db.far.test/care"),
        ("https://hooks.slack.com/services/T024BE7LD/B07Q1Z2X3/", tail(14), ""),
        ("https://discord.com/api/webhooks/1128374650192837465/", format!("{}-T5zR8_nB2cD4", tail(15)), ""),
        ("https://a.webhook.office.com/webhookb2/IncomingWebhook/", hex.to_owned(), "/x"),
        ("curl -u ann:", "q7Wx3vK9kept1".to_owned(), " https://far.test"),
        ("Authorization: Basic ", "YW5uOnE3V3gzdks5".to_owned(), ""),
        ("Authorization: Bearer ", tail(16), ""),
        ("PGPASSWORD=", "q7Wx3vK9kept2".to_owned(), " psql"),
        ("mysql -u ann -p", "q7Wx3vK9kept3".to_owned(), " care"),
        ("db_password: ", "q7Wx3vK9kept4".to_owned(), ""),
        ("lin_api_", tail(17), ""),
        ("ntn_", tail(18), ""),
        ("dapi", hex.to_owned(), ""),
        ("AGE-SECRET-KEY-1", tail(19).to_ascii_uppercase(), ""),
        ("SK", hex.to_owned(), ""),
    ]
    .into_iter()
    .map(|(before, secret, after)| (format!("{before}{secret}{after}"), secret))
    .collect()
}

/// The commands of the window that an author acts with, and all that by their name keep something.
fn keeping(bindings: &str) -> BTreeSet<String> {
    let actions = bindings.lines().find_map(|line| line.strip_prefix("export const ACTIONS = "));
    let actions = actions.and_then(|list| list.split_inclusive(']').next()).expect("the bindings list the actions");
    let actions: Vec<String> = serde_json::from_str(actions).expect("it is a list of names");
    let commands = bindings.lines().filter(|line| line.contains("__TAURI_INVOKE<"));
    let names = commands.filter_map(|line| Some(line.trim_start().split_once(": (")?.0));
    let keeps = |name: &&str| ["save", "set", "import", "label", "write"].iter().any(|verb| name.starts_with(verb));
    names.filter(keeps).map(str::to_owned).chain(actions).collect()
}

/// The secrets that a file of the studio holds in plain, with the file.
fn kept_in_plain(bench: &Bench) -> Vec<(String, PathBuf)> {
    let holding = |file: PathBuf| {
        let bytes = fs::read(&file).unwrap_or_default();
        let text = String::from_utf8_lossy(&bytes);
        typed().into_iter().find(|(_, secret)| text.contains(secret)).map(|(_, secret)| (secret, file))
    };
    files_below(Path::new(&bench.path(""))).into_iter().filter_map(holding).collect()
}

#[test]
fn every_command_that_keeps_text_is_asked_what_it_does_with_a_credential() {
    let bindings = fs::read_to_string(repository().join("ui/src/lib/ipc/bindings.ts")).unwrap();
    let table = commands();
    let known: BTreeSet<String> = table.iter().map(|(name, _)| (*name).to_owned()).collect();
    assert_eq!(known, keeping(&bindings), "a command is new or gone: say in `commands` what it does with a credential");
    assert_eq!(known.len(), table.len(), "each once");

    let world = World::new();
    for (command, does) in &table {
        for (written, secret) in typed() {
            let text = format!("Sign in with {written} first.");
            match does {
                Asks(give) | Refuses(give) => {
                    let Err(error) = give(&world, &text) else { panic!("{command} keeps {written}") };
                    let code = if matches!(does, Asks(_)) { ErrorCode::Credentials } else { ErrorCode::Invalid };
                    let is_said = error.message.contains("like a password or key")
                        || error.message.contains("like it contains a password or key");
                    assert!(error.code == code && is_said, "{command}: {written}: {error:?}");
                    assert!(!error.message.contains(&secret), "{command}: {error:?}");
                }
                LeavesOut(give) => {
                    give(&world, &text).unwrap_or_else(|error| panic!("{command}: {written}: {error:?}"));
                }
                Like(other) => assert!(known.contains(*other), "{command}: {other}"),
                Otherwise(how) => assert!(!how.is_empty(), "{command}"),
                OfSkill | NoText => {}
            }
        }
        if matches!(does, Asks(_) | Refuses(_) | LeavesOut(_)) {
            assert_eq!(kept_in_plain(&world.bench), [], "{command}");
        }
    }
}

#[test]
fn a_credential_of_any_form_is_a_problem_of_its_skill() {
    let world = World::new();
    for (written, secret) in typed() {
        let text = skill("one", "First. Use when first.", "", &format!("Sign in with {written} first."));
        let findings = world.bench.analyze(&world.skill, "SKILL.md", &text).unwrap().findings;
        let found = findings.iter().find(|one| one.code == "credential").unwrap_or_else(|| panic!("{written}"));
        assert!(!found.message.contains(&secret), "{found:?}");
    }
}

#[test]
fn a_credential_in_an_imported_list_is_left_out_and_told_on_the_command_line() {
    let bench = Bench::new();
    for (number, (written, secret)) in typed().into_iter().enumerate() {
        let name = format!("post_{number}");
        let described = format!("Signs in with {written} first.");
        let tool = json!({ "name": name, "description": described, "inputSchema": { "type": "object" } });
        let path = bench.write("tools.json", json!({ "tools": [tool] }).to_string());
        let ran = bench.skillctl(&["import", path.to_str().expect("the folder has a plain name"), "--json"]);
        let said = String::from_utf8_lossy(&ran.stdout).into_owned();
        assert!(said.contains("was left out") && !said.contains(&secret), "{written}: {ran:?}");
        let shown = bench.skillctl(&["show", "tool", &name, "--json"]).stdout;
        let shown = String::from_utf8_lossy(&shown).into_owned();
        assert!(shown.contains("••••") && !shown.contains(&secret), "{written}: {shown}");
    }
}

#[test]
fn what_an_author_said_of_a_session_holds_in_its_forks_and_a_query_that_is_there_is_not_asked_about_again() {
    let World { bench, session, .. } = World::new();
    let (written, secret) = typed().swap_remove(0);
    let text = format!("Sign in with {written} first.");
    let setup = saying(&text);
    let plain = bench.start_simulation_choosing(&setup, CredentialChoice::Plain).unwrap();
    let shorter = SimulationSetup { max_iterations: 2, ..setup.clone() };
    assert_eq!(bench.fork_simulation(&plain.row.id, 0, Some(&shorter)).unwrap().setup.model, setup.model);
    let left = bench.fork_simulation_choosing(&session, 0, Some(&setup), CredentialChoice::Secret).unwrap();
    let model = json!(left.setup.model).to_string();
    assert!(model.contains("••••") && !model.contains(&secret), "{model}");

    let (set, source, expected) = ("queries".to_owned(), QuerySource::Written, vec!["one".to_owned()]);
    let query = NewQuery { id: None, set, query: text.clone(), expected, unwanted: Vec::new(), source };
    assert_eq!(bench.save_query_choosing(&query, CredentialChoice::Plain).unwrap().query, text);
    assert_eq!(bench.save_query(&NewQuery { expected: Vec::new(), ..query.clone() }).unwrap().query, text);
    let other = NewQuery { query: format!("{text} Then sail."), ..query };
    let kept = bench.save_query_choosing(&other, CredentialChoice::Secret).unwrap();
    assert_eq!(kept.query, "Sign in with •••• first. Then sail.");
}
