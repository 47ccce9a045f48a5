//! What shapes of the formula are worth on a set they never saw: the weights are learned on all other sets and tried on
//! the one left out, each in turn. Nothing that ships is changed by it.
//!
//! *before* is what [`hybrid`] was until meaning weighed by the body: words of whole bodies, one weight for each of its
//! seven kinds. *now* has what it has today. Beside both stand words alone and meaning alone, learned in the same way, and
//! what ships, whose weights saw all these sets. Where there is a corpus, each set is learned from, and asked, in a library
//! grown with it, too, as the weights that ship were learned.

use std::thread;

use studio_select::evaluate::{Outcome, quick_metrics};
use studio_select::hybrid::{self, KINDS, WEIGHTS};
use studio_select::{Entry, Question};

use crate::amount::Amount;
use crate::data::Data;
use crate::learning::{Lesson, weighed, weights};
use crate::report::{Measured, Report, Row};
use crate::selection::{Query, Set, Skill, skills_below};
use crate::vectors::Vectors;

/// What the new shape should gain over the old one, in the mean of the sets left out.
const GAIN: f64 = 0.01;
/// Queries of a set that are learned from: a set of thousands would take long and say the same.
const LEARNED_FROM: usize = 300;

/// A formula: the kinds of evidence it has.
struct Shape {
    name: &'static str,
    kinds: &'static [usize],
    has_whole_bodies: bool,
    is_learned: bool,
}

const BEFORE: usize = 2;
const NOW: usize = 3;
const SHAPES: [Shape; 5] = [
    Shape { name: "words", kinds: &[0, 1, 2, 3], has_whole_bodies: false, is_learned: true },
    Shape { name: "meaning", kinds: &[4, 5, 6, 7], has_whole_bodies: false, is_learned: true },
    Shape { name: "hybrid before", kinds: &[0, 1, 2, 4, 5, 6, 7], has_whole_bodies: true, is_learned: true },
    Shape { name: "hybrid now", kinds: &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9], has_whole_bodies: false, is_learned: true },
    Shape { name: "as shipped", kinds: &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9], has_whole_bodies: false, is_learned: false },
];

