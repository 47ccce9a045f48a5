//! Raw colours stand in `tokens.css` only; everything else names a role.

use super::tree::SourceFile;
use super::{Finding, by_line};

const TOKENS: &str = "tokens.css";
const FUNCTIONS: &[&str] = &["rgb(", "rgba(", "hsl(", "hsla(", "hwb(", "lab(", "lch(", "oklab(", "oklch("];

pub(super) fn check(file: &SourceFile) -> Vec<Finding> {
    let is_style = file.is("css") || file.is("svelte");
    let name = file.path.to_string_lossy();
    let is_tokens = file.is_in("ui/src/kit") && file.path.ends_with(TOKENS);
    let is_test = name.ends_with(".test.ts") || name.ends_with(".spec.ts");
    if !file.is_in("ui/src") || is_tokens || is_test || !(is_style || file.is("ts")) {
        return Vec::new();
    }
    by_line(file, |line| {
        let colour = function(line).or_else(|| hexadecimal(line, file.is("css")))?;
        Some(format!("raw color `{colour}`: use a role from {TOKENS}"))
    })
}

fn function(line: &str) -> Option<&str> {
    let is_call = |name: &&&str| {
        line.match_indices(**name)
            .any(|(at, _)| !line[..at].ends_with(|before: char| before.is_alphanumeric() || before == '-'))
    };
    FUNCTIONS.iter().find(is_call).map(|name| name.trim_end_matches('('))
}

/// A `#` with 3, 4, 6 or 8 hexadecimal digits. Outside of CSS the same looks can be a private member, a fragment of an
/// address or a block of Svelte, so there it counts only behind a quote or a declaration's colon.
fn hexadecimal(line: &str, is_css: bool) -> Option<&str> {
    line.match_indices('#').find_map(|(at, _)| {
        let digits = line[at + 1..].find(|letter: char| !letter.is_ascii_hexdigit()).unwrap_or(line.len() - at - 1);
        let end = at + 1 + digits;
        let ends_there =
            !line[end..].starts_with(|next: char| next.is_alphanumeric() || matches!(next, '-' | '_' | '('));
        let before = line[..at].trim_end();
        let starts_there = if is_css {
            before.ends_with([':', ',', '(', ' ']) || before.len() < at
        } else {
            before.ends_with(['"', '\'', '`', ':']) && !before.ends_with("href=\"")
        };
        (matches!(digits, 3 | 4 | 6 | 8) && ends_there && starts_there).then(|| &line[at..end])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn raw_colours_are_found_and_their_look_alikes_are_not() {
        let cases = [
            ("ui/src/kit/button.css", "  color: #fff;", true),
            ("ui/src/kit/button.css", "  border: 1px solid #1a2b3c80;", true),
            ("ui/src/kit/button.css", "  background: oklch(50% 0.1 200);", true),
            ("ui/src/kit/button.css", "  color: var(--text-rgb);", false),
            ("ui/src/kit/Button.svelte", "  color: #fff;", true),
            ("ui/src/kit/Button.svelte", "  {#each add as a}", false),
            ("ui/src/kit/Button.svelte", "<a href=\"#add\">", false),
            ("ui/src/features/a/theme.ts", "const ink = '#abcdef'", true),
            ("ui/src/features/a/theme.ts", "  #add(item: string) {", false),
            ("ui/src/features/a/theme.ts", "  this.#bad = 1", false),
            ("ui/src/features/a/theme.test.ts", "expect(c).toBe('#abc')", false),
            ("ui/src/kit/styles/tokens.css", "  --gray-30: #abc;", false),
            ("ui/src/features/a/tokens.css", "  --gray-30: #abc;", true),
            ("skills/a/SKILL.md", "color: #fff", false),
        ];
        for (path, line, expected) in cases {
            assert_eq!(!check(&SourceFile::new(path, line)).is_empty(), expected, "{path}: {line}");
        }
    }
}
