//! What a hybrid query costs in libraries of a thousand, ten thousand and a hundred thousand skills, beside adk-skill on
//! the same skills, and how the cost grows.

use std::time::Duration;

use adk_skill::{SelectionPolicy, select_skills};
use studio_embed::{Assets, Embed, MiniLm};
use studio_select::{Detail, Entry, Index, Policy, Question, ScorerKind, meaning_texts};

use super::select;
use crate::amount::Amount;
use crate::cost::{self, Cost};
use crate::data::Data;
use crate::pool::Pool;
use crate::report::{Measured, Report, Row};
use crate::selection::{Query, Set};
use crate::vectors::Vectors;

/// Skills in the library, queries asked here, queries asked of the peer: it needs about 0.1 ms a skill for each.
const SIZES: [(usize, usize, usize); 3] = [(1_000, 300, 30), (10_000, 300, 8), (100_000, 100, 2)];

/// The size the author of a large library may have.
const LARGE: usize = 10_000;

const QUERY_LARGE: Amount = Amount::Time(Duration::from_millis(15));
const QUERY_HUGE: Amount = Amount::Time(Duration::from_millis(60));
const EDIT_LARGE: Amount = Amount::Time(Duration::from_millis(50));
const EMBEDDING: Amount = Amount::Time(Duration::from_millis(8));
/// Less processor time a query than the peer, at least so many times.
const TIMES_LESS: f64 = 100.0;
/// Ten times the skills should cost at most ten times as much.
const GROWTH: Amount = Amount::Times(10.0);

pub(crate) fn measure(data: &Data, report: Report) -> Measured {
    let sets = Set::all(data)?;
    let vectors = Vectors::of(sets.iter().flat_map(Set::texts))?;
    let pool = Pool::new(&sets, &vectors);
    let queries = queries(&sets, SIZES[0].1);
    let mut model = MiniLm::load(&Assets::locate(None)?)?;
    let embedding = median(queries.iter().take(100).map(|query| {
        let text = query.text.clone();
        cost::of(|| drop(model.embed(&[text]))).1
    }));
    let mut report = report
        .row(Row::new("embedding one query, on the clock", Amount::Time(embedding.wall)).goal(EMBEDDING))
        .row(Row::new("embedding one query, processor time", Amount::Time(embedding.cpu)));
    let mut asked: Vec<Numbers> = Vec::new();
    for (skills, here, there) in SIZES {
        let numbers = Numbers::of(&pool, skills, &queries[..here.min(queries.len())], there, &vectors);
        report = numbers.rows(skills, report);
        if let Some(before) = asked.last() {
            let times = numbers.query.wall.as_secs_f64() / before.query.wall.as_secs_f64();
            let what = format!("a query, {skills} skills beside {} skills", skills / 10);
            report = report.row(Row::new(what, Amount::Times(times)).goal(GROWTH));
        }
        asked.push(numbers);
    }
    let growth = |what: fn(&Numbers) -> Duration| {
        asked.iter().map(|numbers| Amount::Time(what(numbers)).to_string()).collect::<Vec<_>>().join(" · ")
    };
    Ok(report
        .note(format!("1,000 · 10,000 · 100,000 skills: a query {}", growth(|numbers| numbers.query.wall)))
        .note(format!("a query explained {}", growth(|numbers| numbers.explained.wall)))
        .note(format!("of the peer, processor time {}", growth(|numbers| numbers.peer.cpu)))
        .note(
            "skills: those of all sets again and again, one word in eight another word, vectors of the real texts turned \
             at random by a cosine of about 0.85; bodies as long as the real ones",
        )
        .note("medians; queries of all sets with their real vectors; the queries' own embedding is not in them"))
}

/// Queries of all sets, as many of each as there are.
fn queries(sets: &[Set], most: usize) -> Vec<Query> {
    let of_each = most.div_ceil(sets.len());
    let mut queries: Vec<Query> = Vec::new();
    for place in 0..of_each {
        queries.extend(sets.iter().filter_map(|set| {
            let step = (set.queries.len() / of_each).max(1);
            set.queries.get(place * step).cloned()
        }));
    }
    queries
}

/// What is measured in a library of one size.
struct Numbers {
    query: Cost,
    explained: Cost,
    edited: Cost,
    peer: Cost,
    building: Duration,
    /// In bytes, of all skills.
    memory: Option<u64>,
}

