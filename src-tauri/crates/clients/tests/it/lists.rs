//! What was measured at the clients, number by number, and what holds for every list.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use studio_clients::{
    Change, Entry, Evidence, List, Listed, Reading, Scope, Settings, State, Why, changes, facts, list, recipe, rule,
    text,
};
use studio_model::Client;

/// A skill that every client lists.
struct Skill {
    listed: Listed,
    path: String,
    weight: f64,
}

fn skill(name: &str, description: &str) -> Skill {
    let listed = Listed { name: name.to_owned(), description: description.to_owned(), when_to_use: String::new() };
    Skill { listed, path: format!("/home/author/.agents/skills/{name}/SKILL.md"), weight: 0.0 }
}

/// So many skills with descriptions of one length, named as long as those the clients were measured with.
fn skills(count: usize, chars: usize) -> Vec<Skill> {
    (0..count).map(|at| skill(&format!("probe-{at:07}"), &"d".repeat(chars))).collect()
}

fn entries(skills: &[Skill]) -> Vec<Entry<'_>> {
    skills
        .iter()
        .map(|Skill { listed, path, weight }| Entry {
            reading: Ok(listed),
            path,
            scope: Scope::Project,
            weight: *weight,
        })
        .collect()
}

fn listed(client: Client, skills: &[Skill], settings: &Settings) -> List {
    list(client, &entries(skills), settings)
}

fn states(list: &List) -> Vec<State> {
    list.entries.iter().map(|entry| entry.state).collect()
}

/// How many entries became of a kind.
fn count(list: &List, state: State) -> usize {
    states(list).into_iter().filter(|own| *own == state).count()
}

/// The shortest and the longest description that is shown.
fn lengths(client: Client, (count, chars): (usize, usize), settings: &Settings) -> (usize, usize) {
    let list = listed(client, &skills(count, chars), settings);
    let shown: Vec<usize> = list.entries.iter().map(|entry| entry.shown.chars().count()).collect();
    (shown.iter().copied().min().unwrap_or(0), shown.iter().copied().max().unwrap_or(0))
}

/// The sizes of libraries the clients were measured with.
const MEASURED: [(usize, usize); 5] = [(60, 80), (60, 300), (60, 1_000), (300, 80), (300, 300)];

#[test]
fn claude_code_keeps_as_many_descriptions_as_were_measured() {
    let older = Settings { context_tokens: Some(200_000), claude_chars_per_token: 4, ..Settings::default() };
    let without_its_own = Settings { claude_bundled: 0, ..older };
    for (settings, expected) in [
        (without_its_own, [60, 23, 7, 39, 10]),
        (Settings::default(), [60, 60, 22, 231, 62]),
        (older, [10, 2, 0, 0, 0]),
    ] {
        let found =
            MEASURED.map(|(of, chars)| count(&listed(Client::ClaudeCode, &skills(of, chars), &settings), State::Whole));
        assert_eq!(found, expected, "{settings:?}");
    }
    let said = rule(Client::ClaudeCode, &Settings::default());
    assert!(said.contains("30,000 columns (1% of a 1,000,000-token context"), "{said}");
}

#[test]
fn claude_code_without_room_for_its_own_texts_still_has_their_names() {
    // 200,000 tokens of a model of today are 6,000 columns: fewer than its own skills take with their texts.
    let small = Settings { context_tokens: Some(200_000), ..Settings::default() };
    let list = listed(Client::ClaudeCode, &skills(10, 80), &small);
    assert_eq!((list.budget, count(&list, State::Whole)), (Some(5_740), 10));
}

#[test]
fn claude_code_prefers_what_is_used_fills_gaps_counts_columns_and_names_everything() {
    let used = Skill { weight: 3.0, ..skill("c", &"漢".repeat(10)) };
    let all = [skill("a", &"d".repeat(60)), skill("b", &"d".repeat(20)), used];
    // Three names with their line ends take 11, `: ` and twenty columns 22 each.
    let settings = Settings { claude_budget: Some(55), claude_bundled: 0, ..Settings::default() };
    let found = |settings: &Settings| states(&listed(Client::ClaudeCode, &all, settings));
    assert_eq!(found(&settings), [State::NameOnly, State::Whole, State::Whole]);
    let less = Settings { claude_budget: Some(54), ..settings };
    assert_eq!(found(&less), [State::NameOnly, State::NameOnly, State::Whole]);
    assert_eq!(found(&Settings { claude_budget: Some(0), ..settings }), [State::NameOnly; 3]);
}

