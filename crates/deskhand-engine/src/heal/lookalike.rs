//! Who looks as the element did: the picture that was kept of it, compared with all that have its size. Pure.
//!
//! The picture on an icon tells it from its neighbours where its label is another one, and nothing else may. Only the very
//! same picture counts, and only where one element alone bears it: what is merely like it may be a label that is nearly the
//! same, and what many bear tells nobody apart.

use deskhand_model::{NodeId, Point, Rect, Tree};

use super::Fingerprint;
use super::evidence::Grade;
use super::family::related;
use super::portrait::place_in_window;
use super::text::tidy;
use crate::ports::Image;
use crate::shot::crop;

/// The outermost pixels, where the focus and the pointer leave their marks.
const RIM: u32 = 4;

/// How far apart two values of a colour are that anybody sees the difference of.
const VISIBLE: u8 = 32;

/// So few pixels are no difference. The dots at the end of a label are more.
const SPECKS: usize = 4;

/// So many are one beyond doubt; and with fewer that stand out, there is nothing on a picture.
const PLAIN: usize = 24;

/// The elements of the window `top` with the size of the element's picture that are called otherwise than it was, with
/// their places in the window. What is written on the others is what was written on it.
pub(super) fn of_its_size(tree: &Tree, top: NodeId, then: &Fingerprint) -> Vec<(NodeId, Rect)> {
    let Some(picture) = then.thumbnail.as_deref() else { return Vec::new() };
    let label = tidy(&then.name);
    let fitting = tree.descendants(top).filter(|&id| {
        let node = tree.node(id);
        related(then.role, node.role) && tidy(&node.name) != label
    });
    let placed = fitting.filter_map(|id| Some((id, place_in_window(tree, id)?)));
    placed.filter(|(_, place)| (place.width, place.height) == (picture.width, picture.height)).collect()
}

/// Which of `elements`, whose window begins at `origin` in its picture, bears the picture that was kept, and who bears
/// another one. Nothing where that is not one alone.
pub(super) fn compare(
    kept: &Image,
    window: &Image,
    origin: Point,
    elements: &[(NodeId, Rect)],
) -> Vec<(NodeId, Grade)> {
    let Some(kept) = inside(kept, Rect::new(0, 0, kept.width, kept.height)) else { return Vec::new() };
    if ink(&kept) < PLAIN {
        return Vec::new();
    }
    let look = |&(id, place): &(NodeId, Rect)| {
        let now = inside(window, place.translated(origin))?;
        let is_whole = (now.width, now.height) == (kept.width, kept.height);
        is_whole.then(|| (id, grade(differing(&kept, &now))))
    };
    let looks: Vec<(NodeId, Grade)> = elements.iter().filter_map(look).collect();
    let alike: Vec<Grade> =
        looks.iter().map(|(_, grade)| *grade).filter(|grade| *grade != Grade::Different).collect();
    if alike == [Grade::Same] { looks } else { Vec::new() }
}

/// Whether a place in a picture shows nothing but what was kept.
pub(super) fn shows_just_that(kept: &Image, picture: &Image, place: Rect) -> bool {
    let kept = inside(kept, Rect::new(0, 0, kept.width, kept.height));
    kept.zip(inside(picture, place)).is_some_and(|(kept, now)| {
        (kept.width, kept.height) == (now.width, now.height) && grade(differing(&kept, &now)) == Grade::Same
    })
}

/// What so many other pixels mean.
const fn grade(differing: usize) -> Grade {
    match differing {
        ..=SPECKS => Grade::Same,
        PLAIN.. => Grade::Different,
        _ => Grade::Nearly,
    }
}

/// What a picture shows at a place, without its rim.
fn inside(picture: &Image, place: Rect) -> Option<Image> {
    let (width, height) = (place.width.checked_sub(2 * RIM)?, place.height.checked_sub(2 * RIM)?);
    let (x, y) = (place.x.checked_add(RIM as i32)?, place.y.checked_add(RIM as i32)?);
    crop(picture, Rect::new(x, y, width, height))
}

fn pixels(of: &Image) -> &[[u8; 3]] {
    of.rgb.as_chunks::<3>().0
}

fn is_visible(one: &[u8; 3], other: &[u8; 3]) -> bool {
    one.iter().zip(other).any(|(one, other)| one.abs_diff(*other) >= VISIBLE)
}

/// How many pixels of two pictures of one size are others.
fn differing(one: &Image, other: &Image) -> usize {
    pixels(one).iter().zip(pixels(other)).filter(|(one, other)| is_visible(one, other)).count()
}

