//! Files that hold neither tools nor servers, though much in them has a name: known by what they say of themselves, so that they
//! are named as what they are.

use super::{
    node::{Kind, Node},
    notes::Notes,
    reading,
};

/// What a file is that no tools are in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manifest {
    /// `.claude-plugin/marketplace.json`
    Marketplace,
    /// `.claude-plugin/plugin.json`, and those of other clients that follow it.
    Plugin,
    /// `gemini-extension.json`
    Extension,
    /// The manifest of an MCP bundle (`.mcpb`, `.dxt`).
    McpBundle,
    /// `server.json` of the MCP registry.
    McpRegistry,
    /// `package.json`
    NpmPackage,
    /// `Cargo.toml`, `pyproject.toml`, `composer.json`
    Project,
    /// What a package manager, or a manager of skills, noted for itself.
    Lock,
    /// The settings of a compiler or an editor.
    Settings,
    /// The card of an agent that speaks A2A.
    AgentCard,
    /// A JSON Schema by itself.
    Schema,
    /// The index of a website's skills.
    SkillIndex,
}

impl Manifest {
    /// What it is, and what to import instead: two sentences without the file's name, the first without its subject.
    pub const fn sentence(self) -> &'static str {
        match self {
            Self::Marketplace => {
                "is a Claude plugin marketplace, not a list of tools. Import the folder that contains it to import its skills."
            }
            Self::Plugin => {
                "is a plugin manifest, not a list of tools. Import the plugin's folder to import its skills."
            }
            Self::Extension => {
                "is a Gemini CLI extension without MCP servers. Import the extension's folder to import its skills."
            }
            Self::McpBundle => {
                "is the manifest of an MCP bundle, which doesn't describe what its tools take. Add the server to import its \
                 tools."
            }
            Self::McpRegistry => {
                "is an entry for the MCP registry. Add the server with the command or URL that it names, then import its tools."
            }
            Self::NpmPackage => "is an npm package file, not a list of tools. Choose the file that lists the tools.",
            Self::Project => "is a project file, not a list of tools. Choose the file that lists the tools.",
            Self::Lock => "is a lock file, not a list of tools. Choose the file that lists the tools.",
            Self::Settings => "contains settings of another program, not tools. Choose the file that lists the tools.",
            Self::AgentCard => "is an A2A agent card, not a list of tools. Its skills run on the agent's own server.",
            Self::Schema => {
                "is a JSON Schema without a tool. Put it under `inputSchema` of an entry with a name and a description."
            }
            Self::SkillIndex => "is an index of skills, not a list of tools. Import it with `--format well-known`.",
        }
    }

    /// What a file of this name is, whatever stands in it.
    pub fn by_name(name: &str) -> Option<Self> {
        Some(match name.to_ascii_lowercase().as_str() {
            "marketplace.json" => Self::Marketplace,
            "plugin.json" => Self::Plugin,
            "gemini-extension.json" => Self::Extension,
            "package.json" => Self::NpmPackage,
            "cargo.toml" | "pyproject.toml" | "composer.json" | "deno.json" | "deno.jsonc" | "pubspec.yaml"
            | "setup.cfg" | "go.mod" | "gemfile" | "pipfile" => Self::Project,
            "package-lock.json"
            | "npm-shrinkwrap.json"
            | "pnpm-lock.yaml"
            | "composer.lock"
            | "skills-lock.json"
            | ".skill-lock.json"
            | "cargo.lock"
            | "poetry.lock"
            | "uv.lock"
            | "pdm.lock"
            | "pipfile.lock"
            | "yarn.lock"
            | "bun.lock"
            | "bun.lockb"
            | "deno.lock"
            | "gemfile.lock"
            | "flake.lock"
            | "go.sum" => Self::Lock,
            "tsconfig.json" | "jsconfig.json" | "launch.json" | "tasks.json" => Self::Settings,
            _ => return None,
        })
    }

    /// What a text is by the keys that only such files have; none where it may hold tools or servers.
    pub fn by_text(text: &str) -> Option<Self> {
        let root = reading::read(text, &mut Notes::new(text))?;
        let has = |key: &str| root.get(key).is_some();
        let is_map = |key: &str| root.get(key).is_some_and(|value| value.entries().is_some());
        let is_list = |key: &str| root.get(key).is_some_and(|value| value.items().is_some());
        root.entries()?;
        if is_registry_entry(&root) {
            return Some(Self::McpRegistry);
        }
        if ["mcpServers", "mcp_servers", "context_servers", "inputSchema", "input_schema", "parameters"]
            .iter()
            // What is only a path leads to them, and holds none.
            .any(|key| root.get(key).is_some_and(|value| value.text().is_none()))
        {
            return None;
        }
        let is_locked = has("lockfileVersion")
            || has("content-hash")
            || root.get("_meta").is_some_and(|meta| meta.get("hash").is_some())
            || (is_map("skills") && each_has(&root, "skills", &["source", "computedHash"]));
        if is_locked || is_list("package") {
            return Some(Self::Lock);
        }
        let has_sources = each_has(&root, "plugins", &["source"]);
        if is_list("plugins") && (has("name") || has("owner") || has_sources) {
            return Some(Self::Marketplace);
        }
        if (has("manifest_version") || has("dxt_version")) && is_map("server") {
            return Some(Self::McpBundle);
        }
        if is_list("tools") || is_list("functions") || is_map("servers") || is_map("result") || is_map("mcp") {
            return None;
        }
        if has("name") && (is_list("packages") || is_list("remotes")) {
            return Some(Self::McpRegistry);
        }
        let is_reached = has("url") || is_list("supportedInterfaces");
        if is_list("skills") && is_reached && (has("capabilities") || has("protocolVersion")) {
            return Some(Self::AgentCard);
        }
        if is_list("skills") && each_has(&root, "skills", &["digest"]) {
            return Some(Self::SkillIndex);
        }
        if ["command", "url", "serverUrl", "httpUrl"].iter().any(|key| has(key)) {
            return None;
        }
        by_keys(&root)
    }
}

