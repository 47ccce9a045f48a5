//! MCP servers in the settings of clients on this machine: found, told apart, and taken into the library.

use std::{fs, os::unix::fs::symlink};

use serde_json::json;
use studio_api::{
    ErrorCode, Upkeep,
    dto::{
        FoundServer, FoundServerFile, FoundServerRef, FoundServerStanding, FoundServers, Host, ServerEdit, ServerState,
        ServerTransport,
    },
};

use crate::harness::{Bench, refused, skill};

const CODEX: &str = r#"
model = "gpt-5"

[mcp_servers.notes]
command = "npx"
args = ["-y", "notes-server"]

[mcp_servers.maps]
url = "https://maps.example.org/mcp"
bearer_token_env_var = "MAPS_TOKEN"
"#;

fn rows(found: &FoundServers) -> Vec<(&str, &str, FoundServerStanding)> {
    found
        .files
        .iter()
        .flat_map(|file| {
            file.servers.iter().map(move |server| (file.shown.as_str(), server.library_name.as_str(), server.standing))
        })
        .collect()
}

fn all(found: &FoundServers) -> Vec<FoundServerRef> {
    let refs = |file: &FoundServerFile| {
        let of = |server: &FoundServer| FoundServerRef {
            path: file.path.clone(),
            project: file.project.clone(),
            name: server.name.clone(),
        };
        file.servers.iter().filter(|server| server.standing == FoundServerStanding::New).map(of).collect::<Vec<_>>()
    };
    found.files.iter().flat_map(refs).collect()
}

fn server<'a>(found: &'a FoundServers, name: &str) -> &'a FoundServer {
    found.files.iter().flat_map(|file| &file.servers).find(|server| server.name == name).unwrap()
}

#[test]
fn the_servers_of_every_client_are_found_in_its_own_form_and_imported() {
    let bench = Bench::new();
    assert_eq!(bench.list_found_servers().unwrap(), FoundServers::default());
    let claude = json!({"mcpServers": {"tickets": {"command": "tickets", "env": {"API_KEY": "hunter2"}}}});
    bench.write("home/.claude.json", claude.to_string());
    bench.write("home/.codex/config.toml", CODEX);
    let copilot = json!({"mcpServers": {"files": {"type": "local", "command": "files", "args": [], "tools": ["*"]}}});
    bench.write("home/.copilot/mcp-config.json", copilot.to_string());
    bench.write(
        "home/.gemini/settings.json",
        r#"{"theme": "dark", "mcpServers": {"g": {"httpUrl": "https://g.example/mcp"}}}"#,
    );
    bench.write(
        "home/.config/opencode/opencode.json",
        "{ // mine\n \"mcp\": {\"o\": {\"type\": \"local\", \"command\": [\"o\", \"--fast\"], \"enabled\": false},}, }",
    );
    bench.write(
        "home/.cursor/mcp.json",
        r#"{"mcpServers": {"c": {"url": "https://c.example/mcp", "headers": {"Authorization": "Bearer hunter3"}}}}"#,
    );
    let found = bench.list_found_servers().unwrap();
    assert_eq!((found.offered, found.offered_files), (7, 6));
    assert_eq!(server(&found, "files").left_out, ["tools"]);
    assert!(server(&found, "tickets").left_out.is_empty());
    assert!(found.files.iter().all(|file| file.unread.is_empty() && file.problems.is_empty()), "{found:?}");
    let clients: Vec<Host> = found.files.iter().map(|file| file.client).collect();
    assert_eq!(clients, [Host::ClaudeCode, Host::Codex, Host::Copilot, Host::Gemini, Host::Opencode, Host::Cursor]);
    assert_eq!(server(&found, "maps").variables, ["${MAPS_TOKEN}"]);
    assert_eq!(server(&found, "o").reach, "o --fast");
    assert!(server(&found, "o").is_disabled);
    assert_eq!(server(&found, "tickets").secrets.len(), 1);
    let said = json!(found).to_string();
    assert!(!said.contains("hunter2") && !said.contains("hunter3"), "{said}");
    assert!(bench.list_servers().unwrap().is_empty(), "looking keeps nothing");
    assert!(bench.list_secrets().unwrap().secrets.is_empty());

    let stored = bench.import_found_servers(&all(&found)).unwrap();
    assert_eq!(stored.servers.len(), 7);
    assert!(stored.servers.iter().all(|server| server.state == ServerState::Stopped), "nothing is started");
    assert!(stored.servers.iter().all(|server| server.is_enabled == (server.name != "o")));
    let kept = json!(bench.list_servers().unwrap()).to_string();
    assert!(!kept.contains("hunter2") && !kept.contains("hunter3"), "{kept}");
    let secrets = bench.list_secrets().unwrap().secrets;
    assert_eq!(secrets.iter().filter(|secret| secret.is_set).count(), 2, "{secrets:?}");

    let again = bench.list_found_servers().unwrap();
    assert_eq!((again.offered, again.offered_files), (0, 0));
    assert!(rows(&again).iter().all(|(.., standing)| *standing == FoundServerStanding::Present), "{again:?}");
}

