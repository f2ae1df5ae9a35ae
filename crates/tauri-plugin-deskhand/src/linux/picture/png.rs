//! PNG, quickly.
//!
//! Applications with this plugin are mostly built without optimisation, where a crate takes ten times as long: so what is
//! done with every pixel is done by libraries of the desktop. GTK's own writer of PNG would be one, but it tries all
//! filters on every row, which takes three times as long as all the rest and makes pictures of pages no smaller.

use gtk::gio::prelude::*;
use gtk::gio::{
    Cancellable, ConverterOutputStream, MemoryOutputStream, ZlibCompressor, ZlibCompressorFormat,
};

/// How hard is tried to make a picture small, from 0 to 9. More than this takes twice the time.
const EFFORT: i32 = 1;

const SIGNATURE: [u8; 8] = *b"\x89PNG\r\n\x1a\n";

/// Rows of pixels, of three bytes each, or four with alpha.
pub(super) struct Rows<'a> {
    pub(super) bytes: &'a [u8],
    /// How far it is from one row to the next.
    pub(super) stride: usize,
    pub(super) width: u32,
    pub(super) height: u32,
    pub(super) alpha: bool,
}

/// A PNG of them.
pub(super) fn encode(rows: &Rows<'_>) -> Result<Vec<u8>, String> {
    let colour_type = if rows.alpha { 6 } else { 2 };
    let mut header = Vec::with_capacity(13);
    header.extend(rows.width.to_be_bytes());
    header.extend(rows.height.to_be_bytes());
    // Eight bits of each colour; the rest is as it is in every PNG.
    header.extend([8, colour_type, 0, 0, 0]);
    let mut png = SIGNATURE.to_vec();
    chunk(&mut png, *b"IHDR", &header)?;
    chunk(&mut png, *b"IDAT", &compressed(&unfiltered(rows)?)?)?;
    chunk(&mut png, *b"IEND", &[])?;
    Ok(png)
}

/// The rows as PNG has them: each begins with the number of its filter, here none.
fn unfiltered(rows: &Rows<'_>) -> Result<Vec<u8>, String> {
    let length = rows.width as usize * if rows.alpha { 4 } else { 3 };
    let mut bytes = Vec::with_capacity((length + 1) * rows.height as usize);
    for row in 0..rows.height as usize {
        let start = row * rows.stride;
        bytes.push(0);
        bytes.extend_from_slice(rows.bytes.get(start..start + length).ok_or("its pixels end too early")?);
    }
    Ok(bytes)
}

fn compressed(bytes: &[u8]) -> Result<Vec<u8>, String> {
    let written = MemoryOutputStream::new_resizable();
    let stream =
        ConverterOutputStream::new(&written, &ZlibCompressor::new(ZlibCompressorFormat::Zlib, EFFORT));
    let (_, failure) =
        stream.write_all(bytes, Cancellable::NONE).map_err(|error| error.message().to_owned())?;
    if let Some(failure) = failure {
        return Err(failure.message().to_owned());
    }
    stream.close(Cancellable::NONE).map_err(|error| error.message().to_owned())?;
    Ok(written.steal_as_bytes().to_vec())
}

fn chunk(png: &mut Vec<u8>, kind: [u8; 4], content: &[u8]) -> Result<(), String> {
    let length = u32::try_from(content.len()).map_err(|_| "it is too large")?;
    png.extend(length.to_be_bytes());
    let start = png.len();
    png.extend(kind);
    png.extend_from_slice(content);
    let sum = checksum(&png[start..]);
    png.extend(sum.to_be_bytes());
    Ok(())
}

/// The CRC-32 of PNG.
fn checksum(bytes: &[u8]) -> u32 {
    const TABLE: [u32; 256] = table();
    !bytes.iter().fold(!0, |sum: u32, byte| TABLE[usize::from(sum as u8 ^ byte)] ^ (sum >> 8))
}

const fn table() -> [u32; 256] {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut sum = byte as u32;
        let mut bit = 0;
        while bit < 8 {
            sum = if sum & 1 == 1 { 0xedb8_8320 ^ (sum >> 1) } else { sum >> 1 };
            bit += 1;
        }
        table[byte] = sum;
        byte += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_is_that_of_png() {
        // That of every IEND.
        assert_eq!(checksum(b"IEND"), 0xae42_6082);
    }

    #[test]
    fn what_is_beside_a_row_is_not_in_the_picture() {
        let rows = Rows { bytes: &[1, 2, 3, 99, 4, 5, 6], stride: 4, width: 1, height: 2, alpha: false };
        assert_eq!(unfiltered(&rows), Ok(vec![0, 1, 2, 3, 0, 4, 5, 6]));
        let torn = Rows { height: 3, ..rows };
        assert!(unfiltered(&torn).is_err());
    }
}
