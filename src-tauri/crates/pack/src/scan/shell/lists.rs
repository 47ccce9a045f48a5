//! Commands that a program in another language starts as a list of words.

use std::{fmt::Write as _, ops::Range};

use crate::scan::pattern::patterns;

/// Longest list that is read.
const LONGEST: usize = 4_000;

patterns! {
    // A call that starts a program, with its words as strings.
    CALLS = r"\b(?:subprocess\.\w+|check_call|check_output|Popen|spawn(?:Sync)?|execFile(?:Sync)?|execa|system|Open3\.\w+|exec\.Command)\s*\(\s*(?:\[|['\x22`][\w./-]+['\x22`]\s*,)";
    PARTS = r#"[frbu]{0,2}(?:"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`)|([A-Za-z_][\w.]*(?:\([^()]*\)|\[[^\]]*\])*)"#;
    HOME = r#"(?i)homedir\(\)|HOME|USERPROFILE|Path\.home|Dir\.home|expanduser\(\s*["']~/?["']"#;
}

/// The commands of a text as lines of shell, each with its place.
pub(super) fn commands(text: &str) -> Vec<(Range<usize>, String)> {
    let (Some(calls), Some(parts)) = (CALLS.as_ref(), PARTS.as_ref()) else { return Vec::new() };
    let line = |call: regex::Match<'_>| {
        let opening = call.as_str().rfind('(').map_or(call.end(), |at| call.start() + at + 1);
        let inner = &text[opening..super::floor(text, opening + LONGEST)];
        let inner = &inner[..end_of(inner)];
        let mut line = String::new();
        for part in parts.captures_iter(inner) {
            let quoted = (1..=3).find_map(|at| part.get(at)).map(|part| part.as_str());
            let _infallible = match (quoted, part.get(4).map(|name| name.as_str())) {
                (Some(word), _) => write!(line, "'{}' ", word.replace('\'', "")),
                (_, Some("sys.executable")) => write!(line, "python3 "),
                (_, Some(name)) if HOME.as_ref().is_some_and(|regex| regex.is_match(name)) => {
                    write!(line, "\"$HOME\" ")
                }
                (_, Some(name)) if name.contains('=') => Ok(()),
                (_, name) => {
                    write!(line, "\"${}\" ", name.unwrap_or_default().split(['.', '(', '[']).next().unwrap_or_default())
                }
            };
        }
        (call.start()..opening, line)
    };
    calls.find_iter(text).map(line).collect()
}

/// Up to the bracket that closes the list.
fn end_of(inner: &str) -> usize {
    let is_list = inner.trim_start().starts_with('[');
    let mut depth = 0_usize;
    for (at, letter) in inner.char_indices() {
        match letter {
            '[' | '(' => depth += 1,
            ']' | ')' => {
                depth = depth.saturating_sub(1);
                if depth == 0 && (is_list || letter == ']') {
                    return at;
                }
            }
            '\n' if depth == 0 => return at,
            _ => {}
        }
    }
    inner.len()
}

#[cfg(test)]
mod tests {
    #[test]
    fn words_of_a_call_are_a_command() {
        let of = |text: &str| super::commands(text).into_iter().map(|(_, line)| line).collect::<Vec<_>>();
        assert_eq!(
            of("subprocess.run([\"rm\", \"-rf\", os.environ[\"HOME\"]], check=True)"),
            ["'rm' '-rf' \"$HOME\" "]
        );
        assert_eq!(of("spawn('rm', ['-rf', os.homedir()])"), ["'rm' '-rf' \"$HOME\" "]);
        assert_eq!(of("subprocess.check_call([sys.executable, '-m', 'pip'])"), ["python3 '-m' 'pip' "]);
    }
}
