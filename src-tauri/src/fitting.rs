//! Keeps the window on the screens there are: one that was larger elsewhere is seen whole here.

use tauri::{PhysicalSize, Runtime, WebviewWindow, WindowEvent};

/// A screen without its bars: where it begins, and its size.
type Area = ((i32, i32), (u32, u32));

/// Makes the window smaller whenever it is larger than all screens together, as after it was restored.
pub(crate) fn keep_on_screen<R: Runtime>(window: &WebviewWindow<R>) {
    let fitted = window.clone();
    window.on_window_event(move |event| {
        if let WindowEvent::Resized(size) = event {
            // The desktop has the last word on its windows.
            let _refused = fit(&fitted, *size);
        }
    });
}

fn fit<R: Runtime>(window: &WebviewWindow<R>, size: PhysicalSize<u32>) -> tauri::Result<()> {
    if window.is_maximized()? || window.is_fullscreen()? {
        return Ok(());
    }
    let (outer, inner) = (window.outer_size()?, window.inner_size()?);
    let frame = (outer.width.saturating_sub(inner.width), outer.height.saturating_sub(inner.height));
    let screens = window.available_monitors()?;
    let areas = screens.iter().map(|screen| {
        let area = screen.work_area();
        ((area.position.x, area.position.y), (area.size.width, area.size.height))
    });
    match within(&areas.collect::<Vec<Area>>(), frame, (size.width, size.height)) {
        Some((width, height)) => window.set_size(PhysicalSize::new(width, height)),
        None => Ok(()),
    }
}

/// The size a window has to take, where it does not fit into what the screens are together.
fn within(areas: &[Area], frame: (u32, u32), size: (u32, u32)) -> Option<(u32, u32)> {
    let room = |along: fn(&Area) -> (i32, u32), frame: u32| {
        let ends = areas.iter().map(along).map(|(at, length)| i64::from(at) + i64::from(length)).max()?;
        let begins = areas.iter().map(along).map(|(at, _)| i64::from(at)).min()?;
        u32::try_from(ends - begins - i64::from(frame)).ok()
    };
    let width = size.0.min(room(|&((x, _), (width, _))| (x, width), frame.0)?);
    let height = size.1.min(room(|&((_, y), (_, height))| (y, height), frame.1)?);
    ((width, height) != size).then_some((width, height))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: Area = ((0, 28), (1024, 672));
    const BESIDE: Area = ((1024, 0), (1920, 1080));

    #[test]
    fn a_window_takes_the_room_there_is() {
        for (areas, size, expected) in [
            (vec![SMALL], (1000, 600), None),
            (vec![SMALL], (1440, 900), Some((1020, 640))),
            (vec![SMALL], (1440, 600), Some((1020, 600))),
            (vec![SMALL, BESIDE], (1440, 900), None),
            (vec![SMALL, BESIDE], (4000, 900), Some((2940, 900))),
            (vec![], (1440, 900), None),
        ] {
            assert_eq!(within(&areas, (4, 32), size), expected, "{areas:?} {size:?}");
        }
    }
}
