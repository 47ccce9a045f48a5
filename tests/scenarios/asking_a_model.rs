//! A chat model that picks: the offline stand-in, and a server on this machine in place of a provider.

use std::{
    io::{Read, Write},
    net::{TcpListener, TcpStream},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

use studio_api::{
    ErrorCode,
    dto::{
        CandidateState, Host, ModelProvider, ModelSettings, NewQuery, Policy, QuerySource, RunProgress, RunRequest,
        RunState, ScoreReport, Scorer, StudioEvent,
    },
};

use crate::harness::{Bench, refused, skill, until};

const SET: &str = "port";

fn harbour() -> Bench {
    let bench = Bench::new();
    for (name, description, more) in [
        ("sail-boats", "Sails boats across the sea.", "tags:\n  - water\n"),
        ("bake-bread", "Bakes bread in an oven.", "tags:\n  - kitchen\n"),
        // adk drops a skill with its tools in one string; the hosts that a model stands for do not.
        ("mend-bikes", "Mends bicycles and tyres.", "allowed-tools: Read Bash\n"),
    ] {
        bench.write(&format!("skills/{name}/SKILL.md"), skill(name, description, more, "Do it."));
    }
    bench.import(&["skills"]);
    bench
}

fn policy() -> Policy {
    Policy { top_k: 1, min_score: 0.5, include_tags: Vec::new(), exclude_tags: Vec::new() }
}

fn ranks(report: &ScoreReport) -> Vec<(u32, &str, f32)> {
    report.candidates.iter().map(|one| (one.rank, one.name.as_str(), one.score)).collect()
}

/// A server that speaks the protocol of `OpenAI` and says the same to everybody, but nothing at all from so many questions on.
pub(crate) struct Provider {
    address: String,
    questions: Arc<AtomicUsize>,
}

impl Provider {
    pub(crate) fn start(says: &'static str, silent_from: usize) -> Self {
        Self::start_with(200, says, silent_from)
    }

    fn start_with(status: u16, says: &'static str, silent_from: usize) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}/v1", listener.local_addr().unwrap());
        let questions = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&questions);
        thread::spawn(move || {
            let mut held = Vec::new();
            for stream in listener.incoming() {
                let mut stream = stream.unwrap();
                if !hear(&mut stream) {
                    continue;
                }
                if counted.fetch_add(1, Ordering::SeqCst) >= silent_from {
                    held.push(stream);
                    continue;
                }
                let message = serde_json::json!({"role": "assistant", "content": says});
                let choice = serde_json::json!({"index": 0, "finish_reason": "stop", "message": message});
                let body = if status == 200 {
                    serde_json::json!({"choices": [choice]}).to_string()
                } else {
                    serde_json::json!({"error": {"message": says}}).to_string()
                };
                let head = format!(
                    "HTTP/1.1 {status} So\r\ncontent-type: application/json\r\ncontent-length: {}\r\nconnection: \
                     close\r\n\r\n",
                    body.len()
                );
                // Whoever asked may have gone.
                let _ = stream.write_all((head + &body).as_bytes());
            }
        });
        Self { address, questions }
    }

    fn asked(&self) -> usize {
        self.questions.load(Ordering::SeqCst)
    }

    pub(crate) fn settings(&self) -> ModelSettings {
        ModelSettings {
            provider: ModelProvider::OpenAi,
            model: "small".to_owned(),
            base_url: self.address.clone(),
            input_price: 2.0,
            output_price: 8.0,
            ..Default::default()
        }
    }
}

/// Whether a whole question came.
fn hear(stream: &mut TcpStream) -> bool {
    let (mut bytes, mut piece) = (Vec::new(), [0; 4096]);
    loop {
        let text = String::from_utf8_lossy(&bytes).to_lowercase();
        if let Some((head, body)) = text.split_once("\r\n\r\n")
            && let Some(length) = head.lines().find_map(|line| line.strip_prefix("content-length: "))
            && body.len() >= length.parse().unwrap()
        {
            return true;
        }
        match stream.read(&mut piece) {
            Ok(count) if count > 0 => bytes.extend_from_slice(&piece[..count]),
            _ => return false,
        }
    }
}

fn label(bench: &Bench, query: &str, expected: &[&str]) {
    let expected = expected.iter().map(|&name| name.to_owned()).collect();
    let (set, query, source) = (SET.to_owned(), query.to_owned(), QuerySource::Written);
    bench.save_query(&NewQuery { id: None, set, query, expected, unwanted: Vec::new(), source }).unwrap();
}

