//! Bringing a file from its format to a later one. A format is the number of steps a file has gone through; it stands in
//! `user_version`, which `SQLite` writes in the same transaction as what the steps do.
//!
//! There is no way back to an earlier format, and foreign keys are held to as the connection has it set.

use rusqlite::{Connection, TransactionBehavior};

/// Takes all steps that a file lacks up to `format`, or none of them, and answers with the format it has then: the one
/// asked for, or a later one that it had already.
pub(super) fn bring_to(connection: &mut Connection, steps: &[&str], format: u32) -> rusqlite::Result<u32> {
    let found = format_of(connection)?;
    if found >= format {
        return Ok(found);
    }
    // Whoever else opened it at the same time waits here, and finds the work done.
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let found = format_of(&transaction)?;
    if found >= format {
        return Ok(found);
    }
    for step in &steps[found as usize..format as usize] {
        transaction.execute_batch(step)?;
    }
    transaction.pragma_update(None, "user_version", format)?;
    transaction.commit()?;
    Ok(format)
}

/// Nobody ever had a negative format: a file that says so is refused.
fn format_of(connection: &Connection) -> rusqlite::Result<u32> {
    connection.pragma_query_value(None, "user_version", |row| row.get(0))
}

#[cfg(test)]
mod tests {
    use rusqlite::Connection;

    use super::bring_to;

    const STEPS: &[&str] =
        &["CREATE TABLE a (x)", "CREATE TABLE b (x); INSERT INTO b VALUES (1)", "CREATE TABLE c (x); INSERT INTO d"];

    fn tables(db: &Connection) -> (u32, String) {
        let sql = "SELECT coalesce(group_concat(name, ' '), '') FROM sqlite_schema";
        let names = db.query_row(sql, [], |row| row.get(0)).unwrap();
        (db.pragma_query_value(None, "user_version", |row| row.get(0)).unwrap(), names)
    }

    #[test]
    fn a_file_goes_through_the_steps_it_lacks_and_through_none_twice() {
        let mut db = Connection::open_in_memory().unwrap();
        for (format, expected) in [(1, (1, "a")), (1, (1, "a")), (2, (2, "a b")), (1, (2, "a b"))] {
            assert_eq!(bring_to(&mut db, STEPS, format).unwrap(), expected.0);
            assert_eq!(tables(&db), (expected.0, expected.1.to_owned()));
        }
    }

    #[test]
    fn a_step_that_fails_leaves_the_file_as_it_was() {
        let mut db = Connection::open_in_memory().unwrap();
        bring_to(&mut db, STEPS, 1).unwrap();
        bring_to(&mut db, STEPS, 3).unwrap_err();
        assert_eq!(tables(&db), (1, "a".to_owned()), "neither the third step nor the second");
    }

    #[test]
    fn a_file_of_a_format_that_never_was_is_left_alone() {
        let mut db = Connection::open_in_memory().unwrap();
        db.pragma_update(None, "user_version", -1).unwrap();
        bring_to(&mut db, STEPS, 2).unwrap_err();
        assert_eq!(db.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0)), Ok(0));
    }

    #[test]
    fn who_opens_an_older_file_while_it_is_brought_up_finds_the_work_done() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("library.db");
        let brought = || {
            let mut db = Connection::open(&path).unwrap();
            db.busy_timeout(std::time::Duration::from_mins(1)).unwrap();
            bring_to(&mut db, STEPS, 2).unwrap()
        };
        std::thread::scope(|scope| {
            let opened: Vec<_> = (0..8).map(|_| scope.spawn(brought)).collect();
            assert!(opened.into_iter().all(|thread| thread.join().unwrap() == 2));
        });
        assert_eq!(tables(&Connection::open(&path).unwrap()), (2, "a b".to_owned()));
    }
}
