//! Commands that put a query to the library.

use std::{borrow::Cow, path::Path};

use serde_json::{Value, json};
use studio_api::{
    Config, QuickScores, Studio,
    dto::{
        CandidateState, Host, Policy, Resolution, ResolveRequest, ScoreReport, Scorer, Strategy, TriggerRule,
        ValidationMode,
    },
    read_named,
};

use crate::{
    arguments::{Limits, Mode, Resolve, Score, ScoredBy, ScorerName},
    opening::{Opened, apart, config},
    output::{Failure, Outcome, Output},
};

/// A score of bm25 that any word of a query reaches. What bm25 gives for a word grows with the number of skills, so its
/// threshold, which is for a library, would silence a folder of few.
const ANY_WORD: f32 = 0.01;

/// What is scored.
pub(crate) enum Asked<'a> {
    /// One query.
    Query(Cow<'a, str>),
    /// The queries of a file, one a line.
    File(&'a Path),
}

/// A library that may answer without being opened.
pub(crate) struct Quick {
    config: Config,
    scores: QuickScores,
    scorer: Scorer,
}

impl Quick {
    /// None for a folder, and for what a client's list shows.
    pub(crate) fn of(library: Option<&Path>, folder: Option<&Path>, score: &Score) -> Result<Option<Self>, Failure> {
        let is_whole = score.by.client.is_none_or(|client| client == Host::Standard);
        if folder.is_some() || !is_whole {
            return Ok(None);
        }
        let config = config()?;
        let scorer = scorer(score.by.scorer.unwrap_or(ScorerName::Hybrid));
        Ok(QuickScores::of(&config, library).map(|scores| Self { config, scores, scorer }))
    }

    /// The answer to one query, where it can be had so.
    pub(crate) fn answer(&self, asked: &Asked<'_>, score: &Score) -> Option<ScoreReport> {
        let Asked::Query(query) = asked else { return None };
        self.scores.score(&self.config, query, self.scorer, |usual| policy(&score.limits, usual))
    }

    /// Keeps what answers the next one.
    pub(crate) fn keep(&self, studio: &Studio) {
        self.scores.keep(studio, self.scorer);
    }
}

/// What is to be scored, and the folder it is asked of, which may stand before the query, too.
pub(crate) fn asked(score: &Score) -> Result<(Asked<'_>, Option<&Path>), Failure> {
    let Score { query, folder, queries, .. } = score;
    match (query, queries) {
        (Some(query), None) => {
            let (query, folder) = apart(query.as_ref(), folder.as_deref());
            let query = query.to_string_lossy();
            if query.trim().is_empty() {
                return Err(Failure::usage("the query is empty"));
            }
            Ok((Asked::Query(query), folder))
        }
        (None, Some(file)) => Ok((Asked::File(file), None)),
        // Beside a file the one word that is left is a folder.
        (Some(query), Some(file)) if folder.is_none() && Path::new(query).is_dir() => {
            Ok((Asked::File(file), Some(Path::new(query))))
        }
        (Some(_), Some(_)) => Err(Failure::usage("specify a query or a file with --queries, not both")),
        (None, None) => Err(Failure::usage("specify a query, or a file with --queries")),
    }
}

/// Scores the library for one query, or for each of a file.
pub(crate) fn score(studio: &Opened, asked: &Asked<'_>, score: &Score, output: &Output) -> Result<Outcome, Failure> {
    let Ready { scorer, usual, host } = ready(studio, &score.by)?;
    let policy = policy(&score.limits, usual);
    let report_of = |query: &str| studio.score_as_seen(query, scorer, &policy, Some(host), None);
    let file = match asked {
        Asked::Query(query) => return Ok(one(&report_of(query)?, output)),
        Asked::File(file) => *file,
    };
    let text = text_of(file)?;
    let mut is_any_empty = false;
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let query =
            query_of(line).map_err(|why| Failure::input(format!("{}:{}: {why}", file.display(), number + 1)))?;
        let document = document(&report_of(&query)?);
        is_any_empty |= document["candidates"].as_array().is_none_or(Vec::is_empty);
        Output::line(&document);
    }
    Ok(Outcome::with_findings(is_any_empty))
}

/// Prints what was found for one query.
pub(crate) fn one(report: &ScoreReport, output: &Output) -> Outcome {
    let document = document(report);
    let is_empty = document["candidates"].as_array().is_none_or(Vec::is_empty);
    output.result(&document, |out| {
        passing(report).try_for_each(|candidate| {
            writeln!(out, "{:>3}  {:<10}  {}", candidate.rank, candidate.score, candidate.name)
        })
    });
    if is_empty && let Some(reason) = reason_in_query(report) {
        Output::note(reason);
    }
    Outcome::with_findings(is_empty)
}

/// Why no skill has a score, where that lies in the query.
fn reason_in_query(report: &ScoreReport) -> Option<&str> {
    report.candidates.iter().find(|candidate| candidate.state == CandidateState::EmptyQuery)?.reason.as_deref()
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

/// A scorer that can answer.
pub(crate) struct Ready {
    pub(crate) scorer: Scorer,
    /// The threshold it has where none is given.
    pub(crate) usual: f32,
    /// What is seen of the skills.
    pub(crate) host: Host,
}

/// The scorer that is asked for, or the one that costs least, once it can answer.
pub(crate) fn ready(studio: &Opened, by: &ScoredBy) -> Result<Ready, Failure> {
    let usual = if studio.is_of_folder() { ScorerName::Bm25 } else { ScorerName::Hybrid };
    let scorer = scorer(by.scorer.unwrap_or(usual));
    if matches!(scorer, Scorer::Embedding | Scorer::Hybrid) {
        studio.wait_until_indexed()?;
    }
    let usual = if studio.is_of_folder() && scorer == Scorer::Bm25 {
        ANY_WORD
    } else {
        studio.list_scorers()?.into_iter().find(|info| info.scorer == scorer).map_or(0.0, |info| info.min_score)
    };
    // adk reads the files by itself, whatever a client's list shows of them.
    let host = if scorer == Scorer::Adk { by.client.unwrap_or(Host::Standard) } else { seen_by(studio, by.client)? };
    Ok(Ready { scorer, usual, host })
}

/// The client whose list is meant: the one named, or the one that a folder belongs to; else none has one.
pub(crate) fn seen_by(studio: &Opened, named: Option<Host>) -> Result<Host, Failure> {
    if named.is_some() || !studio.is_of_folder() {
        return Ok(named.unwrap_or(Host::Standard));
    }
    let client = studio.get_library_client()?.client;
    if let Some(client) = client {
        Output::note(format_args!(
            "using the skill list of {}; use --client to choose another client",
            client.noun().label()
        ));
    }
    Ok(client.unwrap_or(Host::Standard))
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
            include_tags: arguments.tags.clone(),
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
        Output::note(format_args!("{}: missing tools ignored: {}", lacking.name, lacking.omitted.join(", ")));
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
    row["query"].as_str().map(str::to_owned).ok_or_else(|| "\"query\" is missing or isn't text".to_owned())
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
