//! A tool that skills name wrongly: what it is probably called, and giving it that name in their texts.

use std::ops::ControlFlow;

use studio_model::SkillId;
use studio_store::{ChangeKind, SKILL_FILE, TextFiles};
use studio_text::{apply, decode, names::rename, near::most_alike};

use crate::{
    Error, ErrorCode, Studio,
    base::ids::skill_id,
    dto::{ChangeRefusal, ChangeReport, RefusalReason, ToolSuggestion},
    skills::{
        offsets::Offsets,
        planned::{Plan, PlannedChange},
        storing::text_for_editor,
    },
};

impl Studio {
    /// The tool of the library that a name which no tool has is most like, with the edits that write it in a text instead;
    /// none where no tool is like it.
    pub fn suggest_tool(&self, text: &str, name: &str) -> Result<Option<ToolSuggestion>, Error> {
        let tools = self.session()?.library.list_tools()?;
        let near = most_alike(name, tools.iter().map(|tool| tool.name.as_str()));
        let offsets = Offsets::new(text);
        Ok(near.map(|(near, _)| ToolSuggestion {
            name: near.to_owned(),
            edits: rename(text, name, near).iter().map(|edit| offsets.edit(edit)).collect(),
        }))
    }

    /// Gives a tool another name in the texts of skills, as one set of changes: among their allowed tools, and where their
    /// instructions say it in code. Without `skills` in every one that names it; one of `skills` that doesn't is refused.
    pub fn rename_in_skills(&self, from: &str, to: &str, skills: Option<&[String]>) -> Result<ChangeReport, Error> {
        let session = self.session()?;
        for name in [from, to] {
            checked(name)?;
        }
        let rows = session.library.list_skills()?;
        let ids: Vec<SkillId> = match skills {
            Some(ids) => ids.iter().map(|id| skill_id(id)).collect::<Result<_, _>>()?,
            None => rows.iter().map(|row| row.id).collect(),
        };
        let (mut changes, mut refused) = (Vec::new(), Vec::new());
        session.library.visit_texts(&ids, TextFiles::Skill, |skill, file| {
            let mut refuse = |reason, message: String| {
                let name = rows.iter().find(|row| row.id == skill).map(|row| row.name.clone()).unwrap_or_default();
                let path = SKILL_FILE.to_owned();
                refused.push(ChangeRefusal { skill_id: skill.to_string(), skill: name, path, reason, message });
            };
            let text = text_for_editor(&file).unwrap_or_default();
            let changed = apply(&text, &rename(&text, from, to));
            if changed == text {
                if skills.is_some() {
                    refuse(RefusalReason::NotNamed, not_named(from));
                }
            } else if decode::decode(&file.bytes).encoding == decode::Encoding::Lossy {
                refuse(RefusalReason::Refused, "It isn't valid UTF-8. Open it and fix that first.".to_owned());
            } else {
                changes.push(PlannedChange { skill, plan: Plan::text(&file, &changed) });
            }
            ControlFlow::Continue(())
        })?;
        let mut report = session.apply_changes(ChangeKind::Replace, &format!("Renamed {from} to {to}"), changes)?;
        report.refused.append(&mut refused);
        Ok(report)
    }
}

fn not_named(tool: &str) -> String {
    format!("{tool} is neither in its allowed tools nor in backticks. Change it manually.")
}

/// What is put into a list and into backticks stays in them.
fn checked(name: &str) -> Result<(), Error> {
    if name.is_empty() || name.contains(|letter: char| letter.is_whitespace() || letter.is_control() || letter == '`') {
        let message = format!("“{name}” isn't a valid tool name. Use one without spaces or backticks.");
        return Err(Error::new(ErrorCode::Invalid, message));
    }
    Ok(())
}
