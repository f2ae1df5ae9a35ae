//! Presses a button of a real application on a private desktop, without taking the focus.
//!
//! Needs `xvfb openbox dbus at-spi2-core gtk-3-examples`; run it with `cargo run -p deskhand --example press`.
#![allow(clippy::print_stdout, reason = "an example shows what it does")]

#[cfg(target_os = "linux")]
fn main() -> deskhand::Result<()> {
    use deskhand::DesktopOptions;
    use deskhand::blocking::Desktop;

    let desktop = Desktop::start(DesktopOptions::default())?;
    desktop.launch(["gtk3-widget-factory"])?;
    let factory = desktop.app("gtk3-widget-factory");

    let check = factory.locate("checkbox:enabled").nth(0);
    let before = check.find()?.data.states;
    let receipt = check.toggle()?;
    println!("{}: {} by {} in {:?}", receipt.app, receipt.action, receipt.by, receipt.total);
    println!("  before {before:?}");
    println!("  after  {:?}", check.find()?.data.states);
    desktop.stop()
}

#[cfg(not(target_os = "linux"))]
fn main() {
    println!("This example needs a private desktop, which only Linux has for now.");
}
