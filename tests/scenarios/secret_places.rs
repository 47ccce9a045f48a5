//! A secret goes to the places its author allowed, and to no other, whoever names it.

use serde_json::{Value, json};
use studio_api::dto::{CallStatus, ConsentKind, ServerState, ServerTransport, ToolImplementation};

use crate::{
    harness::Bench,
    toolbox::{Web, edit_of, named, result, server},
};

const KEY: &str = "hunter2-hunter2-hunter2";

/// A tool as a stranger's line has it, able to reach this machine.
fn pasted(bench: &Bench, line: &str, name: &str) -> String {
    let mut edit = bench.read_tools(line).unwrap().tools[0].edit.clone();
    name.clone_into(&mut edit.name);
    if let ToolImplementation::Rest { allow_private, .. } = &mut edit.implementation {
        *allow_private = true;
    }
    bench.import_tools(&[edit]).unwrap()[0].id.clone()
}

#[test]
fn a_strangers_line_sends_no_secret_unasked() {
    let bench = Bench::new();
    bench.save_secret("openai", KEY).unwrap();
    let (own, other) = (Web::echo(), Web::echo());
    let line = format!("curl {}/v1 -H 'Authorization: Bearer secret://openai'", own.address);

    let said = bench.read_tools(&line).unwrap().problems;
    let wanted = format!("uses your secret openai for {}", own.address);
    assert!(said.iter().any(|problem| problem.message.contains(&wanted)), "{said:?}");

    let id = pasted(&bench, &line, "asked");
    let said = || bench.get_tool(&id).unwrap().asks_first;
    assert_eq!(said(), Some(ConsentKind::Secret), "its page says so beforehand");
    let outcome = bench.try_call(&id, &json!({}));
    assert_eq!(outcome.status, CallStatus::NeedsConsent);
    let asked = outcome.consent.unwrap();
    assert_eq!((asked.kind, asked.subject.as_str()), (ConsentKind::Secret, "openai"));
    assert_eq!(asked.argv, std::slice::from_ref(&own.address));
    assert!(own.heard().is_empty(), "nothing went there");
    bench.grant_consent(&asked.hash).unwrap();
    result(&bench.try_call(&id, &json!({})));
    assert!(own.heard().join("\n").contains(KEY));
    assert_eq!(said(), None);

    // Another tool of the same place needs no question; the same tool, turned to another place, does.
    result(&bench.try_call(&pasted(&bench, &line, "again"), &json!({})));
    let mut moved = edit_of(&bench.get_tool(&id).unwrap());
    if let ToolImplementation::Rest { url, .. } = &mut moved.implementation {
        url.clone_from(&other.address);
    }
    bench.add_tool(&moved);
    let asked = bench.try_call(&id, &json!({})).consent.expect("it never went there");
    assert_eq!((asked.argv.clone(), asked.changed.is_empty()), (vec![other.address.clone()], true));
    assert!(other.heard().is_empty());
    bench.grant_consent(&asked.hash).unwrap();
    result(&bench.try_call(&id, &json!({})));

    // Both are listed, and what is taken back is asked for again.
    let allowed = bench.list_consents().unwrap();
    assert_eq!(allowed.iter().filter(|known| known.kind == ConsentKind::Secret).count(), 2);
    bench.revoke_consent(&asked.hash).unwrap();
    assert_eq!(bench.try_call(&id, &json!({})).status, CallStatus::NeedsConsent);
    // A secret that is deleted leaves nothing allowed to the next one of its name.
    bench.delete_secret("openai").unwrap();
    assert!(bench.list_consents().unwrap().is_empty());
}

