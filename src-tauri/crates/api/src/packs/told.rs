//! What `studio_pack` says of an export, as screens and pipelines are told.

use std::io;

use studio_pack::targets::{Difference, FileState, Loss, Placed, Reason, Refusal, Target, Why, has_folder};

use crate::{
    Error, ErrorCode,
    dto::{
        ExportDifference, ExportFile, ExportFileState, ExportLoss, ExportRefusal, ExportTarget, Host, LossOutcome,
        LossReason, PackLoss, PackRefusal,
    },
    skills::fixes::actions,
};

/// The target a request names.
pub(super) const fn target(target: ExportTarget) -> Target {
    match target {
        ExportTarget::AgentSkills => Target::AgentSkills,
        ExportTarget::SkillZip => Target::SkillZip,
        ExportTarget::ClaudePlugin => Target::ClaudePlugin,
        ExportTarget::ClientFolder => Target::ClientFolder,
        ExportTarget::Adk => Target::Adk,
        ExportTarget::WellKnown => Target::WellKnown,
        ExportTarget::Light4jSql => Target::Light4jSql,
        ExportTarget::Light4jEvents => Target::Light4jEvents,
        ExportTarget::Gram => Target::Gram,
        ExportTarget::OpenAiTools => Target::OpenAiTools,
        ExportTarget::AnthropicTools => Target::AnthropicTools,
        ExportTarget::McpTools => Target::McpTools,
    }
}

/// Why a target can't be written for a client, or for none; nothing where it can.
pub(super) fn client_problem(target: ExportTarget, client: Option<Host>) -> Option<String> {
    match (target == ExportTarget::ClientFolder, client) {
        (true, None) => Some("Choose the client to write the folder for.".to_owned()),
        (true, Some(client)) if !has_folder(client.noun()) => {
            let label = client.noun().label();
            Some(format!("{label} can't use an exported client folder. Choose another client."))
        }
        (true, Some(_)) | (false, None) => None,
        (false, Some(_)) => {
            Some(format!("A client can only be chosen for the client-folder target, not for {target}."))
        }
    }
}

pub(super) fn loss(loss: &Loss, target: Target) -> ExportLoss {
    ExportLoss {
        entity: loss.entity.to_string(),
        field: loss.field.to_string(),
        why: loss.sentence(target),
        reason: Some(reason(&loss.why)),
    }
}

/// The field of what is lost as a whole.
pub(super) const WHOLE: &str = "all";

/// Why what was written can't be looked at.
pub(super) fn unread(cause: &io::Error) -> Error {
    Error::new(ErrorCode::File, format!("The export can't be read: {cause}."))
}

/// What is other, as it is told.
pub(super) fn difference(one: Difference) -> ExportDifference {
    let Difference { entity, field, before, after } = one;
    ExportDifference { entity: entity.to_string(), field: field.to_string(), before, after }
}

pub(super) fn refusal(refusal: &Refusal) -> ExportRefusal {
    ExportRefusal { entity: refusal.entity.to_string(), code: refusal.code().to_owned(), message: refusal.sentence() }
}

/// A loss as a pack tells it.
pub(super) fn pack_loss(loss: &Loss, target: Target) -> PackLoss {
    let (entity, field) = (loss.entity.to_string(), loss.field.to_string());
    let outcome = if loss.why.is_rewritten() { LossOutcome::Rewritten } else { LossOutcome::Lost };
    let (reason, why) = (reason(&loss.why), loss.sentence(target));
    let skill_id = loss.skill.map(|id| id.to_string());
    PackLoss { entity, skill_id, field, outcome, reason, why }
}

const fn reason(why: &Why) -> LossReason {
    match why {
        Why::NoPlace | Why::NoPlaceFor(_) => LossReason::NoPlace,
        Why::Moved => LossReason::Moved,
        Why::AsText => LossReason::AsText,
        Why::AsUtf8 => LossReason::AsUtf8,
        Why::NulReplaced => LossReason::NulReplaced,
        Why::NoKind(_) => LossReason::NoKind,
        Why::Ignored(_) => LossReason::Ignored,
        Why::WouldBeSkill => LossReason::WouldBeSkill,
        Why::Leftover => LossReason::Leftover,
        Why::Evals => LossReason::Evals,
        Why::NotExported => LossReason::NotExported,
        Why::Rounded(_) => LossReason::Rounded,
        Why::Listed(_) => LossReason::Listed,
        Why::Adjusted(_) => LossReason::Adjusted,
        Why::Unusual => LossReason::Unusual,
        Why::Broken => LossReason::Broken,
        Why::OtherModel => LossReason::OtherModel,
    }
}

/// What gram does not hold, as a pack tells it.
pub(super) fn gram_loss(loss: ExportLoss) -> PackLoss {
    let ExportLoss { entity, field, why, .. } = loss;
    PackLoss { entity, skill_id: None, field, outcome: LossOutcome::Lost, reason: LossReason::NoPlace, why }
}

/// A refusal as a pack tells it, with the way out that lint has.
pub(super) fn pack_refusal(refused: &Refusal) -> PackRefusal {
    let (has_fix, actions) = match &refused.reason {
        Reason::Lint(finding) => {
            let subject = finding.subject.as_deref().unwrap_or_default();
            (finding.fix.is_some(), actions(finding.code, subject, |_| true))
        }
        _ => (false, Vec::new()),
    };
    let skill_id = refused.skill.map(|id| id.to_string());
    PackRefusal { refusal: refusal(refused), skill_id, has_fix, actions }
}

/// Something of a whole pack that stands against it.
pub(super) fn of_pack(name: &str, code: &str, message: &str) -> PackRefusal {
    let refusal = ExportRefusal { entity: format!("pack {name}"), code: code.to_owned(), message: message.to_owned() };
    PackRefusal { refusal, skill_id: None, has_fix: false, actions: Vec::new() }
}

pub(super) const fn file_state(state: FileState) -> ExportFileState {
    match state {
        FileState::Created => ExportFileState::Created,
        FileState::Changed => ExportFileState::Changed,
        FileState::Unchanged => ExportFileState::Unchanged,
    }
}

pub(super) fn file(placed: &Placed) -> ExportFile {
    ExportFile {
        path: placed.path.display().to_string(),
        bytes: u32::try_from(placed.file.bytes.len()).unwrap_or(u32::MAX),
        sha256: studio_store::sha256_hex(&placed.file.bytes),
        state: file_state(placed.state),
    }
}

#[cfg(test)]
mod tests {
    use super::{ExportFileState, ExportTarget, Host, client_problem, target};

    #[test]
    fn both_sides_have_the_same_names() {
        for one in ExportTarget::ALL {
            assert_eq!(target(*one).as_str(), one.as_str());
        }
        assert_eq!(ExportTarget::ALL.len(), studio_pack::targets::Target::ALL.len());
        assert_eq!(ExportFileState::ALL.len(), 3);
    }

    #[test]
    fn only_a_client_s_folder_is_written_for_a_client_and_only_for_one_that_reads_some() {
        let problem = |target, client| client_problem(target, client).unwrap_or_default();
        assert_eq!(problem(ExportTarget::ClientFolder, Some(Host::Cursor)), "");
        assert_eq!(problem(ExportTarget::Gram, None), "");
        assert!(problem(ExportTarget::ClientFolder, None).starts_with("Choose the client"));
        assert!(problem(ExportTarget::ClientFolder, Some(Host::Adk)).starts_with("adk-rust can't use an exported"));
        assert!(problem(ExportTarget::Gram, Some(Host::Codex)).contains("not for gram"));
    }
}
