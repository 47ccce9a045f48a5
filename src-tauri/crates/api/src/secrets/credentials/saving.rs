//! Saving what holds credentials, as the author chose, and taking those that became secrets out of what was kept before.

use serde_json::{Value, json};
use studio_model::capitalised;
use studio_text::credentials::LEFT_OUT;

use super::{
    Taken, left_out, of_implementation, of_transport,
    texts::{described, settled_text, settled_texts},
};
use crate::{
    Error, ErrorCode, Studio,
    dto::{
        AgentDetail, AgentEdit, CredentialChoice, LibraryBehaviour, LibraryTool, NoticeCode, ServerEdit,
        SimulationCase, SimulationPace, SimulationSetup, SimulationView, ToolCase, ToolEdit, ToolboxEdit,
    },
    state::session::Session,
};

/// What a session is started with, as a sentence about it begins.
const SETUP: &str = "The scripted replies or another setting of the session";

impl Studio {
    /// Saves a tool; see [`Studio::save_tool`]. What looks like a credential is done with as the author chose.
    pub fn save_tool_choosing(
        &self,
        tool: &ToolEdit,
        choice: CredentialChoice,
    ) -> Result<crate::dto::ToolDetail, Error> {
        let taken = of_implementation(&tool.name, &tool.implementation);
        let (implementation, values) = self.settled(taken, &tool.implementation, &tool.name, choice)?;
        // What a tool says of itself goes to models: no secret is filled in there.
        let described = described(tool, &format!("The description of {}", tool.name.trim()), choice)?;
        let saved = self.store_edited_tool(&ToolEdit { implementation, ..described })?;
        self.session()?.scrub(&values)?;
        Ok(saved)
    }

    /// Saves an agent; see [`Studio::save_agent`]. Its system prompt cannot name a secret: a credential in it is left out.
    pub fn save_agent_choosing(&self, agent: &AgentEdit, choice: CredentialChoice) -> Result<AgentDetail, Error> {
        let what = format!("The system prompt or another text of {}", agent.name.trim());
        self.store_edited_agent(&settled_texts(agent, &what, choice)?)
    }

    /// Starts a session; see [`Studio::start_simulation`]. A credential in scripted replies or another text of its setup is left
    /// out.
    pub fn start_simulation_choosing(
        &self,
        setup: &SimulationSetup,
        choice: CredentialChoice,
    ) -> Result<SimulationView, Error> {
        self.start_as_it_is(&settled_texts(setup, SETUP, choice)?)
    }

    /// Goes another way in a session; see [`Studio::fork_simulation_choosing`].
    pub fn fork_simulation(
        &self,
        id: &str,
        events: u32,
        changes: Option<&SimulationSetup>,
    ) -> Result<SimulationView, Error> {
        self.fork_simulation_choosing(id, events, changes, CredentialChoice::Ask)
    }

    /// A second session that shares the first `events` of another one, less those of a step that would be half done, and
    /// goes its own way from there. With `changes` it goes on as they say, over the library as it is now; a credential in
    /// them is left out, unless the session has that model already.
    pub fn fork_simulation_choosing(
        &self,
        id: &str,
        events: u32,
        changes: Option<&SimulationSetup>,
        choice: CredentialChoice,
    ) -> Result<SimulationView, Error> {
        let Some(changed) = changes else { return self.fork_as_it_is(id, events, None) };
        let from = self.session()?.simulation(id)?;
        let has_said = from.log.lock().setup.model == changed.model;
        let choice = if has_said { CredentialChoice::Plain } else { choice };
        self.fork_as_it_is(id, events, Some(&settled_texts(changed, SETUP, choice)?))
    }

    /// Saves a server; see [`Studio::save_server`].
    pub fn save_server_choosing(
        &self,
        server: &ServerEdit,
        choice: CredentialChoice,
    ) -> Result<crate::dto::ServerDetail, Error> {
        let taken = of_transport(&server.name, &server.transport);
        let (transport, values) = self.settled(taken, &server.transport, &server.name, choice)?;
        let saved = self.store_edited_server(&ServerEdit { transport, ..server.clone() })?;
        self.session()?.scrub(&values)?;
        Ok(saved)
    }

    /// Takes an implementation into a library; see [`Studio::save_implementation`].
    pub fn save_implementation_choosing(
        &self,
        library: &str,
        tool: &LibraryTool,
        choice: CredentialChoice,
    ) -> Result<(), Error> {
        let LibraryBehaviour::Run { implementation } = &tool.behaviour else {
            let behaviour = settled_texts(&tool.behaviour, &format!("The mock of {}", tool.name.trim()), choice)?;
            return self.store_library_tool(library, &LibraryTool { behaviour, ..tool.clone() });
        };
        let taken = of_implementation(&tool.name, implementation);
        let (implementation, values) = self.settled(taken, implementation, &tool.name, choice)?;
        let behaviour = LibraryBehaviour::Run { implementation };
        self.keep_found_secrets(&json!(behaviour).to_string())?;
        self.store_library_tool(library, &LibraryTool { behaviour, ..tool.clone() })?;
        self.session()?.scrub(&values)
    }

