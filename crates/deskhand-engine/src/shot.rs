//! Pictures of the screen, of windows and of single elements.

use deskhand_model::{Error, ErrorKind, Point, Rect, Result};

use crate::approach::{Ground, last_step};
use crate::engine::Engine;
use crate::ports::Image;
use crate::ready::Need;
use crate::session::{Locator, Shot};
use crate::wait::Deadline;
use crate::watch::Watch;

impl Engine {
    pub(crate) async fn shoot(&self, shot: &Shot, deadline: &Deadline<'_>) -> Result<Image> {
        let capture = &self.ports.capture;
        match shot {
            Shot::Screen => capture.screen(None, deadline.for_call()).await,
            Shot::Part(part) if part.is_empty() => {
                Err(Error::new(ErrorKind::InvalidArgument, "A picture cannot be without width or height"))
            }
            Shot::Part(part) => {
                let screen = self.ports.compositor.screen(deadline.for_call()).await?;
                if part.intersection(screen).is_none() {
                    let size = format!("the screen is {}x{}", screen.width, screen.height);
                    return Err(Error::new(ErrorKind::InvalidArgument, "That part is outside of the screen")
                        .hint(size));
                }
                capture.screen(Some(*part), deadline.for_call()).await
            }
            Shot::Window(selector) => {
                let window = self.choose_window(selector, deadline).await?;
                capture.window(window.id, deadline.for_call()).await
            }
            Shot::Element(locator) => self.shoot_element(locator, deadline).await,
        }
    }

    /// Cuts the element out of a picture of its window, so that it may be covered by other windows.
    async fn shoot_element(&self, locator: &Locator, deadline: &Deadline<'_>) -> Result<Image> {
        let mut watch = Watch::begin(self, &locator.app, *deadline).await?;
        let need = Need { enabled: false, visible: true };
        let ready = watch.approach(locator, need, Ground::Whole).await?;
        let window = self.window_of(&ready.app, &ready.tree, ready.id, deadline).await?;
        let (node, _) = self.whereabouts(&ready, window.id, deadline).await?;
        let target = last_step(&ready.candidate());
        let Some(bounds) = node.window_bounds.filter(|bounds| !bounds.is_empty()) else {
            let message = format!("{target} does not tell where it is, so there is no picture of it");
            return Err(Error::new(ErrorKind::ActionUnsupported, message));
        };
        let image = self.ports.capture.window(window.id, deadline.for_call()).await?;
        // A picture of a window has the shadow around the content; window coordinates start inside of it.
        let shadow = Point { x: window.shadow.left as i32, y: window.shadow.top as i32 };
        crop(&image, bounds.translated(shadow)).ok_or_else(|| {
            Error::new(ErrorKind::ElementHidden, format!("{target} is outside of what its window shows"))
                .hint("scroll to it first, or enlarge its window")
        })
    }
}

/// The part of the picture that `part` covers; `None` when it covers nothing.
pub(crate) fn crop(image: &Image, part: Rect) -> Option<Image> {
    let part = part.intersection(Rect::new(0, 0, image.width, image.height))?;
    let (x, y) = (part.x as usize, part.y as usize);
    let row = image.width as usize * 3;
    let mut rgb = Vec::with_capacity(part.width as usize * part.height as usize * 3);
    for line in y..y + part.height as usize {
        let start = line * row + x * 3;
        rgb.extend_from_slice(image.rgb.get(start..start + part.width as usize * 3)?);
    }
    Some(Image { width: part.width, height: part.height, rgb })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 3x2 pixels, each with its number in all three channels.
    fn picture() -> Image {
        Image { width: 3, height: 2, rgb: (0..6).flat_map(|n| [n, n, n]).collect() }
    }

    fn cut(part: Rect) -> Option<(u32, u32, Vec<u8>)> {
        crop(&picture(), part)
            .map(|image| (image.width, image.height, image.rgb.iter().copied().step_by(3).collect()))
    }

    #[test]
    fn the_part_inside_of_the_picture_is_cut_out() {
        assert_eq!(cut(Rect::new(1, 0, 2, 2)), Some((2, 2, vec![1, 2, 4, 5])));
        assert_eq!(cut(Rect::new(-5, 1, 6, 9)), Some((1, 1, vec![3])));
        assert_eq!(cut(Rect::new(3, 0, 2, 2)), None);
    }

    #[test]
    fn a_picture_with_too_few_bytes_is_no_panic() {
        let broken = Image { rgb: vec![0; 4], ..picture() };
        assert_eq!(crop(&broken, Rect::new(0, 0, 3, 2)), None);
    }
}
