//! MCP servers as clients keep them.

use studio_text::{
    Severity,
    tool_lists::{
        Language, Problem,
        mcp_servers::{Sandbox, Servers, Settings, Transport, read, read_servers_alone, read_settings, variables_in},
    },
};

use super::{assert_told, told};

fn stdio(command: &str, args: &[&str], env: &[(&str, &str)]) -> Transport {
    Transport::Stdio {
        command: command.to_owned(),
        args: args.iter().map(|&arg| arg.to_owned()).collect(),
        env: env.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect(),
        cwd: None,
        sandbox: None,
    }
}

fn names(servers: &Servers) -> Vec<&str> {
    servers.servers.iter().map(|server| server.name.as_str()).collect()
}

#[test]
fn every_client_s_form_is_read() {
    let everything = stdio("npx", &["-y", "@modelcontextprotocol/server-everything"], &[]);
    let entry = r#"{ "command": "npx", "args": ["-y", "@modelcontextprotocol/server-everything"] }"#;
    for text in [
        format!(r#"{{ "mcpServers": {{ "server-everything": {entry} }} }}"#),
        format!(r#"{{ "servers": {{ "server-everything": {entry} }}, "inputs": [] }}"#),
        format!(r#"{{ "mcp": {{ "servers": {{ "server-everything": {entry} }} }} }}"#),
        format!(r#"{{ "context_servers": {{ "server-everything": {entry} }} }}"#),
        format!(r#"{{ "server-everything": {entry} }}"#),
        format!(r#""server-everything": {entry},"#),
        entry.to_owned(),
        "mcpServers:\n  server-everything:\n    command: npx\n    args: [-y, '@modelcontextprotocol/server-everything']\n".to_owned(),
        "// mine\n{ /* all */ \"mcpServers\": { \"server-everything\": { \"command\": [\"npx\", \"-y\", \"@modelcontextprotocol/server-everything\",], }, }, }"
            .to_owned(),
    ] {
        let read = read(&text);
        assert_eq!(names(&read), ["server-everything"], "{text}: {:?}", told(&read.problems));
        assert_eq!(read.servers[0].transport, everything, "{text}");
        assert!(read.problems.iter().all(|problem| problem.severity == Severity::Info), "{:?}", told(&read.problems));
    }
}

#[test]
fn a_server_alone_is_told_to_have_no_name_only_where_it_has_none() {
    let named = read(r#"{"name": "everything", "command": "npx"}"#);
    assert_eq!((names(&named), told(&named.problems)), (vec!["everything"], vec![]));
    let unnamed = read(r#"{"command": "/usr/bin/npx"}"#);
    assert_eq!(names(&unnamed), ["npx"]);
    assert_told(&unnamed.problems, Severity::Info, 1, "The server has no name, so it is imported as `npx`.");
}

#[test]
fn what_a_server_is_confined_to_is_read_or_the_server_is_left_out() {
    let sandboxed =
        |sandbox: &str| read(&format!(r#"{{"mcpServers": {{"s": {{"command": "x", "sandbox": {sandbox}}}}}}}"#));
    let [read, write] = [vec!["/a".to_owned(), "~/b".to_owned()], vec!["/c".to_owned()]];
    let all = Sandbox { read, write, network: true };
    for (text, expected) in [
        ("true", Sandbox::default()),
        ("{}", Sandbox::default()),
        (r#"{"network": false}"#, Sandbox::default()),
        (r#"{"read": [], "write": [], "allow_network": true}"#, Sandbox { network: true, ..Sandbox::default() }),
        (r#"{"read": ["/a", "~/b"], "write": ["/c"], "network": true}"#, all),
    ] {
        let found = sandboxed(text);
        let Transport::Stdio { sandbox, .. } = &found.servers[0].transport else { panic!("{found:?}") };
        assert_eq!((sandbox.as_ref(), found.problems.len()), (Some(&expected), 0), "{text}");
    }
    for text in [
        "false",
        "null",
        "7",
        r#""all""#,
        "[]",
        r#"{"read": "/a"}"#,
        r#"{"write": [1]}"#,
        r#"{"reads": ["/a"]}"#,
        r#"{"network": ["x"]}"#,
        r#"{"network": "no"}"#,
    ] {
        let found = sandboxed(text);
        assert!(found.servers.is_empty(), "{text}");
        assert_eq!(found.problems[0].severity, Severity::Error, "{text}");
    }
}

#[test]
fn a_bad_entry_does_not_cost_the_others() {
    let text = r#"{
  "mcpServers": {
    "good": { "command": "uvx", "args": ["mcp-server-time"], "cwd": "work", "timeout": 60 },
    "empty": {},
    "text": "npx",
    "web": { "type": "http", "url": "https://example.com/mcp", "headers": { "X-Team": "a", "X-None": null } },
    "old": { "url": "https://example.com/sse" },
    "odd": { "url": "ftp://example.com" },
    "off": { "command": "x", "args": "one", "disabled": true, "env": { "N": 1, "L": [] } },
    "good": { "command": "other" }
  }
}"#;
    let read = read(text);
    assert_eq!(names(&read), ["good", "web", "old", "off"]);
    assert_eq!(
        read.servers[1].transport,
        Transport::Http {
            url: "https://example.com/mcp".to_owned(),
            headers: vec![("X-Team".to_owned(), "a".to_owned())],
        }
    );
    assert_eq!(read.servers[3].transport, stdio("x", &["one"], &[("N", "1")]));
    assert!(read.servers[3].is_disabled && !read.servers[0].is_disabled);
    for (severity, line, words) in [
        (Severity::Info, 3, "`timeout` of `good`"),
        (Severity::Error, 4, "neither `command` nor `url`"),
        (Severity::Error, 5, "isn't an object"),
        (Severity::Warning, 6, "`X-None`"),
        (Severity::Warning, 7, "SSE"),
        (Severity::Error, 8, "https://"),
        (Severity::Warning, 9, "`args` of `off` must be a list"),
        (Severity::Warning, 9, "`L` of `off`"),
        (Severity::Error, 10, "already named `good`"),
    ] {
        assert_told(&read.problems, severity, line, words);
    }
}

#[test]
fn variables_stay_and_credentials_go() {
    let text = r#"{ "servers": {
  "git": { "command": "docker", "args": ["run", "-e", "GITHUB_TOKEN", "--api-key=k-123456789", "--token", "t-1"],
    "env": { "GITHUB_TOKEN": "ghp_abcdefghijklmnop", "HOME_DIR": "${workspaceFolder}/x", "API_KEY": "${env:API_KEY}" } },
  "web": { "url": "https://h/mcp", "headers": { "Authorization": "Bearer abc.def", "X-Api-Key": "${input:key}", "X-Copy": "ghp_abcdefghijklmnop" } }
} }"#;
    let read = read(text);
    let kept = format!("{:?}", read.servers);
    for secret in ["ghp_abcdefghijklmnop", "abc.def", "k-123456789", "t-1"] {
        assert!(!kept.contains(secret), "{secret} in {kept}");
        assert_eq!(read.found_secrets.iter().filter(|(_, value)| value == secret).count(), 1, "{secret}");
        assert!(read.problems.iter().all(|problem| !problem.message.contains(secret)), "{:?}", told(&read.problems));
    }
    for reference in [
        "secret://git-github_token",
        "Bearer secret://web-authorization",
        "--api-key=secret://git-api-key",
        "${env:API_KEY}",
    ] {
        assert!(kept.contains(reference), "{reference} in {kept}");
    }
    assert_told(&read.problems, Severity::Info, 3, "`${workspaceFolder}` is kept");
    assert_told(&read.problems, Severity::Info, 3, "`${env:API_KEY}` is kept");
    assert_told(&read.problems, Severity::Info, 4, "`${input:key}` is kept");
}

#[test]
fn credentials_inside_addresses_and_arguments_go_too() {
    let text = r#"{
  "db": { "command": "npx", "args": ["pg", "postgresql://jo:pg-word@db.host:5432/x?sslmode=on"], "env": { "URL": "redis://:red-word@h/0" } },
  "box": { "command": "docker", "args": ["run", "-e", "SOME_TOKEN=tok-1", "-e", "LEVEL=debug", "--header", "X-Api-Key: key-1"] },
  "web": { "url": "https://mcp.h/mcp?exaApiKey=key-2&tools=a" }
}"#;
    let read = read(text);
    let kept = format!("{:?}", read.servers);
    for expected in [
        "postgresql://jo:secret://db-password@db.host:5432/x?sslmode=on",
        "redis://:secret://db-url-password@h/0",
        "SOME_TOKEN=secret://box-some_token",
        "LEVEL=debug",
        "X-Api-Key: secret://box-x-api-key",
        "https://mcp.h/mcp?exaApiKey=secret://web-exaapikey&tools=a",
    ] {
        assert!(kept.contains(expected), "{expected} in {kept}");
    }
    let values: Vec<&str> = read.found_secrets.iter().map(|(_, value)| value.as_str()).collect();
    assert_eq!(values, ["pg-word", "red-word", "tok-1", "key-1", "key-2"]);
    assert!(read.problems.iter().all(|problem| values.iter().all(|value| !problem.message.contains(value))));
}

#[test]
fn what_is_no_list_of_servers_is_told_with_its_place() {
    for (text, line, words) in [
        ("", 1, "nothing to read"),
        ("{\n  \"mcpServers\": {\n    \"a\": { \"command\": \"x\" \"args\": [] }\n  }\n}", 3, "`,` or `}`"),
        ("{ \"mcpServers\": 7 }", 1, "keyed by name"),
        ("{ \"other\": 7 }", 1, "No servers found"),
        ("{ \"mcpServers\": { \"a\": { \"command\": 'x' } } }", 1, "isn't a JSON value"),
        ("{ \"a\": {", 1, "the JSON ends here"),
        ("{}\n{}", 2, "after the JSON"),
        ("- [", 1, "neither JSON nor YAML"),
    ] {
        let read = read(text);
        assert!(read.servers.is_empty(), "{text}");
        assert_told(&read.problems, Severity::Error, line, words);
    }
}

#[test]
fn servers_come_in_as_codex_and_opencode_keep_them() {
    let says = |problems: &[Problem], words: &str| problems.iter().any(|one| one.message.contains(words));
    let codex = "model = \"gpt-5\"\n\n[mcp_servers.notes]\ncommand = \"npx\"\nargs = [\"-y\", \"notes-server\"]\nstartup_timeout_sec = 20\n\n\
                 [mcp_servers.notes.env]\nLEVEL = \"abc\"\n\n[mcp_servers.maps]\nurl = \"https://maps.example.org/mcp\"\n\
                 bearer_token_env_var = \"MAPS\"\n";
    let found = read(codex);
    let [notes, maps] = &found.servers[..] else { panic!("{found:#?}") };
    let Transport::Stdio { command, args, env, .. } = &notes.transport else { panic!("{notes:?}") };
    assert_eq!((command.as_str(), args.len()), ("npx", 2));
    assert_eq!(env[..], [("LEVEL".to_owned(), "abc".to_owned())]);
    let Transport::Http { headers, .. } = &maps.transport else { panic!("{maps:?}") };
    assert_eq!(headers[..], [("Authorization".to_owned(), "Bearer ${MAPS}".to_owned())]);
    assert!(says(&found.problems, "startup_timeout_sec"), "{:?}", found.problems);
    assert_eq!(found.problems.iter().find(|one| one.message.contains("startup")).unwrap().line, 6);
    let opencode = r#"{"mcp": {"notes": {"type": "local", "command": ["npx", "-y", "notes-server"], "environment":
        {"LEVEL": "{env:NOTES}"}, "enabled": true}, "maps": {"type": "remote", "url": "https://maps.example.org/mcp", "enabled": false}}}"#;
    let found = read(opencode);
    let [notes, maps] = &found.servers[..] else { panic!("{found:#?}") };
    let Transport::Stdio { env, .. } = &notes.transport else { panic!("{notes:?}") };
    assert_eq!(env[..], [("LEVEL".to_owned(), "{env:NOTES}".to_owned())]);
    assert!(maps.is_disabled && says(&found.problems, "{env:NOTES}"));
    for (written, words) in [
        (r#"{"mcpServers": {"notes": {"command": "npx", "enviroment": {"A": "b"}}}}"#, "Did you mean `env`?"),
        (
            r#"{"mcp": {"notes": {"type": "local", "command": ["npx"], "enviroment": {}}}}"#,
            "Did you mean `environment`?",
        ),
        (r#"{"mcp": {"notes": {"type": "local", "command": ["npx"], "env": {"A": "b"}}}}"#, "opencode ignores it"),
        (r#"{"mcpServers": {"notes": {"cmd": "npx"}}}"#, "Did you mean `command`?"),
        (r#"{"servers": {"notes": {"endpoint": "https://h.example/mcp"}}}"#, "Did you mean `url`?"),
        (
            r#"{"servers": {"notes": {"url": "https://h.example/mcp", "env": {"A": "b"}}}}"#,
            "`env` of `notes` is left out. Only",
        ),
        (
            r#"{"servers": {"notes": {"command": "npx", "headers": {"A": "b"}}}}"#,
            "`headers` of `notes` is left out. Only",
        ),
        (
            r#"{"servers": {"notes": {"command": "npx", "url": "https://h.example"}}}"#,
            "`url` of `notes` is left out. Only",
        ),
    ] {
        let found = read(written);
        assert!(says(&found.problems, words), "{written}: {:?}", told(&found.problems));
    }
    let quiet = r#"{"servers": {"a": {"url": "https://h.example/mcp", "env": {}, "args": []}, "b": {"type": "local", "command": "npx",
        "env": {"A": "b"}, "headers": {}}}}"#;
    assert!(read(quiet).problems.is_empty(), "{:?}", told(&read(quiet).problems));
    let broken = read("[mcp_servers.notes]\ncommand = \n");
    assert!(
        broken.servers.is_empty() && told(&broken.problems)[0].2.contains("isn't TOML"),
        "{:?}",
        told(&broken.problems)
    );
}

#[test]
fn servers_of_projects_come_in_with_the_users_own() {
    let projects = r#""projects": {
        "/srv/a": {"mcpServers": {"notes": {"command": "notes"}, "maps": {"url": "https://maps.example.org/mcp"}}},
        "/srv/b": {"mcpServers": {"maps": {"url": "https://maps.example.org/mcp"}, "notes": {"command": "other"}}},
        "/srv/c": {"mcpServers": {}}, "/srv/d": {}}"#;
    let found =
        read(&format!(r#"{{"numStartups": 7, "mcpServers": {{"notes": {{"command": "notes"}}}}, {projects}}}"#));
    assert_eq!(names(&found), ["notes", "maps"]);
    let told = told(&found.problems);
    let [(Severity::Error, 3, message)] = told[..] else { panic!("what is the same again is no problem: {told:#?}") };
    assert!(message.starts_with("Another server is already named `notes`"), "{message}");
    for own in ["", r#""mcpServers": {}, "#] {
        let found = read(&format!("{{{own}{projects}}}"));
        assert_eq!(names(&found), ["notes", "maps"], "{own}");
    }
}

#[test]
fn settings_give_the_servers_under_their_key_and_say_nothing_of_the_rest() {
    let claude = r#"{
      "numStartups": 4, "hooks": {"Stop": {"command": "beep"}},
      "mcpServers": {"notes": {"command": "notes"}},
      "projects": {
        "/projects/app": {"allowedTools": [], "mcpServers": {"notes": {"command": "other"}, "db": {"command": "db"}}},
        "/projects/none": {"mcpServers": {}}, "/projects/odd": 3
      }
    }"#;
    let found = read_settings(claude, Language::Json, "mcpServers", |_| true);
    let lists: Vec<(Option<&str>, Vec<&str>)> = found
        .lists
        .iter()
        .map(|list| (list.project.as_deref(), list.servers.iter().map(|server| server.name.as_str()).collect()))
        .collect();
    assert_eq!(lists, [(None, vec!["notes"]), (Some("/projects/app"), vec!["notes", "db"])]);
    assert!(found.problems.iter().all(|problem| problem.severity == Severity::Info), "{:?}", found.problems);
    let wrong = r#"{"mcpServers": {"own": {"args": []}}, "projects": {"/projects/odd": {"mcpServers": {"odd": {"args": []}}}}}"#;
    let found = read_settings(wrong, Language::Json, "mcpServers", |_| true);
    let [list] = &found.lists[..] else { panic!("{found:#?}") };
    assert_eq!(
        (list.project.as_deref(), list.servers.len()),
        (Some("/projects/odd"), 0),
        "it is told with its project"
    );
    let within: Vec<bool> = found.problems.iter().map(|problem| list.span.start <= problem.span.start).collect();
    assert_eq!(within, [false, true], "{:?}", found.problems);
    let unwanted =
        r#"{"projects": {"/projects/other": {"mcpServers": {"a": {"args": [], "env": {"API_KEY": "hunter2"}}}}}}"#;
    let none = read_settings(unwanted, Language::Json, "mcpServers", |folder| folder == "/projects/app");
    assert_eq!(none, Settings::default(), "of another project nothing is read");

    for (text, language, key) in [
        ("", Language::Json, "mcpServers"),
        ("\u{feff}\n", Language::Toml, "mcp_servers"),
        (r#"{"mcp": {"allowed": []}, "hooks": {"x": {"command": "beep"}}}"#, Language::Json, "mcpServers"),
        ("[projects.\"/projects/app\"]\ntrust_level = \"trusted\"\n", Language::Toml, "mcp_servers"),
    ] {
        let found = read_settings(text, language, key, |_| true);
        assert!(found.lists.is_empty() && found.problems.is_empty(), "{text}: {found:?}");
    }
}

#[test]
fn servers_one_key_further_down_are_found_and_one_of_that_name_stays_one() {
    let names = |text: &str| -> Vec<String> {
        let found = read_settings(text, Language::Json, "mcp", |_| true);
        assert!(found.problems.iter().all(|problem| problem.severity == Severity::Info), "{text}: {found:?}");
        found.lists.into_iter().flat_map(|list| list.servers).map(|server| server.name).collect()
    };
    assert_eq!(names(r#"{"mcp": {"servers": {"notes": {"type": "local", "command": ["notes"]}}}}"#), ["notes"]);
    assert_eq!(
        names(r#"{"mcp": {"servers": {"command": "notes"}, "maps": {"command": "maps"}}}"#),
        ["servers", "maps"]
    );
}

#[test]
fn a_file_of_servers_alone_may_leave_their_key_out() {
    let names = |text: &str| -> Vec<String> {
        let found = read_servers_alone(text, Language::Json, "mcpServers");
        found.lists.into_iter().flat_map(|list| list.servers).map(|server| server.name).collect()
    };
    let bare = r#"{"notes": {"command": "notes"}, "maps": {"type": "http", "url": "https://m.example/mcp"}}"#;
    assert_eq!(names(bare), ["notes", "maps"]);
    assert_eq!(names(&format!("{{\"mcpServers\": {bare}}}")), ["notes", "maps"]);
    for nothing in ["", "{}", r#"{"mcpServers": {}}"#, r#"{"version": 1}"#] {
        let found = read_servers_alone(nothing, Language::Json, "mcpServers");
        assert!(found.lists.is_empty(), "{nothing}: {found:?}");
        assert!(found.problems.iter().all(|problem| problem.severity == Severity::Info), "{nothing}: {found:?}");
    }
    let secret = read_servers_alone(r#"{"a": {"command": "a", "env": {"API_KEY": "hunter2"}}}"#, Language::Json, "x");
    assert!(!format!("{:?}", secret.lists).contains("hunter2") && secret.found_secrets.len() == 1, "{secret:?}");
}

#[test]
fn settings_that_are_broken_or_of_wrong_types_say_where() {
    let codex = "[projects.\"/projects/app\"]\ntrust_level = \"trusted\"\n[mcp_servers.a]\ncommand = 'a'\n\
                 env_vars = [\"HOME_TOKEN\"]\n[mcp_servers.b]\nurl = \"https://b.example/mcp\"\n\
                 env_http_headers = { X-Key = \"B_KEY\" }\n[mcp_servers.c]\nargs = [\"x\"]\n";
    let found = read_settings(codex, Language::Toml, "mcp_servers", |_| true);
    let [list] = &found.lists[..] else { panic!("{found:#?}") };
    assert_eq!(list.servers[0].transport, stdio("a", &[], &[("HOME_TOKEN", "${HOME_TOKEN}")]));
    let Transport::Http { headers, .. } = &list.servers[1].transport else { panic!("{list:?}") };
    assert_eq!(headers[..], [("X-Key".to_owned(), "${B_KEY}".to_owned())]);
    assert_told(&found.problems, Severity::Error, 9, "neither `command` nor `url`");
    for (text, language, words) in [
        (
            "{\"servers\": {\"a\": {\"command\": \"a\"}}}",
            Language::Json,
            "under `servers` are left out. This client reads `mcpServers`.",
        ),
        ("[mcp_servers.a\ncommand = 1", Language::Toml, "isn't TOML"),
        ("{\"mcpServers\": {\"a\": {", Language::Json, "Expected"),
        ("{\"mcpServers\": 3}", Language::Json, "Put the servers in an object"),
        ("{\"mcpServers\": {\"a\": [1]}}", Language::Json, "isn't an object"),
    ] {
        let key = if language == Language::Toml { "mcp_servers" } else { "mcpServers" };
        let found = read_settings(text, language, key, |_| true);
        assert!(found.lists.is_empty(), "{text}");
        assert!(told(&found.problems).iter().any(|told| told.2.contains(words)), "{text}: {:?}", found.problems);
    }
}

#[test]
fn secrets_in_odd_places_are_taken_out() {
    let text = r#"{"mcpServers": {"odd": {
        "command": "docker run --env=GITLAB_TOKEN=hunter2",
        "args": ["-e", "NOTION_TOKEN=hunter3", "--env=LOOKUP_API_KEY=hunter4"],
        "env": {"OPENAPI_MCP_HEADERS": "{\"Authorization\": \"Bearer hunter5\", \"Version\": \"2022\"}", "PLAIN": "[1]"}
    }}}"#;
    let found = read_settings(text, Language::Json, "mcpServers", |_| true);
    let kept = format!("{:?}", found.lists);
    let values: Vec<&str> = found.found_secrets.iter().map(|(_, value)| value.as_str()).collect();
    for value in ["hunter2", "hunter3", "hunter4", "hunter5"] {
        assert!(!kept.contains(value), "{kept}");
        assert!(values.contains(&value), "{values:?}");
    }
    assert!(kept.contains("2022") && kept.contains("[1]"), "{kept}");
}

#[test]
fn what_a_client_fills_in_is_told_by_name() {
    let found: Vec<&str> = variables_in("a ${X} {env:Y} ${input:key} $HOME {file:~/k} ${open").collect();
    assert_eq!(found.len(), 4, "{found:?}");
    for one in ["${X}", "{env:Y}", "${input:key}", "{file:~/k}"] {
        assert!(found.contains(&one), "{found:?}");
    }
    assert_eq!(variables_in("${env:KEY}").collect::<Vec<_>>(), ["${env:KEY}"]);
}
