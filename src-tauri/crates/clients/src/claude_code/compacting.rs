//! What Claude Code leaves of loaded skills when it compacts the conversation, as its documentation of skills has it.

use crate::compaction::Compaction;

pub(super) const COMPACTION: Compaction =
    Compaction { skill_tokens: 5_000, total_tokens: 25_000, source: "Documented by Claude Code; not measured." };
