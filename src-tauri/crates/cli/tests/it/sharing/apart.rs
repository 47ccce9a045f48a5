//! Libraries on one server that don't know of each other: what a login of one sees and can do, servers from before that was
//! so, and writers of both at once.

use std::{thread, time::Instant};

use studio_testkit::{tell, until};

use super::{
    counts,
    member::Member,
    tenants::{OWNER, TABLES, Tenants},
};

#[test]
fn a_login_sees_and_changes_the_library_it_is_a_member_of_and_no_other() {
    let tenants = Tenants::new();
    let (ann, bob) = (tenants.member("ann"), tenants.member("bob"));
    assert_eq!(counts(&ann.json(&["push"], 0)).created, 2);
    bob.edit("greeter", "Body.", "Bob's own.");
    assert_eq!(counts(&bob.json(&["push"], 0)).created, 2);
    let hosts = tenants.hosts();
    let [of_ann, of_bob] = &hosts[..] else { panic!("two libraries: {hosts:?}") };
    tenants.ask(OWNER, &format!("SELECT studio_grant('{of_ann}', 'rae'), studio_grant('{of_ann}', 'wim', 'reader')"));

    // Each sees their own, and of the other nothing at all.
    for (login, host) in [("ann", of_ann), ("rae", of_ann), ("wim", of_ann), ("bob", of_bob)] {
        assert_eq!(tenants.foreign(login, host), 0, "{login}");
        assert_eq!(tenants.ask(login, "SELECT count(*) FROM skill_t"), "2", "{login}");
        assert_eq!(tenants.ask(login, "SELECT count(*) FROM studio_library_t"), "1", "{login}");
        assert_eq!(tenants.ask(login, "SELECT count(DISTINCT host_id) FROM studio_member_t"), "1", "{login}");
    }
    // The owner of the tables knows who is a member, and is none.
    for login in [OWNER, "eve"] {
        assert_eq!(tenants.foreign(login, "00000000-0000-0000-0000-000000000000"), 0, "{login}");
    }
    assert_eq!(tenants.ask(OWNER, "SELECT count(*) FROM studio_tenant_t"), "2");
    let rae = tenants.newcomer("rae");
    assert_eq!(counts(&rae.json(&["pull"], 0)).created, 2);
    assert_eq!(rae.fingerprint(), ann.fingerprint());

    // Who may write somewhere writes only where they are a writer.
    let wim = tenants.newcomer("wim");
    wim.json(&["pull"], 0);
    wim.edit("greeter", "Body.", "Wim's.");
    let ran = wim.run(&["push"]).ended(2);
    assert!(ran.err.contains("isn't a writer of this library"), "{}", ran.err);
    let ran = tenants.newcomer("eve").run(&["pull"]).ended(2);
    assert!(ran.err.contains("studio_grant('LIBRARY', 'eve', 'writer')"), "{}", ran.err);

    let before = [tenants.digest(of_ann), tenants.digest(of_bob)];
    attack(&tenants, of_bob);
    assert_eq!([tenants.digest(of_ann), tenants.digest(of_bob)], before);
    assert_eq!(counts(&bob.json(&["pull"], 0)).changed(), 0);

    // A membership ends as it began.
    tenants.ask(OWNER, &format!("SELECT studio_revoke('{of_ann}', 'rae')"));
    assert_eq!(tenants.ask("rae", "SELECT count(*) FROM skill_t"), "0");
    let ran = rae.run(&["pull"]).ended(2);
    assert!(ran.err.contains("that rae is a member of"), "{}", ran.err);
    assert_eq!(rae.fingerprint(), ann.fingerprint(), "nothing of it goes for that");
}

