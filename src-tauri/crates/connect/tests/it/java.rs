//! Java tools: classes compiled here, the friendly and the hostile.

use std::{
    env, fs,
    net::TcpListener,
    os::unix::fs::symlink,
    path::{Path, PathBuf},
    process::Command,
    sync::LazyLock,
    time::Duration,
};

use serde_json::{Value, json};
use studio_connect::{
    java::Java,
    sandbox::{Host, Interpreters, Limits},
};
use studio_runtime::Failure;
use studio_testkit::repository;

use crate::kernel::doors;
use crate::run::{JAVA_SOURCES, LONG, assert_gone, call, everywhere, said, scratch, stopped};

/// Where the sources of the sample classes are.
fn sources() -> PathBuf {
    repository().join(JAVA_SOURCES)
}

/// The sample classes, once with the names of their parameters and once without, and a place for the launcher.
struct Classes {
    folder: PathBuf,
}

static CLASSES: LazyLock<Classes> = LazyLock::new(|| {
    let folder = scratch().join("java");
    let sources = sources();
    let files = [
        "dev/langchain4j/agent/tool/Tool",
        "dev/langchain4j/agent/tool/P",
        "sample/MeterTool",
        "sample/DeskTools",
        "sample/Plain",
    ];
    for (name, option) in [("named", "-parameters"), ("nameless", "-g:none")] {
        let classes = folder.join(name);
        fs::create_dir_all(&classes).unwrap();
        let files = files.map(|file| sources.join(format!("{file}.java")));
        let mut javac = Command::new("javac");
        javac.args(["-encoding", "UTF-8", option, "-d"]).arg(&classes).args(files);
        assert!(javac.status().expect("the tests need a JDK").success());
    }
    Classes { folder }
});

impl Classes {
    fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }
}

fn java(host: Host, class: &str, parameters: &[&str]) -> Java {
    let (class, method) = Java::parse(class).unwrap();
    Java {
        class,
        method,
        class_path: vec![CLASSES.path("named")],
        parameters: parameters.iter().map(ToString::to_string).collect(),
        limits: Limits::default(),
        network: false,
        state: None,
        host,
        cache: CLASSES.path("cache"),
    }
}

pub(crate) fn meter(host: &Host, method: &str, parameters: &[&str]) -> Java {
    java(host.clone(), &format!("sample.MeterTool#{method}"), parameters)
}

#[test]
fn s0_20_a_method_is_found_by_its_annotation_and_gets_every_kind_of_argument() {
    let arguments = json!({
        "text": "żółw 🙂", "number": 1, "large": 9_000_000_000_i64, "real": 0.5, "flag": false, "boxed": null,
        "list": [1, 2, 3], "map": {"a": 1.5}, "array": [4, 5], "kind": "gas",
        "reading": {"day": "2026-03-01", "value": 7.25, "notes": ["\n"]}, "premise": {"id": "P-1", "floors": 4},
        "any": {"deep": [1, 2.5, "x", null, true]},
    });
    let names: Vec<&str> = arguments.as_object().unwrap().keys().map(String::as_str).chain(["maybe"]).collect();
    everywhere(|host| {
        let answer = call(&java(host, "sample.MeterTool", &names), &arguments, LONG).unwrap();
        let expected = json!({
            "text": "żółw 🙂 7", "sum": 9_000_000_001.5, "flag": true, "boxed": null, "list": 6, "map": {"a": 1.5},
            "array": [4, 5], "kind": "GAS", "reading": {"day": "2026-03-01", "value": 7.25, "notes": ["\n"]},
            "premise": {"id": "P-1", "floors": 4, "tall": true}, "maybe": null,
            "any": {"deep": [1, 2.5, "x", null, true]},
        });
        assert_eq!(answer.value, expected);
        assert_eq!(answer.log, "loaded: this is noise\ncalled with żółw 🙂\n");
        assert!(answer.sandbox.unwrap().contains("no network"));
    });
}

#[test]
fn methods_are_called_by_name_or_by_the_tools_name() {
    everywhere(|host| {
        let value = |tool: &Java, arguments: &Value| call(tool, arguments, LONG).unwrap().value;
        assert_eq!(value(&meter(&host, "hello", &["name"]), &json!({"name": "ü"})), json!("Hello, ü \u{1}\"\\ 🦀"));
        assert_eq!(value(&meter(&host, "table", &["a", "b"]), &json!({"a": 1, "b": 2})), json!([[1, 2], []]));
        assert_eq!(value(&meter(&host, "nothing", &[]), &json!({})), json!(null));
        assert_eq!(value(&java(host.clone(), "sample.DeskTools#hang_up", &[]), &json!({})), json!("hung up"));
        // By name whatever the order, and by the tool's order where the class does not tell names.
        let minus = meter(&host, "minus", &["what", "from"]);
        assert_eq!(value(&minus, &json!({"what": 2, "from": 10})), json!(8));
        let nameless = Java { class_path: vec![CLASSES.path("nameless")], ..minus };
        assert_eq!(value(&nameless, &json!({"what": 2, "from": 10})), json!(-8));
    });
}

