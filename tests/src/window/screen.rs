//! What is on the screen: themes and pictures.

use std::path::{Path, PathBuf};

use tokio::time::timeout;

use super::Window;
use crate::patience::PATIENCE;
use fantoccini::key::Key;

impl Window {
    /// Changes to a theme by its shortcut, as an author does, and waits until it shows.
    pub async fn use_theme(&self, theme: &str) {
        let shown = format!("html[data-theme={theme}]");
        if !self.exists(&shown).await {
            self.press(&[Key::Control.into(), Key::Shift.into(), 'l']).await;
        }
        self.find(&shown).await;
        self.settle().await;
    }

    /// Waits until nothing moves: fonts are there, transitions have ended, the preview is loaded.
    pub async fn settle(&self) {
        const SETTLE: &str = "const [done] = arguments;
            const ends = motion => motion.playState === 'running' && motion.effect?.getComputedTiming().endTime < 5000;
            const check = () => {
                const moving = document.getAnimations().filter(ends);
                const pages = [...document.querySelectorAll('iframe')].map(frame => frame.contentDocument);
                const isLoading = pages.some(page => page && (page.readyState !== 'complete' || page.fonts.status === 'loading'));
                if (moving.length > 0 || isLoading) setTimeout(check, 30);
                else requestAnimationFrame(() => requestAnimationFrame(() => done(true)));
            };
            document.fonts.ready.then(check);";
        self.run_async(SETTLE, vec![]).await;
    }

    /// Makes the window so large, on a screen that has the room, and waits until the page is.
    pub async fn resize(&self, (width, height): (u32, u32)) {
        self.answered("resize the window", self.client.set_window_size(width, height).await).await;
        self.until(&format!("a window of {width}×{height}"), async || {
            self.run("return [innerWidth, innerHeight]", vec![]).await == serde_json::json!([width, height])
        })
        .await;
        self.settle().await;
    }

    /// Takes a picture of the whole window for the folder that `SKILL_STUDIO_SCREENS` names, with a record of what it shows.
    /// Where none is named nobody looks at it, and none is taken: the record of the README's is held against the window.
    pub async fn save_screenshot(&self, name: &str) {
        self.settle().await;
        match screens() {
            Some(folder) => {
                self.save_picture(&folder, name).await;
                self.record(&folder, name).await;
            }
            None => self.hold_to_record(name).await,
        }
    }

    /// The same place in both themes, as `name-light` and `name-dark`, without the ring
    /// that the keys for it leave on what has the focus; ends in the light one. Where nobody looks at pictures only that is
    /// used: a change of theme draws all of the window anew.
    pub async fn save_both_themes(&self, name: &str) {
        let themes: &[&str] = if screens().is_some() { &["dark", "light"] } else { &["light"] };
        for theme in themes {
            self.use_theme(theme).await;
            self.run("document.activeElement?.blur()", vec![]).await;
            self.save_screenshot(&format!("{name}-{theme}")).await;
        }
    }

    /// Ends the test with a reason, with what can be said of how things stood, and with a picture of it.
    pub(super) async fn fail(&self, reason: &str) -> ! {
        let test = std::thread::current().name().unwrap_or("test").replace("::", "-");
        let folder = screens().unwrap_or_else(|| std::env::temp_dir().join("skill-studio-screens"));
        // Boxed, as every wait for something holds it.
        let circumstances = Box::pin(self.circumstances()).await;
        self.save_picture(&folder, &format!("failure-{test}")).await;
        panic!("{reason}, see {}\n{circumstances}", folder.display());
    }

    async fn save_picture(&self, folder: &Path, name: &str) {
        let Some(picture) = self.picture().await else { return };
        std::fs::create_dir_all(folder).expect("the folder for screens can be made");
        std::fs::write(folder.join(format!("{name}.png")), picture).expect("the screen can be written");
    }
    /// The window as a PNG. The driver waits for the next frame that is painted, and a window at rest paints none: a
    /// pixel that nobody sees keeps it painting.
    async fn picture(&self) -> Option<Vec<u8>> {
        const START: &str = "const dot = document.createElement('i');
            dot.style.cssText = 'position: fixed; inset: 0 auto auto 0; width: 1px; height: 1px; z-index: 99999';
            document.documentElement.append(dot);
            let isOn = false;
            const timer = setInterval(() => (dot.style.background = (isOn = !isOn) ? 'rgb(0 0 0 / 0.4%)' : 'none'), 20);
            window.stopPainting = () => (clearInterval(timer), dot.remove());";
        timeout(PATIENCE, self.client.execute(START, vec![])).await.ok()?.ok()?;
        let picture = timeout(PATIENCE, self.client.screenshot()).await.ok()?.ok();
        self.client.execute("window.stopPainting()", vec![]).await.ok()?;
        picture
    }
}

/// Where pictures are wanted.
fn screens() -> Option<PathBuf> {
    std::env::var_os("SKILL_STUDIO_SCREENS").filter(|folder| !folder.is_empty()).map(PathBuf::from)
}
