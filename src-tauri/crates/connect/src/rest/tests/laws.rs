//! Laws that hold whatever a template says and a call gives.

use std::collections::BTreeMap;

use proptest::prelude::*;
use reqwest::Url;
use serde_json::{Map, Value, json};

use super::{
    super::{
        RestTool,
        plan::Plan,
        template::{Braces, Template, Values},
    },
    pairs,
};
use crate::secrets::Reference;

fn value() -> impl Strategy<Value = Value> {
    let text = prop_oneof![
        any::<String>(),
        "[./\\\\%2eE?#@:{} \r\n]{0,8}",
        Just("//evil.example/".to_owned()),
        Just("secret://token".to_owned()),
        Just("{{*}}".to_owned()),
    ];
    let leaf = prop_oneof![
        text.prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        Just(json!(null)),
        any::<bool>().prop_map(Value::from)
    ];
    leaf.prop_recursive(2, 8, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..3).prop_map(Value::from),
            prop::collection::btree_map("[a-z]{1,3}", inner, 0..3).prop_map(|map| map.into_iter().collect()),
        ]
    })
}

fn arguments() -> impl Strategy<Value = Map<String, Value>> {
    prop::collection::btree_map("[a-d]", value(), 0..4).prop_map(|map| map.into_iter().collect())
}

/// Bits of templates, so that braces meet often.
fn text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("{"),
        Just("}"),
        Just("{{"),
        Just("}}"),
        Just("a"),
        Just("{{a}}"),
        Just("{b}"),
        Just("secret://"),
        Just("/"),
        Just("?"),
        Just("="),
        Just("&"),
        Just("#"),
        Just("@"),
        Just(":"),
        Just("\\"),
        Just("\""),
        Just("ü"),
        Just("*"),
        Just("\n"),
    ];
    prop::collection::vec(piece, 0..12).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn arguments_change_neither_host_nor_depth_nor_headers(arguments in arguments()) {
        let tool = RestTool {
            method: "POST".to_owned(),
            url: "https://api.example:444/x/{a}/y-{{b}}/z?c={c}".to_owned(),
            headers: pairs(&[("X-D", "d={{d}}")]),
            ..RestTool::default()
        };
        let Ok(request) = Plan::read(&tool).unwrap().fill(&arguments, &BTreeMap::new()) else { return Ok(()) };
        prop_assert_eq!(request.url.origin(), Url::parse("https://api.example:444").unwrap().origin());
        let segments: Vec<_> = request.url.path_segments().unwrap().collect();
        prop_assert_eq!(segments.len(), 4);
        prop_assert!(segments[0] == "x" && segments[2].starts_with("y-") && segments[3] == "z");
        prop_assert!(request.url.query_pairs().all(|(name, _)| name == "c"));
        prop_assert!(request.headers.keys().all(|name| name == "x-d" || name == "content-type"));
        let body: Value = serde_json::from_slice(&request.body.unwrap()).unwrap();
        prop_assert!(body.as_object().unwrap().is_empty());
    }

    #[test]
    fn json_bodies_stay_json_and_texts_stay_texts(arguments in arguments()) {
        let body = r#"{"x": "{{a}}", "y": ["-{{b}}-"], "all": "{{*}}"}"#.to_owned();
        let tool = RestTool { method: "PUT".to_owned(), url: "https://api.example".to_owned(), body: Some(body), ..RestTool::default() };
        let request = Plan::read(&tool).unwrap().fill(&arguments, &BTreeMap::new()).unwrap();
        let body: Value = serde_json::from_slice(&request.body.unwrap()).unwrap();
        prop_assert_eq!(body.get("x"), arguments.get("a"));
        prop_assert_eq!(&body["all"], &Value::Object(arguments.clone()));
        if let Some(Value::String(text)) = arguments.get("b") {
            prop_assert_eq!(&body["y"], &json!([format!("-{text}-")]));
        }
    }

    #[test]
    fn whatever_a_template_says_it_is_read_and_its_host_stays(text in text(), arguments in arguments()) {
        for braces in [Braces::Double, Braces::Either] {
            let template = Template::read(&text, braces);
            let secrets = BTreeMap::new();
            let filled = template.fill(Values { arguments: &arguments, secrets: &secrets }, str::to_owned);
            if template.only_text().is_some() {
                prop_assert_eq!(filled.as_deref(), Ok(text.as_str()));
            }
        }
        prop_assert!(Reference::find(&text).all(|found| text.is_char_boundary(found.span.end)));
        let tool = RestTool {
            method: "POST".to_owned(),
            url: format!("https://api.example{text}"),
            headers: vec![("x".to_owned(), text.clone())],
            query: vec![(text.clone(), text.clone())],
            body: Some(text),
            ..RestTool::default()
        };
        let Ok(plan) = Plan::read(&tool) else { return Ok(()) };
        let Ok(request) = plan.fill(&arguments, &BTreeMap::new()) else { return Ok(()) };
        let written = Url::parse(&plan.origin).unwrap();
        prop_assert_eq!(request.url.origin(), written.origin());
    }
}

#[test]
fn long_texts_full_of_braces_are_read_in_one_go() {
    for piece in ["{", "{{", "{{a}}", "{a}", "secret://a", "{{secret://", "}{"] {
        let text = piece.repeat(40_000 / piece.len());
        for braces in [Braces::Double, Braces::Either] {
            let mut names = std::collections::BTreeSet::new();
            let template = Template::read(&text, braces);
            template.name_parameters(&mut names);
            assert!(names.len() <= 1, "{piece}");
        }
    }
}
