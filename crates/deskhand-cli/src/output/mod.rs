//! What commands print: for people, or as JSON.

mod doctor;
mod element;
mod failure;
mod healed;
mod palette;
mod receipt;
mod table;
mod text;
mod tree;

use std::io::{self, IsTerminal, Write};

use deskhand_schema::{Body, Document};
use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::Errno;

pub(crate) use doctor::doctor;
pub(crate) use element::elements;
pub(crate) use failure::failure;
pub(crate) use healed::{healed, note_heal};
pub(crate) use palette::Palette;
pub(crate) use receipt::receipt;
pub(crate) use table::Table;
pub(crate) use text::{escape_lines, one_line};
pub(crate) use tree::tree;

use crate::failure::Result;
use crate::settings::Color;

/// Returns when whoever read our standard output has gone away.
pub(crate) async fn closed() {
    let watch = || {
        // Asked for nothing, the kernel still tells when the other end of a pipe is closed.
        let stdout = io::stdout();
        let mut closed = [PollFd::new(&stdout, PollFlags::empty())];
        while poll(&mut closed, None) == Err(Errno::INTR) {}
        closed[0].revents().intersects(PollFlags::ERR | PollFlags::HUP)
    };
    if !tokio::task::spawn_blocking(watch).await.unwrap_or(false) {
        std::future::pending::<()>().await;
    }
}

/// Where a command's answer goes, and in which form.
pub(crate) struct Output {
    to: Box<dyn Write>,
    is_stdout: bool,
    json: bool,
    terminal: bool,
    palette: Palette,
}

impl Output {
    /// Standard output.
    pub(crate) fn stdout(json: bool, color: Color) -> Output {
        let stdout = io::stdout();
        let terminal = stdout.is_terminal();
        Output {
            to: Box::new(stdout),
            is_stdout: true,
            json,
            terminal,
            palette: Palette::new(color.applies(terminal)),
        }
    }

    /// Anywhere else, without colour.
    #[cfg(test)]
    pub(crate) fn plain(to: impl Write + 'static, json: bool) -> Output {
        Output { to: Box::new(to), is_stdout: false, json, terminal: false, palette: Palette::new(false) }
    }

    /// Whether answers are JSON.
    pub(crate) fn is_json(&self) -> bool {
        self.json
    }

    /// Whether a person looks at it.
    pub(crate) fn is_terminal(&self) -> bool {
        self.terminal
    }

    /// Prints an answer in the form that was asked for; the other form is never made.
    pub(crate) fn answer<B: Body>(
        &mut self,
        body: impl FnOnce() -> B,
        human: impl FnOnce(Palette) -> String,
    ) -> Result<()> {
        if self.json {
            return self.document(&Document::new(body()));
        }
        let text = human(self.palette);
        self.lines(&text)
    }

    /// One of many parts of an answer, to be sent. As JSON each is one line, also where a person looks at it.
    pub(crate) fn part<B: Body>(
        &self,
        body: impl FnOnce() -> B,
        human: impl FnOnce(Palette) -> String,
    ) -> Result<Vec<u8>> {
        let mut line = match self.json {
            true => serde_json::to_vec(&Document::new(body())).map_err(io::Error::from)?,
            false => human(self.palette).into_bytes(),
        };
        line.push(b'\n');
        Ok(line)
    }

    /// Writes bytes without holding up what else goes on here while nobody takes them.
    pub(crate) async fn send(&mut self, bytes: Vec<u8>) -> Result<()> {
        if !self.is_stdout {
            return self.bytes(&bytes);
        }
        let write = move || -> io::Result<()> {
            let mut stdout = io::stdout().lock();
            stdout.write_all(&bytes)?;
            stdout.flush()
        };
        Ok(tokio::task::spawn_blocking(write).await.map_err(io::Error::other)??)
    }

    /// Prints JSON: on one line, or spread out when a person looks at it.
    pub(crate) fn document(&mut self, document: &impl serde::Serialize) -> Result<()> {
        let mut line = Vec::new();
        let written = if self.terminal {
            serde_json::to_writer_pretty(&mut line, document)
        } else {
            serde_json::to_writer(&mut line, document)
        };
        written.map_err(io::Error::from)?;
        line.push(b'\n');
        self.bytes(&line)
    }

    /// Prints text, ended by one line break.
    pub(crate) fn lines(&mut self, text: &str) -> Result<()> {
        let mut text = text.to_owned();
        if !text.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        }
        self.bytes(text.as_bytes())
    }

    /// Writes bytes as they are.
    pub(crate) fn bytes(&mut self, bytes: &[u8]) -> Result<()> {
        self.to.write_all(bytes)?;
        Ok(self.to.flush()?)
    }
}
