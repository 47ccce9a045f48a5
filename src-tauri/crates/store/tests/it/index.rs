//! The index: vectors, full text, and that losing it loses nothing.

use std::fs;

use studio_model::HostId;
use studio_store::{Answer, EntityKind, Error, FileText, Index, TextRow, VectorRow, WordPlaces};
use uuid::Uuid;

const MODEL: &str = "test-model";
const DIMENSION: usize = 384;

struct Place {
    folder: tempfile::TempDir,
    host: HostId,
}

impl Place {
    fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap(), host: HostId(Uuid::now_v7()) }
    }

    fn path(&self) -> std::path::PathBuf {
        self.folder.path().join("index.db")
    }

    fn open(&self) -> Index {
        Index::open(&self.path(), MODEL, DIMENSION).unwrap()
    }
}

/// A vector that points along one axis, with a little of another.
fn vector(axis: usize, other: usize, little: f32) -> Vec<f32> {
    let mut vector = vec![0.0; DIMENSION];
    vector[axis] = 1.0;
    vector[other] += little;
    vector
}

fn new_vector(id: Uuid, vector: Vec<f32>) -> VectorRow {
    VectorRow { id, part: 0, text_hash: "hash".to_owned(), vector }
}

#[test]
fn s0_19_the_nearest_descriptions_are_found_by_meaning() {
    let place = Place::new();
    let index = place.open();
    let [near, far, tool, elsewhere] = [(); 4].map(|()| Uuid::now_v7());
    let rows = [new_vector(far, vector(7, 8, 0.5)), new_vector(near, vector(3, 4, 0.5))];
    index.put_vectors(place.host, EntityKind::Skill, &rows).unwrap();
    index.put_vectors(place.host, EntityKind::Tool, &[new_vector(tool, vector(3, 4, 0.1))]).unwrap();
    let other_host = HostId(Uuid::now_v7());
    index.put_vectors(other_host, EntityKind::Skill, &[new_vector(elsewhere, vector(3, 4, 0.0))]).unwrap();

    let found = index.nearest(place.host, EntityKind::Skill, &vector(3, 4, 0.0), 5).unwrap();
    assert_eq!(found.iter().map(|hit| hit.0).collect::<Vec<_>>(), [near, far], "only skills of this host");
    assert!((found[0].1 - 1.0 / 1.25_f32.sqrt()).abs() < 1e-5, "the cosine: {}", found[0].1);
    assert!(found[1].1.abs() < 1e-5);
    assert_eq!(index.nearest(place.host, EntityKind::Skill, &vector(3, 4, 0.0), 1).unwrap().len(), 1);
    assert_eq!(index.nearest(place.host, EntityKind::Tool, &vector(3, 4, 0.0), 5).unwrap()[0].0, tool);

    let mut vectors = index.vectors(place.host, EntityKind::Skill).unwrap();
    vectors.sort_by_key(|row| row.id != near);
    assert_eq!(vectors, [new_vector(near, vector(3, 4, 0.5)), new_vector(far, vector(7, 8, 0.5))]);
    let short = index.nearest(place.host, EntityKind::Skill, &[1.0], 5).unwrap_err();
    assert!(matches!(short, Error::Dimension { expected: 384, found: 1, .. }));
}

/// The vector of a part whose text has this hash.
fn part(id: Uuid, part: u16, text_hash: &str, vector: Vec<f32>) -> VectorRow {
    VectorRow { id, part, text_hash: text_hash.to_owned(), vector }
}

