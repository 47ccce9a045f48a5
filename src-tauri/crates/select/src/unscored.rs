//! Why a scorer has no score for a skill.

use studio_model::ADK_WORDS;

use crate::{CandidateState, Entry, candidate};

/// Why a scorer has no score for a skill.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unscored {
    /// adk drops the skill's file.
    Dropped,
    /// The skill wants to be named.
    OnlyByName,
    /// The query has no words of adk's.
    NoWords,
    /// The query has no terms.
    NoTerms,
    /// The query has no direction.
    NoDirection,
    /// The query has neither terms nor direction.
    NoContent,
    /// The skill has no vector yet.
    NotIndexed,
    /// The skill's vector is nil.
    NilVector,
    /// The skill's vector is of another model.
    OtherDimension {
        /// Numbers of the skill's vector.
        has: usize,
        /// Numbers of the query's vector.
        needs: usize,
    },
}

impl Unscored {
    /// Whether the skill has no vector that could be compared.
    pub(crate) const fn is_not_indexed(self) -> bool {
        matches!(self, Self::NotIndexed | Self::NilVector | Self::OtherDimension { .. })
    }

    /// The state it stands for, and a sentence.
    pub(crate) fn explain(self, entry: &Entry) -> (CandidateState, String) {
        let empty = |reason: &str| (CandidateState::EmptyQuery, reason.to_owned());
        let not_indexed = |reason: String| (CandidateState::NotIndexed, reason);
        match self {
            Self::Dropped => {
                (CandidateState::Dropped, candidate::dropped(entry.dropped.as_deref().unwrap_or_default()))
            }
            Self::OnlyByName => (
                CandidateState::OnlyByName,
                "`trigger: true` in its frontmatter means it only triggers by name.".to_owned(),
            ),
            Self::NoWords => empty(&format!("The query has no words to score. {ADK_WORDS}")),
            Self::NoTerms => empty("The query has only common words, which aren't scored."),
            Self::NoDirection => empty("The query has no text for semantic search."),
            Self::NoContent => empty("The query has no words to score and no text for semantic search."),
            Self::NotIndexed => not_indexed("It isn't indexed yet.".to_owned()),
            Self::NilVector => not_indexed("Its embedding is empty.".to_owned()),
            Self::OtherDimension { has, needs } => {
                not_indexed(format!("Its embedding has dimension {has}; the query's has {needs}."))
            }
        }
    }
}
