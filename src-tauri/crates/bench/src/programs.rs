//! Where the programs are that are measured from outside: our own, and the peers.

use std::path::PathBuf;

/// A program of ours; `cargo xtask bench` builds it beside this one.
pub(crate) fn ours(name: &str) -> Result<PathBuf, String> {
    let missing = || format!("{name} isn't built; run `cargo xtask bench` to build it");
    let path = std::env::current_exe().map_err(|_| missing())?.with_file_name(name);
    path.is_file().then_some(path).ok_or_else(missing)
}

/// A peer: the one `cargo xtask bench` installed, else whatever the path has by that name.
pub(crate) fn peer(name: &str) -> PathBuf {
    let installed = studio_embed::cache_dir().map(|cache| cache.join("peers/bin").join(name));
    installed.filter(|path| path.is_file()).unwrap_or_else(|| name.into())
}
