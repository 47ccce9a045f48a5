//! MCP servers kept to what the author allows them: where they may dial, what they may read, write and reach, and that
//! nothing of them stays behind.

use std::net::TcpListener;

use studio_api::dto::{ServerState, ServerTransport};

use crate::{harness::Bench, toolbox::server};

#[test]
fn an_address_made_of_secrets_is_checked_as_it_is_dialled() {
    let bench = Bench::new();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let here = listener.local_addr().unwrap();
    bench.set_secret("host", &here.to_string()).unwrap();
    bench.set_secret("path", &format!("x@{here}")).unwrap();
    for url in ["http://secret://host/mcp", "http://public.example:80secret://path/mcp", "https://secret://host/mcp"] {
        let transport = ServerTransport::Http { url: url.to_owned(), headers: Vec::new(), allow_private: false };
        let test = bench.test_server(&server("far", transport)).unwrap();
        assert_eq!(test.state, ServerState::Failed, "{url}");
        assert!(test.message.contains("far") && !test.message.contains(&here.to_string()), "{url}: {}", test.message);
    }
    listener.set_nonblocking(true).unwrap();
    assert!(listener.accept().is_err(), "nobody may have called");
}
