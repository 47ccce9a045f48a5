//! The studio's own parts: its commands, its list, its editor.

use fantoccini::key::Key;
use serde_json::{Value, json};

use super::Window;

/// The text of the open file.
const EDITOR_TEXT: &str = "[data-testid=editor] .cm-content";

impl Window {
    /// Calls a command of the studio, as the page would.
    pub async fn invoke(&self, command: &str, arguments: Value) -> Result<Value, Value> {
        const CALL: &str = "const [command, input, done] = arguments;
            window.__TAURI_INTERNALS__.invoke(command, input)
                .then(value => done({ ok: value ?? null }), error => done({ error }));";
        let answer = self.client.execute_async(CALL, vec![json!(command), arguments]).await;
        let answer = self.answered(&format!("have {command} called"), answer).await;
        match answer.get("error") {
            Some(error) => Err(error.clone()),
            None => Ok(answer["ok"].clone()),
        }
    }

    /// Calls a command that must succeed.
    pub async fn ask(&self, command: &str, arguments: Value) -> Value {
        self.invoke(command, arguments).await.unwrap_or_else(|error| panic!("{command} failed: {error}"))
    }

    /// The list's row of a skill.
    pub async fn row_of(&self, name: &str) -> Option<Value> {
        let rows = self.ask("list_skills", json!({})).await;
        rows.as_array()?.iter().find(|row| row["name"] == name).cloned()
    }

    /// The id of a skill.
    pub async fn id_of(&self, name: &str) -> String {
        let row = self.row_of(name).await.unwrap_or_else(|| panic!("no skill is called {name}"));
        row["id"].as_str().expect("ids are texts").to_owned()
    }

    /// A skill's `SKILL.md` as it is stored.
    pub async fn stored_text(&self, name: &str) -> String {
        let id = self.id_of(name).await;
        let content = self.ask("get_file", json!({ "skillId": id, "path": "SKILL.md" })).await;
        content["text"].as_str().expect("it is a text").to_owned()
    }

    /// The text kept as a draft of `SKILL.md`, if one is.
    pub async fn draft_of(&self, name: &str) -> Option<String> {
        let drafts = self.ask("list_drafts", json!({})).await;
        let draft = drafts.as_array()?.iter().find(|draft| draft["skill_name"] == name)?;
        draft["text"].as_str().map(str::to_owned)
    }

    /// Opens a skill from the list and waits until its text is there.
    pub async fn open_skill(&self, name: &str) {
        self.click(&format!("[data-testid=skill-row][data-name='{name}']")).await;
        self.find(&format!("[data-testid=editor][data-skill='{name}'] .cm-content")).await;
    }

    /// Does what the palette finds first, and waits until the palette has made way: Enter may be pressed while the last
    /// letters are still being looked up.
    pub async fn perform(&self, action: &str) {
        self.press_ctrl('k').await;
        self.find("[role=dialog] [role=combobox]:focus").await;
        self.type_text(action).await;
        self.until_text("[role=dialog] [aria-selected=true]", action).await;
        self.press_key(Key::Enter).await;
        self.until_gone(".kit-palette").await;
    }

    /// Shows the frontmatter as the YAML it is.
    pub async fn show_yaml(&self) {
        self.click("[data-testid=frontmatter-mode] [data-value=yaml]").await;
        self.until_text(EDITOR_TEXT, "name:").await;
    }

    /// Saves with the keyboard and waits until it is done.
    pub async fn save(&self) {
        self.press_ctrl('s').await;
        self.until_saved().await;
    }

    /// Waits until the header says that everything is saved.
    pub async fn until_saved(&self) {
        self.find("[data-testid=save-state][data-state=saved]").await;
    }

    /// Waits until the header says that the draft is on disk.
    pub async fn until_kept(&self) {
        self.find("[data-testid=save-state][data-state=kept]").await;
    }

    /// Waits until the editor shows a text.
    pub async fn until_editor_shows(&self, text: &str) {
        self.until_text(EDITOR_TEXT, text).await;
    }

    /// Whether the editor shows a text now.
    pub async fn editor_shows(&self, text: &str) -> bool {
        self.text(EDITOR_TEXT).await.contains(text)
    }

    /// Waits until the preview shows a text.
    pub async fn until_preview_shows(&self, text: &str) {
        const PAGE: &str =
            "return document.querySelector('[data-testid=preview]')?.contentDocument?.body?.innerText ?? ''";
        self.until(&format!("“{text}” in the preview"), async || {
            self.run(PAGE, vec![]).await.as_str().is_some_and(|page| page.contains(text))
        })
        .await;
    }

    /// Waits until every skill has its vector.
    pub async fn until_indexed(&self) {
        self.until("every skill indexed", async || {
            let status = self.ask("get_embedding_status", json!({})).await;
            status["state"] == "ready" && status["total"].as_u64() > Some(0) && status["indexed"] == status["total"]
        })
        .await;
    }

    /// Chooses one of the inspector's tabs.
    pub async fn open_tab(&self, name: &str) {
        self.press_in("//*[@data-testid='inspector']", name).await;
    }

    /// Imports folders through the dialog, up to its preview.
    pub async fn preview_import(&self, path: &std::path::Path) {
        self.press_ctrl('i').await;
        self.fill("[data-testid=import-path]", &path.display().to_string()).await;
        // An open skill has a tab of that name.
        self.click("[role=dialog] form button[type=submit]").await;
        self.until_text("[role=dialog]", "Import preview").await;
    }

    /// Imports a folder through the dialog, linked, and closes its report.
    pub async fn import_linked(&self, path: &std::path::Path) {
        self.preview_import(path).await;
        self.click("[data-testid=import-link]").await;
        self.run_import().await;
    }

    /// Imports a folder through the dialog and closes its report.
    pub async fn import(&self, path: &std::path::Path) {
        self.preview_import(path).await;
        self.run_import().await;
    }

    /// Runs the import that is previewed and closes its report.
    pub async fn run_import(&self) {
        self.click("[role=dialog] footer button.primary:not([disabled])").await;
        self.until_text("[role=dialog]", "Import report").await;
        self.press_button("Done").await;
        self.until_gone("[role=dialog]").await;
    }

    pub(super) async fn line_length(&self, text: &str) -> usize {
        const LENGTH: &str = "return [...document.querySelectorAll('[data-testid=editor] .cm-line')]
            .find(line => line.textContent.includes(arguments[0]))?.textContent.length ?? 0";
        let length = self.run(LENGTH, vec![json!(text)]).await;
        usize::try_from(length.as_u64().unwrap_or_default()).expect("a line fits")
    }
}
