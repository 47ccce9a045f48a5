//! What was measured at the clients, number by number, and what holds for every list.

use proptest::prelude::*;

use super::*;

struct Skill {
    name: String,
    description: String,
    path: String,
}

/// So many skills with descriptions of one length, named as long as those the clients were measured with.
fn skills(count: usize, chars: usize) -> Vec<Skill> {
    let skill = |at: usize| {
        let name = format!("probe-{at:07}");
        Skill { path: format!("/home/author/.agents/skills/{name}/SKILL.md"), name, description: "d".repeat(chars) }
    };
    (0..count).map(skill).collect()
}

fn entries(skills: &[Skill]) -> Vec<Entry<'_>> {
    skills
        .iter()
        .map(|Skill { name, description, path }| Entry { name, description, path, ..Entry::default() })
        .collect()
}

/// How many descriptions stay whole.
fn whole(host: Host, count: usize, chars: usize, settings: &Settings) -> usize {
    let skills = skills(count, chars);
    let list = list(host, &entries(&skills), settings);
    list.entries.iter().filter(|entry| entry.state == State::Whole).count()
}

/// The shortest and the longest description that is shown.
fn lengths(host: Host, count: usize, chars: usize) -> (usize, usize) {
    let skills = skills(count, chars);
    let list = list(host, &entries(&skills), &Settings::default());
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
        (Settings::default(), [60, 60, 22, 233, 63]),
        (older, [11, 3, 0, 0, 0]),
    ] {
        let found = MEASURED.map(|(count, chars)| whole(Host::Claude, count, chars, &settings));
        assert_eq!(found, expected, "{settings:?}");
    }
    assert!(rule(Host::Claude, &Settings::default()).contains("30,000 columns (1 % of a context of 1,000,000 tokens"));
}

#[test]
fn claude_code_prefers_what_is_used_fills_gaps_counts_columns_and_names_everything() {
    let [short, long, wide] = ["d".repeat(20), "d".repeat(60), "漢".repeat(10)];
    let entry = |name, description, uses| Entry { name, description, uses, ..Entry::default() };
    let all = [entry("a", &long, 0), entry("b", &short, 0), entry("c", &wide, 3)];
    // Three names with their line ends take 11, `: ` and twenty columns 22 each.
    let settings = Settings { claude_budget: Some(55), claude_bundled: 0, ..Settings::default() };
    let states = |list: List| list.entries.into_iter().map(|entry| entry.state).collect::<Vec<_>>();
    assert_eq!(states(list(Host::Claude, &all, &settings)), [State::NameOnly, State::Whole, State::Whole]);
    let less = Settings { claude_budget: Some(54), ..settings };
    assert_eq!(states(list(Host::Claude, &all, &less)), [State::NameOnly, State::NameOnly, State::Whole]);
    let none = Settings { claude_budget: Some(0), ..settings };
    assert_eq!(states(list(Host::Claude, &all, &none)), [State::NameOnly; 3]);
}

#[test]
fn claude_code_joins_when_to_use_and_cuts_an_entry_at_its_limit() {
    let long = "d".repeat(2_000);
    let all = [
        Entry { name: "a", description: "Does\n it.", when_to_use: "Use when asked.", ..Entry::default() },
        Entry { name: "b", description: &long, ..Entry::default() },
        Entry { name: "c", is_for_users_only: true, ..Entry::default() },
        Entry { name: "d", waits_for_paths: true, ..Entry::default() },
    ];
    let found = list(Host::Claude, &all, &Settings::default()).entries;
    assert_eq!((found[0].state, found[0].shown.as_str()), (State::Whole, "Does it. - Use when asked."));
    // Escaped before it is cut and counted.
    let odd = "<".repeat(1_600);
    let all = [
        Entry { name: "along", description: &odd, ..Entry::default() },
        Entry { name: "when", description: "Does <it> & \"so\".", when_to_use: "Use > now", ..Entry::default() },
    ];
    let escaped = list(Host::Claude, &all, &Settings::default()).entries;
    assert_eq!((escaped[0].shown.matches("&lt;").count(), escaped[0].shown.chars().count()), (383, 1_536));
    assert_eq!(escaped[1].shown, "Does &lt;it&gt; & \"so\". - Use &gt; now");
    assert_eq!((found[1].shown.chars().count(), found[1].shown.chars().last()), (1_536, Some('…')));
    assert_eq!([found[2].state, found[3].state], [State::Hidden; 2]);
}

