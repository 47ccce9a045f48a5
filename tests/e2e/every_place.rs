//! Every place opens on every library: an empty one, one skill, real oddities, nothing but broken skills, and without
//! the embedding model. Nothing breaks, nothing is said to have failed, also while skills go and libraries change.

use std::fs;

use fantoccini::key::Key;
use serde_json::{Value, json};
use studio_tests::{Options, Window};
use tempfile::TempDir;

/// Asked everywhere, key by key; some words of every odd skill are in it.
const QUERY: &str = "echo what the fire alarm says";

/// Remembers what nobody caught and what was written to the console as an error.
const WATCH: &str = "if (window.failures) return;
    window.failures = [];
    const keep = (kind, what) => window.failures.push(`${kind}: ${what?.stack ?? what}`.slice(0, 500));
    const error = console.error;
    console.error = (...args) => (keep('console', args.map(String).join(' ')), error(...args));
    addEventListener('error', event => event.message.startsWith('ResizeObserver loop') || keep('error', event.error ?? event.message));
    addEventListener('unhandledrejection', event => keep('rejection', event.reason));";

/// What went wrong up to now: failures nobody caught, toasts that say one, places that show one.
const WRONG: &str = "const shown = selector => [...document.querySelectorAll(selector)].map(each => each.innerText);
    return [...window.failures, ...shown('[data-sonner-toast][data-type=error]'), ...shown('[data-testid=error-state]')];";

/// A part of a row in the list of targets.
fn part_of(target: &str, part: &str) -> String {
    format!("[data-testid=target][data-target={target}] [data-testid=target-{part}]")
}

struct Tour {
    window: Window,
    folder: TempDir,
}

impl Tour {
    async fn start(window: Window) -> Self {
        let tour = Self { window, folder: TempDir::new().expect("the temporary folder can be written") };
        tour.window.run(WATCH, vec![]).await;
        tour
    }

    /// Makes an empty library and goes there as an author does, with whatever is open.
    async fn enter_new(&self, name: &str) {
        let path = self.folder.path().join(format!("{name}.db"));
        let made = self.window.ask("create_library", json!({ "path": path, "hasSamples": false })).await;
        self.enter(made["name"].as_str().unwrap_or_default()).await;
    }

    /// Chooses a library among the recent ones.
    async fn enter(&self, name: &str) {
        self.window.click("button[aria-label^='Library:']").await;
        self.window.press_button(name).await;
        self.window.find(&format!("button[aria-label='Library: {name}']")).await;
        self.until_listed().await;
    }

    /// Waits until the list shows as many skills as the library has.
    async fn until_listed(&self) {
        let window = &self.window;
        window.press_ctrl('1').await;
        let count = skills(window).await.len();
        let all =
            "return document.querySelector('[data-testid=filters]')?.innerText.match(/All\\s*(\\d+)/)?.[1] ?? null";
        window
            .until(&format!("{count} skills in the list"), async || {
                window.run(all, vec![]).await == json!(count.to_string())
            })
            .await;
    }

    /// Imports folders made of (folder, content of `SKILL.md`).
    async fn import(&self, name: &str, skills: &[(&str, Vec<u8>)]) {
        let root = self.folder.path().join(name);
        for (folder, content) in skills {
            let folder = root.join(folder);
            fs::create_dir_all(&folder).expect("the temporary folder can be written");
            fs::write(folder.join("SKILL.md"), content).expect("the temporary folder can be written");
        }
        self.window.import(&root).await;
        self.until_listed().await;
    }

    /// Fails with what is wrong, if anything is.
    async fn check(&self, step: &str) {
        self.window.settle().await;
        let wrong = self.window.run(WRONG, vec![]).await;
        if wrong != json!([]) {
            self.window.save_screenshot("every-place-wrong").await;
            panic!("{step}: {wrong:#}");
        }
    }

    /// Opens every place and uses what it offers first.
    async fn every_place(&self, library: &str) {
        let window = &self.window;
        let all = skills(window).await;
        for skill in all.iter().take(24) {
            self.open(skill).await;
            self.check(&format!("{library}: opening {skill}")).await;
        }
        if !all.is_empty() {
            for tab in ["Problems", "Versions", "Uses", "Preview"] {
                window.open_tab(tab).await;
                self.check(&format!("{library}: {tab}")).await;
            }
        }
        self.map(library).await;
        self.playground(library, &all).await;
        self.evaluate(library, &all).await;
        window.press_ctrl('6').await;
        window.find("[data-testid=tools]").await;
        self.check(&format!("{library}: Tools")).await;
        self.simulate(library).await;
        self.problems(library).await;
        self.packs(library, all.is_empty()).await;
        self.dialogs(library, all.is_empty()).await;
        window.press_ctrl('1').await;
        self.check(&format!("{library}: back in the Library")).await;
    }

