//! Problems of a text with their places, as many as anybody reads.

use studio_text::{LineIndex, Span, gram};

use crate::{
    dto::{Severity, SpecProblem},
    skills::offsets::Offsets,
};

/// Most problems told of one text: nobody reads more, and a hostile one could have a million.
const MOST_PROBLEMS: usize = 100;

/// Problems of a text with their places; one line says how many more there are than are told.
pub(crate) fn problems_at(text: &str, problems: Vec<gram::Problem>) -> Vec<SpecProblem> {
    let more = problems.len().saturating_sub(MOST_PROBLEMS);
    let last = problems.get(MOST_PROBLEMS).map(|problem| problem.span);
    let told = problems.into_iter().take(MOST_PROBLEMS);
    let mut told: Vec<_> = told.map(|problem| problem_at(text, problem.span, problem.message)).collect();
    told.extend(last.map(|span| {
        let rest = studio_model::plural(more, "more problem isn't", "more problems aren't");
        problem_at(text, span, format!("{rest} shown."))
    }));
    told
}

/// A problem at a place of a text.
pub(crate) fn problem_at(text: &str, span: Span, message: String) -> SpecProblem {
    let offsets = Offsets::new(text);
    let (line, column) = LineIndex::new(text).position(span.start);
    let (start, end) = (offsets.utf16(span.start), offsets.utf16(span.end));
    SpecProblem { severity: Severity::Error, message, start, end, line: line as u32, column: column as u32 }
}

#[cfg(test)]
mod tests {
    use studio_text::{Span, gram::Problem};

    use super::problems_at;

    #[test]
    fn problems_that_are_not_listed_are_counted() {
        let text = "(a: Strin) --> IO Text\n".repeat(103);
        let problem = |at: usize| Problem { span: Span::new(at * 23, at * 23 + 1), message: "wrong".to_owned() };
        let told = problems_at(&text, (0..103).map(problem).collect());
        assert_eq!(told.len(), 101);
        assert_eq!((told[100].line, told[100].message.as_str()), (101, "3 more problems aren't shown."));
        let told = problems_at(&text, (0..100).map(problem).collect());
        assert!(told.iter().all(|problem| problem.message == "wrong"));
    }
}
