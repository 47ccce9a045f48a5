//! The tools that agent clients bring along: a skill may name them wherever that client runs it.
//!
//! What a client offers its model when it starts was recorded, name by name with its parameters (`fixtures/clients/blocks.json`);
//! Claude Code declares more in its package, which it offers later or only in a conversation with a person. What earlier
//! versions had, or a client's documentation names, stands by name alone (`other_tools`).

use crate::Client;

/// A tool built into a client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OwnTool {
    /// Its name.
    pub name: &'static str,
    /// The names of its parameters, by the alphabet.
    pub parameters: &'static [&'static str],
}

const fn tool(name: &'static str, parameters: &'static [&'static str]) -> OwnTool {
    OwnTool { name, parameters }
}

impl Client {
    /// The tools it brings along, by the alphabet.
    pub const fn own_tools(self) -> &'static [OwnTool] {
        match self {
            Self::ClaudeCode => &CLAUDE_CODE,
            Self::Codex => &CODEX,
            Self::Copilot => &COPILOT,
            Self::Gemini => &GEMINI,
            Self::Opencode => &OPENCODE,
            Self::Qwen => &QWEN,
            Self::Kimi => &KIMI,
            Self::Pi => &PI,
            Self::Standard | Self::VsCode | Self::Cursor | Self::Antigravity | Self::Adk => &[],
        }
    }

    /// Its tools as a session has them: those it was seen to offer. Of a client that was not recorded, those that its
    /// documentation names, whose parameters nobody knows; but for names of one word, which a message has by chance.
    pub fn session_tools(self) -> Vec<OwnTool> {
        let own = self.own_tools();
        if !own.is_empty() {
            return own.to_vec();
        }
        let has_words = |name: &str| name.contains(|part: char| part == '_' || part.is_ascii_uppercase());
        let named = self.other_tool_names().iter().copied().filter(|name| has_words(name));
        named.map(|name| tool(name, &[])).collect()
    }

    /// Which of its tools reads a file, and by which parameter it is told which one.
    pub const fn reading_tool(self) -> Option<(&'static str, &'static str)> {
        match self {
            Self::ClaudeCode => Some(("Read", "file_path")),
            Self::Copilot => Some(("view", "path")),
            Self::Gemini | Self::Qwen => Some(("read_file", "file_path")),
            Self::Opencode => Some(("read", "filePath")),
            Self::Kimi => Some(("Read", "path")),
            Self::Pi => Some(("read", "path")),
            Self::Standard | Self::Codex | Self::VsCode | Self::Cursor | Self::Antigravity | Self::Adk => None,
        }
    }

    /// Whether a name is that of a tool it brings along.
    pub fn brings_tool(self, name: &str) -> bool {
        self.own_tools().iter().any(|tool| tool.name == name) || self.other_tool_names().contains(&name)
    }
}

