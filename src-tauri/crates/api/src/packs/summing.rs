//! The losses of an export in few lines: how many things of each kind share what becomes of them.

use crate::dto::{ExportLoss, ExportPlan};

/// The field of what is lost as a whole.
const WHOLE: &str = "all";

/// Losses that come to the same.
struct Sum<'a> {
    /// Whether things are lost as a whole, for whatever reason.
    is_whole: bool,
    losses: Vec<&'a ExportLoss>,
}

impl ExportPlan {
    /// What is lost, summed: `29 tools, 4 agents: not part of this target`. A loss that stands alone is told in full.
    pub fn loss_sums(&self) -> Vec<String> {
        let mut sums: Vec<Sum<'_>> = Vec::new();
        for loss in &self.losses {
            let is_whole = loss.field == WHOLE;
            let is_same = |sum: &&mut Sum<'_>| {
                sum.is_whole == is_whole && (is_whole || sum.losses.iter().any(|other| other.why == loss.why))
            };
            match sums.iter_mut().find(is_same) {
                Some(sum) => sum.losses.push(loss),
                None => sums.push(Sum { is_whole, losses: vec![loss] }),
            }
        }
        sums.iter().map(Sum::line).collect()
    }
}

impl Sum<'_> {
    fn line(&self) -> String {
        if let [ExportLoss { entity, field, why }] = self.losses.as_slice() {
            return format!("{entity}, {field}: {why}");
        }
        let why = if self.is_whole { "not part of this target" } else { self.losses[0].why.as_str() };
        format!("{}: {why}", self.counted())
    }

    /// How many things of each kind, the kinds as they come.
    fn counted(&self) -> String {
        let mut kinds: Vec<(&str, Vec<&str>)> = Vec::new();
        for loss in &self.losses {
            let (kind, _) = loss.entity.split_once(' ').unwrap_or((loss.entity.as_str(), ""));
            match kinds.iter_mut().find(|(known, _)| *known == kind) {
                Some((_, things)) => things.push(loss.entity.as_str()),
                None => kinds.push((kind, vec![loss.entity.as_str()])),
            }
        }
        let counted = kinds.into_iter().map(|(kind, mut things)| {
            things.sort_unstable();
            things.dedup();
            match things.len() {
                1 => format!("1 {kind}"),
                count => format!("{count} {kind}s"),
            }
        });
        counted.collect::<Vec<_>>().join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::{ExportLoss, ExportPlan};

    fn sums(losses: &[(&str, &str, &str)]) -> Vec<String> {
        let loss = |&(entity, field, why): &(&str, &str, &str)| ExportLoss {
            entity: entity.to_owned(),
            field: field.to_owned(),
            why: why.to_owned(),
        };
        ExportPlan { files: Vec::new(), losses: losses.iter().map(loss).collect(), refused: Vec::new() }.loss_sums()
    }

    #[test]
    fn what_is_lost_as_a_whole_is_counted_by_kind() {
        let losses = [
            ("tool dial", "all", "No tools."),
            ("agent clerk", "all", "No agents."),
            ("tool send", "all", "No tools."),
        ];
        assert_eq!(sums(&losses), ["2 tools, 1 agent: not part of this target"]);
    }

    #[test]
    fn fields_are_counted_by_what_becomes_of_them_and_a_thing_once() {
        let losses = [
            ("skill tides", "color", "Moved."),
            ("skill tides", "shape", "Moved."),
            ("skill boats", "color", "Moved."),
            ("skill boats", "file a.pyc", "Not packed."),
        ];
        assert_eq!(sums(&losses), ["2 skills: Moved.", "skill boats, file a.pyc: Not packed."]);
        assert_eq!(sums(&[]), Vec::<String>::new());
    }
}
