//! The one asynchronous runtime behind this crate's blocking calls.

use std::sync::LazyLock;

use tokio::runtime::{Builder, Runtime};

/// Started when it is first needed; lives as long as the program.
pub(crate) fn runtime() -> Result<&'static Runtime, &'static str> {
    static RUNTIME: LazyLock<Result<Runtime, String>> = LazyLock::new(|| {
        let runtime = Builder::new_multi_thread().worker_threads(2).thread_name("connect").enable_all().build();
        runtime.map_err(|cause| cause.to_string())
    });
    RUNTIME.as_ref().map_err(String::as_str)
}
