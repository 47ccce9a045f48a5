//! What a session's tools are bound to before its first request: each to what carries it out, or the session does not begin.

use std::collections::{HashMap, HashSet};

use studio_clients::Client;
use studio_model::SkillId;
use studio_runtime::{
    BindError, ToolLibrary, ToolSpecification,
    context::{PinnedTool, SkillFacts, ToolFacts, UnboundTool, UnknownTool},
    not_found,
};
use studio_store::ToolRecord;

use crate::{
    Error, ErrorCode, Studio,
    calls::{
        libraries::{MOCK, OWN, registered},
        outcome::source,
    },
    definitions::forms::{implementation, specification},
    dto::{Access, SimulatedRuntime, SimulationSetup},
    simulate::{own_tools, reader::Reader},
    state::{live::HeldTool, session::Session},
};

/// Most tools named when a session does not begin because of them.
const MOST_NAMED: usize = 5;

/// What carries the calls of a session out.
pub(crate) enum Registry {
    /// Each tool's own implementation, where it has one.
    Own,
    /// The mock, which stands for every tool.
    Mock,
    /// A tool library that an author put together.
    Library {
        /// Its name.
        name: String,
        /// What it implements.
        tools: ToolLibrary,
    },
    /// What is there, whether it can be called or not: a client with skills alone lists what they name.
    Whatever,
}

impl Registry {
    /// That of a session of this setup. A library that is not there is named.
    pub(crate) fn of(studio: &Studio, setup: &SimulationSetup) -> Result<Self, Error> {
        let Some(name) = &setup.tool_library else {
            return Ok(if setup.skills.is_some() { Self::Whatever } else { Self::Own });
        };
        let library = studio.get_tool_library(name)?;
        Ok(match name.as_str() {
            OWN => Self::Own,
            MOCK => Self::Mock,
            _ => Self::Library { name: name.clone(), tools: registered(&library.tools) },
        })
    }

    /// Why nothing here carries a tool out, with what to do about it.
    fn why_unbound(&self, record: &ToolRecord) -> Option<String> {
        let specification = specification(record);
        match self {
            Self::Mock | Self::Whatever => None,
            Self::Own => record.tool.implementation.is_none().then(|| {
                let unbound = BindError::Missing { name: specification.name };
                format!(
                    "{unbound}: it has no implementation. Choose one on its page, or run the session with the mock."
                )
            }),
            Self::Library { name, tools } => tools.bind(&specification).err().map(|unbound| in_library(&unbound, name)),
        }
    }

    /// Why specifications that an agent is given together are not bound, a sentence each.
    fn why_unbound_together(&self, records: &[&ToolRecord]) -> Vec<String> {
        let Self::Library { name, tools } = self else {
            return records.iter().filter_map(|record| self.why_unbound(record)).collect();
        };
        let specifications: Vec<ToolSpecification> = records.iter().map(|record| specification(record)).collect();
        let unbound = tools.bind_all(&specifications).err().unwrap_or_default();
        unbound.iter().map(|unbound| in_library(unbound, name)).collect()
    }

    /// What carries a tool's calls out, in a few words.
    fn handler(&self, record: &ToolRecord) -> Option<String> {
        match self {
            Self::Mock => Some(format!("library {MOCK}")),
            Self::Library { name, .. } => Some(format!("library {name}")),
            Self::Own | Self::Whatever => record.tool.implementation.is_some().then(|| source(&implementation(record))),
        }
    }
}

/// Why a tool in the trash is not bound, with what to do about it.
fn in_trash(name: &str) -> String {
    format!("{}: it's in the trash. Restore it.", not_found(name))
}

fn in_library(unbound: &BindError, library: &str) -> String {
    format!("{unbound}. Implement it in the tool library {library} as it is described now, or choose another library.")
}

/// The tools of a session, bound or not.
#[derive(Default)]
pub(crate) struct BoundTools {
    /// Those that are bound, in their newest version.
    pub(crate) facts: Vec<ToolFacts>,
    /// Their ids, by name.
    pub(crate) ids: HashMap<String, String>,
    /// Each as it is called: in nobody's name, and in that of each skill that has it.
    pub(crate) held: Vec<HeldTool>,
    /// What carries their calls out, in a few words, by name.
    pub(crate) handlers: HashMap<String, String>,
    /// Those that a skill's link binds in another version.
    pub(crate) pinned: Vec<PinnedTool>,
    /// Those that a skill has and that are not bound for it.
    pub(crate) unbound: Vec<UnboundTool>,
    /// Names in the files of skills that no tool has.
    pub(crate) unknown: Vec<UnknownTool>,
    /// Why tools that the agent itself is given are not bound, a sentence each.
    pub(crate) missing: Vec<String>,
}

/// Whose tools are bound.
pub(crate) struct Bindings<'a> {
    /// Names of the tools that the agent and its components are given.
    pub(crate) given: Vec<&'a String>,
    /// The skills, each with its id.
    pub(crate) skills: Vec<(&'a SkillFacts, SkillId)>,
}

