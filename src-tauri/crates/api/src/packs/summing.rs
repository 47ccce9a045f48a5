//! The losses of an export in few lines: how many things of each kind share what becomes of them.

use crate::dto::{ExportLoss, ExportPlan, LossReason};

/// The field of what is lost as a whole.
const WHOLE: &str = "all";

/// How the field of a file begins.
const FILE: &str = "file ";

/// How much of a thing is lost.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Whole,
    File,
    Field,
}

impl Part {
    fn of(loss: &ExportLoss) -> Self {
        match loss.field.as_str() {
            WHOLE => Self::Whole,
            field if field.starts_with(FILE) => Self::File,
            _ => Self::Field,
        }
    }
}

/// Losses that come to the same: for one reason, whatever each holds; things lost as a whole for whatever reason.
struct Sum<'a> {
    part: Part,
    losses: Vec<&'a ExportLoss>,
}

impl ExportLoss {
    /// Whether what it is of goes out all the same, in another form.
    pub fn is_written(&self) -> bool {
        match self.reason {
            Some(
                LossReason::Moved
                | LossReason::AsText
                | LossReason::AsUtf8
                | LossReason::NulReplaced
                | LossReason::Ignored
                | LossReason::Rounded
                | LossReason::Listed
                | LossReason::Adjusted
                | LossReason::Unusual
                | LossReason::OtherModel,
            ) => true,
            Some(
                LossReason::NoPlace
                | LossReason::NoKind
                | LossReason::WouldBeSkill
                | LossReason::Leftover
                | LossReason::Evals
                | LossReason::NotExported
                | LossReason::Broken,
            )
            | None => false,
        }
    }
}

impl ExportPlan {
    /// What is lost, summed: `29 tools, 4 agents: not part of this target`. A loss that stands alone is told in full.
    pub fn loss_sums(&self) -> Vec<String> {
        let mut sums: Vec<Sum<'_>> = Vec::new();
        for loss in &self.losses {
            let part = Part::of(loss);
            let is_same = |sum: &&mut Sum<'_>| {
                let other = sum.losses[0];
                let is_alike = other.why == loss.why || (loss.reason.is_some() && other.reason == loss.reason);
                sum.part == part && (part == Part::Whole || is_alike)
            };
            match sums.iter_mut().find(is_same) {
                Some(sum) => sum.losses.push(loss),
                None => sums.push(Sum { part, losses: vec![loss] }),
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
            _ if self.part == Part::Whole => "not part of this target",
            Some(reason) if self.losses.iter().any(|loss| loss.why != first.why) => words(reason),
            _ => first.why.as_str(),
        }
    }

    /// How many things of each kind, the kinds as they come; of files how many, too.
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
            let losses = things.len();
            things.sort_unstable();
            things.dedup();
            let owners = numbered(things.len(), kind);
            if self.part == Part::File { format!("{} of {owners}", numbered(losses, "file")) } else { owners }
        });
        counted.collect::<Vec<_>>().join(", ")
    }
}

fn numbered(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

/// A reason in the words of several losses, each of which holds something else.
const fn words(reason: LossReason) -> &'static str {
    match reason {
        LossReason::NoPlace => "not included: the target doesn't support it",
        LossReason::Moved => "moved under `metadata` as text",
        LossReason::AsText => "written as text",
        LossReason::AsUtf8 => "written as UTF-8",
        LossReason::NulReplaced => "written with U+FFFD in place of NUL characters",
        LossReason::NoKind => "not part of this target",
        LossReason::Ignored => "written, but ignored by the client",
        LossReason::WouldBeSkill => "not included: adk-rust would read it as a skill",
        LossReason::Leftover => "not included: generated by other programs",
        LossReason::Evals => "evals/ isn't included in uploads",
        LossReason::NotExported => "links to something outside this export",
        LossReason::Rounded => "rounded",
        LossReason::Listed => "listed in its SKILL.md after import",
        LossReason::Adjusted => "written the way the target accepts it",
        LossReason::Unusual => "written, but some clients reject it",
        LossReason::OtherModel => "written, but computed with another model",
        LossReason::Broken => "links to a file that isn't included",
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
            ["1 skill, 1 tool: not included: the target doesn't support it"]
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
    fn files_are_counted_beside_whose_they_are() {
        let losses = [
            ("skill tides", "file a.md", "No place."),
            ("skill tides", "file b.md", "No place."),
            ("skill boats", "file a.md", "No place."),
            ("skill boats", "license", "No place."),
        ];
        assert_eq!(sums(&losses), ["3 files of 2 skills: No place.", "skill boats, license: No place."]);
        assert_eq!(sums(&losses[..2]), ["2 files of 1 skill: No place."]);
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
