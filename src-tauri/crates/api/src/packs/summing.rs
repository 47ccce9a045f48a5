//! The losses of an export in few lines: how many things of each kind share what becomes of them.

use crate::dto::{ExportLoss, ExportPlan, LossReason};

/// The field of what is lost as a whole.
const WHOLE: &str = "all";

/// Losses that come to the same: for one reason, whatever each holds.
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
                let other = sum.losses[0];
                let is_alike = other.why == loss.why || (loss.reason.is_some() && other.reason == loss.reason);
                sum.is_whole == is_whole && (is_whole || is_alike)
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
        if let [ExportLoss { entity, field, why, .. }] = self.losses.as_slice() {
            return format!("{entity}, {field}: {why}");
        }
        format!("{}: {}", self.counted(), self.why())
    }

    /// What becomes of all of it.
    fn why(&self) -> &str {
        let first = self.losses[0];
        match first.reason {
            _ if self.is_whole => "not part of this target",
            Some(reason) if self.losses.iter().any(|loss| loss.why != first.why) => words(reason),
            _ => first.why.as_str(),
        }
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

/// A reason in the words of several losses, each of which holds something else.
const fn words(reason: LossReason) -> &'static str {
    match reason {
        LossReason::NoPlace => "left out, since the target has no place for it",
        LossReason::Moved => "written under `metadata`, as text",
        LossReason::AsText => "written as text",
        LossReason::AsUtf8 => "written as UTF-8",
        LossReason::NulReplaced => "written with U+FFFD in the place of NUL characters",
        LossReason::NoKind => "not part of this target",
        LossReason::Ignored => "written, but not read by the client",
        LossReason::WouldBeSkill => "left out, since adk would read it as a skill",
        LossReason::Leftover => "not packed, since programs left it behind",
        LossReason::Evals => "evals/ is not included in uploads",
        LossReason::NotExported => "leads to what is not part of this export",
        LossReason::Rounded => "stored rounded",
        LossReason::Listed => "listed in its file after an import",
    }
}

#[cfg(test)]
mod tests {
    use super::{ExportLoss, ExportPlan, LossReason};

    fn summed(losses: &[(&str, &str, &str)], reason: Option<LossReason>) -> Vec<String> {
        let loss = |&(entity, field, why): &(&str, &str, &str)| ExportLoss {
            entity: entity.to_owned(),
            field: field.to_owned(),
            why: why.to_owned(),
            reason,
        };
        ExportPlan { files: Vec::new(), losses: losses.iter().map(loss).collect(), refused: Vec::new() }.loss_sums()
    }

    fn sums(losses: &[(&str, &str, &str)]) -> Vec<String> {
        summed(losses, None)
    }

    #[test]
    fn losses_for_one_reason_are_one_line_whatever_each_held() {
        let losses = [
            ("skill tides", "requires boats", "No place. Left out: boats."),
            ("skill tides", "config", "No place. Left out: {}."),
            ("tool dial", "timeout", "No place. Left out: 3."),
        ];
        assert_eq!(
            summed(&losses, Some(LossReason::NoPlace)),
            ["1 skill, 1 tool: left out, since the target has no place for it"]
        );
        assert_eq!(summed(&losses, None).len(), 3, "nothing else says that they are alike");
        assert_eq!(
            summed(&losses[..1], Some(LossReason::NoPlace)),
            ["skill tides, requires boats: No place. Left out: boats."]
        );
        for &reason in LossReason::ALL {
            let [line]: [String; 1] = summed(&losses, Some(reason)).try_into().unwrap();
            assert!(line.starts_with("1 skill, 1 tool: "), "{line}");
        }
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
