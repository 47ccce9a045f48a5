//! Tools of agent clients by name alone: of versions that are gone, of their documentation, and of clients that were not
//! recorded.

use crate::Client;

impl Client {
    /// Names of tools that earlier versions of it had, or that its documentation names: skills still say them.
    pub const fn other_tool_names(self) -> &'static [&'static str] {
        match self {
            Self::ClaudeCode => &CLAUDE_CODE,
            Self::Codex => &CODEX,
            Self::Copilot => &COPILOT,
            Self::Gemini => {
                &["ask_user", "exit_plan_mode", "read_many_files", "save_memory", "search_file_content", "write_todos"]
            }
            Self::Opencode => &["apply_patch", "list", "question", "todoread", "websearch"],
            Self::Qwen => &["save_memory", "task", "todo_write", "web_fetch", "web_search"],
            Self::VsCode => &VS_CODE,
            Self::Cursor => &CURSOR,
            Self::Antigravity => &ANTIGRAVITY,
            Self::Standard | Self::Kimi | Self::Pi | Self::Adk => &[],
        }
    }
}

const CLAUDE_CODE: [&str; 13] = [
    "BashOutput",
    "KillBash",
    "KillShell",
    "LS",
    "LSP",
    "ListMcpResources",
    "MultiEdit",
    "NotebookRead",
    "ReadMcpResource",
    "SlashCommand",
    "Task",
    "TaskOutput",
    "TodoRead",
];

const CODEX: [&str; 10] = [
    "apply_patch",
    "exec_command",
    "list_mcp_resources",
    "read_mcp_resource",
    "shell",
    "shell_command",
    "update_plan",
    "view_image",
    "web_search",
    "write_stdin",
];

const COPILOT: [&str; 11] = [
    "ask_user",
    "exit_plan_mode",
    "read",
    "report_intent",
    "search",
    "shell",
    "task_complete",
    "update_todo",
    "web_fetch",
    "write",
    "write_bash",
];

const CURSOR: [&str; 13] = [
    "codebase_search",
    "delete_file",
    "edit_file",
    "file_search",
    "fetch_rules",
    "grep_search",
    "list_dir",
    "read_file",
    "read_lints",
    "run_terminal_cmd",
    "search_replace",
    "todo_write",
    "web_search",
];

const ANTIGRAVITY: [&str; 15] = [
    "browser_subagent",
    "codebase_search",
    "command_status",
    "find_by_name",
    "grep_search",
    "list_dir",
    "multi_replace_file_content",
    "notify_user",
    "read_url_content",
    "replace_file_content",
    "run_command",
    "search_web",
    "task_boundary",
    "view_file",
    "write_to_file",
];

/// As skills, agents and prompts for it name them: those of its documentation, and those its model is told.
const VS_CODE: [&str; 61] = [
    "changes",
    "codebase",
    "create_and_run_task",
    "create_directory",
    "create_file",
    "create_new_jupyter_notebook",
    "create_new_workspace",
    "edit",
    "editFiles",
    "edit_notebook_file",
    "extensions",
    "fetch",
    "fetch_webpage",
    "fileSearch",
    "file_search",
    "findTestFiles",
    "get_changed_files",
    "get_errors",
    "get_project_setup_info",
    "get_search_view_results",
    "get_task_output",
    "get_terminal_output",
    "get_vscode_api",
    "githubRepo",
    "github_repo",
    "grep_search",
    "insert_edit_into_file",
    "install_extension",
    "listDirectory",
    "list_code_usages",
    "list_dir",
    "manage_todo_list",
    "multi_replace_string_in_file",
    "openSimpleBrowser",
    "open_simple_browser",
    "problems",
    "readFile",
    "read_file",
    "renderMermaidDiagram",
    "replace_string_in_file",
    "runCommands",
    "runNotebooks",
    "runSubagent",
    "runTask",
    "runTasks",
    "runTests",
    "run_in_terminal",
    "run_notebook_cell",
    "run_task",
    "run_vscode_command",
    "search",
    "searchResults",
    "semantic_search",
    "terminalLastCommand",
    "terminalSelection",
    "testFailure",
    "test_search",
    "textSearch",
    "todos",
    "usages",
    "vscodeAPI",
];