#[test]
fn json_goes_through_java_unharmed() {
    let deep = (0..90).fold(json!("deep"), |inner, _| json!([inner]));
    let values = json!([
        "\u{0}\u{1f}\"\\/\n\r\t\u{8}\u{c}", "é漢🙂\u{10ffff}\u{2028}", "", {"": {"ü\"": []}}, {}, [[], [{}]], null, true,
        0, -1, 2_147_483_648_i64, i64::MIN, u64::MAX, 0.1, -2.5e-300, 1.0, 1.5e300, deep,
    ]);
    everywhere(|host| {
        let answer = call(&meter(&host, "echo", &["value"]), &json!({"value": values}), LONG).unwrap();
        assert_eq!(answer.value, values);
    });
}

#[test]
fn what_cannot_be_called_is_said() {
    everywhere(|host| {
        let said = |tool: &Java, arguments: &Value| said(call(tool, arguments, LONG));
        let at = |class: &str| java(host.clone(), class, &[]);
        let n = |value: Value| json!({"value": value});
        let table = [
            (at("sample.Nowhere"), json!({}), "The class sample.Nowhere wasn't found on the tool's class path."),
            (at("sample.MeterTool#gone"), json!({}), "The class sample.MeterTool has no method gone. It has: all("),
            (
                at("sample.Plain"),
                json!({}),
                "The class sample.Plain has no method annotated with @Tool. Annotate one, or enter one as the tool's",
            ),
            (at("sample.Plain#name"), json!({}), "The class sample.Plain can't be created. Add a constructor"),
            (
                at("sample.DeskTools"),
                json!({}),
                "The class sample.DeskTools has several matching methods: hang_up(), transfer(String).",
            ),
            (meter(&host, "over", &["value"]), n(json!(1)), "The class sample.MeterTool has several matching methods"),
            (
                meter(&host, "minus", &["from", "what"]),
                json!({"from": 1}),
                "The argument “what” is missing, but a Java int can't be empty",
            ),
            (
                meter(&host, "minus", &["from", "what"]),
                json!({"from": 1.5, "what": 1}),
                "The argument “from” is 1.5, which can't be converted to a Java",
            ),
            (
                meter(&host, "minus", &["only"]),
                json!({"only": 1}),
                "The method minus has 2 parameters but the tool has 1",
            ),
            (meter(&host, "odd", &[]), json!({}), "The result contains a number that JSON doesn't support: NaN."),
            (meter(&host, "cycle", &[]), json!({}), "The result is nested more than"),
            (meter(&host, "fail", &["name"]), json!({"name": "7"}), "java.lang.IllegalStateException: no meter 7"),
        ];
        for (tool, arguments, expected) in table {
            let said = said(&tool, &arguments);
            assert!(said.starts_with(&format!("Failed: {expected}")), "{said}");
        }
        let Err(Failure::Failed { log, .. }) = call(&meter(&host, "fail", &["name"]), &json!({"name": "7"}), LONG)
        else {
            panic!("it has to fail")
        };
        assert!(log.contains("at sample.MeterTool.fail(MeterTool.java") && !log.contains("studio.Launcher"), "{log}");
        let gone = Java { class_path: vec!["/nowhere/a.jar".into()], ..at("sample.Plain") };
        assert_eq!(
            said(&gone, &json!({})),
            "Unavailable: The tool's class path includes /nowhere/a.jar, which doesn't exist."
        );
    });
}

#[test]
fn of_several_annotated_methods_the_one_called_as_the_tool_is_meant() {
    everywhere(|host| {
        let tool = java(host, "sample.DeskTools", &["destination"]);
        let stop = studio_runtime::Stop::new();
        let arguments = json!({"destination": "medical"});
        let call = studio_runtime::Call { name: "transfer_call", arguments: &arguments, limit: LONG, stop: &stop };
        assert_eq!(studio_runtime::Handler::call(&tool, &call).unwrap().value, json!("to medical"));
    });
}

#[test]
fn an_endless_loop_ends_with_its_time_or_when_stopped() {
    everywhere(|host| {
        let endless = meter(&host, "loop", &[]);
        let limit = Duration::from_secs(2);
        assert_eq!(call(&endless, &json!({}), limit), Err(Failure::TimedOut { limit }));
        assert_eq!(stopped(&endless, &json!({})), Err(Failure::Stopped));
    });
}

