//! How large the page is shown: by steps, as browsers have them, and remembered for this user whatever library is open.
//!
//! Shows nothing itself: that is the window's.

use std::{fs, path::PathBuf};

use crate::{
    Config, Error, ErrorCode, Studio,
    dto::ZoomStep,
    kept::{self, user::WindowLook},
};

/// What there is to choose from, in percent.
const LEVELS: [u32; 12] = [50, 67, 80, 90, 100, 110, 125, 150, 175, 200, 250, 300];
/// As it is until somebody asks.
const USUAL: u32 = 100;

impl Studio {
    /// How large the page is shown, in percent. What cannot be read is as usual: it is no reason not to start.
    pub fn get_zoom(&self) -> u32 {
        let kept = kept::read_file::<WindowLook>(&file(&self.shared.config)).ok().flatten().and_then(Result::ok);
        kept.map(|look| look.zoom).filter(|zoom| LEVELS.contains(zoom)).unwrap_or(USUAL)
    }

    /// Makes it a step larger or smaller, within bounds, or as usual, and remembers it.
    pub fn set_zoom(&self, step: ZoomStep) -> Result<u32, Error> {
        let zoom = stepped(self.get_zoom(), step);
        let config = &self.shared.config;
        let file = file(config);
        let bytes = kept::file_bytes(&WindowLook { zoom }).map_err(|cause| Error::interrupted(&cause))?;
        fs::create_dir_all(&config.config_dir).map_err(|cause| Error::file("write", &file, &cause))?;
        studio_pack::write_atomically(&file, &bytes).map_err(|cause| {
            let message = format!("The zoom level couldn't be saved in {}.", file.display());
            Error::new(ErrorCode::File, message).with_detail(&cause)
        })?;
        Ok(zoom)
    }
}

fn file(config: &Config) -> PathBuf {
    config.config_dir.join("window.json")
}

fn stepped(from: u32, step: ZoomStep) -> u32 {
    match step {
        ZoomStep::In => LEVELS.into_iter().find(|level| *level > from).unwrap_or(from),
        ZoomStep::Out => LEVELS.into_iter().rev().find(|level| *level < from).unwrap_or(from),
        ZoomStep::Reset => USUAL,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zoom_goes_by_steps_within_bounds() {
        for (from, step, to) in [
            (100, ZoomStep::In, 110),
            (100, ZoomStep::Out, 90),
            (300, ZoomStep::In, 300),
            (50, ZoomStep::Out, 50),
            (175, ZoomStep::Reset, 100),
        ] {
            assert_eq!(stepped(from, step), to, "{from} {step}");
        }
    }
}
