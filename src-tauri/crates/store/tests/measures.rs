//! Prints how long the large operations take; asserts nothing about time. Run with `--nocapture`.

use std::time::Instant;

use studio_model::HostId;
use studio_store::{EntityKind, Index, TextRow, VectorRow};
use studio_testkit::{SkillBuilder, TempLibrary};
use uuid::Uuid;

#[test]
#[expect(clippy::print_stderr, reason = "the timings are what it is for")]
fn timings() {
    let measure = |what: &str, work: &mut dyn FnMut()| {
        let start = Instant::now();
        work();
        eprintln!("{what}: {:.1} ms", start.elapsed().as_secs_f64() * 1e3);
    };
    let library = TempLibrary::new();
    let import: Vec<_> = (0..460)
        .map(|number| {
            let mut skill = SkillBuilder::new(&format!("skill-{number}")).body(&"word ".repeat(1600));
            for file in 0..3 {
                skill = skill.file(&format!("{file}.md"), &"x".repeat(7_000));
            }
            skill.build()
        })
        .collect();
    measure("460 skills, 1380 files", &mut || drop(library.create_skills(&import).unwrap()));
    let more: Vec<_> = (0..9_540)
        .map(|number| SkillBuilder::new(&format!("more-{number}")).tags(&["a", "b"]).body(&"word ".repeat(800)).build())
        .collect();
    measure("9540 skills", &mut || drop(library.create_skills(&more).unwrap()));
    for _ in 0..3 {
        measure("list 10000", &mut || drop(library.list_skills().unwrap()));
    }
    measure("visit 10000", &mut || library.visit_skills(drop).unwrap());
    let lacking = library.without_description_vector(EntityKind::Skill).unwrap();
    let vector = [0.5; 384];
    measure("10000 vectors into rows, 64 at a time", &mut || {
        for some in lacking.chunks(64) {
            let rows: Vec<(Uuid, &[f32])> = some.iter().map(|id| (*id, &vector[..])).collect();
            library.put_description_vectors(EntityKind::Skill, &rows).unwrap();
        }
    });
    measure("who lacks one", &mut || {
        assert_eq!(library.without_description_vector(EntityKind::Skill).unwrap(), Vec::<Uuid>::new());
    });
    for _ in 0..3 {
        measure("list 10000 with vectors", &mut || drop(library.list_skills().unwrap()));
    }
    measure("visit 10000 with vectors", &mut || library.visit_skills(drop).unwrap());
    measure("open again", &mut || drop(library.open_again()));

    let host = HostId(Uuid::now_v7());
    let index = Index::open(&library.path_of("index.db"), "m", 384).unwrap();
    let vectors: Vec<VectorRow> = (0..40_000_u32)
        .map(|number| VectorRow {
            id: Uuid::from_u128(u128::from(number / 4) << 64),
            part: (number % 4) as u16,
            text_hash: number.to_string(),
            vector: (0..384_u32).map(|axis| ((number * 31 + axis * 17) % 97) as f32 - 48.0).collect(),
        })
        .collect();
    measure("put 4 vectors for each of 10000", &mut || index.put_vectors(host, EntityKind::Skill, &vectors).unwrap());
    measure("read 40000 vectors", &mut || drop(index.vectors(host, EntityKind::Skill).unwrap()));
    measure("nearest of 10000", &mut || drop(index.nearest(host, EntityKind::Skill, &vectors[5].vector, 10).unwrap()));
    let texts: Vec<TextRow> = (0..10_000)
        .map(|number| TextRow {
            id: Uuid::now_v7(),
            hash: number.to_string(),
            description: "Does a thing when asked for it".to_owned(),
            tags: "a b".to_owned(),
            body: format!("word{} {}", number % 100, "common text of it ".repeat(100)),
        })
        .collect();
    measure("put 10000 texts", &mut || assert_eq!(index.sync_text(host, EntityKind::Skill, &texts).unwrap(), 10_000));
    measure("search rare", &mut || drop(index.word_places(host, "word42").unwrap()));
    measure("search common", &mut || drop(index.word_places(host, "common").unwrap()));
    drop(index);
    measure("open the index", &mut || drop(Index::open(&library.path_of("index.db"), "m", 384).unwrap()));
}
