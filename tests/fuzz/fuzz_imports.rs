//! Every format that skills, tools and agents come in from (`skillctl import --format`), as files: truncated, mutated, and
//! of another format than they are said to be. What comes in is a library that can be asked, and nothing of it lies outside
//! of its skill.

use std::{
    cell::Cell,
    fs,
    io::{Cursor, Write as _},
    path::{Component, Path, PathBuf},
};

use studio_api::{
    Error, ImportFormat, ListFormat, Studio,
    dto::{ImportReport, RowFormat},
    sha256_hex,
};
use zip::{ZipWriter, write::SimpleFileOptions};

use crate::{
    engine::{FEW, fuzz},
    fuzz_answers::studio,
    fuzz_texts::{JSON_WORDS, SKILL, YAML_WORDS},
};

/// Imports after which a library is made anew, so that what they bring in does not add up.
const IN_A_LIBRARY: u32 = 100;

const SQL: &[u8] = b"BEGIN;\nCREATE TABLE skill_t (a INT);\n\
    INSERT INTO tool_t (host_id, tool_id, name, description, implementation_type, script_content) VALUES ('00000000-0000-4000-8000-000000000000', '00000000-0000-4000-8000-000000000001', 'reach', 'It''s far.', 'javascript', $$return 1;$$);\n\
    INSERT INTO tool_param_t (host_id, param_id, tool_id, name, param_type, required, default_value, validation_schema, order_index) VALUES ('00000000-0000-4000-8000-000000000000', '00000000-0000-4000-8000-000000000002', '00000000-0000-4000-8000-000000000001', 'n', 'number', false, '1', '{\"type\":\"integer\"}'::jsonb, -1);\n\
    INSERT INTO public.skill_t (host_id, skill_id, parent_skill_id, name, description, content_markdown, description_embedding, version) VALUES ('00000000-0000-4000-8000-000000000000', '00000000-0000-4000-8000-000000000003', NULL, 'one', E'a\\nb', '# One', '[0.1,0.2]', DEFAULT), ('00000000-0000-4000-8000-000000000000', '00000000-0000-4000-8000-000000000004', '00000000-0000-4000-8000-000000000003', 'two', now(), '', NULL, '1.0.0');\n\
    INSERT INTO skill_tool_t (host_id, skill_id, tool_id, config, access_level) VALUES ('0', '00000000-0000-4000-8000-000000000003', '00000000-0000-4000-8000-000000000001', '{}', 'write') ON CONFLICT DO NOTHING;\n\
    INSERT INTO skill_dependency_t VALUES ('0', '00000000-0000-4000-8000-000000000003', '00000000-0000-4000-8000-000000000004', true);\n\
    INSERT INTO agent_definition_t (host_id, agent_def_id, agent_name, model_provider, model_name, temperature) VALUES ('0', '00000000-0000-4000-8000-000000000005', 'clerk', 'openai', 'gpt', 0.20);\n\
    INSERT INTO agent_skill_t (host_id, agent_def_id, skill_id, priority) VALUES ('0', '00000000-0000-4000-8000-000000000005', '00000000-0000-4000-8000-000000000003', 3);\nCOMMIT;\n";

const EVENTS: &[u8] = br#"[{"specversion":"1.0","type":"ToolCreatedEvent","data":{"toolId":"00000000-0000-4000-8000-000000000001","name":"reach","description":"d","implementationType":"rest","apiEndpoint":"https://a.example/{b}","apiMethod":"GET"}},
 {"specversion":"1.0","type":"ToolParamCreatedEvent","data":{"paramId":"p","toolId":"00000000-0000-4000-8000-000000000001","name":"b","paramType":"string","required":true,"validationSchema":"{\"maxLength\":3}"}},
 {"specversion":"1.0","type":"SkillCreatedEvent","data":{"skillId":"00000000-0000-4000-8000-000000000003","name":"one","description":"a","contentMarkdown":"b"}},
 {"specversion":"1.0","type":"SkillUpdatedEvent","data":{"skillId":"00000000-0000-4000-8000-000000000003","parentSkillId":"00000000-0000-4000-8000-000000000003"}},
 {"specversion":"1.0","type":"SkillToolCreatedEvent","data":{"skillId":"00000000-0000-4000-8000-000000000003","toolId":"00000000-0000-4000-8000-000000000001","config":"{}","accessLevel":"execute"}},
 {"specversion":"1.0","type":"SkillDependencyCreatedEvent","data":{"skillId":"00000000-0000-4000-8000-000000000003","dependsOnSkillId":"00000000-0000-4000-8000-000000000003","required":false}},
 {"specversion":"1.0","type":"SkillToolDeletedEvent","data":{"skillId":"x","toolId":"y"}}]"#;

