//! Places and sizes: `X,Y`, `WIDTHxHEIGHT`, `X,Y,WIDTH,HEIGHT`.

use deskhand_model::{Point, Rect, Size};

/// Reads `X,Y`.
pub(crate) fn point(text: &str) -> Result<Point, String> {
    let (x, y) = text.split_once(',').ok_or("expected X,Y such as 100,50")?;
    Ok(Point { x: number(x)?, y: number(y)? })
}

/// Reads `WIDTHxHEIGHT`.
pub(crate) fn size(text: &str) -> Result<Size, String> {
    let (width, height) = text.split_once(['x', 'X', '×']).ok_or("expected WIDTHxHEIGHT such as 800x600")?;
    let size = Size { width: number(width)?, height: number(height)? };
    if size.width == 0 || size.height == 0 || size.width > 32_767 || size.height > 32_767 {
        return Err("width and height must be between 1 and 32767".to_owned());
    }
    Ok(size)
}

/// Reads `X,Y,WIDTH,HEIGHT`.
pub(crate) fn part(text: &str) -> Result<Rect, String> {
    let numbers: Vec<&str> = text.split(',').collect();
    let [x, y, width, height] = numbers[..] else {
        return Err("expected X,Y,WIDTH,HEIGHT such as 0,0,640,480".to_owned());
    };
    let rect = Rect::new(number(x)?, number(y)?, number(width)?, number(height)?);
    if rect.is_empty() {
        return Err("width and height must not be zero".to_owned());
    }
    Ok(rect)
}

/// The way back: what [`part`] reads.
pub(crate) fn rect_text(rect: Rect) -> String {
    format!("{},{},{},{}", rect.x, rect.y, rect.width, rect.height)
}

fn number<N: std::str::FromStr>(text: &str) -> Result<N, String> {
    text.trim().parse().map_err(|_| format!("`{}` is not a whole number in range", text.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_and_sizes_read_back() {
        assert_eq!(point("-10, 5"), Ok(Point { x: -10, y: 5 }));
        assert_eq!(size("800x600"), Ok(Size { width: 800, height: 600 }));
        let rect = Rect::new(-1, 2, 3, 4);
        assert_eq!(part(&rect_text(rect)), Ok(rect));
    }

    #[test]
    fn nonsense_is_refused() {
        for text in ["", "1", "1,", "a,b", "1,2,3", "99999999999,1"] {
            assert!(point(text).is_err(), "{text}");
        }
        for text in ["", "800", "0x600", "-1x5", "800x600x2", "40000x1"] {
            assert!(size(text).is_err(), "{text}");
        }
        for text in ["", "1,2,3", "1,2,0,4", "1,2,-3,4", "1,2,3,4,5"] {
            assert!(part(text).is_err(), "{text}");
        }
    }
}
