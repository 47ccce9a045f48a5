//! Makes what the tests of a run have in common, once: the sample library as windows and benches begin with it, and a
//! `PostgreSQL` server.
//!
//! Prints a line `NAME=value` for each environment variable that the tests are to have, and `ready` at last. Then it stays
//! until its standard input is closed, and takes everything away. Without arguments it makes all; `window`, `bench` and
//! `postgres` name what is wanted.
#![expect(clippy::print_stdout, reason = "the lines are the output")]

use std::{env, fs, io, thread};

use studio_testkit::{LastWill, PostgresServer};
use studio_tests::{WORLD, World};

const POSTGRES: &str = "postgres";

fn main() {
    let named: Vec<String> = env::args().skip(1).collect();
    let known = [World::Window.name(), World::Bench.name(), POSTGRES];
    let unknown: Vec<&String> = named.iter().filter(|name| !known.contains(&name.as_str())).collect();
    assert!(unknown.is_empty(), "{unknown:?} can't be made, but {known:?}");
    let is_wanted = |name: &str| named.is_empty() || named.iter().any(|one| one == name);

    let folder = tempfile::Builder::new().prefix("studio-world-").tempdir().expect("a temporary folder can be made");
    let folder = folder.keep();
    let _will = LastWill::of(&folder);
    let server = thread::scope(|scope| {
        for world in [World::Window, World::Bench].into_iter().filter(|world| is_wanted(world.name())) {
            let place = folder.join(world.name());
            scope.spawn(move || {
                fs::create_dir(&place).expect("the temporary folder can be written");
                world.make(&place);
            });
        }
        is_wanted(POSTGRES).then(|| PostgresServer::start(&[]))
    });

    println!("{WORLD}={}", folder.display());
    if let Some(server) = &server {
        println!("{}={}", PostgresServer::SHARED, server.folder().display());
    }
    println!("ready");
    io::copy(&mut io::stdin(), &mut io::sink()).expect("standard input can be read");
}
