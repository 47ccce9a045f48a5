//! The sample tools: all of them run as they ship, and those about the same things see what the others do.

use std::fs;

use serde_json::{Value, json};

use crate::harness::Home;

/// The sample library, and a way to call its tools without a network.
struct Samples(Home);

impl Samples {
    fn new() -> Self {
        Self(Home::with_samples())
    }

    /// The result of a call.
    #[track_caller]
    fn call(&self, tool: &str, arguments: &Value) -> Value {
        let (code, document) = self.try_call(tool, arguments);
        assert_eq!(code, 0, "{document:#}");
        document["result"].clone()
    }

    /// Why a call failed.
    #[track_caller]
    fn refusal(&self, tool: &str, arguments: &Value) -> String {
        let (code, document) = self.try_call(tool, arguments);
        assert_eq!(code, 1, "{document:#}");
        document["error"].to_string()
    }

    fn try_call(&self, tool: &str, arguments: &Value) -> (i32, Value) {
        let ran = self.0.run_offline(&["tool", "call", tool, "--args", &arguments.to_string(), "--allow", "--json"]);
        (ran.code, ran.json())
    }
}

/// How many things there are at a place.
#[track_caller]
fn count(value: &Value) -> usize {
    value.as_array().unwrap_or_else(|| panic!("no list: {value}")).len()
}

