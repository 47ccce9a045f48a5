//! What this room gives to screens and pipelines, and takes from them.

pub(super) mod asking;
pub(super) mod forms;
pub(super) mod machine;
pub(super) mod model_files;
pub(super) mod status;
pub(super) mod undo;