#[test]
fn codex_ends_descriptions_where_they_were_measured_to_end() {
    for (count, chars, expected) in [(60, 80, (80, 80)), (60, 300, (292, 292)), (60, 1_000, (292, 292))] {
        assert_eq!(lengths(Host::Codex, count, chars), expected, "{count} of {chars}");
    }
    for chars in [80, 300, 1_000] {
        assert_eq!(lengths(Host::Codex, 300, chars), (16, 20), "{chars}");
    }
    assert_eq!(lengths(Host::Codex, 1, 2_000), (1_024, 1_024));
    assert_eq!(list(Host::Codex, &[], &Settings::default()).budget, Some(5_440));
    let listed = |count| {
        let some = skills(count, 80);
        let found = list(Host::Codex, &entries(&some), &Settings::default()).entries;
        found.iter().filter(|entry| entry.state == State::NameOnly).count()
    };
    assert_eq!([listed(420), listed(450)], [414, 414], "names alone fill it");
    // Of a window of half a million tokens.
    let larger = Settings { context_tokens: Some(500_000), ..Settings::default() };
    let shown = |count, chars| {
        let some = skills(count, chars);
        let found = list(Host::Codex, &entries(&some), &larger).entries;
        let all: Vec<usize> = found.iter().map(|entry| entry.shown.len()).collect();
        (*all.iter().min().unwrap(), *all.iter().max().unwrap())
    };
    let measured = [shown(60, 300), shown(60, 1_000), shown(300, 300), shown(450, 80), shown(600, 80)];
    assert_eq!(measured, [(300, 300), (584, 588), (76, 80), (36, 40), (12, 16)]);
}

#[test]
fn codex_leaves_out_names_without_room_and_refuses_what_it_cannot_read() {
    let some = skills(60, 80);
    let mut all = entries(&some);
    all.push(Entry { name: "z-empty", ..Entry::default() });
    all.push(Entry { name: "z-users", description: "d", is_for_users_only_in_codex: true, ..Entry::default() });
    let settings = Settings { context_tokens: Some(20_000), ..Settings::default() };
    let found = list(Host::Codex, &all, &settings).entries;
    let count = |state| found.iter().filter(|entry| entry.state == state).count();
    // Its own four take 50 of 400 tokens, a name 13.
    let counts = (count(State::NameOnly), count(State::Absent), count(State::Refused), count(State::Hidden));
    assert_eq!(counts, (26, 34, 1, 1));
}

#[test]
fn codex_gives_roots_short_names() {
    let some = skills(2, 80);
    let found = list(Host::Codex, &entries(&some), &Settings::default()).entries;
    assert_eq!(found[0].path.as_deref(), Some("r1/probe-0000000/SKILL.md"));
    let entry = |name, path| Entry { name, description: "d", path, ..Entry::default() };
    let two = [entry("a", "/user/skills/a/SKILL.md"), entry("b", "/project/skills/b/SKILL.md")];
    let found = list(Host::Codex, &two, &Settings::default()).entries;
    let paths: Vec<_> = found.iter().map(|entry| entry.path.as_deref()).collect();
    assert_eq!(paths, [Some("r1/a/SKILL.md"), Some("r2/b/SKILL.md")]);
}

