//! Files of skills that a session is given as inputs.

use studio_runtime::context::{FileFacts, SkillFacts};

use crate::{
    Error, ErrorCode,
    dto::{AgentDetail, SimulationInput},
};

/// The files that a session is given. They go by their paths in their skill, or, where they come from several skills, by
/// those in the folder of all skills.
pub(crate) fn inputs_of(
    skills: &[SkillFacts],
    inputs: &[SimulationInput],
    agent: &AgentDetail,
) -> Result<Vec<FileFacts>, Error> {
    let is_of_one = inputs.iter().all(|input| input.skill == inputs[0].skill);
    let mut files: Vec<FileFacts> = Vec::new();
    for SimulationInput { skill, path } in inputs {
        let of = skills.iter().find(|one| one.name == *skill);
        let Some(file) = of.and_then(|skill| skill.files.iter().find(|file| file.path == *path)) else {
            let name = &agent.edit.name;
            let left_out = agent.left_out.iter().find(|left_out| left_out.skill == *skill);
            let message = match (of, left_out) {
                (Some(_), _) => format!("The skill “{skill}” has no file “{path}”."),
                (None, Some(left_out)) => {
                    format!("The file “{path}” can't be used as input. {}", left_out.sentence())
                }
                (None, None) => {
                    format!("The file “{path}” can't be used as input because {name} has no skill “{skill}”.")
                }
            };
            return Err(Error::new(ErrorCode::NotFound, message));
        };
        let path = if is_of_one { path.clone() } else { format!("{skill}/{path}") };
        if !files.iter().any(|known| known.path == path) {
            files.push(FileFacts { path, text: file.text.clone() });
        }
    }
    Ok(files)
}
