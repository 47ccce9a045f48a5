//! What servers offer, beside the library's tools that stand for it.

use std::{collections::HashMap, sync::Arc};

use serde_json::Value;
use studio_connect::mcp::{HintedEffect, McpTool, fingerprint, fingerprint_of_words, fingerprint_with};
use studio_model::{AccessLevel, Implementation};
use studio_store::{Reading, ServerCheck, ToolRecord};
use uuid::Uuid;

use crate::{
    Error,
    definitions::forms as tool_forms,
    dto::{Difference, ServerTool, SpecEdit, SpecForm, ToolEdit, ToolEffect, ToolImplementation, ToolPart},
    kept::{
        self, Mirror,
        servers::{OfferedTool, OfferedTools},
    },
    state::{command::Command, consents::Verdict, session::Session},
};

impl OfferedTool {
    /// By the server's own hints: one that says nothing may do anything.
    pub(crate) fn effect(&self) -> ToolEffect {
        match self.hinted() {
            HintedEffect::Reads => ToolEffect::Read,
            HintedEffect::Writes => ToolEffect::Write,
            HintedEffect::Anything => ToolEffect::Execute,
        }
    }

    fn hinted(&self) -> HintedEffect {
        HintedEffect::of(self.read_only, self.destructive)
    }

    /// Whether it says now that it does something else than what was agreed.
    pub(crate) fn is_other_effect(&self) -> bool {
        self.effect() != self.agreed()
    }

    fn agreed(&self) -> ToolEffect {
        self.agreed.map_or_else(|| self.effect(), Mirror::shown)
    }
}

/// What every server offered when it was last asked, by the server's name.
#[derive(Debug, Default)]
pub(crate) struct Offered(HashMap<String, Vec<OfferedTool>>);

impl Offered {
    /// In what a server now describes a tool differently from the library. Nothing, where it was never asked.
    pub(crate) fn drift(&self, record: &ToolRecord) -> Vec<Difference> {
        let Some(Implementation::McpServer { server }) = &record.tool.implementation else { return Vec::new() };
        let Some(tools) = self.0.get(server) else { return Vec::new() };
        let ToolImplementation::McpServer { tool: name, .. } = tool_forms::implementation(record) else {
            return Vec::new();
        };
        match tools.iter().find(|tool| tool.name == name) {
            Some(tool) => drift(record, tool),
            None => vec![Difference {
                part: ToolPart::Name,
                pointer: None,
                specification: name,
                implementation: "no longer offered".to_owned(),
            }],
        }
    }

    /// What the servers of a library offered when they were last asked.
    pub(crate) fn of(library: &Reading) -> Result<Self, Error> {
        let mut checks = library.list_server_checks()?;
        let servers = library.list_servers()?.into_iter();
        Ok(Self(servers.filter_map(|row| Some((row.name, tools(&checks.remove(&row.id)?)))).collect()))
    }

    /// Names of everything offered.
    pub(crate) fn names(&self) -> impl Iterator<Item = String> {
        self.0.values().flatten().map(|tool| tool.name.clone())
    }

    /// The description a server gives of a tool now.
    pub(crate) fn find(&self, server: &str, tool: &str) -> Option<&OfferedTool> {
        self.0.get(server)?.iter().find(|offered| offered.name == tool)
    }
}

/// In what a server's description differs from the library's.
fn drift(record: &ToolRecord, offered: &OfferedTool) -> Vec<Difference> {
    let mut differences = Vec::new();
    if record.tool.description.trim() != description(offered).trim() {
        differences.push(Difference {
            part: ToolPart::Description,
            pointer: None,
            specification: record.tool.description.clone(),
            implementation: description(offered),
        });
    }
    let schema = tool_forms::schema(record);
    if schema != offered.schema {
        let pretty = |schema: &Value| studio_text::gram::render_schema(schema).0;
        differences.push(Difference {
            part: ToolPart::Schema,
            pointer: None,
            specification: pretty(&schema),
            implementation: pretty(&offered.schema),
        });
    }
    // An author may say that a tool does less than its server does: only what the server changes is told.
    let (effect, now) = (tool_forms::effect(record), offered.effect());
    if offered.is_other_effect() && now != effect {
        differences.push(Difference {
            part: ToolPart::Effect,
            pointer: None,
            specification: word(effect).to_owned(),
            implementation: word(now).to_owned(),
        });
    }
    differences
}