const CLAUDE_CODE: [OwnTool; 35] = [
    tool("Agent", &["description", "effort", "isolation", "model", "prompt", "run_in_background", "subagent_type"]),
    tool("AskUserQuestion", &["annotations", "answers", "metadata", "questions"]),
    tool("Bash", &["command", "dangerouslyDisableSandbox", "description", "run_in_background", "timeout"]),
    tool("CronCreate", &["cron", "durable", "prompt", "recurring"]),
    tool("CronDelete", &["id"]),
    tool("CronList", &[]),
    tool("Edit", &["file_path", "new_string", "old_string", "replace_all"]),
    tool("EnterPlanMode", &[]),
    tool("EnterWorktree", &["name", "path"]),
    tool("ExitPlanMode", &["allowedPrompts"]),
    tool("ExitWorktree", &["action", "discard_changes"]),
    tool("Glob", &["path", "pattern"]),
    tool("Grep", &["context", "glob", "head_limit", "multiline", "offset", "output_mode", "path", "pattern", "type"]),
    tool("ListAgents", &["channel", "cursor", "q"]),
    tool("ListMcpResourcesTool", &["server"]),
    tool("Monitor", &["command", "description", "timeout_ms", "ws"]),
    tool("NotebookEdit", &["cell_id", "cell_type", "edit_mode", "new_source", "notebook_path"]),
    tool("Read", &["allow_large", "file_path", "limit", "offset", "pages"]),
    tool("ReadMcpResourceDirTool", &["server", "uri"]),
    tool("ReadMcpResourceTool", &["server", "uri"]),
    tool("ReportFindings", &["findings", "level"]),
    tool("ScheduleWakeup", &["delaySeconds", "noop", "prompt", "reason", "stop"]),
    tool("SendMessage", &[]),
    tool("Skill", &["args", "skill"]),
    tool("TaskCreate", &["activeForm", "description", "metadata", "subject"]),
    tool("TaskGet", &["taskId"]),
    tool("TaskList", &[]),
    tool("TaskStop", &["shell_id", "task_id"]),
    tool(
        "TaskUpdate",
        &["activeForm", "addBlockedBy", "addBlocks", "description", "metadata", "owner", "status", "subject", "taskId"],
    ),
    tool("TodoWrite", &["todos"]),
    tool("ToolSearch", &["max_results", "query"]),
    tool("WebFetch", &["offset", "prompt", "url"]),
    tool("WebSearch", &["allowed_domains", "blocked_domains", "query"]),
    tool("Workflow", &["args", "description", "name", "resumeFromRunId", "script", "scriptPath", "title"]),
    tool("Write", &["content", "file_path"]),
];

const CODEX: [OwnTool; 12] = [
    tool("exec", &[]),
    tool("followup_task", &["message", "target"]),
    tool("interrupt_agent", &["target"]),
    tool("list_agents", &["path_prefix"]),
    tool("request_user_input", &["questions"]),
    tool("request_user_input_async", &["questions"]),
    tool("send_message", &["message", "target"]),
    tool("send_message_to_user_async", &["message"]),
    tool("sleep", &["duration_ms"]),
    tool("spawn_agent", &["fork_turns", "message", "model", "reasoning_effort", "task_name"]),
    tool("wait", &["cell_id", "max_tokens", "terminate", "yield_time_ms"]),
    tool("wait_agent", &["timeout_ms"]),
];

const COPILOT: [OwnTool; 17] = [
    tool("bash", &["command", "description", "detach", "initial_wait", "mode", "shellId"]),
    tool("create", &["file_text", "path"]),
    tool("edit", &["new_str", "old_str", "path"]),
    tool("fetch_copilot_cli_documentation", &[]),
    tool("glob", &["paths", "pattern"]),
    tool(
        "grep",
        &["-A", "-B", "-C", "-i", "-n", "glob", "head_limit", "multiline", "output_mode", "paths", "pattern", "type"],
    ),
    tool("list_agents", &["include_completed", "scope"]),
    tool("list_bash", &[]),
    tool("read_agent", &["agent_id", "since_turn", "timeout", "wait"]),
    tool("read_bash", &["delay", "shellId"]),
    tool("session_store_sql", &["description", "query", "source"]),
    tool("skill", &["skill"]),
    tool("sql", &["description", "query"]),
    tool("stop_bash", &["shellId"]),
    tool("task", &["agent_type", "context_tier", "description", "mode", "model", "name", "prompt", "reasoning_effort"]),
    tool("view", &["forceReadLargeFiles", "path", "view_range"]),
    tool("write_agent", &["agent_id", "agent_ids", "message", "scope"]),
];

