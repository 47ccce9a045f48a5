//! Which skill a query wakes, why, and the context an agent would then be given.
//!
//! Everything here is pure over an in-memory [`Index`]: no files, no database, no clock, no model. The scorers look at a
//! [`View`], the index as it is or as it would be with one skill worded differently, and explain themselves alike:
//! [`adk`] counts words as the crate adk-skill 0.6.0 does, bit for bit; [`bm25`] weighs them by field and rarity;
//! [`embedding`] compares vectors that someone else computed; [`hybrid`], the default, puts both on one scale from 0 to 1.
//! The [`Coordinator`] turns the best candidate into a [`Context`] whose text never names a tool that is not bound, and
//! keeps the reason of every skill it passed over.
//!
//! Deliberately absent: reading skill files (`studio-text`), keeping them (`studio-store`), computing vectors
//! (`studio-embed`).

pub mod adk;
pub mod bm25;
pub mod embedding;
pub mod evaluate;
pub mod hybrid;
pub mod instruction;
pub mod near_miss;
pub mod overlap;

mod candidate;
mod coordinator;
mod entry;
mod fields;
mod index;
mod meaning;
mod policy;
mod question;
mod ranking;
mod scorer;
mod similarity;
mod terms;
#[cfg(test)]
mod test;
mod unscored;
mod words;

pub use candidate::{Candidate, CandidateState, Detail, Match, Ranking, Reason, Report, WordScore};
pub use coordinator::{
    Context, Coordinator, Reading, Rejection, Resolution, Strategy, StrategyOutcome, StrategyState, ValidationMode,
};
pub use entry::Entry;
pub use fields::FieldScores;
pub use index::{Index, ReadyVectors, View};
pub use instruction::Instruction;
pub use meaning::{Meaning, MeaningField, MeaningText, meaning_text, meaning_texts};
pub use policy::{Policy, TriggerRule};
pub use question::{QueryTerm, Question};
pub use scorer::ScorerKind;
pub use terms::{Term, terms};
pub use words::{QueryWord, is_stop_word};
