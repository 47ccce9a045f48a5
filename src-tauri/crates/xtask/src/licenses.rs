//! The list of what is inside the studio and whose licence it is under, as the window shows it.
//!
//! Made from cargo's metadata, npm's lock file and the model's pins. It names the hashes of both lock files, so that
//! whether it is of today is seen by tidy without asking cargo anything.

use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use crate::{Error, Workspace, process};

/// Where the list is, from the root.
pub(crate) const LIST: &str = "ui/src/features/help/licenses.json";
/// The lock files it is made from, by the names their hashes have in it.
pub(crate) const LOCKS: [(&str, &str); 2] = [("cargo_lock", "Cargo.lock"), ("package_lock", "ui/package-lock.json")];

/// The programs that ship.
const SHIPPED: [&str; 2] = ["skill-studio", "skillctl"];

/// The system whose crates are listed, on every machine: those of others would have to be fetched to be read.
const PLATFORM: &str = "x86_64-unknown-linux-gnu";

/// What is inside: kind, name, version, licence. Sorted so.
type Listed = (&'static str, String, String, String);

/// Writes the list.
pub(crate) fn write(workspace: &Workspace) -> Result<(), Error> {
    let path = workspace.root.join(LIST);
    fs::write(&path, text(workspace)?).map_err(Error::file(&path))
}

/// Fails where the list is not what would be written.
pub(crate) fn check(workspace: &Workspace) -> Result<(), Error> {
    let path = workspace.root.join(LIST);
    let is_fresh = fs::read_to_string(&path).map_err(Error::file(&path))? == text(workspace)?;
    if is_fresh { Ok(()) } else { Err(Error::LicensesStale) }
}

/// The hash by which the list names a lock file.
pub(crate) fn hash(text: &str) -> String {
    hex::encode(Sha256::digest(text))
}

fn text(workspace: &Workspace) -> Result<String, Error> {
    let read = |path: &str| fs::read_to_string(workspace.root.join(path)).map_err(Error::file(Path::new(path)));
    let [cargo_lock, package_lock] = [read(LOCKS[0].1)?, read(LOCKS[1].1)?];
    let mut command = workspace.cargo();
    command.args(["metadata", "--format-version", "1", "--locked", "--filter-platform", PLATFORM]);
    let answer = process::read(&mut command)?;
    let parsed = |text: &str, from: &str| {
        serde_json::from_str::<Value>(text)
            .map_err(|error| Error::UnexpectedAnswer { command: from.to_owned(), answer: error.to_string() })
    };
    let mut listed = crates(&parsed(&answer, "cargo metadata")?);
    listed.extend(npm(&parsed(&package_lock, LOCKS[1].1)?));
    let pins = studio_model_files::pins_for("linux", "x86_64");
    listed.extend(pins.into_iter().map(|pin| ("download", pin.package, pin.version, pin.license)));
    Ok(written(&[hash(&cargo_lock), hash(&package_lock)], &listed))
}

/// A package a line, so that a change of one is a change of a line.
fn written(hashes: &[String; 2], listed: &BTreeSet<Listed>) -> String {
    let locks: Vec<String> =
        LOCKS.iter().zip(hashes).map(|((name, _), hash)| format!("  \"{name}\": \"{hash}\",\n")).collect();
    let line = |(kind, name, version, license): &Listed| {
        format!("    {}", json!({ "kind": kind, "name": name, "version": version, "license": license }))
    };
    let lines: Vec<String> = listed.iter().map(line).collect();
    format!("{{\n{}  \"packages\": [\n{}\n  ]\n}}\n", locks.concat(), lines.join(",\n"))
}

/// The crates of others that the programs that ship are compiled from.
fn crates(metadata: &Value) -> BTreeSet<Listed> {
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let packages: HashMap<String, Value> =
        list(&metadata["packages"]).into_iter().map(|package| (text(&package["id"]), package)).collect();
    let uses: HashMap<String, Vec<String>> = list(&metadata["resolve"]["nodes"])
        .iter()
        .map(|node| {
            let is_compiled_in = |of: &Value| list(&of["dep_kinds"]).iter().any(|kind| kind["kind"].is_null());
            let deps = list(&node["deps"]);
            (text(&node["id"]), deps.iter().filter(|of| is_compiled_in(of)).map(|of| text(&of["pkg"])).collect())
        })
        .collect();
    let is_shipped = |package: &Value| SHIPPED.iter().any(|name| package["name"] == *name);
    let mut open: Vec<&String> = packages.iter().filter(|(_, package)| is_shipped(package)).map(|(id, _)| id).collect();
    let mut inside: BTreeSet<&String> = open.iter().copied().collect();
    while let Some(id) = open.pop() {
        for used in uses.get(id).into_iter().flatten() {
            if inside.insert(used) {
                open.push(used);
            }
        }
    }
    let package = |id: &String| {
        let package = packages.get(id)?;
        // Those without a source are the studio's own.
        package["source"].as_str()?;
        let license = package["license"].as_str().unwrap_or("see its license file");
        Some(("crate", text(&package["name"]), text(&package["version"]), license.to_owned()))
    };
    inside.into_iter().filter_map(package).collect()
}

/// The packages of others that the interface is built from, by npm's lock file.
fn npm(lock: &Value) -> BTreeSet<Listed> {
    let package = |(path, package): (&String, &Value)| {
        let (_, name) = path.rsplit_once("node_modules/")?;
        let is_for_development = package["dev"] == true || package["devOptional"] == true;
        let license = package["license"].as_str().unwrap_or("see its license file");
        let version = package["version"].as_str().unwrap_or_default();
        (!is_for_development).then(|| ("npm", name.to_owned(), version.to_owned(), license.to_owned()))
    };
    lock["packages"].as_object().into_iter().flatten().filter_map(package).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_ships_is_listed_and_what_only_builds_or_tests_it_is_not() {
        let node = |id: &str, uses: &[(&str, Option<&str>)]| {
            let deps: Vec<Value> =
                uses.iter().map(|(id, kind)| json!({ "pkg": id, "dep_kinds": [{ "kind": kind }] })).collect();
            json!({ "id": id, "deps": deps })
        };
        let package = |name: &str, source: Option<&str>| json!({ "id": name, "name": name, "version": "1.0.0", "license": "MIT", "source": source });
        let others = ["serde", "itoa", "cc", "proptest", "unused"].map(|name| package(name, Some("registry")));
        let own = ["skillctl", "studio-api"].map(|name| package(name, None));
        let packages = [own.to_vec(), others.to_vec()].concat();
        let metadata = json!({ "packages": packages, "resolve": { "nodes": [
            node("skillctl", &[("studio-api", None), ("cc", Some("build"))]),
            node("studio-api", &[("serde", None), ("proptest", Some("dev"))]),
            node("serde", &[("itoa", None)]),
        ] } });
        let names: Vec<String> = crates(&metadata).into_iter().map(|(_, name, ..)| name).collect();
        assert_eq!(names, ["itoa", "serde"]);
        let lock = json!({ "packages": {
            "": { "name": "ui", "version": "0.1.0" },
            "node_modules/svelte": { "version": "5.0.0", "license": "MIT" },
            "node_modules/a/node_modules/@b/c": { "version": "2.0.0" },
            "node_modules/vite": { "version": "7.0.0", "license": "MIT", "dev": true },
        } });
        let listed = npm(&lock);
        let names: Vec<&str> = listed.iter().map(|(_, name, ..)| name.as_str()).collect();
        assert_eq!(names, ["@b/c", "svelte"]);
        let text = written(&["1".to_owned(), "2".to_owned()], &listed);
        let read: Value = serde_json::from_str(&text).unwrap();
        assert_eq!((read["cargo_lock"].as_str(), read["packages"].as_array().map(Vec::len)), (Some("1"), Some(2)));
    }
}
