//! What stands above the rooms: opening a library, following it, warming it up, undo; and what is asked of the program as a
//! whole: settings, health, diagnostics, drafts of forms.
//!
//! Says what runs when; nothing leads back here. What outlives a library and what belongs to the open one is in `state`.

pub(crate) mod diagnostics;
pub(crate) mod doctor;
pub(crate) mod export;
pub(crate) mod folder;
pub(crate) mod follow;
pub(crate) mod forms;
pub(crate) mod machine;
pub(crate) mod model_files;
pub(crate) mod opening;
pub(crate) mod settings;
pub(crate) mod undo;
pub(crate) mod warm_up;
pub(crate) mod zoom;