/// All that a writer of one library may try on another; nothing of it stays.
fn attack(tenants: &Tenants, other: &str) {
    for table in TABLES.iter().filter(|table| !["studio_library_t", "studio_content_t"].contains(table)) {
        for change in ["active = false", "aggregate_version = aggregate_version + 1"] {
            // It may well do that to its own, which is taken back here.
            let sql = format!(
                "BEGIN; WITH changed AS (UPDATE {table} SET {change} RETURNING host_id)
                SELECT count(*) FROM changed WHERE host_id = '{other}'; ROLLBACK"
            );
            assert_eq!(tenants.ask("ann", &sql), "0", "{table}");
        }
        let sql = format!("UPDATE {table} SET host_id = '{other}'");
        // Without rows of its own there is nothing to give away.
        if tenants.ask("ann", &format!("SELECT count(*) FROM {table}")) != "0" {
            assert!(tenants.refusal("ann", &sql).contains("row-level security"), "{table}");
        }
    }
    let content = format!("INSERT INTO studio_content_t VALUES ('{other}', repeat('a', 64), 'x')");
    assert!(tenants.refusal("ann", &content).contains("row-level security"));
    let member = format!("INSERT INTO studio_member_t VALUES ('{other}', 'ann', 'writer')");
    let grant = format!("SELECT studio_grant('{other}', 'ann', 'writer')");
    for sql in [
        member.as_str(),
        grant.as_str(),
        "INSERT INTO studio_library_t VALUES (gen_random_uuid(), gen_random_uuid(), 'x')",
        "UPDATE studio_library_t SET name = 'x'",
        "TABLE studio_tenant_t",
        "DELETE FROM studio_item_t",
        "SET ROLE own",
        "SET SESSION AUTHORIZATION bob",
        "ALTER TABLE skill_t DISABLE ROW LEVEL SECURITY",
        "DROP POLICY studio_read ON skill_t",
    ] {
        let refusal = tenants.refusal("ann", sql);
        assert!(refusal.contains("permission denied") || refusal.contains("must be owner"), "{sql}: {refusal}");
    }
    // What is made for a group would lie before others, who would push to it.
    for maker in ["bob", "studio_writer"] {
        let refusal = tenants.refusal("ann", &format!("SELECT studio_create_library('x', '{maker}')"));
        assert!(refusal.contains(&format!("can't make a library for {maker}")), "{refusal}");
    }
    // Tables of its own by the names that the rules go by.
    let own = format!(
        "CREATE TEMP TABLE studio_member_t (host_id UUID, member REGROLE, access TEXT);
        INSERT INTO studio_member_t VALUES ('{other}', 'ann', 'writer');
        SELECT count(*) FROM skill_t WHERE host_id = '{other}'"
    );
    assert_eq!(tenants.ask("ann", &own), "0");
}

#[test]
fn who_shares_makes_nothing_that_would_run_as_somebody_else() {
    let tenants = Tenants::bare();
    // As on servers before PostgreSQL 15, and with rights that every new table comes with.
    let open = format!(
        "GRANT CREATE ON SCHEMA public TO PUBLIC;
        ALTER DEFAULT PRIVILEGES FOR ROLE {OWNER} GRANT ALL ON TABLES TO PUBLIC"
    );
    tenants.server.sql(&tenants.url, &open);
    let better = "CREATE FUNCTION better(varchar, text) RETURNS bool LANGUAGE sql AS 'SELECT true';
        CREATE OPERATOR = (LEFTARG = varchar, RIGHTARG = text, FUNCTION = better)";
    tenants.ask("ann", better);
    let own = tenants.newcomer(OWNER);
    let ran = own.run(&["push", "--migrate"]).ended(2);
    assert!(ran.err.contains("better(character varying,text)"), "{}", ran.err);
    tenants.ask("ann", "DROP FUNCTION better CASCADE");
    tenants.set_up_by_hand();
    assert!(tenants.refusal("ann", better).contains("permission denied for schema public"));

    tenants.member("ann").json(&["push"], 0);
    let joins = format!("INSERT INTO studio_member_t VALUES ('{}', 'bob', 'writer')", tenants.hosts()[0]);
    for sql in [joins.as_str(), "TABLE studio_tenant_t", "TRUNCATE skill_t CASCADE", "TRUNCATE studio_member_t"] {
        assert!(tenants.refusal("bob", sql).contains("permission denied"), "{sql}");
    }
}

#[test]
fn a_server_that_its_superuser_moves_stays_its_owners() {
    let tenants = Tenants::new();
    tenants.member("ann").json(&["push"], 0);
    tenants.server.sql(&tenants.url, BEFORE);
    Member::new("root", &tenants.url, false).json(&["push", "--migrate"], 0);
    let host = tenants.hosts().remove(0);
    assert_eq!(tenants.ask("rae", "SELECT count(*) FROM skill_t"), "2");
    tenants.ask(OWNER, &format!("SELECT studio_revoke('{host}', 'rae')"));
    assert_eq!(tenants.ask("rae", "SELECT count(*) FROM skill_t"), "0");
    tenants.member("bob").json(&["push", "--tenant", "bob's"], 0);
    assert_eq!(tenants.foreign("ann", &host), 0);
}

