//! Libraries of implementations: the tools' own, a mock of all of them, and those an author puts together.

use crate::{
    Error, ErrorCode, Studio,
    base::{ids::tool_id, typed::refuse_credential},
    calls::deferred::Bound,
    definitions::{check::check_implementation, forms as tool_forms},
    dto::{
        CredentialChoice, LibraryBehaviour, LibraryTool, LibraryTools, StudioEvent, ToolImplementation,
        ToolLibraryInfo, UnreadableRow,
    },
    kept::{self, Mirror, Unreadable, tools::Behaviour},
    state::session::Session,
};
use std::{sync::Arc, time::Duration};

use serde_json::Value;
use studio_runtime::{BindError, Handler, Tool, mock::Mock};
use studio_store::{LibraryToolRow, ToolRecord};

/// The library of the tools' own implementations.
pub(crate) const OWN: &str = "own";
/// The library that only pretends.
pub(crate) const MOCK: &str = "mock";

impl Studio {
    /// Every library: the two that come with the studio, then the author's by name.
    pub fn list_tool_libraries(&self) -> Result<Vec<ToolLibraryInfo>, Error> {
        let session = self.session()?;
        let tools = session.library.list_tools()?;
        let names: Vec<String> = tools.iter().map(|tool| tool.name.clone()).collect();
        let run = tools.iter().filter(|tool| tool.implementation.is_some()).map(|tool| tool.name.clone()).collect();
        let built_in = |name: &str, description: &str, tools: Vec<String>| ToolLibraryInfo {
            name: name.to_owned(),
            is_built_in: true,
            description: description.to_owned(),
            tools,
        };
        let mut libraries = vec![
            built_in(OWN, "Runs every tool with its real implementation.", run),
            built_in(
                MOCK,
                "Makes no external calls. Every tool returns its arguments, or the response set here.",
                names,
            ),
        ];
        let rows = session.library.list_tool_libraries()?.into_iter().filter(|row| row.name != MOCK);
        libraries.extend(rows.map(|row| ToolLibraryInfo {
            name: row.name,
            is_built_in: false,
            description: row.description,
            tools: row.tools,
        }));
        Ok(libraries)
    }

    /// Makes a library: an empty one, or a copy of what another one implements.
    pub fn create_tool_library(&self, name: &str, copy_of: Option<&str>) -> Result<ToolLibraryInfo, Error> {
        let session = self.session()?;
        let name = name.trim();
        let writing = session.writing();
        let libraries = self.list_tool_libraries()?;
        let invalid = |message: String| Err(Error::new(ErrorCode::Invalid, message));
        if name.is_empty() {
            return invalid("A tool library needs a name.".to_owned());
        }
        refuse_credential("The tool library's name", name)?;
        if libraries.iter().any(|library| library.name.eq_ignore_ascii_case(name)) {
            return invalid(format!("A tool library named {name} already exists. Choose another name."));
        }
        let tools = match copy_of {
            Some(other) => self.get_tool_library(other)?.tools,
            None => Vec::new(),
        };
        let rows = tools.iter().map(row).collect::<Result<Vec<_>, _>>()?;
        writing.fill_tool_library(name, "Created here.", &rows)?;
        let all = self.list_tool_libraries()?;
        all.into_iter().find(|library| library.name == name).ok_or_else(|| no_library(name))
    }

    /// Deletes a library an author put together.
    pub fn delete_tool_library(&self, name: &str) -> Result<(), Error> {
        if name == OWN {
            return Err(built_in());
        }
        Ok(self.session()?.writing().delete_tool_library(name)?)
    }