#[test]
fn only_changed_texts_are_stale_and_only_known_ones_stay() {
    let place = Place::new();
    let index = place.open();
    let (host, skill) = (place.host, EntityKind::Skill);
    let [a, b] = [1, 2].map(|number| Uuid::from_u128(number << 64));
    let texts = |second: &str| [(a, 0, "whole"), (a, 1, "name"), (b, 0, second)].map(|(i, p, t)| (i, p, t.to_owned()));
    assert_eq!(index.stale(host, skill, &texts("hash")).unwrap(), [(a, 0), (a, 1), (b, 0)]);
    let rows = [
        part(b, 0, "hash", vector(2, 3, 0.0)),
        part(a, 1, "name", vector(5, 6, 0.0)),
        part(a, 0, "whole", vector(1, 2, 0.0)),
    ];
    index.put_vectors(host, skill, &rows).unwrap();
    assert_eq!(index.stale(host, skill, &texts("hash")).unwrap(), []);
    assert_eq!(index.stale(host, skill, &texts("new")).unwrap(), [(b, 0)]);
    assert_eq!(index.stale(host, EntityKind::Tool, &texts("hash")).unwrap().len(), 3);
    assert_eq!(index.vectors(host, skill).unwrap(), [rows[2].clone(), rows[1].clone(), rows[0].clone()]);
    let mut visited = Vec::new();
    index.visit_vectors(host, skill, |of_one| visited.push(of_one)).unwrap();
    let all = index.vectors(host, skill).unwrap();
    assert_eq!(visited, all.chunk_by(|a, b| a.id == b.id).map(<[VectorRow]>::to_vec).collect::<Vec<_>>());
    assert_eq!(index.vectors_of(host, skill, a).unwrap(), [rows[2].clone(), rows[1].clone()]);
    assert_eq!(index.whole_vectors(host, skill).unwrap(), [rows[2].clone(), rows[0].clone()]);

    let newer = part(b, 0, "new", vector(9, 3, 0.0));
    index.put_vectors(host, skill, std::slice::from_ref(&newer)).unwrap();
    assert_eq!(index.vectors_of(host, skill, b).unwrap(), [newer], "in place of the older one");
    assert_eq!(index.nearest(host, skill, &vector(9, 3, 0.0), 1).unwrap()[0].0, b);

    index.retain(host, skill, &[b]).unwrap();
    assert_eq!(index.vectors(host, skill).unwrap().len(), 1);
    index.remove(host, skill, b).unwrap();
    assert_eq!(index.nearest(host, skill, &vector(9, 3, 0.0), 9).unwrap(), []);
}

#[test]
fn parts_are_trimmed_and_only_whole_texts_are_neighbours() {
    let place = Place::new();
    let index = place.open();
    let (host, skill) = (place.host, EntityKind::Skill);
    let [a, b] = [1, 2].map(|number| Uuid::from_u128(number << 64));
    let rows: Vec<VectorRow> = [a, b]
        .into_iter()
        .flat_map(|id| (0..4).map(move |n| part(id, n, "t", vector(usize::from(n), 9, 0.1))))
        .collect();
    index.put_vectors(host, skill, &rows).unwrap();
    let near = index.nearest(host, skill, &vector(2, 9, 0.1), 9).unwrap();
    assert_eq!(near.iter().map(|hit| hit.0).collect::<Vec<_>>(), [a, b], "each once");
    assert!(near[0].1 < 0.5, "by its whole text, however near a passage is: {near:?}");

    let parts = |id| index.vectors_of(host, skill, id).unwrap().iter().map(|row| row.part).collect::<Vec<_>>();
    index.trim_parts(host, skill, a, 2).unwrap();
    assert_eq!((parts(a), parts(b)), (vec![0, 1], vec![0, 1, 2, 3]));
    index.trim_parts(host, skill, a, 7).unwrap();
    index.remove(host, skill, b).unwrap();
    assert_eq!((parts(a), parts(b)), (vec![0, 1], vec![]));
    index.retain(host, skill, &[]).unwrap();
    assert_eq!(index.vectors(host, skill).unwrap(), []);
}

