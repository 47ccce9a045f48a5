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
        library.put_simulation(one, "world", &[]).unwrap();
    }
    assert_eq!(library.find_simulation(second.id).unwrap().unwrap().parent, Some((first.id, 3)));
    library.delete_simulation(first.id).unwrap();
    assert_eq!(library.simulation_world(&first.world_hash).unwrap().as_deref(), Some("world"));
    library.delete_simulation(second.id).unwrap();
    assert_eq!(library.simulation_world(&first.world_hash).unwrap(), None);
    assert!(matches!(library.delete_simulation(second.id), Err(Error::NotFound { .. })));
    assert!(matches!(library.append_simulation(second.id, 0, &[], "", "", None), Err(Error::NotFound { .. })));
}