    /// What a library implements, beside what of it cannot be read.
    pub fn get_tool_library(&self, library: &str) -> Result<LibraryTools, Error> {
        let session = self.session()?;
        let records = session.library.list_tool_records()?;
        if library == OWN {
            let runs = records.iter().filter(|record| record.tool.implementation.is_some());
            let own = |record| {
                described(record, LibraryBehaviour::Run { implementation: tool_forms::implementation(record) })
            };
            return Ok(LibraryTools { tools: runs.map(own).collect(), unreadable: Vec::new() });
        }
        let stored = session.library.list_tool_libraries()?;
        let is_stored = stored.iter().any(|row| row.name == library);
        let rows = if is_stored { session.library.library_tools(library)? } else { Vec::new() };
        let named = |row: &LibraryToolRow| UnreadableRow {
            id: row.name.clone(),
            name: row.name.clone(),
            reason: String::new(),
        };
        let (tools, unreadable) = kept::parted(rows, shown, named);
        if library == MOCK {
            // The mock stands for every tool as it is described now; only what it does is set.
            let behaviour = |record: &ToolRecord| {
                let set = tools.iter().find(|tool| tool.name == record.tool.name);
                set.map_or(LibraryBehaviour::Echo, |tool| tool.behaviour.clone())
            };
            let tools = records.iter().map(|record| described(record, behaviour(record))).collect();
            return Ok(LibraryTools { tools, unreadable });
        }
        if is_stored { Ok(LibraryTools { tools, unreadable }) } else { Err(no_library(library)) }
    }

    /// Takes an implementation into a library, in place of the one of that name. A credential in it becomes a secret.
    pub fn save_implementation(&self, library: &str, tool: &LibraryTool) -> Result<(), Error> {
        self.save_implementation_choosing(library, tool, CredentialChoice::Secret)
    }

    /// Stores an implementation whose credentials are settled.
    pub(crate) fn store_library_tool(&self, library: &str, tool: &LibraryTool) -> Result<(), Error> {
        if library == OWN {
            return Err(built_in());
        }
        let session = self.session()?;
        let writing = session.writing();
        if library == MOCK {
            return Ok(writing.fill_tool_library(MOCK, "", &[row(tool)?])?);
        }
        if !session.library.list_tool_libraries()?.iter().any(|row| row.name == library) {
            return Err(no_library(library));
        }
        Ok(writing.put_library_tool(library, &row(tool)?)?)
    }

    /// Gives a tool, as it is described now, a second real implementation: one that a library runs in place of the tool's
    /// own. A library that is not there yet is made.
    pub fn implement_in_tool_library(
        &self,
        library: &str,
        tool: &str,
        implementation: &ToolImplementation,
    ) -> Result<(), Error> {
        let session = self.session()?;
        let library = library.trim();
        if [OWN, MOCK].contains(&library) {
            let message =
                format!("“{library}” is built in and can't run this. Choose another tool library or a new name.");
            return Err(Error::new(ErrorCode::Invalid, message));
        }
        if *implementation == ToolImplementation::None {
            return Err(Error::new(ErrorCode::Invalid, "First choose how the library implements the tool."));
        }
        check_implementation(implementation)?;
        let record = session.library.get_tool_record(tool_id(tool)?)?;
        if !session.library.list_tool_libraries()?.iter().any(|row| row.name == library) {
            self.create_tool_library(library, None)?;
        }
        let behaviour = LibraryBehaviour::Run { implementation: implementation.clone() };
        self.save_implementation(library, &described(&record, behaviour))?;
        session.emit(StudioEvent::ToolsChanged);
        Ok(())
    }

    /// Takes an implementation out of a library.
    pub fn remove_implementation(&self, library: &str, name: &str) -> Result<(), Error> {
        if library == OWN {
            return Err(built_in());
        }
        Ok(self.session()?.writing().delete_library_tool(library, name)?)
    }
}

