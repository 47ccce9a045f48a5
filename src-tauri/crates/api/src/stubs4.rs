//! Stubs.
mod tools {
    use crate::{
        Error, Studio,
        dto::{SpecEdit, ToolDetail, ToolEdit, ToolImport, ToolInfo, ToolProblem, ToolSpec, ToolVersionInfo},
    };

    impl Studio {
        pub fn get_tool(&self, id: &str) -> Result<ToolDetail, Error> {
            unimplemented!()
        }
        pub fn convert_spec(&self, spec: &SpecEdit) -> Result<ToolSpec, Error> {
            unimplemented!()
        }
        pub fn save_tool(&self, tool: &ToolEdit) -> Result<ToolDetail, Error> {
            unimplemented!()
        }
        pub fn delete_tool(&self, id: &str) -> Result<(), Error> {
            unimplemented!()
        }
        pub fn restore_tool(&self, id: &str) -> Result<ToolDetail, Error> {
            unimplemented!()
        }
        pub fn list_tool_versions(&self, id: &str) -> Result<Vec<ToolVersionInfo>, Error> {
            unimplemented!()
        }
        pub fn restore_tool_version(&self, id: &str, version_id: &str) -> Result<ToolDetail, Error> {
            unimplemented!()
        }
        pub fn read_tools(&self, text: &str) -> Result<ToolImport, Error> {
            unimplemented!()
        }
        pub fn import_tools(&self, tools: &[ToolEdit]) -> Result<Vec<ToolInfo>, Error> {
            unimplemented!()
        }
        pub fn tool_problems(&self) -> Result<Vec<ToolProblem>, Error> {
            unimplemented!()
        }
        pub fn accept_drift(&self, tool_id: &str) -> Result<ToolDetail, Error> {
            unimplemented!()
        }
    }
}
mod calls {
    use crate::{
        Error, Studio,
        dto::{
            Binding, CallOutcome, CaseResult, ConsentInfo, LibraryComparison, LibraryTool, ToolCall, ToolCase,
            ToolLibraryInfo,
        },
    };

    impl Studio {
        pub fn call_tool(&self, call: &ToolCall) -> Result<CallOutcome, Error> {
            unimplemented!()
        }
        pub fn cancel_call(&self, call_id: &str) -> Result<(), Error> {
            unimplemented!()
        }
        pub fn grant_consent(&self, hash: &str) -> Result<(), Error> {
            unimplemented!()
        }
        pub fn revoke_consent(&self, hash: &str) -> Result<(), Error> {
            unimplemented!()
        }
        pub fn list_consents(&self) -> Result<Vec<ConsentInfo>, Error> {
            unimplemented!()
        }
        pub fn list_tool_cases(&self, tool_id: &str) -> Result<Vec<ToolCase>, Error> {
            unimplemented!()
        }
        pub fn save_tool_case(&self, case: &ToolCase) -> Result<ToolCase, Error> {
            unimplemented!()
        }
        pub fn delete_tool_case(&self, id: &str) -> Result<(), Error> {
            unimplemented!()
        }
        pub fn run_tool_cases(&self, tool_id: &str, library: Option<&str>) -> Result<Vec<CaseResult>, Error> {
            unimplemented!()
        }
        pub fn list_tool_libraries(&self) -> Result<Vec<ToolLibraryInfo>, Error> {
            unimplemented!()
        }
        pub fn create_tool_library(&self, name: &str, copy_of: Option<&str>) -> Result<ToolLibraryInfo, Error> {
            unimplemented!()
        }
        pub fn delete_tool_library(&self, name: &str) -> Result<(), Error> {
            unimplemented!()
        }
        pub fn library_tools(&self, library: &str) -> Result<Vec<LibraryTool>, Error> {
            unimplemented!()
        }
        pub fn put_library_tool(&self, library: &str, tool: &LibraryTool) -> Result<(), Error> {
            unimplemented!()
        }
        pub fn delete_library_tool(&self, library: &str, name: &str) -> Result<(), Error> {
            unimplemented!()
        }
        pub fn bind_library(&self, library: &str) -> Result<Vec<Binding>, Error> {
            unimplemented!()
        }
        pub fn compare_libraries(
            &self,
            tool_id: &str,
            a: &str,
            b: &str,
            arguments: &[String],
        ) -> Result<LibraryComparison, Error> {
            unimplemented!()
        }
    }
}
mod servers {
    use crate::{
        Error, Studio,
        dto::{LogLine, SecretList, ServerDetail, ServerEdit, ServerImport, ServerTest, ToolInfo},
    };

    impl Studio {
        pub fn list_servers(&self) -> Result<Vec<ServerDetail>, Error> {
            unimplemented!()
        }
        pub fn read_servers(&self, text: &str) -> Result<ServerImport, Error> {
            unimplemented!()
        }
        pub fn test_server(&self, server: &ServerEdit) -> Result<ServerTest, Error> {
            unimplemented!()
        }
        pub fn save_server(&self, server: &ServerEdit) -> Result<ServerDetail, Error> {
            unimplemented!()
        }
        pub fn delete_server(&self, id: &str) -> Result<(), Error> {
            unimplemented!()
        }
        pub fn start_server(&self, id: &str) -> Result<ServerDetail, Error> {
            unimplemented!()
        }
        pub fn stop_server(&self, id: &str) -> Result<ServerDetail, Error> {
            unimplemented!()
        }
        pub fn check_servers(&self) -> Result<Vec<ServerDetail>, Error> {
            unimplemented!()
        }
        pub fn server_log(&self, id: &str) -> Result<Vec<LogLine>, Error> {
            unimplemented!()
        }
        pub fn import_server_tools(&self, id: &str, names: &[String]) -> Result<Vec<ToolInfo>, Error> {
            unimplemented!()
        }
        pub fn list_secrets(&self) -> Result<SecretList, Error> {
            unimplemented!()
        }
        pub fn set_secret(&self, name: &str, value: &str) -> Result<SecretList, Error> {
            unimplemented!()
        }
        pub fn delete_secret(&self, name: &str) -> Result<SecretList, Error> {
            unimplemented!()
        }
    }
}
mod map {
    use crate::{
        Error, Studio,
        dto::{AgentDetail, AgentEdit, BlastRadius, MapData, MapLink, MapLinkKind, MapPosition},
    };

    impl Studio {
        pub fn map(&self) -> Result<MapData, Error> {
            unimplemented!()
        }
        pub fn put_positions(&self, positions: &[MapPosition]) -> Result<(), Error> {
            unimplemented!()
        }
        pub fn put_link(&self, link: &MapLink) -> Result<MapLink, Error> {
            unimplemented!()
        }
        pub fn delete_link(&self, kind: MapLinkKind, from: &str, to: &str) -> Result<(), Error> {
            unimplemented!()
        }
        pub fn blast_radius(&self, key: &str) -> Result<BlastRadius, Error> {
            unimplemented!()
        }
        pub fn get_agent(&self, id: &str) -> Result<AgentDetail, Error> {
            unimplemented!()
        }
        pub fn save_agent(&self, agent: &AgentEdit) -> Result<AgentDetail, Error> {
            unimplemented!()
        }
        pub fn delete_agent(&self, id: &str) -> Result<(), Error> {
            unimplemented!()
        }
        pub fn restore_agent(&self, id: &str) -> Result<AgentDetail, Error> {
            unimplemented!()
        }
    }
}