#[test]
fn s0_20_every_sample_tool_runs_offline_and_what_one_does_another_sees() {
    let samples = Samples::new();
    let mut called = Vec::new();
    let mut call = |tool: &'static str, arguments: Value| {
        called.push(tool);
        samples.call(tool, &arguments)
    };

    assert_eq!(call("sayHello", json!({"name": "Ada"})), "Hello, Ada! Nice to meet you.");
    let groups = call("group_commits", json!({"subjects": ["fix(api)!: a", "feat: b"]}));
    assert_eq!(groups["fix"][0]["breaking"], true);
    let document = |path: &str| json!({"paths": {path: {"get": {}}}});
    let changes = call("openapi_diff", json!({"before": document("/a"), "after": document("/b")}));
    assert_eq!(changes["added"], json!(["GET /b"]));
    let past = json!([{"usage": 300, "degree_days": 30}]);
    assert_eq!(call("usage_estimate", json!({"past": past, "degree_days": 20}))["expected"], 200);
    assert_eq!(call("pooled_effect", json!({"studies": [{"effect": 0.5, "se": 0.1}]}))["studies"], 1);

    // The PICO table.
    for (element, value) in [("population", "adults with type 2 diabetes"), ("outcome", "weight at 12 months")] {
        call("set_picos_element", json!({"element": element, "value": value}));
    }
    let missing = call("validate_picos", json!({}));
    assert_eq!((&missing["valid"], count(&missing["problems"])), (&json!(false), 3));
    for (element, value) in
        [("intervention", "metformin 2 g daily"), ("comparison", "none"), ("study_design", "parallel trial")]
    {
        call("set_picos_element", json!({"element": element, "value": value, "quote": value}));
    }
    assert_eq!(call("validate_picos", json!({}))["valid"], true);
    assert_eq!(
        call("generate_clinical_question", json!({"timeframe": "a year"}))["question"],
        "In adults with type 2 diabetes, does metformin 2 g daily, compared with none, change weight at 12 months \
         within a year?"
    );
    let table = call("export_picos", json!({"format": "csv"}))["table"].to_string();
    assert!(table.contains("metformin 2 g daily"), "{table}");
    assert_eq!(call("clear_picos", json!({}))["cleared"], 5);
    assert_eq!(count(&call("export_picos", json!({"format": "json"}))["table"]), 0);
    let found = call("search_pubmed", json!({"term": "metformin AND (aged OR adults[tiab])", "retmax": 1}));
    assert_eq!((&found["esearchresult"]["count"], count(&found["esearchresult"]["idlist"])), (&json!("2"), 1));

    // A call to the utility: requests, the server and classes are about the same premise and orders.
    let passages = call("knowledge", json!({"query": "smell gas", "limit": 1}));
    assert_eq!(passages["passages"][0]["title"], "Smell of gas");
    let premise = call("lookup_premise", json!({"q": "Mill Lane", "include": ["meters", "feeder", "service_dates"]}));
    let premise = &premise["premises"][0];
    let (id, account) = (&premise["premise_id"], &premise["account"]);
    let order = json!({"premise_id": id, "kind": "no_power", "priority": 1, "notes": "All dark"});
    let number = call("create_work_order", order)["order_number"].clone();
    let crew = call("dispatch_crew", json!({"order_number": number, "kind": "electric"}));
    assert_eq!(crew["crew"]["name"], "Line 4");
    let sms = json!({"template": "crew_on_the_way", "values": {"order_number": number}});
    assert_eq!(call("send_sms", sms)["status"], "queued");
    let outages = call("outage_map", json!({"feeder": premise["feeder"]}));
    assert_eq!(outages["reports"][0]["order_number"], number, "a report of the feeder's");
    assert_eq!(call("transfer_call", json!({"destination": "medical", "summary": "Dizzy"}))["call"], 1);
    let history = call("meter_history", json!({"meter_serial": premise["meters"][0]["serial"], "periods": 4}));
    assert_eq!(count(&history["readings"]), 4);
    let visit = json!({"premise_id": id, "kind": "inspection", "from": "2026-01-12", "days": 1});
    let free = call("find_slots", visit.clone());
    let slot = &free["slots"][0]["slot_id"];
    assert_eq!(&call("book_appointment", json!({"slot_id": slot, "access_notes": "Dog"}))["appointment"], slot);
    assert_eq!(count(&call("find_slots", visit)["slots"]), count(&free["slots"]) - 1, "booked is booked");
    let again = call("lookup_premise", json!({"q": account, "include": ["service_dates"]}));
    let premise = &again["premises"][0];
    assert_eq!(premise["service_dates"], json!([slot]), "a class booked it, a request tells it");
    assert_eq!(premise["open_orders"][0]["status"], "crew sent", "a request opened it, the server changed it");
    let owed = call("get_balance", json!({"account": account}))["arrears"].clone();
    let plan = json!({"account": account, "down_payment": 0, "instalments": [{"due": "2026-02-01", "amount": owed}]});
    assert_eq!(call("create_payment_plan", plan)["shut_off"], "suspended");
    let balance = call("get_balance", json!({"account": account, "include_bills": 0}));
    assert_eq!((&balance["shut_off"], count(&balance["payment_plan"])), (&json!("suspended"), 1));

    // The repository.
    assert!(call("git_diff", json!({}))["diff"].to_string().contains("retry.py"));
    assert_eq!(count(&call("git_log", json!({"range": "v1.4.0..HEAD", "paths": ["dispatch"]}))["commits"]), 1);
    assert_eq!(call("run_tests", json!({"selector": "test_dispatch", "repeat": 21}))["failed"], 3);
    assert_eq!(call("create_issue", json!({"title": "Dispatch is flaky", "body": "See CI."}))["number"], 101);
    for query in ["ci error test_dispatch", "tracker flaky"] {
        let lines = call("query_logs", json!({"query": query, "from": "2026-01-01T00:00:00Z"}));
        assert_eq!(lines["count"], 1, "{query}: {lines}");
    }
    let sql = json!({"sql": "SELECT * FROM orders WHERE premise_id = $1", "hypothetical_index": "CREATE INDEX ON orders (premise_id)"});
    assert_eq!(call("explain_query", sql)["plan"], json!(["Index Scan on orders (premise_id)"]));

    let all = samples.0.json(&["list", "tools"], 0);
    let mut names: Vec<&str> = all.as_array().unwrap().iter().map(|tool| tool["name"].as_str().unwrap()).collect();
    names.sort_unstable();
    called.sort_unstable();
    called.dedup();
    assert_eq!((called.len(), called), (29, names), "every tool was called");
}

#[test]
fn what_cannot_be_is_refused_by_the_sample_tools_and_a_reset_puts_everything_back() {
    let samples = Samples::new();
    for (tool, arguments, said) in [
        ("dispatch_crew", json!({"order_number": "WO-1001", "kind": "gas"}), "There is no order WO-1001."),
        (
            "create_work_order",
            json!({"premise_id": "P-00000000", "kind": "gas_leak", "priority": 1, "notes": ""}),
            "There is no premise P-00000000.",
        ),
        ("book_appointment", json!({"slot_id": "tomorrow"}), "There is no window tomorrow."),
        ("get_balance", json!({"account": "9999999999"}), "not verified"),
        ("generate_clinical_question", json!({}), "has no population yet"),
        ("explain_query", json!({"sql": "DROP TABLE orders"}), "Only one SELECT, UPDATE or DELETE"),
    ] {
        let refused = samples.refusal(tool, &arguments);
        assert!(refused.contains(said), "{tool}: {refused}");
    }
    let slot = json!({"slot_id": "V-10418842-20260112-08-inspection"});
    samples.call("book_appointment", &slot);
    samples.call("set_picos_element", &json!({"element": "outcome", "value": "weight at 12 months"}));
    assert!(samples.refusal("book_appointment", &slot).contains("is booked already"));
    let folder = samples.0.folder().join("data/dev.skillstudio.desktop/samples");
    assert!(folder.join("state.json").is_file(), "it outlives the server");
    samples.0.run(&["serve", "samples", "--reset"]).ended(2);
    assert!(!folder.join("state.json").exists());
    samples.call("book_appointment", &slot);
}

