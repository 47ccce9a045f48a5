//! Thousands of skills at once: moved, tagged, trashed. It prints how long each takes.
#![expect(clippy::print_stdout, reason = "the numbers are the output")]

use crate::harness::{AsItIsNow as _, Bench, skill};

#[test]
fn ten_thousand_skills_are_moved_tagged_and_trashed() {
    let bench = Bench::new();
    for number in 0..10_000 {
        let name = format!("skill-{number}");
        bench.write(&format!("many/{name}/SKILL.md"), skill(&name, "Helps. Use when asked.", "", "Do it."));
    }
    bench.import(&["many"]);
    let ids: Vec<String> = bench.list_skills().unwrap().into_iter().map(|row| row.id).collect();
    for what in ["move", "tag", "trash"] {
        let start = std::time::Instant::now();
        let report = match what {
            "move" => bench.move_skills(&ids, "All"),
            "tag" => bench.tag_skills(&ids, &["all".to_owned()], &[]),
            _ => bench.trash_skills_now(&ids),
        };
        let done = report.unwrap().done;
        println!("{what}: {done} in {:?}", start.elapsed());
    }
}
