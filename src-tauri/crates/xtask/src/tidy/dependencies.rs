//! The direction of dependencies between the crates, and the libraries that belong to one crate alone.

use std::fs;
use std::path::Path;

use serde_json::Value;

use super::Finding;
use crate::{Error, Workspace, process};

/// Which of the house's crates each may use, innermost first. Tests, benchmarks and the test kit may use any.
const ALLOWED: &[(&str, &[&str])] = &[
    ("studio-model", &[]),
    ("studio-model-files", &[]),
    ("studio-embed", &["studio-model-files"]),
    ("studio-text", &["studio-model"]),
    ("studio-clients", &["studio-model", "studio-text"]),
    ("studio-runtime", &["studio-model", "studio-clients"]),
    ("studio-connect", &["studio-model", "studio-runtime"]),
    ("studio-capture", &["studio-model", "studio-runtime", "studio-clients", "studio-connect"]),
    ("studio-store", &["studio-model"]),
    ("studio-select", &["studio-model", "studio-clients"]),
    ("studio-pack", &["studio-model", "studio-text", "studio-clients"]),
    (
        "studio-api",
        &[
            "studio-model",
            "studio-text",
            "studio-clients",
            "studio-capture",
            "studio-store",
            "studio-model-files",
            "studio-embed",
            "studio-select",
            "studio-runtime",
            "studio-connect",
            "studio-pack",
        ],
    ),
    ("skillctl", &["studio-api"]),
    ("skill-studio", &["studio-api"]),
    // For development; what ships has no part of it.
    ("studio-bridge", &["studio-api", "skill-studio"]),
    ("xtask", &["studio-model-files"]),
];
const UNRESTRICTED: &[&str] = &["studio-testkit", "studio-tests", "studio-bench"];

/// Libraries, by the start of their names, and the one crate that names them.
const OWNED: &[(&str, &str)] = &[
    ("tauri", "skill-studio"),
    ("rusqlite", "studio-store"),
    ("sqlite-vec", "studio-store"),
    ("genai", "studio-connect"),
    ("reqwest", "studio-connect"),
    ("rmcp", "studio-connect"),
    ("rquickjs", "studio-connect"),
    ("keyring", "studio-connect"),
];

/// The window's crate, and the feature that puts the interface inside its program.
const WINDOW: &str = "skill-studio";
const INTERFACE: &str = "custom-protocol";

pub(super) fn check(workspace: &Workspace) -> Result<Vec<Finding>, Error> {
    let mut command = workspace.cargo();
    let answer = process::read(command.args(["metadata", "--no-deps", "--format-version", "1"]))?;
    let metadata: Value = serde_json::from_str(&answer)
        .map_err(|error| Error::UnexpectedAnswer { command: process::text(&command), answer: error.to_string() })?;
    let broken = metadata["packages"].as_array().into_iter().flatten().flat_map(broken_rules);
    Ok(broken.map(|rule| rule.locate(&workspace.root)).collect())
}

struct Broken {
    manifest: String,
    dependency: Option<String>,
    message: String,
}

fn broken_rules(package: &Value) -> Vec<Broken> {
    let manifest = package["manifest_path"].as_str().unwrap_or_default().to_owned();
    let name = package["name"].as_str().unwrap_or_default();
    if UNRESTRICTED.contains(&name) {
        return Vec::new();
    }
    let Some((_, allowed)) = ALLOWED.iter().find(|(known, _)| *known == name) else {
        let message = format!("crate `{name}` has no place in the house: say what it may use in xtask's tidy");
        return vec![Broken { manifest, dependency: None, message }];
    };
    if name == WINDOW && !has_interface(package) {
        let message = format!("the default features of `{name}` lack `{INTERFACE}`: its window would be empty");
        return vec![Broken { manifest, dependency: None, message }];
    }
    let dependencies = package["dependencies"].as_array().into_iter().flatten();
    let message = |dependency: &Value| {
        let dependency_name = dependency["name"].as_str()?;
        let message = forbidden(name, allowed, dependency_name, dependency["kind"].as_str() == Some("dev"))?;
        Some(Broken { manifest: manifest.clone(), dependency: Some(dependency_name.to_owned()), message })
    };
    dependencies.filter_map(message).collect()
}

/// Whether a plain build takes the interface in, instead of looking for a development server.
fn has_interface(package: &Value) -> bool {
    package["features"]["default"].as_array().is_some_and(|features| features.iter().any(|one| one == INTERFACE))
}

/// Tests may reach anywhere inside the house, and to what another crate owns only in the crate that owns it.
fn forbidden(name: &str, allowed: &[&str], dependency: &str, is_dev: bool) -> Option<String> {
    if let Some((library, owner)) = OWNED.iter().find(|(library, _)| dependency.starts_with(library)) {
        return (*owner != name).then(|| format!("only `{owner}` names `{library}`"));
    }
    let is_ours = UNRESTRICTED.contains(&dependency) || ALLOWED.iter().any(|(known, _)| *known == dependency);
    (is_ours && !is_dev && !allowed.contains(&dependency)).then(|| format!("`{name}` must not use `{dependency}`"))
}

impl Broken {
    fn locate(self, root: &Path) -> Finding {
        let manifest = Path::new(&self.manifest);
        let text = fs::read_to_string(manifest).unwrap_or_default();
        let names =
            |line: &str| self.dependency.as_ref().is_some_and(|dependency| line.starts_with(dependency.as_str()));
        let line = text.lines().position(names).map_or(1, |index| index + 1);
        Finding { path: manifest.strip_prefix(root).unwrap_or(manifest).to_path_buf(), line, message: self.message }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn messages(name: &str, dependencies: &[(&str, Option<&str>)]) -> Vec<String> {
        let dependencies: Vec<_> =
            dependencies.iter().map(|(name, kind)| json!({"name": name, "kind": kind})).collect();
        let features = json!({"default": [INTERFACE]});
        let package = json!({
            "name": name, "manifest_path": "/r/Cargo.toml", "dependencies": dependencies, "features": features
        });
        broken_rules(&package).into_iter().map(|broken| broken.message).collect()
    }

    #[test]
    fn dependencies_point_inwards() {
        assert!(messages("studio-api", &[("studio-store", None), ("serde", None)]).is_empty());
        assert_eq!(
            messages("studio-select", &[("studio-store", None)]),
            ["`studio-select` must not use `studio-store`"]
        );
        assert!(messages("studio-select", &[("studio-text", Some("dev"))]).is_empty());
        assert_eq!(messages("studio-api", &[("studio-testkit", None)]), ["`studio-api` must not use `studio-testkit`"]);
        assert_eq!(messages("studio-api", &[("tauri", Some("dev"))]), ["only `skill-studio` names `tauri`"]);
        assert_eq!(messages("skill-studio", &[("tauri-build", Some("build")), ("rusqlite", None)]).len(), 1);
        assert!(messages("studio-new", &[])[0].contains("has no place"));
    }

    #[test]
    fn a_plain_build_has_the_interface_inside() {
        let package = |features: Value| json!({"name": WINDOW, "manifest_path": "/r/Cargo.toml", "features": features});
        assert!(broken_rules(&package(json!({"default": ["custom-protocol"]}))).is_empty());
        let lacking = broken_rules(&package(json!({"default": [], "custom-protocol": []})));
        assert_eq!(lacking.len(), 1);
        assert!(lacking[0].message.contains("its window would be empty"));
    }
}
