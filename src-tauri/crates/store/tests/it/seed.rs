//! What the seed's schema requires, each row of the checklist by its id.

use rusqlite::Connection;
use serde_json::json;
use studio_model::{
    AccessLevel, AgentId, Implementation, MAX_API_ENDPOINT, MAX_API_METHOD, MAX_IMPLEMENTATION_CLASS, ParameterType,
    SkillId,
};
use studio_store::{EntityKind, Error, SkillChange, TrashKind};
use studio_testkit::{
    AgentBuilder, SkillBuilder, TempLibrary, ToolBuilder, agent_skill, parameter, skill_dependency, skill_tool,
};
use uuid::Uuid;

/// The file as any other program would see it.
fn raw(library: &TempLibrary) -> Connection {
    let connection = Connection::open(library.path()).unwrap();
    connection.pragma_update(None, "foreign_keys", true).unwrap();
    connection
}

/// Inserts with nothing but the columns named, and answers with the first word of a refusal.
fn insert(db: &Connection, table: &str, columns: &[(&str, &str)]) -> Result<(), String> {
    let names: Vec<&str> = columns.iter().map(|column| column.0).collect();
    let values: Vec<&str> = columns.iter().map(|column| column.1).collect();
    let sql = format!("INSERT INTO {table} ({}) VALUES ({})", names.join(", "), values.join(", "));
    db.execute(&sql, []).map(|_| ()).map_err(|error| error.to_string().split(' ').take(3).collect::<Vec<_>>().join(" "))
}

const HOST: (&str, &str) = ("host_id", "'01938a3e-0000-7000-8000-000000000001'");

fn uuid() -> String {
    format!("'{}'", Uuid::now_v7())
}

const CHECK: &str = "CHECK constraint failed:";
const NOT_NULL: &str = "NOT NULL constraint";

fn refusal(outcome: Result<(), String>) -> String {
    outcome.expect_err("the row should be refused")
}

/// A text of `length` characters of two bytes each: the lengths count characters.
fn long(length: usize) -> String {
    "ä".repeat(length)
}

