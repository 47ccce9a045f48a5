//! Everything that opens over a place: what axe finds in it in both themes, and where the keyboard goes in it and after it, at
//! the usual size and at 200 %. `fixtures/overlays.json` lists it; ui/src/overlays.test.ts holds the list against the source.
//!
//! What is wrong with one is told at the end with what is wrong with the others: which it is, and which law it breaks.

use std::fs;

use serde_json::{Value, json};
use studio_testkit::repository;
use studio_tests::{Options, Window};

use crate::{
    accessibility::axe,
    overlay_laws::{laws, leave, open, walk},
    overlay_steps::{focus, step},
};

/// What a group needs before anything opens: the skill that is open, a query and a run.
#[derive(Clone, Copy)]
enum Filled {
    Nothing,
    Skill,
    Queries,
}

/// What is looked at in one window: all that these folders of the interface open.
struct Group {
    folders: &'static [&'static str],
    filled: Filled,
}

const LIBRARY: Group =
    Group { folders: &["features/drafts", "features/editor", "features/library"], filled: Filled::Skill };
const WINDOW: Group = Group {
    folders: &[
        "features/clients",
        "features/comparing",
        "features/help",
        "features/import",
        "features/settings",
        "features/sharing",
        "features/shell",
        "features/trash",
    ],
    filled: Filled::Nothing,
};
const MAP_AND_PACKS: Group = Group {
    folders: &["features/agents", "features/map", "features/packs", "lib/ask", "lib/picture"],
    filled: Filled::Nothing,
};
const QUERIES: Group = Group {
    folders: &[
        "features/cases",
        "features/evaluate",
        "features/playground",
        "features/problems",
        "lib/pairs",
        "lib/problems",
    ],
    filled: Filled::Queries,
};
const SESSIONS_AND_TOOLS: Group = Group {
    folders: &["features/bench", "features/servers", "features/simulate", "features/tools"],
    filled: Filled::Nothing,
};
const GROUPS: [&Group; 5] = [&LIBRARY, &WINDOW, &MAP_AND_PACKS, &QUERIES, &SESSIONS_AND_TOOLS];

/// One line of the list.
struct Overlay {
    file: String,
    name: String,
    /// How one comes to where it opens, and how it is opened.
    at: Vec<String>,
    by: Vec<String>,
    /// Whether only a wide window has what opens it.
    is_wide: bool,
}

impl Overlay {
    fn is_of(&self, group: &Group) -> bool {
        group.folders.iter().any(|folder| self.file.starts_with(&format!("{folder}/")))
    }
}

/// What is listed with steps.
fn overlays() -> Vec<Overlay> {
    let text = fs::read_to_string(repository().join("fixtures/overlays.json")).expect("the list is there");
    let listed: Vec<Value> = serde_json::from_str(&text).expect("the list is JSON");
    let steps = |of: &Value| -> Vec<String> {
        of.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
    };
    let overlays = listed.iter().map(|one| Overlay {
        file: one["file"].as_str().unwrap_or_default().to_owned(),
        name: one["is"].as_str().unwrap_or_default().to_owned(),
        at: steps(&one["at"]),
        by: steps(&one["by"]),
        is_wide: one["wide"] == true,
    });
    overlays.filter(|one| !one.by.is_empty()).collect()
}

/// Comes to where one opens, opens it, looks at it, and closes it.
async fn look(window: &Window, overlay: &Overlay) -> Result<Vec<String>, String> {
    for each in &overlay.at {
        step(window, each).await?;
    }
    open(window, &overlay.by).await?;
    Ok(laws(window).await)
}

/// Fills the places with what opens more.
async fn fill(window: &Window, filled: Filled) {
    if matches!(filled, Filled::Skill) {
        window.open_skill("gas-emergency").await;
        window.show_yaml().await;
    }
    if matches!(filled, Filled::Queries) {
        window.press_ctrl('3').await;
        window.click("[data-testid=query-input]").await;
        window.type_text("I smell gas in the basement").await;
        window.until_count("[data-testid=candidate]", |drawn| drawn > 10).await;
        window.press_ctrl('4').await;
        window.click("[data-testid=set-bar] [aria-label=Scorer]").await;
        window.click("[role=option][data-value=adk]").await;
        window.click("[data-testid=run]:not([disabled])").await;
        window.find("[data-testid=confusion-matrix]").await;
        window.find("[data-testid=runs]").await;
    }
}

