//! What came of the tools and skills of a session, in numbers.

use std::collections::BTreeMap;

use crate::{
    context::{Event, State, World},
    disclosure::Disclosure,
};

/// What came of the calls of one tool in the name of one skill.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ToolMetrics {
    /// Name of the tool.
    pub tool: String,
    /// The skill in whose name it was called; none where no skill has it.
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
    disclosure: &dyn Disclosure,
    events: &[Event],
    mut count: impl FnMut(&str) -> u32,
) -> (Vec<ToolMetrics>, Vec<SkillMetrics>) {
    let mut numbers = Numbers::new(world, disclosure);
    for event in events {
        numbers.take(event, &mut count);
    }
    (numbers.tools, numbers.skills)
}

/// The numbers so far.
struct Numbers<'a> {
    world: &'a World,
    disclosure: &'a dyn Disclosure,
    state: State,
    /// The skill that the runtime put before the user's words itself.
    selected: Option<String>,
    tools: Vec<ToolMetrics>,
    skills: Vec<SkillMetrics>,
    /// Where a tool has its numbers, by its name and the skill.
    places: BTreeMap<(String, Option<String>), usize>,
}

impl<'a> Numbers<'a> {
    fn new(world: &'a World, disclosure: &'a dyn Disclosure) -> Self {
        let skill = |name: &String| SkillMetrics { skill: name.clone(), ..SkillMetrics::default() };
        let skills = world.skills.iter().map(|one| skill(&one.name)).collect();
        let (tools, places) = (Vec::new(), BTreeMap::new());
        Self { world, disclosure, state: State::new(world), selected: None, tools, skills, places }
    }

    fn take(&mut self, event: &Event, count: &mut dyn FnMut(&str) -> u32) {
        match event {
            Event::SkillActivated { skill, required_by: None } => self.of(skill, |one| one.chosen += 1),
            Event::SkillActivated { skill, required_by: Some(_) } => self.of(skill, |one| one.required += 1),
            Event::SkillInjected { skill, .. } => {
                self.of(skill, |one| one.chosen += 1);
                self.selected = Some(skill.clone());
            }
            Event::NothingSelected { .. } => self.selected = None,
            Event::FileRead { skill, .. } => self.of(skill, |one| one.files += 1),
            Event::ModelAsked { .. } => {
                let active: Vec<String> = self.state.active.iter().chain(&self.selected).cloned().collect();
                for skill in &active {
                    self.of(skill, |one| one.steps += 1);
                }
            }
            Event::ToolAnswered { name, content, is_error, is_carried_out, elapsed_us, .. } => {
                let tokens = count(content);
                self.called(name, *is_error, |tool| {
                    tool.failed += u32::from(*is_error && *is_carried_out);
                    tool.refused += u32::from(*is_error && !*is_carried_out);
                    tool.total_us += u64::from(*elapsed_us);
                    tool.most_us = tool.most_us.max(*elapsed_us);
                    tool.tokens += tokens;
                });
            }
            _ => {}
        }
        self.state.apply(event);
    }

    fn of(&mut self, skill: &str, change: impl Fn(&mut SkillMetrics)) {
        self.skills.iter_mut().filter(|one| one.skill == skill).for_each(change);
    }

    fn called(&mut self, name: &str, is_error: bool, change: impl Fn(&mut ToolMetrics)) {
        let skill = self.disclosure.caller(self.world, &self.state, name).map(str::to_owned);
        let key = (name.to_owned(), skill.clone());
        let at = *self.places.entry(key).or_insert_with(|| {
            self.tools.push(ToolMetrics { tool: name.to_owned(), skill: skill.clone(), ..ToolMetrics::default() });
            self.tools.len() - 1
        });
        self.tools[at].calls += 1;
        change(&mut self.tools[at]);
        if let Some(skill) = skill {
            self.of(&skill, |one| {
                one.calls += 1;
                one.failed += u32::from(is_error);
            });
        }
    }
}