impl Session {
    /// A library's implementation of a tool, with what it really runs, if anything; else why the two are not bound.
    pub(crate) fn library_tool(
        self: &Arc<Self>,
        library: &str,
        record: &ToolRecord,
    ) -> Result<Result<Bound, BindError>, Error> {
        let stored = self.library.list_tool_libraries()?;
        let is_stored = stored.iter().any(|row| row.name == library);
        let rows = if is_stored { self.library.library_tools(library)? } else { Vec::new() };
        let row = rows.iter().find(|row| row.name == record.tool.name).map(|row| {
            shown(row).map_err(|why| {
                let message =
                    format!("The library's implementation of {} can't be read. {why} Set it again.", row.name);
                Error::new(ErrorCode::Invalid, message).with_detail(&why)
            })
        });
        let row = row.transpose()?;
        let specification = tool_forms::specification(record);
        let Some(row) = row else {
            return match library {
                MOCK => Ok(Ok((Tool::of(&specification, Arc::new(Mock::Echo)), None))),
                _ if is_stored => Ok(Err(BindError::Missing { name: specification.name })),
                _ => Err(no_library(library)),
            };
        };
        if library != MOCK
            && let Err(unbound) = registered(std::slice::from_ref(&row)).bind(&specification)
        {
            return Ok(Err(unbound));
        }
        let mock = match row.behaviour {
            LibraryBehaviour::Fixed { value } => Mock::Fixed(json(&value)?),
            LibraryBehaviour::Echo => Mock::Echo,
            LibraryBehaviour::Error { message } => Mock::Error(message),
            LibraryBehaviour::Delay { ms, value } => {
                Mock::Delay { time: Duration::from_millis(u64::from(ms)), value: json(&value)? }
            }
            LibraryBehaviour::Garbage { text } => Mock::Garbage(text),
            LibraryBehaviour::Run { implementation } => {
                let name = format!("{} in {library}", record.tool.name);
                let runs = self.deferred(record, &name, implementation);
                return Ok(Ok((Tool::of(&specification, Arc::clone(&runs) as Arc<dyn Handler>), Some(runs))));
            }
        };
        Ok(Ok((Tool::of(&specification, Arc::new(mock)), None)))
    }
}

/// Implementations to be compared with specifications; what they do is of no matter for that.
pub(crate) fn registered(tools: &[LibraryTool]) -> studio_runtime::ToolLibrary {
    let mut library = studio_runtime::ToolLibrary::empty();
    for tool in tools {
        library.register(Tool {
            name: tool.name.clone(),
            description: tool.description.clone(),
            schema: serde_json::from_str(&tool.schema).unwrap_or_default(),
            handler: Arc::new(Mock::Echo),
        });
    }
    library
}

/// A tool as a library takes it: with its name, description and schema of now.
fn described(record: &ToolRecord, behaviour: LibraryBehaviour) -> LibraryTool {
    LibraryTool {
        name: record.tool.name.clone(),
        description: record.tool.description.clone(),
        schema: text(&tool_forms::schema(record)),
        behaviour,
    }
}

fn row(tool: &LibraryTool) -> Result<LibraryToolRow, Error> {
    if let LibraryBehaviour::Fixed { value } | LibraryBehaviour::Delay { value, .. } = &tool.behaviour {
        json(value)?;
    }
    Ok(LibraryToolRow {
        name: tool.name.clone(),
        description: tool.description.clone(),
        schema: json(&tool.schema)?,
        behaviour: kept::write::<Behaviour>(&Mirror::of(&tool.behaviour)),
    })
}

fn shown(row: &LibraryToolRow) -> Result<LibraryTool, Unreadable> {
    let behaviour = kept::read::<Behaviour>(&row.behaviour)?.shown();
    Ok(LibraryTool {
        name: row.name.clone(),
        description: row.description.clone(),
        schema: text(&row.schema),
        behaviour,
    })
}

fn text(schema: &Value) -> String {
    studio_text::gram::render_schema(schema).0
}

fn json(text: &str) -> Result<Value, Error> {
    serde_json::from_str(text)
        .map_err(|cause| Error::new(ErrorCode::Invalid, format!("Not valid JSON: {cause}. Put text in double quotes.")))
}

fn built_in() -> Error {
    Error::new(ErrorCode::Invalid, "Change a tool's own implementation on the tool's page.")
}

fn no_library(name: &str) -> Error {
    Error::new(ErrorCode::NotFound, format!("No tool library named “{name}”."))
}
