//! Real MCP servers that tests start; `cargo xtask setup` puts them beside the other caches.

pub use studio_testkit::counterparts;

/// Where the start of one of the protocol's own servers for Node lies.
pub fn node_server(package: &str) -> String {
    let main = counterparts().join("node/node_modules/@modelcontextprotocol").join(package).join("dist/index.js");
    main.to_str().expect("the cache has a plain path").to_owned()
}
