//! Embeds the configuration and the pages.

fn main() {
    tauri_build::build();
}