/// Keys of a project of its own kind, of which one is enough beside a name.
const NPM: [&str; 9] = [
    "dependencies",
    "devDependencies",
    "peerDependencies",
    "scripts",
    "main",
    "exports",
    "bin",
    "engines",
    "workspaces",
];

/// The same of a plugin.
const PLUGIN: [&str; 12] = [
    "version",
    "author",
    "commands",
    "agents",
    "hooks",
    "skills",
    "lspServers",
    "outputStyles",
    "keywords",
    "homepage",
    "repository",
    "license",
];

fn by_keys(root: &Node) -> Option<Manifest> {
    let has = |key: &&str| root.get(key).is_some();
    let is_named = root.text_of("name").is_some();
    let allows = |permissions: &Node| ["allow", "deny", "ask"].iter().any(|key| permissions.get(key).is_some());
    if root.get("compilerOptions").is_some() || root.get("permissions").is_some_and(allows) {
        return Some(Manifest::Settings);
    }
    let is_project = [
        ("package", "name"),
        ("project", "name"),
        ("build-system", "requires"),
        ("tool", "poetry"),
        ("workspace", "members"),
    ];
    let is_project = root.get("manifest_version").is_some()
        || is_project.iter().any(|(key, inner)| root.get(key).is_some_and(|table| table.get(inner).is_some()));
    if is_project || (root.get("workspace").is_some() && is_table(root, "dependencies")) {
        return Some(Manifest::Project);
    }
    if is_named && root.get("contextFileName").is_some() {
        return Some(Manifest::Extension);
    }
    if is_named && (NPM.iter().any(has) || root.get("private").is_some_and(Node::is_true)) {
        return Some(Manifest::NpmPackage);
    }
    if is_named && PLUGIN.iter().any(has) {
        return Some(Manifest::Plugin);
    }
    let is_schema = root.text_of("$schema").is_some_and(|schema| schema.contains("json-schema.org"));
    (is_schema || (!is_named && is_table(root, "properties"))).then_some(Manifest::Schema)
}

/// Whether it is an entry of the MCP registry, alone or as the registry answers with it.
fn is_registry_entry(root: &Node) -> bool {
    let is_said = |entry: &Node| {
        let schema = entry.text_of("$schema").unwrap_or_default();
        schema.contains("modelcontextprotocol.io/") && schema.contains("server.schema")
    };
    let is_entry = |entry: &Node| {
        let is_reached =
            ["packages", "remotes"].iter().any(|key| entry.get(key).is_some_and(|it| it.items().is_some()));
        is_said(entry) || (entry.text_of("name").is_some() && is_reached)
    };
    let is_answer = |answer: &Node| answer.get("server").is_some_and(is_entry);
    let answers = root.get("servers").and_then(Node::items).unwrap_or_default();
    is_said(root) || is_answer(root) || answers.first().is_some_and(is_answer)
}

fn is_table(root: &Node, key: &str) -> bool {
    root.get(key).is_some_and(|value| matches!(value.kind, Kind::Map(_)))
}

/// Whether every entry of a list or a map, and at least one, has one of some keys.
fn each_has(root: &Node, key: &str, keys: &[&str]) -> bool {
    let Some(inner) = root.get(key) else { return false };
    let has_one = |value: &Node| keys.iter().any(|key| value.get(key).is_some());
    let in_list = inner.items().unwrap_or_default().iter();
    let in_map = inner.entries().unwrap_or_default().iter().map(|entry| &entry.value);
    !inner.is_empty() && in_list.chain(in_map).all(has_one)
}

