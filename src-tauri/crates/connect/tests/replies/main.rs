//! Hundreds of replies of servers that mean harm, over every protocol the studio speaks and at every stage of it. A process of its own: it counts
//! what all of it allocates, the servers included, and what it works.

mod allocated;
mod hostile;
mod web;

#[cfg(unix)]
mod database;

use std::{process, time::Duration};

use studio_testkit::worked;

use self::hostile::replies;

const MB: usize = 1024 * 1024;

/// More than a reply's own limit may be allocated at once.
const BEYOND: usize = 64 * MB;

/// Of the processor, for one reply.
const WORK: Duration = Duration::from_secs(10);

/// Characters of a message that somebody reads.
const LONGEST_MESSAGE: usize = 4_000;

/// What came of a reply: nothing worth telling, or one error.
type Told = Result<(), String>;

/// Whether a reply may end in anything else than an error.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ends {
    /// In one error.
    Fails,
    /// In an error, or in an answer that somebody reads.
    MayPass,
}

/// Runs one reply against what asks for it. `limit` are the bytes the protocol allows.
fn suffer(name: &str, limit: usize, ends: Ends, ask: impl FnOnce() -> Told) {
    let before = worked(process::id());
    allocated::begin();
    let told = ask();
    let peak = allocated::peak();
    let work = worked(process::id()).saturating_sub(before);
    assert!(peak <= limit + BEYOND, "{name}: {} MB at once, of {} MB", peak / MB, (limit + BEYOND) / MB);
    assert!(work <= WORK, "{name}: {work:?} of the processor");
    assert!(told.is_err() || ends == Ends::MayPass, "{name}: it passes");
    if let Err(message) = told {
        let length = message.chars().count();
        assert!((1..=LONGEST_MESSAGE).contains(&length), "{name}: a message of {length} characters");
        assert!(!message.contains(hostile::SECRET), "{name}: {message}");
    }
}

#[test]
fn hundreds_of_hostile_replies_cost_one_error_each() {
    let mut count = 0;
    for lane in web::LANES {
        for reply in replies(lane.is_events(), lane.flood()) {
            let name = format!("{lane:?}, {}", reply.kind);
            suffer(&name, lane.limit(), lane.ends(&reply), || lane.ask(&reply));
            count += 1;
        }
    }
    #[cfg(unix)]
    for stage in database::STAGES {
        for reply in database::replies() {
            let name = format!("PostgreSQL, {stage:?}, {}", reply.kind);
            suffer(&name, database::LIMIT, stage.ends(&reply), || database::ask(stage, &reply));
            count += 1;
        }
    }
    #[cfg(unix)]
    for list in database::LISTS {
        suffer(&format!("PostgreSQL, {list:?}"), database::LIMIT, Ends::Fails, || database::list(list));
        count += 1;
    }
    assert!(count >= 300, "{count} replies");
}
