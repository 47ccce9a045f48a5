//! A document in Markdown, by paragraph and without its blocks of code.

use super::Found;

pub(super) fn of(text: &str) -> Vec<Found> {
    let mut found: Vec<Found> = Vec::new();
    let (mut is_fenced, mut is_within) = (false, false);
    for (index, line) in text.lines().enumerate() {
        let is_fence = line.trim_start().starts_with("```");
        is_fenced ^= is_fence;
        let is_said = !(is_fence || is_fenced || line.starts_with("    ") || line.trim().is_empty());
        match found.last_mut().filter(|_| is_within) {
            Some(paragraph) if is_said => {
                paragraph.content.push('\n');
                paragraph.content.push_str(line);
            }
            _ if is_said => found.push(Found { line: index + 1, content: line.to_owned() }),
            _ => {}
        }
        is_within = is_said;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paragraphs_are_kept_whole_and_code_is_not_said() {
        let text = "# Head\n\nOne line\nand `code`.\n\n    cargo wake\n\n- item\n```sh\nwake\n```\nend\n";
        let found: Vec<_> = of(text).into_iter().map(|found| (found.line, found.content)).collect();
        let expected = [(1, "# Head"), (3, "One line\nand `code`."), (8, "- item"), (12, "end")];
        assert_eq!(found, expected.map(|(line, content)| (line, content.to_owned())));
    }
}
