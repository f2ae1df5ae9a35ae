//! With `tauri-plugin-webdriver-automation`: for the published `tauri-wd`.

fn main() -> tauri::Result<()> {
    deskhand_bench_tauri::run(tauri::Builder::default().plugin(tauri_plugin_webdriver_automation::init()))
}