const GEMINI: [OwnTool; 15] = [
    tool("activate_skill", &["name"]),
    tool("enter_plan_mode", &["reason"]),
    tool("glob", &["case_sensitive", "dir_path", "pattern", "respect_gemini_ignore", "respect_git_ignore"]),
    tool("google_web_search", &["query"]),
    tool(
        "grep_search",
        &[
            "dir_path",
            "exclude_pattern",
            "include_pattern",
            "max_matches_per_file",
            "names_only",
            "pattern",
            "total_max_matches",
        ],
    ),
    tool("invoke_agent", &["agent_name", "prompt", "wait_for_previous"]),
    tool("list_background_processes", &["wait_for_previous"]),
    tool("list_directory", &["dir_path", "file_filtering_options", "ignore"]),
    tool("read_background_output", &["delay_ms", "lines", "pid", "wait_for_previous"]),
    tool("read_file", &["end_line", "file_path", "start_line"]),
    tool("replace", &["allow_multiple", "file_path", "instruction", "new_string", "old_string"]),
    tool("run_shell_command", &["command", "delay_ms", "description", "dir_path", "is_background"]),
    tool("update_topic", &["strategic_intent", "summary", "title", "wait_for_previous"]),
    tool("web_fetch", &["prompt"]),
    tool("write_file", &["content", "file_path"]),
];

const OPENCODE: [OwnTool; 10] = [
    tool("bash", &["command", "timeout", "workdir"]),
    tool("edit", &["filePath", "newString", "oldString", "replaceAll"]),
    tool("glob", &["path", "pattern"]),
    tool("grep", &["include", "path", "pattern"]),
    tool("read", &["filePath", "limit", "offset"]),
    tool("skill", &["name"]),
    tool("task", &["command", "description", "prompt", "subagent_type", "task_id"]),
    tool("todowrite", &["todos"]),
    tool("webfetch", &["format", "timeout", "url"]),
    tool("write", &["content", "filePath"]),
];

const QWEN: [OwnTool; 14] = [
    tool(
        "agent",
        &[
            "description",
            "fork_profile",
            "fork_tools",
            "fork_turns",
            "isolation",
            "prompt",
            "run_in_background",
            "subagent_type",
            "working_dir",
        ],
    ),
    tool("edit", &["file_path", "new_string", "old_string", "replace_all"]),
    tool("get_goal", &[]),
    tool("glob", &["path", "pattern"]),
    tool("grep_search", &["glob", "limit", "path", "pattern"]),
    tool("list_agents", &[]),
    tool("notebook_edit", &["cell_id", "cell_type", "edit_mode", "new_source", "notebook_path"]),
    tool("read_file", &["file_path", "limit", "offset", "pages"]),
    tool("run_shell_command", &["command", "description", "directory", "is_background", "timeout"]),
    tool("skill", &["args", "skill"]),
    tool("tool_call", &["arguments", "name"]),
    tool("tool_search", &["max_results", "query"]),
    tool("update_goal", &["blockerKind", "reason", "status"]),
    tool("write_file", &["content", "file_path", "record_as_artifact"]),
];

const KIMI: [OwnTool; 25] = [
    tool("Agent", &["description", "prompt", "resume", "run_in_background", "subagent_type"]),
    tool("AgentSwarm", &["description", "items", "prompt_template", "resume_agent_ids", "subagent_type"]),
    tool("AskUserQuestion", &["background", "questions"]),
    tool("Bash", &["command", "cwd", "description", "disable_timeout", "run_in_background", "timeout"]),
    tool("CreateGoal", &["completionCriterion", "objective", "replace"]),
    tool("CronCreate", &["cron", "prompt", "recurring"]),
    tool("CronDelete", &["id"]),
    tool("CronList", &[]),
    tool("Edit", &["new_string", "old_string", "path", "replace_all"]),
    tool("EnterPlanMode", &[]),
    tool("ExitPlanMode", &["options"]),
    tool("FetchURL", &["url"]),
    tool("GetGoal", &[]),
    tool("Glob", &["head_limit", "include_dirs", "include_ignored", "offset", "path", "pattern"]),
    tool(
        "Grep",
        &[
            "-A",
            "-B",
            "-C",
            "-i",
            "-n",
            "glob",
            "head_limit",
            "include_ignored",
            "multiline",
            "offset",
            "output_mode",
            "path",
            "pattern",
            "type",
        ],
    ),
    tool("Read", &["column_offset", "line_offset", "max_chars", "n_lines", "path"]),
    tool("SetGoalBudget", &["unit", "value"]),
    tool("Skill", &["args", "skill"]),
    tool("TaskList", &["active_only", "limit"]),
    tool("TaskOutput", &["task_id"]),
    tool("TaskStop", &["reason", "task_id"]),
    tool("TodoList", &["todos"]),
    tool("UpdateGoal", &["status"]),
    tool("WaitFor", &["task_id", "timeout"]),
    tool("Write", &["content", "mode", "path"]),
];

