//! The tools of a server, collected page by page, with limits; what cannot be read is left out and said.

use std::{collections::HashSet, sync::Arc};

use rmcp::model::{ListToolsRequest, ListToolsResult, PaginatedRequestParams, ServerResult, Tool};
use serde_json::Value;

use super::{McpError, McpTool, journal::LogStream, link::Link};

/// Tools of one server.
const MOST_TOOLS: usize = 10_000;

/// Pages they come in.
const MOST_PAGES: usize = 1_000;

/// Megabytes of JSON they have together.
const MOST_MB: usize = 32;

/// What was listed so far.
pub(super) struct Listing {
    link: Arc<Link>,
    tools: Vec<McpTool>,
    names: HashSet<String>,
    /// Bytes of JSON.
    bytes: usize,
    cursors: HashSet<String>,
}

impl Listing {
    pub(super) fn new(link: &Arc<Link>) -> Self {
        Self { link: Arc::clone(link), tools: Vec::new(), names: HashSet::new(), bytes: 0, cursors: HashSet::new() }
    }

    /// The question for a page.
    pub(super) fn request(cursor: Option<String>) -> ListToolsRequest {
        cursor.map_or_else(ListToolsRequest::default, |cursor| {
            ListToolsRequest::with_param(PaginatedRequestParams::default().with_cursor(Some(cursor)))
        })
    }

    /// Takes a page in, and what the server said word for word; answers with the cursor of the next.
    pub(super) fn add(&mut self, page: ServerResult, said: Option<Value>) -> Result<Option<String>, McpError> {
        let next = match page {
            ServerResult::ListToolsResult(page) => self.read(page, said)?,
            // One bad tool makes the page none of the protocol's; the others are still good.
            ServerResult::CustomResult(page) => self.salvage(&said.unwrap_or(page.0), |_| true)?,
            _ => return Err(self.garbage()),
        };
        if self.tools.len() > MOST_TOOLS {
            return Err(self.too_many(MOST_TOOLS, "tools"));
        }
        if self.bytes > MOST_MB * 1024 * 1024 {
            return Err(self.too_many(MOST_MB, "MB"));
        }
        let Some(cursor) = next.filter(|cursor| !cursor.is_empty()) else { return Ok(None) };
        if !self.cursors.insert(cursor.clone()) || self.cursors.len() >= MOST_PAGES {
            return Err(self.too_many(MOST_PAGES, "pages, or the same page repeatedly"));
        }
        Ok(Some(cursor))
    }

    pub(super) fn tools(self) -> Vec<McpTool> {
        self.tools
    }

    fn take(&mut self, tool: McpTool) {
        if self.names.insert(tool.name.clone()) {
            self.bytes += tool.stated.to_string().len();
            self.tools.push(tool);
        } else {
            self.say(&format!("the tool “{}” is listed more than once; the first one is used", tool.name));
        }
    }

    /// A page of the protocol's, read of what was said: the protocol's library knows some of its keys. A tool that the
    /// library leaves out of it can't be called.
    fn read(&mut self, page: ListToolsResult, said: Option<Value>) -> Result<Option<String>, McpError> {
        let Some(said) = said else {
            self.say(
                "the list of tools is too large to be kept as sent: keys that the protocol doesn't have were skipped",
            );
            for tool in page.tools {
                let stated = serde_json::to_value(&tool).unwrap_or_default();
                self.take(McpTool::new(tool, stated));
            }
            return Ok(page.next_cursor);
        };
        let kept: HashSet<String> = page.tools.into_iter().map(|tool| tool.name.into_owned()).collect();
        self.salvage(&said, |name| kept.contains(name))
    }

    fn salvage(&mut self, page: &Value, is_kept: impl Fn(&str) -> bool) -> Result<Option<String>, McpError> {
        let tools = page["tools"].as_array().ok_or_else(|| self.garbage())?;
        for stated in tools {
            match serde_json::from_value::<Tool>(stated.clone()) {
                Ok(tool) if is_kept(&tool.name) => self.take(McpTool::new(tool, stated.clone())),
                Ok(tool) => self.say(&format!("the tool “{}” was skipped: its x-mcp-header is invalid", tool.name)),
                Err(cause) => {
                    let name = stated["name"].as_str().unwrap_or("without a name");
                    self.say(&format!("the tool “{name}” can't be read and was skipped: {cause}"));
                }
            }
        }
        Ok(page["nextCursor"].as_str().map(str::to_owned))
    }

    fn say(&self, text: &str) {
        self.link.note(LogStream::Studio, text);
    }

    fn garbage(&self) -> McpError {
        McpError::Garbage { server: self.link.name.clone(), wanted: "a list of tools", said: String::new() }
    }

    fn too_many(&self, most: usize, unit: &'static str) -> McpError {
        McpError::TooMany { server: self.link.name.clone(), most, unit }
    }
}
