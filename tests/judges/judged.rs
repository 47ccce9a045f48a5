//! What lies in a folder of exports, judged by adk-skill and `PostgreSQL`: `cargo xtask judges` asks for it.

use std::{fs, path::PathBuf};

use serde_json::{Value, json};
use studio_testkit::PostgresServer;

use crate::judging::{Expected, wrong_for_adk, wrong_for_postgres};

/// `SKILL_STUDIO_JUDGED` names the folder: `expected.json` in it says which skills went out to `adk` and `light4j-sql`, and
/// `verdicts.json` will say what is wrong with them.
#[test]
fn judges_what_lies_in_a_folder() {
    let folder =
        std::env::var_os("SKILL_STUDIO_JUDGED").map(PathBuf::from).expect("SKILL_STUDIO_JUDGED names a folder");
    let read: Value = serde_json::from_slice(&fs::read(folder.join("expected.json")).unwrap()).unwrap();
    let of = |target: &str| -> Vec<Expected> { serde_json::from_value(read[target].clone()).unwrap() };
    let verdicts = json!({
        "adk": wrong_for_adk(&folder.join("adk"), &of("adk")),
        "light4j-sql": wrong_for_postgres(PostgresServer::shared(), &folder.join("light4j-sql/all.sql"), &of("light4j-sql")),
    });
    fs::write(folder.join("verdicts.json"), verdicts.to_string()).unwrap();
}