#[test]
fn claude_code_joins_when_to_use_and_cuts_an_entry_at_its_limit() {
    let when = |mut skill: Skill, when: &str| {
        skill.listed.when_to_use = when.to_owned();
        skill
    };
    let all = [
        when(skill("a", "Does it."), "Use when asked."),
        skill("b", &"d".repeat(2_000)),
        // Escaped before it is cut and counted.
        skill("c", &"<".repeat(1_600)),
        when(skill("d", "Does <it> & \"so\"."), "Use > now"),
    ];
    let found = listed(Client::ClaudeCode, &all, &Settings::default()).entries;
    assert_eq!((found[0].state, found[0].shown.as_str()), (State::Whole, "Does it. - Use when asked."));
    assert_eq!((found[1].shown.chars().count(), found[1].shown.chars().last()), (1_536, Some('…')));
    assert_eq!((found[2].shown.matches("&lt;").count(), found[2].shown.chars().count()), (383, 1_536));
    assert_eq!(found[3].shown, "Does &lt;it&gt; & \"so\". - Use &gt; now");
}

/// What a model of 272,000 tokens has room for, and one of 500,000, which Codex takes by itself.
#[test]
fn codex_ends_descriptions_where_they_were_measured_to_end() {
    let smaller = Settings { context_tokens: Some(272_000), ..Settings::default() };
    for (size, expected) in [((60, 80), (80, 80)), ((60, 300), (292, 292)), ((60, 1_000), (292, 292))] {
        assert_eq!(lengths(Client::Codex, size, &smaller), expected, "{size:?}");
    }
    for chars in [80, 300, 1_000] {
        assert_eq!(lengths(Client::Codex, (300, chars), &smaller), (16, 20), "{chars}");
    }
    assert_eq!(listed(Client::Codex, &[], &smaller).budget, Some(5_440));
    let named = |of| count(&listed(Client::Codex, &skills(of, 80), &smaller), State::NameOnly);
    assert_eq!([named(420), named(450)], [414, 414], "names alone fill it");
    let own = Settings::default();
    let measured =
        [(60, 300), (60, 1_000), (300, 300), (450, 80), (600, 80)].map(|size| lengths(Client::Codex, size, &own));
    assert_eq!(measured, [(300, 300), (584, 588), (76, 80), (36, 40), (12, 16)]);
}

#[test]
fn codex_marks_what_is_longer_than_it_ever_shows() {
    let list = listed(Client::Codex, &[skill("a", &"d".repeat(2_000))], &Settings::default());
    assert_eq!(list.entries[0].state, State::Shortened);
    assert_eq!(list.entries[0].shown, format!("{}...", "d".repeat(1_021)));
}

#[test]
fn codex_leaves_out_names_without_room_and_what_it_does_not_show() {
    let some = skills(60, 80);
    let refused = Reading::Dropped(Why::NoDescription);
    let hidden = Reading::Hidden(Why::Policy("allow_implicit_invocation"));
    let mut all = entries(&some);
    all.extend([&refused, &hidden].map(|reading| Entry {
        reading: Err(reading),
        path: "",
        scope: Scope::Project,
        weight: 0.0,
    }));
    let found = list(Client::Codex, &all, &Settings { context_tokens: Some(20_000), ..Settings::default() });
    // Its own four take 50 of 400 tokens, a name 13.
    let counts = [State::NameOnly, State::Absent, State::Refused, State::Hidden].map(|state| count(&found, state));
    assert_eq!(counts, [26, 34, 1, 1]);
    let why: Vec<&Why> = found.entries.iter().filter_map(|entry| entry.why.as_ref()).collect();
    assert_eq!(why, [&Why::NoDescription, &Why::Policy("allow_implicit_invocation")]);
}