const TOOLS: &[u8] = br#"[{"type":"function","function":{"name":"reach","description":"d","strict":true,"parameters":{"type":"object","properties":{"a":{"type":["string","null"],"enum":["b"]}},"required":["a"]}}},{"name":"two","input_schema":{"type":"object"}},{"name":"three","title":"t","inputSchema":{"$ref":"x"},"annotations":{"readOnlyHint":true}}]"#;

const SERVERS: &[u8] = br#"{"mcpServers":{"a":{"command":"npx","args":["-y","b"],"env":{"KEY":"sk-abcdefghijklmnop"}},"c":{"type":"http","url":"https://d.example","headers":{"Authorization":"Bearer abcdefghijkl"}}}}"#;

const API: &[u8] = b"openapi: 3.1.0\ninfo: {title: a, version: '1'}\nservers: [{url: 'https://a.example'}]\npaths:\n  /a/{b}:\n    post:\n      operationId: c\n      parameters: [{name: b, in: path, required: true, schema: {type: string}}]\n      requestBody:\n        content:\n          application/json:\n            schema: {type: object, properties: {d: {type: integer}}}\n";

const GRAM: &[u8] = b"(clerk:Agent {description: \"d\", instruction: `i`, model: \"openai/gpt\"})\n\n[clerk | (reach:Tool {description: \"d\", typeSignature: \"(a::Text)==>(::IO Text)\"})]\n";

const SQL_WORDS: &[&str] = &[
    "'",
    "''",
    "$$",
    "$a$",
    "E'\\",
    "--",
    "/*",
    "*/",
    "(",
    ")",
    ",",
    ";",
    "NULL",
    "::jsonb",
    "ARRAY[",
    "INSERT INTO skill_t ",
    "VALUES ",
    "-",
    "1e999",
    "\\0",
    "ON CONFLICT ",
    "SELECT ",
    "CASE WHEN ",
    "COPY skill_t FROM stdin;\n",
];

/// Beginnings of what is none of these formats.
const FOREIGN: [&[u8]; 4] = [
    b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR",
    b"SQLite format 3\0\x10\0\x01\x01\0",
    b"PGDMP\x01\x0e\0\x04\x08\x01\x01\x01\0\0\0",
    b"\x1f\x8b\x08\0\0\0\0\0\0\x03",
];

fn archive() -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in
        [("a-skill/SKILL.md", SKILL), ("a-skill/scripts/run.sh", b"ls\n"), ("a-skill/evals/evals.json", b"{}")]
    {
        writer.start_file(name, SimpleFileOptions::default()).expect("memory takes it");
        writer.write_all(bytes).expect("memory takes it");
    }
    writer.finish().expect("memory takes it").into_inner()
}

/// Puts an import to its own seeds and to everybody else's. `import` is given the studio, the folder it may write to, and
/// the input.
fn imports(reader: &str, words: &[&str], import: impl Fn(&Studio, &Path, &[u8]) -> Result<ImportReport, Error>) {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let studio = studio(folder.path());
    let packed = archive();
    let own = [SKILL, SQL, EVENTS, TOOLS, SERVERS, API, GRAM, packed.as_slice()];
    let seeds: Vec<&[u8]> = own.into_iter().chain(FOREIGN).collect();
    let (tried, libraries) = (Cell::new(0_u32), Cell::new(0_u32));
    let place = folder.path().join("in");
    fuzz(reader, FEW, &seeds, words, |bytes| {
        drop(fs::remove_dir_all(&place));
        fs::create_dir_all(&place).expect("the temporary folder can be written");
        if let Ok(report) = import(&studio, &place, bytes) {
            sound(&studio, &report);
        }
        tried.set(tried.get() + 1);
        if tried.get().is_multiple_of(IN_A_LIBRARY) {
            let last = folder.path().join(format!("{}.db", libraries.get()));
            libraries.set(libraries.get() + 1);
            let next = folder.path().join(format!("{}.db", libraries.get())).display().to_string();
            studio.create_library(&next, false).expect("an empty library can be made");
            drop(fs::remove_file(last));
        }
    });
}

/// What came in can be asked for, by the id that was told, and stays within its skill.
fn sound(studio: &Studio, report: &ImportReport) {
    for skipped in &report.skipped {
        assert!(!skipped.message.trim().is_empty(), "{skipped:?} says why");
    }
    for item in &report.imported {
        assert!(!item.name.is_empty(), "{item:?}");
        let Ok(skill) = studio.get_skill(&item.id) else { continue };
        for file in &skill.files {
            let is_plain = Path::new(&file.path).components().all(|part| matches!(part, Component::Normal(_)));
            assert!(is_plain, "{}", file.path);
        }
    }
    let tools = studio.list_tools().expect("tools can be listed");
    for tool in tools.iter().rev().take(2) {
        studio.get_tool(&tool.id).expect("a tool that is listed is there");
    }
    let agents = studio.list_agents().expect("agents can be listed");
    for agent in agents.iter().rev().take(1) {
        studio.get_agent(&agent.id).expect("an agent that is listed is there");
    }
}

