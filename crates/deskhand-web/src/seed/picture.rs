//! Pictures. The plugin draws the whole document anew; what is in view is cut out of that.

use std::io::Cursor;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use deskhand_engine::ports::PageResult;
use deskhand_page::{Extent, Fault, FaultKind, PageRect, ViewId};
use png::{ColorType, Decoder, Encoder, Transformations};
use serde_json::json;

use super::limits;
use super::talk::{Job, Talk};
use super::term::Term;

pub(super) async fn take(talk: &Talk, view: &ViewId, extent: Extent, term: Term) -> PageResult<Vec<u8>> {
    if let Extent::Part(_) = extent {
        return Err(limits::part_of_picture());
    }
    let told = talk.ask(&Job::on_top(view, "view", json!({})), term).await?;
    let shown: PageRect = serde_json::from_value(told).map_err(|error| failed(&error))?;
    let told = talk.wire().ask("/screenshot", &json!({}), term.running()?).await?;
    let whole = STANDARD.decode(told["data"].as_str().unwrap_or_default()).map_err(|error| failed(&error))?;
    match extent {
        Extent::Document => Ok(whole),
        _ => cut(&whole, shown).map_err(|error| failed(&*error)),
    }
}

fn failed(error: &dyn std::error::Error) -> Fault {
    Fault::new(FaultKind::Failed, format!("The plugin's picture cannot be read: {error}"))
}

type Anything = Box<dyn std::error::Error>;

/// A part of a picture, as far as the picture has it.
fn cut(png: &[u8], part: PageRect) -> Result<Vec<u8>, Anything> {
    let mut decoder = Decoder::new(Cursor::new(png));
    decoder.set_transformations(Transformations::normalize_to_color8() | Transformations::ALPHA);
    let mut reader = decoder.read_info()?;
    let mut pixels = vec![0; reader.output_buffer_size().ok_or("it is too large")?];
    let frame = reader.next_frame(&mut pixels)?;
    if frame.color_type != ColorType::Rgba {
        return Err("it is not in colour".into());
    }
    let (columns, rows) = (span(part.x, part.width, frame.width), span(part.y, part.height, frame.height));
    let line = 4 * usize::try_from(frame.width)?;
    let kept: Vec<u8> = pixels
        .chunks_exact(line)
        .take(rows.1)
        .skip(rows.0)
        .flat_map(|line| &line[4 * columns.0..4 * columns.1])
        .copied()
        .collect();
    let mut out = Vec::new();
    let (width, height) = (columns.1 - columns.0, rows.1 - rows.0);
    let mut encoder = Encoder::new(&mut out, u32::try_from(width)?, u32::try_from(height)?);
    encoder.set_color(ColorType::Rgba);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&kept)?;
    writer.finish()?;
    Ok(out)
}

/// First and one after last of what is kept of `length` pixels: at least one.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to the picture")]
fn span(from: f64, extent: f64, length: u32) -> (usize, usize) {
    let last = f64::from(length);
    let first = from.floor().clamp(0.0, (last - 1.0).max(0.0));
    let end = (from + extent).ceil().clamp(first + 1.0, last.max(first + 1.0));
    (first as usize, end as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(width: u32, height: u32) -> Vec<u8> {
        let mut out = Vec::new();
        let mut encoder = Encoder::new(&mut out, width, height);
        encoder.set_color(ColorType::Rgba);
        let pixels: Vec<u8> =
            (0..height).flat_map(|y| (0..width).flat_map(move |x| [x as u8, y as u8, 0, 255])).collect();
        encoder.write_header().unwrap().write_image_data(&pixels).unwrap();
        out
    }

    #[test]
    fn a_part_is_cut_where_it_is() {
        let part = PageRect { x: 2.0, y: 3.0, width: 4.0, height: 2.0 };
        let cut = cut(&picture(10, 10), part).unwrap();
        let mut reader = Decoder::new(Cursor::new(&cut)).read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        let frame = reader.next_frame(&mut pixels).unwrap();
        assert_eq!((frame.width, frame.height), (4, 2));
        assert_eq!(pixels[..4], [2, 3, 0, 255]);
    }

    #[test]
    fn a_part_ends_with_the_picture() {
        assert_eq!(span(0.0, 100.0, 10), (0, 10));
        assert_eq!(span(8.0, 100.0, 10), (8, 10));
        assert_eq!(span(50.0, 10.0, 10), (9, 10));
    }
}
