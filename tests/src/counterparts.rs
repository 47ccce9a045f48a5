//! Real MCP servers that tests start; `cargo xtask setup` puts them beside the other caches.

use std::{env, path::PathBuf};

/// The folder they lie in: the one `cargo xtask` names, else the usual one.
pub fn counterparts() -> PathBuf {
    let named = |variable| env::var_os(variable).filter(|value| !value.is_empty()).map(PathBuf::from);
    let cache = || named("XDG_CACHE_HOME").or_else(|| named("HOME").map(|home| home.join(".cache")));
    let usual = || cache().map(|cache| cache.join("skill-studio/counterparts"));
    let folder = named("SKILL_STUDIO_COUNTERPARTS").or_else(usual).filter(|folder| folder.is_dir());
    folder.expect("the MCP servers that tests talk to are not installed: run `cargo xtask setup` or `cargo xtask test`")
}

/// Where the start of one of the protocol's own servers for Node lies.
pub fn node_server(package: &str) -> String {
    let main = counterparts().join("node/node_modules/@modelcontextprotocol").join(package).join("dist/index.js");
    main.to_str().expect("the cache has a plain path").to_owned()
}
