//! Simulated sessions as they are kept: who is at work in one, and how long its world stays.

use studio_store::{Error, SimulationRow};
use studio_testkit::TempLibrary;
use uuid::Uuid;

use crate::formats::keep_sessions;

#[test]
fn one_program_at_a_time_is_at_work_in_a_session() {
    let library = TempLibrary::new();
    keep_sessions(&library);
    let seen = library.list_simulations().unwrap().remove(0);
    assert_eq!(library.take_simulation(&seen, "one").unwrap(), Some(true));
    assert_eq!(library.take_simulation(&seen, "two").unwrap(), Some(false), "it is not as it was seen");
    let taken = library.find_simulation(seen.id).unwrap().unwrap();
    assert_eq!((taken.runner.as_deref(), &taken.summary), (Some("one"), &seen.summary));
    library.append_simulation(seen.id, 2, &[], "{}", "2026-01-02T03:04:06.000Z", Some("one")).unwrap();
    assert_eq!(library.take_simulation(&taken, "two").unwrap(), Some(false), "it went on meanwhile");
}

#[test]
fn a_world_goes_with_the_last_session_that_has_it() {
    let library = TempLibrary::new();
    let row = |parent| SimulationRow {
        id: Uuid::now_v7(),
        world_hash: "f".repeat(64),
        started_at: String::new(),
        updated_at: String::new(),
        setup: String::new(),
        summary: String::new(),
        parent,
        runner: None,
    };
    let first = row(None);
    let second = row(Some((first.id, 3)));
    for one in [&first, &second] {
        library.put_simulation(one, "world", &[], &[]).unwrap();
    }
    assert_eq!(library.find_simulation(second.id).unwrap().unwrap().parent, Some((first.id, 3)));
    library.delete_simulation(first.id).unwrap();
    assert_eq!(library.simulation_world(&first.world_hash).unwrap().as_deref(), Some("world"));
    library.delete_simulation(second.id).unwrap();
    assert_eq!(library.simulation_world(&first.world_hash).unwrap(), None);
    assert!(matches!(library.delete_simulation(second.id), Err(Error::NotFound { .. })));
    assert!(matches!(library.append_simulation(second.id, 0, &[], "", "", None), Err(Error::NotFound { .. })));
}

#[test]
fn a_part_is_kept_once_and_goes_with_the_last_world_that_names_it() {
    let library = TempLibrary::new();
    let part = |letter: &str| (letter.repeat(64), format!("part {letter}"));
    let begin = |world: &str, parts: &[(String, String)]| {
        let hashes: Vec<&String> = parts.iter().map(|(hash, _)| hash).collect();
        let row = SimulationRow {
            id: Uuid::now_v7(),
            world_hash: world.repeat(64),
            started_at: String::new(),
            updated_at: String::new(),
            setup: String::new(),
            summary: String::new(),
            parent: None,
            runner: None,
        };
        let text = serde_json::json!({ "skill_hashes": hashes, "nothing": null }).to_string();
        assert!(library.put_simulation(&row, &text, parts, &[]).unwrap());
        row.id
    };
    let there = || -> Vec<bool> {
        let hashes = ["a", "b", "c"].map(|letter| letter.repeat(64));
        library.simulation_parts(&hashes).unwrap().iter().map(Option::is_some).collect()
    };
    let first = begin("1", &[part("a"), part("b")]);
    let second = begin("2", &[part("b"), part("c")]);
    // Whatever a world is, others are left alone.
    let odd = SimulationRow {
        id: Uuid::now_v7(),
        world_hash: "3".repeat(64),
        ..library.find_simulation(second).unwrap().unwrap()
    };
    library.put_simulation(&odd, "no JSON", &[], &[]).unwrap();
    assert_eq!(library.simulation_parts(&[part("b").0]).unwrap(), [Some("part b".to_owned())]);
    assert_eq!(there(), [true, true, true]);
    library.delete_simulation(first).unwrap();
    assert_eq!(there(), [false, true, true]);
    library.delete_simulation(odd.id).unwrap();
    library.delete_simulation(second).unwrap();
    assert_eq!(there(), [false, false, false]);
}