#[test]
fn what_is_set_aside_is_found_by_nobody_until_it_is_taken_up() {
    let place = Place::new();
    let index = place.open();
    let (host, skill) = (place.host, EntityKind::Skill);
    let [a, b, c] = [1, 2, 3].map(|number| Uuid::from_u128(number << 64));
    let rows: Vec<VectorRow> = [a, b, c]
        .into_iter()
        .flat_map(|id| (0..2).map(move |n| part(id, n, "t", vector(usize::from(n), 9, 0.1))))
        .collect();
    index.put_vectors(host, skill, &rows).unwrap();
    index.sync_text(host, skill, &[TextRow { id: a, hash: "t".to_owned(), ..TextRow::default() }]).unwrap();
    let near = |index: &Index| -> Vec<Uuid> {
        index.nearest(host, skill, &vector(0, 9, 0.1), 9).unwrap().into_iter().map(|hit| hit.0).collect()
    };
    let is_stale = |id| !index.stale(host, skill, &[(id, 0, "t".to_owned())]).unwrap().is_empty();

    index.set_aside(host, skill, &[a, b]).unwrap();
    assert_eq!((near(&index), index.vectors_of(host, skill, a).unwrap()), (vec![c], Vec::new()));
    assert_eq!((index.text_hashes(host, skill).unwrap().len(), is_stale(a)), (0, true));
    // Nothing that only looks after what is in use touches it, nor another kind.
    index.retain(host, skill, &[c]).unwrap();
    index.take_up(host, EntityKind::Tool, &[a]).unwrap();
    index.take_up(host, skill, &[a, c]).unwrap();
    assert_eq!((near(&index), is_stale(a)), (vec![a, c], false));
    assert_eq!(index.vectors_of(host, skill, a).unwrap(), rows[..2]);

    index.set_aside(host, skill, &[a]).unwrap();
    index.retain_aside(host, skill, &[a]).unwrap();
    index.take_up(host, skill, &[a, b]).unwrap();
    assert_eq!(near(&index), [a, c], "{b} lies in the trash no more");
    index.set_aside(host, skill, &[a]).unwrap();
    index.remove(host, skill, a).unwrap();
    index.take_up(host, skill, &[a]).unwrap();
    assert_eq!(near(&index), [c], "deleted for good");
}

#[test]
fn a_vector_of_another_length_is_refused_and_nothing_kept() {
    let place = Place::new();
    let index = place.open();
    let id = Uuid::from_u128(7);
    let rows = [new_vector(Uuid::now_v7(), vector(1, 2, 0.0)), new_vector(id, vec![0.5; 256])];
    let messages = [
        index.put_vectors(place.host, EntityKind::Skill, &rows).unwrap_err(),
        index.nearest(place.host, EntityKind::Skill, &[], 1).unwrap_err(),
        index.put_query_vectors(&[("hash".to_owned(), vec![0.5; 1_024])]).unwrap_err(),
    ]
    .map(|error| error.to_string());
    assert_eq!(
        messages,
        [
            format!("the embedding of {id} has 256 dimensions instead of 384"),
            "the embedding of query has 0 dimensions instead of 384".to_owned(),
            "the embedding of query has 1024 dimensions instead of 384".to_owned(),
        ]
    );
    assert_eq!(index.vectors(place.host, EntityKind::Skill).unwrap(), []);
}

#[test]
fn queries_and_answers_are_remembered() {
    let place = Place::new();
    let index = place.open();
    let keys = |keys: &[&str]| keys.iter().map(|&key| key.to_owned()).collect::<Vec<String>>();
    assert!(index.query_vectors(&keys(&["a"])).unwrap().is_empty());
    index.put_query_vectors(&[("a".to_owned(), vector(1, 2, 0.5)), ("b".to_owned(), vector(2, 3, 0.5))]).unwrap();
    index.put_query_vectors(&[("b".to_owned(), vector(4, 5, 0.5))]).unwrap();
    let found = index.query_vectors(&keys(&["b", "c", "a", "a"])).unwrap();
    assert_eq!(found, [("a".to_owned(), vector(1, 2, 0.5)), ("b".to_owned(), vector(4, 5, 0.5))].into());

    let answer = |text: &str| Answer { text: text.to_owned(), made_at: "2026-01-02T03:04:05.000Z".to_owned() };
    index.put_answer("asked", &answer("first")).unwrap();
    index.put_answer("asked", &answer("second")).unwrap();
    drop(index);
    let found = place.open().answers(&keys(&["asked", "not asked"])).unwrap();
    assert_eq!(found, [("asked".to_owned(), answer("second"))].into());
}

fn text(id: Uuid, hash: &str, description: &str, body: &str) -> TextRow {
    TextRow {
        id,
        hash: hash.to_owned(),
        description: description.to_owned(),
        tags: "triage".to_owned(),
        body: body.to_owned(),
    }
}