fn start(bench: &Bench, host: Host) -> String {
    let (policy, label) = (policy(), String::new());
    let request = RunRequest { set: SET.to_owned(), scorer: Scorer::Model, policy, host, seed: 7, limit: None, label };
    bench.start_run(&request).unwrap()
}

/// The last news of a run that has ended.
fn ended(bench: &Bench, id: &str) -> RunProgress {
    let news = || {
        bench.events.all().into_iter().find_map(|event| match event {
            StudioEvent::Run { run } if run.id == id && run.state != RunState::Running => Some(run),
            _ => None,
        })
    };
    until("the run's end", || news().is_some());
    *news().unwrap()
}

#[test]
fn the_stand_in_is_asked_only_when_told_to_and_never_twice() {
    let bench = harbour();
    assert_eq!(bench.get_model_settings().unwrap().provider, ModelProvider::Mock);
    let query = "bread from the oven";

    let before = bench.score(query, Scorer::Model, &policy()).unwrap();
    assert!(before.candidates.is_empty());
    let said = before.unavailable.unwrap();
    assert!(said.starts_with("Not asked yet (about ") && said.contains(", free"), "{said}");

    let cost = bench.estimate_model_cost(None, &[query.to_owned(), query.to_owned()], None).unwrap();
    assert_eq!((cost.calls, cost.cached, cost.dollars), (1, 1, Some(0.0)));
    assert!(cost.input_tokens > 100 && cost.unavailable.is_none(), "{cost:?}");

    let asked = bench.ask_model(query, &policy(), None).unwrap();
    assert_eq!(ranks(&asked), [(1, "bake-bread", 1.0), (2, "mend-bikes", 0.0), (3, "sail-boats", 0.0)]);
    assert_eq!(asked.candidates[0].state, CandidateState::Passes);
    assert_eq!(asked.candidates[1].reason.as_deref(), Some("The model picked another skill."));

    let after = bench.score(query, Scorer::Model, &policy()).unwrap();
    assert_eq!(ranks(&after), ranks(&asked));
    let cost = bench.estimate_model_cost(None, &[query.to_owned()], None).unwrap();
    assert_eq!((cost.calls, cost.cached, cost.input_tokens), (0, 1, 0));

    // Another list is another question.
    bench.add_skill("toast", skill("toast", "Toasts bread.", "", "Do it."));
    assert_eq!(bench.estimate_model_cost(None, &[query.to_owned()], None).unwrap().calls, 1);
}

#[test]
fn what_is_not_listed_cannot_be_picked() {
    let bench = harbour();
    let query = "bread from the oven";
    let tagged = Policy { exclude_tags: vec!["kitchen".to_owned()], ..policy() };
    let report = bench.ask_model(query, &tagged, None).unwrap();
    assert_eq!(ranks(&report), [(1, "mend-bikes", 0.0), (2, "sail-boats", 0.0), (0, "bake-bread", 0.0)]);
    assert_eq!(report.candidates[0].reason.as_deref(), Some("The model didn't pick a skill."));
    assert_eq!(report.candidates[2].state, CandidateState::ExcludedByTag);

    let silent = bench.score(query, Scorer::Model, &policy()).unwrap();
    assert!(silent.candidates.is_empty(), "an answer to another list does not count");
    let hidden = bench.ask_model(query, &policy(), Some(Host::Adk)).unwrap();
    assert!(hidden.unavailable.unwrap().contains("skill list"));

    // Nobody is asked where there is nothing to ask.
    let empty = bench.score(" ", Scorer::Model, &policy()).unwrap();
    assert!(empty.candidates.iter().all(|one| one.reason.as_deref() == Some("Enter a query first.")));
    assert_eq!(bench.estimate_model_cost(None, &[String::new()], None).unwrap().calls, 0);
}

