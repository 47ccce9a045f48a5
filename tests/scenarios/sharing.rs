//! Sharing as the window does it, on a real `PostgreSQL` server: connecting, looking before doing, deciding, taking one thing.

use studio_api::{
    ErrorCode, Studio,
    dto::{
        FieldAnswer, FieldChoice, MergeSource, PullRequest, SharedKind, SharedRef, SharingAnswer, SharingConnection,
        SharingDispute, SharingPlace, SharingSide, SharingSkip, SharingState, StudioEvent,
    },
};
use studio_testkit::{POSTGRES_PASSWORD, PostgresServer};

use crate::harness::{AsItIsNow as _, Bench, refused, skill, until};

/// The address of a database without its password.
fn bare(url: &str) -> String {
    url.replacen(":p%40ss%20word", "", 1)
}

fn connection(address: &str, password: &str) -> SharingConnection {
    SharingConnection { address: address.to_owned(), password: password.to_owned(), secret: String::new() }
}

/// Connects to a database, sets it up where that is to be done, and shares through a library there.
pub(crate) fn join(studio: &Studio, url: &str) -> SharingPlace {
    let place = studio.sharing_place(&connection(&bare(url), POSTGRES_PASSWORD)).unwrap();
    studio.set_up_sharing(&place).unwrap();
    let found = studio.find_shared_libraries(&place).unwrap();
    assert_eq!(found.plan.steps, []);
    let library = Some("team".to_owned());
    studio.create_shared_library(&SharingPlace { library: library.clone(), ..found.place.clone() }).unwrap();
    SharingPlace { library, ..found.place }
}

fn state(studio: &Studio, name: &str) -> Option<SharingState> {
    let things = studio.get_sharing_status().unwrap().remove(0).things;
    things.into_iter().find(|thing| thing.name == name).map(|thing| thing.state)
}

fn reference(studio: &Studio, name: &str) -> SharedRef {
    let things = studio.get_sharing_status().unwrap().remove(0).things;
    let thing = things.into_iter().find(|thing| thing.name == name).unwrap();
    SharedRef { kind: thing.kind, id: thing.id }
}

/// A bench with these skills, and one that has pulled them.
fn two(server: &PostgresServer, skills: &[&str]) -> (String, [(Bench, SharingPlace); 2]) {
    let url = server.database();
    let (ann, bob) = (Bench::new(), Bench::new());
    for name in skills {
        ann.add_skill(name, skill(name, &format!("Does {name}. Use when asked."), "", "First.\n\nMiddle.\n\nLast.\n"));
    }
    let place = join(&ann, &url);
    ann.push(&place, false).unwrap();
    let other = join(&bob, &url);
    bob.pull(&other, &PullRequest::default()).unwrap();
    (url, [(ann, place), (bob, other)])
}

fn edit(bench: &Bench, name: &str, from: &str, to: &str) {
    let id = bench.row(name).id;
    let text = bench.text(&id, "SKILL.md");
    assert!(text.contains(from), "{text}");
    bench.save(&id, "SKILL.md", &text.replacen(from, to, 1));
}

