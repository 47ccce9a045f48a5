//! Documents and signatures the studio writes, for its own tests and for the judges.

use proptest::prelude::*;
use serde_json::{Value, json};
use studio_text::gram::{
    Dialect, RecordField, Signature, SignatureParameter, Type,
    carrier::{AgentText, ComponentText, SpecText},
    read,
};

/// The seed's agent with its tool.
pub(crate) fn hello_world() -> AgentText {
    AgentText {
        name: "hello_world_agent".to_owned(),
        description: Some("A friendly agent that uses the sayHello tool to greet users".to_owned()),
        instruction: "You are a friendly assistant. When the user says hello, use the `sayHello` tool.".to_owned(),
        model: "OpenAI/gpt-4o-mini".to_owned(),
        tools: vec![SpecText {
            name: "sayHello".to_owned(),
            description: "Returns a friendly greeting message for the given name".to_owned(),
            signature: "(name: Text) --> IO Text".to_owned(),
        }],
        components: Vec::new(),
    }
}

/// Signatures whose curried and classic forms are gram by themselves.
pub(crate) fn curried() -> Vec<String> {
    let texts = [
        "() --> IO Text",
        "(name: Text, age: Maybe Int) --> IO Text",
        "(`a b`::Text {default:\"// \\\"x\\\"\\n\\\\ é\"})==>(n::Double {default:-1e30})==>(l::Array {default:[1, \"a\", true]})==>(::Object)",
        "(true::Bool {default:false})==>(Text::Object {default:{a: 1, `b c`: 2.5}})==>(`größe`::Int)==>(::Array)",
        "(searchParams: {query: Text, filters: {category: Maybe Text}}, `page-size`: Maybe Int, x.y@z: [Text]) --> IO [Text]",
    ];
    let mut printed = Vec::new();
    for text in texts {
        let signature = read(text).signature.unwrap_or_else(|| panic!("{:?}", read(text).problems));
        printed.extend([Dialect::Curried, Dialect::Classic].map(|dialect| signature.print(dialect).text));
    }
    printed
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-zA-Z_][a-zA-Z0-9_.@-]{0,10}",
        "[a-z \"'`\\\\/{}\\[\\]()|:,;=<>~$\n\r\t#*é日🦀-]{0,20}",
        "\\PC{0,12}",
        "[\u{1}-\u{1f}\u{7f}-\u{9f}\u{2028}\u{feff}]{1,4}",
        Just("// not a comment".to_owned()),
        Just("/** nor this */".to_owned()),
        Just(" \t// nor that".to_owned()),
        "[ \t/*\"`\\\\]{1,6}",
        Just("``` fence".to_owned()),
        Just(" spaces around ".to_owned()),
        Just("back\\".to_owned()),
        Just("\\u00e9 \\n 1e3".to_owned()),
        Just("123".to_owned()),
        Just("007".to_owned()),
        Just("12px".to_owned()),
        Just("true".to_owned()),
        Just("name-".to_owned()),
    ]
}

pub(crate) fn specification() -> impl Strategy<Value = SpecText> {
    (text(), text(), text()).prop_map(|(name, description, signature)| SpecText { name, description, signature })
}

fn component() -> impl Strategy<Value = ComponentText> {
    let tools = prop::collection::vec(specification(), 0..2);
    (text(), text(), text(), text(), text(), tools).prop_map(
        |(name, description, prompt, state_schema, initial_state, tools)| ComponentText {
            name,
            description,
            prompt,
            state_schema,
            initial_state,
            tools,
        },
    )
}

pub(crate) fn agent() -> impl Strategy<Value = AgentText> {
    let tools = prop::collection::vec(specification(), 0..3);
    let components = prop::collection::vec(component(), 0..2);
    (text(), prop::option::of(text()), text(), text(), tools, components).prop_map(
        |(name, description, instruction, model, tools, components)| AgentText {
            name,
            description,
            instruction,
            model,
            tools,
            components,
        },
    )
}

/// Names a parameter may have, most of them plain.
pub(crate) fn name() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-z][A-Za-z0-9_]{0,8}",
        "[a-z`é\\\\\"\n/ .-]{1,6}",
        Just("Text".to_owned()),
        "[a.-]{1,4}",
        "[ /*`\\\\]{1,5}",
        Just("true".to_owned())
    ]
}

fn ty() -> impl Strategy<Value = Type> {
    let leaf = prop_oneof![
        Just(Type::Text),
        Just(Type::Int),
        Just(Type::Double),
        Just(Type::Bool),
        Just(Type::Object),
        Just(Type::Array),
    ];
    leaf.prop_recursive(3, 12, 3, |inner| {
        let field = (name(), inner.clone(), any::<bool>());
        prop_oneof![
            inner.prop_map(|ty| Type::List(Box::new(ty))),
            prop::collection::vec(field, 0..4).prop_map(|fields| {
                let mut record: Vec<RecordField> = Vec::new();
                for (name, ty, is_optional) in fields {
                    if record.iter().all(|field| field.name != name) {
                        let ty = if is_optional { Type::Maybe(Box::new(ty)) } else { ty };
                        record.push(RecordField { name, ty });
                    }
                }
                Type::Record(record)
            }),
        ]
    })
}

fn default(ty: &Type) -> Option<Value> {
    match ty {
        Type::Text => Some(json!("a \"quoted\"\n// text\\ é\t")),
        Type::Int => Some(json!(-18)),
        Type::Double => Some(json!(1e21)),
        Type::Bool => Some(json!(false)),
        Type::Array => Some(json!([1, "two", 3.0, true])),
        Type::Object => Some(json!({ "a b": [1], "c": "d" })),
        _ => None,
    }
}

/// Signatures with every type, and defaults where one fits.
pub(crate) fn signature() -> impl Strategy<Value = Signature> {
    let parameter = (name(), ty(), 0..3_u8);
    (prop::collection::vec(parameter, 0..5), ty()).prop_map(|(all, result)| {
        let mut parameters: Vec<SignatureParameter> = Vec::new();
        for (name, ty, form) in all {
            if parameters.iter().any(|parameter| parameter.name == name) {
                continue;
            }
            let default = if form == 1 { default(&ty) } else { None };
            let ty = if form == 2 { Type::Maybe(Box::new(ty)) } else { ty };
            parameters.push(SignatureParameter { name, ty, default });
        }
        Signature { parameters, result }
    })
}
