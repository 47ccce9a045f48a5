//! What an author waits for: importing, opening, saving and keeping what is typed, each as the window asks for it.

use std::{path::Path, time::Duration};

use studio_api::{Studio, dto::SaveOutcome};
use studio_testkit::{grow_skills, repository};

use super::{import, import_many};
use crate::amount::Amount;
use crate::cost;
use crate::data::Data;
use crate::report::{Measured, Report, Row};

const SKILLS: usize = 2_000;
/// Fresh libraries and openings; the middle one counts.
const RUNS: usize = 5;
/// Saves of each kind.
const SAVES: usize = 200;

const LINKED: &str = "---\nname: linked-one\ndescription: It lies in a folder. Use when saving is measured.\n---\n\n";

type Failure = Box<dyn std::error::Error>;

pub(crate) fn measure(_: &Data, report: Report) -> Measured {
    let home = tempfile::tempdir()?;
    let skills = home.path().join("skills");
    grow_skills(&repository().join("skills"), &skills, SKILLS)?;
    let linked = home.path().join("linked");
    std::fs::create_dir(&linked)?;
    std::fs::write(linked.join("SKILL.md"), format!("{LINKED}{}", "A line of its text.\n".repeat(100)))?;

    let imports = [Imports::of(home.path(), &skills, false)?, Imports::of(home.path(), &skills, true)?];
    let [Imports { studio, library, .. }, _] = &imports;
    let opening = times(RUNS, |_| Ok(studio.open_library(library).map(drop)?))?;
    let own = studio.list_skills()?.first().map(|row| row.id.clone()).ok_or("nothing came in")?;
    let linked = studio.import_paths(&[text(&linked)], true)?.imported;
    let linked = linked.first().map(|skill| skill.id.clone()).ok_or("nothing was linked")?;

    let before = studio.get_file(&own, "SKILL.md")?.text;
    let drafting = times(SAVES, |number| Ok(studio.save_draft(&own, "SKILL.md", &format!("{before}{number}\n"))?))?;
    studio.delete_draft(&own, "SKILL.md")?;
    let (saving, saving_linked) = (saves(studio, &own)?, saves(studio, &linked)?);
    // Last, so that all else is measured with as many skills as ever.
    let one_more = one_by_one(studio, home.path())?;

    let middle = |what: &str, times: Vec<Duration>| Row::new(what, Amount::Time(cost::median(times)));
    let [copied, tied] = imports;
    let report = report
        .row(middle("importing all, on the clock", copied.clock))
        .row(middle("importing all, processor time", copied.processors))
        .row(middle("importing and linking all, on the clock", tied.clock))
        .row(middle("importing and linking all, processor time", tied.processors))
        .row(middle("importing one skill more", one_more))
        .row(middle("opening", opening));
    let report = [("keeping a draft", drafting), ("saving a skill", saving), ("saving a linked skill", saving_linked)]
        .into_iter()
        .fold(report, |report, (what, times)| {
            let worst = nearly_all(times.clone());
            report.row(middle(what, times)).row(Row::new(format!("{what}, 95 of 100 within"), Amount::Time(worst)))
        });
    let report = import_many::largest(report)?;
    let (note, alone) = ("grown from the samples", "the largest import is one, by skillctl, into a library of its own");
    Ok(report.note(format!("median of {RUNS} libraries and openings, of {SAVES} saves; {note}")).note(alone))
}

/// Imports into fresh libraries, the last of which is left open.
struct Imports {
    clock: Vec<Duration>,
    processors: Vec<Duration>,
    studio: Studio,
    library: String,
}

impl Imports {
    fn of(home: &Path, skills: &Path, is_linked: bool) -> Result<Self, Failure> {
        let (mut clock, mut processors, mut last) = (Vec::new(), Vec::new(), None);
        for run in 0..RUNS {
            let folder = home.join(format!("{run}-{is_linked}"));
            std::fs::create_dir(&folder)?;
            let studio = import::studio(&folder)?;
            let library = text(&folder.join("library.db"));
            studio.create_library(&library, false)?;
            let (imported, cost) = cost::of(|| studio.import_paths(&[text(skills)], is_linked));
            let imported = imported?.imported.len();
            if imported != SKILLS {
                return Err(format!("{imported} of {SKILLS} skills came in").into());
            }
            clock.push(cost.wall);
            processors.push(cost.cpu);
            last = Some((studio, library));
        }
        let (studio, library) = last.ok_or("nothing was imported")?;
        Ok(Self { clock, processors, studio, library })
    }
}

/// Imports one skill after the other into a library that has many.
fn one_by_one(studio: &Studio, home: &Path) -> Result<Vec<Duration>, Failure> {
    times(SAVES, |number| {
        let folder = home.join(format!("one-more/number-{number}"));
        std::fs::create_dir_all(&folder)?;
        let text_of = LINKED.replace("linked-one", &format!("number-{number}"));
        std::fs::write(folder.join("SKILL.md"), text_of)?;
        let report = studio.import_paths(&[text(&folder)], false)?;
        if report.imported.len() == 1 { Ok(()) } else { Err("it did not come in".into()) }
    })
}

/// Saves a skill again and again; the time is that of the save alone.
fn saves(studio: &Studio, id: &str) -> Result<Vec<Duration>, Failure> {
    let before = studio.get_file(id, "SKILL.md")?.text;
    let mut version = studio.get_skill(id)?.aggregate_version;
    times(SAVES, |number| {
        let saved = studio.save_file(id, "SKILL.md", &format!("{before}Line {number}.\n"), version, None)?;
        let SaveOutcome::Saved { .. } = saved else { return Err("it was not saved".into()) };
        version += 1;
        Ok(())
    })
}

fn times(count: usize, mut work: impl FnMut(usize) -> Result<(), Failure>) -> Result<Vec<Duration>, Failure> {
    let each = (0..count).map(|number| {
        let (done, cost) = cost::of(|| work(number));
        done.map(|()| cost.wall)
    });
    each.collect()
}

/// What 95 of 100 took at most.
fn nearly_all(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times.get(times.len() * 95 / 100).copied().unwrap_or_default()
}

fn text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}