const PI: [OwnTool; 4] = [
    tool("bash", &["command", "timeout"]),
    tool("edit", &["edits", "path"]),
    tool("read", &["limit", "offset", "path"]),
    tool("write", &["content", "path"]),
];

#[cfg(test)]
mod tests {
    use super::Client;

    #[test]
    fn a_clients_tools_are_named_once_and_in_order() {
        for client in Client::ALL {
            let names: Vec<&str> = client.own_tools().iter().map(|tool| tool.name).collect();
            assert!(names.is_sorted() && names.windows(2).all(|two| two[0] != two[1]), "{client:?}");
            assert!(client.own_tools().iter().all(|tool| tool.parameters.is_sorted()), "{client:?}");
            for name in client.other_tool_names() {
                assert!(!names.contains(name), "{client:?} has {name} twice");
                assert!(client.brings_tool(name));
            }
        }
    }

    #[test]
    fn a_session_has_what_a_client_offers_else_what_its_documentation_names() {
        let names = |client: Client| -> Vec<&str> { client.session_tools().iter().map(|tool| tool.name).collect() };
        assert_eq!(Client::ClaudeCode.session_tools(), Client::ClaudeCode.own_tools());
        assert!(names(Client::Cursor).contains(&"run_terminal_cmd"));
        let of_vscode = names(Client::VsCode);
        assert!(of_vscode.contains(&"run_in_terminal") && of_vscode.contains(&"editFiles"), "{of_vscode:?}");
        assert!(!of_vscode.contains(&"search") && !of_vscode.contains(&"fetch"), "{of_vscode:?}");
        assert!(names(Client::Standard).is_empty() && names(Client::Adk).is_empty());
    }

    #[test]
    fn the_tool_that_reads_files_is_one_of_the_clients_own() {
        let mut readers = 0;
        for client in Client::ALL {
            let Some((name, parameter)) = client.reading_tool() else { continue };
            readers += 1;
            let own = client.own_tools().iter().find(|tool| tool.name == name);
            assert!(own.is_some_and(|tool| tool.parameters.contains(&parameter)), "{client:?} {name} {parameter}");
        }
        assert_eq!(readers, 7);
    }

    #[test]
    fn tools_are_known_by_the_client_that_has_them() {
        for (client, name, is_known) in [
            (Client::ClaudeCode, "Bash", true),
            (Client::ClaudeCode, "KillBash", true),
            (Client::ClaudeCode, "TaskCreate", true),
            (Client::ClaudeCode, "ReadMcpResourceTool", true),
            (Client::ClaudeCode, "PowerShell", true),
            (Client::ClaudeCode, "TeamCreate", true),
            (Client::ClaudeCode, "WaitForMcpServers", true),
            (Client::ClaudeCode, "run_shell_command", false),
            (Client::Gemini, "run_shell_command", true),
            (Client::Codex, "apply_patch", true),
            (Client::Pi, "bash", true),
            (Client::Pi, "glob", false),
            (Client::Standard, "Read", false),
        ] {
            assert_eq!(client.brings_tool(name), is_known, "{client:?} {name}");
        }
    }
}
