//! Scenarios through the use-cases, without a window: a studio on folders of its own, and vectors from a stand-in.

mod asking_a_model;
mod calling_tools;
mod changing_many;
mod damaged_libraries;
mod editing;
mod evaluating;
mod files;
mod finding;
mod first_start;
mod gram_documents;
mod harness;
mod hostile_input;
mod import_roots;
mod importing;
mod killing;
mod linked_folders;
mod mapping;
mod mcp_servers;
mod meaning;
mod phantom_tools;
mod playground;
mod secrets_stay_secret;
mod timeline;
mod tool_libraries;
mod tool_specifications;
mod toolbox;