/// Makes a server what it was before its libraries were kept apart.
const BEFORE: &str = "
    DO $$ DECLARE p RECORD; BEGIN
        FOR p IN SELECT * FROM pg_policies WHERE policyname LIKE 'studio%' LOOP
            EXECUTE format('DROP POLICY %I ON %I', p.policyname, p.tablename);
            EXECUTE format('ALTER TABLE %I DISABLE ROW LEVEL SECURITY, NO FORCE ROW LEVEL SECURITY', p.tablename);
        END LOOP;
    END $$;
    DROP TABLE studio_member_t, studio_tenant_t;
    DROP FUNCTION studio_create_library, studio_grant, studio_revoke, studio_tenant_of;
    GRANT INSERT, UPDATE ON studio_library_t TO studio_writer;
    DELETE FROM studio_schema_t WHERE version = 4";

#[test]
fn a_server_that_holds_libraries_is_moved_with_every_row_and_its_owner_is_bound() {
    let tenants = Tenants::new();
    let (ann, bob) = (tenants.member("ann"), tenants.member("bob"));
    bob.edit("greeter", "Body.", "Bob's own.");
    for member in [&ann, &bob] {
        member.json(&["push"], 0);
    }
    tenants.server.sql(&tenants.url, BEFORE);
    let hosts = tenants.hosts();
    let before: Vec<String> = hosts.iter().map(|host| tenants.digest(host)).collect();
    assert_eq!(tenants.ask("ann", "SELECT count(*) FROM skill_t"), "4", "anybody saw everything");
    let ran = ann.run(&["pull"]).ended(2);
    assert!(
        ran.err.contains("isn't set up for sharing with this version") && ran.err.contains("--plan"),
        "{}",
        ran.err
    );

    let script = tenants.set_up_by_hand();
    assert!(script.contains("-- Step 4: Keep libraries apart") && !script.contains("-- Step 3"), "{script}");
    let after: Vec<String> = hosts.iter().map(|host| tenants.digest(host)).collect();
    assert_eq!((tenants.hosts(), after), (hosts.clone(), before), "every row is there");
    // An older program asks for this number, and refuses one it does not know.
    assert_eq!(tenants.ask("ann", "SELECT max(version) FROM studio_schema_t"), "4");

    // Nobody can tell who belongs to which of two libraries; nobody is given another one instead.
    for login in [OWNER, "ann", "bob"] {
        assert_eq!(tenants.foreign(login, "00000000-0000-0000-0000-000000000000"), 0, "{login}");
    }
    let name = tenants.server.sql(&tenants.url, "SELECT min(name) FROM studio_library_t");
    for arguments in [&["push"][..], &["pull"], &["push", "--tenant", name.as_str()]] {
        let ran = ann.run(arguments).ended(2);
        assert!(ran.err.contains("'ann', 'writer')"), "{}", ran.err);
    }
    assert_eq!(tenants.hosts(), hosts);
    for (login, host) in ["ann", "bob"].iter().zip(&hosts) {
        tenants.ask(OWNER, &format!("SELECT studio_grant('{host}', '{login}', 'writer')"));
    }
    for member in [&ann, &bob] {
        assert_eq!(counts(&member.json(&["pull"], 0)).changed(), 0, "{}", member.name);
        member.edit("greeter", "Middle.", "Moved.");
        assert_eq!(counts(&member.json(&["push"], 0)).updated, 1, "{}", member.name);
    }
    assert_eq!((tenants.foreign("ann", &hosts[0]), tenants.foreign("bob", &hosts[1])), (0, 0));
}

#[test]
fn a_server_with_one_library_goes_on_for_those_who_shared_it_and_for_nobody_else() {
    let tenants = Tenants::new();
    let ann = tenants.member("ann");
    ann.json(&["push"], 0);
    tenants.server.sql(&tenants.url, BEFORE);
    // The owner sets it up with the program this time.
    let own = tenants.newcomer(OWNER);
    assert_eq!(counts(&own.json(&["push", "--migrate"], 0)).changed(), 0);
    ann.edit("greeter", "Body.", "Ann's.");
    assert_eq!(counts(&ann.json(&["push"], 0)).updated, 1);
    assert_eq!(counts(&tenants.newcomer("rae").json(&["pull"], 0)).created, 2);

    // Who comes later is no member, and what is made later is its maker's alone.
    let late = "CREATE ROLE late LOGIN PASSWORD 'late' IN ROLE studio_reader";
    tenants.server.sql("postgres", &format!("SET ROLE {OWNER}; {late}"));
    assert_eq!(tenants.ask("late", "SELECT count(*) FROM skill_t"), "0");
    tenants.member("bob").json(&["push", "--tenant", "bob's"], 0);
    let hosts = tenants.hosts();
    assert_eq!(hosts.len(), 2);
    for login in ["ann", "rae", OWNER] {
        assert_eq!(tenants.foreign(login, &hosts[0]), 0, "{login}");
    }
}

