//! What holds for all tools that run here: the samples work, and nothing outlives the program that called them.

use std::{env, process::Command};

use serde_json::{Value, json};
use studio_connect::{
    sandbox::{Confinement, Host, Limits},
    script::{Javascript, Python},
};
use studio_runtime::Handler;
use studio_testkit::{repository, until};

use crate::run::{LONG, assert_gone, call, everywhere, host, is_running, said, working};

/// Says to the test below that it is the program to be killed, and by what it is to be confined.
const ORPHAN: &str = "STUDIO_TEST_ORPHAN";

#[test]
fn nothing_outlives_the_program_that_called_it() {
    if let Ok(confinement) = env::var(ORPHAN) {
        return wait_for_ever(&confinement);
    }
    for confinement in working() {
        let name = if confinement == Confinement::Bubblewrap { "8831.25" } else { "8832.25" };
        // What it leaves behind, because nobody could clear it away, goes with this.
        let folder = tempfile::tempdir().unwrap();
        let mut program = Command::new(env::current_exe().unwrap());
        program.env("TMPDIR", folder.path());
        program.args(["--exact", "confinement::nothing_outlives_the_program_that_called_it"]).env(ORPHAN, name);
        let mut program = program.spawn().unwrap();
        until("the tool to run", || {
            assert!(program.try_wait().unwrap().is_none(), "it has to wait for its tool");
            is_running(name)
        });
        program.kill().unwrap();
        program.wait().unwrap();
        assert_gone(name);
    }
}

fn wait_for_ever(name: &str) {
    let confinement = if name == "8831.25" { Confinement::Bubblewrap } else { Confinement::Landlock };
    let source = "import subprocess, time\ndef run(args):\n    subprocess.Popen(['sleep', args['mark']], \
                  start_new_session=True)\n    time.sleep(3600)";
    let tool = Python { source: source.into(), limits: Limits::default(), network: false, host: host(confinement) };
    let _ = call(&tool, &json!({"mark": name}), LONG);
}

/// A sample's arguments and what it answers.
fn samples() -> Vec<(&'static str, Value, Value)> {
    let years = json!([{"usage": 900, "degree_days": 500}, {"usage": 1100, "degree_days": 600}]);
    let [before, after] = [json!({"paths": {"/a": {"get": {}}}}), json!({"paths": {"/b": {"post": {}}}})];
    let studies = json!([{"effect": 1.0, "se": 1.0}]);
    vec![
        ("sayHello", json!({"name": "Zoë"}), json!("Hello, Zoë! Nice to meet you.")),
        (
            "group_commits",
            json!({"subjects": ["fix(ui)!: less", "more"]}),
            json!({"fix": [{"scope": "ui", "text": "less", "breaking": true}],
                   "other": [{"scope": null, "text": "more", "breaking": false}]}),
        ),
        (
            "openapi_diff",
            json!({"before": before, "after": after}),
            json!({"added": ["POST /b"], "removed": ["GET /a"], "changed": []}),
        ),
        (
            "usage_estimate",
            json!({"degree_days": 550, "base_load": 100, "past": years}),
            json!({"expected": 998, "low": 918, "high": 1078}),
        ),
        (
            "pooled_effect",
            json!({"studies": studies, "model": "fixed"}),
            json!({"estimate": 1.0, "low": -0.96, "high": 2.96, "tau2": 0.0, "i2": 0.0, "studies": 1}),
        ),
    ]
}

#[test]
fn s0_20_the_sample_scripts_run_as_they_stand() {
    let path = repository().join("skills/tools.json");
    let tools: Vec<Value> = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    everywhere(|host| {
        for (name, arguments, expected) in samples() {
            let tool = tools.iter().find(|tool| tool["name"] == name).unwrap();
            let source = tool["implementation"]["script"].as_str().unwrap().to_owned();
            let (limits, host) = (Limits::default(), host.clone());
            let handler: Box<dyn Handler> = if tool["implementation"]["type"] == "python" {
                Box::new(Python { source, limits, network: false, host })
            } else {
                Box::new(Javascript { source, limits, host })
            };
            let answer = call(handler.as_ref(), &arguments, LONG);
            assert_eq!(answer.map(|answer| answer.value), Ok(expected), "{name}");
        }
    });
}

/// What is written to must not fill the machine's memory or its disk, and nothing open here may be seen there.
#[test]
fn there_is_little_to_write_to_and_nothing_inherited() {
    let source = "import os
def run(args):
    written = 0
    for folder in ('/', '/tmp', '/dev', '/dev/shm', '/run', os.getcwd()):
        try:
            with open(folder + '/x', 'wb') as file:
                for _ in range(1024):
                    written += file.write(b'x' * 2**20)
                    file.flush()
        except OSError:
            pass
    def is_open(number):
        try:
            os.fstat(number)
            return True
        except OSError:
            return False
    return {'megabytes': written >> 20, 'open': [number for number in range(4096) if is_open(number)]}
";
    everywhere(|host| {
        let tool = Python { source: source.into(), limits: Limits::default(), network: false, host };
        let value = call(&tool, &json!({}), LONG).unwrap().value;
        assert!(value["megabytes"].as_u64().unwrap() <= 130, "{value}");
        assert_eq!(value["open"], json!([0, 1, 2]));
    });
}

#[test]
fn what_cannot_be_confined_is_not_run() {
    everywhere(|host| {
        let expected = match host.confinement {
            Some(Confinement::Bubblewrap) => "The tool couldn't be sandboxed, so it wasn't run (bwrap: ",
            _ => "Couldn't start the tool's program: ",
        };
        let host = Host { program: "/nowhere/skill-studio".into(), ..host };
        let said = said(call(&Javascript { source: "1".into(), limits: Limits::default(), host }, &json!({}), LONG));
        assert!(said.starts_with(&format!("Unavailable: {expected}")), "{said}");
    });
}
