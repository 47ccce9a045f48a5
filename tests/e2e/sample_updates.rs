//! Samples of an older version: settings offer the newer ones, and one Undo takes them back.

use std::path::Path;

use serde_json::{Value, json};
use studio_store::{Library, Options as Opening};
use studio_tests::Window;

/// Puts an older wording of a sample tool in the library, as if it had come with the samples.
async fn age(window: &Window, name: &str) -> Value {
    let path = window.ask("get_library", json!({})).await["path"].clone();
    let library = Library::open(Path::new(path.as_str().unwrap()), &Opening::new("other")).unwrap().0;
    let records = library.list_tool_records().unwrap();
    let mut record = records.into_iter().find(|record| record.tool.name == name).unwrap();
    let mut kept = library.list_tool_versions(record.tool.id).unwrap().remove(0).snapshot;
    "Greets somebody.".clone_into(&mut record.tool.description);
    kept["description"] = json!(record.tool.description);
    library.save_tool(&record, &kept, "sample").unwrap();
    json!({ "id": record.tool.id.to_string() })
}

#[tokio::test]
async fn newer_samples_are_brought_in_from_settings_and_taken_back() {
    let window = Window::open_samples().await;
    window.hold_toasts().await;
    let tool = age(&window, "sayHello").await;
    let described = async || window.ask("get_tool", tool.clone()).await["description"].clone();
    assert_eq!(described().await, "Greets somebody.");
    window.press_ctrl(',').await;
    window.press_button("Samples").await;
    window.until_text("#settings-samples", "Newer versions available: 1 tool").await;
    window.save_both_themes("settings-samples").await;
    window.click("[data-testid=update-samples]").await;
    window.until_text("#settings-samples", "Up to date").await;
    assert_eq!(described().await, "Returns a friendly greeting message for the given name");
    window.click("[data-sonner-toast] button[data-button]").await;
    window.until_text("#settings-samples", "Newer versions available: 1 tool").await;
    assert_eq!(described().await, "Greets somebody.");
}