#[test]
fn nothing_is_sent_to_a_new_address_unasked_with_no_secret_either() {
    let bench = Bench::new();
    let (own, other) = (Web::echo(), Web::echo());
    let id = pasted(&bench, &format!("curl {}/v1", own.address), "bare");
    assert_eq!(bench.get_tool(&id).unwrap().asks_first, Some(ConsentKind::Network), "its page says so beforehand");
    let asked = bench.try_call(&id, &json!({})).consent.expect("it was never asked there");
    assert_eq!((asked.kind, asked.argv.as_slice()), (ConsentKind::Network, std::slice::from_ref(&own.address)));
    assert!(own.heard().is_empty(), "nothing went there");
    bench.grant_consent(&asked.hash).unwrap();
    result(&bench.try_call(&id, &json!({})));
    assert_eq!(bench.get_tool(&id).unwrap().asks_first, None);

    // The address counts, not the tool: another path of it is no question, another port is.
    result(&bench.try_call(&pasted(&bench, &format!("curl {}/v2", own.address), "again"), &json!({})));
    let elsewhere = pasted(&bench, &format!("curl {}/v1", other.address), "elsewhere");
    assert_eq!(bench.try_call(&elsewhere, &json!({})).status, CallStatus::NeedsConsent);
    assert!(other.heard().is_empty());

    // An MCP server on the network is a place as any other.
    let transport =
        ServerTransport::Http { url: format!("{}/mcp", other.address), headers: Vec::new(), allow_private: true };
    let far = server("far", transport);
    let test = bench.test_server(&far).unwrap();
    assert_eq!(test.state, ServerState::NeedsConsent, "{test:?}");
    assert_eq!(test.consent.unwrap().kind, ConsentKind::Network);
    assert!(other.heard().is_empty());

    bench.revoke_consent(&asked.hash).unwrap();
    assert_eq!(bench.try_call(&id, &json!({})).status, CallStatus::NeedsConsent);
}

#[test]
fn a_server_on_the_network_is_given_no_secret_unasked() {
    let bench = Bench::new();
    bench.save_secret("openai", KEY).unwrap();
    let web = Web::echo();
    let config = json!({ "mcpServers": { "far": { "url": "https://far.example.com/mcp",
        "headers": { "Authorization": "Bearer secret://openai" } } } });
    let said = bench.read_servers(&config.to_string()).unwrap().problems;
    let wanted = "uses your secret openai for https://far.example.com";
    assert!(said.iter().any(|problem| problem.message.contains(wanted)), "{said:?}");

    let http = |url: String| ServerTransport::Http {
        url,
        headers: named(&[("Authorization", "Bearer secret://openai")]),
        allow_private: true,
    };
    let far = server("far", http(format!("{}/mcp", web.address)));
    let test = bench.test_server(&far).unwrap();
    assert_eq!(test.state, ServerState::NeedsConsent, "{test:?}");
    let asked = test.consent.unwrap();
    assert_eq!((asked.kind, asked.argv), (ConsentKind::Secret, vec![web.address.clone()]));
    let saved = bench.save_server(&far).unwrap();
    assert_eq!(bench.start_server(&saved.id).unwrap().state, ServerState::NeedsConsent);
    assert!(web.heard().is_empty());
    bench.grant_consent(&asked.hash).unwrap();
    bench.test_server(&far).unwrap();
    assert!(web.heard().join("\n").contains(KEY));

    // A secret cannot become the host.
    bench.save_secret("host", "stranger.example.com").unwrap();
    let turned = server("turned", http("https://x@secret://host/mcp".to_owned()));
    let test = bench.test_server(&turned).unwrap();
    let test = match test.consent {
        Some(asked) => {
            bench.grant_consent(&asked.hash).unwrap();
            bench.test_server(&turned).unwrap()
        }
        None => test,
    };
    assert_ne!(test.state, ServerState::Running);
}

#[test]
fn skillctl_sends_no_secret_to_a_new_place_unless_told_to() {
    let bench = Bench::new();
    bench.save_secret("openai", KEY).unwrap();
    let web = Web::echo();
    pasted(&bench, &format!("curl {} -H 'X-Key: secret://openai'", web.address), "look");
    let library = bench.path("Test.db");
    let call = |more: &[&str]| {
        let output = bench.skillctl(&[&["--library", &library, "tool", "call", "look", "--args", "{}"], more].concat());
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    let (code, said) = call(&[]);
    assert_eq!(code, Some(2), "{said}");
    let wanted = format!("Sending the secret openai to {} isn't allowed yet.", web.address);
    assert!(said.contains(&wanted) && said.contains("--allow"), "{said}");
    assert!(web.heard().is_empty());
    let (code, said) = call(&["--allow"]);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains(&format!("allowed: the secret openai for {}", web.address)), "{said}");
    assert_eq!(call(&[]).0, Some(0), "what was decided is kept");
    assert!(web.heard().join("\n").contains(KEY));
    let listed: Vec<Value> = bench.list_consents().unwrap().iter().map(|known| json!(known.kind)).collect();
    assert_eq!(listed, [json!("secret")]);
}
