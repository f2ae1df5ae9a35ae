//! How large a picture is, and what part of it shows a part of a page.

use deskhand_page::{Fault, FaultKind, PageRect};

/// The longest side of a picture, which is what cairo can draw.
const LONGEST: f64 = 32_767.0;
/// The most pixels of a picture: 400 MB of them before they are made smaller.
const MOST: f64 = 100_000_000.0;

/// The part of a view that shows a part of its page, where a CSS pixel is `zoom` of its own; none when nothing does. It
/// covers all pixels that it touches.
pub(crate) fn part_of_view(part: PageRect, zoom: f64, width: f64, height: f64) -> Option<PageRect> {
    let (left, top) = ((part.x * zoom).floor().max(0.0), (part.y * zoom).floor().max(0.0));
    let right = ((part.x + part.width) * zoom).ceil().min(width);
    let bottom = ((part.y + part.height) * zoom).ceil().min(height);
    // Comparisons with what is not a number are never true.
    (part.width > 0.0 && part.height > 0.0 && left < right && top < bottom).then_some(PageRect {
        x: left,
        y: top,
        width: right - left,
        height: bottom - top,
    })
}

/// Documents have no end, pictures do: says so before anything is drawn.
pub(crate) fn check_size(width: f64, height: f64) -> Result<(), Fault> {
    if width > LONGEST || height > LONGEST || width * height > MOST {
        let message = format!(
            "The document is too large for one picture: {width:.0} by {height:.0} pixels. No side may be longer than \
             {LONGEST:.0}, and there may be {MOST:.0} pixels at most."
        );
        return Err(Fault::new(FaultKind::Unsupported, message));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rect(x: f64, y: f64, width: f64, height: f64) -> PageRect {
        PageRect { x, y, width, height }
    }

    #[test]
    fn a_part_covers_all_pixels_that_it_touches() {
        assert_eq!(
            part_of_view(rect(10.2, 20.0, 5.0, 5.5), 1.0, 99.0, 99.0),
            Some(rect(10.0, 20.0, 6.0, 6.0))
        );
        assert_eq!(
            part_of_view(rect(10.0, 20.0, 5.0, 5.0), 1.5, 99.0, 99.0),
            Some(rect(15.0, 30.0, 8.0, 8.0))
        );
    }

    #[test]
    fn a_part_ends_with_the_view() {
        let found = part_of_view(rect(-10.0, 90.0, 30.0, 30.0), 1.0, 100.0, 100.0);
        assert_eq!(found, Some(rect(0.0, 90.0, 20.0, 10.0)));
    }

    #[test]
    fn what_is_elsewhere_or_has_no_size_is_not_in_the_picture() {
        for rect in [
            rect(200.0, 0.0, 5.0, 5.0),
            rect(-20.0, 0.0, 5.0, 5.0),
            rect(5.5, 5.0, 0.0, 5.0),
            rect(f64::NAN, 0.0, f64::NAN, 1.0),
        ] {
            assert_eq!(part_of_view(rect, 1.0, 100.0, 100.0), None, "{rect:?}");
        }
    }

    #[test]
    fn what_is_too_large_is_refused() {
        assert_eq!(check_size(1280.0, 30_000.0), Ok(()));
        assert_eq!(check_size(100.0, 40_000.0).unwrap_err().kind, FaultKind::Unsupported);
        assert_eq!(check_size(20_000.0, 20_000.0).unwrap_err().kind, FaultKind::Unsupported);
    }
}
