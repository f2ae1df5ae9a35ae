//! Pictures as PNG files.

use std::fmt;
use std::io::Cursor;

use deskhand_engine::ports::Image;
use deskhand_model::{Error, ErrorKind, Result};

/// Most pixels across and down in a picture that is read.
const LARGEST: u32 = 16_384;

/// The picture as a PNG file.
pub fn encode_png(image: &Image) -> Result<Vec<u8>> {
    encode(image, png::Compression::default())
}

/// The same in a fraction of the time, as a file that is somewhat larger.
pub fn encode_png_quickly(image: &Image) -> Result<Vec<u8>> {
    encode(image, png::Compression::Fast)
}

fn encode(image: &Image, compression: png::Compression) -> Result<Vec<u8>> {
    let failed = |error| internal(format!("The picture cannot be written as PNG: {error}"));
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, image.width, image.height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(compression);
    let mut writer = encoder.write_header().map_err(failed)?;
    writer.write_image_data(&image.rgb).map_err(failed)?;
    writer.finish().map_err(failed)?;
    Ok(file)
}

/// The picture in a PNG file of any colour type. What is transparent in it is taken as opaque.
pub fn decode_png(file: &[u8]) -> Result<Image> {
    let mut decoder = png::Decoder::new(Cursor::new(file));
    decoder.set_transformations(png::Transformations::normalize_to_color8());
    let (width, height) = decoder.read_header_info().map_err(unreadable)?.size();
    // Looked at before there is memory for the pixels: a file of a few bytes can claim any size.
    if width > LARGEST || height > LARGEST {
        return Err(unreadable(format!(
            "it has {width}x{height} pixels, and {LARGEST}x{LARGEST} is the most"
        )));
    }
    let mut reader = decoder.read_info().map_err(unreadable)?;
    let size = reader.output_buffer_size().ok_or_else(|| unreadable("it is too large"))?;
    let mut pixels = vec![0; size];
    let frame = reader.next_frame(&mut pixels).map_err(unreadable)?;
    pixels.truncate(frame.buffer_size());
    Ok(Image { width, height, rgb: rgb(pixels, frame.color_type)? })
}

/// Three bytes for each pixel, whatever it has now.
fn rgb(pixels: Vec<u8>, colors: png::ColorType) -> Result<Vec<u8>> {
    Ok(match colors {
        png::ColorType::Rgb => pixels,
        png::ColorType::Rgba => {
            pixels.chunks_exact(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect()
        }
        png::ColorType::Grayscale => pixels.iter().flat_map(|&gray| [gray; 3]).collect(),
        png::ColorType::GrayscaleAlpha => pixels.chunks_exact(2).flat_map(|pixel| [pixel[0]; 3]).collect(),
        png::ColorType::Indexed => return Err(unreadable("its palette was not resolved")),
    })
}

fn unreadable(why: impl fmt::Display) -> Error {
    internal(format!("The picture cannot be read: {why}"))
}

fn internal(message: String) -> Error {
    Error::new(ErrorKind::Internal, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn image() -> Image {
        Image { width: 2, height: 1, rgb: vec![255, 0, 0, 0, 0, 255] }
    }

    /// A PNG file of one row.
    fn row(colors: png::ColorType, width: u32, data: &[u8]) -> Vec<u8> {
        let mut file = Vec::new();
        let mut encoder = png::Encoder::new(&mut file, width, 1);
        encoder.set_color(colors);
        encoder.set_depth(png::BitDepth::Eight);
        if colors == png::ColorType::Indexed {
            encoder.set_palette(vec![1, 2, 3, 4, 5, 6]);
        }
        let mut writer = encoder.write_header().unwrap();
        writer.write_image_data(data).unwrap();
        writer.finish().unwrap();
        file
    }

    #[test]
    fn a_picture_reads_back_as_it_was() {
        for encode in [encode_png, encode_png_quickly] {
            assert_eq!(decode_png(&encode(&image()).unwrap()).unwrap(), image());
        }
    }

    #[test]
    fn every_colour_type_becomes_red_green_and_blue() {
        for (colors, data, expected) in [
            (png::ColorType::Rgba, vec![1, 2, 3, 0, 4, 5, 6, 255], vec![1, 2, 3, 4, 5, 6]),
            (png::ColorType::Grayscale, vec![7, 8], vec![7, 7, 7, 8, 8, 8]),
            (png::ColorType::GrayscaleAlpha, vec![7, 0, 8, 255], vec![7, 7, 7, 8, 8, 8]),
            (png::ColorType::Indexed, vec![1, 0], vec![4, 5, 6, 1, 2, 3]),
        ] {
            assert_eq!(decode_png(&row(colors, 2, &data)).unwrap().rgb, expected, "{colors:?}");
        }
    }

    #[test]
    fn an_image_with_missing_pixels_is_an_error_and_no_panic() {
        let image = Image { width: 2, height: 2, rgb: vec![0; 3] };
        assert!(encode_png(&image).is_err());
    }

    #[test]
    fn a_picture_that_is_too_large_is_refused_with_its_size() {
        let width = LARGEST + 1;
        let file = row(png::ColorType::Grayscale, width, &vec![0; width as usize]);
        let error = decode_png(&file).unwrap_err();
        assert!(error.message().contains("16385x1 pixels"), "{error}");
        assert!(decode_png(&row(png::ColorType::Grayscale, LARGEST, &vec![0; LARGEST as usize])).is_ok());
    }

    #[test]
    fn what_is_no_picture_is_an_error() {
        let whole = encode_png(&image()).unwrap();
        for broken in [&b""[..], b"not a picture", &whole[..whole.len() / 2]] {
            assert!(decode_png(broken).is_err());
        }
    }
}