#[test]
fn a_password_that_was_typed_is_a_secret_as_soon_as_it_was_of_use_and_stands_nowhere_else() {
    let server = PostgresServer::shared();
    let url = server.database();
    let bench = Bench::new();
    let secrets = || -> Vec<String> {
        bench.list_secrets().unwrap().secrets.into_iter().filter(|one| one.is_set).map(|one| one.name).collect()
    };
    let wrong = bench.sharing_place(&connection(&bare(&url), "wrong")).unwrap();
    assert!(!wrong.address.contains("wrong") && wrong.address.contains("secret://database-127-0-0-1"), "{wrong:?}");
    assert!(refused(bench.find_shared_libraries(&wrong), ErrorCode::Server).contains("rejected the sign-in"));
    assert_eq!(secrets(), [""; 0], "what let nobody in is not kept");
    // In its own field or in the address, it is the same.
    for given in [connection(&bare(&url), POSTGRES_PASSWORD), connection(&url, "")] {
        let place = bench.sharing_place(&given).unwrap();
        assert!(!place.address.contains("p%40ss") && !place.address.contains(POSTGRES_PASSWORD), "{place:?}");
        let found = bench.find_shared_libraries(&place).unwrap();
        assert_eq!((found.plan.steps.len(), found.libraries), (4, vec![]));
    }
    let place = join(&bench, &url);
    let kept = secrets();
    assert_eq!(kept.len(), 1, "{kept:?}");
    let listed = bench.list_secrets().unwrap().secrets;
    assert_eq!(listed.iter().find(|one| one.is_set).unwrap().used_by, ["the shared library team"]);
    for path in ["data", "config", "cache"] {
        for entry in std::fs::read_dir(bench.path(path)).unwrap().flatten().filter(|entry| entry.path().is_file()) {
            let bytes = std::fs::read(entry.path()).unwrap();
            assert!(!String::from_utf8_lossy(&bytes).contains(POSTGRES_PASSWORD), "{}", entry.path().display());
        }
    }
    // It is forgotten on the author's word; nothing of the library goes with it.
    assert_eq!(bench.list_sharing_summaries().unwrap().len(), 1);
    bench.remove_sharing(&place).unwrap();
    assert_eq!(bench.list_sharing_summaries().unwrap(), []);
    assert_eq!(server.sql(&url, "SELECT count(*) FROM studio_library_t"), "1");
}

#[test]
fn nothing_connects_from_the_window_before_exactly_that_was_allowed() {
    let bench = Bench::new();
    let place = |address: &str| SharingPlace { address: address.to_owned(), library: None };
    let first = place("postgresql://ann:secret://team@db.example.com/skills");
    let asked = bench.asked_for_sharing(&first).unwrap().expect("it was never allowed");
    assert_eq!(asked.subject, "db.example.com:5432/skills");
    assert_eq!(asked.argv, ["postgresql://ann@db.example.com/skills"]);
    assert_eq!(asked.environment[0].value, "secret://team");
    bench.grant_consent(&asked.hash).unwrap();
    assert!(bench.asked_for_sharing(&first).unwrap().is_none());
    for other in [
        "postgresql://ann:secret://openai@db.example.com/skills",
        "postgresql://eve:secret://team@db.example.com/skills",
        "postgresql://ann:secret://team@db.example.com/other",
        "postgresql://ann:secret://team@evil.example.com/skills",
        "postgresql://ann:secret://team@db.example.com/skills?sslmode=disable",
        "postgresql://ann:secret://team@db.example.com/skills?host=evil.example.com",
    ] {
        assert!(bench.asked_for_sharing(&place(other)).unwrap().is_some(), "{other}");
    }
}

#[test]
fn a_connection_that_others_could_read_is_refused_until_just_that_was_allowed() {
    let bench = Bench::new();
    let place = |address: &str| SharingPlace { address: address.to_owned(), library: None };
    // Nothing is connected to for it, nor is the secret looked up.
    let exposed = place("postgresql://ann:secret://team@192.0.2.1/skills?sslmode=disable");
    let message = refused(bench.find_shared_libraries(&exposed), ErrorCode::Unencrypted);
    assert!(message.contains("192.0.2.1:5432") && message.contains("could read the password"), "{message}");
    let asked = bench.asked_for_sharing(&exposed).unwrap().expect("it was never allowed");
    assert!(asked.sandbox.contains("others on the network could read"), "{asked:?}");
    bench.grant_consent(&asked.hash).unwrap();
    // It goes on to the secret, which there is none of.
    refused(bench.find_shared_libraries(&exposed), ErrorCode::NotFound);
    // No question of the window has put a password that stands in the address.
    let typed = place("postgresql://ann:hunter2@192.0.2.1/skills?sslmode=disable");
    refused(bench.plan_sharing(&typed), ErrorCode::Unencrypted);
    for safe in ["postgresql://ann@127.0.0.1/skills?sslmode=disable", "postgresql://ann@192.0.2.1/skills"] {
        let asked = bench.asked_for_sharing(&place(safe)).unwrap().expect("it was never allowed");
        assert_eq!(asked.sandbox, "", "{safe}");
    }
}