    /// Shows a skill's text; the list scrolls to it.
    async fn open(&self, skill: &Value) {
        let window = &self.window;
        window.press_ctrl('1').await;
        window.click(&format!("[data-testid=skill-row][data-id='{}']", skill["id"].as_str().unwrap_or_default())).await;
        let name = skill["name"].clone();
        window
            .until(&format!("{name} in the editor"), async || {
                // A row has its name in one line, whatever the file says.
                let shown = window.run(OPEN, vec![]).await;
                shown.as_str().map(|shown| json!(shown.replace('\n', " "))).as_ref() == Some(&name)
            })
            .await;
    }

    async fn map(&self, library: &str) {
        let window = &self.window;
        window.press_ctrl('2').await;
        window.find("section[aria-label=Map] [role=toolbar][aria-label=Map]").await;
        self.check(&format!("{library}: Map")).await;
        if !skills(window).await.is_empty() {
            for (mode, shown) in [("List", "[data-testid=map-list]"), ("Canvas", "[data-node-key]")] {
                window.press_button(mode).await;
                window.find(shown).await;
                self.check(&format!("{library}: the map as a {mode}")).await;
            }
        }
    }

    async fn playground(&self, library: &str, all: &[Value]) {
        let window = &self.window;
        window.press_ctrl('3').await;
        window.fill("[data-testid=query-input]", QUERY).await;
        if all.is_empty() {
            window.until_text("main", "No skills to rank yet").await;
            self.check(&format!("{library}: Playground")).await;
            return;
        }
        let scorers = window.ask("list_scorers", json!({})).await;
        // adk's last: it answers without the model, too.
        for info in scorers.as_array().into_iter().flatten().rev() {
            let scorer = info["scorer"].as_str().unwrap_or_default();
            if !window.exists(&format!("[data-testid=scorer][data-scorer={scorer}]")).await {
                window.click("[data-testid=scorer] [data-testid=scorer-picker] button").await;
                window.click(&format!("[role=option][data-value={scorer}]")).await;
            }
            let of = format!("[data-testid=scorer][data-scorer={scorer}]");
            window.find(&of).await;
            let settled = ["candidate", "scorer-unavailable", "ask-model"]
                .map(|id| format!("{of} [data-testid={id}]"))
                .into_iter()
                .chain([format!("{of} [role=listbox]")])
                .collect::<Vec<_>>()
                .join(", ");
            window.find(&settled).await;
            self.check(&format!("{library}: Playground by {scorer}")).await;
        }
        window.click("[data-testid=candidate][data-scorer=adk]").await;
        window.find("[data-testid=explanation]").await;
        self.check(&format!("{library}: why a skill stands where it does")).await;
        window.click("[data-testid=explanation-close]").await;
        if all.iter().all(|skill| !skill["broken"].is_null()) {
            return;
        }
        self.window.perform("Add to test queries").await;
        window.find("[data-testid=label-popover] [data-testid=skill-picker-search]:focus").await;
        window.click("[data-testid=pick-skill]:not([data-name=''])").await;
        window.click("[data-testid=save-label]").await;
        window.until_gone("[data-testid=label-popover]").await;
        self.check(&format!("{library}: adding a test query")).await;
    }

    async fn evaluate(&self, library: &str, all: &[Value]) {
        let window = &self.window;
        window.press_ctrl('4').await;
        window.find("[data-testid=evaluate]").await;
        if all.iter().any(|skill| skill["broken"].is_null()) {
            if window.text("[data-testid=set-bar] [aria-label=Scorer]").await != "adk" {
                window.click("[data-testid=set-bar] [aria-label=Scorer]").await;
                window.click("[role=option][data-value=adk]").await;
            }
            window.click("[data-testid=run]:not([disabled])").await;
            window.find("[data-testid=confusion-matrix]").await;
        }
        self.check(&format!("{library}: Evaluate")).await;
        for shown in ["Show heat map", "Show what each client shows", "Show overlapping pairs"] {
            self.window.perform(shown).await;
            self.check(&format!("{library}: {shown} in Evaluate")).await;
        }
    }

    /// Where a session would be set up, under the runtime with the most settings.
    async fn simulate(&self, library: &str) {
        let window = &self.window;
        window.press_ctrl('5').await;
        window.find("[data-testid=simulate]").await;
        if window.exists("[data-testid=setup] [aria-label=Runtime]").await {
            window.click("[data-testid=setup] [aria-label=Runtime]").await;
            window.click("[role=option][data-value=adk]").await;
            window.find("[data-testid=adk-fields]").await;
        }
        self.check(&format!("{library}: Simulate")).await;
    }

