//! The queue with a deterministic model: order, cancelling, resuming, failures and panics.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};

use studio_testkit::until;

use super::*;
use crate::cosine;

/// Waits for a permit before each text, so that a test decides what is queued when a turn is taken.
struct Gated {
    permits: Receiver<()>,
    seen: Sender<String>,
}

impl Embed for Gated {
    fn model(&self) -> &'static str {
        "gated"
    }

    fn embed(&mut self, texts: &[String]) -> Result<Vec<Vec<f32>>, Error> {
        self.permits.recv().unwrap();
        self.seen.send(texts[0].clone()).unwrap();
        Ok(vec![vec![3.0, 4.0]])
    }
}

/// Letters counted; panics at "panic" and answers too much at "two".
struct Letters;

impl Embed for Letters {
    fn model(&self) -> &'static str {
        "letters"
    }

    fn embed(&mut self, texts: &[String]) -> Result<Vec<Vec<f32>>, Error> {
        let vector = |text: &String| {
            assert!(text != "panic", "asked to panic");
            ('a'..='z').map(|letter| text.matches(letter).count() as f32).collect()
        };
        let mut vectors: Vec<_> = texts.iter().map(vector).collect();
        if texts[0] == "two" {
            vectors.push(Vec::new());
        }
        Ok(vectors)
    }
}

/// Letters counted, of several texts at once.
struct Many;

impl Embed for Many {
    fn model(&self) -> &'static str {
        "many"
    }

    fn embed(&mut self, texts: &[String]) -> Result<Vec<Vec<f32>>, Error> {
        Letters.embed(texts)
    }

    fn at_once(&self) -> usize {
        3
    }
}

#[test]
fn texts_that_are_embedded_together_answer_each_for_itself() {
    let embedder = Embedder::start(|| Ok(Box::new(Many)));
    let (_, updates) = submit(&embedder, &["a", "panic", "b", "c", "d"]);
    let told = told(&updates);
    assert!(told[1].starts_with("PANIC: ") && told[1].ends_with("2/5"), "{told:?}");
    assert_eq!(
        [&told[0], &told[2], &told[3], &told[4]],
        ["A by many 1/5", "B by many 3/5", "C by many 4/5", "D by many 5/5"]
    );
    assert_eq!(told[5], "completed");
}

fn letters() -> Embedder {
    Embedder::start(|| Ok(Box::new(Letters)))
}

fn jobs(texts: &[&str]) -> Vec<Job<String>> {
    texts.iter().map(|text| Job { key: text.to_uppercase(), text: (*text).to_owned() }).collect()
}

/// Submits and returns where the updates arrive.
fn submit(embedder: &Embedder, texts: &[&str]) -> (BatchHandle, Receiver<Update<String>>) {
    let (sender, updates) = channel();
    (embedder.submit(jobs(texts), move |update| drop(sender.send(update))), updates)
}

/// One line an update, in the order they came, until the batch ends.
fn told(updates: &Receiver<Update<String>>) -> Vec<String> {
    updates.iter().map(|update| line(&update)).collect()
}

fn line(update: &Update<String>) -> String {
    let texts = |remaining: &[Job<String>]| remaining.iter().map(|job| job.text.clone()).collect::<Vec<_>>().join(",");
    match update {
        Update::Embedded { key, model, progress, .. } => {
            format!("{key} by {model} {}/{}", progress.done, progress.total)
        }
        Update::Failed { key, error, progress } => format!("{key}: {error} {}/{}", progress.done, progress.total),
        Update::Completed => "completed".to_owned(),
        Update::Cancelled { remaining } => format!("cancelled before {}", texts(remaining)),
        Update::Unavailable { error, remaining } => format!("{error}; before {}", texts(remaining)),
    }
}

#[test]
fn nothing_is_loaded_until_the_first_text_and_then_once() {
    let loads = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&loads);
    let embedder = Embedder::start(move || {
        counted.fetch_add(1, Ordering::SeqCst);
        Ok(Box::new(Letters))
    });
    assert_eq!((embedder.state(), loads.load(Ordering::SeqCst)), (State::Unloaded, 0));
    let first = embedder.query("aab").unwrap();
    embedder.query("b").unwrap();
    assert_eq!((embedder.state(), loads.load(Ordering::SeqCst)), (State::Ready { model: "letters".into() }, 1));
    assert!((cosine(&first, &first) - 1.0).abs() < 1e-6, "vectors have length one");
    assert!((first[0] / first[1] - 2.0).abs() < 1e-6);
}