#[test]
fn s0_04_skill_columns_have_the_seeds_lengths_and_defaults() {
    let library = TempLibrary::new();
    let db = raw(&library);
    let id = uuid();
    let base = [HOST, ("skill_id", id.as_str())];
    let with = |more: &[(&'static str, String)]| -> Result<(), String> {
        let mut columns: Vec<(&str, &str)> = base.to_vec();
        columns.extend(more.iter().map(|(name, value)| (*name, value.as_str())));
        insert(&db, "skill_t", &columns)
    };
    let text = |length: usize| format!("'{}'", long(length));
    let body = || ("content_markdown", "''".to_owned());
    assert_eq!(refusal(with(&[body()])), NOT_NULL);
    assert_eq!(refusal(with(&[("name", text(1))])), NOT_NULL);
    for (column, length) in [("name", 126), ("description", 1024), ("version", 20)] {
        let others = |given: &str| if given == "name" { vec![body()] } else { vec![body(), ("name", text(1))] };
        let mut columns = others(column);
        columns.push((column, text(length + 1)));
        assert_eq!(refusal(with(&columns)), CHECK, "{column}");
    }
    with(&[body(), ("name", text(126)), ("description", text(1024))]).unwrap();
    let version: String = db.query_row("SELECT version FROM skill_t", [], |row| row.get(0)).unwrap();
    assert_eq!(version, "1.0.0");

    for (content, field) in [
        (SkillBuilder::new(&long(127)), "name has 127 characters; the limit is 126"),
        (SkillBuilder::new(" "), "name is empty"),
        (SkillBuilder::new("a").description(&long(1025)), "description has 1,025 characters; the limit is 1,024"),
    ] {
        let error = library.create_skill(&content.build()).unwrap_err();
        assert!(matches!(&error, Error::Invalid { reason, .. } if reason.to_string() == field), "{error}");
    }
}

#[test]
fn s0_05_parent_is_a_tree_without_cycles() {
    let library = TempLibrary::new();
    let top = library.add_skill(SkillBuilder::new("top"));
    let middle = library.add_skill(SkillBuilder::new("middle").parent(top));
    let leaf = library.add_skill(SkillBuilder::new("leaf").parent(middle));
    let put = |id, parent| {
        let change = SkillChange { parent: Some(parent), ..SkillChange::default() };
        library.update_skill(id, library.get_skill(id).unwrap().skill.audit.aggregate_version, &change)
    };
    let error = put(top, Some(leaf)).unwrap_err();
    assert_eq!(error.to_string(), "parent would create a cycle: top → leaf → middle → top");
    assert_eq!(put(top, Some(top)).unwrap_err().to_string(), "parent would create a cycle: top → top");
    assert!(matches!(put(top, Some(SkillId(Uuid::now_v7()))).unwrap_err(), Error::Dangling { .. }));
    assert_eq!(library.get_skill(top).unwrap().skill.parent, None, "a refused change leaves nothing behind");

    put(leaf, Some(top)).unwrap();
    assert_eq!(library.get_skill(leaf).unwrap().skill.parent, Some(top));
    put(leaf, None).unwrap();
    assert_eq!(library.get_skill(leaf).unwrap().skill.parent, None);

    // The key holds the host too: a parent of another host is no parent.
    let db = raw(&library);
    let (id, parent) = (uuid(), format!("'{top}'"));
    let columns = [HOST, ("skill_id", &id), ("name", "'x'"), ("content_markdown", "''"), ("parent_skill_id", &parent)];
    assert_eq!(refusal(insert(&db, "skill_t", &columns)), "FOREIGN KEY constraint");
}

#[test]
fn s0_06_and_s0_10_embeddings_have_384_dimensions() {
    let library = TempLibrary::new();
    let db = raw(&library);
    for (table, key, needed) in [("skill_t", "skill_id", "content_markdown"), ("tool_t", "tool_id", "description")] {
        let with = |blob: &str| {
            let id = uuid();
            let columns = [HOST, (key, &id), ("name", "'x'"), (needed, "''"), ("description_embedding", blob)];
            insert(&db, table, &columns)
        };
        assert_eq!(refusal(with("zeroblob(1532)")), CHECK, "{table}");
        with("zeroblob(384 * 4)").unwrap();
        with("NULL").unwrap();
    }
}

#[test]
fn s0_06_and_s0_10_a_vector_goes_with_the_name_and_description_it_is_of() {
    let library = TempLibrary::new();
    let skill = library.create_skills(&[SkillBuilder::new("one").build()]).unwrap().remove(0).unwrap();
    let tool = ToolBuilder::new("look").build();
    library.put_tool(&tool).unwrap();
    let vector: Vec<f32> = (0..384_u16).map(f32::from).collect();
    for (kind, id, table, key) in
        [(EntityKind::Skill, skill.0, "skill_t", "skill_id"), (EntityKind::Tool, tool.id.0, "tool_t", "tool_id")]
    {
        let put = || library.put_description_vectors(kind, &[(id, &vector)]).unwrap();
        let db = raw(&library);
        let version = || -> i64 {
            db.query_row(&format!("SELECT aggregate_version FROM {table} WHERE {key} = ?"), [id.to_string()], |row| {
                row.get(0)
            })
            .unwrap()
        };
        let before = version();
        assert_eq!(library.without_description_vector(kind).unwrap(), [id]);
        put();
        assert_eq!(library.description_vector(kind, id).unwrap().as_ref(), Some(&vector));
        assert_eq!(library.without_description_vector(kind).unwrap(), Vec::<Uuid>::new());
        assert_eq!(version(), before, "no version of the row");
        let set = |column: &str| {
            let sql = format!("UPDATE {table} SET {column} WHERE {key} = ?");
            db.execute(&sql, [id.to_string()]).unwrap();
            library.description_vector(kind, id).unwrap().is_some()
        };
        assert!(set("update_user = 'somebody', name = name, description = description"));
        for changed in ["name = 'two'", "description = 'Else.'"] {
            put();
            assert!(!set(changed), "{table}: {changed}");
        }
    }
    assert_eq!(library.description_vector(EntityKind::Agent, skill.0).unwrap(), None, "agents have no such column");
}

#[test]
fn s0_07_and_s0_08_a_tool_has_a_description_and_one_of_five_types() {
    let library = TempLibrary::new();
    let db = raw(&library);
    let id = uuid();
    let base = [HOST, ("tool_id", id.as_str())];
    let with = |more: &[(&'static str, &str)]| insert(&db, "tool_t", &[base.as_slice(), more].concat());
    assert_eq!(refusal(with(&[("name", "'x'")])), NOT_NULL);
    assert_eq!(refusal(with(&[("description", "'x'")])), NOT_NULL);
    let name = format!("'{}'", long(127));
    assert_eq!(refusal(with(&[("name", &name), ("description", "''")])), CHECK);
    let typed = |kind| with(&[("name", "'x'"), ("description", "''"), ("implementation_type", kind)]);
    assert_eq!(refusal(typed("'bash'")), CHECK);
    for kind in ["'java'", "'mcp_server'", "'rest'", "'python'", "'javascript'", "NULL"] {
        typed(kind).unwrap();
        db.execute("DELETE FROM tool_t", []).unwrap();
    }
    let error = library.put_tool(&ToolBuilder::new("x").description(" ").build()).unwrap_err();
    assert_eq!(error.to_string(), "tool x: description is empty");
}

#[test]
fn s0_09_each_implementation_keeps_its_own_columns() {
    let library = TempLibrary::new();
    let kinds = [
        Implementation::Java { class: long(MAX_IMPLEMENTATION_CLASS) },
        Implementation::McpServer { server: long(126) },
        Implementation::Rest { endpoint: long(MAX_API_ENDPOINT), method: long(MAX_API_METHOD) },
        Implementation::Python { script: "print(1)\0\n".to_owned() },
        Implementation::Javascript { script: "1".to_owned() },
    ];
    for implementation in kinds {
        let id = library.add_tool(ToolBuilder::new("x").implementation(implementation.clone()));
        assert_eq!(library.get_tool(id).unwrap().implementation, Some(implementation));
    }
    let too_long = [
        Implementation::Java { class: long(501) },
        Implementation::McpServer { server: long(127) },
        Implementation::Rest { endpoint: long(1025), method: "GET".to_owned() },
        Implementation::Rest { endpoint: "x".to_owned(), method: long(11) },
    ];
    for implementation in too_long {
        let tool = ToolBuilder::new("x").implementation(implementation).build();
        assert!(matches!(library.put_tool(&tool).unwrap_err(), Error::Invalid { .. }));
    }
    let db = raw(&library);
    for (column, length) in
        [("implementation_class", 501), ("mcp_server_name", 127), ("api_endpoint", 1025), ("api_method", 11)]
    {
        let (id, value) = (uuid(), format!("'{}'", long(length)));
        let columns = [HOST, ("tool_id", &id), ("name", "'x'"), ("description", "''"), (column, &value)];
        assert_eq!(refusal(insert(&db, "tool_t", &columns)), CHECK, "{column}");
    }
}

#[test]
fn s0_11_parameters_have_types_defaults_and_json() {
    let library = TempLibrary::new();
    let tool = library.add_tool(ToolBuilder::new("x"));
    for (index, kind) in ParameterType::ALL.into_iter().enumerate() {
        let mut row = parameter(tool, kind.as_str());
        row.kind = kind;
        row.order_index = 10 - index as i64;
        row.default_value = Some(json!({ "deep": [1, "ä", null] }));
        row.validation_schema = Some(json!({ "type": "integer" }));
        library.put_parameter(&row).unwrap();
    }
    let stored = library.list_parameters(tool).unwrap();
    let names: Vec<&str> = stored.iter().map(|row| row.name.as_str()).collect();
    assert_eq!(names, ["array", "object", "boolean", "number", "string"], "by order_index");
    assert!(stored.iter().all(|row| row.required && row.default_value == Some(json!({ "deep": [1, "ä", null] }))));
    assert_eq!(stored[0].kind, ParameterType::Array);

    let db = raw(&library);
    let (tool, host, name) = (format!("'{tool}'"), format!("'{}'", library.host()), format!("'{}'", long(256)));
    let with = |more: &[(&'static str, &str)]| {
        let id = uuid();
        let base = [("host_id", host.as_str()), ("param_id", &id), ("tool_id", &tool)];
        insert(&db, "tool_param_t", &[base.as_slice(), more].concat())
    };
    with(&[("name", "'a'"), ("param_type", "'string'")]).unwrap();
    let defaults: (bool, i64) = db
        .query_row("SELECT required, order_index FROM tool_param_t WHERE name = 'a'", [], |row| {
            Ok((row.get(0)?, row.get(1)?))
        })
        .unwrap();
    assert_eq!(defaults, (true, 0));
    for bad in [
        [("name", "'a'"), ("param_type", "'integer'"), ("required", "1")],
        [("name", name.as_str()), ("param_type", "'string'"), ("required", "1")],
        [("name", "'a'"), ("param_type", "'string'"), ("default_value", "'{'")],
        [("name", "'a'"), ("param_type", "'string'"), ("validation_schema", "'{'")],
        [("name", "'a'"), ("param_type", "'string'"), ("required", "2")],
    ] {
        assert_eq!(refusal(with(&bad)), CHECK, "{bad:?}");
    }
}

#[test]
fn s0_13_s0_14_s0_15_links_have_the_seeds_defaults() {
    let library = TempLibrary::new();
    let (skill, other) = (library.add_skill(SkillBuilder::new("a")), library.add_skill(SkillBuilder::new("b")));
    let tool = library.add_tool(ToolBuilder::new("t"));
    let agent = library.add_agent(AgentBuilder::new("agent"));
    let db = raw(&library);
    let quoted = |id: &dyn std::fmt::Display| format!("'{id}'");
    let (host, skill_id, other_id) = (quoted(&library.host()), quoted(&skill), quoted(&other));
    let (tool_id, agent_id) = (quoted(&tool), quoted(&agent));
    let host = ("host_id", host.as_str());
    insert(&db, "agent_skill_t", &[host, ("agent_def_id", &agent_id), ("skill_id", &skill_id)]).unwrap();
    insert(&db, "skill_tool_t", &[host, ("skill_id", &skill_id), ("tool_id", &tool_id)]).unwrap();
    insert(&db, "skill_dependency_t", &[host, ("skill_id", &skill_id), ("depends_on_skill_id", &other_id)]).unwrap();

    let assignment = &library.list_agent_skills().unwrap()[0];
    assert_eq!((&assignment.config, assignment.priority, assignment.sequence_id), (&json!({}), 0, 0));
    let link = &library.list_skill_tools().unwrap()[0];
    assert_eq!((&link.config, link.access), (&json!({}), AccessLevel::Read));
    assert!(library.list_skill_dependencies().unwrap()[0].required);

    let columns = [host, ("skill_id", &other_id), ("tool_id", &tool_id), ("access_level", "'admin'")];
    assert_eq!(refusal(insert(&db, "skill_tool_t", &columns)), CHECK);
    for access in AccessLevel::ALL {
        let read = library.list_skill_tools().unwrap().remove(0);
        library.put_skill_tool(&studio_model::SkillTool { access, ..read }).unwrap();
        assert_eq!(library.list_skill_tools().unwrap()[0].access, access);
    }
}

#[test]
fn s0_15_a_dependency_that_closes_a_cycle_is_refused_by_name() {
    let library = TempLibrary::new();
    let [a, b, c] = ["a", "b", "c"].map(|name| library.add_skill(SkillBuilder::new(name)));
    library.put_skill_dependency(&skill_dependency(a, b)).unwrap();
    library.put_skill_dependency(&skill_dependency(b, c)).unwrap();
    let error = library.put_skill_dependency(&skill_dependency(c, a)).unwrap_err();
    assert_eq!(error.to_string(), "dependency would create a cycle: c → a → b → c");
    let error = library.put_skill_dependency(&skill_dependency(a, a)).unwrap_err();
    assert_eq!(error.to_string(), "dependency would create a cycle: a → a");
    library.put_skill_dependency(&skill_dependency(a, c)).unwrap();
    assert_eq!(library.list_skill_dependencies().unwrap().len(), 3);
    assert!(matches!(
        library.put_skill_dependency(&skill_dependency(c, SkillId(Uuid::now_v7()))).unwrap_err(),
        Error::Dangling { .. }
    ));
    library.delete_skill_dependency(b, c, 1).unwrap();
    library.delete_skill_dependency(a, c, 1).unwrap();
    library.put_skill_dependency(&skill_dependency(c, a)).unwrap();
}

#[test]
fn s0_16_every_row_has_a_host_a_version_a_state_a_time_and_a_user() {
    let library = TempLibrary::new();
    let db = raw(&library);
    let tables = [
        "skill_t",
        "tool_t",
        "tool_param_t",
        "agent_definition_t",
        "agent_skill_t",
        "skill_tool_t",
        "skill_dependency_t",
    ];
    for table in tables {
        let mut statement = db
            .prepare("SELECT name || ' ' || COALESCE(dflt_value, '-') || ' ' || pk FROM pragma_table_info(?)")
            .unwrap();
        let columns: Vec<String> =
            statement.query_map([table], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
        for column in ["host_id - 1", "aggregate_version 1 0", "active 1 0", "update_user 'studio' 0"] {
            assert!(columns.iter().any(|found| found == column), "{table} lacks {column}: {columns:?}");
        }
        assert!(columns.iter().any(|column| column.starts_with("update_ts strftime(")), "{table}: {columns:?}");
    }
    let id = uuid();
    let columns = [HOST, ("skill_id", id.as_str()), ("name", "'x'"), ("content_markdown", "''")];
    let user = format!("'{}'", long(127));
    assert_eq!(refusal(insert(&db, "skill_t", &[columns.as_slice(), &[("update_user", &user)]].concat())), CHECK);
    insert(&db, "skill_t", &columns).unwrap();
    let (version, active, time): (i64, bool, String) = db
        .query_row("SELECT aggregate_version, active, update_ts FROM skill_t", [], |row| {
            Ok((row.get(0)?, row.get(1)?, row.get(2)?))
        })
        .unwrap();
    assert_eq!((version, active), (1, true));
    assert!(time.ends_with('Z') && time.contains('T'), "{time}");

    let stored = library.get_skill(library.add_skill(SkillBuilder::new("y"))).unwrap().skill.audit;
    assert_eq!((stored.aggregate_version, stored.active), (1, true));
    assert_eq!((stored.update_ts.as_str(), stored.update_user.as_str()), ("2026-01-02T03:04:05.000Z", "tester"));
}

#[test]
fn s0_17_deletes_cascade_or_are_refused_with_the_names_of_the_dependents() {
    let library = TempLibrary::new();
    let [parent, base, user] = ["parent", "base", "user"].map(|name| library.add_skill(SkillBuilder::new(name)));
    let child = library.add_skill(SkillBuilder::new("child").parent(parent));
    let tool = library.add_tool(ToolBuilder::new("t"));
    let agent = library.add_agent(AgentBuilder::new("agent"));
    library.put_parameter(&parameter(tool, "p")).unwrap();
    library.put_skill_tool(&skill_tool(user, tool)).unwrap();
    library.put_skill_tool(&skill_tool(base, tool)).unwrap();
    library.put_agent_skill(&agent_skill(agent, user)).unwrap();
    library.put_agent_skill(&agent_skill(agent, base)).unwrap();
    library.put_skill_dependency(&skill_dependency(user, base)).unwrap();

    let refused = |id: SkillId| library.delete(TrashKind::Skill, id.0).unwrap_err();
    assert_eq!(refused(base), ["user"]);
    assert_eq!(refused(parent), ["child"]);
    library.trash_skill(child);
    assert_eq!(refused(parent), ["child"], "the trash still holds it");

    library.delete(TrashKind::Skill, user.0).unwrap();
    assert_eq!(library.list_agent_skills().unwrap().len(), 1);
    assert_eq!(library.list_skill_tools().unwrap().len(), 1);
    library.delete(TrashKind::Skill, base.0).unwrap();
    library.delete(TrashKind::Tool, tool.0).unwrap();
    assert_eq!(library.list_parameters(tool).unwrap(), []);
    library.delete(TrashKind::Agent, agent.0).unwrap();
    let db = raw(&library);
    for table in ["agent_skill_t", "skill_tool_t", "skill_dependency_t", "tool_param_t", "agent_detail_t"] {
        let count: i64 = db.query_row(&format!("SELECT count(*) FROM {table}"), [], |row| row.get(0)).unwrap();
        assert_eq!(count, 0, "{table}");
    }
    let sql = format!("DELETE FROM skill_t WHERE skill_id = '{parent}'");
    assert!(db.execute(&sql, []).unwrap_err().to_string().contains("FOREIGN KEY"), "the schema itself refuses");
}

#[test]
fn s0_18_the_indexes_the_seed_names_exist() {
    let library = TempLibrary::new();
    let db = raw(&library);
    for (index, table, column) in [
        ("idx_skill_active", "skill_t", "active"),
        ("idx_skill_name", "skill_t", "name"),
        ("idx_tool_active", "tool_t", "active"),
        ("idx_tool_name", "tool_t", "name"),
        ("idx_agent_skill_agent", "agent_skill_t", "agent_def_id"),
        ("idx_skill_tool_skill", "skill_tool_t", "skill_id"),
    ] {
        let sql = "SELECT tbl_name, (SELECT group_concat(name) FROM pragma_index_info(?1))
            FROM sqlite_schema WHERE type = 'index' AND name = ?1";
        let found: (String, String) = db.query_row(sql, [index], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
        assert_eq!(found, (table.to_owned(), column.to_owned()), "{index}");
    }
}

#[test]
fn s0_21_agent_definitions_have_the_ruled_columns() {
    let library = TempLibrary::new();
    let db = raw(&library);
    let id = uuid();
    let with = |more: &[(&'static str, &str)]| {
        let all = [("agent_name", "'a'"), ("model_provider", "'p'"), ("model_name", "'m'")];
        let kept = all.iter().filter(|column| !more.iter().any(|other| other.0 == column.0)).copied();
        let columns: Vec<(&str, &str)> =
            [HOST, ("agent_def_id", id.as_str())].into_iter().chain(kept).chain(more.iter().copied()).collect();
        insert(&db, "agent_definition_t", &columns)
    };
    for column in ["agent_name", "model_provider", "model_name"] {
        assert_eq!(refusal(with(&[(column, "NULL")])), NOT_NULL, "{column}");
    }
    for (column, length) in [("agent_name", 127), ("model_provider", 65), ("model_name", 127), ("api_key_ref", 127)] {
        assert_eq!(refusal(with(&[(column, &format!("'{}'", long(length)))])), CHECK, "{column}");
    }
    for temperature in ["0.123", "10.0", "-10.0"] {
        assert_eq!(refusal(with(&[("temperature", temperature)])), CHECK, "numeric(3,2) does not hold {temperature}");
    }
    with(&[]).unwrap();
    let defaults: (f64, Option<i64>) = db
        .query_row("SELECT temperature, max_tokens FROM agent_definition_t", [], |row| Ok((row.get(0)?, row.get(1)?)))
        .unwrap();
    assert_eq!(defaults, (0.7, None));

    let id = library.add_agent(AgentBuilder::new("Nurse").temperature(0.1 + 0.2));
    let stored = library.get_agent(id).unwrap();
    assert_eq!((stored.temperature, stored.instruction.as_str()), (0.3, "You are Nurse."));
    let taken = library.put_agent(&AgentBuilder::new("Nurse").build()).unwrap_err();
    assert_eq!(taken.to_string(), "agent Nurse already exists");
    let hot = library.put_agent(&AgentBuilder::new("hot").temperature(2.5).build()).unwrap_err();
    assert_eq!(hot.to_string(), "agent hot: temperature isn't between 0 and 2");
}

#[test]
fn s0_23_an_agent_loads_its_skills_and_tools_in_the_seeds_order() {
    let library = TempLibrary::new();
    let agent = library.add_agent(AgentBuilder::new("Émile"));
    // Name, sequence, priority: the order of loading is last, low, high, tie-a, tie-b.
    for (name, sequence_id, priority) in
        [("last", 2, 99), ("tie-b", 1, 0), ("high", 1, 5), ("tie-a", 1, 0), ("first", 0, 0)]
    {
        let skill = library.add_skill(SkillBuilder::new(name));
        library
            .put_agent_skill(&studio_model::AgentSkill { sequence_id, priority, ..agent_skill(agent, skill) })
            .unwrap();
    }
    // Neither a skill in the trash nor one whose assignment is switched off is loaded.
    let trashed = library.add_skill(SkillBuilder::new("trashed"));
    library.put_agent_skill(&agent_skill(agent, trashed)).unwrap();
    library.trash_skill(trashed);
    let off = library.add_skill(SkillBuilder::new("off"));
    let mut link = agent_skill(agent, off);
    link.audit.active = false;
    library.put_agent_skill(&link).unwrap();

    let first = library.find_skills("first").unwrap()[0];
    for name in ["zip", "add"] {
        let tool = library.add_tool(ToolBuilder::new(name));
        library.put_skill_tool(&skill_tool(first, tool)).unwrap();
        for (parameter_name, order_index) in [("after", 2), ("before", 1)] {
            library.put_parameter(&studio_model::Parameter { order_index, ..parameter(tool, parameter_name) }).unwrap();
        }
    }
    let unused = library.add_tool(ToolBuilder::new("unused").inactive());
    library.put_skill_tool(&skill_tool(first, unused)).unwrap();

    let loaded = library.load_agent("éMILE").unwrap();
    let names: Vec<&str> = loaded.skills.iter().map(|loaded| loaded.skill.name.as_str()).collect();
    assert_eq!(names, ["first", "high", "tie-a", "tie-b", "last"]);
    let tools: Vec<String> = loaded.skills[0]
        .tools
        .iter()
        .map(|loaded| {
            let parameters: Vec<&str> = loaded.parameters.iter().map(|row| row.name.as_str()).collect();
            format!("{}({})", loaded.tool.name, parameters.join(", "))
        })
        .collect();
    assert_eq!(tools, ["add(before, after)", "zip(before, after)"]);
    assert_eq!(library.load_agent(&agent.to_string().to_uppercase()).unwrap(), loaded);

    library.add_agent(AgentBuilder::new("Idle"));
    assert_eq!(library.load_agent("idle").unwrap_err().to_string(), "agent Idle has no active skills");
    library.add_agent(AgentBuilder::new("Gone").inactive());
    assert_eq!(library.load_agent("Gone").unwrap_err().to_string(), "agent Gone not found");
    assert!(matches!(library.load_agent(&AgentId(Uuid::now_v7()).to_string()), Err(Error::NotFound { .. })));
}

#[test]
fn s0_24_a_stale_write_is_a_named_conflict_in_every_table() {
    let library = TempLibrary::new();
    let (skill, other) = (library.add_skill(SkillBuilder::new("a")), library.add_skill(SkillBuilder::new("b")));
    let tool = library.get_tool(library.add_tool(ToolBuilder::new("t"))).unwrap();
    let agent = library.get_agent(library.add_agent(AgentBuilder::new("agent"))).unwrap();
    let assigned = library.add_agent(AgentBuilder::new("assigned"));
    let row = parameter(tool.id, "p");
    library.put_parameter(&row).unwrap();
    library.put_agent_skill(&agent_skill(assigned, skill)).unwrap();
    library.put_skill_tool(&skill_tool(skill, tool.id)).unwrap();
    library.put_skill_dependency(&skill_dependency(skill, other)).unwrap();

    let row = library.list_parameters(tool.id).unwrap().remove(0);
    let assignment = library.list_agent_skills().unwrap().remove(0);
    let link = library.list_skill_tools().unwrap().remove(0);
    let dependency = library.list_skill_dependencies().unwrap().remove(0);
    let elsewhere = library.open_again();
    let change = SkillChange::default();
    let write_all = |library: &studio_store::Library| {
        [
            library.put_tool(&tool).map(|audit| audit.aggregate_version),
            library.put_agent(&agent).map(|audit| audit.aggregate_version),
            library.put_parameter(&row).map(|audit| audit.aggregate_version),
            library.put_agent_skill(&assignment).map(|audit| audit.aggregate_version),
            library.put_skill_tool(&link).map(|audit| audit.aggregate_version),
            library.put_skill_dependency(&dependency).map(|audit| audit.aggregate_version),
            library.update_skill(skill, 1, &change),
        ]
    };
    for outcome in write_all(&elsewhere) {
        assert_eq!(outcome.unwrap(), 2, "the first write applies and counts the version up");
    }
    let entities = ["tool", "agent", "parameter", "assignment", "skill tool", "dependency", "skill"];
    for (outcome, name) in write_all(&library).into_iter().zip(entities) {
        let error = outcome.unwrap_err();
        assert!(
            matches!(&error, Error::Stale { entity, expected: 1, found: 2, .. } if *entity == name),
            "{name}: {error}"
        );
    }
    let again = library.put_agent_skill(&agent_skill(assigned, skill)).unwrap_err();
    assert!(matches!(again, Error::Stale { expected: 0, found: 2, .. }), "what is there is not created again: {again}");

    // Soft delete: the row stays, and nothing lists it.
    let mut gone = library.get_tool(tool.id).unwrap();
    gone.audit.active = false;
    library.put_tool(&gone).unwrap();
    assert_eq!(library.list_tools().unwrap(), []);
    assert!(!library.get_tool(tool.id).unwrap().audit.active);
    library.trash_skill(other);
    assert_eq!(library.get_skill(other).unwrap().skill.audit.aggregate_version, 2);
}
