//! The interface's layers: only `lib/ipc` speaks to Tauri, the kit knows no domain, a feature stays out of its
//! neighbours, and nothing below the views imports a view.

use std::path::{Component, Path, PathBuf};

use super::tree::SourceFile;
use super::{Finding, by_line};

const IPC: &str = "ui/src/lib/ipc";

pub(super) fn check(file: &SourceFile) -> Vec<Finding> {
    let is_source = file.is_in("ui/src") && (file.is("ts") || file.is("svelte"));
    // Tests may stand a double in the place of what the layers keep apart.
    let is_test = file.path.to_string_lossy().ends_with(".test.ts") || file.path.ends_with("test-setup.ts");
    if !is_source || is_test {
        return Vec::new();
    }
    by_line(file, |line| imported(line).and_then(|module| broken_rule(&file.path, module)))
}

fn broken_rule(from: &Path, module: &str) -> Option<String> {
    if module.starts_with("@tauri-apps/") {
        return (!from.starts_with(IPC)).then(|| format!("only {IPC} imports `{module}`"));
    }
    let target = resolve(from, module)?;
    let (own, other) = (layer(from)?, layer(&target)?);
    match (own, other) {
        ("kit", "features" | "views" | "actions") => Some(format!("the kit knows nothing of `{module}`")),
        ("kit", "lib") if target.starts_with(IPC) => Some(format!("the kit knows nothing of `{module}`")),
        ("features" | "lib", "views") => Some(format!("`{module}` is above this file: only views compose views")),
        ("features", "features") if area(from) != area(&target) => {
            Some(format!("`{module}` is inside another feature"))
        }
        _ => None,
    }
}

/// The module a line imports, re-exports or loads.
fn imported(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let (_, rest) = ["from ", "import(", "import "].iter().find_map(|keyword| {
        let (before, rest) = line.split_once(keyword)?;
        let is_word = !before.ends_with(|letter: char| letter.is_alphanumeric() || letter == '_');
        (is_word && rest.starts_with(['\'', '"'])).then_some((before, rest))
    })?;
    rest[1..].split(['\'', '"']).next()
}

/// The path a relative module, or one behind an alias (`$kit/…`, `$lib/…`), stands for.
fn resolve(from: &Path, module: &str) -> Option<PathBuf> {
    let joined = match module.strip_prefix('$') {
        Some(aliased) => Path::new("ui/src").join(aliased),
        None if module.starts_with('.') => from.parent()?.join(module),
        None => return None,
    };
    let mut path = PathBuf::new();
    for component in joined.components() {
        match component {
            Component::ParentDir => drop(path.pop()),
            Component::CurDir => {}
            other => path.push(other),
        }
    }
    Some(path)
}

/// `kit`, `features`, `views`, … of a path under `ui/src`.
fn layer(path: &Path) -> Option<&str> {
    path.strip_prefix("ui/src").ok()?.iter().next()?.to_str()
}

/// `editor` of `ui/src/features/editor/…`.
fn area(path: &Path) -> Option<&std::ffi::OsStr> {
    path.strip_prefix("ui/src/features").ok()?.iter().next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layers_are_kept() {
        let cases = [
            ("ui/src/lib/ipc/client.ts", "import { invoke } from '@tauri-apps/api/core'", true),
            ("ui/src/features/editor/a.ts", "import { invoke } from '@tauri-apps/api/core'", false),
            ("ui/src/features/editor/a.ts", "import x from './b'", true),
            ("ui/src/features/editor/parts/a.ts", "import x from '../b'", true),
            ("ui/src/features/editor/a.ts", "import x from '../library/b'", false),
            ("ui/src/features/editor/a.ts", "} from \"$features/library/b\"", false),
            ("ui/src/features/editor/a.ts", "const x = await import('../library/b')", false),
            ("ui/src/features/editor/a.ts", "import x from '$kit/Button.svelte'", true),
            ("ui/src/features/editor/a.ts", "import x from '../../views/Home.svelte'", false),
            ("ui/src/kit/Button.svelte", "  import x from '../features/editor/a'", false),
            ("ui/src/kit/Button.svelte", "  import x from '$lib/ipc/client'", false),
            ("ui/src/kit/Button.svelte", "  import x from '$lib/format'", true),
            ("ui/src/views/Home.svelte", "  import x from '../features/editor/a'", true),
            ("ui/src/features/editor/a.test.ts", "import x from '../library/b'", true),
            ("ui/src/features/editor/a.ts", "// taken from '../library/b' once", false),
        ];
        for (path, line, is_fine) in cases {
            assert_eq!(check(&SourceFile::new(path, line)).is_empty(), is_fine, "{path}: {line}");
        }
    }
}
