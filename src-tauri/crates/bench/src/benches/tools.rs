//! Tools: what a call costs beside the tool's own work, and how long the map takes to read.
//!
//! The overhead of a call is what its trace shows outside the handler; of an MCP call, all that its server did not take.

use std::{path::Path, sync::Arc, time::Duration, time::Instant};

use studio_api::{
    Config, Keychain, Studio, Upkeep,
    dto::{
        CallOutcome, CallStatus, MapLink, MapLinkKind, ServerEdit, ServerTransport, SpecEdit, SpecForm, Stage,
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
    let studio = studio(folder.path())?;
    studio.create_library(&folder.path().join("samples.db").to_string_lossy(), true)?;
    let hello = id_of(&studio, "sayHello")?;
    let own = calls(&studio, &hello, Some("mock"), r#"{"name": "Ada"}"#)?;
    let script = calls(&studio, &hello, None, r#"{"name": "Ada"}"#)?;
    let server = everything(&studio)?;
    let echo = calls(&studio, &server, None, r#"{"message": "hello"}"#)?;
    let report = report
        .row(
            Row::new("a call's own overhead (all but the handler): median", Amount::Time(at(&own, 0.5, overhead)))
                .goal(OWN),
        )
        .row(Row::new("the same, 99 %", Amount::Time(at(&own, 0.99, overhead))).goal(OWN))
        .row(
            Row::new("an MCP call over its server's own time: median", Amount::Time(at(&echo, 0.5, over_server)))
                .goal(OVER_SERVER),
        )
        .row(Row::new("the same, 99 %", Amount::Time(at(&echo, 0.99, over_server))).goal(OVER_SERVER))
        .row(Row::new("an MCP call as a whole: median", Amount::Time(at(&echo, 0.5, whole))))
        .row(Row::new("a sandboxed JavaScript call as a whole: median", Amount::Time(at(&script, 0.5, whole))));
    let (nodes, links) = fill(&studio)?;
    let begun = Instant::now();
    studio.map()?;
    Ok(report
        .row(Row::new(format!("reading a map of {nodes} nodes, {links} links"), Amount::Time(begun.elapsed())))
        .note(format!("{CALLS} calls each, one after the other; MCP: server-everything over stdio")))
}

fn studio(folder: &Path) -> Result<Studio, studio_api::Error> {
    let config = Config {
        data_dir: folder.join("data"),
        cache_dir: folder.join("cache"),
        config_dir: folder.join("config"),
        script_host: None,
        resource_dir: None,
        user: "bench".to_owned(),
        upkeep: Upkeep::OnDemand,
        keychain: Keychain::Never,
    };
    Studio::start(config, Arc::new(|_| ()))
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

/// The same call many times over; what has to be allowed is, once.
fn calls(
    studio: &Studio,
    tool: &str,
    library: Option<&str>,
    arguments: &str,
) -> Result<Vec<CallOutcome>, Box<dyn std::error::Error>> {
    let call = ToolCall {
        call_id: "bench".to_owned(),
        tool_id: tool.to_owned(),
        library: library.map(str::to_owned),
        skill_id: None,
        arguments: arguments.to_owned(),
    };
    if let Some(consent) = studio.call_tool(&call)?.consent {
        studio.grant_consent(&consent.hash)?;
    }
    let mut outcomes = Vec::with_capacity(CALLS);
    for _ in 0..CALLS {
        let outcome = studio.call_tool(&call)?;
        if outcome.status != CallStatus::Success {
            return Err(outcome.error.unwrap_or_else(|| "a call gave nothing".to_owned()).into());
        }
        outcomes.push(outcome);
    }
    Ok(outcomes)
}

/// All of a call but its handler.
fn overhead(outcome: &CallOutcome) -> f64 {
    let handler = outcome.trace.iter().find(|stage| stage.stage == Stage::Handler);
    f64::from(outcome.elapsed_us) - handler.map_or(0.0, |stage| stage.elapsed_us)
}

fn over_server(outcome: &CallOutcome) -> f64 {
    f64::from(outcome.elapsed_us) - outcome.outside_us.map_or(0.0, f64::from)
}

fn whole(outcome: &CallOutcome) -> f64 {
    f64::from(outcome.elapsed_us)
}

/// A share of the calls took at most this long.
fn at(outcomes: &[CallOutcome], share: f64, time: impl Fn(&CallOutcome) -> f64) -> Duration {
    let mut times: Vec<f64> = outcomes.iter().map(time).collect();
    times.sort_by(f64::total_cmp);
    let place = ((times.len() as f64 * share) as usize).min(times.len().saturating_sub(1));
    Duration::from_secs_f64(times.get(place).copied().unwrap_or_default().max(0.0) / 1e6)
}

/// Adds tools and links to the sample library until its map has the size; says how large it became.
fn fill(studio: &Studio) -> Result<(usize, usize), Box<dyn std::error::Error>> {
    let map = studio.map()?;
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
        })
        .collect();
    studio.import_tools(&tools)?;
    let map = studio.map()?;
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
        if known.insert(key.clone()) {
            studio.put_link(&MapLink {
                key,
                kind: MapLinkKind::Uses,
                from: from.clone(),
                to: to.clone(),
                aggregate_version: 0,
                access: "read".to_owned(),
                required: false,
                priority: 0,
                sequence: 0,
                config: "{}".to_owned(),
                similarity: 0.0,
            })?;
        }
    }
    let map = studio.map()?;
    Ok((map.nodes.len(), map.links.len()))
}
