//! The numbers of [`hybrid`](super): one set for every library, shipped, never fitted to the one at hand.
//!
//! Learned on the six labelled sets that came with the project, all of them in English: sfskills, marketing, dotnet and
//! gtm (skills of the wild with bodies), metatool (tools of one line), clinc150 (intents, some queries out of scope); each
//! of them alone and in a library grown with 460 skills of the wild. Each set weighed the same whatever its size. The
//! weights were fitted to choosing a right skill, any of them where several are, and to telling queries in scope from
//! those out of it; then rounded and moved until one threshold does for all of them and none is worse off than with the
//! weights before.
//! The sample library and its queries chose the threshold with them and no weight. `cargo xtask bench --selection DIR`
//! measures them again on any folder of such sets, with `--corpus` in a grown library, too. `--only unseen` tells what the
//! shape is worth without having seen a set: learned in this way on the five others, .844 of its queries in the mean find
//! the right skill first (words alone .745, meaning alone .770, the formula before meaning weighed by the body .829), and
//! .816 in the grown library (.775 before).
//!
//! Tried without gain: passages of the body as vectors, centring the vectors, punishing what a skill says it is not for,
//! cutting long queries into sentences, products of words and meaning, powers of cosines, dividing by the whole mass of
//! the query (six points worse on long queries), logarithms of rarity without scale (a threshold would mean something
//! else in every size of library), the words of headings or of the first lines apart, letting words that say little of
//! any skill (“help”, “want”) count less, pairs of words that stand apart, how often the query has a word, rarity squared,
//! words of the name apart, the mean of the two nearest sentences, taking off what a skill shares with all others, and
//! weighing meaning by the query: by its mass, by the share of it that is known, or by the share a skill has. Weighing
//! meaning by the body alone, fully, finds more in mixed libraries, but then skills with short bodies stay below a
//! threshold that is right for those without.

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
pub(super) const FRONT: f32 = 5.2;
/// Weight of the words of the body.
pub(super) const BODY: f32 = 6.5;
/// Weight of neighbouring words that are neighbours in name or description too.
pub(super) const PAIRS: f32 = 2.8;
/// Weight of neighbouring words that are neighbours in the body too.
pub(super) const BODY_PAIRS: f32 = 1.2;
/// Weight of the cosine with name and description together.
pub(super) const WHOLE: f32 = 2.1;
/// Weight of the cosine with the mean of what the description says.
pub(super) const MEAN: f32 = 3.6;
/// Weight of the cosine with the nearest thing the description says.
pub(super) const NEAREST: f32 = 4.0;
/// Weight of the cosine with the name.
pub(super) const NAME: f32 = 2.1;
/// What is added to [`WHOLE`] where there is no body.
pub(super) const BODILESS_WHOLE: f32 = 1.5;
/// What is added to [`MEAN`] where there is no body.
pub(super) const BODILESS_MEAN: f32 = 0.5;
/// How many terms a body has where half of that is added.
pub(super) const SHORT: f32 = 20.0;
/// How much evidence makes a score of one half.
pub(super) const HALF: f32 = 5.4;

/// The threshold it ships with: on clinc150 it keeps 96 % of the queries in scope and refuses 87 % of those out of it.
pub const DEFAULT_MIN_SCORE: f32 = 0.5;
