//! How adk-rust selects in a session, as it is named on the command line.

use studio_api::dto::{AdkSettings, AdkStrategy, AdkWay, Policy, ValidationMode};

use crate::{
    arguments::{AdkConditions, AdkWayName, Mode},
    output::Failure,
};

/// How adk-rust selects. The injector goes by the message alone.
pub(super) fn settings(given: &AdkConditions, strategies: &[AdkStrategy]) -> Result<AdkSettings, Failure> {
    let usual = AdkSettings::default();
    let way = match given.adk_way {
        AdkWayName::Coordinator => AdkWay::Coordinator,
        AdkWayName::Injector => AdkWay::Injector,
    };
    if way == AdkWay::Injector && strategies.iter().any(|strategy| *strategy != AdkStrategy::Message) {
        let message = "--by-name and --by-tag are the coordinator's. Leave them out, or use --adk-way coordinator.";
        return Err(Failure::usage(message));
    }
    Ok(AdkSettings {
        way,
        strategies: if strategies.is_empty() { usual.strategies } else { strategies.to_vec() },
        mode: match given.mode {
            Mode::Strict => ValidationMode::Strict,
            Mode::Permissive => ValidationMode::Permissive,
        },
        policy: Policy {
            top_k: given.top_k,
            min_score: given.min_score,
            include_tags: given.tags.clone(),
            exclude_tags: given.exclude_tags.clone(),
        },
        max_chars: given.max_chars,
    })
}

/// The strategies of adk in the order in which they stand on the command line.
pub(crate) fn strategies_in_order(matches: &clap::ArgMatches) -> Vec<AdkStrategy> {
    let placed_as = |id: &str, strategy: fn(String) -> AdkStrategy| -> Vec<(usize, AdkStrategy)> {
        let values = matches.get_many::<String>(id).into_iter().flatten().cloned().map(strategy);
        matches.indices_of(id).into_iter().flatten().zip(values).collect()
    };
    let mut placed = placed_as("by_name", |name| AdkStrategy::Name { name });
    placed.extend(placed_as("by_tag", |tag| AdkStrategy::Tag { tag }));
    if matches.get_flag("by_message") {
        let place = matches.index_of("by_message").unwrap_or_default();
        placed.push((place, AdkStrategy::Message));
    }
    placed.sort_by_key(|(place, _)| *place);
    placed.into_iter().map(|(_, strategy)| strategy).collect()
}