#[test]
fn one_server_of_several_files_comes_in_once_and_another_of_its_name_under_its_own() {
    use FoundServerStanding::{NameTaken, New, Present, Repeated};
    let bench = Bench::new();
    let of = |command: &str, key: &str| {
        json!({"mcpServers": {"notes": {"command": command, "env": {"API_KEY": key}}}}).to_string()
    };
    bench.write("home/.claude.json", of("notes", "hunter2"));
    bench.write("home/.gemini/settings.json", of("notes", "hunter2"));
    bench.write("home/.cursor/mcp.json", of("notes", "hunter3"));
    let found = bench.list_found_servers().unwrap();
    assert_eq!(
        rows(&found),
        [
            ("~/.claude.json", "notes", New),
            ("~/.gemini/settings.json", "notes", Repeated),
            ("~/.cursor/mcp.json", "notes-cursor", New)
        ]
    );
    let stored = bench.import_found_servers(&all(&found)).unwrap();
    let names: Vec<&str> = stored.servers.iter().map(|server| server.name.as_str()).collect();
    assert_eq!(names, ["notes", "notes-cursor"]);
    let values = bench.list_secrets().unwrap().secrets;
    assert_eq!(values.len(), 2, "two keys are two secrets: {values:?}");

    let bench = Bench::new();
    let mut two = json!({"mcpServers": {}});
    for (name, key) in [("work", "hunter2"), ("private", "hunter3")] {
        two["mcpServers"][name] = json!({"command": "git", "env": {"API_KEY": key}});
    }
    bench.write("home/.claude.json", two.to_string());
    let first = all(&bench.list_found_servers().unwrap());
    assert_eq!(first.len(), 2, "they have different keys");
    bench.import_found_servers(&first[..1]).unwrap();
    let left = bench.list_found_servers().unwrap();
    assert_eq!(server(&left, &first[0].name).standing, Present);
    assert_eq!(server(&left, &first[1].name).standing, New);

    let bench = Bench::new();
    let transport = ServerTransport::Stdio {
        command: "mine".to_owned(),
        args: Vec::new(),
        env: Vec::new(),
        cwd: String::new(),
        sandbox: None,
    };
    let name = "notes".to_owned();
    bench.save_server(&ServerEdit { id: None, aggregate_version: 0, name, transport, is_enabled: true }).unwrap();
    bench.write("home/.claude.json", of("notes", "hunter2"));
    let found = bench.list_found_servers().unwrap();
    assert_eq!(rows(&found), [("~/.claude.json", "notes-claude-code", NameTaken)]);
    assert_eq!(found.offered, 0, "what has its name may well be it");
    let chosen = FoundServerRef { path: found.files[0].path.clone(), project: String::new(), name: "notes".to_owned() };
    let stored = bench.import_found_servers(std::slice::from_ref(&chosen)).unwrap();
    assert_eq!(stored.servers[0].name, "notes-claude-code");
    assert_eq!(server(&bench.list_found_servers().unwrap(), "notes").standing, Present);
    assert!(bench.import_found_servers(&[chosen]).unwrap().servers.is_empty(), "it is there by now");
}

