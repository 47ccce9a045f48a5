//! Who works in a session: an agent of the library, or a client with skills of the library and nothing else.

use std::collections::{BTreeMap, HashMap, HashSet};

use studio_clients::Why;
use studio_model::SkillId;
use studio_store::SkillRow;

use crate::{
    Error, ErrorCode, Studio,
    definitions::forms::shown_access,
    dto::{
        AgentDetail, AgentEdit, AgentLoad, Host, LoadedTool, NotTaken, SimulatedRuntime, SimulatedSkills,
        SimulationSetup,
    },
    skills::composition::Composition,
    state::session::Session,
};

/// Who works in a session.
pub(crate) struct Cast {
    /// The agent. A client has no instruction and no components.
    pub(crate) agent: AgentDetail,
    /// Skills that are meant and that it does not have.
    pub(crate) not_taken: Vec<NotTaken>,
}

/// What a client takes of some skills, by name, and what not.
type Taken = (BTreeMap<String, SkillId>, Vec<NotTaken>);

impl Session {
    /// The agent of a setup; where it says skills, their client.
    pub(crate) fn cast_of(&self, setup: &SimulationSetup, studio: &Studio) -> Result<Cast, Error> {
        let Some(skills) = &setup.skills else {
            let mut agent = studio.get_agent(&setup.agent)?;
            if lists(setup) {
                tell_apart(&mut agent.loads);
            }
            return Ok(Cast { agent, not_taken: Vec::new() });
        };
        let (taken, not_taken) = self.taken_of(&self.meant_by(skills)?, setup)?;
        let composition = self.composition()?;
        let loads = taken.into_iter().map(|(name, id)| load(&composition, id, name)).collect();
        let edit = AgentEdit { name: setup.host.noun().label().to_owned(), ..AgentEdit::default() };
        let (left_out, problems) = (Vec::new(), Vec::new());
        let agent = AgentDetail { edit, is_active: true, loads, left_out, problems, updated_at: String::new() };
        Ok(Cast { agent, not_taken })
    }

    /// The skills that are meant, several of one name too. Refused where there are none.
    fn meant_by(&self, skills: &SimulatedSkills) -> Result<Vec<SkillRow>, Error> {
        let is_meant = |row: &SkillRow| match skills {
            SimulatedSkills::All => true,
            SimulatedSkills::Group { name } => row.group == *name,
            SimulatedSkills::Some { names } => names.contains(&row.name),
        };
        let meant: Vec<SkillRow> = self.library.list_skills()?.into_iter().filter(is_meant).collect();
        let unknown = match skills {
            SimulatedSkills::Some { names } => names.iter().find(|name| meant.iter().all(|row| row.name != **name)),
            SimulatedSkills::All | SimulatedSkills::Group { .. } => None,
        };
        let message = match (skills, unknown) {
            (_, Some(name)) => format!("No skill named “{name}” in the library. Choose another one."),
            (SimulatedSkills::All, _) => "The library has no skills yet. Import or create one.".to_owned(),
            (SimulatedSkills::Group { name }, _) => format!("The group “{name}” has no skills. Choose another group."),
            (SimulatedSkills::Some { .. }, _) => "Choose at least one skill.".to_owned(),
        };
        if unknown.is_some() || meant.is_empty() {
            return Err(Error::new(ErrorCode::Invalid, message));
        }
        Ok(meant)
    }

    /// Of several skills that are one to a client, the one it takes, as in its list. A session tells skills apart by name, so
    /// where a client lists two of one name the later ones are numbered in it; where all are listed whole, it has the first.
    /// What the studio cannot read comes last.
    fn taken_of(&self, meant: &[SkillRow], setup: &SimulationSetup) -> Result<Taken, Error> {
        let mut left: HashMap<SkillId, &SkillRow> = meant.iter().map(|row| (row.id, row)).collect();
        let list = self.listed_of(setup.host, &self.get_host_budgets()?, |key| left.contains_key(&key), |_| 0.0)?;
        let listed: Vec<(&SkillRow, Option<Why>)> =
            list.entries.into_iter().filter_map(|entry| Some((left.remove(&entry.key)?, entry.shown.why))).collect();
        let unread = meant.iter().filter(|row| left.contains_key(&row.id)).map(|row| (row, None));
        let index = self.scores()?;
        let (mut taken, mut not_taken): Taken = (BTreeMap::new(), Vec::new());
        for (row, why) in listed.into_iter().chain(unread) {
            let why = match why {
                Some(why @ Why::Shadowed(_)) => why.words(),
                _ if taken.contains_key(&row.name) && !lists(setup) => {
                    "another skill in the session has the same name".to_owned()
                }
                _ => {
                    let name = free_name(&row.name, |name| taken.contains_key(name));
                    taken.insert(name, row.id);
                    continue;
                }
            };
            let path = index.get(row.id).map(|entry| entry.path.clone()).unwrap_or_default();
            not_taken.push(NotTaken { skill: row.name.clone(), path, why });
        }
        Ok((taken, not_taken))
    }
}

/// Whether the model of a session sees a client's list as it is said to be made; one that was captured knows skills by name.
fn lists(setup: &SimulationSetup) -> bool {
    let is_of_client = !matches!(setup.host, Host::Standard | Host::Adk);
    setup.runtime == SimulatedRuntime::AgentSkills && is_of_client && setup.captured.is_none()
}

/// Numbers the later ones of several skills of one name.
fn tell_apart(loads: &mut [AgentLoad]) {
    let mut taken: HashSet<String> = HashSet::new();
    for load in loads {
        load.skill = free_name(&load.skill, |name| taken.contains(name));
        taken.insert(load.skill.clone());
    }
}

/// A name that is not taken: with a number behind it where it is.
fn free_name(name: &str, is_taken: impl Fn(&str) -> bool) -> String {
    let numbered = (2..).map(|number| format!("{name} ({number})"));
    std::iter::once(name.to_owned()).chain(numbered).find(|name| !is_taken(name)).unwrap_or_default()
}

/// A skill as it comes into a session, with the tools it has itself and through others.
fn load(composition: &Composition, id: SkillId, name: String) -> AgentLoad {
    let tools = composition.tools_of(id).into_iter().map(|tool| LoadedTool {
        id: tool.tool.to_string(),
        name: composition.tool_name(tool.tool),
        access: shown_access(tool.access),
        through: tool.through.map(|through| composition.requirements.name_of(through)),
        version: None,
        parameters: Vec::new(),
    });
    AgentLoad { skill_id: id.to_string(), skill: name, sequence: 0, priority: 0, tools: tools.collect() }
}
