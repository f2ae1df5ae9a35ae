//! `deskhand trace`.

use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use deskhand_model::{Error, ErrorKind};
use deskhand_schema as schema;
use deskhand_trace::{TraceFile, page};

use super::screenshot::write_private;
use crate::failure::Result;
use crate::output::{Output, Palette, Table};

/// Shows what was recorded with `--trace`.
#[derive(Debug, Args)]
pub(crate) struct TraceCommand {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Write the trace as one page that any browser shows, without a network
    Show(Show),
    /// List the steps
    List(List),
}

#[derive(Debug, Args)]
struct Show {
    /// The trace
    file: PathBuf,
    /// File to write, - for standard output [default: FILE with .html instead of its ending]
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Debug, Args)]
struct List {
    /// The trace
    file: PathBuf,
}

impl TraceCommand {
    pub(crate) fn run(self, out: &mut Output) -> Result<()> {
        match self.what {
            What::Show(args) => args.run(out),
            What::List(args) => args.run(out),
        }
    }
}

impl Show {
    fn run(self, out: &mut Output) -> Result<()> {
        let to = self.output.unwrap_or_else(|| self.file.with_extension("html"));
        let to_stdout = to == Path::new("-");
        if to_stdout && out.is_json() {
            let message = "JSON goes to standard output, a page cannot go there too";
            return Err(Error::new(ErrorKind::InvalidArgument, message)
                .hint("Name a file with -o FILE.")
                .into());
        }
        if to == self.file {
            let message = format!("{} is the trace itself", to.display());
            return Err(Error::new(ErrorKind::InvalidArgument, message)
                .hint("Name another file with -o FILE.")
                .into());
        }
        let trace = TraceFile::open(&self.file)?;
        let page = page(&trace)?;
        if to_stdout {
            return out.bytes(page.as_bytes());
        }
        write_private(&to, page.as_bytes())?;
        let file = to.display().to_string();
        let (steps, bytes, notes) = (trace.steps.len(), page.len(), trace.notes);
        out.answer(
            || schema::TracePage { file: file.clone(), steps, bytes, notes: notes.clone() },
            |palette| {
                let size = bytes.div_ceil(1024);
                let told = format!("wrote {} ({steps} steps, {size} KiB)", palette.name(&file));
                with_notes(told, &notes, palette)
            },
        )
    }
}

impl List {
    fn run(self, out: &mut Output) -> Result<()> {
        let list = TraceFile::open_steps(&self.file)?.list();
        out.answer(|| list.clone(), |palette| listed(&list, palette))
    }
}

fn listed(list: &schema::TraceList, palette: Palette) -> String {
    let mut table = Table::new(&["STEP", "AT", "TOOK", "ASKED", "OUTCOME"]);
    for step in &list.steps {
        let outcome = match &step.code {
            Some(code) => format!("{code}: {}", step.outcome),
            None => step.outcome.clone(),
        };
        table.row([
            step.number.to_string(),
            format!("{:.2} s", step.started_ms / 1000.0),
            format!("{:.1} ms", step.took_ms),
            step.title.clone(),
            outcome,
        ]);
    }
    with_notes(table.show(palette, "no steps"), &list.notes, palette)
}

/// The text with what could not be read below it.
fn with_notes(text: String, notes: &[String], palette: Palette) -> String {
    let notes = notes.iter().map(|note| palette.aside(format!("note: {note}")));
    std::iter::once(text).chain(notes).collect::<Vec<_>>().join("\n")
}
