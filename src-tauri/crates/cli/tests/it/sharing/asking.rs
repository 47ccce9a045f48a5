//! What waits for a word on the command line: a pull that empties a library, a connection that others could read.

use std::{io::ErrorKind, net::TcpListener};

use studio_testkit::PostgresServer;

use super::{counts, member::Member, team};

#[test]
fn a_pull_that_empties_a_library_changes_nothing_until_it_is_told_to() {
    let server = PostgresServer::shared();
    let (url, members) = team(server, &["ann", "bob"]);
    let bob = &members[1];
    let before = bob.fingerprint();
    // Somebody who may write there takes everything out of use.
    let everything = "UPDATE studio_library_t SET revision = revision + 1;
        UPDATE studio_item_t SET active = false, revision = (SELECT max(revision) FROM studio_library_t)";
    server.sql(&url, everything);
    let all: usize = server.sql(&url, "SELECT count(*) FROM studio_item_t").parse().expect("a number");
    let ran = bob.run(&["pull"]).ended(2);
    for part in
        [format!("would move {all} items to trash").as_str(), "Nothing was changed", "--dry-run", "--allow-trash"]
    {
        assert!(ran.err.contains(part), "{part}: {}", ran.err);
    }
    assert_eq!(bob.fingerprint(), before);
    let look = bob.json(&["pull", "--dry-run"], 0);
    assert_eq!(look["trashed"].as_array().map(Vec::len), Some(all), "{look:#}");
    assert_eq!(look["is_trashing_many"], true, "{look:#}");
    let shown = bob.run(&["pull", "--dry-run"]).ended(0).out;
    assert!(shown.contains(&format!("{all} items to trash (needs --allow-trash):")), "{shown}");
    assert!(shown.contains("skill   greeter"), "{shown}");
    assert_eq!(bob.fingerprint(), before);

    let done = bob.json(&["pull", "--allow-trash"], 0);
    assert_eq!(counts(&done).updated, all as u64, "{done:#}");
    assert_eq!(bob.names(), [""; 0]);
    // It lies in the trash.
    bob.run(&["trash", "restore", "skill", "greeter"]).ended(0);
    assert_eq!(bob.names(), ["greeter"]);
}

#[test]
fn nothing_goes_unencrypted_to_another_computer_before_that_is_said() {
    let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a port is free");
    listener.set_nonblocking(true).expect("it can be asked without waiting");
    let port = listener.local_addr().expect("an address").port();
    // Any address of this computer but a loopback one is another computer's, for all that is known of it.
    let member = Member::new("ann", &format!("postgresql://ann:hunter2@0.0.0.0:{port}/team?sslmode=disable"), false);
    for arguments in [&["push"][..], &["push", "--plan"], &["push", "--migrate"], &["pull"], &["search", "x"]] {
        let ran = member.run(arguments).ended(2);
        assert!(ran.err.contains("could read the password"), "{arguments:?}: {}", ran.err);
        assert!(ran.err.contains("--allow-unencrypted") && !ran.err.contains("hunter2"), "{arguments:?}: {}", ran.err);
    }
    let came = listener.accept().map(|(_, from)| from);
    assert_eq!(came.map_err(|error| error.kind()), Err(ErrorKind::WouldBlock), "nobody has knocked");

    let server = PostgresServer::shared();
    let url = format!("{}?sslmode=disable", server.database().replacen("127.0.0.1", "0.0.0.0", 1));
    let member = Member::new("ann", &url, false);
    member.run(&["push", "--migrate"]).ended(2);
    member.run(&["push", "--migrate", "--allow-unencrypted"]).ended(0);
    member.run(&["pull"]).ended(2);
    member.run(&["pull", "--allow-unencrypted"]).ended(0);
}