#[test]
fn more_than_a_few_things_go_to_the_trash_only_where_their_number_was_agreed_to() {
    let server = PostgresServer::shared();
    let names = ["a1", "a2", "a3", "a4", "a5", "a6", "kept"];
    let (_, [(ann, place), (bob, other)]) = two(server, &names);
    let gone: Vec<String> = names[..6].iter().map(|name| ann.row(name).id).collect();
    ann.trash_skills_now(&gone[..5]).unwrap();
    ann.push(&place, false).unwrap();
    let look = PullRequest { is_dry_run: true, ..PullRequest::default() };
    let would = bob.pull(&other, &look).unwrap();
    assert_eq!((would.updated, would.trashed.len(), would.is_trashing_many), (5, 5, false), "{would:?}");

    ann.trash_skills_now(&gone[5..]).unwrap();
    ann.push(&place, false).unwrap();
    let would = bob.pull(&other, &look).unwrap();
    assert_eq!((would.updated, would.trashed.len(), would.is_trashing_many), (6, 6, true), "{would:?}");
    for most_trashed in [0, 5] {
        let request = PullRequest { most_trashed, ..PullRequest::default() };
        let message = refused(bob.pull(&other, &request), ErrorCode::WouldTrash);
        assert!(message.contains("would move 6 items to trash") && message.contains("skill a1"), "{message}");
        assert_eq!(bob.list_skills().unwrap().len(), 7, "nothing was changed");
    }
    let done = bob.pull(&other, &PullRequest { most_trashed: 6, ..PullRequest::default() }).unwrap();
    assert_eq!((done.updated, done.trashed.len()), (6, 6), "{done:?}");
    assert_eq!(bob.list_skills().unwrap().iter().map(|row| row.name.as_str()).collect::<Vec<_>>(), ["kept"]);
}

#[test]
fn a_look_before_a_push_or_pull_changes_nothing_and_counts_what_comes() {
    let server = PostgresServer::shared();
    let (url, [(ann, place), (bob, other)]) = two(server, &["alpha", "beta", "gamma"]);
    let nowhere = SharingPlace { library: Some("not there yet".to_owned()), ..place.clone() };
    assert_eq!(ann.push(&nowhere, true).unwrap().created, 3);
    assert_eq!(server.sql(&url, "SELECT count(*) FROM studio_library_t"), "1", "a look makes no library");

    edit(&ann, "alpha", "First.", "Ann's first.");
    edit(&ann, "beta", "First.", "Ann's beta.");
    let would = ann.push(&place, true).unwrap();
    assert_eq!((would.created, would.updated, would.unchanged), (0, 2, 1));
    assert_eq!(server.sql(&url, "SELECT revision FROM studio_library_t"), "1");
    ann.push(&place, false).unwrap();
    edit(&bob, "alpha", "Last.", "Bob's last.");
    edit(&bob, "beta", "First.", "Bob's beta.");
    let request = PullRequest { is_dry_run: true, ..PullRequest::default() };
    let would = bob.pull(&other, &request).unwrap();
    assert_eq!((would.updated, would.merged, would.conflicts.len()), (0, 1, 1), "{would:?}");
    assert!(bob.text(&bob.row("alpha").id, "SKILL.md").contains("First."), "nothing came in");
    assert_eq!(state(&bob, "alpha"), Some(SharingState::BothChanged));
    let done = bob.pull(&other, &PullRequest::default()).unwrap();
    assert_eq!((done.updated, done.merged, &done.conflicts), (0, 1, &would.conflicts), "it does what was said");
    let titles = bob.events.all().into_iter().filter_map(|event| match event {
        StudioEvent::Activity { activity } if activity.is_finished => Some(activity.title),
        _ => None,
    });
    assert!(titles.collect::<Vec<_>>().contains(&"Pulling".to_owned()), "the screen hears of it");
}

