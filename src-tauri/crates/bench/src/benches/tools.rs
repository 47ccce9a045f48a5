//! Tools: what a call costs beside the tool's own work, and how long the map takes to read.
//!
//! A call is timed as its caller waits for it. Its overhead is all of that but the handler's own time; of an MCP call, all
//! that its server did not take.

use std::time::{Duration, Instant};

use studio_api::{
    Studio,
    dto::{
        Access, CallOutcome, CallStatus, LinkFacts, MapLink, ServerEdit, ServerTransport, SpecEdit, SpecForm, Stage,
        ToolCall, ToolEdit, ToolImplementation,
    },
};
use studio_tests::node_server;

use crate::{
    amount::Amount,
    data::Data,
    report::{Measured, Report, Row},
};

/// Calls of each kind that are measured.
const CALLS: usize = 200;
/// What the studio may add to a call, and to one of an MCP server.
const OWN: Amount = Amount::Time(Duration::from_millis(1));
const OVER_SERVER: Amount = Amount::Time(Duration::from_millis(2));
/// Nodes and links of the map that is read.
const NODES: usize = 500;
const LINKS: usize = 1000;

/// Fills the table.
pub(crate) fn measure(_: &Data, report: Report) -> Measured {
    let folder = tempfile::tempdir()?;
    let studio = super::import::studio(folder.path())?;
    studio.create_library(&folder.path().join("samples.db").to_string_lossy(), true)?;
    let hello = id_of(&studio, "sayHello")?;
    let own = calls(&studio, &hello, Some("mock"), r#"{"name": "Ada"}"#)?;
    let script = calls(&studio, &hello, None, r#"{"name": "Ada"}"#)?;
    let server = everything(&studio)?;
    let echo = calls(&studio, &server, None, r#"{"message": "hello"}"#)?;
    let skilled = calls_of(&studio, &in_a_skills_name(&studio, &hello)?)?;
    let mut report = report;
    for (name, calls, own, goal) in [
        ("a call's own overhead (all but the handler)", &own, overhead as Own, OWN),
        ("the same in a skill's name", &skilled, overhead, OWN),
        ("an MCP call over its server's own time", &echo, over_server, OVER_SERVER),
    ] {
        for (part, share) in [("median", 0.5), ("95 %", 0.95), ("99 %", 0.99)] {
            report = report.row(Row::new(format!("{name}: {part}"), Amount::Time(at(calls, share, own))).goal(goal));
        }
    }
    let report = report
        .row(Row::new("an MCP call as a whole: median", Amount::Time(at(&echo, 0.5, whole))))
        .row(Row::new("a sandboxed JavaScript call as a whole: median", Amount::Time(at(&script, 0.5, whole))));
    let (nodes, links) = fill(&studio)?;
    let begun = Instant::now();
    studio.get_map()?;
    Ok(report
        .row(Row::new(format!("reading a map of {nodes} nodes, {links} links"), Amount::Time(begun.elapsed())))
        .note(format!("{CALLS} calls each, one after the other; MCP: server-everything over stdio")))
}

fn id_of(studio: &Studio, name: &str) -> Result<String, Box<dyn std::error::Error>> {
    let tool = studio.list_tools()?.into_iter().find(|tool| tool.name == name);
    Ok(tool.ok_or_else(|| format!("there is no tool {name}"))?.id)
}

/// The tool `echo` of a real server, taken over.
fn everything(studio: &Studio) -> Result<String, Box<dyn std::error::Error>> {
    let server = studio.save_server(&ServerEdit {
        id: None,
        aggregate_version: 0,
        name: "everything".to_owned(),
        transport: ServerTransport::Stdio {
            command: "node".to_owned(),
            args: vec![node_server("server-everything"), "stdio".to_owned()],
            env: Vec::new(),
            cwd: String::new(),
            sandbox: None,
        },
        is_enabled: true,
    })?;
    let asked = studio.start_server(&server.id)?;
    if let Some(consent) = asked.consent {
        studio.grant_consent(&consent.hash)?;
        studio.start_server(&server.id)?;
    }
    studio.import_server_tools(&server.id, &["echo".to_owned()])?;
    id_of(studio, "echo")
}

/// A call with how long its caller waited for it.
struct Timed {
    outcome: CallOutcome,
    waited: Duration,
}

/// What of a call's time is the studio's own.
type Own = fn(&Timed) -> f64;

/// The same call many times over.
fn calls(
    studio: &Studio,
    tool: &str,
    library: Option<&str>,
    arguments: &str,
) -> Result<Vec<Timed>, Box<dyn std::error::Error>> {
    calls_of(
        studio,
        &ToolCall {
            call_id: "bench".to_owned(),
            tool_id: tool.to_owned(),
            library: library.map(str::to_owned),
            skill_id: None,
            arguments: arguments.to_owned(),
        },
    )
}

/// A call that only pretends, in the name of a skill that has the tool.
fn in_a_skills_name(studio: &Studio, tool: &str) -> Result<ToolCall, Box<dyn std::error::Error>> {
    let skill = studio.list_skills()?.into_iter().next().ok_or("there is no skill")?.id;
    studio.save_link(&link(&format!("skill:{skill}"), &format!("tool:{tool}"), Access::Execute))?;
    Ok(ToolCall {
        call_id: "bench".to_owned(),
        tool_id: tool.to_owned(),
        library: Some("mock".to_owned()),
        skill_id: Some(skill),
        arguments: r#"{"name": "Ada"}"#.to_owned(),
    })
}

/// What has to be allowed is, once.
fn calls_of(studio: &Studio, call: &ToolCall) -> Result<Vec<Timed>, Box<dyn std::error::Error>> {
    if let Some(consent) = studio.call_tool(call)?.consent {
        studio.grant_consent(&consent.hash)?;
    }
    let mut timed = Vec::with_capacity(CALLS);
    for _ in 0..CALLS {
        let begun = Instant::now();
        let outcome = studio.call_tool(call)?;
        let waited = begun.elapsed();
        if outcome.status != CallStatus::Success {
            return Err(outcome.error.unwrap_or_else(|| "a call gave nothing".to_owned()).into());
        }
        timed.push(Timed { outcome, waited });
    }
    Ok(timed)
}

/// All that the caller waited for but the handler.
fn overhead(call: &Timed) -> f64 {
    let handler = call.outcome.trace.iter().find(|stage| stage.stage == Stage::Handler);
    whole(call) - handler.map_or(0.0, |stage| stage.elapsed_us)
}

fn over_server(call: &Timed) -> f64 {
    whole(call) - call.outcome.outside_us.map_or(0.0, f64::from)
}

fn whole(call: &Timed) -> f64 {
    call.waited.as_secs_f64() * 1e6
}

/// A share of the calls took at most this long.
fn at(calls: &[Timed], share: f64, time: Own) -> Duration {
    let mut times: Vec<f64> = calls.iter().map(time).collect();
    times.sort_by(f64::total_cmp);
    let place = ((times.len() as f64 * share) as usize).min(times.len().saturating_sub(1));
    Duration::from_secs_f64(times.get(place).copied().unwrap_or_default().max(0.0) / 1e6)
}

/// Adds tools and links to the sample library until its map has the size; says how large it became.
fn fill(studio: &Studio) -> Result<(usize, usize), Box<dyn std::error::Error>> {
    let map = studio.get_map()?;
    let signature = "() --> IO Text".to_owned();
    let spec = SpecEdit { source: SpecForm::Signature, signature, ..SpecEdit::default() };
    let tools: Vec<ToolEdit> = (map.nodes.len()..NODES)
        .map(|at| ToolEdit {
            id: None,
            aggregate_version: 0,
            name: format!("generated_{at}"),
            description: "Made to be measured.".to_owned(),
            version: "1.0.0".to_owned(),
            spec: spec.clone(),
            implementation: ToolImplementation::None,
            effect: None,
            timeout_s: 30,
            retries: 0,
            depends_on: Vec::new(),
            stated: None,
        })
        .collect();
    studio.import_tools(&tools)?;
    let map = studio.get_map()?;
    let keys = |kind: &str| -> Vec<String> {
        map.nodes.iter().map(|node| node.key.clone()).filter(|key| key.starts_with(kind)).collect()
    };
    let (skills, tools) = (keys("skill:"), keys("tool:"));
    let mut known: std::collections::HashSet<String> = map.links.iter().map(|link| link.key.clone()).collect();
    let mut at = 0;
    while known.len() < LINKS {
        let (from, to) = (&skills[at % skills.len()], &tools[(at * 7 + at / skills.len()) % tools.len()]);
        at += 1;
        let key = format!("uses:{from}>{to}");
        if known.insert(key) {
            studio.save_link(&link(from, to, Access::Read))?;
        }
    }
    let map = studio.get_map()?;
    Ok((map.nodes.len(), map.links.len()))
}

/// A skill's use of a tool.
fn link(from: &str, to: &str, access: Access) -> MapLink {
    MapLink {
        key: format!("uses:{from}>{to}"),
        from: from.to_owned(),
        to: to.to_owned(),
        aggregate_version: 0,
        facts: LinkFacts::Uses { access, tool_version: None, config: "{}".to_owned() },
    }
}
