//! Edges: what is left of a picture when its colours do not count.

use crate::picture::Gray;

/// Differences of brightness up to this are noise, dithering or a soft background, and no edge.
const NOISE: u16 = 6;

/// How sharply brightness changes, to the right and downwards, without the sign: a light text on dark ground has the same
/// edges as a dark one on light ground.
#[derive(Clone, Debug)]
pub(super) struct Edges {
    pub(super) width: usize,
    pub(super) height: usize,
    /// Two values of 0 to 255 for each pixel, row by row.
    pub(super) values: Vec<i16>,
}

impl Edges {
    /// The edges of a picture. They have a row and a column less than it: the last ones have no neighbour.
    pub(super) fn of(gray: &Gray) -> Edges {
        let strength = strengths();
        let (width, height) = (gray.width.saturating_sub(1), gray.height.saturating_sub(1));
        let mut values = Vec::with_capacity(width * height * 2);
        for (row, below) in
            gray.pixels.chunks_exact(gray.width).zip(gray.pixels.chunks_exact(gray.width).skip(1))
        {
            for ((&here, &right), &down) in row.iter().zip(&row[1..]).zip(below) {
                values.push(strength[usize::from(here.abs_diff(right))]);
                values.push(strength[usize::from(here.abs_diff(down))]);
            }
        }
        Edges { width, height, values }
    }

    /// The same edges at half the size: the mean of each four.
    pub(super) fn halved(&self) -> Edges {
        let (width, height) = (self.width / 2, self.height / 2);
        let mut values = Vec::with_capacity(width * height * 2);
        if width > 0 {
            for rows in self.values.chunks_exact(self.width * 4).take(height) {
                let (upper, lower) = rows.split_at(self.width * 2);
                for (upper, lower) in upper.chunks_exact(4).zip(lower.chunks_exact(4)) {
                    values.push((upper[0] + upper[2] + lower[0] + lower[2] + 2) >> 2);
                    values.push((upper[1] + upper[3] + lower[1] + lower[3] + 2) >> 2);
                }
            }
        }
        Edges { width, height, values }
    }

    /// Values in a row.
    pub(super) fn stride(&self) -> usize {
        self.width * 2
    }
}

/// What a difference of brightness counts. The root brings the faint edges of one theme near to the strong ones of another.
fn strengths() -> [i16; 256] {
    std::array::from_fn(|difference| {
        let above = (difference as u16).saturating_sub(NOISE);
        (f32::from(above).sqrt() * 16.0).min(255.0) as i16
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gray(width: usize, pixels: &[u8]) -> Gray {
        Gray { width, height: pixels.len() / width, pixels: pixels.to_vec() }
    }

    #[test]
    fn the_negative_has_the_same_edges() {
        let picture = gray(4, &[0, 90, 20, 255, 30, 30, 200, 1, 9, 80, 70, 60]);
        let negative =
            Gray { pixels: picture.pixels.iter().map(|value| 255 - value).collect(), ..picture.clone() };
        assert_eq!(Edges::of(&picture).values, Edges::of(&negative).values);
    }

    #[test]
    fn a_soft_background_has_no_edges() {
        assert!(Edges::of(&gray(4, &[1, 3, 6, 8, 3, 5, 7, 9])).values.iter().all(|value| *value == 0));
    }

    #[test]
    fn pictures_without_neighbours_have_no_edges() {
        for (width, pixels) in [(1, &[5u8, 200][..]), (2, &[5, 200]), (1, &[5])] {
            let edges = Edges::of(&gray(width, pixels));
            assert!(edges.values.is_empty());
            assert!(edges.halved().values.is_empty());
        }
    }

    #[test]
    fn half_the_size_is_the_mean() {
        let edges = Edges { width: 3, height: 2, values: vec![4, 0, 8, 0, 99, 99, 0, 8, 4, 8, 99, 99] };
        assert_eq!(edges.halved().values, [4, 4]);
    }
}