    /// Every problem, by rule and by skill, with what two clients make of the library.
    async fn problems(&self, library: &str) {
        let window = &self.window;
        window.perform("Go to Problems").await;
        window.find("[data-testid=library-problems]").await;
        self.check(&format!("{library}: Problems")).await;
        for (client, name) in [("claude-code", "Claude Code"), ("codex", "Codex")] {
            window.perform(&format!("Show problems for {name}")).await;
            window.until_text("[data-testid=client-version]", name).await;
            self.check(&format!("{library}: Problems of {client}")).await;
        }
        window.perform("Group problems by skill").await;
        self.check(&format!("{library}: Problems by skill")).await;
        window.perform("Group problems by rule").await;
    }

    /// A pack of everything there is, for every kind of target: what is refused is told, and nothing breaks.
    async fn packs(&self, library: &str, is_empty: bool) {
        let window = &self.window;
        window.press_ctrl('7').await;
        let packs = window.ask("list_packs", json!({})).await;
        if packs["packs"].as_array().is_some_and(|packs| !packs.is_empty()) {
            window.find("[data-testid=pack-count]").await;
        } else if is_empty {
            window.until_text("[data-testid=packs]", "This library is empty").await;
        } else {
            window.press_button("New pack").await;
            window.fill("[data-testid=ask-text]", "everything").await;
            window.click("[data-testid=ask-confirm]").await;
            window.until_gone("[role=dialog]").await;
            self.planned("agent-skills").await;
            // How many of them are drawn together depends on what stands above and below the list.
            for target in ["skill-zip", "claude-plugin", "adk", "well-known", "light4j-sql"] {
                window.click(&part_of(target, "tick")).await;
                self.planned(target).await;
            }
            // Further down than is drawn.
            window.click("[data-testid=target][data-target=light4j-sql]").await;
            window.press_key(Key::End).await;
            window.click("[data-testid=target][data-client=antigravity] [data-testid=target-tick]").await;
            self.planned("client-folder").await;
        }
        self.check(&format!("{library}: Packs")).await;
    }

    /// Waits for what a dry run says of a target. After one that took more than three seconds, as on a busy machine, the
    /// next does not start by itself: then it is started by hand, as soon as none runs.
    async fn planned(&self, target: &str) {
        const AGAIN: &str = "document.querySelector('[data-testid=plan-again]:not([disabled])')?.click()";
        let state = part_of(target, "state");
        let is_planned = async || {
            let is_there = self.window.exists(&state).await;
            if !is_there {
                self.window.run(AGAIN, vec![]).await;
            }
            is_there
        };
        self.window.until(&format!("the dry run of {target}"), is_planned).await;
    }

    /// Everything that opens over a place.
    async fn dialogs(&self, library: &str, is_empty: bool) {
        let window = &self.window;
        for (what, chord) in [
            ("the palette", [char::from(Key::Control), 'k']),
            ("the skill switcher", [char::from(Key::Control), 'p']),
            ("the import dialog", [char::from(Key::Control), 'i']),
            ("Settings", [char::from(Key::Control), ',']),
            ("the shortcuts", [char::from(Key::Shift), '?']),
        ] {
            // Without a skill there is nothing to switch to.
            if chord[1] == 'p' && is_empty {
                continue;
            }
            window.press(&chord).await;
            self.look_at_dialog(library, what).await;
        }
        for action in ["Show trash", "Show drafts"] {
            self.window.perform(action).await;
            self.look_at_dialog(library, action).await;
        }
    }

    async fn look_at_dialog(&self, library: &str, what: &str) {
        self.window.find("[role=dialog]").await;
        self.check(&format!("{library}: {what}")).await;
        self.window.press_key(Key::Escape).await;
        self.window.until_gone("[role=dialog]").await;
    }

    /// Moves the open skill to the trash; what is open then is another one or none.
    async fn trash_open_skill(&self, library: &str) {
        let window = &self.window;
        let before = skills(window).await.len();
        self.window.perform("Move skill to trash").await;
        window.until("the skill to be gone", async || skills(window).await.len() == before - 1).await;
        self.until_listed().await;
        self.check(&format!("{library}: the open skill goes to the trash")).await;
    }
}

/// The name of the skill whose text is on screen.
const OPEN: &str = "const editor = document.querySelector('[data-testid=editor]');
    return editor?.dataset.skill ?? null;";

async fn skills(window: &Window) -> Vec<Value> {
    window.ask("list_skills", json!({})).await.as_array().cloned().unwrap_or_default()
}

fn named(name: &str, description: &str) -> Vec<u8> {
    // JSON is YAML: whatever is in a name is written as it must be.
    format!("---\nname: {}\ndescription: {}\n---\n\n# Text\n\nBody.\n", json!(name), json!(description)).into_bytes()
}