#[test]
fn a_reset_removes_only_what_the_sample_tools_wrote() {
    let home = Home::new();
    let folder = home.folder().join("theirs");
    let kept = folder.join("java");
    fs::create_dir_all(&kept).unwrap();
    let own = json!({"picos": [], "orders": [], "messages": [], "issues": [], "log": []}).to_string();
    fs::write(kept.join("visit V-1"), "").unwrap();
    fs::write(kept.join("Main.java"), "class Main {}").unwrap();
    fs::create_dir(kept.join("call a folder")).unwrap();
    fs::write(folder.join("state.new"), "theirs").unwrap();
    let reset = ["serve", "samples", "--reset", "--state", folder.to_str().unwrap()];
    for theirs in ["", "7", "{}", r#"{"orders": []}"#, r#"{"terraform": 4}"#, "\u{0}"] {
        fs::write(folder.join("state.json"), theirs).unwrap();
        let ran = home.run(&reset).ended(2);
        assert!(ran.err.contains("state.json") && ran.err.contains("isn't a file of the sample tools"), "{}", ran.err);
        assert_eq!(fs::read_to_string(folder.join("state.json")).unwrap(), theirs);
        assert!(kept.join("visit V-1").exists(), "nothing is half done");
    }
    fs::write(folder.join("state.json"), own).unwrap();
    home.run(&reset).ended(2);
    assert!(!folder.join("state.json").exists() && !kept.join("visit V-1").exists());
    assert!(kept.join("Main.java").exists() && kept.join("call a folder").exists());
    assert_eq!(fs::read_to_string(folder.join("state.new")).unwrap(), "theirs");
}

#[test]
fn the_sample_server_is_asked_for_once_whatever_needs_it_first() {
    let home = Home::with_samples();
    let call = ["tool", "call", "lookup_premise", "--args", r#"{"q": "Mill Lane"}"#];
    let refused = home.run(&call).ended(2);
    assert!(refused.err.contains("samples isn't allowed to start yet."), "{}", refused.err);
    assert!(refused.err.contains("serve samples --state"), "{}", refused.err);
    assert!(!home.folder().join("data/dev.skillstudio.desktop/samples").exists(), "nothing was started");
    home.run(&[&call[..], &["--allow"]].concat()).ended(0);
    home.run(&call).ended(0);
    home.run(&["tool", "call", "knowledge", "--args", r#"{"query": "tariff"}"#]).ended(0);
}

#[test]
fn a_sample_tool_says_what_it_lacks() {
    let home = Home::with_samples();
    let mut java = home.command(&["tool", "call", "get_balance", "--args", r#"{"account": "1000448210"}"#, "--allow"]);
    let ran = java.env("PATH", "/nowhere").env_remove("JAVA_HOME").output().unwrap();
    let said = String::from_utf8(ran.stderr).unwrap();
    assert!(ran.status.code() == Some(1) && said.contains("Java tools need a JDK (17 or newer)"), "{said}");

    // The same program where no skillctl is beside it.
    let alone = home.folder().join("alone");
    fs::create_dir(&alone).unwrap();
    let program = alone.join("studio");
    fs::copy(env!("CARGO_BIN_EXE_skillctl"), &program).unwrap();
    let call = ["tool", "call", "knowledge", "--args", r#"{"query": "tariff"}"#];
    let mut command = home.command(&call);
    let mut other = std::process::Command::new(&program);
    let variables = command.args(["--allow"]).get_envs().filter_map(|(name, value)| Some((name, value?)));
    let ran = other.args(call).arg("--allow").envs(variables).current_dir(home.folder()).output().unwrap();
    let said = String::from_utf8(ran.stderr).unwrap();
    let names = format!("The sample tools run in skillctl, which wasn't found in {}", alone.display());
    assert!(ran.status.code() == Some(1) && said.contains(&names), "{said}");
}
