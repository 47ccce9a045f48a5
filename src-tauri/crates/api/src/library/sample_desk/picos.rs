//! The PICO table, and the articles one can search for.

use std::fmt::Write as _;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{Answered, Arguments, shipped, words};

/// What stands in the table.
#[derive(Default, PartialEq, Clone, Serialize, Deserialize)]
#[serde(transparent)]
pub(super) struct Table(Vec<Row>);

#[derive(Default, PartialEq, Clone, Serialize, Deserialize)]
struct Row {
    element: String,
    value: String,
    #[serde(default)]
    quote: String,
    #[serde(default)]
    note: String,
}

const ELEMENTS: [&str; 5] = ["population", "intervention", "comparison", "outcome", "study_design"];

impl Table {
    fn of(&self, element: &str) -> impl Iterator<Item = &Row> {
        self.0.iter().filter(move |known| known.element == element)
    }

    fn value(&self, element: &str) -> Option<&str> {
        self.of(element).next().map(|found| found.value.as_str())
    }

    fn shown(&self) -> Value {
        json!(ELEMENTS.iter().flat_map(|name| self.of(name)).collect::<Vec<_>>())
    }
}

/// Outcomes are added, the others replaced.
pub(super) fn set(table: &mut Table, arguments: &Arguments<'_>) -> Answered {
    let element = arguments.text("element");
    if !ELEMENTS.contains(&element) {
        return Err(format!("Unknown element {element}. Use one of: {}.", ELEMENTS.join(", ")));
    }
    let text = |name| arguments.text(name).to_owned();
    let new = Row { element: text("element"), value: text("value"), quote: text("quote"), note: text("note") };
    if element == "outcome" {
        table.0.retain(|known| known.element != element || known.value != new.value);
    } else {
        table.0.retain(|known| known.element != element);
    }
    table.0.push(new);
    Ok(json!({"recorded": element, "picos": table.shown()}))
}

pub(super) fn clear(table: &mut Table) -> Value {
    let cleared = std::mem::take(&mut table.0).len();
    json!({ "cleared": cleared, "picos": [] })
}

pub(super) fn question(table: &Table, arguments: &Arguments<'_>) -> Answered {
    let part = |name: &str| {
        let why = || format!("The table has no {name} yet. Record it with set_picos_element first.");
        table.value(name).ok_or_else(why)
    };
    let (people, outcome) = (part("population")?, part("outcome")?);
    let when = match arguments.text("timeframe") {
        "" => String::new(),
        time => format!(" within {time}"),
    };
    let comparison = table.value("comparison").unwrap_or("usual care");
    let question = match arguments.text("kind") {
        "harm" => {
            format!("In {people}, does {} lead to {outcome}{when}, compared with {comparison}?", part("intervention")?)
        }
        "diagnosis" => {
            format!("In {people}, how well does {} tell {outcome}, compared with {comparison}?", part("intervention")?)
        }
        "prognosis" => format!("In {people}, how likely is {outcome}{when}?"),
        "experience" => format!("How do {people} live through {outcome}{when}?"),
        _ => {
            format!("In {people}, does {}, compared with {comparison}, change {outcome}{when}?", part("intervention")?)
        }
    };
    Ok(json!({ "question": question }))
}

pub(super) fn validate(table: &Table, arguments: &Arguments<'_>) -> Value {
    let mut problems = Vec::new();
    for name in ELEMENTS {
        if table.value(name).is_none() {
            problems.push(json!({"element": name, "problem": "missing"}));
        }
    }
    for known in &table.0 {
        if words(&known.value).len() < 2 && known.value.to_lowercase() != "none" {
            problems.push(json!({"element": known.element, "problem": "vague", "value": known.value}));
        }
        if arguments.is("strict") && known.quote.is_empty() {
            problems.push(json!({"element": known.element, "problem": "has no quote", "value": known.value}));
        }
    }
    if table.value("intervention").is_some() && table.value("intervention") == table.value("comparison") {
        problems.push(json!({"element": "comparison", "problem": "is the same as the intervention"}));
    }
    json!({"valid": problems.is_empty(), "problems": problems})
}

pub(super) fn export(table: &Table, arguments: &Arguments<'_>) -> Value {
    let rows = ELEMENTS.iter().flat_map(|name| table.of(name));
    match arguments.text("format") {
        "json" => json!({"format": "json", "table": table.shown()}),
        "csv" => {
            let quoted = |text: &str| format!("\"{}\"", text.replace('"', "\"\""));
            let mut text = "element,value,quote,note\n".to_owned();
            for row in rows {
                let cells = [&row.element, &row.value, &row.quote, &row.note].map(|cell| quoted(cell));
                let _infallible = writeln!(text, "{}", cells.join(","));
            }
            json!({"format": "csv", "table": text})
        }
        _ => {
            let cell = |text: &str| text.replace('|', "\\|").replace('\n', " ");
            let mut text = "| Element | Value | Quote | Note |\n|---|---|---|---|\n".to_owned();
            for row in rows {
                let cells = [&row.element, &row.value, &row.quote, &row.note].map(|text| cell(text));
                let _infallible = writeln!(text, "| {} |", cells.join(" | "));
            }
            json!({"format": "markdown", "table": text})
        }
    }
}

/// As the E-utilities answer. Every part between `AND` must be found, of those between `OR` one.
pub(super) fn search_pubmed(arguments: &Arguments<'_>) -> Value {
    let term = arguments.text("term");
    let parts: Vec<Vec<Vec<String>>> =
        term.split(" AND ").map(|part| part.split(" OR ").map(searched).collect()).collect();
    let is_found = |article: &&Value| {
        let known = words(&format!("{} {}", article["title"], article["words"]));
        parts.iter().all(|part| part.iter().any(|one| one.iter().all(|word| known.contains(word))))
    };
    let found: Vec<&Value> = shipped("articles").iter().filter(is_found).map(|article| &article["id"]).collect();
    let most = arguments.number("retmax", 20) as usize;
    json!({"esearchresult": {
        "count": found.len().to_string(), "retmax": most.to_string(), "retstart": "0",
        "idlist": found.iter().take(most).collect::<Vec<_>>(), "querytranslation": term,
    }})
}

/// The words of one part of a search line, without its field in brackets.
fn searched(part: &str) -> Vec<String> {
    words(part.split('[').next().unwrap_or_default())
}
