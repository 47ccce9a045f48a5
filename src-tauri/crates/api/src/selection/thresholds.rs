//! The scorers there are, and the threshold each starts with: the shipped one, or the author's.

use studio_select::ScorerKind;

use crate::{
    Error, ErrorCode, Studio,
    dto::{self, Scorer, ScorerInfo},
    state::session::Session,
};

const ALL: [Scorer; 5] = [Scorer::Adk, Scorer::Bm25, Scorer::Embedding, Scorer::Hybrid, Scorer::Model];

impl Studio {
    /// Every scorer with what its numbers mean and its threshold.
    pub fn list_scorers(&self) -> Result<Vec<ScorerInfo>, Error> {
        let session = self.session()?;
        ALL.into_iter().map(|scorer| session.scorer_info(scorer)).collect()
    }

    /// Sets the threshold a scorer starts with in this library; none takes back the shipped one.
    pub fn set_threshold(&self, scorer: Scorer, min_score: Option<f64>) -> Result<Vec<ScorerInfo>, Error> {
        let session = self.session()?;
        if min_score.is_some_and(|score| !score.is_finite()) {
            return Err(Error::new(ErrorCode::Invalid, "The threshold isn't a number. Enter one, such as 0.35."));
        }
        let value = min_score.map(|score| score.to_string()).unwrap_or_default();
        session.library.aside().set_setting(&key(scorer), &value)?;
        self.list_scorers()
    }
}

impl Session {
    /// The threshold in force for a scorer.
    pub(crate) fn min_score(&self, scorer: Scorer) -> Result<f32, Error> {
        let kept = self.library.get_setting(&key(scorer))?.and_then(|text| text.parse::<f32>().ok());
        Ok(kept.filter(|score| score.is_finite()).unwrap_or_else(|| shipped(scorer)))
    }

    fn scorer_info(&self, scorer: Scorer) -> Result<ScorerInfo, Error> {
        let by_field = format!("adk-rust (adk-skill {}): keyword match by field", dto::ADK_SKILL);
        let (label, summary, predicts) = match scorer {
            Scorer::Adk => ("adk", by_field.as_str(), "adk-rust's pick: keyword match by field"),
            Scorer::Bm25 => ("bm25", "keyword match (BM25)", "Keyword match (BM25)"),
            Scorer::Embedding => ("embedding", "semantic", "Semantic match"),
            Scorer::Hybrid => ("hybrid", "keyword + semantic", "Likely pick: keyword + semantic"),
            Scorer::Model => ("model", "a chat model picks from the list", "Your chat model's pick"),
        };
        Ok(ScorerInfo {
            scorer,
            label: label.to_owned(),
            summary: summary.to_owned(),
            predicts: predicts.to_owned(),
            min_score: self.min_score(scorer)?,
            shipped_min_score: shipped(scorer),
            max_score: kind(scorer).map_or(Some(1.0), ScorerKind::max_score),
        })
    }
}

/// The scorer in the index, where it is one: a chat model is asked outside of it.
pub(crate) const fn kind(scorer: Scorer) -> Option<ScorerKind> {
    match scorer {
        Scorer::Adk => Some(ScorerKind::Adk),
        Scorer::Bm25 => Some(ScorerKind::Bm25),
        Scorer::Embedding => Some(ScorerKind::Embedding),
        Scorer::Hybrid => Some(ScorerKind::Hybrid),
        Scorer::Model => None,
    }
}

/// Whether a scorer needs the query's vector.
pub(crate) const fn reads_meaning(scorer: Scorer) -> bool {
    matches!(scorer, Scorer::Embedding | Scorer::Hybrid)
}

/// The threshold a scorer ships with. A model's pick scores 1, everything else 0.
fn shipped(scorer: Scorer) -> f32 {
    kind(scorer).map_or(0.5, ScorerKind::default_min_score)
}

fn key(scorer: Scorer) -> String {
    let name = match scorer {
        Scorer::Adk => "adk",
        Scorer::Bm25 => "bm25",
        Scorer::Embedding => "embedding",
        Scorer::Hybrid => "hybrid",
        Scorer::Model => "model",
    };
    format!("threshold.{name}")
}