#[test]
fn words_are_found_where_they_stand() {
    let place = Place::new();
    let index = place.open();
    let [ship, ci, cjk] = [(); 3].map(|()| Uuid::now_v7());
    let mut rows = vec![
        text(ship, "1", "Deploys a release", "Nothing more. c++ 🔥"),
        text(ci, "2", "Builds", "At the end you deploy the café menu, snake_case."),
        text(cjk, "3", "部署应用程序到服务器", "デプロイする"),
    ];
    assert_eq!(index.sync_text(place.host, EntityKind::Skill, &rows).unwrap(), 3);
    assert_eq!(index.sync_text(place.host, EntityKind::Skill, &rows).unwrap(), 0, "equal hashes are nothing to do");
    let file = |path: &str, hash: &str, text: &str| FileText {
        skill: ship,
        path: path.to_owned(),
        hash: hash.to_owned(),
        text: text.to_owned(),
    };
    let files = [
        file("references/b.md", "1", "A zeppelin."),
        file("references/a.md", "2", "Two zeppelins."),
        file("x.bin", "3", ""),
    ];
    index.sync_files(place.host, &files, &[]).unwrap();

    let found = |word: &str| {
        let places = index.word_places(place.host, word).unwrap();
        let name = |id: &Uuid| {
            if *id == ship {
                "ship"
            } else if *id == ci {
                "ci"
            } else {
                "cjk"
            }
        };
        let mut all: Vec<String> = Vec::new();
        all.extend(places.description.iter().map(|id| format!("{} description", name(id))));
        all.extend(places.tags.iter().map(|id| format!("{} tags", name(id))));
        all.extend(places.body.iter().map(|id| format!("{} body", name(id))));
        all.extend(places.files.iter().map(|(id, path)| format!("{} {path}", name(id))));
        all.sort();
        all.join(", ")
    };
    for (word, expected) in [
        ("deploy", "ci body, ship description"),
        ("DEPL", "ci body, ship description"),
        ("eploy", ""),
        ("cafe", "ci body"),
        ("deploy the", "ci body"),
        ("the deploy", ""),
        ("snake_case", "ci body"),
        ("snake-case", "ci body"),
        ("应用", "cjk description"),
        ("用应", ""),
        ("プロイ", "cjk body"),
        ("🔥", "ship body"),
        ("🔥🔥", ""),
        ("zeppelin", "ship references/a.md"),
        ("references", "ship references/a.md"),
        ("x.bin", "ship x.bin"),
        ("triage", "ci tags, cjk tags, ship tags"),
        ("e", ""),
        ("c++", ""),
        ("\" OR", ""),
    ] {
        assert_eq!(found(word), expected, "{word}");
    }
    assert_eq!(index.files_with(place.host, "zeppelin").unwrap().len(), 2);
    assert_eq!(index.word_places(HostId(Uuid::now_v7()), "deploy").unwrap(), WordPlaces::default());

    rows[0] = text(ship, "4", "", "");
    assert_eq!(index.sync_text(place.host, EntityKind::Skill, &rows).unwrap(), 1);
    assert_eq!(found("deploy"), "ci body", "the old text is gone");
    index
        .sync_files(place.host, &[file("references/b.md", "5", "None.")], &[(ship, "references/a.md".to_owned())])
        .unwrap();
    assert_eq!(found("zeppelin"), "");
    assert_eq!(index.file_hashes(place.host, Some(ship)).unwrap().len(), 2);
    index.remove(place.host, EntityKind::Skill, ci).unwrap();
    index.retain(place.host, EntityKind::Skill, &[cjk]).unwrap();
    assert_eq!(found("deploy"), "");
    assert_eq!(index.text_hashes(place.host, EntityKind::Skill).unwrap().len(), 1);
    assert!(index.file_hashes(place.host, None).unwrap().is_empty(), "a skill goes with its files");
}

/// The format before this one had other words; its vectors cost minutes to make again.
#[test]
fn an_index_with_other_words_keeps_its_vectors() {
    let place = Place::new();
    let id = Uuid::now_v7();
    place.open().put_vectors(place.host, EntityKind::Skill, &[new_vector(id, vector(1, 2, 0.0))]).unwrap();
    let old = rusqlite::Connection::open(place.path()).unwrap();
    old.execute_batch(
        "DROP TABLE file_text_t; DROP TABLE file_key_t; DROP TABLE text_t;
        CREATE VIRTUAL TABLE text_t USING fts5(name, description, tags, body);
        INSERT INTO text_t VALUES ('a', 'b', 'c', 'd'); PRAGMA user_version = 2;",
    )
    .unwrap();
    drop(old);
    for index in [place.open(), place.open()] {
        assert_eq!(index.vectors(place.host, EntityKind::Skill).unwrap().len(), 1);
        index.sync_text(place.host, EntityKind::Skill, &[text(id, "1", "Deploys", "")]).unwrap();
        assert_eq!(index.word_places(place.host, "deploys").unwrap().description.len(), 1);
    }
}

