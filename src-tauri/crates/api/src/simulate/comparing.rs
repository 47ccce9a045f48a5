//! Two sessions beside each other, and one with a skill beside one without it.

use studio_runtime::session::{Turn, turns};

use crate::{
    Error, Studio,
    dto::{
        SimulationComparison, SimulationPace, SimulationSetup, SimulationState, TurnComparison, TurnDifference,
        TurnSide,
    },
    state::live::Log,
};

impl Studio {
    /// Two sessions beside each other, turn by turn.
    pub fn compare_simulations(&self, a: &str, b: &str) -> Result<SimulationComparison, Error> {
        let session = self.session()?;
        let side = |id: &str| -> Result<_, Error> {
            let live = session.simulation(id)?;
            let log = live.log.lock();
            Ok((log.row(live.id), sides(&log)))
        };
        let ((a, first), (b, second)) = (side(a)?, side(b)?);
        let most = first.len().max(second.len());
        let turn = |at: usize| {
            let of = |sides: &[TurnSide]| sides.get(at).cloned();
            let (a, b) = (of(&first), of(&second));
            let differences = a.as_ref().zip(b.as_ref()).map(|(a, b)| differences(a, b)).unwrap_or_default();
            TurnComparison { a, b, differences }
        };
        let turns = (0..most).map(turn).collect();
        Ok(SimulationComparison { a, b, turns })
    }

    /// The same messages in a session of a setup and in one that goes without a skill, beside each other. Both are kept; one
    /// that waits for the author's permission is compared as far as it went.
    pub fn simulate_with_and_without(
        &self,
        setup: &SimulationSetup,
        skill: &str,
        messages: &[String],
    ) -> Result<SimulationComparison, Error> {
        let mut without = setup.clone();
        without.without.push(skill.to_owned());
        let mut ids = Vec::new();
        for setup in [setup, &without] {
            let mut view = self.start_simulation(setup)?;
            for message in messages {
                if !matches!(view.state, SimulationState::WaitingForUser { .. }) {
                    break;
                }
                view = self.say_in_simulation(&view.row.id, message, SimulationPace::Run)?;
            }
            ids.push(view.row.id);
        }
        self.compare_simulations(&ids[0], &ids[1])
    }
}

fn sides(log: &Log) -> Vec<TurnSide> {
    let side = |turn: Turn| {
        let within = |event: u32| turn.events.contains(&(event as usize));
        let points: Vec<_> = log.steps.points.iter().filter(|point| within(point.event)).collect();
        TurnSide {
            first_event: turn.events.start as u32,
            events: turn.events.len() as u32,
            message: turn.message,
            skills: turn.skills,
            tools: turn.tools,
            steps: points.len() as u32,
            tokens: points.iter().map(|point| point.tokens).sum(),
            answer: turn.answer,
            ended: turn.ended,
            is_compacted: turn.is_compacted,
        }
    };
    turns(&log.events).into_iter().map(side).collect()
}

fn differences(a: &TurnSide, b: &TurnSide) -> Vec<TurnDifference> {
    let all = [
        (TurnDifference::Message, a.message != b.message),
        (TurnDifference::Skills, a.skills != b.skills),
        (TurnDifference::Tools, a.tools != b.tools),
        (TurnDifference::Tokens, a.tokens != b.tokens),
        (TurnDifference::Answer, a.answer != b.answer),
        (TurnDifference::End, a.ended != b.ended),
        (TurnDifference::Compaction, a.is_compacted != b.is_compacted),
    ];
    all.into_iter().filter(|(_, differs)| *differs).map(|(difference, _)| difference).collect()
}
