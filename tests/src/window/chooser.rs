//! The system's own dialog for paths. It is no page, so hands at the keyboard of the display answer it.

use super::Window;

/// In the title of the program's window, whatever library is open.
const PROGRAM: &str = "Skill Studio";

impl Window {
    /// Takes the path that the dialog with this in its title offers, and turns back to the program.
    pub async fn take_offered_path(&self, title: &str) {
        self.until(&format!("the dialog “{title}”"), async || self.display.shows(title)).await;
        // The program has come round since it was shown, and with it what the dialog read of its folder.
        self.settle().await;
        self.display.turn_to(title);
        self.display.press("Return");
        self.until(&format!("the end of the dialog “{title}”"), async || !self.display.shows(title)).await;
        self.display.turn_to(PROGRAM);
    }
}