#[test]
fn a_batch_reports_each_text_and_its_end() {
    let (_, updates) = submit(&letters(), &[]);
    assert_eq!(told(&updates).len(), 1);

    let embedder = letters();
    let (_, updates) = submit(&embedder, &["one", "two", "panic", "three"]);
    assert_eq!(
        told(&updates),
        [
            "ONE by letters 1/4",
            "TWO: the embedding model returned 2 vectors for 1 texts 2/4",
            "PANIC: the embedding model crashed: asked to panic 3/4",
            "THREE by letters 4/4",
            "completed"
        ]
    );
}

#[test]
fn a_query_goes_first_then_the_smaller_batch() {
    let (permit, permits) = channel();
    let (seen, order) = channel();
    let mut gated = Some(Gated { permits, seen });
    let embedder = Arc::new(Embedder::start(move || Ok(Box::new(gated.take().unwrap()))));

    let (_, large) = submit(&embedder, &["large 1", "large 2", "large 3"]);
    until("the model", || matches!(embedder.state(), State::Ready { .. }));
    // The worker now holds "large 1" and waits for a permit; everything below is queued behind it.
    let (_, small) = submit(&embedder, &["small"]);
    let asker = thread::spawn({
        let embedder = Arc::clone(&embedder);
        move || embedder.query("query").unwrap()
    });
    until("the query", || !embedder.shared.queue.lock().queries.is_empty());
    (0..5).for_each(|_| permit.send(()).unwrap());
    assert_eq!(asker.join().unwrap(), [0.6, 0.8]);
    assert_eq!((told(&small).len(), told(&large).len()), (2, 4));
    assert_eq!(order.try_iter().collect::<Vec<_>>(), ["large 1", "query", "small", "large 2", "large 3"]);
    assert_eq!(embedder.query("query").unwrap(), [0.6, 0.8], "without a permit: answered from memory");
}

#[test]
fn a_large_batch_rests_after_a_question_and_a_small_one_does_not() {
    let embedder = Embedder::start_with(|| Ok(Box::new(Letters)), IDLE, Duration::from_hours(1));
    embedder.query("a").unwrap();
    let texts = vec!["many"; 100];
    let (handle, large) = submit(&embedder, &texts);
    let (_, small) = submit(&embedder, &["few"]);
    assert_eq!(told(&small), ["FEW by letters 1/1", "completed"]);
    embedder.query("b").unwrap();
    assert!(large.try_recv().is_err(), "it rests, also before its first text");
    handle.cancel();
    assert_eq!(told(&large).len(), 1, "and is cancelled at once");

    let eager = Embedder::start_with(|| Ok(Box::new(Letters)), IDLE, Duration::ZERO);
    eager.query("a").unwrap();
    assert_eq!(told(&submit(&eager, &texts).1).len(), 101);
}

#[test]
fn a_cancelled_batch_hands_back_what_is_left_and_resumes() {
    let (permit, permits) = channel();
    let (seen, _order) = channel();
    let mut gated = Some(Gated { permits, seen });
    let embedder = Embedder::start(move || Ok(Box::new(gated.take().unwrap())));
    let (handle, updates) = submit(&embedder, &["a", "b", "c"]);
    permit.send(()).unwrap();
    assert_eq!(line(&updates.recv().unwrap()), "A by gated 1/3");
    handle.cancel();
    permit.send(()).unwrap();
    let last = updates.iter().last().unwrap();
    let Update::Cancelled { remaining } = last else { panic!("{last:?}") };
    assert!(!remaining.is_empty() && remaining.len() <= 2, "at most the text in hand was finished");

    let left = remaining.len();
    let (sender, updates) = channel();
    embedder.submit(remaining, move |update| drop(sender.send(update)));
    (0..left).for_each(|_| permit.send(()).unwrap());
    assert_eq!(told(&updates).last().unwrap(), "completed");
}

