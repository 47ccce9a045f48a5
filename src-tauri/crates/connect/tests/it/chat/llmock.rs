//! `llmock`: streams that break, stall and lie, and a server that wants to be left alone.

use studio_connect::Error;

use super::*;

fn model(server: &ModelServer, provider: Provider) -> Chat {
    chat(server, provider, if provider == Provider::Anthropic { "/anthropic/v1" } else { "/v1" })
}

#[test]
fn broken_streams_are_told_apart() {
    let server = ModelServer::llmock();
    for provider in [Provider::OpenAi, Provider::OpenAiResponses, Provider::Anthropic] {
        for kind in ["disconnect", "truncate", "stall", "malformed"] {
            server.next(&json!({ "type": "stream_fault", "kind": kind, "after_chunks": 2, "stall_seconds": 3600 }));
            // Only what stalls is not waited for.
            let stall = if kind == "stall" { Duration::from_secs(1) } else { PATIENCE };
            let patience = Patience { stall, ..Patience::default() };
            let (answered, _) = converse(&model(&server, provider), &prompt("Tell me"), &Ask { patience, ..ask() });
            let error = answered.reply.expect_err(&format!("{provider:?}, {kind}"));
            let is_named = match kind {
                "stall" => matches!(error, Error::Stalled { .. }),
                "malformed" => matches!(error, Error::Malformed { .. }),
                _ => matches!(error, Error::CutOff { .. }),
            };
            assert!(is_named, "{provider:?}, {kind}: {error:?}");
            let (answered, heard) = converse(&model(&server, provider), &prompt("Tell me"), &ask());
            assert_eq!(answered.reply.expect("the next question is answered").text, heard, "{provider:?}");
        }
    }
}

#[test]
fn a_server_that_wants_to_be_left_alone_is() {
    let server = ModelServer::llmock();
    for provider in [Provider::OpenAi, Provider::OpenAiResponses, Provider::Anthropic] {
        server.next(&json!({ "type": "fail", "status": 429, "retry_after": 1, "times": 2 }));
        let begun = Instant::now();
        let (answered, _) = converse(&model(&server, provider), &prompt("Tell me"), &ask());
        assert!(answered.reply.is_ok_and(|reply| !reply.text.is_empty()), "{provider:?}");
        let statuses: Vec<_> = answered.exchanges.iter().map(|one| one.status).collect();
        assert_eq!(statuses, [Some(429), Some(429), Some(200)], "{provider:?}");
        // Sooner would be against what it asked for, on any machine.
        assert!(begun.elapsed() >= Duration::from_secs(2), "{provider:?}");

        server.next(&json!({ "type": "fail", "status": 429, "retry_after": 500 }));
        let error = converse(&model(&server, provider), &prompt("Tell me"), &ask()).0.reply.unwrap_err();
        assert!(matches!(error, Error::TooMany { .. }), "{provider:?}: {error:?}");
    }
}