#[test]
fn ten_gigabytes_are_not_to_be_had() {
    everywhere(|host| {
        for method in ["hoard", "native10"] {
            let said = said(call(&meter(&host, method, &[]), &json!({}), LONG));
            assert!(
                said.starts_with("Capped: The tool was stopped: it exceeded its memory limit of 256 MB."),
                "{said}"
            );
        }
    });
}

#[test]
fn files_and_sockets_are_out_of_reach() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = json!({"port": listener.local_addr().unwrap().port()});
    everywhere(|host| {
        let passwd = said(call(&meter(&host, "read", &["path"]), &json!({"path": "/etc/passwd"}), LONG));
        assert!(passwd.starts_with("Failed: java.nio.file.") && passwd.contains("/etc/passwd"), "{passwd}");
        let dial = meter(&host, "dial", &["port"]);
        let refused = said(call(&dial, &port, LONG));
        assert!(refused.starts_with("Failed: java.net.SocketException") || refused.contains("refused"), "{refused}");
        assert_eq!(call(&Java { network: true, ..dial }, &port, LONG).unwrap().value, json!("dialled"));
    });
}

#[test]
fn nothing_of_the_kernels_settings_can_be_opened_for_writing() {
    let paths = json!({"paths": doors()});
    everywhere(|host| {
        assert_eq!(call(&meter(&host, "open", &["paths"]), &paths, LONG).unwrap().value, json!([]));
    });
}

#[test]
fn too_much_output_and_too_many_processes_are_cut_off() {
    everywhere(|host| {
        let flood = said(call(&meter(&host, "flood", &[]), &json!({}), LONG));
        assert!(flood.starts_with("Capped: The tool was stopped: its response is larger than 10 MB."), "{flood}");
        let bomb = said(call(&meter(&host, "bomb", &[]), &json!({}), LONG));
        assert!(bomb.starts_with("Capped: The tool was stopped: it had more than 64 processes"), "{bomb}");
    });
}

#[test]
fn what_a_method_leaves_running_does_not_outlive_its_call() {
    everywhere(|host| {
        let linger = meter(&host, "linger", &["mark"]);
        assert_eq!(call(&linger, &json!({"mark": "8821.25"}), LONG).unwrap().value, json!("left true"));
        assert_gone("8821.25");
    });
}

#[test]
fn what_would_be_run_names_the_class_and_its_path() {
    let preview = java(Host::current().unwrap(), "a.B#c", &[]).command_preview();
    assert_eq!(preview.argv[preview.argv.len() - 3..], ["studio.Launcher", "a.B", "c"]);
    assert!(preview.argv.contains(&CLASSES.path("named").display().to_string()));
}

/// Says to the test below that it is the one without a JDK.
const WITHOUT: &str = "STUDIO_TEST_WITHOUT_JDK";

#[test]
fn a_call_without_a_jdk_says_how_to_get_one() {
    if env::var_os(WITHOUT).is_some() {
        return call_without_jdk();
    }
    let folder = tempfile::tempdir().unwrap();
    let said_with = |java_home: &Path| {
        let mut program = Command::new(env::current_exe().unwrap());
        program.args(["--exact", "java::a_call_without_a_jdk_says_how_to_get_one", "--nocapture"]);
        program.env(WITHOUT, "").env("PATH", folder.path()).env("JAVA_HOME", java_home);
        let output = program.output().unwrap();
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stderr).unwrap()
    };
    let said = said_with(folder.path());
    assert!(
        said.contains("Unavailable: Java tools need a JDK (17 or newer), including its compiler. Install one"),
        "{said}"
    );
    assert!(said.contains("apt-get install default-jdk-headless, or set JAVA_HOME."), "{said}");
    fs::create_dir(folder.path().join("bin")).unwrap();
    fs::write(folder.path().join("out"), "javac 11.0.24").unwrap();
    let compiler = sources().join("javac.sh");
    symlink(compiler, folder.path().join("bin/javac")).unwrap();
    let said = said_with(folder.path());
    assert!(said.contains("including its compiler. This computer has javac 11.0.24. Install one"), "{said}");
}

#[expect(clippy::print_stderr, reason = "the test that started this program reads it")]
fn call_without_jdk() {
    let tool = Java {
        class: "sample.MeterTool".to_owned(),
        method: None,
        class_path: Vec::new(),
        parameters: Vec::new(),
        limits: Limits::default(),
        network: false,
        state: None,
        host: Host { program: "none".into(), confinement: None, interpreters: Interpreters::default() },
        cache: "none".into(),
    };
    assert_eq!(tool.command_preview().argv[0], "java", "it can be shown all the same");
    eprintln!("{}", said(call(&tool, &json!({}), LONG)));
}
