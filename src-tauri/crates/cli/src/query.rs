//! Commands that put a query to the library.

use std::path::Path;

use serde_json::{Value, json};
use studio_api::{
    Studio,
    dto::{
        CandidateState, Policy, Resolution, ResolveRequest, ScoreReport, Scorer, Strategy, TriggerRule, ValidationMode,
    },
    read_named,
};

use crate::{
    arguments::{Limits, Mode, Resolve, Score, ScorerName},
    output::{Failure, Outcome, Output},
};

/// Scores the library for one query, or for each of a file.
pub(crate) fn score(studio: &Studio, score: &Score, output: &Output) -> Result<Outcome, Failure> {
    let (scorer, usual) = ready(studio, score.scorer)?;
    let policy = policy(&score.limits, usual);
    if let Some(query) = &score.query {
        let report = studio.score(query, scorer, &policy)?;
        let document = document(&report);
        let is_empty = document["candidates"].as_array().is_none_or(Vec::is_empty);
        output.result(&document, |out| {
            for candidate in passing(&report) {
                writeln!(out, "{:>3}  {:<10}  {}", candidate.rank, candidate.score, candidate.name)?;
            }
            Ok(())
        });
        return Ok(Outcome::with_findings(is_empty));
    }
    let file = score.queries.as_deref().ok_or_else(|| Failure::usage("give a query, or a file with --queries"))?;
    let text = text_of(file)?;
    let mut is_any_empty = false;
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let query =
            query_of(line).map_err(|why| Failure::input(format!("{}:{}: {why}", file.display(), number + 1)))?;
        let document = document(&studio.score(&query, scorer, &policy)?);
        is_any_empty |= document["candidates"].as_array().is_none_or(Vec::is_empty);
        Output::line(&document);
    }
    Ok(Outcome::with_findings(is_any_empty))
}

/// The text of a file that was named.
pub(crate) fn text_of(file: &Path) -> Result<String, Failure> {
    String::from_utf8(read_named(file)?).map_err(|error| Failure::input(format!("{}: {error}", file.display())))
}

/// The scorer of a name.
pub(crate) const fn scorer(name: ScorerName) -> Scorer {
    match name {
        ScorerName::Adk => Scorer::Adk,
        ScorerName::Bm25 => Scorer::Bm25,
        ScorerName::Embedding => Scorer::Embedding,
        ScorerName::Hybrid => Scorer::Hybrid,
    }
}

/// The scorer, once it can answer, with the threshold it has where none is given.
pub(crate) fn ready(studio: &Studio, name: ScorerName) -> Result<(Scorer, f32), Failure> {
    let scorer = scorer(name);
    if matches!(scorer, Scorer::Embedding | Scorer::Hybrid) {
        studio.wait_until_indexed()?;
    }
    let usual =
        studio.list_scorers()?.into_iter().find(|info| info.scorer == scorer).map_or(0.0, |info| info.min_score);
    Ok((scorer, usual))
}

/// Builds the context of the first strategy that finds a skill.
pub(crate) fn resolve(
    studio: &Studio,
    arguments: &Resolve,
    strategies: &[Strategy],
    output: &Output,
) -> Result<Outcome, Failure> {
    if strategies.is_empty() {
        return Err(Failure::usage("use at least one of --by-name, --by-query and --by-tag"));
    }
    let request = ResolveRequest {
        strategies: strategies.to_vec(),
        policy: Policy {
            top_k: arguments.top_k,
            min_score: arguments.min_score,
            include_tags: Vec::new(),
            exclude_tags: arguments.exclude_tags.clone(),
        },
        mode: match arguments.mode {
            Mode::Strict => ValidationMode::Strict,
            Mode::Permissive => ValidationMode::Permissive,
        },
        available_tools: arguments
            .tools
            .clone()
            .map(|tools| tools.into_iter().filter(|tool| !tool.is_empty()).collect()),
        max_instruction_chars: arguments.max_chars,
        most_rejected: None,
        triggers: if arguments.honor_trigger { TriggerRule::Honored } else { TriggerRule::Ignored },
    };
    let resolution = studio.resolve(&request)?;
    if let Some(lacking) = resolution.resolved.as_ref().filter(|resolved| !resolved.omitted.is_empty()) {
        Output::note(format_args!("{} is used without {}", lacking.name, lacking.omitted.join(", ")));
    }
    resolution.resolved.iter().flat_map(|resolved| &resolved.warnings).for_each(Output::note);
    output.result(&resolution_document(&resolution), |out| match &resolution.resolved {
        Some(resolved) => out.block(&format!("{}\n", resolved.instruction)),
        None => resolution.rejected.iter().try_for_each(|not| writeln!(out, "{}", not.line())),
    });
    Ok(Outcome::with_findings(resolution.resolved.is_none()))
}

/// The strategies in the order in which they stand on the command line.
pub(crate) fn strategies_in_order(matches: &clap::ArgMatches) -> Vec<Strategy> {
    let placed_as = |id: &str, strategy: fn(String) -> Strategy| -> Vec<(usize, Strategy)> {
        let values = matches.get_many::<String>(id).into_iter().flatten().cloned().map(strategy);
        matches.indices_of(id).into_iter().flatten().zip(values).collect()
    };
    let mut placed = placed_as("by_name", Strategy::ByName);
    placed.extend(placed_as("by_query", Strategy::ByQuery));
    placed.extend(placed_as("by_tag", Strategy::ByTag));
    placed.sort_by_key(|(place, _)| *place);
    placed.into_iter().map(|(_, strategy)| strategy).collect()
}

fn policy(limits: &Limits, usual_min_score: f32) -> Policy {
    Policy {
        top_k: limits.top_k,
        min_score: limits.min_score.unwrap_or(usual_min_score),
        include_tags: limits.tags.clone(),
        exclude_tags: limits.exclude_tags.clone(),
    }
}

fn query_of(line: &str) -> Result<String, String> {
    let row: Value = serde_json::from_str(line).map_err(|error| error.to_string())?;
    row["query"].as_str().map(str::to_owned).ok_or_else(|| "this line has no \"query\" text".to_owned())
}

fn passing(report: &ScoreReport) -> impl Iterator<Item = &studio_api::dto::Candidate> {
    report.candidates.iter().filter(|candidate| candidate.state == CandidateState::Passes)
}

fn document(report: &ScoreReport) -> Value {
    let candidates: Vec<Value> = passing(report)
        .map(|candidate| {
            json!({
                "rank": candidate.rank, "id": candidate.id, "name": candidate.name, "score": candidate.score,
                "fields": candidate.fields,
            })
        })
        .collect();
    json!({ "query": report.query, "scorer": report.scorer, "candidates": candidates })
}

fn resolution_document(resolution: &Resolution) -> Value {
    let resolved = resolution.resolved.as_ref().map(|resolved| {
        json!({
            "strategy": resolved.strategy, "name": resolved.name, "id": resolved.id, "score": resolved.score,
            "instruction": resolved.instruction, "tools": resolved.tools, "omitted": resolved.omitted,
            "hash": resolved.hash, "path": resolved.path, "truncated": resolved.is_truncated,
            "requires": resolved.requires, "warnings": resolved.warnings,
        })
    });
    json!({ "resolved": resolved, "strategies": resolution.strategies, "rejected": resolution.rejected })
}
