//! A scalar in the form its field had.

use super::super::{Field, SkillDocument, frontmatter::Lines, line_end};
use crate::{ScalarStyle, yaml};

/// Lines of a folded block are as long as the longest it had, within these.
const FOLD_WIDTH: std::ops::RangeInclusive<usize> = 60..=120;

impl SkillDocument {
    /// `value` as YAML for the place behind a key: in the field's form where that can hold it.
    pub(super) fn scalar_for(&self, field: Option<&Field>, value: &str) -> String {
        let is_in_braces = self.closing_brace.is_some();
        let style = field.and_then(|field| field.value.style()).unwrap_or(ScalarStyle::Plain);
        let indent = " ".repeat(field.map_or_else(|| self.key_indent(), |field| self.column(field.span.start)) + 2);
        let written = match style {
            _ if is_in_braces && style != ScalarStyle::SingleQuoted => None,
            ScalarStyle::Literal => field.and_then(|field| self.literal(field, value)),
            ScalarStyle::Folded => field.and_then(|field| self.folded(field, value)),
            ScalarStyle::SingleQuoted if yaml::fits_single_quotes(value) => Some(yaml::single_quoted(value)),
            ScalarStyle::SingleQuoted | ScalarStyle::DoubleQuoted => Some(yaml::double_quoted(value)),
            ScalarStyle::Plain if value.trim_end_matches('\n').contains('\n') => {
                let line_end = line_end(&self.text);
                let header = match value.len() - value.trim_end_matches('\n').len() {
                    0 => Some("|-"),
                    1 => Some("|"),
                    _ => None,
                };
                header.and_then(|header| {
                    yaml::block_scalar(value, &indent, line_end).map(|lines| format!("{header}{line_end}{lines}"))
                })
            }
            ScalarStyle::Plain => None,
        };
        written.unwrap_or_else(|| if is_in_braces { yaml::flow_scalar(value) } else { yaml::line_scalar(value) })
    }

    /// A `|` block with the header and indentation the field has.
    fn literal(&self, field: &Field, value: &str) -> Option<String> {
        let line_end = line_end(&self.text);
        let header = self.header(field, value)?;
        let lines = yaml::block_scalar(value, &self.block_indent(field), line_end)?;
        Some(format!("{header}{line_end}{lines}"))
    }

    /// A `>` block: words wrapped, a line end of the value as a blank line.
    fn folded(&self, field: &Field, value: &str) -> Option<String> {
        let line_end = line_end(&self.text);
        let header = self.header(field, value)?;
        let indent = self.block_indent(field);
        // A line that starts with white space is not folded, and two spaces would become a line end's place.
        if value.starts_with('\n')
            || value.lines().any(|line| line.starts_with([' ', '\t']) || line.ends_with([' ', '\t']))
        {
            return None;
        }
        let width = self.block_lines(field).map(|line| line.trim().chars().count()).max().unwrap_or(0);
        let width = width.clamp(*FOLD_WIDTH.start(), *FOLD_WIDTH.end());
        let lines = yaml::block_scalar(&unfolded(value, width), &indent, line_end)?;
        Some(format!("{header}{line_end}{lines}"))
    }

    /// The block's header; its chomping is kept, for white space at the end of a field counts for nothing. None where a
    /// written-out indentation or several line ends at the value's end would need more care than quotes do.
    fn header<'a>(&'a self, field: &Field, value: &str) -> Option<&'a str> {
        let start = field.value.span.start;
        let line = self.text[start..self.end_of_line(start)].split(" #").next().unwrap_or_default().trim_end();
        let is_simple = matches!(line, "|" | "|-" | "|+" | ">" | ">-" | ">+") && !value.ends_with("\n\n");
        let loses_line_end = value.ends_with('\n') && line.ends_with('-');
        (is_simple && !loses_line_end).then_some(line)
    }

    fn block_lines<'a>(&'a self, field: &Field) -> impl Iterator<Item = &'a str> {
        let span = field.value.span;
        let lines = Lines { text: &self.text[..span.end], at: span.start }.skip(1);
        lines.map(|(line, _)| line.of(&self.text)).filter(|line| !line.trim().is_empty())
    }

    fn block_indent(&self, field: &Field) -> String {
        let of = |line: &str| " ".repeat(line.len() - line.trim_start_matches(' ').len());
        let indent =
            self.block_lines(field).next().map(of).filter(|indent| indent.len() > self.column(field.span.start));
        indent.unwrap_or_else(|| " ".repeat(self.column(field.span.start) + 2))
    }
}

/// The lines that fold to `text`: a run of line ends takes one more, and long lines are wrapped.
fn unfolded(text: &str, width: usize) -> String {
    let mut lines = String::with_capacity(text.len() + text.len() / 40);
    let mut line_ends = 0;
    for line in text.trim_end_matches('\n').split('\n') {
        if !line.is_empty() {
            if !lines.is_empty() {
                lines.push_str(&"\n".repeat(line_ends + 1));
            }
            lines.push_str(&wrap(line, width));
            line_ends = 0;
        }
        line_ends += 1;
    }
    lines
}

/// Breaks a line at single spaces so that folding it gives it back.
fn wrap(line: &str, width: usize) -> String {
    let mut wrapped = String::with_capacity(line.len() + line.len() / 40);
    let mut column = 0;
    let words: Vec<&str> = line.split(' ').collect();
    for (at, word) in words.iter().enumerate() {
        let length = word.chars().count();
        let is_single_space = at > 0 && !word.is_empty() && !words[at - 1].is_empty() && !word.starts_with('\t');
        if is_single_space && column + 1 + length > width && !words[at - 1].ends_with('\t') {
            wrapped.push('\n');
            column = 0;
        } else if at > 0 {
            wrapped.push(' ');
            column += 1;
        }
        wrapped.push_str(word);
        column += length;
    }
    wrapped
}
