//! Text in frames of box-drawing characters, as agent-lib's prompt sections are drawn.

/// Columns of the outermost frame.
pub(super) const WIDTH: usize = 120;

/// The characters of a frame.
#[derive(Clone, Copy)]
pub(super) struct Frame {
    corners: [char; 4],
    across: char,
    down: char,
}

/// Thin lines.
pub(super) const THIN: Frame = Frame { corners: ['┌', '┐', '└', '┘'], across: '─', down: '│' };
/// Double lines.
pub(super) const DOUBLE: Frame = Frame { corners: ['╔', '╗', '╚', '╝'], across: '═', down: '║' };

/// Lines in a frame `width` columns wide in all. A line that is too long goes on in the next.
pub(super) fn framed(frame: Frame, width: usize, lines: &[String]) -> Vec<String> {
    let inner = width.saturating_sub(2).max(1);
    let edge = |left: char, right: char| format!("{left}{}{right}", frame.across.to_string().repeat(inner));
    let mut drawn = vec![edge(frame.corners[0], frame.corners[1])];
    for line in lines.iter().flat_map(|line| wrapped(line, inner)) {
        let gap = " ".repeat(inner.saturating_sub(line.chars().count()));
        drawn.push(format!("{0}{line}{gap}{0}", frame.down));
    }
    drawn.push(edge(frame.corners[2], frame.corners[3]));
    drawn
}

/// A title in the middle of `width` columns, between two empty lines.
pub(super) fn title(width: usize, text: &str) -> [String; 3] {
    let inner = width.saturating_sub(2);
    let left = inner.saturating_sub(text.chars().count()) / 2;
    [String::new(), format!("{}{text}", " ".repeat(left)), String::new()]
}

/// A line in parts of at most `width` characters, broken at a space where there is one.
fn wrapped(line: &str, width: usize) -> Vec<String> {
    let mut rest: Vec<char> = line.chars().collect();
    let mut parts = Vec::new();
    while rest.len() > width {
        let space = rest[..=width].iter().rposition(|character| *character == ' ').filter(|at| *at > 0);
        let (end, next) = space.map_or((width, width), |at| (at, at + 1));
        parts.push(rest[..end].iter().collect());
        rest.drain(..next);
    }
    parts.push(rest.into_iter().collect());
    parts
}