/// What strangers' folders hold.
fn oddities() -> Vec<(&'static str, Vec<u8>)> {
    let line = "word and word and ".repeat(20_000);
    vec![
        ("twins/echo", named("echo", "Echoes what it hears. Use when the fire alarm must be repeated.")),
        ("triplets/echo", named("echo", "Says once more what the fire alarm said.")),
        ("more/echo", named("echo", "Echoes.")),
        ("quotes", named("say \"hi\" & <b>'quoted'</b>", "Has \"quotes\" and <img src=x>. Use for 'quotes'.")),
        ("newlines", named("two\nlines", "First line.\n\nSecond line, with a\ttab.")),
        ("emoji", named("🔥🧯", "🔥 Use when there is fire 👩‍🚒.")),
        ("cjk", named("火災報知器", "火災報知器が鳴ったときに使う。")),
        ("right-to-left", named("إنذار الحريق", "يُستخدم عند سماع إنذار الحريق.")),
        ("long-name", named(&"a".repeat(300), &"Very long. ".repeat(300))),
        ("empty-name", named("", "Its name is empty.")),
        ("no-name", b"---\ndescription: It has no name.\n---\nBody.\n".to_vec()),
        ("no-frontmatter", b"# Only a body\n\nNothing above it.\n".to_vec()),
        ("unreadable", b"---\nname: [unclosed\ndescription: \"open\n---\nBody.\n".to_vec()),
        ("empty-file", Vec::new()),
        ("only-dashes", b"---\n---\n".to_vec()),
        ("not-utf8", b"---\nname: latin\ndescription: caf\xe9\n---\n\xff\xfe\n".to_vec()),
        ("huge-line", format!("---\nname: huge-line\ndescription: One line.\n---\n{line}\n").into_bytes()),
        (
            "repeats",
            b"---\nname: repeats\ndescription: Repeats.\ntags: [a, a, b]\nallowed-tools: [Read, Read]\nx: 1\nx: 2\n---\nBody.\n"
                .to_vec(),
        ),
        ("lists", b"---\nname: [a, b]\ndescription: {a: 1}\ntags: 7\n---\nBody.\n".to_vec()),
    ]
}

/// The samples with a skill open, which is what is left for each of the libraries.
async fn from_samples() -> Tour {
    let tour = Tour::start(Window::open_samples().await).await;
    tour.window.open_skill("gas-emergency").await;
    tour
}

#[tokio::test]
async fn every_place_opens_on_an_empty_library_and_on_one_skill() {
    let tour = from_samples().await;
    tour.enter_new("library-empty").await;
    tour.every_place("empty").await;

    tour.enter_new("library-one").await;
    tour.import("one", &[("only", named("only", "The only one. Use when there is fire."))]).await;
    tour.every_place("one").await;
    tour.open(&skills(&tour.window).await[0]).await;
    tour.trash_open_skill("one").await;
    tour.every_place("one in the trash").await;
}

#[tokio::test]
async fn every_place_opens_on_odd_skills_and_again_after_another_library() {
    let tour = from_samples().await;
    let window = &tour.window;
    let samples = window.ask("get_library", json!({})).await["name"].as_str().unwrap_or_default().to_owned();
    tour.enter_new("library-odd").await;
    tour.import("odd", &oddities()).await;
    let twins = skills(window).await.iter().filter(|skill| skill["name"] == "echo").count();
    assert_eq!(twins, 3, "skills of one name are skills of their own");
    tour.every_place("odd").await;
    tour.trash_open_skill("odd").await;

    // There and back, with a skill open and each place as it was left.
    tour.open(&skills(window).await[0]).await;
    for key in ['3', '4', '2', '1'] {
        window.press_ctrl(key).await;
        tour.enter(&samples).await;
        window.press_ctrl(key).await;
        tour.check("in the samples, from the odd library").await;
        tour.enter("library-odd").await;
        window.press_ctrl(key).await;
        tour.check("in the odd library again").await;
    }
}

#[tokio::test]
async fn every_place_opens_on_broken_skills_alone() {
    let tour = from_samples().await;
    tour.enter_new("library-broken").await;
    let broken = oddities().into_iter().filter(|(folder, _)| {
        ["no-frontmatter", "unreadable", "empty-file", "only-dashes", "not-utf8"].contains(folder)
    });
    tour.import("broken", &broken.collect::<Vec<_>>()).await;
    tour.every_place("broken").await;
}

#[tokio::test]
async fn every_place_opens_without_the_model() {
    let nothing = TempDir::new().expect("the temporary folder can be written");
    // Nothing was indexed before, either.
    let options = Options { assets: Some(nothing.path().to_owned()), ..Options::default() };
    let tour = Tour::start(Window::start_from_samples(options).await).await;
    tour.enter_new("library-odd").await;
    tour.import("odd", &oddities()).await;
    tour.every_place("odd, without the model").await;
}
