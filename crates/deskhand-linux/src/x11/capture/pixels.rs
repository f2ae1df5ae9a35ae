//! From the server's pixels to red, green and blue bytes.

use deskhand_engine::ports::Image;
use deskhand_model::{Error, ErrorKind};
use x11rb::connection::Connection as _;
use x11rb::protocol::xproto::{ImageOrder, VisualClass, Visualid};

use super::super::display::Display;

/// How the server lays out the pixels of a visual.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Format {
    bits_per_pixel: u8,
    /// Rows are padded to a multiple of this many bits.
    row_bits: u8,
    big_endian: bool,
    red: u32,
    green: u32,
    blue: u32,
}

impl Format {
    /// The layout of pictures of this depth and visual.
    pub(super) fn of(display: &Display, depth: u8, visual: Visualid) -> Result<Format, Error> {
        let setup = display.conn().setup();
        let format = setup.pixmap_formats.iter().find(|format| format.depth == depth);
        let visuals = display.screen().allowed_depths.iter().flat_map(|depth| &depth.visuals);
        let visual = visuals.into_iter().find(|candidate| candidate.visual_id == visual);
        let (Some(format), Some(visual)) = (format, visual) else {
            return Err(unsupported(format!("the X server does not describe its pictures of depth {depth}")));
        };
        if !matches!(visual.class, VisualClass::TRUE_COLOR | VisualClass::DIRECT_COLOR) {
            return Err(unsupported(format!(
                "pictures with a colour table ({:?}) cannot be taken",
                visual.class
            )));
        }
        Ok(Format {
            bits_per_pixel: format.bits_per_pixel,
            row_bits: format.scanline_pad,
            big_endian: setup.image_byte_order == ImageOrder::MSB_FIRST,
            red: visual.red_mask,
            green: visual.green_mask,
            blue: visual.blue_mask,
        })
    }

    /// The picture in `data`, `width` times `height` pixels.
    pub(super) fn image(&self, data: &[u8], width: u32, height: u32) -> Result<Image, Error> {
        let bytes = match self.bits_per_pixel {
            bits @ (16 | 24 | 32) => usize::from(bits / 8),
            bits => return Err(unsupported(format!("pictures with {bits} bits per pixel cannot be taken"))),
        };
        let (columns, rows) = (width as usize, height as usize);
        let row_bits = usize::from(self.row_bits.max(8));
        let stride = (columns * bytes * 8).div_ceil(row_bits) * row_bits / 8;
        if data.len() < stride * rows {
            return Err(unsupported("the X server sent a picture that is cut off".to_owned()));
        }
        let mut rgb = Vec::with_capacity(columns * rows * 3);
        for row in data.chunks_exact(stride.max(1)).take(rows) {
            self.append(&row[..columns * bytes], bytes, &mut rgb);
        }
        Ok(Image { width, height, rgb })
    }

    /// Appends the colours of a row of pixels, each of them `bytes` long.
    fn append(&self, row: &[u8], bytes: usize, rgb: &mut Vec<u8>) {
        let channels = [self.red, self.green, self.blue].map(Channel::new);
        let places = channels.map(|channel| channel.whole_byte(bytes, self.big_endian));
        // Nearly every server has a byte for each colour; a picture of a screen is too large for the long way.
        if let [Some(red), Some(green), Some(blue)] = places {
            for pixel in row.chunks_exact(bytes) {
                rgb.extend_from_slice(&[pixel[red], pixel[green], pixel[blue]]);
            }
            return;
        }
        for pixel in row.chunks_exact(bytes) {
            let value = self.value(pixel);
            rgb.extend(channels.map(|channel| channel.byte(value)));
        }
    }

    fn value(&self, pixel: &[u8]) -> u32 {
        let join = |value: u32, &byte: &u8| value << 8 | u32::from(byte);
        if self.big_endian { pixel.iter().fold(0, join) } else { pixel.iter().rev().fold(0, join) }
    }
}

/// One colour's bits within a pixel.
#[derive(Clone, Copy)]
struct Channel {
    mask: u32,
    shift: u32,
    largest: u32,
}

impl Channel {
    fn new(mask: u32) -> Channel {
        let shift = mask.trailing_zeros().min(31);
        Channel { mask, shift, largest: mask >> shift }
    }

    /// Which byte of a pixel the colour is, when it is one.
    fn whole_byte(self, bytes: usize, big_endian: bool) -> Option<usize> {
        let index = (self.shift / 8) as usize;
        let is_whole = self.largest == 255 && self.shift.is_multiple_of(8) && index < bytes;
        is_whole.then(|| if big_endian { bytes - 1 - index } else { index })
    }

    /// The colour's part of `pixel`, stretched to a byte.
    fn byte(self, pixel: u32) -> u8 {
        let value = (pixel & self.mask) >> self.shift;
        match self.largest {
            0 => 0,
            255 => value as u8,
            largest => (u64::from(value) * 255 / u64::from(largest)) as u8,
        }
    }
}

fn unsupported(message: String) -> Error {
    Error::new(ErrorKind::ActionUnsupported, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TRUE_COLOR: Format = Format {
        bits_per_pixel: 32,
        row_bits: 32,
        big_endian: false,
        red: 0xff_0000,
        green: 0xff00,
        blue: 0xff,
    };

    fn rgb(format: Format, data: &[u8], width: u32, height: u32) -> Vec<u8> {
        format.image(data, width, height).unwrap().rgb
    }

    #[test]
    fn both_byte_orders_give_the_same_colours() {
        assert_eq!(rgb(TRUE_COLOR, &[0x33, 0x22, 0x11, 0xff], 1, 1), [0x11, 0x22, 0x33]);
        let big = Format { big_endian: true, ..TRUE_COLOR };
        assert_eq!(rgb(big, &[0xff, 0x11, 0x22, 0x33], 1, 1), [0x11, 0x22, 0x33]);
    }

    #[test]
    fn masks_may_be_anywhere() {
        let bgr = Format { red: 0xff, blue: 0xff_0000, ..TRUE_COLOR };
        assert_eq!(rgb(bgr, &[1, 2, 3, 0], 1, 1), [1, 2, 3]);
    }

    #[test]
    fn sixteen_bits_are_stretched_to_the_full_range() {
        let format = Format { bits_per_pixel: 16, red: 0xf800, green: 0x07e0, blue: 0x001f, ..TRUE_COLOR };
        // Two bytes of padding end each row.
        assert_eq!(rgb(format, &[0xff, 0xff, 0, 0, 0, 0xf8, 0, 0], 1, 2), [255, 255, 255, 255, 0, 0]);
    }

    #[test]
    fn thirty_bit_colours_lose_only_their_last_two_bits() {
        let format = Format { red: 0x3ff0_0000, green: 0xf_fc00, blue: 0x3ff, ..TRUE_COLOR };
        assert_eq!(rgb(format, &0x3ff0_0000u32.to_le_bytes(), 1, 1), [255, 0, 0]);
    }

    #[test]
    fn rows_of_packed_pixels_are_padded() {
        let format = Format { bits_per_pixel: 24, ..TRUE_COLOR };
        let data = [3, 2, 1, 0, 6, 5, 4, 0];
        assert_eq!(rgb(format, &data, 1, 2), [1, 2, 3, 4, 5, 6]);
    }

    #[test]
    fn a_picture_that_is_cut_off_is_an_error() {
        assert!(TRUE_COLOR.image(&[0; 7], 2, 1).is_err());
        assert!(Format { bits_per_pixel: 8, ..TRUE_COLOR }.image(&[0; 7], 2, 1).is_err());
    }
}
