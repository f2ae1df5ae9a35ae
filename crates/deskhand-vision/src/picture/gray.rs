//! Brightness without colour.

use deskhand_engine::ports::Image;

use super::resample::resample;

/// A picture in greys, row by row from the top.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Gray {
    pub(crate) width: usize,
    pub(crate) height: usize,
    /// `width * height` bytes.
    pub(crate) pixels: Vec<u8>,
}

impl Gray {
    /// The brightness of a picture.
    pub(crate) fn of(image: &Image) -> Gray {
        let pixels = image.rgb.chunks_exact(3).map(|pixel| luminance(pixel[0], pixel[1], pixel[2])).collect();
        Gray { width: image.width as usize, height: image.height as usize, pixels }
    }

    /// The same picture in another size. Both sizes have to have pixels.
    pub(crate) fn resized(&self, width: usize, height: usize) -> Gray {
        if (width, height) == (self.width, self.height) {
            return self.clone();
        }
        let pixels = resample::<1>(&self.pixels, (self.width, self.height), (width, height));
        Gray { width, height, pixels }
    }

    /// The picture, or its negative when most of it is dark: text is read better in dark on light.
    pub(crate) fn lightened(mut self) -> Gray {
        let dark = self.pixels.iter().filter(|value| **value < 128).count();
        if dark * 2 > self.pixels.len() {
            self.pixels.iter_mut().for_each(|value| *value = 255 - *value);
        }
        self
    }

    /// The picture as a file in the format PGM, which costs nothing to write.
    pub(crate) fn pgm(&self) -> Vec<u8> {
        let mut file = format!("P5\n{} {}\n255\n", self.width, self.height).into_bytes();
        file.extend_from_slice(&self.pixels);
        file
    }
}

/// How bright a colour seems (ITU-R BT.601), in fractions of 256.
fn luminance(red: u8, green: u8, blue: u8) -> u8 {
    ((77 * u32::from(red) + 150 * u32::from(green) + 29 * u32::from(blue)) >> 8) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_stays_white_and_green_is_brighter_than_blue() {
        let image = Image { width: 3, height: 1, rgb: vec![255, 255, 255, 0, 255, 0, 0, 0, 255] };
        let gray = Gray::of(&image);
        assert_eq!(gray.pixels[0], 255);
        assert!(gray.pixels[1] > gray.pixels[2]);
    }

    #[test]
    fn only_a_dark_picture_is_turned_around() {
        let gray = |pixels: [u8; 3]| Gray { width: 3, height: 1, pixels: pixels.to_vec() };
        assert_eq!(gray([0, 10, 255]).lightened(), gray([255, 245, 0]));
        assert_eq!(gray([0, 200, 255]).lightened(), gray([0, 200, 255]));
    }

    #[test]
    fn a_file_has_a_head_and_the_pixels() {
        let gray = Gray { width: 2, height: 1, pixels: vec![7, 9] };
        assert_eq!(gray.pgm(), b"P5\n2 1\n255\n\x07\x09");
    }
}
