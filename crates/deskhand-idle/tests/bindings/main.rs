//! The library as programs in C, C++ and Python use it: installed by the script, found by pkg-config, compiled and run.

#![expect(clippy::panic, clippy::unwrap_used, reason = "what fails in a test fails the test")]

mod c_programs;
mod installation;
mod python_programs;