#[test]
fn a_model_that_cannot_be_loaded_is_said_and_tried_again() {
    let mut attempts = 0;
    let embedder = Embedder::start(move || {
        attempts += 1;
        match attempts {
            1 => Err(Error::AssetMissing { name: "model-int8.onnx".to_owned(), folders: vec!["/nowhere".into()] }),
            2 => panic!("loader broke"),
            _ => Ok(Box::new(Letters)),
        }
    });
    let (_, updates) = submit(&embedder, &["a", "b"]);
    let lines = told(&updates);
    assert!(lines[0].contains("model-int8.onnx is missing") && lines[0].ends_with("before a,b"), "{lines:?}");
    assert!(matches!(embedder.state(), State::Unavailable { message } if message.contains("download it in Settings")));
    assert_eq!(embedder.query("a").unwrap_err().to_string(), "the embedding model crashed: loader broke");
    assert!(embedder.query("a").is_ok());
}

#[test]
fn an_idle_model_is_unloaded_and_loaded_again() {
    let loads = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&loads);
    let make = move || -> Result<Box<dyn Embed>, Error> {
        counted.fetch_add(1, Ordering::SeqCst);
        Ok(Box::new(Letters))
    };
    let embedder = Embedder::start_with(make, Duration::from_millis(1), Duration::ZERO);
    embedder.query("a").unwrap();
    until("the model to go", || embedder.state() == State::Unloaded);
    embedder.query("b").unwrap();
    assert_eq!(loads.load(Ordering::SeqCst), 2);
}

/// Keeps the memory of its longest text.
struct Swelling(bool);

impl Embed for Swelling {
    fn model(&self) -> &'static str {
        "swelling"
    }

    fn embed(&mut self, texts: &[String]) -> Result<Vec<Vec<f32>>, Error> {
        self.0 |= texts[0].len() > 3;
        Ok(vec![vec![1.0]])
    }

    fn is_swollen(&self) -> bool {
        self.0
    }
}

#[test]
fn a_model_that_swelled_over_long_texts_is_given_up_soon_and_is_there_afresh_for_who_asks() {
    let loaded = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&loaded);
    let make = move || -> Result<Box<dyn Embed>, Error> {
        counted.fetch_add(1, Ordering::SeqCst);
        Ok(Box::new(Swelling(false)))
    };
    // Who asked once is still asking, however slow the machine is.
    let embedder = Embedder::start_with(make, Duration::from_hours(1), Duration::ZERO);
    // Nobody asks: it goes, and none is loaded in its place.
    let (_, updates) = submit(&embedder, &["long text"]);
    told(&updates);
    until("the model to go", || embedder.state() == State::Unloaded);
    assert_eq!(loaded.load(Ordering::SeqCst), 1);
    // Somebody asks: another one takes its place, and stays.
    embedder.query("why").unwrap();
    let (_, updates) = submit(&embedder, &["long text"]);
    told(&updates);
    until("a model afresh", || loaded.load(Ordering::SeqCst) == 3);
    until("the model", || matches!(embedder.state(), State::Ready { .. }));
}

#[test]
fn a_panicking_callback_loses_its_batch_only() {
    let embedder = letters();
    embedder.submit(jobs(&["a", "b"]), |_| panic!("callback broke"));
    assert!(embedder.query("a").is_ok());
    let (_, updates) = submit(&embedder, &["c"]);
    assert_eq!(told(&updates), ["C by letters 1/1", "completed"]);
}

#[test]
fn dropping_ends_every_batch_even_from_its_own_callback() {
    let (permit, permits) = channel();
    let (seen, _order) = channel();
    let mut gated = Some(Gated { permits, seen });
    let embedder = Embedder::start(move || Ok(Box::new(gated.take().unwrap())));
    let (_, first) = submit(&embedder, &["a"]);
    let (_, second) = submit(&embedder, &["b", "c"]);
    permit.send(()).unwrap();
    permit.send(()).unwrap();
    permit.send(()).unwrap();
    drop(embedder);
    let ends = [first, second].map(|updates| told(&updates).pop().unwrap());
    assert!(ends.iter().all(|end| end == "completed" || end.starts_with("cancelled")), "{ends:?}");

    let embedder = Arc::new(Mutex::new(Some(letters())));
    let (sender, ended) = channel();
    let held = Arc::clone(&embedder);
    let guard = embedder.lock();
    guard.as_ref().unwrap().submit(jobs(&["a"]), move |update| {
        drop(held.lock().take());
        drop(sender.send(line(&update)));
    });
    drop(guard);
    assert_eq!(ended.iter().last().unwrap(), "completed");
}
