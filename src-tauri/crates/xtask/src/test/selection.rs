//! Which steps of a run were asked for: all of them, or some by name, and of those with tests a part.

/// What `--only` names.
#[derive(Clone, Debug, Default)]
pub(super) struct Selection(Vec<Named>);

#[derive(Clone, Debug)]
struct Named {
    step: String,
    /// What the names of its tests hold.
    filter: Option<String>,
}

impl Selection {
    /// `STEP`, or `STEP:PART OF A TEST'S NAME`.
    pub(super) fn of(words: &[String]) -> Self {
        Self(words.iter().map(|word| Named::of(word)).collect())
    }

    pub(super) fn is_everything(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether a step is part of the run.
    pub(super) fn is_asked(&self, step: &str) -> bool {
        self.is_everything() || self.is_asked_by_name(step)
    }

    /// Whether a step was named, so that it is run whether or not it was green.
    pub(super) fn is_asked_by_name(&self, step: &str) -> bool {
        self.named(step).next().is_some()
    }

    /// Whether any step was asked for that is none of these.
    pub(super) fn has_other_than(&self, steps: &[&str]) -> bool {
        self.is_everything() || self.0.iter().any(|named| !steps.contains(&named.step.as_str()))
    }

    /// Whether only some of a step's tests are run.
    pub(super) fn is_part(&self, step: &str) -> bool {
        self.named(step).any(|named| named.filter.is_some())
    }

    /// The parts of names that select among a step's tests; none where all of them are run.
    pub(super) fn filters(&self, step: &str) -> Vec<String> {
        let all = self.named(step).any(|named| named.filter.is_none());
        if all { Vec::new() } else { self.named(step).filter_map(|named| named.filter.clone()).collect() }
    }

    /// The first word that names no step.
    pub(super) fn unknown(&self, steps: &[String]) -> Option<&str> {
        self.0.iter().map(|named| named.step.as_str()).find(|name| !steps.iter().any(|step| step == name))
    }

    fn named(&self, step: &str) -> impl Iterator<Item = &Named> {
        self.0.iter().filter(move |named| named.step == step)
    }
}

impl Named {
    fn of(word: &str) -> Self {
        match word.split_once(':') {
            Some((step, filter)) => Self { step: step.to_owned(), filter: Some(filter.to_owned()) },
            None => Self { step: word.to_owned(), filter: None },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_named_whole_or_in_part() {
        let selection = Selection::of(&["text".to_owned(), "scenarios:packing::a_pack".to_owned()]);
        assert!(selection.is_asked("text") && selection.is_asked("scenarios") && !selection.is_asked("store"));
        assert!(selection.is_part("scenarios") && !selection.is_part("text"));
        assert_eq!(selection.filters("scenarios"), ["packing::a_pack"]);
        assert!(selection.has_other_than(&["text"]) && !selection.has_other_than(&["text", "scenarios"]));
        assert_eq!(selection.unknown(&["text".to_owned()]), Some("scenarios"));
        assert!(Selection::of(&[]).is_asked("store") && !Selection::of(&[]).is_asked_by_name("store"));
    }
}
