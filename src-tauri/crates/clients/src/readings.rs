//! What every client makes of one skill, kept once where they agree.

use studio_model::Client;

use crate::{
    front::{SkillFile, Source},
    ordinary::ordinary,
    reading::{Listed, Reading},
};

/// What every client makes of a skill. Most read most skills alike, so only what differs is kept.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Readings {
    most: Listed,
    others: Vec<(Client, Reading)>,
}

impl Readings {
    /// What each client makes of a skill's files.
    pub fn of(file: &SkillFile<'_>) -> Self {
        let source = Source::new(file);
        if let Some(most) = ordinary(&source) {
            return Self { most, others: Vec::new() };
        }
        let most = match crate::known(Client::Standard).read(&source) {
            Reading::Listed(listed) => listed,
            Reading::Hidden(_) | Reading::Dropped(_) => Listed::default(),
        };
        let read = |client: Client| (client, crate::reading_of(client, &source));
        let is_other =
            |(_, reading): &(Client, Reading)| !matches!(reading, Reading::Listed(listed) if *listed == most);
        let others = Client::ALL.into_iter().map(read).filter(is_other).collect();
        Self { most, others }
    }

    /// What one client makes of it.
    pub fn by(&self, client: Client) -> Result<&Listed, &Reading> {
        match self.others.iter().find(|(other, _)| *other == client) {
            Some((_, Reading::Listed(listed))) => Ok(listed),
            Some((_, reading)) => Err(reading),
            None => Ok(&self.most),
        }
    }
}
