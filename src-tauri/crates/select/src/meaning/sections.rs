//! A body cut at its headings, the sections apart that are about something else: where not to use the skill, which others
//! there are, where to read on. Their words would find the skill for what it sends the reader away from.

use std::sync::LazyLock;

use regex::Regex;

/// The stretches of a body with whether they are about the skill itself; together they are the body.
pub(crate) fn sections(body: &str) -> Vec<(&str, bool)> {
    let mut found = Vec::new();
    let mut start = 0;
    // The level of the heading that began what is not about the skill.
    let mut aside: Option<usize> = None;
    for (place, level, title) in headings(body) {
        let before = aside;
        if aside.is_some_and(|outer| level <= outer) {
            aside = None;
        }
        if aside.is_none() && is_aside(title) {
            aside = Some(level);
        }
        if before.is_some() != aside.is_some() {
            found.push((&body[start..place], before.is_none()));
            start = place;
        }
    }
    found.push((&body[start..], aside.is_none()));
    found.retain(|(text, _)| !text.is_empty());
    found
}

/// Every heading outside code: where its line starts, its level, its words.
fn headings(body: &str) -> impl Iterator<Item = (usize, usize, &str)> {
    let mut start = 0;
    let mut is_code = false;
    body.split_inclusive('\n').filter_map(move |line| {
        let place = start;
        start += line.len();
        if line.trim_start().starts_with("```") {
            is_code = !is_code;
        }
        let title = line.trim_start_matches('#');
        let level = line.len() - title.len();
        (level > 0 && !is_code).then_some((place, level, title.trim()))
    })
}

/// Whether what stands under a heading is about something else.
fn is_aside(title: &str) -> bool {
    static ASIDE: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(concat!(
            r"(?i)^(?:(?:when not|not for|(?:what )?(?:this skill )?(?:is|does) not|out of scope|non-?goals",
            r"|related skills?|see also|further reading|learn more|more info)(?-u:\b)",
            r"|(?:related|limitations",
            r"|(?:official |external |additional |related )?(?:references?|sources?|resources|links)(?: used)?):?$)",
        ))
        .expect("a pattern that was tried")
    });
    ASIDE.is_match(title)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_about_something_else_stand_apart() {
        for (body, aside) in [
            ("Edits PDFs.", ""),
            (
                "# PDFs\nEdits.\n## When not to use\nFor slides.\n### Slides\nNo.\n## Steps\nOpen it.",
                "## When not to use\nFor slides.\n### Slides\nNo.\n",
            ),
            ("## Related Skills\n- charts\n## See also\n- maps", "## Related Skills\n- charts\n## See also\n- maps"),
            ("# Steps\n```sh\n# references\nls\n```\n", ""),
            ("## References\nBooks.\r\n# Next\r\n", "## References\nBooks.\r\n"),
            ("## References to cells\nCells.\n## Related records\nRows.", ""),
            ("## Relatedness\nIt counts.\n## Resourceful\nToo.", ""),
            ("", ""),
        ] {
            let found = sections(body);
            assert_eq!(found.iter().map(|(text, _)| *text).collect::<String>(), body);
            let apart: String = found.iter().filter(|(_, is_own)| !is_own).map(|(text, _)| *text).collect();
            assert_eq!(apart, aside, "{body}");
        }
    }
}
