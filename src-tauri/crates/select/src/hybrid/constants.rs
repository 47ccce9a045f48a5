//! The numbers of [`hybrid`](super): one set for every library, shipped, never fitted to the one at hand.
//!
//! Learned on the six labelled sets that came with the project (sfskills, marketing, dotnet, gtm, metatool, clinc150:
//! real skills, tools and intents in English), each set weighing the same whatever its size, by minimising
//! the log loss of choosing the right skill or, where none is right or the right one is taken away, none at all, with
//! all weights kept from going below zero. `cargo xtask bench --selection DIR` measures them again on any folder of such
//! sets.

use crate::index::FIELDS;

/// How fast repeating a term stops helping.
pub(super) const K: f32 = 1.2;
/// What an occurrence counts for in name, description, tags and body.
pub(super) const OCCURRENCE: [f32; FIELDS] = [2.0, 1.0, 1.0, 0.5];
/// How much the length of name, description, tags and body matters.
pub(super) const LENGTH: [f32; FIELDS] = [0.3, 0.6, 0.3, 0.75];
/// What the query's mass is raised to: 1 would divide by all it could reach, 0 by nothing.
pub(super) const MASS: f32 = 0.7;

/// Weight of the words of name, description and tags.
pub(super) const HEAD_WORDS: f32 = 2.7;
/// Weight of the words of the body.
pub(super) const BODY_WORDS: f32 = 1.65;
/// Weight of the cosine with name and description together.
pub(super) const WHOLE: f32 = 4.1;
/// Weight of the cosine with the mean of what the description says.
pub(super) const MEAN: f32 = 4.2;
/// Weight of the cosine with the nearest sentence or phrase of the description.
pub(super) const NEAREST: f32 = 4.75;
/// Weight of the cosine with the name.
pub(super) const NAME: f32 = 1.3;
/// What all of it together must reach for a score of one half.
pub(super) const HALF: f32 = 8.1;

/// The threshold it ships with.
pub const DEFAULT_MIN_SCORE: f32 = 0.3;
