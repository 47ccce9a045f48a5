//! What words and meaning together make of a query.

use studio_select::{Candidate, Detail, Entry, Index, Policy, Question, ScorerKind, adk, hybrid, meaning_texts};

use crate::samples::{entry, key};

fn with_body(number: u32, name: &str, description: &str, body: &str) -> Entry {
    Entry { body: body.to_owned(), ..entry(number, name, description) }
}

fn asked(scorer: ScorerKind, index: &Index, question: &Question) -> Vec<Candidate> {
    scorer.explain(&index.view(), question, &Policy::default(), Detail::ALL)
}

fn of(candidates: &[Candidate], number: u32) -> &Candidate {
    candidates.iter().find(|candidate| candidate.key == key(number)).expect("every skill is listed")
}

#[test]
fn neighbours_in_the_body_speak_for_a_skill() {
    let index: Index = [
        with_body(0, "a", "Helps.", "Start the merge queue. Then a train may leave."),
        with_body(1, "b", "Helps.", "Start the queue. Then a merge of a train may leave."),
        with_body(2, "c", "Helps.", "Nothing of it, and as many words as the others have here."),
    ]
    .into_iter()
    .collect();
    let found = asked(ScorerKind::Hybrid, &index, &Question::new("how does the merge queue work", None));
    let (neighbours, apart) = (of(&found, 0), of(&found, 1));
    assert_eq!(neighbours.rank, 1);
    assert!(neighbours.fields.body > apart.fields.body * 1.05, "{neighbours:?} {apart:?}");
    // Each of the two words has its half of what the pair says.
    let body = |candidate: &Candidate, word: &str| {
        candidate.words.iter().find(|found| &*found.word == word).map_or(0.0, |found| found.fields.body)
    };
    for word in ["merge", "queue"] {
        assert!(body(neighbours, word) > body(apart, word));
    }
}

#[test]
fn a_skill_without_a_body_is_found_by_meaning_beside_one_with_a_body() {
    let long = "Something else altogether is told here at length. ".repeat(40);
    let skills =
        [with_body(0, "a", "Helps.", ""), with_body(1, "b", "Helps.", "Short."), with_body(2, "c", "Helps.", &long)];
    let mut index: Index = skills.iter().cloned().collect();
    for skill in &skills {
        let vectors = vec![Some(vec![1.0, 0.4]); meaning_texts(skill).len()];
        assert!(index.set_vectors(skill.key, &vectors));
    }
    let found = asked(ScorerKind::Hybrid, &index, &Question::new("unheard", Some(&[1.0, 0.0])));
    let [none, short, long] = [0, 1, 2].map(|number| of(&found, number));
    assert!(none.score > short.score && short.score > long.score + 0.01, "{found:?}");
    // By meaning alone the body makes no difference.
    let found = asked(ScorerKind::Embedding, &index, &Question::new("unheard", Some(&[1.0, 0.0])));
    assert!(found.iter().all(|candidate| (candidate.score - found[0].score).abs() < 1e-6));
}

/// Whoever learns weights learns them of what is scored.
#[test]
fn a_score_is_the_evidence_by_the_weights() {
    let skills = [
        with_body(0, "merge-queue", "Runs the merge queue. Starts trains.", "Start the merge queue."),
        with_body(1, "trains", "Starts a train.", ""),
        with_body(2, "nothing", "Helps.", "Something else altogether."),
    ];
    let mut index: Index = skills.iter().cloned().collect();
    for (number, skill) in skills.iter().enumerate() {
        let vectors = (0..meaning_texts(skill).len()).map(|text| Some(vec![1.0, (number + text) as f32 - 1.5]));
        assert!(index.set_vectors(skill.key, &vectors.collect::<Vec<_>>()));
    }
    let question = Question::new("start the merge queue", Some(&[1.0, 0.3]));
    let evidence = hybrid::evidence(&index.view(), &question);
    assert_eq!(evidence.len(), skills.len());
    for candidate in asked(ScorerKind::Hybrid, &index, &question) {
        let (_, kinds) = evidence.iter().find(|(key, _)| *key == candidate.key).expect("every skill has evidence");
        let z: f32 = kinds.iter().zip(hybrid::WEIGHTS).map(|(kind, (_, weight))| kind * weight).sum();
        assert!((candidate.score - z / (z + 5.4)).abs() < 1e-5, "{candidate:?} {kinds:?}");
    }
    let kind = |kind: usize| evidence.iter().filter(|(_, kinds)| kinds[kind] > 0.0).count();
    assert!((0..hybrid::KINDS).all(|number| kind(number) > 0), "{evidence:?}");
}

#[test]
fn sections_about_something_else_find_no_skill_but_for_adk() {
    let body = "# Charts\nDraws charts.\n\n## Related skills\n- invoices, for reminders\n\n## Steps\nPick a palette.";
    let index: Index = [with_body(0, "charts", "Draws.", body)].into_iter().collect();
    for scorer in [ScorerKind::Hybrid, ScorerKind::Bm25] {
        let score = |query: &str| asked(scorer, &index, &Question::new(query, None))[0].score;
        assert!(score("invoices reminders") < f32::EPSILON, "{scorer:?}");
        assert!(score("palette") > 0.0, "{scorer:?}");
    }
    assert!(adk::explain(&index, "invoices reminders", &Policy::default())[0].score > 0.0);
}

/// Two right answers: either may come first, and neither falls behind a wrong one or below the threshold for it.
#[test]
fn a_near_duplicate_of_the_right_skill_costs_it_next_to_nothing() {
    let topics = ["invoices", "charts", "deployments", "translations", "backups", "surveys", "contracts", "holidays"];
    let skill = |number: usize| {
        let topic = topics[number % topics.len()];
        let description = format!("Writes {topic} and checks {topic} for mistakes.");
        with_body(number as u32, &format!("write-{topic}"), &description, &format!("Collect the {topic}. Check each."))
    };
    let direction = |number: usize| {
        let mut direction = vec![0.2; topics.len()];
        direction[number % topics.len()] = 1.0;
        direction
    };
    let alone: Vec<Entry> = (0..topics.len()).map(skill).collect();
    let duplicate = Entry {
        name: "invoice-writer".to_owned(),
        description: "Writes invoices, and checks them for mistakes.".to_owned(),
        ..skill(topics.len())
    };
    let index = |skills: &[Entry]| {
        let mut index: Index = skills.iter().cloned().collect();
        for (number, skill) in skills.iter().enumerate() {
            index.set_vectors(skill.key, &vec![Some(direction(number)); meaning_texts(skill).len()]);
        }
        index
    };
    let question = Question::new("write an invoice for the plumber", Some(&direction(0)));
    let before = asked(ScorerKind::Hybrid, &index(&alone), &question);
    let after = asked(ScorerKind::Hybrid, &index(&[alone.as_slice(), &[duplicate]].concat()), &question);
    let [first, second] = [0, topics.len() as u32].map(|number| of(&after, number));
    let mut ranks = [first.rank, second.rank];
    ranks.sort_unstable();
    assert_eq!((of(&before, 0).rank, ranks), (1, [1, 2]));
    assert!(first.score > of(&before, 0).score * 0.95 && second.score >= ScorerKind::Hybrid.default_min_score());
}