fn put(place: &Path, name: &str, bytes: &[u8]) -> PathBuf {
    let file = place.join(name);
    let folder = file.parent().expect("it has a folder");
    fs::create_dir_all(folder).and_then(|()| fs::write(&file, bytes)).expect("the temporary folder can be written");
    file
}

fn rows(format: RowFormat, name: &str, words: &[&str]) {
    imports(format.as_str(), words, |studio, place, bytes| studio.import_from(&[put(place, name, bytes)], format));
}

fn list(format: ListFormat, name: &str, words: &[&str]) {
    imports(format.as_str(), words, |studio, place, bytes| {
        studio.import_lists(&[put(place, name, bytes)], Some(format))
    });
}

fn folder(format: ImportFormat, name: &str, words: &[&str]) {
    imports(format.as_str(), words, |studio, place, bytes| {
        put(place, name, bytes);
        let path = if format == ImportFormat::SkillZip { place.join(name) } else { place.to_owned() };
        studio.import_format(&[path.display().to_string()], Some(format), false)
    });
}

#[test]
fn sql_of_light4j() {
    let words: Vec<&str> = SQL_WORDS.iter().chain(JSON_WORDS).copied().collect();
    rows(RowFormat::Light4jSql, "a.sql", &words);
}

#[test]
fn events_of_light4j() {
    let more = ["\"type\":\"SkillDeletedEvent\"", "\"data\":", "\"specversion\":", "\"skillId\":", "\"config\":"];
    let words: Vec<&str> = more.into_iter().chain(JSON_WORDS.iter().copied()).collect();
    rows(RowFormat::Light4jEvents, "a.json", &words);
}

#[test]
fn indexes_of_websites() {
    let more =
        ["\"digest\":", "\"sha256:", "\"url\":\"../", "\"url\":\"/", "\"type\":\"archive\"", "http://", "%2e%2e/"];
    let words: Vec<&str> = more.into_iter().chain(JSON_WORDS.iter().copied()).collect();
    let turn = Cell::new(0_u32);
    imports(RowFormat::WellKnown.as_str(), &words, |studio, place, bytes| {
        turn.set(turn.get() + 1);
        let packed = archive();
        let index = |served: &[u8], name: &str| {
            let digest = sha256_hex(served);
            format!(
                r#"{{"skills":[{{"name":"a-skill","type":"archive","description":"d","url":"/.well-known/agent-skills/{name}","digest":"sha256:{digest}"}},{{"name":"b","type":"skill-md","url":"b/SKILL.md","digest":"sha256:{digest}"}}]}}"#
            )
        };
        // Now the index is odd, now what it leads to and still has the digest of, now what has another.
        let (index, served) = match turn.get() % 3 {
            0 => (bytes.to_vec(), packed.as_slice()),
            1 => (index(bytes, "a.zip").into_bytes(), bytes),
            _ => (index(&packed, "a.zip").into_bytes(), bytes),
        };
        let is_other = turn.get() % 3 == 2 && served != packed;
        let site = place.join(".well-known/agent-skills");
        put(&site, "index.json", &index);
        put(&site, "a.zip", served);
        put(&site, "b/SKILL.md", served);
        let report = studio.import_from(&[place.to_owned()], RowFormat::WellKnown)?;
        assert!(!is_other || report.imported.is_empty(), "nothing comes in that is not as its digest says");
        Ok(report)
    });
}

#[test]
fn archives_of_skills() {
    let words = ["PK\u{3}\u{4}", "PK\u{1}\u{2}", "PK\u{5}\u{6}", "../", "\0\0\0\0", "SKILL.md", "/", "\\"];
    folder(ImportFormat::SkillZip, "a.skill", &words);
}

#[test]
fn folders_of_the_standard() {
    folder(ImportFormat::AgentSkills, "a-skill/SKILL.md", YAML_WORDS);
}

#[test]
fn folders_of_adk() {
    folder(ImportFormat::Adk, ".skills/a-skill.md", YAML_WORDS);
}

#[test]
fn documents_in_gram() {
    let words =
        [":Agent", ":Tool", "(", ")", "[", "]", "|", "{", "}", "`", "\"", "==>", "-->", "::", "Maybe ", "//", ","];
    list(ListFormat::Gram, "a.gram", &words);
}

#[test]
fn settings_of_servers() {
    list(ListFormat::McpServers, "a.json", JSON_WORDS);
}

#[test]
fn tools_of_servers() {
    list(ListFormat::McpTools, "a.json", JSON_WORDS);
}

#[test]
fn tools_of_openai() {
    list(ListFormat::OpenAiTools, "a.json", JSON_WORDS);
}

#[test]
fn tools_of_anthropic() {
    list(ListFormat::AnthropicTools, "a.json", JSON_WORDS);
}

#[test]
fn operations_of_apis() {
    let words: Vec<&str> = JSON_WORDS.iter().chain(YAML_WORDS).copied().collect();
    list(ListFormat::OpenApi, "a.yaml", &words);
}
