//! A measurement as a table: what, here, a peer, how many times better, and the goal where there is one.

use std::fmt;

use crate::amount::Amount;

/// A table, or why there is none: what is missing, or what failed.
pub(crate) type Measured = Result<Report, Box<dyn std::error::Error>>;

/// One table.
pub(crate) struct Report {
    title: String,
    rows: Vec<Row>,
    table: Vec<Vec<String>>,
    notes: Vec<String>,
}

/// One line of it.
pub(crate) struct Row {
    what: String,
    here: Amount,
    peer: Option<(String, Option<Amount>)>,
    goal: Option<Goal>,
}

/// What the number should reach.
enum Goal {
    /// At least this many times better than the peer.
    Times(f64),
    /// This much, or better.
    Amount(Amount),
}

impl Report {
    pub(crate) fn new(title: impl Into<String>) -> Self {
        Self { title: title.into(), rows: Vec::new(), table: Vec::new(), notes: Vec::new() }
    }

    pub(crate) fn row(mut self, row: Row) -> Self {
        self.rows.push(row);
        self
    }

    /// Numbers without goals, under the rows: lines of cells, as many in each, the head first.
    pub(crate) fn table(mut self, lines: Vec<Vec<String>>) -> Self {
        self.table = lines;
        self
    }

    /// A line under the table: what was measured on, or what is missing.
    pub(crate) fn note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }
}

impl Row {
    pub(crate) fn new(what: impl Into<String>, here: Amount) -> Self {
        Self { what: what.into(), here, peer: None, goal: None }
    }

    /// The same measured on a peer in this run; `None` when the peer is not installed.
    pub(crate) fn beside(mut self, peer: impl Into<String>, amount: Option<Amount>) -> Self {
        self.peer = Some((peer.into(), amount));
        self
    }

    /// Should be at least this many times better than the peer.
    pub(crate) fn times(mut self, goal: f64) -> Self {
        self.goal = Some(Goal::Times(goal));
        self
    }

    /// Should be at least this good.
    pub(crate) fn goal(mut self, goal: Amount) -> Self {
        self.goal = Some(Goal::Amount(goal));
        self
    }

    fn ratio(&self) -> Option<f64> {
        self.peer.as_ref().and_then(|(_, amount)| self.here.times_better_than((*amount)?))
    }

    fn cells(&self) -> [String; 5] {
        let peer = match &self.peer {
            None => String::new(),
            Some((name, None)) => format!("{name}: absent"),
            Some((name, Some(amount))) => format!("{name}: {amount}"),
        };
        let ratio = self.ratio().map(|ratio| format!("{ratio:.1}×")).unwrap_or_default();
        [self.what.clone(), self.here.to_string(), peer, ratio, self.verdict()]
    }

    fn verdict(&self) -> String {
        let (goal, reached) = match &self.goal {
            None => return String::new(),
            Some(Goal::Times(times)) => (format!("{times}×"), self.ratio().map(|ratio| ratio >= *times)),
            Some(Goal::Amount(amount)) => (amount.to_string(), self.here.reaches(*amount)),
        };
        let verdict = match reached {
            Some(true) => "reached",
            Some(false) => "MISSED",
            None => "unknown",
        };
        format!("{goal} {verdict}")
    }
}

impl fmt::Display for Report {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let head = ["", "here", "peer", "times better", "goal"].map(str::to_owned);
        let rows = std::iter::once(head).chain(self.rows.iter().map(Row::cells)).map(Vec::from);
        writeln!(formatter, "{}", self.title)?;
        write_aligned(formatter, &rows.collect::<Vec<_>>())?;
        write_aligned(formatter, &self.table)?;
        self.notes.iter().try_for_each(|note| writeln!(formatter, "  ({note})"))
    }
}

/// Lines of cells, each column as wide as its widest cell.
fn write_aligned(formatter: &mut fmt::Formatter<'_>, lines: &[Vec<String>]) -> fmt::Result {
    let columns = lines.first().map_or(0, Vec::len);
    let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns).map(width).collect();
    lines.iter().try_for_each(|line| {
        let cells = line.iter().zip(&widths).map(|(cell, width)| format!("{cell:<width$}"));
        writeln!(formatter, "  {}", cells.collect::<Vec<_>>().join("  ").trim_end())
    })
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_table_names_ratios_goals_and_absent_peers() {
        let millis = |millis| Amount::Time(Duration::from_millis(millis));
        let report = Report::new("lint")
            .row(Row::new("all of it", millis(20)).beside("agnix 0.59", Some(millis(600))).times(10.0))
            .row(Row::new("one", millis(2)).beside("skills-ref", None).times(5.0))
            .row(Row::new("import", millis(2500)).goal(millis(2000)))
            .note("460 skills");
        let expected = "\
lint
             here     peer                times better  goal
  all of it  20.0 ms  agnix 0.59: 600 ms  30.0×         10× reached
  one        2.0 ms   skills-ref: absent                5× unknown
  import     2.50 s                                     2.00 s MISSED
  (460 skills)
";
        assert_eq!(report.to_string(), expected);
    }
}
