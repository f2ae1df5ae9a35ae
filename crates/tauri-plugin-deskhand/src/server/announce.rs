use std::io::Write as _;

use deskhand_page::PORT_LINE;

/// Writes the line that tells the port. Whoever started the application reads it from its standard output; an
/// application whose output nobody takes any more is driven by nobody, so a failure is only noted.
pub(super) fn port(port: u16) {
    let mut out = std::io::stdout().lock();
    if let Err(error) = writeln!(out, "{PORT_LINE}{port}").and_then(|()| out.flush()) {
        tracing::warn!(%error, port, "the port could not be announced");
    }
}
