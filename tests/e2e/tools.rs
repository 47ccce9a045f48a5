//! Tools: servers pasted, allowed, their tools taken over and run; a tool made from its signature, called in a sandbox, kept as a
//! case.

use fantoccini::key::Key;
use serde_json::json;
use studio_testkit::repository;
use studio_tests::{Options, Window, node_server};

use super::mapping;

#[tokio::test]
async fn pasted_servers_are_allowed_imported_and_run() {
    let window = Window::open_samples().await;
    window.press_ctrl('6').await;
    window.find("[data-testid=servers]").await;
    window.press_button("Add server").await;
    window.press_button("Import MCP servers").await;
    let server = json!({ "mcpServers": { "everything": {
        "command": "node", "args": [node_server("server-everything"), "stdio"], "env": { "DEMO_TOKEN": "secret://demo" }
    } } });
    window.ask("save_secret", json!({ "name": "demo", "value": "not-for-anybody-to-see" })).await;
    window.fill("[data-testid=paste-servers]", &server.to_string()).await;
    window.until_text("[data-testid=found-servers]", "everything").await;
    window.click("[data-testid=add-servers]").await;

    // Nothing runs before it was shown and allowed.
    window.click("[data-testid=test-and-import]").await;
    window.until_text("[data-testid=consent-argv]", "node").await;
    window.until_text("[data-testid=consent]", "secret://demo").await;
    assert!(!window.text("[data-testid=consent]").await.contains("not-for-anybody"));
    window.save_both_themes("consent").await;
    window.click("[data-testid=consent-allow]").await;
    window.enter_question().await;
    window.until_text("[data-testid=question]", "Allow the server “everything” to start?").await;
    window.until_text("main", "secret://demo").await;
    window.save_question("consent-question").await;
    window.leave_question().await;
    window.allow().await;
    window.until("its tools to be in the library", async || has_tool(&window, "echo").await).await;
    window.click("[data-testid=paste-done]").await;

    // Run it from the bench.
    window.press_button("echo").await;
    window.find("[data-testid=tool-page]").await;
    window.press_button("JSON").await;
    window.click("[data-testid=arguments] .cm-content").await;
    window.press_ctrl('a').await;
    window.type_text(r#"{"message": "hello there"}"#).await;
    window.press(&[Key::Control.into(), Key::Enter.into()]).await;
    window.until_text("[data-testid=outcome]", "hello there").await;
    window.find("[data-testid=trace]").await;
    window.save_both_themes("tools-call").await;

    // Give what was imported to a skill: one tool by pointer, one by keys.
    window.press_ctrl('2').await;
    window.find("[data-ready=true] [data-node-key^='skill:']").await;
    let skill = format!("skill:{}", window.id_of("hello-world").await);
    let (echo, sum) = (mapping::tool(&window, "echo").await, mapping::tool(&window, "get-sum").await);
    window.press_button("Fit the whole map").await;
    window.settle().await;
    window.drag_onto(&mapping::port(&skill, "out"), &mapping::port(&echo, "in")).await;
    window.find(&format!("[data-link-key='uses:{skill}>{echo}']")).await;
    mapping::focus(&window, &skill).await;
    window.type_text("c").await;
    window.find("[data-testid=connect-menu]").await;
    window.type_text("get-sum").await;
    window.press_key(Key::Enter).await;
    window.find(&format!("[data-link-key='uses:{skill}>{sum}']")).await;
    assert_eq!(mapping::uses(&window, &skill).await, ["echo", "get-sum", "sayHello"]);
}

#[tokio::test]
async fn a_sample_tool_is_called_in_its_sandbox_and_kept_as_a_case() {
    let window = Window::open_samples().await;
    window.press_ctrl('6').await;
    window.press_button("sayHello").await;
    window.until_text("[data-testid=spec]", "--> IO Text").await;
    window.save_both_themes("tools").await;
    window.press_button("JSON").await;
    window.click("[data-testid=arguments] .cm-content").await;
    window.press_ctrl('a').await;
    window.type_text(r#"{"name": "Ada"}"#).await;
    window.click("[data-testid=run-call]").await;
    window.click("[data-testid=consent-allow]").await;
    window.allow().await;
    window.until_text("[data-testid=outcome]", "Hello, Ada! Nice to meet you.").await;

    // The form shows what was written as JSON, and keeps it.
    window.press_button("Form").await;
    window.until_text("[data-testid=arguments]", "name").await;

    window.click("[data-testid=save-case]").await;
    window.fill("[data-testid=case-name]", "Greets Ada").await;
    window.click("[data-testid=case-save]").await;
    window.until_text("[data-testid=cases]", "Greets Ada").await;
    window.click("[data-testid=run-cases]").await;
    let tools = window.ask("list_tools", json!({})).await;
    let tool = tools.as_array().and_then(|tools| tools.iter().find(|tool| tool["name"] == "sayHello")).cloned();
    let id = tool.expect("it is a sample tool")["id"].clone();
    window
        .until("the case to have passed", async || {
            let cases = window.ask("list_tool_cases", json!({ "toolId": id })).await;
            cases["cases"][0]["last"]["is_passed"] == true
        })
        .await;

    // How the calls went, by skill, and another way of carrying the tool out.
    window.until_text("[data-testid=calls-by-skill]", "Manual run, no skill").await;
    window.click("[data-testid=implement]").await;
    window.fill("[data-testid=implement-library]", "staging").await;
    window.save_both_themes("tool-library-dialog").await;
    window.click("[data-testid=implement-add]").await;
    window
        .until("the library to have the tool", async || {
            // It is made with its first tool.
            let tools = window.invoke("get_tool_library", json!({ "library": "staging" })).await;
            tools.is_ok_and(|tools| tools["tools"][0]["behaviour"]["kind"] == "run")
        })
        .await;
    window.save_both_themes("tools-calls-by-skill").await;
}

#[tokio::test]
async fn a_server_is_confined_in_its_form_and_says_so_where_it_asks() {
    let window = Window::open_samples().await;
    window.press_ctrl('6').await;
    window.find("[data-testid=servers]").await;
    let folder = repository().join("fixtures/servers");
    window.press_button("Add server").await;
    window.press_button("Import MCP servers").await;
    let server = json!({ "mcpServers": { "tries": {
        "command": "/usr/bin/python3", "args": [folder.join("misbehaving.py"), "tries"]
    } } });
    window.fill("[data-testid=paste-servers]", &server.to_string()).await;
    window.until_text("[data-testid=found-servers]", "tries").await;
    window.click("[data-testid=add-servers]").await;
    window.find("[data-testid=added-servers]").await;
    window.press_key(Key::Escape).await;
    window.until_gone("[data-testid=added-servers]").await;

    window.click("[data-testid=server-tries]").await;
    window.click("[data-testid=server-sandbox] button").await;
    window.click("[data-testid=add-readable]").await;
    window.type_text(folder.to_str().unwrap()).await;
    window.save_both_themes("server-sandbox").await;
    window.click("[data-testid=save-server]").await;
    window.until("the sandbox to be kept", async || stored_sandbox(&window).await["read"] == json!([folder])).await;

    window.click("[data-testid=test-server]").await;
    window.until_text("[data-testid=consent]", "Landlock: no network").await;
    window.until_text("[data-testid=consent]", folder.to_str().unwrap()).await;
    window.save_both_themes("server-sandbox-consent").await;
    window.click("[data-testid=consent-allow]").await;
    window.allow().await;
    window.until_text("[data-testid=server-page]", "The server responded and offers 1 tool.").await;
}

async fn stored_sandbox(window: &Window) -> serde_json::Value {
    let servers = window.ask("list_servers", json!({})).await;
    let server = servers.as_array().unwrap().iter().find(|server| server["name"] == "tries").unwrap();
    server["transport"]["sandbox"].clone()
}

#[tokio::test]
async fn the_sample_server_is_allowed_once_for_requests_and_its_own_tools() {
    let window = Window::open_samples().await;
    window.press_ctrl('6').await;
    window.press_button("lookup_premise").await;
    run(&window, r#"{"q": "Mill Lane"}"#).await;
    window.until_text("[data-testid=consent-argv]", "skillctl").await;
    window.click("[data-testid=consent-allow]").await;
    window.allow().await;
    window.until_text("[data-testid=outcome]", "P-10418842").await;
    window.press_button("validate_picos").await;
    run(&window, r#"{"strict": false}"#).await;
    window.until_text("[data-testid=outcome]", "missing").await;
}

/// Calls the tool of the page.
async fn run(window: &Window, arguments: &str) {
    window.find("[data-testid=tool-page]").await;
    window.press_button("JSON").await;
    window.click("[data-testid=arguments] .cm-content").await;
    window.press_ctrl('a').await;
    window.type_text(arguments).await;
    window.click("[data-testid=run-call]").await;
}

#[tokio::test]
async fn a_key_that_is_written_out_becomes_a_secret_or_stays_on_the_authors_word() {
    const KEY: &str = "sk-written-out-0123456789";
    let window = Window::open_samples().await;
    window.press_ctrl('6').await;
    window.press_button("lookup_premise").await;
    let tools = window.ask("list_tools", json!({})).await;
    let tool = tools.as_array().and_then(|tools| tools.iter().find(|tool| tool["name"] == "lookup_premise")).cloned();
    let id = tool.expect("it is a sample tool")["id"].clone();
    let stored = async || window.ask("get_tool", json!({ "id": id })).await["implementation"]["url"].clone();
    window.find("[data-testid=tool-page]").await;
    window.fill("[data-testid=rest-url]", &format!("https://api.example.com/premises?api_key={KEY}")).await;

    // Who decides nothing saves nothing.
    window.press_ctrl('s').await;
    window.until_text("[role=dialog]", "The URL of lookup_premise looks like it contains a password or key").await;
    window.save_both_themes("credential").await;
    window.press_key(Key::Escape).await;
    window.until_gone("[role=dialog]").await;
    assert!(!stored().await.to_string().contains(KEY));
    window.click("[data-testid=save-tool]").await;
    window.click("[data-testid=credential-secret]").await;
    window
        .until("a reference in its place", async || {
            stored().await.to_string().contains("?api_key=secret://lookup_premise-api_key")
        })
        .await;
    let secrets = window.ask("list_secrets", json!({})).await;
    assert!(secrets.to_string().contains("lookup_premise-api_key") && !secrets.to_string().contains(KEY));
}

#[tokio::test]
async fn what_was_typed_and_not_saved_is_there_after_a_restart() {
    const DESCRIPTION: &str = "[data-testid=tool-description]";
    let window = Window::open_samples().await;
    window.press_ctrl('6').await;
    window.press_button("sayHello").await;
    window.find(DESCRIPTION).await;
    window.fill(DESCRIPTION, "Says it in verse").await;
    let home = window.close().await;

    let window = Window::open(Options { home: Some(home), ..Options::default() }).await;
    window.press_ctrl('6').await;
    window.press_button("sayHello").await;
    let typed = async || {
        window.run("return document.querySelector(arguments[0])?.value", vec![DESCRIPTION.into()]).await
            == "Says it in verse"
    };
    window.until("what was typed", typed).await;
    let tools = window.ask("list_tools", json!({})).await;
    let stored = tools.as_array().and_then(|tools| tools.iter().find(|tool| tool["name"] == "sayHello")).cloned();
    let stored = stored.expect("it is a sample tool");
    assert_ne!(stored["description"], "Says it in verse", "nothing is stored until it is saved");
    window.press_ctrl('s').await;
    window
        .until("it to be stored", async || {
            let tool = window.ask("get_tool", json!({ "id": stored["id"] })).await;
            tool["description"] == "Says it in verse"
        })
        .await;
}

async fn has_tool(window: &Window, name: &str) -> bool {
    let tools = window.ask("list_tools", json!({})).await;
    tools.as_array().is_some_and(|tools| tools.iter().any(|tool| tool["name"] == name))
}
