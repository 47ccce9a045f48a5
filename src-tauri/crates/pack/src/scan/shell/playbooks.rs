//! Tasks of a playbook and commands of a cloud's configuration: what they fetch and what they run, as lines of shell in
//! their order.

use std::ops::Range;

use crate::scan::{
    pattern::{has, patterns},
    sense::Context,
};

/// Most tasks that are read.
const MOST: usize = 400;

patterns! {
    // A task by its module, with what it is given: in its line, or in those below.
    TASKS = r"(?m)^([ \t]*)(?:-[ \t]+)?(?:[\w]+\.[\w]+\.)?(?:win_)?(get_url|command|shell|script|raw|pip|apt|dnf|yum|unarchive):[ \t]*([^\n]*)((?:\n[ \t]+[\w-]+:[ \t]*[^\n]*){0,12})";
    GIVEN = r#"(?m)(?:^|[ \t])(url|src|dest|cmd|checksum|executable|deb|name)[:=][ \t]*(?:"([^"\n]*)"|'([^'\n]*)'|([^\s"']+))"#;
    ADDRESS = r"^https?://";
    // Commands as lists of words.
    CLOUD = r"(?m)^(?:runcmd|bootcmd):";
    LISTS = r"(?m)^[ \t]*-[ \t]*\[([^\[\]\n]+)\][ \t]*$";
}

/// The tasks of a file of YAML that fetches or runs something, each with its place.
pub(super) fn commands(context: &Context<'_>) -> Vec<(Range<usize>, String)> {
    let ending = context.path.rsplit('.').next().unwrap_or_default();
    if !["yml", "yaml"].iter().any(|known| ending.eq_ignore_ascii_case(known)) {
        return Vec::new();
    }
    let text = context.text;
    if has(&CLOUD, text) {
        let lists = LISTS.as_ref().into_iter().flat_map(|regex| regex.captures_iter(text));
        let line = |found: regex::Captures<'_>| Some((found.get(0)?.range(), of_list(found.get(1)?.as_str())));
        return lists.filter_map(line).take(MOST).collect();
    }
    if !text.contains("get_url:") && !text.contains("unarchive:") {
        return Vec::new();
    }
    let tasks = TASKS.as_ref().into_iter().flat_map(|regex| regex.captures_iter(text));
    tasks.filter_map(|task| Some((task.get(0)?.range(), of_task(&task)?))).take(MOST).collect()
}

fn of_task(task: &regex::Captures<'_>) -> Option<String> {
    let module = task.get(2)?.as_str();
    let (line, below) = (task.get(3)?.as_str().trim(), task.get(4)?.as_str());
    let whole = format!("{line}\n{below}");
    let given = |name: &str| {
        let found =
            GIVEN.as_ref()?.captures_iter(&whole).find(|found| found.get(1).is_some_and(|key| key.as_str() == name))?;
        (2..=4).find_map(|at| found.get(at)).map(|value| value.as_str().to_owned())
    };
    match module {
        "get_url" if given("checksum").is_some() => None,
        "get_url" => Some(format!("curl -o '{}' '{}'", given("dest")?, given("url")?)),
        "unarchive" => {
            let source = given("src").filter(|source| has(&ADDRESS, source))?;
            Some(format!("curl '{source}' | tar x -C '{}'", given("dest")?))
        }
        "pip" => given("name").map(|name| format!("pip install '{name}'")),
        "apt" | "dnf" | "yum" => given("deb").or_else(|| given("name")).map(|name| format!("apt install '{name}'")),
        _ if line.is_empty() => given("cmd"),
        _ => Some(line.trim_matches(['"', '\'']).to_owned()),
    }
}

fn of_list(words: &str) -> String {
    let words = words.split(',').map(|word| word.trim().trim_matches(['"', '\'']).replace('\'', ""));
    words.map(|word| format!("'{word}'")).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tasks_are_lines_of_shell() {
        let of = |text: &str| {
            commands(&Context::new(text, "assets/a.yml")).into_iter().map(|(_, line)| line).collect::<Vec<_>>()
        };
        assert_eq!(
            of(
                "- ansible.builtin.get_url:\n    url: http://tides.example/a\n    dest: /opt/a\n- name: x\n  command: /opt/a -d\n"
            ),
            ["curl -o '/opt/a' 'http://tides.example/a'", "/opt/a -d"]
        );
        assert_eq!(of("runcmd:\n  - [sh, \"/tmp/x\"]\n"), ["'sh' '/tmp/x'"]);
        assert_eq!(of("- get_url:\n    url: http://tides.example/a\n    dest: /a\n    checksum: sha256:0\n"), [""; 0]);
    }
}
