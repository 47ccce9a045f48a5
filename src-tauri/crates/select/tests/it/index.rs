//! An index changed step by step answers as one built anew, whatever the order entries came in.

use std::collections::BTreeMap;

use proptest::prelude::*;
use studio_model::SkillId;
use studio_select::{Entry, Index, Policy, adk};

use crate::{
    differential::{entries, policy, query},
    samples::key,
};

/// The key each step is about, and the entry to put there; none takes it out.
fn steps() -> impl Strategy<Value = Vec<(SkillId, Option<Entry>)>> {
    let skill = (entries(1..2), prop::option::weighted(0.1, Just("torn".to_owned())));
    let skill = skill.prop_map(|(mut entries, broken)| Entry { broken, ..entries.remove(0) });
    let step = (0..6_u32, prop::option::weighted(0.75, skill)).prop_map(|(number, entry)| {
        let key = key(number);
        (key, entry.map(|entry| Entry { key, ..entry }))
    });
    prop::collection::vec(step, 0..20)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn steps_lead_to_the_same_index_as_building_anew(steps in steps(), query in query(), policy in policy()) {
        let mut index = Index::new();
        let mut model: BTreeMap<SkillId, Entry> = BTreeMap::new();
        for (key, entry) in steps {
            if let Some(entry) = entry {
                index.upsert(entry.clone());
                model.insert(key, entry);
            } else {
                prop_assert_eq!(index.remove(key), model.remove(&key));
            }
        }
        let anew: Index = model.values().cloned().collect();
        prop_assert_eq!((index.len(), index.is_empty()), (model.len(), model.is_empty()));
        prop_assert_eq!(index.entries().map(|entry| entry.key).collect::<std::collections::BTreeSet<_>>(), model.keys().copied().collect());
        prop_assert_eq!(adk::explain(&index, &query, &policy), adk::explain(&anew, &query, &policy));
        prop_assert_eq!(adk::select(&index, &query, &policy), adk::select(&anew, &query, &policy));
    }

    #[test]
    fn the_order_entries_come_in_does_not_matter(
        (entries, shuffled) in entries(0..8).prop_flat_map(|entries| (Just(entries.clone()), Just(entries).prop_shuffle())),
        query in query(),
        policy in policy(),
    ) {
        let (index, other): (Index, Index) = (entries.into_iter().collect(), shuffled.into_iter().collect());
        prop_assert_eq!(adk::explain(&index, &query, &policy), adk::explain(&other, &query, &policy));
        prop_assert_eq!(adk::select(&index, &query, &policy), adk::select(&other, &query, &policy));
    }
}

#[test]
fn equal_name_and_path_tie_by_key() {
    let same = |number| crate::samples::entry(number, "same", "same");
    for order in [[1, 2, 3], [3, 1, 2]] {
        let index: Index = order.into_iter().map(same).collect();
        let found = adk::select(&index, "same", &Policy { top_k: 2, ..Policy::default() });
        assert_eq!(found.iter().map(|found| found.key).collect::<Vec<_>>(), [key(1), key(2)]);
    }
}