/// What both have changed of one thing.
fn dispute(bench: &Bench, place: &SharingPlace, name: &str) -> SharingDispute {
    bench.get_sharing_dispute(place, &reference(bench, name)).unwrap()
}

fn answer(dispute: &SharingDispute, choice: &FieldChoice) -> SharingAnswer {
    let fields = dispute.fields.iter().map(|one| FieldAnswer { field: one.field.clone(), choice: choice.clone() });
    SharingAnswer { thing: dispute.thing.clone(), their_hash: dispute.their_hash.clone(), fields: fields.collect() }
}

#[test]
fn what_both_changed_is_decided_text_by_text_and_not_on_a_version_that_is_gone() {
    let server = PostgresServer::shared();
    let (_, [(ann, place), (bob, other)]) = two(server, &["alpha", "beta"]);
    for (bench, own) in [(&ann, "Ann's first."), (&bob, "Bob's first.")] {
        edit(bench, "alpha", "First.", own);
        edit(bench, "beta", "First.", own);
    }
    ann.push(&place, false).unwrap();
    assert!(!bob.push(&other, false).unwrap().conflicts.is_empty());
    let asked = dispute(&bob, &other, "alpha");
    assert_eq!(asked.fields.len(), 1);
    let merge = asked.fields[0].merge.clone().expect("a text");
    assert_eq!((merge.source, merge.path.as_str(), merge.conflicts), (MergeSource::Server, "SKILL.md", 1));
    assert!(merge.base.contains("First.") && merge.mine.contains("Bob's") && merge.theirs.contains("Ann's"));

    // Ann goes on meanwhile: what was decided about the old version is not taken.
    edit(&ann, "alpha", "Last.", "Ann's last.");
    ann.push(&place, false).unwrap();
    let text = merge.mine.replace("Bob's first.", "Both first.");
    let merged = FieldChoice::Merged { text };
    assert!(refused(bob.resolve_sharing_dispute(&other, &answer(&asked, &merged)), ErrorCode::Stale).contains("alpha"));
    let asked = dispute(&bob, &other, "alpha");
    let text = asked.fields[0].merge.clone().unwrap().theirs.replace("Ann's first.", "Both first.");
    let report =
        bob.resolve_sharing_dispute(&other, &answer(&asked, &FieldChoice::Merged { text: text.clone() })).unwrap();
    assert_eq!((report.merged, report.conflicts.len()), (1, 0));
    assert_eq!(bob.text(&bob.row("alpha").id, "SKILL.md"), text);
    assert_eq!(state(&bob, "alpha"), Some(SharingState::LocallyModified));
    assert_eq!(state(&bob, "beta"), Some(SharingState::BothChanged), "the other one waits");
    let gone = bob.get_sharing_dispute(&other, &reference(&bob, "alpha"));
    assert!(refused(gone, ErrorCode::Stale).contains("no conflict to resolve"));

    // A field that nobody decided is no decision.
    let asked = dispute(&bob, &other, "beta");
    let empty = SharingAnswer { fields: Vec::new(), ..answer(&asked, &FieldChoice::Mine) };
    assert!(refused(bob.resolve_sharing_dispute(&other, &empty), ErrorCode::Stale).contains("beta"));
    let report = bob.resolve_sharing_dispute(&other, &answer(&asked, &FieldChoice::Theirs)).unwrap();
    assert_eq!((report.merged, report.skipped.len()), (1, 0), "{report:?} {asked:?}");
    assert!(bob.text(&bob.row("beta").id, "SKILL.md").contains("Ann's first."));
    bob.push(&other, false).unwrap();
    ann.pull(&place, &PullRequest::default()).unwrap();
    assert_eq!(ann.text(&ann.row("alpha").id, "SKILL.md"), text);
}

