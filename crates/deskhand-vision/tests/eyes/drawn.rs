//! Pictures of windows that a seed decides: frames with strokes in them that stand for text.

use deskhand_engine::ports::Image;
use deskhand_model::Rect;

/// Numbers that look like chance and are always the same.
pub(crate) struct Chance(u64);

impl Chance {
    pub(crate) fn new(seed: u64) -> Chance {
        Chance(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub(crate) fn below(&mut self, limit: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 33) % u64::from(limit)) as u32
    }
}

/// The two colours of a theme.
#[derive(Clone, Copy)]
pub(crate) struct Theme {
    pub(crate) ground: [u8; 3],
    pub(crate) ink: [u8; 3],
}

pub(crate) const LIGHT: Theme = Theme { ground: [245, 245, 240], ink: [30, 30, 30] };
pub(crate) const DARK: Theme = Theme { ground: [40, 42, 46], ink: [210, 210, 205] };

pub(crate) fn plain(width: u32, height: u32, color: [u8; 3]) -> Image {
    Image { width, height, rgb: color.repeat(width as usize * height as usize) }
}

fn fill(image: &mut Image, part: Rect, color: [u8; 3]) {
    for y in part.y..part.bottom() {
        for x in part.x..part.right() {
            let at = (y as usize * image.width as usize + x as usize) * 3;
            image.rgb[at..at + 3].copy_from_slice(&color);
        }
    }
}

/// Draws a framed widget whose label is made of the strokes that `seed` decides.
pub(crate) fn widget(image: &mut Image, place: Rect, seed: u64, theme: Theme) {
    fill(image, place, theme.ink);
    let inside = Rect::new(place.x + 1, place.y + 1, place.width - 2, place.height - 2);
    fill(image, inside, theme.ground);
    let mut chance = Chance::new(seed);
    let letters = (place.width - 16) / 9;
    for letter in 0..letters {
        for _ in 0..3 {
            let x = place.x + 8 + letter as i32 * 9 + chance.below(5) as i32;
            let y = place.y + 7 + chance.below(place.height.saturating_sub(18)) as i32;
            let (width, height) =
                if chance.below(2) == 0 { (2, 3 + chance.below(5)) } else { (3 + chance.below(3), 2) };
            fill(image, Rect::new(x, y, width, height), theme.ink);
        }
    }
}

/// A window full of widgets, one of every seed from 100 on; none of seed 7.
pub(crate) fn window(theme: Theme) -> Image {
    let mut image = plain(800, 600, theme.ground);
    for row in 0..10 {
        for column in 0..5 {
            let place = Rect::new(20 + column * 155, 15 + row * 58, 120, 30);
            widget(&mut image, place, 100 + (row * 5 + column) as u64, theme);
        }
    }
    image
}

/// The same picture in another size.
pub(crate) fn scaled(image: &Image, by: f64) -> Image {
    let to = |length: u32| (f64::from(length) * by).round() as u32;
    let (width, height) = (to(image.width), to(image.height));
    let pixel = |x: f64, y: f64, channel: usize| {
        let x = x.clamp(0.0, f64::from(image.width - 1));
        let y = y.clamp(0.0, f64::from(image.height - 1));
        let value = |x: f64, y: f64| {
            let (x, y) = (x.min(f64::from(image.width - 1)), y.min(f64::from(image.height - 1)));
            f64::from(image.rgb[(y as usize * image.width as usize + x as usize) * 3 + channel])
        };
        let (left, top) = (x.floor(), y.floor());
        let above = value(left, top) * (1.0 - x + left) + value(left + 1.0, top) * (x - left);
        let below = value(left, top + 1.0) * (1.0 - x + left) + value(left + 1.0, top + 1.0) * (x - left);
        (above * (1.0 - y + top) + below * (y - top)).round() as u8
    };
    let mut rgb = Vec::new();
    for y in 0..height {
        for x in 0..width {
            let (x, y) = ((f64::from(x) + 0.5) / by - 0.5, (f64::from(y) + 0.5) / by - 0.5);
            rgb.extend([0, 1, 2].map(|channel| pixel(x, y, channel)));
        }
    }
    Image { width, height, rgb }
}

/// The same picture with every value off by up to `by`.
pub(crate) fn noisy(image: &Image, by: u32, seed: u64) -> Image {
    let mut chance = Chance::new(seed);
    let noise =
        |value: &u8| (i32::from(*value) + chance.below(2 * by + 1) as i32 - by as i32).clamp(0, 255) as u8;
    Image { rgb: image.rgb.iter().map(noise).collect(), ..*image }
}