/// How many pixels stand out from the one before.
fn ink(of: &Image) -> usize {
    pixels(of).windows(2).filter(|pair| is_visible(&pair[0], &pair[1])).count()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use deskhand_model::{Handle, NodeData, Role, TreeBuilder};

    use super::*;

    const SIZE: (u32, u32) = (36, 34);

    /// Stripes that are as wide as the number says; one of 100 is none at all.
    fn pixel(icon: u32, x: u32) -> [u8; 3] {
        [if x / icon % 2 == 1 { 200 } else { 20 }; 3]
    }

    /// A window with these icons side by side.
    fn window(icons: &[u32]) -> Image {
        let (width, height) = (SIZE.0 * icons.len() as u32, SIZE.1);
        let row = || (0..width).flat_map(|x| pixel(icons[(x / SIZE.0) as usize], x % SIZE.0));
        Image { width, height, rgb: (0..height).flat_map(|_| row()).collect() }
    }

    /// The elements that stand there.
    fn elements(count: u32) -> Vec<(NodeId, Rect)> {
        (0..count).map(|at| (NodeId(at), Rect::new((at * SIZE.0) as i32, 0, SIZE.0, SIZE.1))).collect()
    }

    fn looks(kept: u32, now: &Image) -> Vec<Grade> {
        let compared = compare(&window(&[kept]), now, Point::default(), &elements(now.width / SIZE.0));
        compared.into_iter().map(|(_, grade)| grade).collect()
    }

    #[test]
    fn the_picture_that_was_kept_is_on_one_alone() {
        let now = window(&[2, 3, 5]);
        assert_eq!(looks(3, &now), [Grade::Different, Grade::Same, Grade::Different]);
    }

    #[test]
    fn what_nobody_bears_or_several_do_or_shows_nothing_tells_nobody_apart() {
        assert_eq!(looks(4, &window(&[2, 3, 5])), []);
        assert_eq!(looks(3, &window(&[3, 3, 5])), []);
        assert_eq!(looks(100, &window(&[2, 100, 5])), []);
    }

    #[test]
    fn a_mark_on_the_rim_is_no_other_picture_and_dots_are_none_of_the_same() {
        let marked = |from: usize, pixels: usize| {
            let mut now = window(&[3, 5]);
            now.rgb[3 * from..3 * (from + pixels)].fill(255);
            looks(3, &now)
        };
        let row = 2 * SIZE.0 as usize;
        assert_eq!(marked(0, 30), [Grade::Same, Grade::Different]);
        assert_eq!(marked(row * 10 + 6, SPECKS), [Grade::Same, Grade::Different]);
        assert_eq!(marked(row * 10 + 6, 3 * SPECKS), [], "it may be one of the two, or none");
    }

    #[test]
    fn what_has_more_on_it_does_not_show_just_that() {
        let (kept, now) = (window(&[3]), window(&[3, 5]));
        let [same, other] = [0, 1].map(|at| elements(2)[at].1);
        assert!(shows_just_that(&kept, &now, same));
        assert!(!shows_just_that(&kept, &now, other));
        assert!(!shows_just_that(&kept, &now, Rect { width: SIZE.0 + 8, ..same }));
    }

    #[test]
    fn what_is_not_to_be_seen_whole_is_not_compared() {
        let now = window(&[3, 5]);
        let compared = compare(&window(&[3]), &now, Point::default(), &elements(3));
        assert_eq!(compared.len(), 2);
        assert_eq!(compare(&window(&[3]), &now, Point { x: 1, y: 0 }, &elements(2)), []);
    }

    #[test]
    fn only_who_has_its_size_and_another_name_comes_into_question() {
        let mut builder = TreeBuilder::new();
        let mut add = |role, name: &str, width| {
            let number = builder.add(NodeData::new(Handle::new(name), role, "".into()));
            let node = builder.node_mut(number);
            (node.name, node.window_bounds) = (name.into(), Some(Rect::new(0, 0, width, SIZE.1)));
            number
        };
        let (app, top) = (add(Role::Application, "app", 0), add(Role::Window, "Editor", 0));
        let inner = [
            add(Role::Button, "Save", SIZE.0),
            add(Role::Button, "Store", SIZE.0),
            add(Role::Button, "Store it", SIZE.0 + 1),
            add(Role::Textfield, "Storage", SIZE.0),
        ];
        builder.link(app, top);
        inner.into_iter().for_each(|number| builder.link(top, number));
        let tree = builder.build().unwrap();
        let save = Fingerprint::of(&tree, tree.with_name("Save")[0]);
        let found = |then: &Fingerprint| -> Vec<NodeId> {
            of_its_size(&tree, tree.with_name("Editor")[0], then).into_iter().map(|(id, _)| id).collect()
        };
        assert_eq!(found(&save), [], "there is no picture of it");
        let pictured = Fingerprint { thumbnail: Some(Arc::new(window(&[3]))), ..save };
        assert_eq!(found(&pictured), tree.with_name("Store"));
    }
}