#[test]
fn two_who_never_agreed_get_a_merge_of_what_they_have_alike() {
    let server = PostgresServer::shared();
    let url = server.database();
    let (ann, bob) = (Bench::new(), Bench::new());
    for (bench, own) in [(&ann, "Ann's."), (&bob, "Bob's.")] {
        bench.add_skill("alpha", skill("alpha", "Does it. Use when asked.", "", &format!("First.\n\n{own}\n")));
    }
    let place = join(&ann, &url);
    ann.push(&place, false).unwrap();
    let other = join(&bob, &url);
    let asked = dispute(&bob, &other, "alpha");
    let text = asked.fields.iter().find(|one| one.field == "/document").expect("the texts differ");
    let merge = text.merge.clone().expect("a text");
    assert!(merge.base.contains("First.") && !merge.base.contains("Ann's") && !merge.base.contains("Bob's"));
    assert_eq!(merge.conflicts, 1);
}

/// More than an answer of a server may have rows: they come a part at a time.
#[test]
fn a_library_of_more_things_than_an_answer_may_have_is_seen_whole() {
    const MANY: usize = 120_000;
    let server = PostgresServer::shared();
    let (url, [_, (bob, place)]) = two(server, &["alpha"]);
    server.sql(
        &url,
        &format!(
            "UPDATE studio_library_t SET revision = revision + 1;
            INSERT INTO studio_item_t (host_id, kind, item_id, name, content, sha256, revision)
            SELECT l.host_id, 'server', gen_random_uuid(), 'server-' || n, '{{}}',
                encode(sha256(convert_to('{{}}', 'UTF8')), 'hex'), l.revision
            FROM studio_library_t l, generate_series(1, {MANY}) n"
        ),
    );
    let seen = || {
        let things = bob.refresh_sharing(&place).unwrap().things;
        things.into_iter().map(|thing| thing.name).filter(|name| name.starts_with("server-")).collect::<Vec<_>>()
    };
    let names = seen();
    let each: std::collections::HashSet<&String> = names.iter().collect();
    assert_eq!((names.len(), each.len()), (MANY, MANY), "each once");
    assert_eq!(seen().len(), MANY, "and nothing is seen anew");
}

/// Alters a skill on a server, by hand, so that what it says of itself holds.
fn alter(server: &PostgresServer, url: &str, name: &str, content: &str) {
    let sql = format!(
        "UPDATE studio_item_t SET content = {content} WHERE name = '{name}';
        UPDATE studio_item_t SET sha256 = encode(sha256(convert_to(content, 'UTF8')), 'hex') WHERE name = '{name}'"
    );
    server.sql(url, &sql);
}