/// Moments of a push, by what its server says of it: it is there, it has begun to look, it writes.
const MOMENTS: [&str; 3] = ["true", "xact_start IS NOT NULL", "query LIKE 'INSERT%' OR query LIKE 'UPDATE%'"];

#[test]
fn writers_of_two_libraries_who_are_killed_lose_nothing_and_see_nothing_of_each_other() {
    // `SKILL_STUDIO_SHARING_ROUNDS=100` is the whole of it; each round is several processes for each of four writers.
    let named = std::env::var("SKILL_STUDIO_SHARING_ROUNDS").ok();
    let rounds: usize = named.map_or(2, |rounds| rounds.parse().expect("a number of rounds"));
    let tenants = Tenants::new();
    let mut members = Vec::new();
    for login in ["ann", "bob"] {
        let first = tenants.member(login);
        first.json(&["push"], 0);
        let second = Member::new(&format!("{login} too"), &tenants.address(login), false);
        second.json(&["pull"], 0);
        members.extend([(login, first), (login, second)]);
    }
    let begun = Instant::now();
    let (all, hosts) = (&tenants, tenants.hosts());
    assert_eq!(hosts.len(), 2);
    let host_of = |login: &str| &hosts[usize::from(login == "bob")];
    let (killed, seen) = thread::scope(|scope| {
        let writers: Vec<_> = members
            .iter()
            .map(|(login, member)| scope.spawn(move || write_and_die(all, login, host_of(login), member, rounds)))
            .collect();
        let ended = writers.into_iter().map(|writer| writer.join().expect("no writer fails"));
        ended.fold((0, 0), |(killed, seen), (more, others)| (killed + more, seen + others))
    });

    let (mut changed, mut equal) = (0, 0);
    for (own, other) in [("ann", "bob"), ("bob", "ann")] {
        let team: Vec<&Member> = members.iter().filter(|(login, _)| *login == own).map(|(_, member)| member).collect();
        for member in &team {
            member.json(&["pull"], 0);
        }
        let (text, fingerprint) = (team[0].text("code-reviewer"), team[0].fingerprint());
        for member in &team {
            equal += usize::from(member.fingerprint() == fingerprint);
            for round in 0..rounds {
                assert_eq!(text.matches(&format!("{} {round}\n", member.name)).count(), 1, "{text}");
            }
        }
        assert!(!text.lines().any(|line| line.starts_with(other)), "{text}");
        assert_eq!(tenants.foreign(own, host_of(own)), 0);
        let written = format!(
            "SELECT count(*) FROM studio_content_t WHERE position(E'\\n{other} ' IN convert_from(bytes, 'UTF8')) > 0"
        );
        changed += tenants.ask(own, &written).parse::<u64>().expect("a number");
    }
    // What is asserted is told first: a run that fails says by how much.
    tell(&format!(
        "sharing: {} pushes of 4 writers in 2 libraries, {killed} of them killed, in {} s: {seen} rows seen across, {changed} \
         texts changed across, {equal} of {} copies equal",
        4 * rounds,
        begun.elapsed().as_secs(),
        members.len()
    ));
    assert_eq!((seen, changed, equal), (0, 0, members.len()));
    let open =
        "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'Skill Studio' AND xact_start IS NOT NULL
        AND datname = current_database()";
    until("what was killed to be taken back", || tenants.server.sql(&tenants.url, open) == "0");
}

/// Adds a line in each round and pushes it, twice: the first time to be killed. Gives how many were, and how many rows of
/// other libraries the login was shown meanwhile.
fn write_and_die(tenants: &Tenants, login: &str, host: &str, member: &Member, rounds: usize) -> (usize, u64) {
    let (mut killed, mut seen) = (0, 0);
    for round in 0..rounds {
        let mark = format!("{} {round}", member.name);
        member.edit("code-reviewer", "Last line.", &format!("{mark}\nLast line."));
        let moment = MOMENTS[(round + member.name.len()) % MOMENTS.len()];
        let sql = format!(
            "SELECT count(*) > 0 FROM pg_stat_activity WHERE application_name = 'Skill Studio' AND usename = '{login}'
            AND datname = current_database() AND ({moment})"
        );
        killed += usize::from(member.push_killed(|| tenants.server.sql(&tenants.url, &sql) == "t"));
        member.push_merging(&mark);
        seen += tenants.foreign(login, host);
    }
    (killed, seen)
}
