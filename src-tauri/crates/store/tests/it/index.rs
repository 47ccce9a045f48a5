//! The index: vectors, full text, and that losing it loses nothing.

use std::fs;

use studio_model::HostId;
use studio_store::{EntityKind, Error, Index, NewVector, TextRow};
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

fn new_vector(id: Uuid, vector: Vec<f32>) -> NewVector {
    NewVector { id, text_hash: "hash".to_owned(), vector }
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
    vectors.sort_by_key(|row| row.0 != near);
    assert_eq!(vectors, [(near, vector(3, 4, 0.5)), (far, vector(7, 8, 0.5))]);
    let short = index.nearest(place.host, EntityKind::Skill, &[1.0], 5).unwrap_err();
    assert!(matches!(short, Error::Dimension { expected: 384, found: 1, .. }));
}

#[test]
fn only_changed_texts_are_stale_and_only_known_ones_stay() {
    let place = Place::new();
    let index = place.open();
    let [a, b] = [(); 2].map(|()| Uuid::now_v7());
    let texts = |hash: &str| vec![(a, "hash".to_owned()), (b, hash.to_owned())];
    assert_eq!(index.stale(place.host, EntityKind::Skill, &texts("hash")).unwrap(), [a, b]);
    let rows = [new_vector(a, vector(1, 2, 0.0)), new_vector(b, vector(2, 3, 0.0))];
    index.put_vectors(place.host, EntityKind::Skill, &rows).unwrap();
    assert_eq!(index.stale(place.host, EntityKind::Skill, &texts("hash")).unwrap(), Vec::<Uuid>::new());
    assert_eq!(index.stale(place.host, EntityKind::Skill, &texts("new")).unwrap(), [b]);
    assert_eq!(index.stale(place.host, EntityKind::Tool, &texts("hash")).unwrap(), [a, b]);
    index.put_vectors(place.host, EntityKind::Skill, &[new_vector(b, vector(9, 3, 0.0))]).unwrap();
    assert_eq!(index.nearest(place.host, EntityKind::Skill, &vector(9, 3, 0.0), 1).unwrap()[0].0, b);

    index.retain(place.host, EntityKind::Skill, &[b]).unwrap();
    assert_eq!(index.vectors(place.host, EntityKind::Skill).unwrap().len(), 1);
    index.remove(place.host, EntityKind::Skill, b).unwrap();
    assert_eq!(index.nearest(place.host, EntityKind::Skill, &vector(9, 3, 0.0), 9).unwrap(), []);
}

fn text(id: Uuid, name: &str, description: &str, body: &str) -> TextRow {
    TextRow {
        id,
        hash: format!("{name}{description}{body}"),
        name: name.to_owned(),
        description: description.to_owned(),
        tags: "triage".to_owned(),
        body: body.to_owned(),
    }
}

#[test]
fn words_are_found_in_every_field_and_weigh_by_it() {
    let place = Place::new();
    let index = place.open();
    let [named, told, cjk] = [(); 3].map(|()| Uuid::now_v7());
    let mut rows = vec![
        text(named, "deploy-service", "Rolls out a release", "Nothing more."),
        text(told, "ci", "Builds", "At the end you deploy the café menu."),
        text(cjk, "部署", "部署应用程序到服务器", "デプロイする"),
    ];
    assert_eq!(index.sync_text(place.host, &rows).unwrap(), 3);
    assert_eq!(index.sync_text(place.host, &rows).unwrap(), 0, "equal hashes are nothing to do");
    let search = |query: &str| -> Vec<Uuid> {
        index.search_words(place.host, query, 10).unwrap().into_iter().map(|hit| hit.id).collect()
    };
    assert_eq!(search("deploy"), [named, told], "the name weighs more");
    assert_eq!(search("DEPL"), [named, told], "the start of a word");
    assert_eq!(search("how do I deploy the cafe"), [told], "every telling word");
    assert_eq!(search("deploy zeppelin"), [named, told], "any word where none has them all");
    assert_eq!(search("应用"), [cjk]);
    assert_eq!(search("用应"), Vec::<Uuid>::new(), "the order of signs counts");
    assert_eq!(search("プロイ"), [cjk]);
    assert_eq!(search("the"), [told], "stop words are all there is");
    assert_eq!(search("triage").len(), 3);
    let snippets: Vec<String> =
        index.search_words(place.host, "cafe 应用", 9).unwrap().into_iter().map(|hit| hit.snippet).collect();
    assert!(snippets.contains(&"At the end you deploy the [café] menu.".to_owned()), "{snippets:?}");
    assert!(snippets.contains(&"部署[应用]程序到服务器".to_owned()), "{snippets:?}");
    assert!(index.search_words(place.host, "deploy", 9).unwrap()[0].score > 0.0);
    assert_eq!(index.search_words(HostId(Uuid::now_v7()), "deploy", 9).unwrap(), []);

    rows[0] = text(named, "ship-service", "", "");
    assert_eq!(index.sync_text(place.host, &rows).unwrap(), 1);
    assert_eq!(search("deploy"), [told], "the old text is gone");
    index.remove(place.host, EntityKind::Skill, told).unwrap();
    assert_eq!(search("deploy"), Vec::<Uuid>::new());
    assert_eq!(index.text_hashes(place.host).unwrap().len(), 2);
}

#[test]
fn no_query_is_a_syntax_error() {
    let place = Place::new();
    let index = place.open();
    index.sync_text(place.host, &[text(Uuid::now_v7(), "a", "not near or and", "\" AND")]).unwrap();
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
        index.search_words(place.host, query, 5).unwrap_or_else(|error| panic!("{query:?}: {error}"));
    }
}

#[test]
fn an_index_of_no_use_is_thrown_away_and_made_anew() {
    let place = Place::new();
    let id = Uuid::now_v7();
    let fill = |index: &Index| {
        index.put_vectors(place.host, EntityKind::Skill, &[new_vector(id, vector(1, 2, 0.0))]).unwrap();
        index.sync_text(place.host, &[text(id, "a", "b", "c")]).unwrap();
    };
    let is_empty = |index: &Index| {
        index.vectors(place.host, EntityKind::Skill).unwrap().is_empty()
            && index.text_hashes(place.host).unwrap().is_empty()
    };
    fill(&place.open());
    assert!(!is_empty(&place.open()), "it lasts");

    let other = Index::open(&place.path(), "other-model", 3).unwrap();
    assert!(other.vectors(place.host, EntityKind::Skill).unwrap().is_empty());
    drop(other);
    assert!(is_empty(&place.open()));

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