impl Session {
    /// Binds the tools of a session: those that the agent and its components are given, and those of its skills in the
    /// version that each is linked to.
    pub(crate) fn bind_tools(
        &self,
        registry: &Registry,
        reader: &Reader<'_>,
        whose: &Bindings<'_>,
    ) -> Result<BoundTools, Error> {
        let records: Vec<ToolRecord> =
            self.library.list_tool_records()?.into_iter().filter(|record| record.tool.audit.active).collect();
        let by_name: HashMap<&str, &ToolRecord> =
            records.iter().map(|record| (record.tool.name.as_str(), record)).collect();
        let mut bound = BoundTools::default();
        let mut given = Vec::new();
        for name in &whose.given {
            match by_name.get(name.as_str()) {
                Some(record) => given.push(*record),
                None => bound.missing.push(in_trash(name)),
            }
        }
        bound.missing.extend(registry.why_unbound_together(&given));
        for (skill, id) in &whose.skills {
            self.bind_for_skill(registry, &by_name, skill, &reader.links_of(*id), &mut bound)?;
            if !matches!(registry, Registry::Whatever) {
                bound.miss(skill, &reader.in_trash_of(*id, &skill.name), |name| {
                    by_name.contains_key(name) || reader.is_clients(name)
                });
            }
        }
        let pinned: HashSet<String> = bound.pinned.iter().map(|pinned| pinned.tool.name.clone()).collect();
        let of_skills = whose.skills.iter().flat_map(|(skill, _)| &skill.tools);
        let named: HashSet<&String> = whose.given.iter().copied().chain(of_skills).collect();
        for record in records.iter().filter(|record| named.contains(&record.tool.name)) {
            // One that only an earlier version of is bound is in the tool set all the same.
            if pinned.contains(&record.tool.name) || registry.why_unbound(record).is_none() {
                bound.take_in(registry, record);
            }
        }
        Ok(bound)
    }

    fn bind_for_skill(
        &self,
        registry: &Registry,
        by_name: &HashMap<&str, &ToolRecord>,
        skill: &SkillFacts,
        links: &HashMap<String, (Access, Option<i64>)>,
        bound: &mut BoundTools,
    ) -> Result<(), Error> {
        for name in &skill.tools {
            let Some(newest) = by_name.get(name.as_str()) else { continue };
            let link = links.get(name);
            let pin = link.and_then(|(_, version)| *version);
            let version = newest.tool.audit.aggregate_version;
            bound.held.push(HeldTool {
                skill: Some(skill.name.clone()),
                tool: name.clone(),
                version: pin.unwrap_or(version) as u32,
                is_pinned: pin.is_some(),
                access: link.map(|(access, _)| *access),
            });
            let other = pin.filter(|pin| *pin != version);
            let why = match other.map(|other| self.tool_at(newest.tool.id, other)).transpose()? {
                None => registry.why_unbound(newest),
                Some(Err(gone)) => Some(gone).filter(|_| !matches!(registry, Registry::Whatever)),
                Some(Ok(record)) => {
                    let why = registry.why_unbound(&record);
                    if why.is_none() {
                        bound.pinned.push(PinnedTool { skill: skill.name.clone(), tool: facts(&record) });
                    }
                    why
                }
            };
            let (skill, tool) = (skill.name.clone(), name.clone());
            bound.unbound.extend(why.map(|why| UnboundTool { skill, tool, why }));
        }
        Ok(())
    }
}

impl BoundTools {
    /// Refuses to begin where a tool is not bound that the agent itself is given; where the runtime does not bind the tools
    /// of skills as it selects them, also where one of those is not.
    pub(crate) fn check(&self, runtime: SimulatedRuntime) -> Result<(), Error> {
        let of_skills = self.unbound.iter().map(|unbound| &unbound.why).filter(|_| runtime != SimulatedRuntime::Adk);
        let mut seen = HashSet::new();
        let all: Vec<&str> =
            self.missing.iter().chain(of_skills).map(String::as_str).filter(|why| seen.insert(*why)).collect();
        if all.is_empty() {
            return Ok(());
        }
        let more = match all.len().saturating_sub(MOST_NAMED) {
            0 => String::new(),
            more => format!(" {more} more aren't bound."),
        };
        let named = all[..all.len().min(MOST_NAMED)].join(" ");
        Err(Error::new(ErrorCode::Invalid, format!("The session can't start. {named}{more}")))
    }

    /// What a skill is to have and does not: tools that it is linked to and that lie in the trash, and names in its file that
    /// no tool has.
    fn miss(&mut self, skill: &SkillFacts, trashed: &[String], is_there: impl Fn(&str) -> bool) {
        let of_skill = || skill.name.clone();
        // Another one may have come by the name since.
        let missed = trashed.iter().filter(|name| !(skill.has_tool(name) && is_there(name)));
        self.unbound.extend(missed.map(|name| {
            let (skill, tool, why) = (of_skill(), name.clone(), in_trash(name));
            UnboundTool { skill, tool, why }
        }));
        let unknown = skill.tools.iter().filter(|name| !is_there(name) && !trashed.contains(name));
        self.unknown.extend(unknown.map(|tool| UnknownTool { skill: of_skill(), tool: tool.clone() }));
    }

    fn take_in(&mut self, registry: &Registry, record: &ToolRecord) {
        let name = &record.tool.name;
        self.ids.insert(name.clone(), record.tool.id.to_string());
        let version = record.tool.audit.aggregate_version as u32;
        self.held.push(HeldTool { skill: None, tool: name.clone(), version, is_pinned: false, access: None });
        self.handlers.extend(registry.handler(record).map(|handler| (name.clone(), handler)));
        self.facts.push(facts(record));
    }

    /// Adds a client's own tools, less those that are the library's by the same name; their names.
    pub(crate) fn add_own(&mut self, client: Option<Client>) -> Vec<String> {
        let own = client.map(own_tools::facts).unwrap_or_default();
        let own: Vec<ToolFacts> = own.into_iter().filter(|tool| !self.ids.contains_key(&tool.name)).collect();
        let names: Vec<String> = own.iter().map(|tool| tool.name.clone()).collect();
        let handler = client.map(own_tools::handler).unwrap_or_default();
        self.handlers.extend(names.iter().map(|name| (name.clone(), handler.clone())));
        self.facts.extend(own);
        names
    }
}

fn facts(record: &ToolRecord) -> ToolFacts {
    let specification = specification(record);
    ToolFacts { name: specification.name, description: specification.description, schema: specification.schema }
}
