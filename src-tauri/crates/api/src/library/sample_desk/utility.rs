//! The telephone desk of a utility: premises, orders, crews, messages, outages, and its handbook.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{Answered, Arguments, State, shipped, words};

/// A field order.
#[derive(Default, PartialEq, Clone, Serialize, Deserialize)]
pub(super) struct Order {
    #[serde(rename = "order_number")]
    number: String,
    premise_id: String,
    kind: String,
    priority: u64,
    notes: String,
    medical_priority: bool,
    status: String,
    /// Who was sent, where somebody was.
    crew: Option<Value>,
}

/// The passages with the most of the words that are looked for.
pub(super) fn knowledge(arguments: &Arguments<'_>) -> Value {
    let looked_for: Vec<String> = words(arguments.text("query")).into_iter().filter(|word| word.len() > 2).collect();
    let score = |passage: &Value| {
        let known = words(&format!("{} {}", passage["title"], passage["text"]));
        looked_for.iter().filter(|word| known.iter().any(|known| known.starts_with(word.as_str()))).count()
    };
    let mut found: Vec<(usize, &Value)> =
        shipped("handbook").iter().map(|passage| (score(passage), passage)).filter(|(score, _)| *score > 0).collect();
    found.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
    let most = arguments.number("limit", 3) as usize;
    json!({"passages": found.iter().take(most).map(|(_, passage)| passage).collect::<Vec<_>>()})
}

pub(super) fn lookup_premise(state: &State, arguments: &Arguments<'_>, visits: &[String]) -> Value {
    let looked_for = words(arguments.text("q"));
    let included = match arguments.list("include") {
        list if list.is_empty() => vec!["meters"],
        list => list,
    };
    let is_found = |premise: &&Value| {
        let places = ["premise_id", "address", "landmark", "pole", "account"].map(|name| premise[name].to_string());
        let known = words(&places.join(" "));
        !looked_for.is_empty() && looked_for.iter().all(|word| known.contains(word))
    };
    let shown = |premise: &Value| {
        let id = premise["premise_id"].as_str().unwrap_or_default();
        let mut shown = json!({
            "premise_id": id, "address": premise["address"], "account": premise["account"],
            "open_orders": state.orders.iter().filter(|order| order.premise_id == id).collect::<Vec<_>>(),
        });
        for part in &included {
            shown[*part] = match *part {
                "service_dates" => {
                    let prefix = format!("V{}-", id.trim_start_matches('P'));
                    json!(visits.iter().filter(|visit| visit.starts_with(&prefix)).collect::<Vec<_>>())
                }
                other => premise[other].clone(),
            };
        }
        shown
    };
    let found: Vec<Value> = shipped("premises").iter().filter(is_found).map(shown).collect();
    json!({"count": found.len(), "premises": found})
}

pub(super) fn create_work_order(state: &mut State, arguments: &Arguments<'_>) -> Answered {
    let text = |name| arguments.text(name).to_owned();
    premise(arguments.text("premise_id"))?;
    let order = Order {
        number: format!("WO-{}", 1001 + state.orders.len()),
        premise_id: text("premise_id"),
        kind: text("kind"),
        priority: arguments.number("priority", 3),
        notes: text("notes"),
        medical_priority: arguments.is("medical_priority"),
        status: "open".to_owned(),
        crew: None,
    };
    state.orders.push(order.clone());
    Ok(json!(order))
}

/// Sends a crew once; who asks again hears of the same one.
pub(super) fn dispatch_crew(state: &mut State, arguments: &Arguments<'_>) -> Answered {
    let (number, kind) = (arguments.text("order_number"), arguments.text("kind"));
    if kind == "wire_down" && premise(number).is_ok() {
        return Ok(
            json!({"premise_id": number, "crew": crew(kind, 1), "keep_distance_m": arguments.0["keep_distance_m"]}),
        );
    }
    let order = order(state, number)?;
    let sent = order.crew.get_or_insert_with(|| crew(kind, order.priority)).clone();
    "crew sent".clone_into(&mut order.status);
    Ok(json!({"order_number": number, "crew": sent, "keep_distance_m": arguments.0["keep_distance_m"]}))
}

pub(super) fn send_sms(state: &mut State, arguments: &Arguments<'_>) -> Answered {
    let values = &arguments.0["values"];
    if let Some(number) = values["order_number"].as_str() {
        order(state, number)?;
    }
    let id = format!("SMS-{}", 5001 + state.messages.len());
    let message = json!({
        "message_id": id, "template": arguments.text("template"), "values": values,
        "to": "the caller's verified number", "status": "queued",
    });
    state.messages.push(message.clone());
    Ok(message)
}

/// Known outages, and what callers have reported since.
pub(super) fn outage_map(state: &State, arguments: &Arguments<'_>) -> Value {
    let (feeder, near) = (arguments.text("feeder"), &arguments.0["near"]);
    let is_near = |outage: &Value| {
        let apart = |name: &str| outage[name].as_f64().zip(near[name].as_f64()).map(|(a, b)| (a - b).abs());
        let radius = near["radius_km"].as_f64().unwrap_or(2.0) / 111.0;
        apart("latitude").is_some_and(|far| far <= radius) && apart("longitude").is_some_and(|far| far <= 2.0 * radius)
    };
    let is_asked = |outage: &&Value| {
        if feeder.is_empty() { !near.is_object() || is_near(outage) } else { outage["feeder"] == feeder }
    };
    let is_power = |order: &&Order| {
        let stands = premise(&order.premise_id).map(|premise| &premise["feeder"]);
        ["no_power", "lost_neutral"].contains(&order.kind.as_str())
            && (feeder.is_empty() || stands.is_ok_and(|stands| stands == feeder))
    };
    let outages: Vec<&Value> = shipped("outages").iter().filter(is_asked).collect();
    let reports: Vec<&Order> = state.orders.iter().filter(is_power).collect();
    json!({"outages": outages, "reports": reports})
}

fn premise(id: &str) -> Result<&'static Value, String> {
    let found = shipped("premises").iter().find(|premise| premise["premise_id"] == id);
    found.ok_or_else(|| format!("There is no premise {id}. Find the premise with lookup_premise first."))
}

fn order<'a>(state: &'a mut State, number: &str) -> Result<&'a mut Order, String> {
    let found = state.orders.iter_mut().find(|order| order.number == number);
    found.ok_or_else(|| format!("There is no order {number}. Open one with create_work_order."))
}

fn crew(kind: &str, priority: u64) -> Value {
    let name = match kind {
        "gas" => "Gas 2",
        "water" => "Water 1",
        _ => "Line 4",
    };
    let minutes = match priority {
        0 | 1 => 25,
        2 => 55,
        _ => 240,
    };
    let arrives = jiff::Timestamp::now() + jiff::SignedDuration::from_mins(minutes);
    json!({"name": name, "arrives_in_minutes": minutes, "arrives_at": arrives.strftime("%Y-%m-%dT%H:%MZ").to_string()})
}