#[test]
fn codex_gives_roots_short_names() {
    let some = skills(2, 80);
    let found = listed(Client::Codex, &some, &Settings::default()).entries;
    assert_eq!(found[0].path.as_deref(), Some("r1/probe-0000000/SKILL.md"));
    let at = |name, path: &str| Skill { path: path.to_owned(), ..skill(name, "d") };
    let two = [at("a", "/user/skills/a/SKILL.md"), at("b", "/project/skills/b/SKILL.md")];
    let found = listed(Client::Codex, &two, &Settings::default()).entries;
    let paths: Vec<_> = found.iter().map(|entry| entry.path.as_deref()).collect();
    assert_eq!(paths, [Some("r1/a/SKILL.md"), Some("r2/b/SKILL.md")]);
}

#[test]
fn codex_gives_each_of_many_roots_a_name_of_its_own() {
    // Two in each folder, with others between them.
    let path = |name: usize| format!("/group-{:03}/skill-{name:03}/SKILL.md", name % 100);
    let many: Vec<Skill> =
        (0..200).map(|name| Skill { path: path(name), ..skill(&format!("skill-{name:03}"), "d") }).collect();
    let found = listed(Client::Codex, &many, &Settings::default()).entries;
    let mut names: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for entry in &found {
        let (name, below) = entry.path.as_deref().unwrap().split_once('/').unwrap();
        let whole = many[entry.place].path.as_str();
        names.entry(whole.strip_suffix(below).unwrap()).or_default().insert(name);
    }
    assert_eq!(names.len(), 100);
    assert!(names.values().all(|names| names.len() == 1), "{names:?}");
    let all: BTreeSet<&str> = names.into_values().flatten().collect();
    assert_eq!(all.len(), 100, "{all:?}");
}

#[test]
fn copilot_shows_the_first_and_names_the_others() {
    let found = listed(Client::Copilot, &skills(300, 300), &Settings::default());
    let first = found.entries.iter().take_while(|entry| entry.state == State::Whole).count();
    assert_eq!(first, 36, "an entry takes 407");
    assert!(found.entries[first..].iter().all(|entry| entry.state == State::NameOnly));
    // Names of thirteen characters and a comma, after 46 of the words before them.
    let many = listed(Client::Copilot, &skills(600, 300), &Settings::default());
    assert_eq!((count(&many, State::NameOnly), count(&many, State::Absent)), (330, 234));
}

#[test]
fn the_others_cut_as_they_were_seen_to() {
    let settings = Settings::default();
    for client in [
        Client::Gemini,
        Client::Opencode,
        Client::Pi,
        Client::VsCode,
        Client::Cursor,
        Client::Antigravity,
        Client::Standard,
    ] {
        let whole = count(&listed(client, &skills(300, 1_000), &settings), State::Whole);
        assert_eq!(whole, 300, "{client:?}");
    }
    assert_eq!(lengths(Client::Kimi, (5, 250), &settings), (250, 250));
    assert_eq!(lengths(Client::Kimi, (5, 1_000), &settings), (250, 250));
    let kimi = listed(Client::Kimi, &skills(1, 1_000), &settings);
    assert!(kimi.entries[0].shown.ends_with("d..."), "247 and a mark");
    assert_eq!(lengths(Client::Adk, (5, 80), &settings), (0, 0));
}

#[test]
fn qwen_keeps_a_short_list_whole_and_first_lines_of_a_long_one() {
    let mut lines = skill("a", "One.\nTwo.");
    lines.listed.when_to_use = "Use now".to_owned();
    let alone = [lines];
    let found = listed(Client::Qwen, &alone, &Settings::default()).entries;
    assert_eq!((found[0].state, found[0].shown.as_str()), (State::Whole, "One.\nTwo. — Use now"));
    let [lines] = alone;
    let mut many = skills(30, 80);
    many.push(lines);
    let found = listed(Client::Qwen, &many, &Settings::default());
    assert_eq!(count(&found, State::Whole), 30, "they have one line each");
    let cut = found.entries.iter().find(|entry| entry.name == "a").unwrap();
    assert_eq!((cut.state, cut.shown.as_str()), (State::Shortened, "One."));
}

