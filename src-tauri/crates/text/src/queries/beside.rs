//! Which files beside a skill may hold labelled queries, by their names alone.

/// How likely a file beside a skill holds labelled queries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BesideSkill {
    /// It is named as one that does: where it cannot be read, its author wants to know.
    Named,
    /// It lies where such files lie, among others.
    Possible,
}

/// What a file may be by its path, from the skill's folder or from one above it; none where it holds no queries.
pub fn beside_skill(path: &str) -> Option<BesideSkill> {
    let (folders, name) = path.rsplit_once(['/', '\\']).unwrap_or(("", path));
    let (stem, extension) = name.rsplit_once('.')?;
    if !["json", "jsonl", "ndjson"].iter().any(|known| extension.eq_ignore_ascii_case(known)) {
        return None;
    }
    let stem = stem.to_ascii_lowercase();
    let begins = |starts: &[&str]| starts.iter().any(|start| stem.starts_with(start));
    match folders.to_ascii_lowercase().replace('\\', "/").as_str() {
        "" | "evals" | "eval" | "evaluations" | "tests" | "test" | "triggers"
            if stem == "evals" || begins(&["trigger"]) =>
        {
            Some(BesideSkill::Named)
        }
        "evals" | "eval" | "evaluations" | "triggers" | "evals/triggers" | "evals/trigger" | "tests/triggers" => {
            Some(BesideSkill::Possible)
        }
        "" if begins(&["eval", "activation"]) => Some(BesideSkill::Possible),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{BesideSkill, beside_skill};

    #[test]
    fn files_are_known_by_where_they_lie_and_what_they_are_called() {
        for (path, expected) in [
            ("evals/evals.json", Some(BesideSkill::Named)),
            ("evals/trigger_evals.json", Some(BesideSkill::Named)),
            ("Evals\\Triggers.JSONL", Some(BesideSkill::Named)),
            ("trigger-eval.json", Some(BesideSkill::Named)),
            ("tests/triggers.json", Some(BesideSkill::Named)),
            ("evals/queries.ndjson", Some(BesideSkill::Possible)),
            ("eval_queries.json", Some(BesideSkill::Possible)),
            ("evaluations/basics.json", Some(BesideSkill::Possible)),
            ("evaluations/trigger.json", Some(BesideSkill::Named)),
            ("evals\\triggers\\pdf.json", Some(BesideSkill::Possible)),
            ("activation.json", Some(BesideSkill::Possible)),
            ("evals/files/input.json", None),
            ("evals/eval.yaml", None),
            ("evals/README", None),
            ("tests/input.json", None),
            ("package.json", None),
            ("references/trigger-types.json", None),
            ("", None),
            (".json", None),
        ] {
            assert_eq!(beside_skill(path), expected, "{path}");
        }
    }
}