impl Numbers {
    fn of(pool: &Pool, skills: usize, queries: &[Query], of_peer: usize, vectors: &Vectors) -> Self {
        let before = cost::own_memory();
        let mut building = Duration::ZERO;
        let mut index = Index::new();
        for made in (0..skills).map(|number| pool.made(number)) {
            let ((), cost) = cost::of(|| {
                let key = made.entry.key;
                index.upsert(made.entry);
                index.set_vectors(key, &made.vectors);
            });
            building += cost.wall;
        }
        let memory = cost::own_memory().zip(before).map(|(after, before)| after.saturating_sub(before));
        let policy = Policy { top_k: 10, min_score: 0.0, ..Policy::default() };
        let hybrid = ScorerKind::Hybrid;
        let asked: Vec<(&str, Option<&[f32]>)> =
            queries.iter().map(|query| (query.text.as_str(), vectors.get(&query.text))).collect();
        let of_each = |ask: &dyn Fn(&str, Option<&[f32]>)| {
            median(asked.iter().map(|(text, vector)| cost::of(|| ask(text, *vector)).1))
        };
        let query = of_each(&|text, vector| {
            drop(hybrid.top(&index.view(), &Question::new(text, vector), &policy, 10, &[]));
        });
        let explained = of_each(&|text, vector| {
            drop(hybrid.explain(&index.view(), &Question::new(text, vector), &policy, Detail::default()));
        });
        let (entry, turned) = reworded(pool, skills);
        let edited = of_each(&|text, vector| {
            let view = index.edited(entry.clone(), &turned);
            drop(hybrid.explain(&view, &Question::new(text, vector), &policy, Detail::default()));
        });
        // The two indexes of the largest library are not held at once.
        drop(index);
        let peer = select::peer_of((0..skills).map(|number| {
            let entry = pool.made(number).entry;
            (entry.name, entry.description, entry.body)
        }));
        let theirs = SelectionPolicy { top_k: 10, min_score: 0.0, ..SelectionPolicy::default() };
        let step = (asked.len() / of_peer).max(1);
        let peer = median(
            asked
                .iter()
                .step_by(step)
                .take(of_peer)
                .map(|(text, _)| cost::of(|| drop(select_skills(&peer, text, &theirs))).1),
        );
        Self { query, explained, edited, peer, building, memory }
    }

    fn rows(&self, skills: usize, report: Report) -> Report {
        let row = |what: &str, time: Duration| Row::new(format!("{skills} skills: {what}"), Amount::Time(time));
        let with = |row: Row, goal: Option<Amount>| goal.into_iter().fold(row, Row::goal);
        let of_query = match skills {
            LARGE => Some(QUERY_LARGE),
            _ if skills > LARGE => Some(QUERY_HUGE),
            _ => None,
        };
        let beside = |row: Row, time: Duration| row.beside(select::PEER, Some(Amount::Time(time)));
        let cpu = beside(row("one query, processor time", self.query.cpu), self.peer.cpu);
        let report = report
            .row(with(row("one query, the best ten", self.query.wall), of_query))
            .row(if skills == LARGE { cpu.times(TIMES_LESS) } else { cpu })
            .row(with(row("one query, all explained", self.explained.wall), of_query))
            .row(with(row("again after an edit", self.edited.wall), (skills == LARGE).then_some(EDIT_LARGE)))
            .row(row("indexing the skills, once", self.building));
        match self.memory {
            Some(memory) => {
                let kib = memory as f64 / skills as f64 / 1024.0;
                report.note(format!("{skills} skills: {kib:.1} KiB of memory a skill, texts and vectors included"))
            }
            None => report,
        }
    }
}

/// A skill of the library with a sentence more, and the vectors of its texts.
fn reworded(pool: &Pool, skills: usize) -> (Entry, Vec<Option<Vec<f32>>>) {
    let mut made = pool.made(skills / 2);
    made.entry.description = format!("Use when customers ask. {}", made.entry.description);
    let texts = meaning_texts(&made.entry).len();
    let vectors = made.vectors.iter().cycle().take(texts).cloned().collect();
    (made.entry, vectors)
}

fn median(costs: impl Iterator<Item = Cost>) -> Cost {
    let (wall, cpu) = costs.map(|cost| (cost.wall, cost.cpu)).unzip();
    Cost { wall: cost::median(wall), cpu: cost::median(cpu) }
}
