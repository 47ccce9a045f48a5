//! Lets Tauri read its configuration and make the window's permissions.

fn main() {
    tauri_build::build();
}