#[test]
fn projects_of_the_skills_are_looked_into_and_their_servers_start_there() {
    let bench = Bench::new();
    bench.write("app/.claude/skills/tides/SKILL.md", skill("tides", "Reads tides. Use for tides.", "", "Look."));
    let shared = json!({"mcpServers": {"db": {"command": "./db", "args": ["${workspaceFolder}/db.sqlite"]}}});
    bench.write("app/.mcp.json", shared.to_string());
    bench.write("app/.vscode/mcp.json", r#"{"inputs": [], "servers": {"web": {"type": "http", "url": "https://w.example/mcp", "headers": {"X-Key": "${input:key}"}}}}"#);
    let app = bench.path("app");
    let claude = json!({"projects": {(app.as_str()): {"mcpServers": {"own": {"command": "own"}}}}});
    bench.write("home/.claude.json", claude.to_string());
    assert_eq!(bench.list_found_servers().unwrap().offered, 0, "no skill came from the project yet");
    bench.import(&["app/.claude/skills"]);
    let found = bench.list_found_servers().unwrap();
    assert_eq!(found.offered, 3, "{found:?}");
    assert!(found.files.iter().all(|file| file.project == app), "{found:?}");
    assert_eq!(server(&found, "web").variables, ["${input:key}"]);
    let stored = bench.import_found_servers(&all(&found)).unwrap();
    let db = stored.servers.iter().find(|server| server.name == "db").unwrap();
    let Some(ServerTransport::Stdio { args, cwd, .. }) = &db.transport else { panic!("{db:?}") };
    assert_eq!((args, cwd), (&vec![format!("{app}/db.sqlite")], &app));
}

#[test]
fn servers_of_projects_that_no_skill_came_from_are_told_and_come_in_when_chosen() {
    use FoundServerStanding::{Elsewhere, New, Present};
    let bench = Bench::new();
    bench.write("app/.claude/skills/tides/SKILL.md", skill("tides", "Reads tides. Use for tides.", "", "Look."));
    bench.write("other/README.md", "Nothing of the library.");
    let (app, other) = (bench.path("app"), bench.path("other"));
    let of = |name: &str| json!({"mcpServers": {name: {"command": "db"}, "notes": {"command": "notes"}}});
    let claude = json!({"projects": {(other.as_str()): of("other"), (app.as_str()): of("db")}});
    bench.write("home/.claude.json", claude.to_string());
    bench.import(&["app/.claude/skills"]);
    let found = bench.list_found_servers().unwrap();
    let told: Vec<(&str, bool)> = found.files.iter().map(|file| (file.project.as_str(), file.is_elsewhere)).collect();
    assert_eq!(told, [(app.as_str(), false), (other.as_str(), true)], "what is offered goes first");
    let standings: Vec<FoundServerStanding> = rows(&found).into_iter().map(|(.., standing)| standing).collect();
    assert_eq!(standings, [New, New, Elsewhere, Elsewhere], "another folder is another server");
    assert_eq!((found.offered, found.offered_files), (2, 1));
    let (path, project) = (found.files[1].path.clone(), other.clone());
    let chosen = FoundServerRef { path, project, name: "notes".to_owned() };
    let stored = bench.import_found_servers(&[chosen]).unwrap();
    let Some(ServerTransport::Stdio { cwd, .. }) = &stored.servers[0].transport else { panic!("{stored:?}") };
    assert_eq!((stored.servers[0].name.as_str(), cwd), ("notes-other", &other));
    let again = bench.list_found_servers().unwrap();
    assert_eq!(again.files[1].servers.iter().find(|server| server.name == "notes").unwrap().standing, Present);
}

#[test]
fn every_clients_file_of_a_project_is_looked_at() {
    let bench = Bench::new();
    bench.write("app/.claude/skills/tides/SKILL.md", skill("tides", "Reads tides. Use for tides.", "", "Look."));
    let of = |name: &str| json!({"mcpServers": {name: {"command": name}}}).to_string();
    bench.write("app/.mcp.json", json!({"plugin": {"command": "plugin"}}).to_string());
    bench.write("app/.codex/config.toml", "[mcp_servers.codex]\ncommand = \"codex\"\n");
    bench.write("app/.github/mcp.json", of("copilot"));
    bench.write("app/.gemini/settings.json", of("gemini"));
    bench.write("app/opencode.json", r#"{"mcp": {"open": {"type": "local", "command": ["open"]}}}"#);
    bench.write("app/.opencode/opencode.jsonc", r#"{"mcp": {"servers": {"inner": {"command": ["inner"]}}}}"#);
    bench.write("app/.cursor/mcp.json", of("cursor"));
    bench.write("app/.qwen/settings.json", of("qwen"));
    bench.write("app/.kimi-code/mcp.json", of("kimi"));
    bench.import(&["app/.claude/skills"]);
    let found = bench.list_found_servers().unwrap();
    let names: Vec<&str> =
        found.files.iter().flat_map(|file| &file.servers).map(|server| server.name.as_str()).collect();
    assert_eq!(names, ["plugin", "codex", "copilot", "gemini", "open", "inner", "cursor", "qwen", "kimi"]);
    assert!(found.files.iter().all(|file| file.unread.is_empty() && file.problems.is_empty()), "{found:?}");
}

#[test]
fn a_library_that_came_from_elsewhere_says_nothing_of_where_to_look() {
    let theirs = Bench::new();
    theirs.write("app/.claude/skills/tides/SKILL.md", skill("tides", "Reads tides. Use for tides.", "", "Look."));
    theirs.write("app/.mcp.json", r#"{"mcpServers": {"db": {"command": "./db"}}}"#);
    theirs.import(&["app/.claude/skills"]);
    assert_eq!(theirs.list_found_servers().unwrap().offered, 1);

    let mine = Bench::without_library(Upkeep::OnDemand);
    theirs.save_library_copy(&mine.path("Gift.db")).unwrap();
    mine.open_library(&mine.path("Gift.db")).unwrap();
    let app = theirs.path("app");
    let own = json!({"projects": {(app.as_str()): {"mcpServers": {"own": {"command": "own"}}}}});
    mine.write("home/.claude.json", own.to_string());
    let found = mine.list_found_servers().unwrap();
    assert_eq!(
        rows(&found),
        [("~/.claude.json", "own", FoundServerStanding::Elsewhere)],
        "of the folder nothing is read"
    );
    assert_eq!(found.offered, 0);
    // Whoever imports from the folder here has chosen it.
    mine.import(&[&theirs.path("app/.claude/skills")]);
    assert_eq!(mine.list_found_servers().unwrap().offered, 2);
}

#[test]
fn projects_of_linked_skills_are_known_in_a_library_of_before_roots_were_noted() {
    let bench = Bench::new();
    for app in ["app", "other"] {
        bench.write(&format!("{app}/.claude/skills/{app}/SKILL.md"), skill(app, "Reads. Use to read.", "", "Look."));
        bench.write(&format!("{app}/.mcp.json"), json!({"mcpServers": {app: {"command": app}}}).to_string());
    }
    bench.link(&["app/.claude/skills"]);
    bench.import(&["other/.claude/skills"]);
    assert_eq!(bench.list_found_servers().unwrap().offered, 2);
    // As it was kept then.
    let files = fs::read_dir(bench.path("data/links")).unwrap().map(|file| file.unwrap().path());
    let file = files.into_iter().find(|file| file.extension().is_some_and(|end| end == "json")).unwrap();
    let mut chosen: serde_json::Value = serde_json::from_slice(&fs::read(&file).unwrap()).unwrap();
    assert!(chosen.as_object_mut().unwrap().remove("roots").is_some());
    fs::write(&file, chosen.to_string()).unwrap();
    let bench = bench.reopen(Upkeep::OnDemand);
    let found = bench.list_found_servers().unwrap();
    assert_eq!((found.offered, found.files[0].project.as_str()), (1, bench.path("app").as_str()), "{found:?}");
}

#[test]
fn only_claudes_own_state_is_large_and_keeps_servers_of_projects() {
    let bench = Bench::new();
    bench.write("app/.claude/skills/tides/SKILL.md", skill("tides", "Reads tides. Use for tides.", "", "Look."));
    bench.import(&["app/.claude/skills"]);
    let of = |folders: &[&str]| {
        let servers = |at: usize| json!({"mcpServers": {(format!("s{at}")): {"command": format!("run{at}")}}});
        let projects = folders.iter().enumerate().map(|(at, folder)| ((*folder).to_owned(), servers(at)));
        let projects: serde_json::Map<_, _> = projects.collect();
        json!({"projects": projects, "history": "x".repeat(2 * 1024 * 1024)}).to_string()
    };
    let app = bench.path("app");
    bench.write("home/.claude.json", of(&[&app, &bench.path("other"), "app"]));
    let other = json!({"projects": {(app.as_str()): {"mcpServers": {"x": {"command": "x"}}}}});
    bench.write("app/.mcp.json", other.to_string());
    let found = bench.list_found_servers().unwrap();
    let claude = "~/.claude.json";
    let (new, gone) = (FoundServerStanding::New, FoundServerStanding::Unusable);
    assert_eq!(rows(&found), [(claude, "s0", new), (claude, "s1", gone), (claude, "s2", gone)]);
    assert_eq!(found.files[0].project, app);
    assert_eq!(server(&found, "s2").note, "Its project folder doesn't exist on this computer.");

    // Nothing of it is read, so it need not be on the disk.
    let large = fs::File::create(bench.path("home/.claude.json")).unwrap();
    large.set_len(64 * 1024 * 1024 + 1).unwrap();
    let found = bench.list_found_servers().unwrap();
    assert!(found.files[0].unread.contains("larger than 64 MB"), "{found:?}");
}

#[test]
fn what_is_wrong_in_a_projects_list_is_told_with_the_project() {
    let bench = Bench::new();
    let broken = |name: &str| json!({"mcpServers": {(name): {"args": []}}});
    let settings = json!({
        "mcpServers": {"fine": {"command": "fine"}},
        "projects": {(bench.path("one")): broken("odd"), (bench.path("two")): {"mcpServers": {"two": {"command": "x"}}}},
    });
    bench.write("home/.claude.json", settings.to_string());
    let told = |bench: &Bench| -> Vec<(String, usize, Vec<String>)> {
        let files = bench.list_found_servers().unwrap().files.into_iter();
        let messages = |file: &FoundServerFile| file.problems.iter().map(|one| one.message.clone()).collect();
        files.map(|file| (file.project.clone(), file.servers.len(), messages(&file))).collect()
    };
    let found = told(&bench);
    assert_eq!(
        found.iter().map(|file| file.0.as_str()).collect::<Vec<_>>(),
        ["", &bench.path("one"), &bench.path("two")]
    );
    assert_eq!(found.iter().map(|file| file.1).collect::<Vec<_>>(), [1, 0, 1]);
    assert!(found[0].2.is_empty() && found[2].2.is_empty() && found[1].2[0].contains("`odd`"), "{found:?}");

    // What is wrong in the author's own list stays with the file, also where nothing of that list could be taken.
    let settings = json!({"mcpServers": {"own": {"args": []}}, "projects": {(bench.path("one")): broken("odd")}});
    bench.write("home/.claude.json", settings.to_string());
    let found = told(&bench);
    assert_eq!(found.iter().map(|file| file.0.as_str()).collect::<Vec<_>>(), ["", &bench.path("one")]);
    assert!(found[0].2[0].contains("`own`") && found[1].2[0].contains("`odd`"), "{found:?}");
}

#[test]
fn broken_files_and_links_that_lead_out_are_named_and_keep_no_other_from_coming_in() {
    let bench = Bench::new();
    bench.write("home/.claude.json", "{\"mcpServers\": {\"a\": ");
    bench.write("home/.codex/config.toml", "[mcp_servers.a\n");
    bench.write(
        "home/.gemini/settings.json",
        r#"{"mcpServers": {"half": {"args": []}, "whole": {"command": "whole"}, "var": {"url": "${HOST}/mcp"}}}"#,
    );
    let outside = bench.write("elsewhere.json", r#"{"mcpServers": {"secret": {"command": "x"}}}"#);
    fs::create_dir_all(bench.path("home/.cursor")).unwrap();
    symlink(outside, bench.path("home/.cursor/mcp.json")).unwrap();
    bench.write("home/dotfiles/copilot.json", r#"{"mcpServers": {"within": {"command": "y"}}}"#);
    fs::create_dir_all(bench.path("home/.copilot")).unwrap();
    symlink(bench.path("home/dotfiles/copilot.json"), bench.path("home/.copilot/mcp-config.json")).unwrap();
    let large = format!("{{\"mcp\": {{}}, \"x\": \"{}\"}}", "x".repeat(1024 * 1024));
    bench.write("home/.config/opencode/opencode.json", large);
    let found = bench.list_found_servers().unwrap();
    let of = |shown: &str| found.files.iter().find(|file| file.shown == shown).unwrap();
    assert!(!of("~/.claude.json").problems.is_empty());
    assert!(!of("~/.codex/config.toml").problems.is_empty());
    assert_eq!(of("~/.gemini/settings.json").problems.len(), 1, "the one without a command");
    assert!(of("~/.cursor/mcp.json").unread.contains("link to another location"));
    assert!(of("~/.config/opencode/opencode.json").unread.contains("larger than 1 MB"));
    assert_eq!(server(&found, "within").standing, FoundServerStanding::New);
    let var = server(&found, "var");
    assert_eq!((var.standing, var.note.is_empty()), (FoundServerStanding::Unusable, false));
    assert_eq!(bench.import_found_servers(&all(&found)).unwrap().servers.len(), 2);

    let gemini = of("~/.gemini/settings.json").path.clone();
    let named = |path: &str, name: &str| FoundServerRef {
        path: path.to_owned(),
        project: String::new(),
        name: name.to_owned(),
    };
    refused(bench.import_found_servers(&[named(&gemini, "var")]), ErrorCode::Invalid);
    refused(bench.import_found_servers(&[named(&gemini, "gone")]), ErrorCode::NotFound);
    // What is not one of the files is not read, whoever names it.
    refused(bench.import_found_servers(&[named(&bench.path("elsewhere.json"), "secret")]), ErrorCode::NotFound);
}

#[test]
fn the_files_of_the_librarys_client_come_first() {
    let bench = Bench::new();
    bench.write("home/.claude.json", r#"{"mcpServers": {"a": {"command": "a"}}}"#);
    bench.write("home/.cursor/mcp.json", r#"{"mcpServers": {"b": {"command": "b"}}}"#);
    bench.set_library_client(Some(Host::Cursor)).unwrap();
    let shown: Vec<String> = bench.list_found_servers().unwrap().files.into_iter().map(|file| file.shown).collect();
    assert_eq!(shown, ["~/.cursor/mcp.json", "~/.claude.json"]);
}
