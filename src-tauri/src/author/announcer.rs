//! Has the desktop's screen reader say what changed on the page.
//!
//! `WebKitGTK` tells a screen reader what has the focus, and nothing of a live region that changes. What GTK has to say
//! beside the focus it says as a notification that is shown: this one nobody sees, and its name is read.

use gtk::{
    Label,
    atk::{self, Role, StateType},
    glib::translate::IntoGlib,
    prelude::*,
};
use tauri::{AppHandle, Manager};

use super::PAGE;

/// What the label is called among the window's widgets.
const NAME: &str = "announcer";

/// Has a text said, beside the page.
pub(super) fn say(app: &AppHandle, text: &str) {
    let (of, text) = (app.clone(), text.to_owned());
    // Where the program ends meanwhile nobody listens any more.
    let _unheard = app.run_on_main_thread(move || {
        if let Some(notification) = notification(&of) {
            notification.set_name(&text);
            let showing = u64::try_from(StateType::Showing.into_glib()).unwrap_or_default();
            notification.notify_state_change(showing, true);
        }
    });
}

/// The page's window as a screen reader sees it, in the part that is never drawn.
fn notification(app: &AppHandle) -> Option<atk::Object> {
    let widgets = app.get_webview_window(PAGE)?.default_vbox().ok()?;
    if let Some(label) = widgets.children().into_iter().find(|widget| widget.widget_name() == NAME) {
        return label.accessible();
    }
    let label = Label::new(None);
    label.set_widget_name(NAME);
    label.set_no_show_all(true);
    widgets.pack_start(&label, false, false, 0);
    let notification = label.accessible()?;
    notification.set_role(Role::Notification);
    Some(notification)
}
