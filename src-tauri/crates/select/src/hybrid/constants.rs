//! The numbers of [`hybrid`](super): one set for every library, shipped, never fitted to the one at hand.
//!
//! Learned on the six labelled sets that came with the project, all of them in English: sfskills, marketing, dotnet and
//! gtm (skills of the wild with bodies), metatool (tools of one line), clinc150 (intents, some queries out of scope).
//! Each set weighed the same whatever its size. The weights were fitted by the log loss of choosing a right skill or,
//! where none is right or the right ones are taken away, none; then rounded. With the weights fitted to the five others
//! the set left out loses at most half a point; the shape of the formula was chosen looking at all six, so expect
//! another half to one and a half on sets never seen. `cargo xtask bench --selection DIR` measures them again on any
//! folder of such sets.
//!
//! Tried without gain: passages of the body as vectors, centring the vectors, punishing what a skill says it is not for,
//! cutting long queries into sentences, products of words and meaning, dividing by the whole mass of the query (six
//! points worse on long queries), logarithms of rarity without scale (a threshold would mean something else in every
//! size of library).

use crate::index::{FIELDS, PAIR_FIELDS};

/// How fast repeating a term stops helping.
pub(super) const K: f32 = 1.2;
/// What an occurrence counts for in name, description, tags and body. No shared set has tags: they count as the
/// description does.
pub(super) const OCCURRENCE: [f32; FIELDS] = [1.0, 1.0, 1.0, 0.5];
/// How much the length of name, description, tags and body matters.
pub(super) const LENGTH: [f32; FIELDS] = [0.3, 0.4, 0.4, 0.75];
/// How much the length of name and description matters for pairs.
pub(super) const PAIR_LENGTH: [f32; PAIR_FIELDS] = [0.3, 0.4];
/// What is added to the root of the query's mass, so that a query of one rare word does not outweigh all.
pub(super) const MASS: f32 = 0.47;

/// Weight of the words of name, description and tags.
pub(super) const FRONT: f32 = 4.7;
/// Weight of the words of the body.
pub(super) const BODY: f32 = 7.0;
/// Weight of neighbouring words that are neighbours in name or description too.
pub(super) const PAIRS: f32 = 1.9;
/// Weight of the cosine with name and description together.
pub(crate) const WHOLE: f32 = 2.6;
/// Weight of the cosine with the mean of what the description says.
pub(crate) const MEAN: f32 = 3.6;
/// Weight of the cosine with the nearest thing the description says.
pub(crate) const NEAREST: f32 = 3.8;
/// Weight of the cosine with the name.
pub(crate) const NAME: f32 = 1.7;
/// How much evidence makes a score of one half.
pub(super) const HALF: f32 = 5.2;

/// The threshold it ships with: on clinc150 it keeps 93 % of the queries in scope and refuses 88 % of those out of it.
pub const DEFAULT_MIN_SCORE: f32 = 0.5;
