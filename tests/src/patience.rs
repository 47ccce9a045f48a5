//! How tests wait: for what they look at, never for a time.

use std::time::Duration;

use tokio::time::{sleep, timeout};

/// How long anything may take before a test says it never came. What is only slow, on a machine with much else to do, never
/// takes so long; what hangs does.
pub(crate) const PATIENCE: Duration = Duration::from_mins(10);
/// How long a test waits that goes on without what it waits for, and tells of it at its end with all else that is wrong: many
/// that each took `PATIENCE` would never come to that end.
const SHORT: Duration = Duration::from_mins(1);
/// How long between two looks at a window, which has to answer each of them.
const STEP: Duration = Duration::from_millis(25);

/// Looks until there is something; nothing where it never came.
pub(crate) async fn find<T>(look: impl AsyncFn() -> Option<T>) -> Option<T> {
    find_within(PATIENCE, look).await
}

/// The same for a test that goes on without it.
pub(crate) async fn find_soon<T>(look: impl AsyncFn() -> Option<T>) -> Option<T> {
    find_within(SHORT, look).await
}

async fn find_within<T>(patience: Duration, look: impl AsyncFn() -> Option<T>) -> Option<T> {
    let looking = async {
        loop {
            if let Some(found) = look().await {
                return found;
            }
            sleep(STEP).await;
        }
    };
    timeout(patience, looking).await.ok()
}