#[test]
fn a_run_asks_each_query_once_and_a_second_run_none() {
    let bench = harbour();
    let provider = Provider::start("{\"skill\": \"sail-boats\"}", usize::MAX);
    bench.set_model_settings(&provider.settings()).unwrap();
    label(&bench, "over the sea", &["sail-boats"]);
    label(&bench, "a flat tyre", &["mend-bikes"]);
    label(&bench, "a tax return", &[]);

    let cost = bench.estimate_model_cost(Some(SET), &[], None).unwrap();
    assert_eq!((cost.calls, cost.cached, cost.model.as_str()), (3, 0, "small"));
    let price = (f64::from(cost.input_tokens) * 2.0 + f64::from(cost.output_tokens) * 8.0) / 1e6;
    assert!((cost.dollars.unwrap() - price).abs() < 1e-12 && price > 0.0);
    assert_eq!(provider.asked(), 0, "a cost is known before anybody is asked");

    let first = start(&bench, Host::Standard);
    assert_eq!(ended(&bench, &first).state, RunState::Finished);
    assert_eq!(provider.asked(), 3);
    let results = bench.get_run(&first).unwrap().results;
    let right: Vec<bool> = results.iter().map(|result| result.is_right).collect();
    assert_eq!(right.iter().filter(|is_right| **is_right).count(), 1);
    assert!(results.iter().all(|result| result.best.as_deref() == Some("sail-boats")));

    let second = start(&bench, Host::ClaudeCode);
    assert_eq!(ended(&bench, &second).state, RunState::Finished);
    assert_eq!(provider.asked(), 3, "the same list and queries need no second answer");
}

#[test]
fn a_server_that_refuses_ends_the_run_in_words() {
    let bench = harbour();
    let provider = Provider::start_with(429, "slow down", usize::MAX);
    bench.set_model_settings(&provider.settings()).unwrap();
    label(&bench, "over the sea", &["sail-boats"]);
    let id = start(&bench, Host::Standard);
    let end = ended(&bench, &id);
    assert_eq!(end.state, RunState::Failed);
    let said = end.message.unwrap();
    assert!(said.contains("status 429") && said.contains("slow down"), "{said}");
    let refusal = bench.ask_model("over the sea", &policy(), None).map(drop);
    assert!(refused(refusal, ErrorCode::Invalid).contains("wait a moment"));
}

#[test]
fn a_run_is_cancelled_while_the_model_thinks_and_goes_on_from_there() {
    let bench = harbour();
    let silent = Provider::start("bake-bread", 2);
    bench.set_model_settings(&silent.settings()).unwrap();
    for number in 0..6 {
        label(&bench, &format!("loaf {number}"), &["bake-bread"]);
    }
    let id = start(&bench, Host::Standard);
    let kept = || bench.estimate_model_cost(Some(SET), &[], None).unwrap().cached;
    until("two answers, and questions that wait", || kept() == 2 && silent.asked() > 2);
    bench.cancel_activity(&id).unwrap();
    assert_eq!(ended(&bench, &id).state, RunState::Cancelled);
    assert!(bench.list_runs().unwrap().runs.is_empty());
    assert_eq!(kept(), 2);
}

#[test]
fn an_answer_that_names_nothing_is_none_and_is_shown() {
    let bench = harbour();
    let provider = Provider::start("I would call a plumber!", usize::MAX);
    bench.set_model_settings(&provider.settings()).unwrap();
    let report = bench.ask_model("a burst pipe", &policy(), None).unwrap();
    assert!(report.candidates.iter().all(|one| one.score == 0.0));
    let reason = report.candidates[0].reason.as_deref().unwrap();
    assert!(reason.contains("I would call a plumber!"), "{reason}");
}

#[test]
fn settings_are_checked_and_those_of_a_strange_library_are_not_followed() {
    let bench = harbour();
    let provider = Provider::start("sail-boats", usize::MAX);
    let pasted = ModelSettings { key_variable: "sk-secret-1".to_owned(), ..provider.settings() };
    assert!(!refused(bench.set_model_settings(&pasted), ErrorCode::Invalid).contains("sk-secret-1"));

    // As if the library came from somebody else.
    let theirs = ModelSettings { key_variable: "HOME".to_owned(), ..provider.settings() };
    bench.set_setting("model", &serde_json::to_string(&theirs).unwrap()).unwrap();
    let said = bench.estimate_model_cost(None, &["ahoy".to_owned()], None).unwrap().unavailable.unwrap();
    assert!(said.contains("came with the library") && said.contains("HOME"), "{said}");
    refused(bench.ask_model("ahoy", &policy(), None).map(drop), ErrorCode::Invalid);
    assert_eq!(provider.asked(), 0);

    // Saved here, it is meant; a variable that is not set is named.
    let unset =
        ModelSettings { name: "small".to_owned(), key_variable: "NO_SUCH_KEY_HERE".to_owned(), ..provider.settings() };
    assert_eq!(bench.set_model_settings(&unset).unwrap(), unset);
    let said = bench.estimate_model_cost(None, &["ahoy".to_owned()], None).unwrap().unavailable.unwrap();
    assert!(said.contains("NO_SUCH_KEY_HERE isn't set"), "{said}");
    assert_eq!(bench.get_model_settings().unwrap(), unset);
}
