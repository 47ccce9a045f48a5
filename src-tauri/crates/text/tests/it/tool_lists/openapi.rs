//! Descriptions of an API.

use serde_json::{Value, json};
use studio_text::{
    Severity,
    gram::schema_of,
    tool_lists::{RestDraft, openapi::read},
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
    assert_eq!(schema_of(&form.parameters)["required"], json!([]));
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
    let signature = studio_text::gram::from_parameters(&api.operations[0].parameters).signature;
    let printed = signature.print(studio_text::gram::Dialect::Arrow).text;
    assert!(printed.contains("named: Maybe Text") && printed.contains("never: Text"), "{printed}");
}
