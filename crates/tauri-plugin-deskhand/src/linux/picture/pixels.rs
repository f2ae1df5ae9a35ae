//! The pixels of a picture on their way to another thread, and to PNG.

use gtk::cairo::{Format, ImageSurface};
use gtk::gdk;
use gtk::gdk_pixbuf::Pixbuf;
use gtk::glib::translate::{FromGlibPtrFull as _, ToGlibPtr as _};

use super::crop::Crop;
use super::png::{self, Rows};

/// Pixels as cairo keeps them.
pub(super) struct Pixels {
    bytes: Vec<u8>,
    format: Format,
    pub(super) width: i32,
    pub(super) height: i32,
    stride: i32,
}

impl Pixels {
    /// Those of a picture, of which some may be transparent or not.
    pub(super) fn copy(surface: &ImageSurface, transparent: bool) -> Result<Pixels, String> {
        if !matches!(surface.format(), Format::ARgb32 | Format::Rgb24) {
            return Err("its pixels are of an unknown kind".to_owned());
        }
        let mut bytes = Vec::new();
        surface.with_data(|data| bytes.extend_from_slice(data)).map_err(|error| error.to_string())?;
        // The same bytes, but that of alpha says nothing: a third less to write down.
        let format = if transparent { surface.format() } else { Format::Rgb24 };
        Ok(Pixels {
            bytes,
            format,
            width: surface.width(),
            height: surface.height(),
            stride: surface.stride(),
        })
    }

    /// All of them.
    pub(super) fn whole(&self) -> Crop {
        Crop { x: 0, y: 0, width: self.width, height: self.height }
    }

    /// A PNG of a part.
    pub(super) fn png(self, part: Crop) -> Result<Vec<u8>, String> {
        let surface =
            ImageSurface::create_for_data(self.bytes, self.format, self.width, self.height, self.stride)
                .map_err(|error| error.to_string())?;
        let pixels = pixbuf(&surface, part).ok_or("there is not enough memory")?;
        png::encode(&Rows {
            bytes: &pixels.read_pixel_bytes(),
            stride: usize::try_from(pixels.rowstride()).map_err(|error| error.to_string())?,
            width: u32::try_from(pixels.width()).map_err(|error| error.to_string())?,
            height: u32::try_from(pixels.height()).map_err(|error| error.to_string())?,
            alpha: pixels.has_alpha(),
        })
    }
}

/// The pixels of a part with red first and colours that are not multiplied by alpha.
#[allow(unsafe_code)]
fn pixbuf(surface: &ImageSurface, part: Crop) -> Option<Pixbuf> {
    // SAFETY: The surface is there for as long as the call takes and nobody else has it. The function is one of GDK's but
    // touches no display: it computes pixels and hands over what it made, or null. So it may run on any thread, which the
    // binding, made for all of GDK, does not let it.
    unsafe {
        let pixels = gdk::ffi::gdk_pixbuf_get_from_surface(
            surface.to_glib_none().0,
            part.x,
            part.y,
            part.width,
            part.height,
        );
        (!pixels.is_null()).then(|| Pixbuf::from_glib_full(pixels))
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    fn pixels(bytes: Vec<u8>, format: Format, width: i32, height: i32) -> Pixels {
        Pixels { bytes, format, width, height, stride: width * 4 }
    }

    /// The width, the height and the bytes of a PNG.
    fn read(png: &[u8]) -> (u32, u32, Vec<u8>) {
        let mut reader = ::png::Decoder::new(Cursor::new(png)).read_info().unwrap();
        let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
        let frame = reader.next_frame(&mut bytes).unwrap();
        bytes.truncate(frame.buffer_size());
        (frame.width, frame.height, bytes)
    }

    #[test]
    fn opaque_pixels_keep_their_colours() {
        let pixels = pixels(vec![3, 2, 1, 0, 6, 5, 4, 0], Format::Rgb24, 2, 1);
        let whole = pixels.whole();
        assert_eq!(read(&pixels.png(whole).unwrap()), (2, 1, vec![1, 2, 3, 4, 5, 6]));
    }

    #[test]
    fn colours_are_divided_by_alpha() {
        let pixels = pixels(vec![51, 51, 51, 51, 0, 0, 0, 0], Format::ARgb32, 1, 2);
        let whole = pixels.whole();
        assert_eq!(read(&pixels.png(whole).unwrap()).2[..4], [255, 255, 255, 51]);
    }

    #[test]
    fn a_part_is_cut_out() {
        let bytes = (0..9_u8).flat_map(|n| [n, n, n, 255]).collect();
        let part = Crop { x: 1, y: 1, width: 2, height: 1 };
        let png = pixels(bytes, Format::Rgb24, 3, 3).png(part).unwrap();
        assert_eq!(read(&png), (2, 1, vec![4, 4, 4, 5, 5, 5]));
    }
}
