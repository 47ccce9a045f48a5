//! What came of the tools and skills of a session, in numbers.

use std::collections::BTreeMap;

use crate::context::{Event, State, World};

/// What came of the calls of one tool in the name of one skill.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ToolMetrics {
    /// Name of the tool.
    pub tool: String,
    /// The active skill in whose name it was called; none where no active skill has it.
    pub skill: Option<String>,
    /// Calls that were answered.
    pub calls: u32,
    /// Of these, calls that were carried out and failed.
    pub failed: u32,
    /// Of these, calls that were never carried out: the tool was off or unknown, or its arguments were wrong.
    pub refused: u32,
    /// Microseconds all of them took.
    pub total_us: u64,
    /// Microseconds the slowest took.
    pub most_us: u32,
    /// Tokens of all answers.
    pub tokens: u32,
}

/// What came of one skill.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SkillMetrics {
    /// Its name.
    pub skill: String,
    /// How often it came into the context because it was chosen.
    pub chosen: u32,
    /// How often it came with a skill that requires it.
    pub required: u32,
    /// Questions to the model while it was active.
    pub steps: u32,
    /// Files of it that were read, repeats included.
    pub files: u32,
    /// Calls in its name.
    pub calls: u32,
    /// Of these, calls that failed or were refused.
    pub failed: u32,
}

/// The numbers of a session: by tool and skill in the order they were first called, and by skill in that of the agent.
pub fn metrics(
    world: &World,
    events: &[Event],
    mut count: impl FnMut(&str) -> u32,
) -> (Vec<ToolMetrics>, Vec<SkillMetrics>) {
    let mut skills: Vec<SkillMetrics> =
        world.skills.iter().map(|skill| SkillMetrics { skill: skill.name.clone(), ..Default::default() }).collect();
    let places: BTreeMap<&str, usize> =
        world.skills.iter().enumerate().map(|(at, skill)| (skill.name.as_str(), at)).collect();
    let (mut tools, mut known) = (Vec::<ToolMetrics>::new(), BTreeMap::<(String, Option<String>), usize>::new());
    let (mut state, mut selected) = (State::new(world), None::<String>);
    for event in events {
        let mut of = |name: &str, change: &dyn Fn(&mut SkillMetrics)| {
            places.get(name).into_iter().for_each(|at| change(&mut skills[*at]));
        };
        match event {
            Event::SkillActivated { skill, required_by: None } => of(skill, &|one| one.chosen += 1),
            Event::SkillActivated { skill, required_by: Some(_) } => of(skill, &|one| one.required += 1),
            Event::SkillInjected { skill, .. } => {
                of(skill, &|one| one.chosen += 1);
                selected = Some(skill.clone());
            }
            Event::NothingSelected { .. } => selected = None,
            Event::FileRead { skill, .. } => of(skill, &|one| one.files += 1),
            Event::ModelAsked { .. } => {
                for skill in state.active.iter().chain(&selected) {
                    of(skill, &|one| one.steps += 1);
                }
            }
            Event::ToolAnswered { name, content, is_error, is_carried_out, elapsed_us, .. } => {
                let has_it = |skill: &&String| {
                    world.skill(skill).is_some_and(|skill| skill.tools.iter().any(|tool| tool == name))
                };
                let skill = state.active.iter().rev().chain(&selected).find(has_it).cloned();
                let at = *known.entry((name.clone(), skill.clone())).or_insert_with(|| {
                    tools.push(ToolMetrics { tool: name.clone(), skill: skill.clone(), ..Default::default() });
                    tools.len() - 1
                });
                let tool = &mut tools[at];
                tool.calls += 1;
                tool.failed += u32::from(*is_error && *is_carried_out);
                tool.refused += u32::from(*is_error && !*is_carried_out);
                tool.total_us += u64::from(*elapsed_us);
                tool.most_us = tool.most_us.max(*elapsed_us);
                tool.tokens += count(content);
                if let Some(skill) = skill {
                    of(&skill, &|one| {
                        one.calls += 1;
                        one.failed += u32::from(*is_error);
                    });
                }
            }
            _ => {}
        }
        state.apply(event);
    }
    (tools, skills)
}
