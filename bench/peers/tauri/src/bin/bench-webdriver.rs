//! With `tauri-plugin-webdriver`, which is a server in the application itself.

fn main() -> tauri::Result<()> {
    deskhand_bench_tauri::run(tauri::Builder::default().plugin(tauri_plugin_webdriver::init()))
}
