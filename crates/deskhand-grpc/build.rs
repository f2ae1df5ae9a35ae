//! Makes Rust of the protocol, with a compiler that needs nothing installed, and keeps its description for reflection.

use std::error::Error;
use std::path::PathBuf;
use std::{env, fs};

const FILES: [&str; 2] = ["deskhand/v1/windows.proto", "deskhand/v1/observations.proto"];

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=proto");
    let mut compiler = protox::Compiler::new(["proto"])?;
    // Imports, so that a client can build everything from reflection; comments, so that it can show them.
    compiler.include_imports(true).include_source_info(true).open_files(FILES)?;
    let output = PathBuf::from(env::var_os("OUT_DIR").ok_or("cargo did not set OUT_DIR")?);
    fs::write(output.join("descriptors.bin"), compiler.encode_file_descriptor_set())?;
    // How a client connects is its own affair.
    tonic_prost_build::configure()
        .build_transport(false)
        .boxed(".deskhand.v1.StreamObservationsResponse.observed.event")
        .compile_fds(compiler.file_descriptor_set())?;
    Ok(())
}