#[test]
fn copilot_shows_the_first_and_names_the_others() {
    let some = skills(300, 300);
    let found = list(Host::Copilot, &entries(&some), &Settings::default());
    let first = found.entries.iter().take_while(|entry| entry.state == State::Whole).count();
    assert!(first > 0 && found.entries[first..].iter().all(|entry| entry.state == State::NameOnly), "{first}");
    assert_eq!(first, 36, "an entry takes 407");
    let long = "d".repeat(1_025);
    let odd = [
        Entry { name: "long", description: &long, ..Entry::default() },
        Entry { name: "users", description: "d", is_for_users_only: true, ..Entry::default() },
    ];
    let found = list(Host::Copilot, &odd, &Settings::default()).entries;
    assert_eq!([found[0].state, found[1].state], [State::Refused, State::Hidden]);
}

#[test]
fn the_others_cut_as_they_were_seen_to() {
    for host in [Host::Gemini, Host::Opencode, Host::Qwen, Host::Whole] {
        assert_eq!(whole(host, 300, 1_000, &Settings::default()), 300, "{host:?}");
    }
    assert_eq!(lengths(Host::Kimi, 5, 1_000), (250, 250));
    assert_eq!(lengths(Host::Adk, 5, 80), (0, 0));
    let lines = [Entry {
        name: "a",
        description: "One.\nTwo.",
        when_to_use: "Use now",
        path: "x/a/SKILL.md",
        ..Entry::default()
    }];
    assert_eq!(list(Host::Qwen, &lines, &Settings::default()).entries[0].shown, "One.\nTwo. — Use now");
    let elsewhere = [Entry { name: "a", description: "One.", path: "x/b/SKILL.md", ..Entry::default() }];
    assert_eq!(list(Host::Qwen, &elsewhere, &Settings::default()).entries[0].state, State::Refused);
    let nameless = [Entry { name: "", description: "One.", ..Entry::default() }];
    assert_eq!(list(Host::Gemini, &nameless, &Settings::default()).entries[0].state, State::Refused);
}

#[test]
fn every_host_says_what_it_does_and_when_it_was_measured() {
    for host in Host::ALL {
        let said = rule(host, &Settings::default());
        assert!(said.ends_with('.') && said.is_ascii(), "{said}");
        assert_eq!(host.facts().version.is_empty(), host == Host::Whole);
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
        let all: Vec<Entry<'_>> = skills
            .iter()
            .map(|(name, description, path, uses)| Entry { name, description, path, uses: *uses, ..Entry::default() })
            .collect();
        let settings = Settings {
            context_tokens: Some(tokens),
            claude_entry_chars: entry,
            claude_bundled: bundled,
            ..Settings::default()
        };
        for host in Host::ALL {
            let found = list(host, &all, &settings);
            let mut places: Vec<usize> = found.entries.iter().map(|entry| entry.place).collect();
            places.sort_unstable();
            prop_assert!(places.into_iter().eq(0..all.len()), "every skill is accounted for once by {host:?}");
            if let (Some(budget), Host::Codex | Host::Claude) = (found.budget, host) {
                let is_bare = found.entries.iter().all(|entry| entry.shown.is_empty());
                // Names stay at Claude Code whatever room there is.
                prop_assert!(found.shown <= budget || (host == Host::Claude && is_bare), "{host:?}: {found:?}");
            }
            for shown in &found.entries {
                let of = &all[shown.place];
                let listed = host.client().description(of);
                let text = shown.shown.strip_suffix('…').unwrap_or(&shown.shown);
                prop_assert!(listed.starts_with(text));
                prop_assert_eq!(shown.state == State::Whole && shown.shown != listed, false);
                prop_assert_eq!(shown.whole_chars, listed.chars().count());
            }
        }
        // Codex cuts evenly: what was shortened ends within four bytes' worth of the same length.
        let codex = list(Host::Codex, &all, &settings);
        let cut: Vec<usize> =
            codex.entries.iter().filter(|entry| entry.state == State::Shortened).map(|entry| entry.shown.chars().count()).collect();
        if let (Some(least), Some(most)) = (cut.iter().min(), cut.iter().max()) {
            prop_assert!(most - least <= 4, "{cut:?}");
        }
    }
}
