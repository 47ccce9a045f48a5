//! Plugins as Claude Code reads them: what `marketplace.json` and `plugin.json` name, and whether it is there.

use super::{
    Problem,
    node::{Entry, Node},
    notes::Notes,
    reading,
};

/// What lies at a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lies {
    /// Nothing.
    Nowhere,
    /// A file.
    File,
    /// A folder without a skill in it.
    Folder,
    /// A skill's folder, or one with skills' folders in it.
    Skills,
}

/// Keys of a marketplace.
const MARKETPLACE: [&str; 9] = [
    "$schema",
    "name",
    "owner",
    "plugins",
    "metadata",
    "version",
    "description",
    "forceRemoveDeletedPlugins",
    "allowCrossMarketplaceDependenciesOn",
];

/// Keys of a plugin, in a marketplace or in a manifest of its own.
const PLUGIN: [&str; 23] = [
    "$schema",
    "name",
    "source",
    "description",
    "version",
    "author",
    "homepage",
    "repository",
    "license",
    "keywords",
    "category",
    "tags",
    "strict",
    "commands",
    "agents",
    "skills",
    "hooks",
    "mcpServers",
    "lspServers",
    "outputStyles",
    "displayName",
    "dependencies",
    "defaultEnabled",
];

/// Judges a marketplace. `lies` says what lies at a path below its folder.
pub fn marketplace(text: &str, lies: &dyn Fn(&str) -> Lies) -> Vec<Problem> {
    let mut judge = Judge { notes: Notes::new(text), lies };
    if let Some(root) = reading::read(text, &mut judge.notes) {
        judge.marketplace(&root);
    }
    judge.notes.finish()
}

/// Judges a plugin's own manifest. `lies` says what lies at a path below the plugin's folder.
pub fn plugin(text: &str, lies: &dyn Fn(&str) -> Lies) -> Vec<Problem> {
    let mut judge = Judge { notes: Notes::new(text), lies };
    if let Some(root) = reading::read(text, &mut judge.notes) {
        judge.plugin(&root, "");
    }
    judge.notes.finish()
}

struct Judge<'a> {
    notes: Notes<'a>,
    lies: &'a dyn Fn(&str) -> Lies,
}

impl Judge<'_> {
    fn marketplace(&mut self, root: &Node) {
        self.notes.misspelt(root, &MARKETPLACE, "");
        self.name(root, "marketplace");
        if root.get("owner").is_none_or(|owner| owner.text_of("name").is_none()) {
            self.notes.error(root.span, "A marketplace needs an `owner` with a `name`.");
        }
        let Some(plugins) = root.get("plugins").and_then(Node::items) else {
            self.notes.error(root.span, "A marketplace needs a list of `plugins`.");
            return;
        };
        let below = root.get("metadata").and_then(|metadata| metadata.text_of("pluginRoot")).unwrap_or_default();
        for plugin in plugins {
            let Some(source) = plugin.entry("source") else {
                self.notes.error(plugin.span, "This plugin has no `source`, so it can't be installed.");
                continue;
            };
            // What is fetched from elsewhere lies nowhere here.
            if let Some(folder) = source.value.text() {
                let folder = joined(below, folder);
                if self.folder(source, &folder) {
                    self.plugin(plugin, &folder);
                    continue;
                }
            }
            self.notes.misspelt(plugin, &PLUGIN, "");
            self.name(plugin, "plugin");
        }
    }

    /// A plugin whose folder lies at a path.
    fn plugin(&mut self, plugin: &Node, folder: &str) {
        self.notes.misspelt(plugin, &PLUGIN, "");
        self.name(plugin, "plugin");
        for key in ["skills", "commands", "agents"] {
            let Some(entry) = plugin.entry(key) else { continue };
            let listed = entry.value.items().unwrap_or(std::slice::from_ref(&entry.value));
            for path in listed {
                self.path(key, path, folder);
            }
        }
    }

    /// A path that a plugin names for itself.
    fn path(&mut self, key: &str, node: &Node, folder: &str) {
        let Some(path) = node.text() else { return };
        if !path.starts_with("./") {
            self.notes.error(
                node.span,
                format!("`{path}` must start with `./`: Claude Code takes it from the plugin's folder on."),
            );
            return;
        }
        if leads_out(path) {
            self.notes
                .error(node.span, format!("`{path}` leads out of the plugin's folder, so it isn't installed with it."));
            return;
        }
        match (key, (self.lies)(&joined(folder, path))) {
            (_, Lies::Nowhere) => {
                self.notes.error(node.span, format!("There is nothing at `{path}`, so the plugin loads without it."));
            }
            ("skills", Lies::File) => {
                let parent = path.trim_end_matches('/').rsplit_once('/').map_or(".", |(parent, _)| parent);
                self.notes.error(
                    node.span,
                    format!("`{path}` is a file, but `skills` takes folders, so the skill isn't loaded. Change it to `{parent}`."),
                );
            }
            ("skills", Lies::Folder) => {
                self.notes
                    .error(node.span, format!("There is no SKILL.md in `{path}`, so no skill is loaded from it."));
            }
            _ => {}
        }
    }

    /// Whether a plugin's own folder is there; one that isn't is told.
    fn folder(&mut self, source: &Entry, folder: &str) -> bool {
        let span = source.value.span;
        let written = source.value.text().unwrap_or_default();
        if leads_out(folder) {
            self.notes.error(span, format!("`{written}` leads out of the marketplace's folder."));
            return false;
        }
        let is_there = matches!((self.lies)(folder), Lies::Folder | Lies::Skills);
        if !is_there {
            self.notes.error(span, format!("There is no folder at `{written}`, so the plugin can't be installed."));
        }
        is_there
    }

    fn name(&mut self, node: &Node, what: &str) {
        let Some(entry) = node.entry("name") else {
            self.notes.error(node.span, format!("This {what} has no `name`."));
            return;
        };
        let name = entry.value.text().unwrap_or_default();
        let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if name.is_empty() || name.contains(char::is_whitespace) {
            let message =
                format!("The {what} name “{name}” can't be used. Use lowercase letters, digits, and hyphens.");
            self.notes.error(entry.value.span, message);
        } else if !name.chars().all(is_plain) {
            let message =
                format!("The {what} name “{name}” isn't in kebab-case. Use lowercase letters, digits, and hyphens.");
            self.notes.warning(entry.value.span, message);
        }
    }
}

