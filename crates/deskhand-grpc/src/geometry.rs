//! Places and sizes of requests: checked before anything is touched.

use deskhand_model::{Insets, Point, Rect, Size};
use tonic::Status;

use crate::status::invalid;
use crate::v1;

/// Farthest from the origin that anything can be, and most that it can measure: more cannot exist on a screen.
const FARTHEST: f64 = 32_767.0;

/// Where a window is to go.
pub(crate) fn point(x: f64, y: f64) -> Result<Point, Status> {
    Ok(Point { x: place("x", x)?, y: place("y", y)? })
}

/// How large a window's frame is to be.
pub(crate) fn size(width: f64, height: f64) -> Result<Size, Status> {
    Ok(Size { width: extent("width", width)?, height: extent("height", height)? })
}

/// The size that the content must have for the frame to have this one.
pub(crate) fn within_frame(frame: Size, decoration: Insets) -> Result<Size, Status> {
    let inner = |field: &str, whole: u32, borders: [u32; 2]| {
        let borders = borders[0].saturating_add(borders[1]);
        whole.checked_sub(borders).filter(|&rest| rest > 0).ok_or_else(|| {
            invalid(
                field,
                &format!("{whole} leaves no room within a frame that alone takes {borders} pixels"),
            )
        })
    };
    Ok(Size {
        width: inner("width", frame.width, [decoration.left, decoration.right])?,
        height: inner("height", frame.height, [decoration.top, decoration.bottom])?,
    })
}

/// A rectangle on the wire.
pub(crate) fn bounds(rect: Rect) -> v1::Bounds {
    v1::Bounds {
        x: f64::from(rect.x),
        y: f64::from(rect.y),
        width: f64::from(rect.width),
        height: f64::from(rect.height),
    }
}

fn place(field: &str, value: f64) -> Result<i32, Status> {
    let whole = value.round();
    // Written so that it does not hold for what is not a number.
    if whole.abs() <= FARTHEST {
        return Ok(whole as i32);
    }
    Err(invalid(field, &format!("must be between -{FARTHEST} and {FARTHEST}, not {}", shown(value))))
}

fn extent(field: &str, value: f64) -> Result<u32, Status> {
    let whole = value.round();
    if (1.0..=FARTHEST).contains(&whole) {
        return Ok(whole as u32);
    }
    Err(invalid(field, &format!("must be between 1 and {FARTHEST}, not {}", shown(value))))
}

/// A number for people: none with hundreds of digits.
fn shown(value: f64) -> String {
    let plain = value.to_string();
    if plain.len() <= 20 { plain } else { format!("{value:e}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_are_rounded() {
        assert_eq!(point(-10.5, 20.4).unwrap(), Point { x: -11, y: 20 });
        assert_eq!(size(0.5, 799.5).unwrap(), Size { width: 1, height: 800 });
    }

    #[test]
    fn numbers_that_are_none_or_absurd_are_refused() {
        for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 32_768.0, -32_768.0, 1e300] {
            assert!(point(bad, 0.0).is_err() && point(0.0, bad).is_err(), "{bad}");
            assert!(size(bad, 1.0).is_err() && size(1.0, bad).is_err(), "{bad}");
        }
        for bad in [0.0, -0.0, 0.4, -1.0, -800.0] {
            assert!(size(bad, 1.0).is_err() && size(1.0, bad).is_err(), "{bad}");
        }
        assert_eq!(
            point(f64::NAN, 0.0).unwrap_err().message(),
            "x: must be between -32767 and 32767, not NaN"
        );
        for (bad, told) in [(1e300, "1e300"), (-1e-300, "-1e-300"), (1e9, "1000000000"), (0.25, "0.25")] {
            let message = size(bad, 1.0).unwrap_err().message().to_owned();
            assert_eq!(message, format!("width: must be between 1 and 32767, not {told}"));
        }
    }

    #[test]
    fn the_frame_is_taken_off_a_size() {
        let decoration = Insets { left: 1, right: 1, top: 20, bottom: 4 };
        let frame = Size { width: 102, height: 124 };
        assert_eq!(within_frame(frame, decoration).unwrap(), Size { width: 100, height: 100 });
        assert!(within_frame(Size { width: 102, height: 24 }, decoration).is_err());
        assert!(within_frame(Size { width: 1, height: 124 }, decoration).is_err());
    }
}
