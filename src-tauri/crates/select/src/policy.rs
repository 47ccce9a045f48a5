//! What limits the candidates: how many, how good, with which tags, and whether some wait to be named.

/// Limits on the candidates of a query. The defaults are adk-skill's.
#[derive(Clone, Debug, PartialEq)]
pub struct Policy {
    /// How many candidates at most; 0 takes none.
    pub top_k: usize,
    /// Lowest score that passes.
    pub min_score: f32,
    /// At least one of these, where any is named. Whole tags, ASCII case aside.
    pub include_tags: Vec<String>,
    /// None of these. Whole tags, ASCII case aside.
    pub exclude_tags: Vec<String>,
}

/// What `trigger: true` in a skill's file does. adk-skill's documentation calls such a skill one that is only invoked
/// explicitly; its selection takes no notice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TriggerRule {
    /// Nothing, as in the crate.
    #[default]
    Ignored,
    /// The skill is found by its name alone.
    Honored,
}

impl Default for Policy {
    fn default() -> Self {
        Self { top_k: 1, min_score: 1.0, include_tags: Vec::new(), exclude_tags: Vec::new() }
    }
}

impl Policy {
    /// Whether a skill with these tags may be a candidate.
    pub fn admits(&self, tags: &[String]) -> bool {
        let is_excluded = tags.iter().any(|tag| names(&self.exclude_tags, tag));
        let is_included = self.include_tags.is_empty() || tags.iter().any(|tag| names(&self.include_tags, tag));
        !is_excluded && is_included
    }

    /// The skill's tags that rule it out, as the skill writes them.
    pub(crate) fn excluded<'a>(&self, tags: &'a [String]) -> Vec<&'a str> {
        tags.iter().filter(|tag| names(&self.exclude_tags, tag)).map(String::as_str).collect()
    }
}

fn names(wanted: &[String], tag: &str) -> bool {
    wanted.iter().any(|name| name.eq_ignore_ascii_case(tag))
}
