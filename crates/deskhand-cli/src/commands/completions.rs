//! `deskhand completions` and `deskhand man`.

use std::io;

use clap::{Args, CommandFactory};
use clap_complete::Shell;
use deskhand_schema as schema;

use crate::cli::Cli;
use crate::failure::Result;
use crate::output::Output;

/// Prints a completion script.
#[derive(Debug, Args)]
pub(crate) struct Completions {
    /// For which shell
    #[arg(value_enum)]
    shell: Shell,
}

impl Completions {
    pub(crate) fn run(self, out: &mut Output) -> Result<()> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "deskhand", &mut script);
        print(script, out)
    }
}

/// Prints the manual page.
#[derive(Debug, Args)]
pub(crate) struct Man {}

impl Man {
    pub(crate) fn run(self, out: &mut Output) -> Result<()> {
        print(page()?, out)
    }
}

/// One page for all: the command, then each of its commands.
fn page() -> io::Result<Vec<u8>> {
    let mut command = Cli::command();
    command.build();
    let mut page = Vec::new();
    let man = clap_mangen::Man::new(command.clone());
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    for inner in command.get_subcommands().filter(|inner| !inner.is_hide_set()) {
        page.extend_from_slice(format!(".SH \"DESKHAND {}\"\n", inner.get_name().to_uppercase()).as_bytes());
        let inner = clap_mangen::Man::new(inner.clone());
        inner.render_description_section(&mut page)?;
        inner.render_synopsis_section(&mut page)?;
        inner.render_options_section(&mut page)?;
    }
    man.render_extra_section(&mut page)?;
    Ok(page)
}

fn print(bytes: Vec<u8>, out: &mut Output) -> Result<()> {
    let text = String::from_utf8_lossy(&bytes).into_owned();
    out.answer(|| schema::Text { text: text.clone() }, |_| text.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_manual_page_covers_every_command() {
        let page = String::from_utf8(page().unwrap()).unwrap();
        for command in Cli::command().get_subcommands().filter(|command| !command.is_hide_set()) {
            assert!(page.contains(&format!("DESKHAND {}", command.get_name().to_uppercase())), "{page}");
        }
    }
}