pub(crate) fn measure(data: &Data, report: Report) -> Measured {
    let sets = Set::all(data)?;
    if sets.len() < 2 {
        return Err("needs at least two query sets: one is left out, the others are learned from".into());
    }
    let corpus = data.corpus().ok().map(skills_below).transpose()?;
    let families: Vec<Vec<Set>> = sets
        .into_iter()
        .map(|set| {
            let grown = corpus.as_ref().map(|others| set.grown(others));
            std::iter::once(set).chain(grown).collect()
        })
        .collect();
    let vectors = Vectors::of(families.iter().flatten().flat_map(Set::texts))?;
    let mut found: Vec<(usize, Vec<Vec<Numbers>>)> = thread::scope(|scope| {
        let bodies = [false, true].map(|whole| {
            let (families, vectors) = (&families, &vectors);
            scope.spawn(move || of_shapes(families, vectors, whole))
        });
        let joined = bodies.map(|one| one.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        joined.into_iter().flatten().collect()
    });
    found.sort_by_key(|(shape, _)| *shape);
    let found: Vec<_> = found.into_iter().map(|(_, numbers)| numbers).collect();
    Ok(told(&families, &found, report))
}

/// What the shapes that read bodies this way come to, by family and set.
fn of_shapes(families: &[Vec<Set>], vectors: &Vectors, whole: bool) -> Vec<(usize, Vec<Vec<Numbers>>)> {
    let ask = |set: &Set| -> Asked { set.queries_asked(vectors, whole) };
    let asked: Vec<Vec<Asked>> = families.iter().map(|family| family.iter().map(ask).collect()).collect();
    let shapes = SHAPES.iter().enumerate().filter(|(_, shape)| shape.has_whole_bodies == whole);
    shapes.map(|(number, shape)| (number, shape.left_out(&asked))).collect()
}

/// The queries of a set with their evidence.
struct Asked(Vec<(Vec<String>, Lesson)>);

impl Set {
    fn queries_asked(&self, vectors: &Vectors, whole: bool) -> Asked {
        let index = if whole { self.with_whole_bodies().index(vectors) } else { self.index(vectors) };
        let view = index.view();
        let ask = |query: &Query| {
            let found = hybrid::evidence(&view, &Question::new(&query.text, vectors.get(&query.text)));
            let is_expected = |key| view.get(key).is_some_and(|entry| query.expected.contains(&entry.name));
            let is_right = found.iter().map(|(key, _)| is_expected(*key)).collect();
            let evidence = found.into_iter().map(|(_, kinds)| kinds).collect();
            (query.expected.clone(), Lesson { evidence, is_right })
        };
        Asked(self.queries.iter().map(ask).collect())
    }

    /// The same skills with no heading left, so that no section is about something else.
    fn with_whole_bodies(&self) -> Self {
        let whole = |skill: &Skill| Skill {
            entry: Entry { body: skill.entry.body.replace('#', " "), ..skill.entry.clone() },
            texts: skill.texts.clone(),
        };
        let skills = self.skills.iter().map(whole).collect();
        Self { name: self.name.clone(), skills, queries: self.queries.clone() }
    }
}

impl Asked {
    /// The queries in scope that are learned from, spread over the set.
    fn lessons(&self) -> Vec<&Lesson> {
        let can_be_right = |lesson: &&Lesson| lesson.is_right.contains(&true);
        let lessons: Vec<_> = self.0.iter().map(|(_, lesson)| lesson).filter(can_be_right).collect();
        let every = lessons.len().div_ceil(LEARNED_FROM).max(1);
        lessons.into_iter().step_by(every).collect()
    }

    fn numbers(&self, weights: &[f64; KINDS]) -> Numbers {
        let outcomes: Vec<_> = self.0.iter().map(|(expected, lesson)| outcome(expected, lesson, weights)).collect();
        let metrics = quick_metrics(&outcomes, 0.0);
        let [top_one, mrr] = [metrics.top1, metrics.mrr].map(|metric| metric.map_or(0.0, |metric| metric.value));
        Numbers { top_one, mrr, auroc: metrics.auroc.map(|metric| metric.value) }
    }
}

fn outcome(expected: &[String], lesson: &Lesson, weights: &[f64; KINDS]) -> Outcome {
    let scores: Vec<f64> = lesson.evidence.iter().map(|evidence| weighed(evidence, weights)).collect();
    let best = scores.iter().copied().fold(0.0, f64::max);
    let of_right = scores.iter().zip(&lesson.is_right).filter(|(_, is_right)| **is_right).map(|(score, _)| *score);
    let right = of_right.fold(0.0, f64::max);
    let rank = (right > 0.0).then(|| 1 + scores.iter().filter(|score| **score > right).count() as u32);
    Outcome {
        expected: expected.to_vec(),
        unwanted: Vec::new(),
        // Which one it is says nothing here, but that it is a right one.
        best: if rank == Some(1) { expected.first().cloned() } else { Some(String::new()) },
        score: best as f32,
        rank,
        expected_score: rank.map(|_| right as f32),
    }
}

/// How a shape does on one set, whatever the threshold.
struct Numbers {
    top_one: f64,
    mrr: f64,
    auroc: Option<f64>,
}

impl Shape {
    /// Its numbers on every set, its weights learned on the families that set is not of.
    fn left_out(&self, families: &[Vec<Asked>]) -> Vec<Vec<Numbers>> {
        let tried = families.iter().enumerate().map(|(left_out, family)| {
            let others = families.iter().enumerate().filter(|(other, _)| *other != left_out);
            let lessons = || others.flat_map(|(_, other)| other.iter().map(Asked::lessons)).collect::<Vec<_>>();
            let weights = if self.is_learned {
                weights(&lessons(), self.kinds)
            } else {
                WEIGHTS.map(|(_, weight)| f64::from(weight))
            };
            family.iter().map(|set| set.numbers(&weights)).collect()
        });
        tried.collect()
    }
}

/// A line a set, then the means; the gain as a row with its goal.
fn told(families: &[Vec<Set>], found: &[Vec<Vec<Numbers>>], report: Report) -> Report {
    let mut head = vec!["set left out".to_owned()];
    for what in ["top-1", "MRR", "AUROC"] {
        head.extend(SHAPES.iter().map(|shape| format!("{what}: {}", shape.name)));
    }
    let mut lines = vec![head];
    let most = families.iter().map(Vec::len).max().unwrap_or(0);
    let mut report = report;
    for member in 0..most {
        for (family, sets) in families.iter().enumerate() {
            lines.push(line(sets[member].name.clone(), found.iter().map(|shape| &shape[family][member])));
        }
        let means: Vec<Numbers> = found.iter().map(|shape| mean(shape.iter().map(|family| &family[member]))).collect();
        let grown = if member == 0 { "" } else { " + corpus" };
        lines.push(line(format!("mean{grown}"), means.iter()));
        let gain = means[NOW].top_one - means[BEFORE].top_one;
        report = report.row(
            Row::new(format!("gain of {} over {}{grown}", SHAPES[NOW].name, SHAPES[BEFORE].name), Amount::Share(gain))
                .goal(Amount::Share(GAIN)),
        );
    }
    report.table(lines).note(
        "learned on all sets but the one named, whatever the threshold; as shipped: weights that saw all these sets; \
         AUROC: best score, in scope against out of it",
    )
}

fn mean<'a>(all: impl Iterator<Item = &'a Numbers>) -> Numbers {
    let (mut sum, mut count) = (Numbers { top_one: 0.0, mrr: 0.0, auroc: None }, 0.0);
    for numbers in all {
        sum.top_one += numbers.top_one;
        sum.mrr += numbers.mrr;
        count += 1.0;
    }
    Numbers { top_one: sum.top_one / count, mrr: sum.mrr / count, auroc: None }
}

fn line<'a>(name: String, shapes: impl Iterator<Item = &'a Numbers> + Clone) -> Vec<String> {
    let three = |value: f64| format!("{value:.3}");
    let cells = std::iter::once(name)
        .chain(shapes.clone().map(|numbers| three(numbers.top_one)))
        .chain(shapes.clone().map(|numbers| three(numbers.mrr)))
        .chain(shapes.map(|numbers| numbers.auroc.map_or_else(|| "–".to_owned(), three)));
    cells.collect()
}
