//! How edited tools become rows, and why some cannot be stored.

use studio_model::{Audit, MAX_RETRIES, MAX_TIMEOUT_S, Tool, ToolId};
use studio_store::{Together, ToolRecord, unsaved};

use crate::{
    Error, ErrorCode,
    base::ids::{row_version, tool_id},
    definitions::{check::check_implementation, forms as tool_forms, spec as tool_spec},
    dto::ToolEdit,
    secrets::credentials,
    state::session::Session,
};

impl Session {
    /// Stores an edited tool and the state it now has.
    pub(crate) fn store_tool(&self, edit: &ToolEdit, reason: &str) -> Result<ToolId, Error> {
        self.store_tools(std::slice::from_ref(edit), reason).map(|ids| ids[0])
    }

    /// Stores edited tools; where one of them cannot be stored as it is, none is.
    pub(crate) fn store_tools(&self, edits: &[ToolEdit], reason: &str) -> Result<Vec<ToolId>, Error> {
        let writing = self.writing();
        let tools = self.edited_tools(edits)?;
        let ids = tools.iter().map(|(record, _)| record.tool.id).collect();
        writing.save_together(&Together { tools, ..Together::default() }, reason)?;
        Ok(ids)
    }

    /// The rows of edited tools with what their timelines keep, if they can be stored.
    pub(crate) fn edited_tools(&self, edits: &[ToolEdit]) -> Result<Vec<(ToolRecord, serde_json::Value)>, Error> {
        let with_snapshot = |record: ToolRecord| {
            let snapshot = credentials::snapshot(&tool_forms::edit(&record));
            (record, snapshot)
        };
        edits.iter().map(|edit| self.edited_tool(edit).map(with_snapshot)).collect()
    }

    /// The rows of an edited tool, if they can be stored.
    pub(crate) fn edited_tool(&self, edit: &ToolEdit) -> Result<ToolRecord, Error> {
        let before = match &edit.id {
            Some(id) => Some(self.library.get_tool_record(tool_id(id)?)?),
            None => None,
        };
        let id = before.as_ref().map_or_else(|| ToolId(uuid::Uuid::new_v4()), |record| record.tool.id);
        let mut audit = before.as_ref().map_or_else(unsaved, |record| record.tool.audit.clone());
        if before.is_some() {
            audit.aggregate_version = row_version(edit.aggregate_version);
        }
        self.tool_rows(id, audit, edit, before)
    }

    /// The rows of a tool that came from elsewhere with its id, if they can be stored. It may be here, in use or not.
    pub(crate) fn tool_from(&self, id: ToolId, audit: Audit, edit: &ToolEdit) -> Result<ToolRecord, Error> {
        let before = match self.library.get_tool_record(id) {
            Ok(record) => Some(record),
            Err(studio_store::Error::NotFound { .. }) => None,
            Err(error) => return Err(error.into()),
        };
        self.tool_rows(id, audit, edit, before)
    }

    fn tool_rows(
        &self,
        id: ToolId,
        audit: Audit,
        edit: &ToolEdit,
        before: Option<ToolRecord>,
    ) -> Result<ToolRecord, Error> {
        check(edit)?;
        let understood = tool_spec::understand(&edit.spec).map_err(|problems| {
            let first = problems.into_iter().next().map(|problem| problem.message).unwrap_or_default();
            Error::new(ErrorCode::Invalid, format!("The specification of {} has an error: {first}", edit.name.trim()))
        })?;
        let tool = Tool {
            host: self.library.host(),
            id,
            name: String::new(),
            description: String::new(),
            implementation: None,
            version: String::new(),
            audit,
        };
        let depends_on = edit.depends_on.iter().map(|id| tool_id(id)).collect::<Result<Vec<_>, _>>()?;
        let known = before.map(|record| record.parameters).unwrap_or_default();
        let record = tool_forms::record(tool, edit, &understood, depends_on, &known);
        let too_long = |invalid: studio_model::Invalid| {
            Error::new(ErrorCode::Invalid, format!("The tool {} can't be saved: its {invalid}.", edit.name.trim()))
        };
        record.tool.check().map_err(too_long)?;
        record.parameters.iter().try_for_each(studio_model::Parameter::check).map_err(too_long)?;
        Ok(record)
    }
}

pub(crate) fn check(edit: &ToolEdit) -> Result<(), Error> {
    let invalid = |message: &str| Err(Error::new(ErrorCode::Invalid, message));
    if edit.name.trim().is_empty() {
        return invalid("A tool needs a name, such as `transfer_call`.");
    }
    if edit.description.trim().is_empty() {
        return invalid("A tool needs a description that tells the model when and how to use it.");
    }
    if !(1..=MAX_TIMEOUT_S).contains(&edit.timeout_s) {
        return invalid("The time limit must be between 1 and 3,600 seconds.");
    }
    if edit.retries > MAX_RETRIES {
        return invalid(&format!("A call can be retried at most {MAX_RETRIES} times."));
    }
    check_implementation(&edit.implementation)
}
