//! `@copilotkit/aimock`: `OpenAI` chat and responses, Anthropic and Ollama, streamed and not, with tools.

use super::*;

fn model(server: &ModelServer, provider: Provider) -> Chat {
    chat(server, provider, if provider == Provider::Ollama { "" } else { "/v1" })
}

fn weather() -> serde_json::Value {
    json!([
        { "match": { "userMessage": "weather", "hasToolResult": false }, "response": { "toolCalls": [
            { "name": "weather", "arguments": { "city": "Paris" } },
            { "name": "weather", "arguments": { "city": "Oslo" } }
        ] } },
        { "match": { "userMessage": "weather", "hasToolResult": true },
          "response": { "content": "It is sunny in Paris and in Oslo; grüß Gott." } },
        { "match": { "userMessage": "busy" },
          "response": { "error": { "message": "Out of credit", "type": "insufficient_quota" }, "status": 402 } },
        { "match": { "userMessage": "long" }, "response": { "content": "word ".repeat(2_000) } }
    ])
}

#[test]
fn every_protocol_calls_tools_reads_answers_and_answers_streamed_and_not() {
    let server = ModelServer::aimock(&weather(), &["--chunk-size", "3"]);
    for provider in REMOTE {
        for is_streamed in [true, false] {
            let (chat, ask) = (model(&server, provider), Ask { is_streamed, ..ask() });
            let case = format!("{provider:?}, streamed: {is_streamed}");
            let prompt = prompt("What is the weather like?");
            let (first, heard) = converse(&chat, &prompt, &ask);
            let calls = first.reply.unwrap_or_else(|error| panic!("{case}: {error}")).calls;
            let cities: Vec<(&str, serde_json::Value)> =
                calls.iter().map(|call| (call.name.as_str(), serde_json::from_str(&call.arguments).unwrap())).collect();
            let wanted = ["Paris", "Oslo"].map(|city| ("weather", json!({ "city": city })));
            assert_eq!(cities, wanted, "{case}");
            assert!(calls.iter().all(|call| !call.id.is_empty()) && calls[0].id != calls[1].id, "{case}: {calls:?}");
            assert_eq!(heard, "", "{case}");

            let (last, heard) = converse(&chat, &answered(prompt, &calls, "sunny"), &ask);
            let reply = last.reply.unwrap_or_else(|error| panic!("{case}: {error}"));
            let text = "It is sunny in Paris and in Oslo; grüß Gott.";
            assert_eq!((reply.text.as_str(), reply.calls.len()), (text, 0), "{case}");
            assert_eq!(heard, if is_streamed { text } else { "" }, "{case}");
            assert!(reply.usage.input.is_some() && reply.usage.output.is_some(), "{case}: {:?}", reply.usage);
            assert!(last.exchanges[0].request_body.contains("sunny"), "{case}");
        }
    }
}

#[test]
fn a_refusal_is_told_in_the_providers_words() {
    let server = ModelServer::aimock(&weather(), &[]);
    for provider in REMOTE {
        let error = converse(&model(&server, provider), &prompt("busy?"), &ask()).0.reply.unwrap_err();
        assert!(error.to_string().contains("status 402") && error.to_string().contains("Out of credit"), "{error}");
    }
}

#[test]
fn a_long_stream_is_stopped_on_the_way() {
    let server = ModelServer::aimock(&weather(), &["--latency", "50", "--chunk-size", "5"]);
    for provider in REMOTE {
        let (chat, stop) = (model(&server, provider), Stop::new());
        let mut heard = String::new();
        let answered = chat.converse(&prompt("a long story"), &ask(), &stop, &mut |text| {
            heard.push_str(text);
            if heard.len() > 20 {
                stop.stop();
            }
        });
        assert_eq!(answered.reply, Err(studio_connect::Error::Stopped), "{provider:?}");
        assert!(heard.starts_with("word word") && heard.len() < 5_000, "{provider:?}: {} bytes", heard.len());
        assert!(!answered.exchanges[0].response_body.is_empty(), "{provider:?}: what came is kept");
    }
}
