//! A query put to the library: the context that resolving gives.

use std::{cell::RefCell, collections::HashSet, sync::Arc};

use studio_select::{self as select, Coordinator};
use studio_text::tokens;

use crate::{
    Error, Studio,
    dto::{
        Coverage, InstructionRanges, Policy, Rejection, Resolution, ResolveRequest, Resolved, Strategy, StrategyKind,
        StrategyOutcome, StrategyState, TextRange, TriggerRule, ValidationMode,
    },
    skills::{absent::Requirements, offsets::Offsets},
    state::session::Session,
};

impl Studio {
    /// Tries the strategies in order and builds the context of the first that finds a skill.
    pub fn resolve(&self, request: &ResolveRequest) -> Result<Resolution, Error> {
        self.session()?.resolve(request)
    }
}

impl Session {
    /// See [`Studio::resolve`].
    pub(crate) fn resolve(self: &Arc<Self>, request: &ResolveRequest) -> Result<Resolution, Error> {
        let session = self;
        let offered: HashSet<String> = match &request.available_tools {
            Some(named) => named.iter().cloned().collect(),
            None => session.tool_names()?.names,
        };
        let coordinator = Coordinator {
            policy: policy_of(&request.policy),
            max_instruction_chars: request.max_instruction_chars as usize,
            mode: match request.mode {
                ValidationMode::Strict => select::ValidationMode::Strict,
                ValidationMode::Permissive => select::ValidationMode::Permissive,
            },
            most_rejected: request.most_rejected.map_or(usize::MAX, |most| most as usize),
            triggers: match request.triggers {
                TriggerRule::Ignored => select::TriggerRule::Ignored,
                TriggerRule::Honored => select::TriggerRule::Honored,
            },
        };
        let strategies: Vec<_> = request.strategies.iter().map(strategy_of).collect();
        let requirements = session.requirements()?;
        let index = session.scores()?;
        let failed = FirstError::default();
        let resolution = coordinator.resolve_reading(
            &index,
            &strategies,
            &|tool| offered.contains(tool),
            select::Reading {
                // A skill that is gone by now has no text any more, and no links: that is no error.
                body_of: &|entry| failed.or_default(session.body_of(entry.key)),
                tools_of: &|entry| failed.or_default(session.effective_list(entry.key, &entry.allowed_tools)),
                lacks: &|_, _| false,
                refused: &|skill| requirements.refusal(skill),
            },
        );
        drop(index);
        failed.into_result()?;
        let resolved = resolution.resolved.map(|context| resolved(context, &requirements));
        if let Some(lacking) = resolved.as_ref().filter(|resolved| !resolved.omitted.is_empty()) {
            self.shared.log.omitted(session.library.path(), lacking);
        }
        Ok(Resolution {
            resolved,
            strategies: resolution.strategies.into_iter().map(outcome).collect(),
            rejected: resolution.rejected.into_iter().map(rejection).collect(),
            rejected_in_all: resolution.rejected_in_all as u32,
        })
    }
}

/// The first error of what is read on the way: whoever reads has no way to stop.
#[derive(Default)]
struct FirstError(RefCell<Option<Error>>);

impl FirstError {
    /// What was read; where that failed nothing, and the error is kept.
    fn or_default<T: Default>(&self, read: Result<T, Error>) -> T {
        read.unwrap_or_else(|error| {
            self.0.borrow_mut().get_or_insert(error);
            T::default()
        })
    }

    fn into_result(self) -> Result<(), Error> {
        self.0.into_inner().map_or(Ok(()), Err)
    }
}

pub(crate) fn policy_of(policy: &Policy) -> select::Policy {
    select::Policy {
        top_k: policy.top_k as usize,
        min_score: policy.min_score,
        include_tags: policy.include_tags.clone(),
        exclude_tags: policy.exclude_tags.clone(),
    }
}

fn strategy_of(strategy: &Strategy) -> select::Strategy {
    match strategy.clone() {
        Strategy::ByName(name) => select::Strategy::ByName(name),
        Strategy::ByQuery(query) => select::Strategy::ByQuery(query),
        Strategy::ByTag(tag) => select::Strategy::ByTag(tag),
    }
}

fn strategy(strategy: select::Strategy) -> Strategy {
    match strategy {
        select::Strategy::ByName(name) => Strategy::ByName(name),
        select::Strategy::ByQuery(query) => Strategy::ByQuery(query),
        select::Strategy::ByTag(tag) => Strategy::ByTag(tag),
    }
}

const fn strategy_kind(strategy: &select::Strategy) -> StrategyKind {
    match strategy {
        select::Strategy::ByName(_) => StrategyKind::ByName,
        select::Strategy::ByQuery(_) => StrategyKind::ByQuery,
        select::Strategy::ByTag(_) => StrategyKind::ByTag,
    }
}

fn outcome(outcome: select::StrategyOutcome) -> StrategyOutcome {
    StrategyOutcome {
        strategy: strategy(outcome.strategy),
        state: match outcome.state {
            select::StrategyState::Won => StrategyState::Won,
            select::StrategyState::Failed => StrategyState::Failed,
            select::StrategyState::NotTried => StrategyState::NotTried,
        },
        detail: outcome.detail,
    }
}

pub(crate) fn rejection(rejection: select::Rejection) -> Rejection {
    Rejection {
        skill_id: rejection.key.to_string(),
        name: rejection.name,
        score: rejection.score,
        reason: rejection.reason,
    }
}

fn resolved(context: select::Context, requirements: &Requirements) -> Resolved {
    let count = |range: &std::ops::Range<usize>| tokens::count(&context.instruction[range.clone()]) as u32;
    let spent = Coverage {
        description: count(&context.heading),
        body: count(&context.body),
        tools: count(&context.tools_line),
        total: tokens::count(&context.instruction) as u32,
    };
    let offsets = Offsets::new(&context.instruction);
    let place =
        |range: &std::ops::Range<usize>| TextRange { from: offsets.utf16(range.start), to: offsets.utf16(range.end) };
    let ranges = InstructionRanges {
        heading: place(&context.heading),
        tools_line: place(&context.tools_line),
        body: place(&context.body),
    };
    Resolved {
        ranges,
        strategy: strategy_kind(&context.strategy),
        skill_id: context.key.to_string(),
        name: context.name,
        id: context.id,
        hash: context.hash,
        path: context.path,
        score: context.score,
        instruction: context.instruction,
        tools: context.tools,
        omitted: context.omitted,
        is_truncated: context.truncated,
        tokens: spent,
        requires: requirements.required_by(context.key).iter().map(|id| requirements.name_of(*id)).collect(),
        warnings: requirements.warnings(context.key),
    }
}