impl Session {
    /// What the library's servers offered when they were last asked.
    pub(crate) fn offered_tools(&self) -> Result<Offered, Error> {
        Offered::of(&self.library)
    }

    /// Keeps what a server offers now.
    pub(crate) fn keep_check(self: &Arc<Self>, server: Uuid, info: &str, tools: &[McpTool]) -> Result<(), Error> {
        let mut tools: Vec<OfferedTool> = tools.iter().map(offered).collect();
        let writing = self.writing();
        let before = self.library.list_server_checks()?.remove(&server).map(|check| self::tools(&check));
        for tool in &mut tools {
            let known = before.iter().flatten().find(|known| known.name == tool.name);
            tool.agreed = Some(Mirror::of(&known.map_or_else(|| tool.effect(), OfferedTool::agreed)));
        }
        let check = ServerCheck { checked_ts: crate::now(), info: info.to_owned(), tools: written(&tools) };
        writing.put_server_check(server, &check)?;
        drop(writing);
        if before.is_none_or(|before| before != tools) {
            // What skills name may be there now, or not any more.
            self.tools_changed()?;
        }
        Ok(())
    }
}

impl Session {
    /// Takes what a server now says a tool does for agreed.
    pub(crate) fn agree_to_effect(&self, server: &str, tool: &str) -> Result<(), Error> {
        let Some(row) = self.library.list_servers()?.into_iter().find(|row| row.name == server) else { return Ok(()) };
        let writing = self.writing();
        let Some(mut check) = self.library.list_server_checks()?.remove(&row.id) else { return Ok(()) };
        let mut tools = tools(&check);
        for offered in tools.iter_mut().filter(|offered| offered.name == tool) {
            offered.agreed = Some(Mirror::of(&offered.effect()));
        }
        check.tools = written(&tools);
        Ok(writing.put_server_check(row.id, &check)?)
    }

    /// What a call of a tool may do to the world: what the library says, or its server where that has come to say more.
    pub(crate) fn effect_of_call(
        &self,
        record: &ToolRecord,
        implementation: &ToolImplementation,
    ) -> Result<AccessLevel, Error> {
        let own = tool_forms::access_for(tool_forms::effect(record));
        let ToolImplementation::McpServer { server, tool } = implementation else { return Ok(own) };
        let Some(row) = self.library.list_servers()?.into_iter().find(|row| row.name == *server) else {
            return Ok(own);
        };
        let seen = self.library.list_server_checks()?.get(&row.id).map(tools).unwrap_or_default();
        let changed = seen.iter().find(|offered| offered.name == *tool && offered.is_other_effect());
        Ok(changed.map_or(own, |offered| own.max(tool_forms::access_for(offered.effect()))))
    }

    /// Whether a server's tool may be called as the server describes it now.
    pub(crate) fn check_offered(&self, server: Uuid, command: &Command, tool: &McpTool) -> Result<Verdict, Error> {
        let is_known = |print: &str| -> Result<bool, Error> {
            Ok(matches!(self.shared.consents.check_tool(command, &tool.name, print)?, Verdict::Allowed))
        };
        let request = match self.shared.consents.check_tool(command, &tool.name, &fingerprint(tool))? {
            Verdict::Allowed => return Ok(Verdict::Allowed),
            Verdict::Ask(request) => request,
        };
        let checks = self.library.list_server_checks()?;
        let seen = checks.get(&server).map(tools).unwrap_or_default();
        let agreed = seen.iter().find(|known| known.name == tool.name).map(OfferedTool::agreed);
        let is_same_effect = agreed.is_none_or(|agreed| agreed == offered(tool).effect());
        // What was allowed before effects counted is remembered by its words alone.
        let is_by_words = is_known(&fingerprint_of_words(tool))?;
        if is_by_words && is_same_effect {
            return Ok(Verdict::Allowed);
        }
        let others = [HintedEffect::Reads, HintedEffect::Writes, HintedEffect::Anything];
        let mut is_only_effect = is_by_words;
        for effect in others {
            is_only_effect = is_only_effect || is_known(&fingerprint_with(tool, effect))?;
        }
        if !is_only_effect {
            return Ok(Verdict::Ask(request));
        }
        Ok(self.shared.consents.asking_anew(*request, "effect"))
    }
}

