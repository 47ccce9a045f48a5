//! A repository and what surrounds it: commits, changes, tests, issues, logs and a database.

use serde_json::{Value, json};

use super::{Answered, Arguments, State, shipped, words};

/// The test that fails now and then.
const FLAKY: &str = "test_dispatch";

pub(super) fn git_log(arguments: &Arguments<'_>) -> Value {
    let paths = arguments.list("paths");
    let (from, _) = arguments.text("range").split_once("..").unwrap_or_default();
    let is_before = |commit: &&Value| !from.is_empty() && (commit["tag"] == from || commit["hash"] == from);
    let commits = shipped("commits");
    let end = commits.iter().position(|commit| is_before(&commit)).unwrap_or(commits.len());
    let is_at = |commit: &&Value| {
        let touched = commit["paths"].as_array().into_iter().flatten().filter_map(Value::as_str);
        paths.is_empty() || touched.into_iter().any(|path| paths.iter().any(|wanted| path.starts_with(wanted)))
    };
    let most = arguments.number("limit", 50) as usize;
    json!({"commits": commits[..end].iter().filter(is_at).take(most).collect::<Vec<_>>()})
}

pub(super) fn git_diff(arguments: &Arguments<'_>) -> Value {
    let paths = arguments.list("paths");
    let scope = match arguments.text("scope") {
        "" => "staged",
        scope => scope,
    };
    let is_asked = |change: &&Value| {
        let path = change["path"].as_str().unwrap_or_default();
        change["scope"] == scope && (paths.is_empty() || paths.iter().any(|wanted| path.starts_with(wanted)))
    };
    let changes: Vec<&Value> = shipped("changes").iter().filter(is_asked).collect();
    let diff: String = changes.iter().filter_map(|change| change["diff"].as_str()).collect();
    json!({"files": changes.iter().map(|change| &change["path"]).collect::<Vec<_>>(), "diff": diff})
}

/// Everything passes but one test, which fails every seventh time, and more often out of order. A run is told in the log.
pub(super) fn run_tests(state: &mut State, arguments: &Arguments<'_>) -> Value {
    let selector = arguments.text("selector");
    let repeat = arguments.number("repeat", 1).clamp(1, 500);
    let every = if arguments.is("random_order") { 3 } else { 7 };
    let failed = if selector.contains(FLAKY) { repeat / every } else { 0 };
    let output = if failed > 0 {
        format!("FAILED {selector}: the crew answered after 1.002 s, and 1 s was allowed ({failed} of {repeat} runs)")
    } else {
        format!("ok {selector} ({repeat} runs)")
    };
    tell(state, "ci", if failed > 0 { "error" } else { "info" }, &output);
    json!({"selector": selector, "runs": repeat, "passed": repeat - failed, "failed": failed, "output": output})
}

pub(super) fn create_issue(state: &mut State, arguments: &Arguments<'_>) -> Value {
    let number = 101 + state.issues.len();
    let issue = json!({
        "number": number, "title": arguments.text("title"), "body": arguments.text("body"),
        "labels": arguments.list("labels"), "state": "open",
    });
    state.issues.push(issue.clone());
    tell(state, "tracker", "info", &format!("issue #{number} opened: {}", arguments.text("title")));
    issue
}

/// The lines that hold every word of the query, or how many there are per interval.
pub(super) fn query_logs(state: &State, arguments: &Arguments<'_>) -> Answered {
    let time = |name: &str| match arguments.text(name) {
        "" => Ok(None),
        text => text.parse().map(Some).map_err(|_| format!("{text} is not a time such as 2026-01-15T08:00:00Z.")),
    };
    let (from, to): (Option<jiff::Timestamp>, Option<jiff::Timestamp>) = (time("from")?, time("to")?);
    let looked_for = words(arguments.text("query"));
    let mut found = Vec::new();
    for line in shipped("log").iter().chain(&state.log) {
        let known = words(&format!("{} {} {}", line["service"], line["level"], line["text"]));
        let Some(at) = line["at"].as_str().and_then(|at| at.parse::<jiff::Timestamp>().ok()) else { continue };
        let is_within = from.is_none_or(|from| at >= from) && to.is_none_or(|to| at <= to);
        if is_within && looked_for.iter().all(|word| known.iter().any(|known| known.starts_with(word.as_str()))) {
            found.push((at, line));
        }
    }
    let lines: Vec<&Value> = found.iter().map(|(_, line)| *line).collect();
    let every = arguments.number("count_every_s", 0) as i64;
    if every == 0 {
        return Ok(json!({"count": lines.len(), "lines": lines}));
    }
    let mut counts: Vec<(i64, u32)> = Vec::new();
    for (at, _) in &found {
        let begin = at.as_second().div_euclid(every) * every;
        match counts.iter_mut().find(|(known, _)| *known == begin) {
            Some((_, count)) => *count += 1,
            None => counts.push((begin, 1)),
        }
    }
    let shown = counts.iter().map(|(begin, count)| {
        let from = jiff::Timestamp::from_second(*begin).map(|from| from.to_string()).unwrap_or_default();
        json!({"from": from, "count": count})
    });
    Ok(json!({"count": lines.len(), "intervals": shown.collect::<Vec<_>>()}))
}

/// A plan by the shape of the statement. Nothing is ever executed.
pub(super) fn explain_query(arguments: &Arguments<'_>) -> Answered {
    let sql = words(arguments.text("sql"));
    if !sql.first().is_some_and(|first| ["select", "update", "delete"].contains(&first.as_str())) {
        return Err("Only one SELECT, UPDATE or DELETE can be explained.".to_owned());
    }
    let table = sql.iter().position(|word| word == "from" || word == "update").and_then(|at| sql.get(at + 1));
    let table = table.map_or("orders", String::as_str);
    let filter = sql.iter().position(|word| word == "where").and_then(|at| sql.get(at + 1));
    let index = words(arguments.text("hypothetical_index"));
    let is_indexed =
        |column: &String| column == "id" || index.contains(column) && index.iter().any(|word| word == table);
    let (node, cost) = match filter {
        Some(column) if is_indexed(column) => (format!("Index Scan on {table} ({column})"), 8.44),
        Some(column) => (format!("Seq Scan on {table} (filter: {column})"), 18_334.0),
        None => (format!("Seq Scan on {table}"), 15_834.0),
    };
    Ok(json!({"plan": [node], "cost": cost, "rows_estimated": if cost < 100.0 { 1 } else { 1_000_000 }}))
}

fn tell(state: &mut State, service: &str, level: &str, text: &str) {
    state.log.push(json!({"at": crate::now(), "service": service, "level": level, "text": text}));
}
