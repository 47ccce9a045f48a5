//! Which files of a session's skills a model can come to read.

use studio_runtime::context::{FileFacts, Reach};

use crate::{
    Error, Studio,
    base::token_counts::count,
    dto::{FileReach, ReachKind, SimulatedRuntime, SimulationReach, SimulationSetup},
    simulate::{runtimes, world::Scope},
};

impl Studio {
    /// Which files of the skills of a session of this setup a model can come to read, and by what way: of all that its agent
    /// has, or that it begins with.
    pub fn get_simulation_reach(&self, setup: &SimulationSetup) -> Result<SimulationReach, Error> {
        let (session, runtime) = (self.session()?, setup.runtime);
        let agent = session.world_of(&session.cast_of(setup, self)?.agent, &Scope::WHOLE)?;
        let can_read_files = runtimes::discloses_files(runtime);
        // What is up front needs no name to be read.
        let is_up_front = runtime == SimulatedRuntime::Everything;
        let told = |skill: &str, file: &FileFacts, reach: Reach| {
            let (reach, through) = match reach {
                _ if !can_read_files => (ReachKind::Never, None),
                Reach::NotText => (ReachKind::NotText, None),
                _ if is_up_front => (ReachKind::Named, None),
                Reach::Named => (ReachKind::Named, None),
                Reach::Through(file) => (ReachKind::TwoHops, Some(file)),
                Reach::Unnamed => (ReachKind::Unnamed, None),
            };
            let tokens = file.text.as_deref().map(count).unwrap_or_default();
            FileReach { skill: skill.to_owned(), path: file.path.clone(), reach, through, tokens }
        };
        let skills = agent.world.skills.iter();
        let files =
            skills.flat_map(|skill| skill.reach().into_iter().map(|(file, reach)| told(&skill.name, file, reach)));
        Ok(SimulationReach { can_read_files, files: files.collect() })
    }
}
