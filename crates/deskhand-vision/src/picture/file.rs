//! Pictures as files.

use deskhand_engine::ports::Image;
use deskhand_model::{Error, ErrorKind, Result};

/// The picture as a PNG file, made quickly rather than small.
pub(crate) fn png(image: &Image) -> Result<Vec<u8>> {
    let failed =
        |error| Error::new(ErrorKind::Internal, format!("The picture cannot be written as PNG: {error}"));
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, image.width, image.height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Fast);
    let mut writer = encoder.write_header().map_err(failed)?;
    writer.write_image_data(&image.rgb).map_err(failed)?;
    writer.finish().map_err(failed)?;
    Ok(file)
}