#[test]
fn many_texts_are_written_at_once_in_an_index_of_before_too() {
    let words = |from: usize| (from..from + 1_000).map(|number| format!("word{number}")).collect::<Vec<_>>().join(" ");
    let rows = |from: usize| -> Vec<TextRow> {
        (0..40).map(|row| text(Uuid::now_v7(), "hash", "", &words(from + row * 1_000))).collect()
    };
    let place = Place::new();
    let parts = || -> i64 {
        let db = rusqlite::Connection::open(place.path()).unwrap();
        db.query_row("SELECT count(DISTINCT segid) FROM text_t_idx", [], |row| row.get(0)).unwrap()
    };
    assert_eq!(place.open().sync_text(place.host, EntityKind::Skill, &rows(0)).unwrap(), 40);
    assert_eq!(parts(), 1, "of nothing that was written anything is put together");
    let db = rusqlite::Connection::open(place.path()).unwrap();
    db.execute("INSERT INTO text_t(text_t, rank) VALUES ('hashsize', 1048576)", []).unwrap();
    drop(db);
    assert_eq!(place.open().sync_text(place.host, EntityKind::Skill, &rows(1_000_000)).unwrap(), 40);
    assert_eq!(parts(), 2);
}

#[test]
fn no_query_is_a_syntax_error() {
    let place = Place::new();
    let index = place.open();
    index.sync_text(place.host, EntityKind::Skill, &[text(Uuid::now_v7(), "a", "not near or and", "\" AND")]).unwrap();
    let long = "x ".repeat(2_000);
    for query in [
        "",
        " ",
        "\"",
        "\"\"",
        "a\"b",
        "'",
        "*",
        "a*",
        "(",
        ")",
        "a AND",
        "OR",
        "NOT",
        "NEAR(",
        "NEAR/3",
        "^a",
        "name:a",
        "-a",
        "+",
        "a - b",
        "{name description} : a",
        "\0",
        "a\0b",
        "🦀",
        "部",
        "部\"署",
        "\u{200B}",
        ";--",
        "ſ",
        "İ",
        "e\u{301}",
        "ªº",
        "½",
        "①",
        long.as_str(),
    ] {
        index.word_places(place.host, query).unwrap_or_else(|error| panic!("{query:?}: {error}"));
    }
}

#[test]
fn an_index_of_no_use_is_thrown_away_and_made_anew() {
    let place = Place::new();
    let id = Uuid::now_v7();
    let fill = |index: &Index| {
        index.put_vectors(place.host, EntityKind::Skill, &[new_vector(id, vector(1, 2, 0.0))]).unwrap();
        index.sync_text(place.host, EntityKind::Skill, &[text(id, "a", "b", "c")]).unwrap();
    };
    let is_empty = |index: &Index| {
        index.vectors(place.host, EntityKind::Skill).unwrap().is_empty()
            && index.text_hashes(place.host, EntityKind::Skill).unwrap().is_empty()
    };
    fill(&place.open());
    assert!(!is_empty(&place.open()), "it lasts");

    for (model, dimension) in [("other-model", DIMENSION), (MODEL, 3)] {
        fill(&place.open());
        let other = Index::open(&place.path(), model, dimension).unwrap();
        assert!(is_empty(&other), "vectors of another model say nothing to this one");
        assert_eq!(other.stale(place.host, EntityKind::Skill, &[(id, 0, "hash".to_owned())]).unwrap(), [(id, 0)]);
        drop(other);
        assert!(is_empty(&place.open()), "and so the other way round");
    }

    fill(&place.open());
    rusqlite::Connection::open(place.path()).unwrap().pragma_update(None, "user_version", 1).unwrap();
    assert!(is_empty(&place.open()), "an older format");

    fill(&place.open());
    fs::write(place.path(), "not a database at all, but longer than a hundred bytes ".repeat(9)).unwrap();
    assert!(is_empty(&place.open()));

    fill(&place.open());
    let mut bytes = fs::read(place.path()).unwrap();
    for page in bytes.chunks_mut(4096).skip(1) {
        page[..64].fill(0xA5);
    }
    fs::write(place.path(), bytes).unwrap();
    let index = place.open();
    assert!(is_empty(&index));
    fill(&index);
    assert!(!is_empty(&index));
}
