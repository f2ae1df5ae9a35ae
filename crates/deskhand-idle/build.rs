//! How the shared library is linked.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    // A program that unloads the library would pull the code away from under its thread.
    if std::env::var("CARGO_CFG_TARGET_OS").as_deref() == Ok("linux") {
        println!("cargo::rustc-cdylib-link-arg=-Wl,-z,nodelete");
        println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,libdeskhand_idle.so.0");
    }
}
