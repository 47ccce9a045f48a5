//! A list in the form its field had, changing only the items that change.

use super::super::{
    Field, SkillDocument,
    fields::{has_outer_comma, split_items},
    line_end,
};
use crate::{Span, TextEdit, Value, yaml};

impl SkillDocument {
    /// A list for the place behind a key's colon: `allowed-tools` as the standard's string where that can hold it.
    pub(super) fn new_list(&self, key: &str, items: &[&str], indent: usize) -> String {
        if let Some(joined) = joined("", items)
            && key == "allowed-tools"
            && !items.is_empty()
        {
            return format!(" {}", yaml::flow_scalar(&joined));
        }
        if items.is_empty() || self.closing_brace.is_some() {
            let items: Vec<String> = items.iter().map(|item| yaml::flow_scalar(item)).collect();
            return format!(" [{}]", items.join(", "));
        }
        let line_end = line_end(&self.text);
        let indent = " ".repeat(indent + 2);
        let lines = items.iter().map(|item| format!("{line_end}{indent}- {}", yaml::flow_scalar(item)));
        lines.collect::<Vec<_>>().concat()
    }

    /// Replaces the items between those that stay at the front and those that stay at the end.
    pub(super) fn edit_list(&self, field: &Field, written: &[Value], items: &[&str], is_flow: bool) -> Vec<TextEdit> {
        if items.is_empty() {
            return vec![self.replacement(field, "[]")];
        }
        let same = |(old, new): &(&Value, &&str)| old.text() == Some(**new);
        let front = written.iter().zip(items).take_while(same).count();
        let rest = written.len().min(items.len()) - front;
        let back = written.iter().rev().zip(items.iter().rev()).take(rest).take_while(same).count();
        let kept = Kept { front, back };
        let new: Vec<String> = items[front..items.len() - back].iter().map(|item| yaml::flow_scalar(item)).collect();
        vec![if is_flow { Self::edit_flow(field, written, &new, kept) } else { self.edit_block(written, &new, kept) }]
    }

    fn edit_flow(field: &Field, written: &[Value], new: &[String], kept: Kept) -> TextEdit {
        let first_back = written.len() - kept.back;
        let start = match kept.front {
            0 => written.first().map_or(field.value.span.start + 1, |item| item.span.start),
            front => written[front - 1].span.end,
        };
        let end = if kept.back > 0 { written[first_back].span.start } else { written[written.len() - 1].span.end };
        let mut insert = new.join(", ");
        if kept.front > 0 && !(new.is_empty() && kept.back == 0) {
            insert.insert_str(0, ", ");
        }
        if kept.back > 0 && !new.is_empty() {
            insert.push_str(", ");
        }
        TextEdit::new(Span::new(start, end), insert)
    }

    fn edit_block(&self, written: &[Value], new: &[String], kept: Kept) -> TextEdit {
        let line_end = line_end(&self.text);
        let first_line = self.line_start(written[0].span.start);
        let dash = self.text[first_line..].find('-').unwrap_or(0);
        let lead = &self.text[first_line..first_line + dash];
        // A list may start behind other text (`- - a`), and then only its width is the indentation.
        let lead = if lead.trim().is_empty() { lead.to_owned() } else { " ".repeat(dash) };
        let gone = &written[kept.front..written.len() - kept.back];
        if kept.front == 0 {
            let end = gone.last().map_or(first_line, |item| self.next_line(item.span.end));
            let ends_line = self.text[..end].ends_with(['\n', '\r']);
            let lines = new.iter().map(|item| format!("{lead}- {item}{line_end}"));
            let mut insert = lines.collect::<Vec<_>>().concat();
            if !gone.is_empty() && !ends_line {
                insert.truncate(insert.len() - line_end.len());
            }
            return TextEdit::new(Span::new(first_line, end), insert);
        }
        let start = self.end_of_line(written[kept.front - 1].span.end);
        let end = gone.last().map_or(start, |item| self.end_of_line(item.span.end));
        TextEdit::new(
            Span::new(start, end),
            new.iter().map(|item| format!("{line_end}{lead}- {item}")).collect::<Vec<_>>().concat(),
        )
    }
}

/// How many items stay as they are at either end.
#[derive(Clone, Copy)]
struct Kept {
    front: usize,
    back: usize,
}

/// The items as one string, separated as `like` is; none where they would not read back the same.
pub(super) fn joined(like: &str, items: &[&str]) -> Option<String> {
    let separators = if has_outer_comma(like) { [", ", " "] } else { [" ", ", "] };
    separators.into_iter().map(|separator| items.join(separator)).find(|joined| split_items(joined) == items)
}