#[test]
fn what_somebody_altered_on_the_server_stays_out_by_name_and_the_rest_comes_in() {
    let server = PostgresServer::shared();
    let names = ["altered", "huge", "lacking", "leading-out", "no-json", "other-file", "sound"];
    let (url, [(ann, own_place), _]) = two(server, &names);
    let text = |name: &str| ann.text(&ann.row(name).id, "SKILL.md");
    let file = |name: &str| format!("sha256 = encode(sha256(convert_to($text${}$text$, 'UTF8')), 'hex')", text(name));
    server.sql(&url, "UPDATE studio_item_t SET content = content || ' ' WHERE name = 'altered'");
    alter(server, &url, "huge", "repeat('x', 20000000)");
    server.sql(&url, &format!("DELETE FROM studio_content_t WHERE {}", file("lacking")));
    let out = "jsonb_set(content::jsonb, '{files}', jsonb_build_object('../../out.txt',
        jsonb_build_object('sha256', content::jsonb->'document', 'is_executable', false)))::text";
    alter(server, &url, "leading-out", out);
    alter(server, &url, "no-json", "'{\"document\": [[[['");
    server.sql(&url, &format!("UPDATE studio_content_t SET bytes = 'other' WHERE {}", file("other-file")));

    let carol = Bench::new();
    let place = join(&carol, &url);
    let report = carol.pull(&place, &PullRequest::default()).unwrap();
    assert_eq!((report.created, report.conflicts.len()), (1, 0), "{report:?}");
    let mut skipped: Vec<_> = report.skipped.iter().map(|one| (one.name.as_str(), one.code)).collect();
    skipped.sort_unstable_by_key(|(name, _)| *name);
    assert_eq!(skipped, names[..6].iter().map(|name| (*name, SharingSkip::Refused)).collect::<Vec<_>>(), "{report:?}");
    let says = |name: &str| report.skipped.iter().find(|one| one.name == name).unwrap().message.clone();
    for name in ["altered", "huge"] {
        assert!(says(name).starts_with("The server's copy is too large or differs from what was pushed."), "{name}");
    }
    for name in ["lacking", "other-file"] {
        assert!(
            says(name).starts_with("The server is missing a file it lists, or has a different one"),
            "{}",
            says(name)
        );
    }
    assert!(says("leading-out").contains("outside its skill: ../../out.txt"), "{}", says("leading-out"));
    let rows = carol.list_skills().unwrap();
    assert_eq!(rows.iter().map(|row| row.name.as_str()).collect::<Vec<_>>(), ["sound"]);

    // What is pushed again comes in.
    for name in &names[..6] {
        edit(&ann, name, "Middle.", "Changed.");
    }
    ann.push(&own_place, false).unwrap();
    let report = carol.pull(&place, &PullRequest::default()).unwrap();
    assert_eq!((report.created, report.skipped.len()), (6, 0), "{report:?}");
}

#[test]
fn what_somebody_altered_is_refused_where_my_side_counts_too_and_nothing_is_agreed_on() {
    let server = PostgresServer::shared();
    let (url, [(ann, own_place), (bob, place)]) = two(server, &["alpha", "beta"]);
    for name in ["alpha", "beta"] {
        edit(&ann, name, "First.", "Ann's first.");
    }
    ann.push(&own_place, false).unwrap();
    edit(&bob, "alpha", "First.", "Bob's first.");
    bob.trash_skills_now(&[bob.row("beta").id]).unwrap();
    server.sql(&url, "UPDATE studio_item_t SET content = content || ' '");

    let mine = PullRequest { prefer: Some(SharingSide::Mine), ..PullRequest::default() };
    let report = bob.pull(&place, &mine).unwrap();
    let mut skipped: Vec<_> = report.skipped.iter().map(|one| (one.name.as_str(), one.code)).collect();
    skipped.sort_unstable_by_key(|(name, _)| *name);
    assert_eq!(skipped, [("alpha", SharingSkip::Refused), ("beta", SharingSkip::Refused)], "{report:?}");
    assert_eq!((report.created, report.updated, report.merged), (0, 0, 0), "{report:?}");
    assert!(bob.text(&bob.row("alpha").id, "SKILL.md").contains("Bob's first."));
    for name in ["alpha", "beta"] {
        assert_eq!(state(&bob, name), Some(SharingState::BothChanged), "{name}");
    }
    // What nobody could read was not agreed on: a push does not go over it either.
    let conflicts = bob.push(&place, false).unwrap().conflicts;
    let mut names: Vec<_> = conflicts.iter().map(|one| one.name.as_str()).collect();
    names.sort_unstable();
    assert_eq!(names, ["alpha", "beta"]);

    // As soon as it is pushed again from a library that has it, my side counts.
    for name in ["alpha", "beta"] {
        edit(&ann, name, "Last.", "Ann's last.");
    }
    ann.push(&own_place, false).unwrap();
    assert_eq!(bob.pull(&place, &mine).unwrap().merged, 2);
    assert_eq!(bob.push(&place, false).unwrap().conflicts.len(), 0);
    ann.pull(&own_place, &PullRequest::default()).unwrap();
    assert_eq!(ann.list_skills().unwrap().iter().map(|row| row.name.as_str()).collect::<Vec<_>>(), ["alpha"]);
    assert!(ann.text(&ann.row("alpha").id, "SKILL.md").contains("Bob's first."));
}