async fn zoom_to(window: &Window, percent: u32) {
    while window.ask("get_zoom", json!({})).await != json!(percent) {
        window.ask("set_zoom", json!({ "step": "in" })).await;
    }
    window.settle().await;
}

/// Looks at all of a group at one size, and tells of all that is wrong at the end.
async fn assert_right(group: &Group, percent: u32) {
    let window = Window::start_from_samples(Options { screen: Some((1024, 700)), ..Options::default() }).await;
    window.until_indexed().await;
    fill(&window, group.filled).await;
    window.run(&axe(), vec![]).await;
    zoom_to(&window, percent).await;
    let mut wrong = Vec::new();
    for overlay in overlays().iter().filter(|one| one.is_of(group) && (percent == 100 || !one.is_wide)) {
        let mut found = look(&window, overlay).await.unwrap_or_else(|why| vec![why]);
        found.extend(leave(&window).await);
        wrong.extend(found.into_iter().map(|line| format!("{} at {percent} %: {line}", overlay.name)));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_overlay_with_steps_is_in_one_group_and_every_group_has_some() {
    let overlays = overlays();
    for one in &overlays {
        let groups = GROUPS.iter().filter(|group| one.is_of(group)).count();
        assert_eq!(groups, 1, "{} of {} is in {groups} groups", one.name, one.file);
    }
    for folder in GROUPS.iter().flat_map(|group| group.folders) {
        let within = format!("{folder}/");
        assert!(overlays.iter().any(|one| one.file.starts_with(&within)), "nothing opens from {folder}");
    }
}

#[tokio::test]
async fn what_opens_over_the_library_is_right() {
    assert_right(&LIBRARY, 100).await;
}

#[tokio::test]
async fn what_opens_over_the_library_is_right_at_200_percent() {
    assert_right(&LIBRARY, 200).await;
}

#[tokio::test]
async fn what_opens_over_the_window_is_right() {
    assert_right(&WINDOW, 100).await;
}

#[tokio::test]
async fn what_opens_over_the_window_is_right_at_200_percent() {
    assert_right(&WINDOW, 200).await;
}

#[tokio::test]
async fn what_opens_over_the_map_and_packs_is_right() {
    assert_right(&MAP_AND_PACKS, 100).await;
}

#[tokio::test]
async fn what_opens_over_the_map_and_packs_is_right_at_200_percent() {
    assert_right(&MAP_AND_PACKS, 200).await;
}

#[tokio::test]
async fn what_opens_over_the_playground_evaluate_and_problems_is_right() {
    assert_right(&QUERIES, 100).await;
}

#[tokio::test]
async fn what_opens_over_the_playground_evaluate_and_problems_is_right_at_200_percent() {
    assert_right(&QUERIES, 200).await;
}

#[tokio::test]
async fn what_opens_over_simulate_and_tools_is_right() {
    assert_right(&SESSIONS_AND_TOOLS, 100).await;
}

#[tokio::test]
async fn what_opens_over_simulate_and_tools_is_right_at_200_percent() {
    assert_right(&SESSIONS_AND_TOOLS, 200).await;
}

#[tokio::test]
async fn every_stop_of_the_keyboard_in_a_place_is_seen() {
    let window = Window::start_from_samples(Options { screen: Some((1024, 700)), ..Options::default() }).await;
    window.until_indexed().await;
    fill(&window, Filled::Skill).await;
    fill(&window, Filled::Queries).await;
    let mut wrong = Vec::new();
    for percent in [100, 200] {
        zoom_to(&window, percent).await;
        for place in ["Library", "Map", "Playground", "Evaluate", "Simulate", "Tools", "Packs", "Overview", "Problems"]
        {
            window.perform(&format!("Go to {place}")).await;
            window.find(&format!("section[aria-label={place}]:not([hidden])")).await;
            focus(&window, "nav [aria-current=page]").await;
            window.run("window.studioTop = null", vec![]).await;
            // What is still coming in moves what the keyboard has just been brought to.
            window.until_gone(&format!("section[aria-label={place}] .skeleton")).await;
            window.settle().await;
            wrong.extend(walk(&window).await.into_iter().map(|line| format!("{place} at {percent} %: {line}")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