#[cfg(test)]
mod tests {
    use super::Manifest;

    #[test]
    fn what_says_what_it_is_is_known_by_that() {
        for (text, expected) in [
            (
                r#"{"name": "shop", "owner": {"name": "o"}, "plugins": [{"name": "a", "source": "./"}]}"#,
                Some(Manifest::Marketplace),
            ),
            (r#"{"name": "p", "version": "1.0.0", "description": "d"}"#, Some(Manifest::Plugin)),
            (r#"{"name": "p", "hooks": {"PreToolUse": []}}"#, Some(Manifest::Plugin)),
            (
                r#"{"name": "n", "version": "1", "bugs": {"url": "https://h"}, "scripts": {}}"#,
                Some(Manifest::NpmPackage),
            ),
            (r#"{"name": "n", "lockfileVersion": 3, "packages": {}}"#, Some(Manifest::Lock)),
            (r#"{"version": 1, "skills": {"a": {"source": "o/r", "computedHash": "x"}}}"#, Some(Manifest::Lock)),
            ("[package]\nname = \"a\"\nversion = \"1\"\n", Some(Manifest::Project)),
            ("[[package]]\nname = \"a\"\nversion = \"1\"\n", Some(Manifest::Lock)),
            (
                r#"{"manifest_version": "0.3", "name": "b", "server": {"type": "node"}, "tools": [{"name": "t"}]}"#,
                Some(Manifest::McpBundle),
            ),
            (
                r#"{"name": "io.h/s", "description": "d", "remotes": [{"url": "https://h"}]}"#,
                Some(Manifest::McpRegistry),
            ),
            (
                r#"{"name": "a", "url": "https://h", "capabilities": {}, "skills": [{"id": "x", "name": "y"}]}"#,
                Some(Manifest::AgentCard),
            ),
            (
                r#"{"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object", "properties": {}}"#,
                Some(Manifest::Schema),
            ),
            (
                r#"{"$schema": "https://static.modelcontextprotocol.io/schemas/2025-09-29/server.schema.json", "name": "io.h/s", "version": "1", "repository": {}}"#,
                Some(Manifest::McpRegistry),
            ),
            (
                r#"{"server": {"name": "io.h/s", "packages": [{"identifier": "s"}]}, "_meta": {}}"#,
                Some(Manifest::McpRegistry),
            ),
            (
                r#"{"servers": [{"server": {"name": "io.h/s", "remotes": [{"url": "https://h"}]}}]}"#,
                Some(Manifest::McpRegistry),
            ),
            (r#"{"name": "p", "version": "1", "mcpServers": "./.mcp.json"}"#, Some(Manifest::Plugin)),
            (r#"{"_meta": {"hash": {"sha256": "x"}}, "default": {"a": {"version": "==1"}}}"#, Some(Manifest::Lock)),
            (
                "version = 1\nrequires-python = \">=3.12\"\n\n[[package]]\nname = \"a\"\nversion = \"1\"\n",
                Some(Manifest::Lock),
            ),
            (r#"{"manifest_version": 3, "name": "a", "version": "1"}"#, Some(Manifest::Project)),
            ("[tool.poetry]\nname = \"a\"\n", Some(Manifest::Project)),
            ("[workspace]\nmembers = [\"a\"]\n", Some(Manifest::Project)),
            (r#"{"permissions": {"allow": ["Read"]}, "hooks": {}}"#, Some(Manifest::Settings)),
            ("model = \"m\"\n\n[mcp_servers.notes]\ncommand = \"npx\"\n", None),
            (r#"{"notes": {"command": "npx"}, "tides": {"type": "http", "url": "https://h"}}"#, None),
            (r#"{"compilerOptions": {}}"#, Some(Manifest::Settings)),
            (r#"{"name": "g", "version": "1", "contextFileName": "GEMINI.md"}"#, Some(Manifest::Extension)),
            (r#"{"name": "p", "version": "1", "mcpServers": {"a": {"command": "x"}}}"#, None),
            (r#"{"name": "t", "description": "d", "inputSchema": {"type": "object"}}"#, None),
            (r#"{"plugins": [{"name": "a", "source": "./a"}]}"#, Some(Manifest::Marketplace)),
            (r#"{"tools": [{"name": "t", "inputSchema": {}}]}"#, None),
            (r#"{"name": "notes", "command": "npx", "version": "1"}"#, None),
            (r#"{"project": {"command": "npx"}}"#, None),
            (r#"[{"name": "t", "input_schema": {}}]"#, None),
            ("nonsense", None),
        ] {
            assert_eq!(Manifest::by_text(text), expected, "{text}");
        }
        assert_eq!(Manifest::by_name("Package.JSON"), Some(Manifest::NpmPackage));
        assert_eq!(Manifest::by_name("tools.json"), None);
    }
}