#[test]
fn every_client_says_what_it_does_and_how_that_is_known() {
    let is_day = |text: &str| text.len() == 10 && text.starts_with("20") && text.split('-').count() == 3;
    for client in Client::ALL {
        let (facts, said) = (facts(client), rule(client, &Settings::default()));
        assert!(said.ends_with('.') && said.is_ascii(), "{said}");
        assert!(!facts.hint.is_empty() && !facts.hint.ends_with('.'), "{client:?}");
        match facts.evidence {
            Evidence::Measured { version, on } => {
                assert!(version.starts_with(|c: char| c.is_ascii_digit()) && is_day(on), "{client:?}");
                assert_eq!((facts.version(), facts.measured_on(), facts.source()), (version, on, None));
            }
            Evidence::Documented { source, on } => {
                assert!(source.starts_with("https://") && is_day(on), "{client:?}");
                assert_eq!((facts.version(), facts.measured_on(), facts.source()), ("", "", Some(source)));
                assert!(said.starts_with("Not measured. ") && said.contains(source), "{said}");
            }
            Evidence::Agreed => assert!(matches!(client, Client::Standard | Client::Adk), "{client:?}"),
        }
        assert_eq!(facts.is_measured(), recipe(client).is_some(), "what can be run was measured: {client:?}");
        for Change { version, on, what } in changes(client) {
            assert!(facts.is_measured() && version.starts_with(|c: char| c.is_ascii_digit()), "{client:?}");
            assert!(is_day(on) && *on <= facts.measured_on() && !what.ends_with('.'), "{client:?}");
        }
    }
}

#[test]
fn who_is_said_to_cut_does() {
    // Of two lines: some show the first.
    let text = format!("{}\nUse it now.", "d".repeat(1_500));
    let all: Vec<Skill> = (0..600).map(|at| skill(&format!("probe-{at:07}"), &text)).collect();
    for client in Client::ALL {
        let is_cut = states(&listed(client, &all, &Settings::default())).iter().any(|state| *state != State::Whole);
        assert_eq!(is_cut, facts(client).cuts, "{client:?}");
    }
}

proptest! {
    #[test]
    fn a_list_stays_within_its_budget_and_shows_beginnings(
        skills in prop::collection::vec(("[a-zé漢]{1,12}", "[a-zä \n<&—漢]{0,60}", "[a-z/]{0,10}", 0_u32..4), 0..20),
        tokens in 0_u32..40_000,
        entry in 1_u32..60,
        bundled in 0_u32..300,
    ) {
        let of = |(name, description, path, uses): (String, String, String, u32)| {
            Skill { path, weight: f64::from(uses), ..skill(&name, &description) }
        };
        let all: Vec<Skill> = skills.into_iter().map(of).collect();
        let settings = Settings {
            context_tokens: Some(tokens),
            claude_entry_chars: entry,
            claude_bundled: bundled,
            ..Settings::default()
        };
        for client in Client::ALL {
            let found = listed(client, &all, &settings);
            let mut places: Vec<usize> = found.entries.iter().map(|entry| entry.place).collect();
            places.sort_unstable();
            prop_assert!(places.into_iter().eq(0..all.len()), "every skill is accounted for once by {client:?}");
            if let (Some(budget), Client::Codex | Client::ClaudeCode) = (found.budget, client) {
                let is_bare = found.entries.iter().all(|entry| entry.shown.is_empty());
                // Names stay at Claude Code whatever room there is.
                prop_assert!(
                    found.shown <= budget || (client == Client::ClaudeCode && is_bare),
                    "{client:?}: {found:?}"
                );
            }
            for shown in &found.entries {
                let whole = text(client, &all[shown.place].listed);
                let begins = shown.shown.trim_end_matches(['…', '.']);
                prop_assert!(whole.starts_with(begins) || client == Client::Qwen, "{client:?}: {shown:?} of {whole:?}");
                prop_assert_eq!(shown.state == State::Whole && shown.shown != whole, false);
                prop_assert_eq!(shown.whole_chars, whole.chars().count());
            }
        }
        // Codex cuts evenly: what was shortened ends within four bytes' worth of the same length.
        let codex = listed(Client::Codex, &all, &settings);
        let is_cut = |state| state == State::Shortened;
        let cut: Vec<usize> = codex.entries.iter().filter(|entry| is_cut(entry.state)).map(|entry| entry.shown.chars().count()).collect();
        if let (Some(least), Some(most)) = (cut.iter().min(), cut.iter().max()) {
            prop_assert!(most - least <= 4, "{cut:?}");
        }
    }
}
