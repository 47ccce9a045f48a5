//! Descriptions of an API.

use serde_json::{Value, json};
use studio_text::{
    Severity,
    gram::schema_of,
    tool_lists::{Problem, RestDraft, openapi::read},
};

use super::{assert_told, told};

const PETS: &str = r##"
openapi: 3.0.3
info: { title: Pet Store, version: "1" }
servers:
  - url: https://{region}.example.com/v1/
    variables: { region: { default: eu } }
security:
  - key: []
paths:
  /pets/{petId}:
    parameters:
      - $ref: "#/components/parameters/PetId"
    get:
      operationId: getPet
      summary: Get one pet
      parameters:
        - { name: fields, in: query, schema: { type: array, items: { type: string } } }
        - { name: X-Trace, in: header, required: true, schema: { type: string } }
        - { name: session, in: cookie, schema: { type: string } }
        - { name: Accept, in: header, schema: { type: string } }
      responses: { "200": { description: ok } }
    put:
      operationId: update pet!
      description: Changes a pet.
      security: [{ token: [] }]
      requestBody:
        required: true
        content:
          application/json:
            schema: { $ref: "#/components/schemas/Pet" }
      responses: { "200": { description: ok } }
  /pets:
    post:
      requestBody:
        content:
          application/x-www-form-urlencoded:
            schema: { type: object, properties: { "a b": { type: string }, n: { type: integer, default: 3 } }, required: ["a b"] }
      responses: { "200": { description: ok } }
    patch:
      operationId: upload
      requestBody: { content: { multipart/form-data: { schema: { type: object } } } }
      responses: { "200": { description: ok } }
    delete:
      operationId: upload
      requestBody: { required: true, content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Pet" } } } } }
      responses: { "200": { description: ok } }
  /broken/{x}:
    get: 7
    head: { operationId: head, parameters: [{ $ref: "#/nowhere" }, { name: q }], responses: { "200": { description: ok } } }
components:
  securitySchemes:
    key: { type: apiKey, in: query, name: api_key }
    token: { type: http, scheme: bearer }
  parameters:
    PetId: { name: petId, in: path, required: true, description: Which pet, schema: { type: integer, format: int64 } }
  schemas:
    Pet:
      allOf:
        - { type: object, properties: { id: { type: integer, readOnly: true }, name: { type: string, minLength: 1 } }, required: [id, name] }
        - type: object
          properties:
            petId: { type: string, nullable: true, example: x }
            age: { type: integer, minimum: 0, exclusiveMinimum: true }
            parent: { $ref: "#/components/schemas/Pet" }
          required: [parent]
"##;

fn operation(name: &str) -> RestDraft {
    let api = read(PETS);
    api.operations.into_iter().find(|operation| operation.name == name).unwrap_or_else(|| panic!("no {name}"))
}

fn pairs(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
    pairs.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect()
}

#[test]
fn each_operation_is_a_request() {
    let api = read(PETS);
    assert_eq!((api.title.as_str(), api.base_url.as_str()), ("Pet Store", "https://eu.example.com/v1"));
    let names: Vec<&str> = api.operations.iter().map(|operation| operation.name.as_str()).collect();
    assert_eq!(names, ["getPet", "update_pet", "post_pets", "upload", "upload_2", "head"]);

    let get = operation("getPet");
    assert_eq!(get.url_template, "https://eu.example.com/v1/pets/{{petId}}");
    assert_eq!(get.query, pairs(&[("fields", "{{fields}}"), ("api_key", "secret://pet-store-key")]));
    assert_eq!(get.headers, pairs(&[("X-Trace", "{{X-Trace}}")]));
    assert_eq!((get.description.as_str(), get.secrets), ("Get one pet", vec!["pet-store-key".to_owned()]));
    let schema = json!({
        "type": "object",
        "properties": {
            "petId": { "type": "integer", "format": "int64", "description": "Which pet" },
            "fields": { "type": "array", "items": { "type": "string" } },
            "X-Trace": { "type": "string" },
        },
        "required": ["petId", "X-Trace"],
    });
    assert_eq!(schema_of(&get.parameters), schema);
}

#[test]
fn a_body_s_properties_are_parameters() {
    let put = operation("update_pet");
    let body: Value = serde_json::from_str(put.body.as_deref().expect("it has a body")).expect("it is JSON");
    assert_eq!(
        body,
        json!({ "name": "{{name}}", "petId": "{{body_petId}}", "age": "{{age}}", "parent": "{{parent}}" })
    );
    assert_eq!(
        put.headers,
        pairs(&[("Content-Type", "application/json"), ("Authorization", "Bearer secret://pet-store-token")])
    );
    let schema = schema_of(&put.parameters);
    assert_eq!(schema["required"], json!(["petId", "name", "parent"]));
    assert_eq!(schema["properties"]["body_petId"], json!({ "type": ["string", "null"] }));
    assert_eq!(schema["properties"]["age"], json!({ "type": "integer", "exclusiveMinimum": 0 }));

    let form = operation("post_pets");
    assert_eq!(form.body.as_deref(), Some("a%20b={{a_b}}&n={{n}}"));
    assert_eq!(schema_of(&form.parameters)["required"], json!(["a_b"]), "a body that is sent has it");
    let list = operation("upload_2");
    assert_eq!((list.body.as_deref(), list.parameters[0].kind.as_str()), (Some("\"{{body}}\""), "array"));
}

#[test]
fn what_cannot_be_taken_is_told_and_costs_nothing_else() {
    let problems = read(PETS).problems;
    let line = |words: &str| PETS.lines().position(|line| line.contains(words)).expect("it is there") + 1;
    for (severity, line, words) in [
        (Severity::Warning, line("session"), "cookie `session`"),
        (Severity::Info, line("put:"), "`update pet!` is imported as `update_pet`"),
        (Severity::Info, line("x-www-form"), "The body of `post_pets` is optional, but the properties"),
        (Severity::Warning, line("patch:"), "multipart/form-data"),
        (Severity::Error, line("get: 7"), "isn't an object"),
        (Severity::Error, line("#/nowhere"), "isn't defined in this document"),
        (Severity::Error, line("#/nowhere"), "no `name`"),
        (Severity::Warning, line("#/nowhere"), "`x` in the path of `head`"),
        (Severity::Info, line("put:") + 6, "refers to itself"),
    ] {
        assert!(problems.iter().any(|problem| problem.message.contains(words)), "{words}: {:#?}", told(&problems));
        if words != "refers to itself" {
            assert_told(&problems, severity, line, words);
        }
    }
}

#[test]
fn version_3_1_is_read_too() {
    let text = json!({
        "openapi": "3.1.0",
        "info": { "title": "T", "version": "1" },
        "paths": { "/q": { "get": {
            "operationId": "q",
            "parameters": [
                { "name": "a", "in": "query", "schema": { "anyOf": [{ "type": "integer", "exclusiveMinimum": 0 }, { "type": "null" }] } },
                { "name": "b[]", "in": "query", "schema": { "type": ["string", "null"], "default": null } },
                { "name": "c", "in": "query", "style": "deepObject", "schema": { "type": "object" } },
            ],
        } } },
    });
    let api = read(&text.to_string());
    let [q] = api.operations.as_slice() else { panic!("{:?}", told(&api.problems)) };
    let expected = json!({
        "a": { "type": ["integer", "null"], "exclusiveMinimum": 0 }, "b": { "type": ["string", "null"] },
        "c": { "type": "object" },
    });
    assert_eq!(schema_of(&q.parameters)["properties"], expected);
    assert_eq!(q.query, pairs(&[("a", "{{a}}"), ("b[]", "{{b}}"), ("c", "{{c}}")]));
    assert_told(&api.problems, Severity::Warning, 1, "doesn't specify the API's URL");
    assert_told(&api.problems, Severity::Warning, 1, "deepObject");
}

#[test]
fn other_documents_are_told_apart() {
    for (text, words) in [
        ("swagger: '2.0'\npaths: {}\n", "Swagger 2.0"),
        ("{\"a\": 1}", "no `paths`"),
        ("openapi: 3.0.0\npaths: {}\n", "no operation"),
        ("openapi: 3.0.0\n\tpaths: {}\n", "neither JSON nor YAML"),
    ] {
        let api = read(text);
        assert!(api.operations.is_empty());
        assert!(
            api.problems.iter().any(|problem| problem.severity == Severity::Error && problem.message.contains(words)),
            "{text}: {:?}",
            told(&api.problems)
        );
    }
    let slip = "openapi: 3.0.0\ninfo: {title: T, version: '1'}\nservers: [{url: 'https://h'}]\npaths: {/p: {get: {operationId: g}}}\n";
    assert_told(&read(slip).problems, Severity::Info, 1, "Strict OpenAPI 3.0 parsers");
    assert_eq!(read(slip).operations.len(), 1);
}

#[test]
fn null_stays_a_value_wherever_an_api_takes_it() {
    let schemas = [
        (
            "named",
            json!({ "type": "string", "format": "date", "nullable": true }),
            json!({ "type": ["string", "null"], "format": "date" }),
        ),
        (
            "listed",
            json!({ "type": "string", "enum": ["a"], "nullable": true }),
            json!({ "type": ["string", "null"], "enum": ["a", null] }),
        ),
        (
            "referred",
            json!({ "nullable": true, "allOf": [{ "$ref": "#/components/schemas/Shelf" }] }),
            json!({ "type": ["object", "null"], "properties": { "room": { "type": ["integer", "null"] } } }),
        ),
        (
            "refined",
            json!({ "allOf": [{ "type": "string", "nullable": true }, { "description": "A day", "minLength": 1 }] }),
            json!({ "type": ["string", "null"], "description": "A day", "minLength": 1 }),
        ),
        (
            "narrowed",
            json!({ "allOf": [{ "type": ["string", "null"] }, { "type": "string", "maxLength": 5 }] }),
            json!({ "allOf": [{ "type": ["string", "null"] }, { "type": "string", "maxLength": 5 }], "type": "string" }),
        ),
        (
            "chosen",
            json!({ "oneOf": [{ "type": "null" }, { "type": "number" }] }),
            json!({ "type": ["number", "null"] }),
        ),
        (
            "many",
            json!({ "type": "array", "items": { "type": "boolean", "nullable": true }, "nullable": true }),
            json!({ "type": ["array", "null"], "items": { "type": ["boolean", "null"] } }),
        ),
        ("never", json!({ "type": "string", "nullable": false }), json!({ "type": "string" })),
    ];
    let properties: serde_json::Map<String, Value> =
        schemas.iter().map(|(name, schema, _)| ((*name).to_owned(), schema.clone())).collect();
    let required: Vec<&str> = schemas.iter().map(|(name, ..)| *name).collect();
    let body = json!({ "type": "object", "properties": properties, "required": required });
    let text = json!({
        "openapi": "3.0.3",
        "info": { "title": "T", "version": "1" },
        "servers": [{ "url": "https://h.example" }],
        "paths": { "/p": { "patch": {
            "operationId": "change",
            "requestBody": { "required": true, "content": { "application/json": { "schema": body } } },
            "responses": { "200": { "description": "ok" } },
        } } },
        "components": { "schemas": { "Shelf": { "type": "object", "properties": { "room": { "type": "integer", "nullable": true } } } } },
    });
    let api = read(&text.to_string());
    let schema = schema_of(&api.operations[0].parameters);
    assert_eq!(schema["required"], json!(required));
    for (name, _, expected) in &schemas {
        assert_eq!(&schema["properties"][name], expected, "{name}: {:?}", told(&api.problems));
    }
    assert!(!api.problems.iter().any(|problem| problem.message.contains("The body of")), "{:?}", told(&api.problems));
    for (is_sent, is_null, words) in [
        (false, false, "is optional, but the properties that it requires are imported as required parameters."),
        (true, true, "may be `null`, but the tool always sends an object."),
    ] {
        let mut text = text.clone();
        text["paths"]["/p"]["patch"]["requestBody"]["required"] = json!(is_sent);
        text["paths"]["/p"]["patch"]["requestBody"]["content"]["application/json"]["schema"]["nullable"] =
            json!(is_null);
        let api = read(&text.to_string());
        assert_eq!(schema_of(&api.operations[0].parameters), schema, "{words}");
        let said: Vec<&str> =
            api.problems.iter().map(|one| one.message.as_str()).filter(|said| said.contains("The body of")).collect();
        assert_eq!(said, [format!("The body of `change` {words}")]);
    }
    let signature = studio_text::gram::from_parameters(&api.operations[0].parameters).signature;
    let printed = signature.print(studio_text::gram::Dialect::Arrow).text;
    assert!(printed.contains("named: Maybe Text") && printed.contains("never: Text"), "{printed}");
}

fn of_paths(paths: &Value, components: &Value) -> Value {
    json!({
        "openapi": "3.1.0",
        "info": { "title": "T", "version": "1" },
        "servers": [{ "url": "https://h.example" }],
        "paths": paths,
        "components": components,
    })
}

/// Bytes of all that is taken of a document, roughly.
fn weight(operations: &[RestDraft]) -> usize {
    let of_parameters = |draft: &RestDraft| schema_of(&draft.parameters).to_string().len();
    operations.iter().map(|draft| draft.description.len() + draft.url_template.len() + of_parameters(draft)).sum()
}

fn errors(problems: &[Problem]) -> Vec<&str> {
    let is_error = |problem: &&Problem| problem.severity == Severity::Error;
    problems.iter().filter(is_error).map(|problem| problem.message.as_str()).collect()
}

/// Each of these would take up gigabytes, or never end.
#[test]
fn what_is_too_large_is_refused_by_one_error_before_it_is_read() {
    let zeros = "0,".repeat(400_001);
    let nested =
        |open: &str, close: &str| format!("openapi: 3.0.0\npaths: {{}}\nx: {}0{}\n", open.repeat(60), close.repeat(60));
    let anchors = (0..40).map(|depth| format!("&a{depth} [")).collect::<Vec<_>>().concat();
    for (text, words) in [
        (format!("{{\"openapi\": \"3.0.0\", \"paths\": {{}}, \"x\": [{zeros}0]}}"), "too large to read"),
        (format!("openapi: 3.0.0\npaths: {{}}\nx: [{zeros}{zeros}0]\n"), "too large to read"),
        (format!("openapi = \"3.0.0\"\nx = [{zeros}0]\n"), "too large to read"),
        (format!("openapi: 3.0.0\npaths: {{}}\nx: {anchors}{}0{}\n", "0,".repeat(30_000), "]".repeat(40)), "too large"),
        (format!("{{\"openapi\": \"3.0.0\", \"paths\": {}", "[".repeat(100_000)), "nested too deeply"),
        (nested("[", "]"), "nested too deeply"),
        (nested("{a: ", "}"), "nested too deeply"),
    ] {
        let api = read(&text);
        assert!(api.operations.is_empty());
        let [error] = errors(&api.problems)[..] else { panic!("{:?}", told(&api.problems)) };
        assert!(error.contains(words), "{error}");
    }
}

#[test]
fn references_are_followed_neither_in_circles_nor_without_end() {
    let body = |name: &str| json!({ "content": { "application/json": { "schema": { "$ref": format!("#/components/schemas/{name}") } } } });
    let operation = |body: Value| json!({ "post": { "requestBody": body } });
    let mut schemas = serde_json::Map::new();
    for level in 0..60 {
        let next = json!({ "$ref": format!("#/components/schemas/l{}", level + 1) });
        schemas.insert(format!("l{level}"), json!({ "type": "object", "properties": { "a": next, "b": next } }));
    }
    schemas.insert("l60".to_owned(), json!({ "type": "string" }));
    schemas.insert(
        "round".to_owned(),
        json!({ "type": "object", "properties": { "x": { "$ref": "#/components/schemas/round" } } }),
    );
    schemas.insert("long".to_owned(), json!({ "type": "string", "description": "x".repeat(1 << 20) }));
    let many = (0..500).map(|at| (format!("p{at}"), json!({ "$ref": "#/components/schemas/long" })));
    schemas
        .insert("longs".to_owned(), json!({ "type": "object", "properties": many.collect::<serde_json::Map<_, _>>() }));
    let parameters =
        json!({ "a": { "$ref": "#/components/parameters/b" }, "b": { "$ref": "#/components/parameters/a" } });
    let components = json!({ "schemas": schemas, "parameters": parameters });
    let paths = json!({
        "/doubled": operation(body("l0")),
        "/round": operation(body("round")),
        "/circle": { "get": { "parameters": [{ "$ref": "#/components/parameters/a" }] } },
        "/self": { "$ref": "#/paths/~1self" },
    });
    let api = read(&of_paths(&paths, &components).to_string());
    assert_eq!(api.operations.len(), 3, "{:?}", told(&api.problems));
    assert!(weight(&api.operations) < 4 << 20);
    let circular = "These references are circular, so they are left out.";
    assert_eq!(errors(&api.problems), [circular, circular]);

    let paths: serde_json::Map<String, Value> =
        (0..100).map(|at| (format!("/{at}"), operation(body("longs")))).collect();
    let api = read(&of_paths(&Value::Object(paths), &components).to_string());
    assert!((1..50).contains(&api.operations.len()), "{}", api.operations.len());
    assert!(weight(&api.operations) < 96 << 20, "{} bytes", weight(&api.operations));
    let [error] = errors(&api.problems)[..] else { panic!("{:?}", told(&api.problems)) };
    assert!(error.ends_with("where its references are replaced. Operations from here on are left out."), "{error}");
}

#[test]
fn many_operations_parameters_and_equal_names_have_an_end() {
    let shared = json!({ "get": { "operationId": "same", "description": "d" } });
    let paths: serde_json::Map<String, Value> =
        (0..12_000).map(|at| (format!("/{at}"), json!({ "$ref": "#/components/pathItems/shared" }))).collect();
    let api = read(&of_paths(&Value::Object(paths.clone()), &json!({ "pathItems": { "shared": shared } })).to_string());
    assert_eq!(api.operations.len(), 10_000);
    let names: std::collections::HashSet<&str> = api.operations.iter().map(|draft| draft.name.as_str()).collect();
    assert_eq!(names.len(), 10_000, "each has a name of its own");
    let [error] = errors(&api.problems)[..] else { panic!("{:?}", errors(&api.problems)) };
    assert!(error.contains("more than 10000 operations"), "{error}");
    assert_eq!(api.problems.len(), 1_002, "the names that changed are told a thousand times, and that there are more");

    // One that is read again at each of its paths, with all that stands in it.
    let large = json!({ "get": { "description": "x".repeat(1 << 20) } });
    let some: serde_json::Map<String, Value> = paths.into_iter().take(1_000).collect();
    let api = read(&of_paths(&Value::Object(some), &json!({ "pathItems": { "shared": large } })).to_string());
    assert!(weight(&api.operations) < 64 << 20, "{} bytes", weight(&api.operations));
    assert!(errors(&api.problems).iter().any(|error| error.contains("Operations from here on are left out.")));

    let queries: Vec<Value> = (0..5_000).map(|at| json!({ "name": format!("q{at}"), "in": "query" })).collect();
    let bangs: serde_json::Map<String, Value> =
        (1..1_000).map(|at| ("!".repeat(at), json!({ "type": "string" }))).collect();
    let body = json!({ "content": { "application/json": { "schema": { "type": "object", "properties": bangs } } } });
    let paths = json!({
        "/many": { "get": { "operationId": "many", "parameters": queries } },
        "/alike": { "post": { "operationId": "alike", "requestBody": body } },
        "/parts": { "get": { "operationId": "parts" } },
        (format!("/{}", "{a}/".repeat(2_000))): { "get": { "operationId": "long" } },
    });
    let api = read(&of_paths(&paths, &json!({})).to_string());
    let left: Vec<(&str, usize)> =
        api.operations.iter().map(|draft| (draft.name.as_str(), draft.parameters.len())).collect();
    assert_eq!(left, [("alike", 999), ("parts", 0)]);
    assert_eq!(errors(&api.problems).len(), 2, "{:?}", errors(&api.problems));
}

#[test]
fn an_address_does_not_grow_by_its_variables() {
    let variables: serde_json::Map<String, Value> =
        (0..30).map(|at| (format!("v{at}"), json!({ "default": format!("{{v{0}}}{{v{0}}}", at + 1) }))).collect();
    let mut document = of_paths(&json!({ "/p": { "get": { "operationId": "p" } } }), &json!({}));
    document["servers"] = json!([{ "url": "https://h.example/{v0}", "variables": variables }]);
    let api = read(&document.to_string());
    assert_eq!(api.operations.len(), 1);
    assert!(api.base_url.is_empty());
    assert!(
        errors(&api.problems)[0].contains("This server's URL is longer than 4096 bytes"),
        "{:?}",
        told(&api.problems)
    );
}
