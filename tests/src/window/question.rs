//! The window of a question, which only the author answers. A page can't reach it; the driver can.

use fantoccini::wd::WindowHandle;

use super::Window;

impl Window {
    /// Says yes to the question that is asked, or is about to be.
    pub async fn allow(&self) {
        self.answer("answer-allow").await;
    }

    /// Says no to it.
    pub async fn refuse(&self) {
        self.answer("answer-refuse").await;
    }

    /// Turns to the window of the question.
    pub async fn enter_question(&self) {
        self.until("a question", async || self.windows().await.len() > 1).await;
        let page = self.driven().await;
        let mut others = self.windows().await.into_iter().filter(|window| *window != page);
        let question = others.next_back().expect("there are two");
        self.answered("turn to the question", self.client.switch_to_window(question).await).await;
        self.find("[data-testid=question]").await;
    }

    /// Turns back to the page.
    pub async fn leave_question(&self) {
        for window in self.windows().await {
            let is_there = self.client.switch_to_window(window).await.is_ok();
            if is_there && self.exists(".app").await {
                return;
            }
        }
        self.fail("the page is gone").await;
    }

    /// Whether a question is on screen.
    pub async fn is_asking(&self) -> bool {
        self.windows().await.len() > 1
    }

    /// The question's window in both themes, as `name-light` and `name-dark`.
    pub async fn save_question(&self, name: &str) {
        for theme in ["dark", "light"] {
            self.run("document.documentElement.dataset.theme = arguments[0]", vec![theme.into()]).await;
            self.save_screenshot(&format!("{name}-{theme}")).await;
        }
    }

    async fn answer(&self, button: &str) {
        self.enter_question().await;
        let asked = self.driven().await;
        let button = self.find(&format!("[data-testid={button}]:not([disabled])")).await;
        // The window may be gone before it can say that it was clicked.
        let _gone = button.click().await;
        self.until("the end of the question", async || !self.windows().await.contains(&asked)).await;
        self.leave_question().await;
    }

    /// The window that is driven now.
    async fn driven(&self) -> WindowHandle {
        self.answered("name the window that it drives", self.client.window().await).await
    }

    async fn windows(&self) -> Vec<WindowHandle> {
        self.client.windows().await.unwrap_or_default()
    }
}
