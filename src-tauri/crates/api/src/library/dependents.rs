//! Who depends on what is to go, by name.

use crate::{
    Error, ErrorCode, Studio,
    base::{
        ids::{server_id, skill_id},
        shown::in_row,
    },
    dto::{Dependent, LinkFacts, MapLink, MapNodeKind, SkillUser, SkillUserKind, TrashKind, TrashRef},
    map::{blast::reason, key::NodeKey},
    skills::users::user_of,
    state::session::Session,
};
use std::collections::{HashMap, HashSet};

use studio_store::{self as store, HowUsed, SkillUse};

impl Studio {
    /// Who depends on these things, apart from each other, by name. Who only works better with one is not told.
    pub fn list_dependents(&self, items: &[TrashRef]) -> Result<Vec<Dependent>, Error> {
        self.session()?.list_dependents(items)
    }
}

impl Session {
    /// Refuses to let go of what others depend on, and names them.
    pub(crate) fn refuse_needed(&self, items: &[TrashRef]) -> Result<(), Error> {
        let found = self.list_dependents(items)?;
        if found.is_empty() {
            return Ok(());
        }
        let mut whys: Vec<&str> = found.iter().take(NAMED).map(|one| one.why.as_str()).collect();
        let more = format!("And {} more.", studio_model::grouped(found.len().saturating_sub(NAMED)));
        if found.len() > NAMED {
            whys.push(&more);
        }
        let message = format!("Not moved to the trash, because other items depend on it: {}", whys.join(" "));
        Err(Error::new(ErrorCode::Referenced, message))
    }

    pub(crate) fn list_dependents(&self, items: &[TrashRef]) -> Result<Vec<Dependent>, Error> {
        let going: HashSet<String> = items.iter().map(|item| self.map_key(item)).collect::<Result<_, _>>()?;
        let (skills, others): (Vec<&TrashRef>, Vec<&TrashRef>) =
            items.iter().partition(|item| item.kind == TrashKind::Skill);
        let mut found = self.users_of_skills(&skills, &going)?;
        if !others.is_empty() {
            found.extend(self.dependents_by_links(&going)?);
        }
        found.sort_by(|a, b| (a.name.to_lowercase(), &a.why).cmp(&(b.name.to_lowercase(), &b.why)));
        Ok(found)
    }

    /// Who uses these skills and does not go with them, as each skill's own page tells it.
    fn users_of_skills(&self, skills: &[&TrashRef], going: &HashSet<String>) -> Result<Vec<Dependent>, Error> {
        let ids = skills.iter().map(|item| skill_id(&item.id)).collect::<Result<Vec<_>, _>>()?;
        let mut found = Vec::new();
        for skill in self.library.skill_rows(&ids)? {
            let uses = self.library.skill_uses(skill.id)?;
            let needing = uses.iter().filter(|one| one.how != HowUsed::Recommended && !going.contains(&key_of(one)));
            found.extend(needing.map(|one| dependent(user_of(one, &skill.name))));
        }
        Ok(found)
    }

    /// Who depends on what goes and is no skill.
    fn dependents_by_links(&self, going: &HashSet<String>) -> Result<Vec<Dependent>, Error> {
        let records = self.library.list_tool_records()?;
        let names = self.names_on_map(&records)?;
        let mut seen = HashSet::new();
        let mut found: Vec<Dependent> = Vec::new();
        let is_of_skill = |key: &str| matches!(NodeKey::parse(key), Some(NodeKey::Skill(_)));
        for link in self.links(&records)?.into_iter().filter(|link| !is_of_skill(&link.to)) {
            let is_needed = going.contains(&link.to) && !going.contains(&link.from) && !is_optional(&link);
            let (Some(how), Some((kind, name)), true) = (reason(&link), names.get(&link.from), is_needed) else {
                continue;
            };
            let on = names.get(&link.to).map_or(link.to.as_str(), |(_, name)| name);
            let why = format!("{name} {} {on}.", how.words);
            // Two skills of one name are two dependents.
            if seen.insert((link.from.clone(), why.clone())) {
                let id = link.from.split_once(':').map(|(_, id)| id.to_owned()).unwrap_or_default();
                found.push(Dependent { kind: *kind, id, name: in_row(name.clone()), why: in_row(why) });
            }
        }
        Ok(found)
    }

    /// What may depend on something, by its key on the map; servers stand there by name.
    pub(crate) fn names_on_map(
        &self,
        records: &[store::ToolRecord],
    ) -> Result<HashMap<String, (MapNodeKind, String)>, Error> {
        let mut names = HashMap::new();
        for (id, name) in self.names()? {
            names.insert(NodeKey::Skill(&id).to_string(), (MapNodeKind::Skill, name));
        }
        for record in records {
            names.insert(NodeKey::Tool(&record.tool.id).to_string(), (MapNodeKind::Tool, record.tool.name.clone()));
        }
        for agent in self.library.list_agents()? {
            names.insert(NodeKey::Agent(&agent.id).to_string(), (MapNodeKind::Agent, agent.name));
        }
        for server in self.library.list_servers()? {
            names.insert(NodeKey::Server(&server.name).to_string(), (MapNodeKind::Server, server.name));
        }
        Ok(names)
    }

    pub(crate) fn map_key(&self, item: &TrashRef) -> Result<String, Error> {
        Ok(match item.kind {
            TrashKind::Skill => NodeKey::Skill(&item.id).to_string(),
            TrashKind::Tool => NodeKey::Tool(&item.id).to_string(),
            TrashKind::Agent => NodeKey::Agent(&item.id).to_string(),
            TrashKind::Server => NodeKey::Server(&self.library.get_server(server_id(&item.id)?)?.name).to_string(),
            TrashKind::Component => format!("component:{}", item.id),
            TrashKind::Pack => format!("pack:{}", item.id),
            TrashKind::Link => item.id.clone(),
        })
    }
}

/// Dependents that a refusal names at most; the others are counted.
pub(crate) const NAMED: usize = 5;

fn dependent(SkillUser { kind, id, name, why }: SkillUser) -> Dependent {
    let kind = match kind {
        SkillUserKind::Agent => MapNodeKind::Agent,
        SkillUserKind::Skill => MapNodeKind::Skill,
    };
    Dependent { kind, id, name, why }
}

/// The key on the map of who uses a skill.
fn key_of(one: &SkillUse) -> String {
    match one.how {
        HowUsed::Loaded => NodeKey::Agent(&one.id).to_string(),
        HowUsed::Required | HowUsed::Recommended | HowUsed::Child => NodeKey::Skill(&one.id).to_string(),
    }
}

/// Whether the start of a link works without its end.
pub(crate) fn is_optional(link: &MapLink) -> bool {
    matches!(link.facts, LinkFacts::Depends { is_required: false })
}
