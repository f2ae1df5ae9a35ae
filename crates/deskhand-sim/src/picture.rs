//! Drawing: flat rectangles, one colour each.

use deskhand_engine::ports::Image;
use deskhand_model::{Point, Rect, Role, State};

use crate::random::Random;
use crate::world::{SimWindow, World};

type Color = [u8; 3];

const PAPER: Color = [0xff, 0xff, 0xff];
const INK: Color = [0x40, 0x40, 0x48];
const FACE: Color = [0xdd, 0xdd, 0xe2];
const CHOSEN: Color = [0x6a, 0x9f, 0xe8];

/// A picture that is being drawn; its top left corner is at `origin`.
struct Canvas {
    origin: Point,
    area: Rect,
    rgb: Vec<u8>,
}

impl Canvas {
    fn new(part: Rect, color: Color) -> Canvas {
        let pixels = part.width as usize * part.height as usize;
        Canvas { origin: part.origin(), area: part, rgb: color.repeat(pixels) }
    }

    fn fill(&mut self, rect: Rect, color: Color) {
        let Some(rect) = rect.intersection(self.area) else { return };
        let left = (rect.x - self.origin.x) as usize;
        for y in rect.y - self.origin.y..rect.bottom() - self.origin.y {
            let start = (y as usize * self.area.width as usize + left) * 3;
            for pixel in self.rgb[start..start + rect.width as usize * 3].chunks_exact_mut(3) {
                pixel.copy_from_slice(&color);
            }
        }
    }

    fn image(self) -> Image {
        Image { width: self.area.width, height: self.area.height, rgb: self.rgb }
    }
}

/// The part of the screen that `part` covers.
pub(crate) fn of_screen(world: &World, part: Rect) -> Image {
    let mut canvas = Canvas::new(part, tint(world.seed, "background", 0x20));
    for window in world.windows.iter().filter(|window| world.is_visible(window)) {
        draw(world, window, &mut canvas);
    }
    canvas.image()
}

/// What a window shows, also where others cover it.
pub(crate) fn of_window(world: &World, window: &SimWindow) -> Image {
    let mut canvas = Canvas::new(window.client(), [0, 0, 0]);
    draw(world, window, &mut canvas);
    canvas.image()
}

fn draw(world: &World, window: &SimWindow, canvas: &mut Canvas) {
    canvas.fill(window.outer(), tint(world.seed, &window.pid.to_string(), 0x80));
    canvas.fill(window.content, PAPER);
    let Point { x, y } = window.content.origin();
    for (index, widget) in window.widgets.iter().skip(1).filter(|(index, _)| window.widgets.is_open(*index)) {
        let Some(place) = widget.place.translated(Point { x, y }).intersection(window.content) else {
            continue;
        };
        let color = match widget.role {
            Role::Text | Role::Heading => continue,
            _ if !window.widgets.children(index).is_empty() => FACE,
            _ if widget.states.contains(State::Checked) || widget.states.contains(State::Selected) => CHOSEN,
            Role::Textfield | Role::EditableText | Role::SearchInput => PAPER,
            _ => FACE,
        };
        canvas.fill(place, INK);
        canvas.fill(inside(place), color);
    }
}

/// The rectangle without its one-pixel border.
fn inside(rect: Rect) -> Rect {
    let one = deskhand_model::Insets { left: 1, right: 1, top: 1, bottom: 1 };
    rect.shrunk(one)
}

/// A colour that follows from the seed, none of its parts darker than `least`.
fn tint(seed: u64, of: &str, least: u8) -> Color {
    let mut random = Random::for_purpose(seed, of);
    [0; 3].map(|_: u8| least + random.below(0x60) as u8)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::Scenario;

    fn pixel(image: &Image, x: u32, y: u32) -> Color {
        let start = ((y * image.width + x) * 3) as usize;
        [image.rgb[start], image.rgb[start + 1], image.rgb[start + 2]]
    }

    #[test]
    fn windows_are_drawn_over_the_background_with_their_own_frame() {
        let world = World::new(&Scenario::demo(0));
        let image = of_screen(&world, world.screen);
        assert_eq!((image.width, image.height), (1280, 1024));
        let editor = world.windows.last().unwrap().outer();
        let frame = pixel(&image, editor.x as u32 + 5, editor.y as u32 + 5);
        assert_eq!(frame, tint(0, "1001", 0x80));
        assert_eq!(pixel(&image, 0, 0), tint(0, "background", 0x20));
        assert_ne!(pixel(&image, 0, 0), frame);
    }

    #[test]
    fn a_part_is_the_same_piece_of_the_whole() {
        let world = World::new(&Scenario::demo(3));
        let whole = of_screen(&world, world.screen);
        let part = of_screen(&world, Rect::new(150, 170, 40, 30));
        assert_eq!((part.width, part.height, part.rgb.len()), (40, 30, 3600));
        for (x, y) in [(0, 0), (39, 29), (20, 7)] {
            assert_eq!(pixel(&part, x, y), pixel(&whole, 150 + x, 170 + y));
        }
    }

    #[test]
    fn a_covered_window_is_drawn_whole() {
        let world = World::new(&Scenario::demo(0));
        let window = &world.windows[0];
        let image = of_window(&world, window);
        assert_eq!((image.width, image.height), (window.client().width, window.client().height));
        assert_eq!(pixel(&image, image.width - 1, image.height - 1), PAPER);
    }
}