/// A path below another, both as they are written.
fn joined(folder: &str, path: &str) -> String {
    let plain = |path: &str| path.trim_start_matches("./").trim_matches('/').to_owned();
    match (plain(folder), plain(path)) {
        (folder, path) if folder.is_empty() => path,
        (folder, path) if path.is_empty() => folder,
        (folder, path) => format!("{folder}/{path}"),
    }
}

fn leads_out(path: &str) -> bool {
    path.starts_with('/') || path.split(['/', '\\']).any(|part| part == "..")
}

#[cfg(test)]
mod tests {
    use super::{Lies, marketplace, plugin};

    fn lies(path: &str) -> Lies {
        match path {
            "" | "p" => Lies::Folder,
            "skills" | "skills/apple" | "p/skills" => Lies::Skills,
            "skills/apple/SKILL.md" | "p/commands/a.md" => Lies::File,
            _ => Lies::Nowhere,
        }
    }

    fn told(text: &str) -> Vec<String> {
        marketplace(text, &lies).into_iter().map(|problem| problem.message).collect()
    }

    fn of_plugins(plugins: &str) -> String {
        format!(r#"{{"name": "shop", "owner": {{"name": "o"}}, "plugins": [{plugins}]}}"#)
    }

    #[test]
    fn what_a_marketplace_names_must_be_there() {
        for (plugins, words) in [
            (
                r#"{"name": "a", "source": "./", "skills": ["./skills/apple/SKILL.md"]}"#,
                "Change it to `./skills/apple`",
            ),
            (r#"{"name": "a", "source": "./", "skills": ["./pear"]}"#, "nothing at `./pear`"),
            (r#"{"name": "plum tools", "source": "./"}"#, "“plum tools” can't be used"),
            (r#"{"name": "a", "source": "./plums"}"#, "no folder at `./plums`"),
            (r#"{"name": "a", "source": "../a"}"#, "leads out"),
            (r#"{"name": "a", "source": "./p", "skills": "./commands"}"#, "nothing at `./commands`"),
            (r#"{"name": "a", "source": "./p", "skills": "./"}"#, "no SKILL.md in `./`"),
            (r#"{"name": "a", "source": "./", "skill": ["./skills"]}"#, "Did you mean `skills`?"),
            (r#"{"name": "a", "source": "./", "skills": ["skills"]}"#, "must start with `./`"),
            (r#"{"name": "a"}"#, "no `source`"),
        ] {
            let told = told(&of_plugins(plugins));
            assert!(told.len() == 1 && told[0].contains(words), "{plugins}: {told:?}");
        }
        assert_eq!(told("{}").len(), 3);
    }

    #[test]
    fn what_is_right_is_quiet() {
        for plugins in [
            r#"{"name": "a", "source": "./", "strict": false, "skills": ["./skills/apple", "./skills"]}"#,
            r#"{"name": "a", "source": {"source": "github", "repo": "o/r"}, "skills": ["./anything"]}"#,
            r#"{"name": "a", "source": "./p", "skills": "./skills/", "commands": ["./commands/a.md"]}"#,
        ] {
            assert_eq!(told(&of_plugins(plugins)), [""; 0], "{plugins}");
        }
        assert!(plugin(r#"{"name": "a", "skills": "./skills"}"#, &lies).is_empty());
        assert_eq!(plugin(r#"{"name": "a", "agents": ["./agents"]}"#, &lies).len(), 1);
    }
}
