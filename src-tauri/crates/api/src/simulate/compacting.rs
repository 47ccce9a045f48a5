//! Compacting the conversation of a session, and what stands in the way of that in an author's words.

use studio_runtime::session::{NotCompacted, Session as Simulated};

use crate::{Error, ErrorCode, base::token_counts::count};

/// Compacts the conversation of a session by the rule of its client.
pub(crate) fn compact(simulated: &mut Simulated) -> Result<(), Error> {
    simulated.compact(|text| count(text) as usize).map_err(refused)
}

/// Refuses to compact a session of so many messages after some of them before it costs anything.
pub(crate) fn check(simulated: &Simulated, messages: usize, compact_after: &[u32]) -> Result<(), Error> {
    if compact_after.is_empty() {
        return Ok(());
    }
    simulated.compaction().map_err(refused)?;
    let Some(wrong) = compact_after.iter().find(|after| !(1..=messages).contains(&(**after as usize))) else {
        return Ok(());
    };
    let message = format!(
        "The session can't be compacted after message {wrong}: it has {messages}. Enter a number from 1 to \
         {messages}."
    );
    Err(Error::new(ErrorCode::Invalid, message))
}

fn refused(why: NotCompacted) -> Error {
    Error::new(ErrorCode::Invalid, why.to_string())
}