/// The tools of a kept check; what cannot be read is asked for again when the server next runs.
pub(crate) fn tools(check: &ServerCheck) -> Vec<OfferedTool> {
    kept::read::<OfferedTools>(&check.tools).unwrap_or_default().tools
}

fn written(tools: &[OfferedTool]) -> Value {
    kept::write(&OfferedTools { tools: tools.to_vec() })
}

/// A tool as it is kept.
pub(crate) fn offered(tool: &McpTool) -> OfferedTool {
    OfferedTool {
        name: tool.name.clone(),
        description: tool.description.clone(),
        schema: tool.input_schema.clone(),
        read_only: tool.read_only,
        destructive: tool.destructive,
        agreed: None,
        stated: tool.stated.clone(),
    }
}

/// An offered tool as the screen lists it, beside the library's tool that stands for it.
pub(crate) fn shown(server: &str, offered: &OfferedTool, records: &[ToolRecord]) -> ServerTool {
    let stands_for = |record: &&ToolRecord| {
        matches!(tool_forms::implementation(record),
            ToolImplementation::McpServer { server: of, tool } if of == server && tool == offered.name)
    };
    let record = records.iter().find(stands_for);
    ServerTool {
        name: offered.name.clone(),
        description: offered.description.clone(),
        schema: studio_text::gram::render_schema(&offered.schema).0,
        tool_id: record.map(|record| record.tool.id.to_string()),
        drift: record.map(|record| drift(record, offered)).unwrap_or_default(),
    }
}

/// A tool of the library that stands for an offered one.
pub(crate) fn edit(server: &str, offered: &OfferedTool) -> ToolEdit {
    ToolEdit {
        id: None,
        aggregate_version: 0,
        name: offered.name.clone(),
        description: description(offered),
        version: studio_model::DEFAULT_VERSION.to_owned(),
        spec: spec(offered),
        implementation: ToolImplementation::McpServer { server: server.to_owned(), tool: offered.name.clone() },
        effect: hinted_effect(offered),
        timeout_s: tool_forms::TIMEOUT_S,
        retries: 0,
        depends_on: Vec::new(),
        stated: stated(offered),
    }
}

/// What a server hints that a call does; none where it says nothing of it, which is then nobody's word.
pub(crate) fn hinted_effect(offered: &OfferedTool) -> Option<ToolEffect> {
    let is_hinted = offered.read_only.is_some() || offered.destructive.is_some();
    is_hinted.then(|| offered.effect())
}

/// What a server says of a tool in its own words; none where it was asked before that was kept.
pub(crate) fn stated(offered: &OfferedTool) -> Option<String> {
    (!offered.stated.is_null()).then(|| offered.stated.to_string())
}

/// A server's schema is taken over whole.
pub(crate) fn spec(offered: &OfferedTool) -> SpecEdit {
    let schema = studio_text::gram::render_schema(&offered.schema).0;
    SpecEdit { source: SpecForm::Schema, schema, ..SpecEdit::default() }
}

/// The library wants a description; a tool without one is described by its name.
pub(crate) fn description(offered: &OfferedTool) -> String {
    if offered.description.trim().is_empty() { offered.name.clone() } else { offered.description.clone() }
}

/// An effect as screens name it.
fn word(effect: ToolEffect) -> &'static str {
    tool_forms::access_for(effect).as_str()
}
