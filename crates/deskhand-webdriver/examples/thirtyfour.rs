//! Drives a Tauri application from Rust with thirtyfour: `cargo run --example thirtyfour -- SERVER APPLICATION`.
//!
//! The server is that of `deskhand webdriver`, `http://127.0.0.1:4444` unless told otherwise; the application has
//! `tauri-plugin-deskhand`, like the fixture of this repository.
#![expect(clippy::print_stdout, reason = "an example shows what it sees")]

use thirtyfour::prelude::*;

#[tokio::main]
async fn main() -> WebDriverResult<()> {
    let [server, application] = [1, 2].map(|place| std::env::args().nth(place));
    let server = server.unwrap_or_else(|| "http://127.0.0.1:4444".to_owned());
    let application = application.unwrap_or_else(|| "target/debug/deskhand-fixture-tauri".to_owned());

    let mut capabilities = Capabilities::new();
    capabilities.set("browserName", "tauri")?;
    capabilities.set("tauri:options", serde_json::json!({ "binary": application }))?;
    let driver = WebDriver::new(server, capabilities).await?;
    let driven = drive(&driver).await;
    driver.quit().await?;
    driven
}

async fn drive(driver: &WebDriver) -> WebDriverResult<()> {
    println!("title: {}", driver.title().await?);
    driver.find(By::Id("press")).await?.click().await?;
    println!("pressed: {}", driver.find(By::Id("pressed")).await?.text().await?);

    driver.find(By::LinkText("Forms")).await?.click().await?;
    let search = driver.find(By::Id("search")).await?;
    search.send_keys("with thirtyfour").await?;
    println!("typed: {}", search.prop("value").await?.unwrap_or_default());
    Ok(())
}
