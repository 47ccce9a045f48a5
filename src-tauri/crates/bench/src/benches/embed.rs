//! The bundled model: from nothing to the first vector, one query, many descriptions, memory.
//!
//! What an author waits for is on the clock; the rate is by processor time, which a loaded machine changes least.
//! The peer is Python's onnxruntime with the same files, one thread, one text at a time, as here.

use std::io::Write;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use studio_embed::{Assets, Embed, MiniLm};

use crate::amount::Amount;
use crate::cost::{self, Cost};
use crate::data::Data;
use crate::programs;
use crate::report::{Measured, Report, Row};

const PEER: &str = "Python onnxruntime";
const PEER_SCRIPT: &str = include_str!("../../peers/minilm.py");

const LONGEST_QUERY: Amount = Amount::Time(Duration::from_millis(20));

/// Texts measured; more change nothing but the waiting.
const QUERIES: usize = 200;
const DESCRIPTIONS: usize = 400;

pub(crate) fn measure(data: &Data, report: Report) -> Measured {
    let texts = Texts::from(data);
    let assets = Assets::locate(None)?;
    let here = here(&assets, &texts)?;
    Ok(here.beside(peer(&assets, &texts).as_ref(), report).note(texts.origin).note(
        "what the allocator keeps counts as memory; to let it give back as the window does, set \
         MALLOC_MMAP_THRESHOLD_=262144 MALLOC_TRIM_THRESHOLD_=131072",
    ))
}

struct Texts {
    queries: Vec<String>,
    descriptions: Vec<String>,
    origin: &'static str,
}

impl Texts {
    fn from(data: &Data) -> Self {
        let texts = |values: &[serde_json::Value], key: &str, most: usize| {
            let one_line = |value: &serde_json::Value| value[key].as_str().map(|text| text.replace(['\n', '\r'], " "));
            values.iter().filter_map(one_line).filter(|text| !text.is_empty()).take(most).collect::<Vec<_>>()
        };
        let Some(set) = data.labelled("sfskills").filter(|set| !set.queries.is_empty() && !set.skills.is_empty())
        else {
            return Self::made();
        };
        Self {
            queries: texts(&set.queries, "query", QUERIES),
            descriptions: texts(&set.skills, "description", DESCRIPTIONS),
            origin: "texts: the query set sfskills",
        }
    }

    /// Texts of a usual length, for a run without data.
    fn made() -> Self {
        let query = |n| format!("how do I get the report for customer {n} out of the billing system");
        let description = |n| {
            format!(
                "Reads meter {n}, compares it with the last twelve months, explains a jump in consumption to the \
                 customer and opens a case when the reading is disputed. Use when a bill is higher than expected."
            )
        };
        Self {
            queries: (0..QUERIES).map(query).collect(),
            descriptions: (0..DESCRIPTIONS).map(description).collect(),
            origin: "texts: made up, as --labelled has no sfskills",
        }
    }
}

/// What one implementation needs.
struct Numbers {
    /// On the clock.
    first: Duration,
    /// On the clock, of one.
    query: Duration,
    /// Processor time of one.
    description: Duration,
    /// Added while the model is loaded, after queries and after descriptions, and still there after it was dropped, in
    /// bytes.
    memory: Option<[u64; 3]>,
}

impl Numbers {
    fn beside(&self, peer: Option<&Self>, report: Report) -> Report {
        let time = |time: Duration, peer: Option<Duration>, what: &str| {
            Row::new(what, Amount::Time(time)).beside(PEER, peer.map(Amount::Time))
        };
        let rate = |numbers: &Self| Amount::PerSecond(1.0 / numbers.description.as_secs_f64());
        let report = report
            .row(time(self.first, peer.map(|peer| peer.first), "start to first vector"))
            .row(time(self.query, peer.map(|peer| peer.query), "one query (median)").goal(LONGEST_QUERY))
            .row(Row::new("descriptions, by CPU time", rate(self)).beside(PEER, peer.map(rate)));
        match self.memory {
            Some([asked, embedding, dropped]) => report
                .row(Row::new("memory while loaded, after queries", Amount::Bytes(asked)))
                .row(Row::new("memory while loaded, after descriptions", Amount::Bytes(embedding)))
                .row(Row::new("memory kept after unloading", Amount::Bytes(dropped))),
            None => report,
        }
    }
}

fn here(assets: &Assets, texts: &Texts) -> Result<Numbers, studio_embed::Error> {
    let before = cost::own_memory();
    let added = || Some(cost::own_memory()?.saturating_sub(before?));
    let start = Instant::now();
    let mut model = MiniLm::load(assets)?;
    model.embed(&texts.queries[..1])?;
    let first = start.elapsed();
    let queries = costs(&mut model, &texts.queries)?;
    let asked = added();
    let descriptions = costs(&mut model, &texts.descriptions)?;
    let embedding = added();
    drop(model);
    let memory = [asked, embedding, added()];
    Ok(Numbers {
        first,
        query: cost::median(queries.iter().map(|cost| cost.wall).collect()),
        description: descriptions.iter().map(|cost| cost.cpu).sum::<Duration>() / descriptions.len() as u32,
        memory: memory.into_iter().collect::<Option<Vec<_>>>().and_then(|memory| memory.try_into().ok()),
    })
}

fn costs(model: &mut MiniLm, texts: &[String]) -> Result<Vec<Cost>, studio_embed::Error> {
    let of_one = |text: &String| {
        let (vector, cost) = cost::of(|| model.embed(std::slice::from_ref(text)));
        vector.map(|_| cost)
    };
    texts.iter().map(of_one).collect()
}

/// None when Python or its packages are not there.
fn peer(assets: &Assets, texts: &Texts) -> Option<Numbers> {
    let mut python = Command::new(programs::peer("python3"));
    python.args(["-c", PEER_SCRIPT]).arg(&assets.model).arg(&assets.tokenizer);
    let mut child = python.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().ok()?;
    let input = format!("{}\n\n{}", texts.queries.join("\n"), texts.descriptions.join("\n"));
    // A Python without the packages ends before it reads; its output then says that it is absent.
    let _ended = child.stdin.take()?.write_all(input.as_bytes());
    let output = child.wait_with_output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let seconds: Vec<f64> = text.split_whitespace().filter_map(|number| number.parse().ok()).collect();
    let [first, query, description] = seconds[..].try_into().ok()?;
    let [first, query, description] = [first, query, description].map(Duration::from_secs_f64);
    Some(Numbers { first, query, description, memory: None })
}