#[test]
fn one_thing_is_taken_with_what_it_needs_and_nothing_else() {
    let server = PostgresServer::shared();
    let url = server.database();
    let ann = Bench::with_samples();
    let place = join(&ann, &url);
    ann.push(&place, false).unwrap();
    let bob = Bench::new();
    let other = join(&bob, &url);
    let wanted = reference(&bob, "carbon-monoxide-alarm");
    let report = bob.pull(&other, &PullRequest { only: Some(vec![wanted]), ..PullRequest::default() }).unwrap();
    assert_eq!((report.skipped.len(), report.conflicts.len()), (0, 0), "{report:?}");
    let names: Vec<String> = bob.list_skills().unwrap().into_iter().map(|row| row.name).collect();
    assert!(names.contains(&"carbon-monoxide-alarm".to_owned()) && names.contains(&"gas-emergency".to_owned()));
    assert!(!names.contains(&"code-review".to_owned()), "{names:?}");
    assert_eq!(state(&bob, "code-review"), Some(SharingState::NotInstalled));
    let unknown = SharedRef { kind: SharedKind::Skill, id: "00000000-0000-0000-0000-000000000000".to_owned() };
    let only = PullRequest { only: Some(vec![unknown]), ..PullRequest::default() };
    assert!(refused(bob.pull(&other, &only), ErrorCode::NotFound).contains("no longer exists here"));
}

#[test]
fn a_push_or_pull_that_is_cancelled_says_what_became_of_it() {
    let server = PostgresServer::shared();
    let (url, [(ann, place), _]) = two(server, &["alpha"]);
    edit(&ann, "alpha", "First.", "Ann's.");
    let revision = server.sql(&url, "SELECT revision FROM studio_library_t");
    // Somebody else is in the middle of a push: this one waits, and is cancelled meanwhile.
    let hold = "BEGIN; SELECT 1 FROM studio_library_t FOR UPDATE; SELECT pg_sleep(600)";
    let mut holder = server.psql(&url).args(["-c", hold]).spawn().unwrap();
    // Others have databases on the same server.
    let here = "FROM pg_stat_activity WHERE datname = current_database() AND";
    let count = |what: &str| server.sql(&url, &format!("SELECT count(*) {here} {what}"));
    until("the other push", || count("wait_event = 'PgSleep'") == "1");
    ann.events.clear();
    let ended = std::thread::scope(|scope| {
        let push = scope.spawn(|| ann.push(&place, false));
        until("the push", || count("application_name = 'Skill Studio' AND wait_event_type = 'Lock'") == "1");
        let id = ann.events.all().into_iter().find_map(|event| match event {
            StudioEvent::Activity { activity } => Some(activity.id),
            _ => None,
        });
        ann.cancel_activity(&id.unwrap()).unwrap();
        server.sql(&url, &format!("SELECT pg_terminate_backend(pid) {here} wait_event = 'PgSleep'"));
        push.join().unwrap()
    });
    holder.wait().unwrap();
    let message = refused(ended, ErrorCode::Cancelled);
    assert_eq!(message, "The push was canceled. Nothing was pushed.");
    assert_eq!(server.sql(&url, "SELECT revision FROM studio_library_t"), revision);
    assert_eq!(ann.push(&place, false).unwrap().updated, 1, "nothing was forgotten");
}
