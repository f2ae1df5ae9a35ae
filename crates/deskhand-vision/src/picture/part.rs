//! Pictures that are well formed, and parts of them.

use deskhand_engine::ports::Image;
use deskhand_model::{Error, ErrorKind, Point, Rect, Result};

use super::resample::resample;

/// Most pixels across and down.
const LARGEST: u32 = 16_384;

/// Most pixels in all, twice those of an 8K screen: what is compared takes a multiple of its size in memory.
const MOST: usize = 1 << 26;

/// Refuses a picture that has no pixels, too many, or other ones than it says.
pub(crate) fn check(image: &Image, what: &str) -> Result<()> {
    let (width, height) = (image.width, image.height);
    let why = if width == 0 || height == 0 {
        "it has no pixels".to_owned()
    } else if width > LARGEST || height > LARGEST {
        format!("{LARGEST}x{LARGEST} is the most")
    } else if width as usize * height as usize > MOST {
        format!("{MOST} pixels are the most")
    } else if image.rgb.len() != width as usize * height as usize * 3 {
        format!("it has {} bytes instead of three for each pixel", image.rgb.len())
    } else {
        return Ok(());
    };
    let message = format!("The {what} of {width}x{height} pixels cannot be looked at: {why}");
    Err(Error::new(ErrorKind::InvalidArgument, message))
}

/// The part of a picture that `area` covers, and where it begins; nothing when it covers no pixel.
pub(crate) fn crop(image: &Image, area: Rect) -> Option<(Image, Point)> {
    let part = area.intersection(Rect::new(0, 0, image.width, image.height))?;
    let (left, top) = (part.x as usize, part.y as usize);
    let mut rgb = Vec::with_capacity(part.width as usize * part.height as usize * 3);
    for row in image.rgb.chunks_exact(image.width as usize * 3).skip(top).take(part.height as usize) {
        rgb.extend_from_slice(&row[left * 3..(left + part.width as usize) * 3]);
    }
    Some((Image { width: part.width, height: part.height, rgb }, part.origin()))
}

/// The same picture in another size. Both sizes have to have pixels.
pub(crate) fn resized(image: &Image, width: u32, height: u32) -> Image {
    let from = (image.width as usize, image.height as usize);
    let rgb = resample::<3>(&image.rgb, from, (width as usize, height as usize));
    Image { width, height, rgb }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbered(width: u32, height: u32) -> Image {
        let rgb = (0..width * height).flat_map(|index| [index as u8; 3]).collect();
        Image { width, height, rgb }
    }

    #[test]
    fn a_part_begins_where_it_was_cut() {
        let (part, at) = crop(&numbered(4, 3), Rect::new(2, 1, 10, 10)).unwrap();
        assert_eq!((part.width, part.height, at), (2, 2, Point { x: 2, y: 1 }));
        assert_eq!(part.rgb, [6, 6, 6, 7, 7, 7, 10, 10, 10, 11, 11, 11]);
        assert!(crop(&numbered(4, 3), Rect::new(4, 0, 5, 5)).is_none());
        let (part, at) = crop(&numbered(4, 3), Rect::new(-3, -1, 4, 2)).unwrap();
        assert_eq!((part.width, part.height, at), (1, 1, Point { x: 0, y: 0 }));
    }

    #[test]
    fn what_is_not_a_picture_is_refused() {
        for (width, height, bytes) in
            [(0, 5, 0), (5, 0, 0), (2, 2, 11), (2, 2, 13), (20_000, 1, 60_000), (16_000, 16_000, 9)]
        {
            let error = check(&Image { width, height, rgb: vec![0; bytes] }, "picture").unwrap_err();
            assert_eq!(error.kind(), ErrorKind::InvalidArgument, "{width}x{height}, {bytes}");
            assert!(error.message().contains(&format!("{width}x{height} pixels")), "{error:?}");
        }
        assert!(check(&numbered(1, 1), "picture").is_ok());
    }
}
