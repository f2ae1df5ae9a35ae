//! Without a plugin: for WebKitWebDriver and tauri-driver, which need none.

fn main() -> tauri::Result<()> {
    deskhand_bench_tauri::run(tauri::Builder::default())
}
