//! What the Agent Skills standard allows and recommends.

/// Longest name, in characters. The library takes longer ones (`MAX_NAME`): what hosts reject is still an author's work.
pub const STANDARD_NAME: usize = 64;
/// Longest description, in characters.
pub const STANDARD_DESCRIPTION: usize = 1_024;
/// Tokens that the instructions are recommended to stay below.
pub const STANDARD_BODY_TOKENS: usize = 5_000;
/// Lines that the instructions are recommended to stay below.
pub const STANDARD_BODY_LINES: usize = 500;
