//! What is written in forms and not saved: there again after a restart, wherever the library has gone, and never in plain.

use std::fs;

use studio_api::{
    ErrorCode, Upkeep,
    dto::{FormDraft, FormKind, UndoHistory, UndoScope},
};

use crate::{
    harness::{Bench, refused},
    secrets_stay_secret::{files_below, is_in},
    toolbox::{named, server, stdio},
};

const KEY: &str = "plain-secret-Zq7xW3vK9pLm";

fn draft(id: Option<&str>, changes: &str) -> FormDraft {
    let (kind, id) = (FormKind::Server, id.map(str::to_owned));
    FormDraft { kind, id, aggregate_version: 3, changes: changes.to_owned() }
}

fn assert_nowhere(bench: &Bench) {
    let files = files_below(bench.path("").as_ref());
    assert!(files.iter().any(|file| file.ends_with("Test.db")), "{files:?}");
    for file in files {
        assert!(!is_in(&file, KEY), "what was typed stands in {}", file.display());
    }
}

#[test]
fn what_is_written_in_a_form_outlives_the_studio_encrypted() {
    let bench = Bench::new();
    let changes = format!(r#"{{"env":[{{"name":"TOKEN","value":"{KEY}"}}]}}"#);
    let (new, set_up) = (draft(None, &changes), draft(Some("everything"), r#"{"cwd":"/tmp"}"#));
    bench.save_form_draft(&draft(None, "{}")).unwrap();
    bench.save_form_draft(&set_up).unwrap();
    bench.save_form_draft(&new).unwrap();
    assert_nowhere(&bench);
    let bench = bench.reopen(Upkeep::OnDemand);
    assert_nowhere(&bench);
    let kept = bench.list_form_drafts(FormKind::Server).unwrap();
    assert_eq!((kept.drafts, kept.unreadable), (vec![set_up.clone(), new], None));
    assert!(bench.list_form_drafts(FormKind::Tool).unwrap().drafts.is_empty(), "each kind has its own");
    assert_eq!(bench.list_secrets().unwrap().secrets.len(), 0, "the key is no secret of the author's");

    bench.delete_form_draft(FormKind::Server, None).unwrap();
    assert_eq!(bench.list_form_drafts(FormKind::Server).unwrap().drafts, [set_up]);
    let long = draft(None, &"x".repeat((4 << 20) + 1));
    let message = refused(bench.save_form_draft(&long), ErrorCode::Invalid);
    assert!(message.contains("too long") && message.contains("Save it now"), "{message}");
}

#[test]
fn a_draft_of_another_computer_is_said_and_left_where_it_is() {
    let bench = Bench::new();
    bench.save_form_draft(&draft(None, "{}")).unwrap();
    fs::remove_file(bench.path("data/secrets.vault")).unwrap();
    let bench = bench.reopen(Upkeep::OnDemand);
    for _ in 0..2 {
        let kept = bench.list_form_drafts(FormKind::Server).unwrap();
        assert!(kept.drafts.is_empty());
        let why = kept.unreadable.unwrap();
        assert!(
            why.starts_with("1 form with unsaved changes can't be read") && why.contains("another computer"),
            "{why}"
        );
    }
    bench.save_form_draft(&draft(None, r#"{"name":"again"}"#)).unwrap();
    let kept = bench.list_form_drafts(FormKind::Server).unwrap();
    assert_eq!((kept.drafts.len(), kept.unreadable), (1, None), "what is typed again takes its place");
}

#[test]
fn what_is_written_while_the_library_is_gone_comes_with_it_again() {
    let bench = Bench::new();
    bench.save_form_draft(&draft(Some("one"), r#"{"a":1}"#)).unwrap();
    bench.save_form_draft(&draft(Some("two"), r#"{"a":1}"#)).unwrap();
    fs::rename(bench.path("Test.db"), bench.path("Moved.db")).unwrap();
    let changes = format!(r#"{{"value":"{KEY}"}}"#);
    bench.save_form_draft(&draft(Some("one"), r#"{"a":2}"#)).unwrap();
    bench.save_form_draft(&draft(Some("one"), &changes)).unwrap();
    bench.save_form_draft(&draft(Some("three"), "{}")).unwrap();
    bench.delete_form_draft(FormKind::Server, Some("three")).unwrap();
    assert_eq!(bench.get_library().unwrap().displaced.unwrap().drafts, 1);
    for file in files_below(bench.path("").as_ref()) {
        assert!(!is_in(&file, KEY), "what was typed stands in {}", file.display());
    }
    bench.open_library(&bench.path("Moved.db")).unwrap();
    let kept = bench.list_form_drafts(FormKind::Server).unwrap().drafts;
    let of = |id: &str| kept.iter().find(|draft| draft.id.as_deref() == Some(id)).map(|draft| draft.changes.as_str());
    assert_eq!((of("one"), of("two"), of("three")), (Some(changes.as_str()), Some(r#"{"a":1}"#), None));
}

#[test]
fn a_step_of_a_form_that_holds_a_credential_is_not_kept() {
    let bench = Bench::new();
    let stored = bench.save_server(&server("near", stdio("no-such-program", &[], &[]))).unwrap();
    let scope = UndoScope::Server { id: stored.id };
    let step = |value: &str| format!(r#"{{"env":[{{"name":"API_TOKEN","value":"{value}"}}]}}"#);
    let history = |done: &[&str], basis: &str| UndoHistory {
        done: done.iter().map(|value| step(value)).collect(),
        undone: vec![step(KEY)],
        basis: step(basis),
    };
    bench.save_undo_history(&scope, history(&["", KEY, "secret://near"], "secret://near")).unwrap();
    let kept = bench.get_undo_history(&scope).unwrap();
    assert_eq!(kept.done, [step(""), step("secret://near")], "steps before and after it stay whole");
    assert_eq!((kept.undone.len(), kept.basis), (0, step("secret://near")));
    bench.save_undo_history(&scope, history(&[""], KEY)).unwrap();
    assert_eq!(bench.get_undo_history(&scope).unwrap(), UndoHistory::default());
    assert_nowhere(&bench);
}

#[test]
fn what_looks_like_a_credential_is_told_by_the_rule_that_saving_asks_by() {
    let bench = Bench::new();
    let pairs = [
        ("TOKEN", KEY),
        ("TOKEN", "secret://near"),
        ("LEVEL", "debug"),
        ("X-Other", "sk-live-4f9d2c1b7a"),
        ("KEY", ""),
    ];
    assert_eq!(bench.find_credentials(&named(&pairs)), [true, false, false, true, false]);
}

#[test]
fn a_command_line_is_split_as_a_shell_would() {
    let bench = Bench::new();
    let line = r#"npx -y "@scope/server files" --root '/home/me/My Docs' a\ b"#;
    assert_eq!(
        bench.split_command(line).unwrap(),
        ["npx", "-y", "@scope/server files", "--root", "/home/me/My Docs", "a b"]
    );
    let message = refused(bench.split_command("npx 'never"), ErrorCode::Invalid);
    assert!(message.contains("unclosed quote"), "{message}");
}
