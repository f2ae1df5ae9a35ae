//! Printing to PDF. No dialog opens, and no printer is needed: macOS can print to a file.

mod paper;