    /// Keeps a call; see [`Studio::save_tool_case`]. Arguments cannot name a secret: one is left out.
    pub fn save_tool_case_choosing(&self, case: &ToolCase, choice: CredentialChoice) -> Result<ToolCase, Error> {
        let Ok(arguments) = serde_json::from_str::<Value>(&case.arguments) else { return self.store_tool_case(case) };
        let without = left_out(arguments.clone());
        match choice {
            CredentialChoice::Ask if without != arguments => {
                let message = format!(
                    "The arguments of {} contain what looks like a password or key. Leave it out of the test, or save it in \
                     plain text.",
                    case.name.trim()
                );
                Err(Error::new(ErrorCode::Credentials, message))
            }
            CredentialChoice::Secret if without != arguments => {
                self.store_tool_case(&ToolCase { arguments: format!("{without:#}"), ..case.clone() })
            }
            _ => self.store_tool_case(case),
        }
    }

    /// Says something in a session; see [`Studio::say_in_simulation`]. A message cannot name a secret: a credential in it
    /// is left out.
    pub fn say_choosing(
        &self,
        id: &str,
        text: &str,
        pace: SimulationPace,
        choice: CredentialChoice,
    ) -> Result<SimulationView, Error> {
        let kept = |name: &str| {
            format!("The message contains what looks like a password or key ({name}). Leave it out, or send it anyway.")
        };
        self.say_as_it_is(id, &settled_text(text, choice, kept)?, pace)
    }

    /// Keeps what a session should come to; see [`Studio::save_simulation_case`]. A credential in it is left out.
    pub fn save_simulation_case_choosing(
        &self,
        case: &SimulationCase,
        choice: CredentialChoice,
    ) -> Result<SimulationCase, Error> {
        let kept = |name: &str| {
            format!(
                "The test contains what looks like a password or key ({name}). Leave it out, or save it in plain text."
            )
        };
        let mut without = case.clone();
        let texts = [&mut without.name, &mut without.expected_output].into_iter();
        let expected = without.expected_text.iter_mut().chain(&mut without.expected_schema);
        for text in texts.chain(&mut without.messages).chain(expected) {
            *text = settled_text(text, choice, kept)?;
        }
        without.assertions = settled_texts(&without.assertions, "The test", choice)?;
        without.setup = settled_texts(&without.setup, "The setup of the test", choice)?;
        self.store_simulation_case(&without)
    }

    /// What is imported, with its credentials held back as secrets until it is stored, or left out where none can be named.
    pub(crate) fn imported_without_credentials(&self, toolbox: &ToolboxEdit) -> Result<ToolboxEdit, Error> {
        let mut without = toolbox.clone();
        for tool in &mut without.tools {
            *tool = described(tool, "The tool", CredentialChoice::Secret)?;
        }
        without.agents = settled_texts(&without.agents, "The agents", CredentialChoice::Secret)?;
        self.without_credentials(&without)
    }

    /// Tools and servers with the credentials of how they are carried out and reached held back as secrets.
    pub(crate) fn without_credentials(&self, toolbox: &ToolboxEdit) -> Result<ToolboxEdit, Error> {
        let mut without = toolbox.clone();
        for tool in &mut without.tools {
            let taken = of_implementation(&tool.name, &tool.implementation);
            tool.implementation = self.settled(taken, &tool.implementation, &tool.name, CredentialChoice::Secret)?.0;
        }
        for server in &mut without.servers {
            let taken = of_transport(&server.name, &server.transport);
            server.transport = self.settled(taken, &server.transport, &server.name, CredentialChoice::Secret)?.0;
        }
        Ok(without)
    }

    /// What is to be saved under the author's choice, and the values that nothing else may keep.
    fn settled<T>(
        &self,
        taken: Taken<T>,
        written: &T,
        owner: &str,
        choice: CredentialChoice,
    ) -> Result<(T, Vec<String>), Error>
    where
        T: Clone + serde::Serialize + serde::de::DeserializeOwned,
    {
        if taken.found.is_empty() {
            return Ok((taken.without, Vec::new()));
        }
        match choice {
            CredentialChoice::Plain => Ok((written.clone(), Vec::new())),
            CredentialChoice::Ask => {
                let message = format!(
                    "{} of {owner} looks like it contains a password or key. Save it as a secret, or save it in plain text.",
                    capitalised(&taken.places.join(" and "))
                );
                Err(Error::new(ErrorCode::Credentials, message))
            }
            CredentialChoice::Secret => {
                let values = taken.found.iter().map(|(_, value)| value.clone()).collect();
                let renamed = self.hold_secrets(taken.found)?;
                let without = crate::secrets::stored::renamed(&taken.without, &renamed)?;
                Ok((without, values))
            }
        }
    }
}

impl Session {
    /// Takes values out of whatever else the library keeps (earlier states, kept calls, steps of undo), and out of the
    /// copies of it. A copy that cannot be changed is named.
    fn scrub(&self, values: &[String]) -> Result<(), Error> {
        if values.is_empty() {
            return Ok(());
        }
        let unchanged = {
            let writing = self.writing();
            writing.scrub(values, LEFT_OUT)?;
            writing.scrub_copies(&self.backup_folder(), values, LEFT_OUT)?
        };
        for copy in unchanged {
            let message = format!(
                "A copy of this library may still contain the value and couldn't be changed. Delete it: {}.",
                copy.display()
            );
            self.notice(NoticeCode::CopyNotScrubbed, message);
        }
        Ok(())
    }
}
