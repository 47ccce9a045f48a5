//! What rows bring in beside what the library has: what is as it is there, and what only bears the name of something else.

use std::collections::{BTreeSet, HashMap};

use studio_model::{Agent, AgentId};
use studio_pack::targets::light4j::{AssignedIn, Beside, Known, ToolIn};
use studio_runtime::is_equal;
use studio_store::ToolRecord;

use super::{Rows, added, edit_of, warning};
use crate::{
    Error,
    definitions::forms::specification,
    dto::{ImportOutcome, ImportedItem, ImportedKind},
    state::session::Session,
};

/// The tools there are, and those that files before bring in.
pub(super) struct Tools<'a> {
    session: &'a Session,
    library: HashMap<String, ToolRecord>,
    coming: HashMap<String, ToolRecord>,
}

impl<'a> Tools<'a> {
    pub(super) fn of(session: &'a Session) -> Result<Self, Error> {
        let records = session.library.list_tool_records()?.into_iter();
        let active = records.filter(|record| record.tool.audit.active);
        let library = active.map(|record| (record.tool.name.clone(), record)).collect();
        Ok(Self { session, library, coming: HashMap::new() })
    }

    /// What a name is to a tool that was read.
    pub(super) fn known(&self, name: &str, tool: &ToolIn) -> Known {
        let Some(known) = self.library.get(name).or_else(|| self.coming.get(name)) else { return Known::Free };
        match self.session.edited_tool(&edit_of(tool.clone())) {
            Ok(read) if is_alike(&read, known) => Known::Same,
            Ok(_) | Err(_) => Known::Another,
        }
    }

    /// Takes those of a file in.
    pub(super) fn add(&mut self, tools: &[ToolIn]) {
        for tool in tools.iter().filter(|tool| tool.beside != Beside::Shared) {
            if let Ok(record) = self.session.edited_tool(&edit_of(tool.clone())) {
                self.coming.insert(tool.tool.name.clone(), record);
            }
        }
    }
}

/// Whether two tools are specified alike (S2-03), whatever they are called and carried out by.
fn is_alike(read: &ToolRecord, known: &ToolRecord) -> bool {
    let (read, known) = (specification(read), specification(known));
    read.description == known.description && is_equal(&read.schema, &known.schema)
}

impl Rows {
    /// Takes a tool that the library has as it is. Only its own implementation may be another.
    pub(super) fn share(&mut self, path: &str, tool: &ToolIn, tools: &Tools<'_>) {
        let name = &tool.tool.name;
        // One that a file before brings in is told with that.
        let Some(record) = tools.library.get(name) else { return };
        let item = added(ImportedKind::Tool, name, record.tool.id.to_string(), path);
        self.tools.imported.push(ImportedItem { outcome: ImportOutcome::Unchanged, ..item });
        let read = &tool.tool.implementation;
        if read.is_some() && *read != record.tool.implementation {
            let message = format!("{name} keeps the implementation it has in the library. The file's is another one.");
            self.tools.warnings.push(warning(path, message, None));
        }
    }

    /// The library's agent of a name, where it is set up as rows say.
    pub(super) fn same_agent(
        &self,
        session: &Session,
        read: &Agent,
        skills: &[AssignedIn],
    ) -> Result<Option<AgentId>, Error> {
        let known = match session.library.find_agent(&read.name) {
            Ok(known) => known,
            // It comes in twice.
            Err(studio_store::Error::NotFound { .. }) => return Ok(None),
            Err(error) => return Err(error.into()),
        };
        let is_same_model = (&known.model_provider, &known.model_name, &known.api_key_ref, known.max_tokens)
            == (&read.model_provider, &read.model_name, &read.api_key_ref, read.max_tokens)
            && known.temperature.total_cmp(&read.temperature).is_eq();
        let names = session.names()?;
        let links = session.library.list_agent_skills()?;
        let of_known = links.iter().filter(|link| link.agent == known.id);
        let of_known: BTreeSet<Option<&String>> = of_known.map(|link| names.get(&link.skill)).collect();
        let of_read: BTreeSet<Option<&String>> = skills.iter().map(|skill| self.names.get(&skill.skill)).collect();
        Ok(Some(known.id).filter(|_| is_same_model && of_known == of_read))
    }
}
