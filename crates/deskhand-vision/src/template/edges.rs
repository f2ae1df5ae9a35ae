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
    /// Row by row: two values of 0 to 255 for each pixel, then [`LANES`] zeros.
    values: Vec<i16>,
}

/// Values are compared so many at a time.
pub(super) const LANES: usize = 16;

impl Edges {
    /// The edges of a picture. They have a row and a column less than it: the last ones have no neighbour.
    pub(super) fn of(gray: &Gray) -> Edges {
        let strength = strengths();
        let mut edges = Edges::none(gray.width.saturating_sub(1), gray.height.saturating_sub(1));
        let rows = gray.pixels.chunks_exact(gray.width);
        for ((row, below), values) in rows.clone().zip(rows.skip(1)).zip(edges.rows_mut()) {
            for (((&here, &right), &down), value) in
                row.iter().zip(&row[1..]).zip(below).zip(values.chunks_exact_mut(2))
            {
                value[0] = strength[usize::from(here.abs_diff(right))];
                value[1] = strength[usize::from(here.abs_diff(down))];
            }
        }
        edges
    }

    /// The same edges at half the size: the mean of each four.
    pub(super) fn halved(&self) -> Edges {
        let mut half = Edges::none(self.width / 2, self.height / 2);
        let pairs = self.values.chunks_exact(self.stride() * 2);
        for (pair, values) in pairs.zip(half.rows_mut()) {
            let (upper, lower) = pair.split_at(self.stride());
            for ((upper, lower), value) in
                upper.chunks_exact(4).zip(lower.chunks_exact(4)).zip(values.chunks_exact_mut(2))
            {
                value[0] = (upper[0] + upper[2] + lower[0] + lower[2] + 2) >> 2;
                value[1] = (upper[1] + upper[3] + lower[1] + lower[3] + 2) >> 2;
            }
        }
        half
    }

    /// The same edges without so many columns on the left and rows above.
    pub(super) fn without(&self, left: usize, above: usize) -> Edges {
        let mut rest = Edges::none(self.width.saturating_sub(left), self.height.saturating_sub(above));
        for (values, row) in rest.rows_mut().zip(self.rows().skip(above)) {
            values.copy_from_slice(&row[row.len() - values.len()..]);
        }
        rest
    }

    fn none(width: usize, height: usize) -> Edges {
        Edges { width, height, values: vec![0; (width * 2 + LANES) * height] }
    }

    /// Values from the start of one row to that of the next.
    fn stride(&self) -> usize {
        self.width * 2 + LANES
    }

    /// The rows without their zeros.
    fn rows_mut(&mut self) -> impl Iterator<Item = &mut [i16]> {
        let (own, stride) = (self.width * 2, self.stride());
        self.values.chunks_exact_mut(stride).map(move |row| &mut row[..own])
    }

    /// The rows of the part that begins at (`x`, `y`) and is `width` pixels wide, each with the zeros or values behind it
    /// that make it a multiple of [`LANES`].
    pub(super) fn part(&self, (x, y): (usize, usize), width: usize) -> impl Iterator<Item = &[i16]> {
        let end = x * 2 + (width * 2).next_multiple_of(LANES);
        self.values[y * self.stride()..].chunks_exact(self.stride()).map(move |row| &row[x * 2..end])
    }

    /// Every row, without its zeros.
    pub(super) fn rows(&self) -> impl Iterator<Item = &[i16]> {
        self.values.chunks_exact(self.stride()).map(|row| &row[..self.width * 2])
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
impl Edges {
    /// Edges with these values, two for each pixel.
    pub(super) fn from_rows(rows: &[&[i16]]) -> Edges {
        let mut edges = Edges::none(rows[0].len() / 2, rows.len());
        for (values, row) in edges.rows_mut().zip(rows) {
            values.copy_from_slice(row);
        }
        edges
    }
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
        assert!(Edges::of(&picture).values.iter().any(|value| *value > 0));
    }

    #[test]
    fn a_soft_background_has_no_edges() {
        assert!(Edges::of(&gray(4, &[1, 3, 6, 8, 3, 5, 7, 9])).values.iter().all(|value| *value == 0));
    }

    #[test]
    fn pictures_without_neighbours_have_no_edges() {
        for (width, pixels) in [(1, &[5u8, 200][..]), (2, &[5, 200]), (1, &[5])] {
            let edges = Edges::of(&gray(width, pixels));
            assert_eq!(edges.rows().flatten().count(), 0);
            assert_eq!(edges.halved().rows().flatten().count(), 0);
        }
    }

    #[test]
    fn half_the_size_is_the_mean() {
        let edges = Edges::from_rows(&[&[4, 0, 8, 0, 99, 99], &[0, 8, 4, 8, 99, 99]]);
        assert_eq!(edges.halved().rows().collect::<Vec<_>>(), [&[4, 4][..]]);
    }

    #[test]
    fn what_is_cut_off_is_gone() {
        let edges = Edges::from_rows(&[&[1, 2, 3, 4], &[5, 6, 7, 8]]);
        assert_eq!(edges.without(1, 1).rows().collect::<Vec<_>>(), [&[7, 8][..]]);
        assert_eq!(edges.without(5, 0).rows().flatten().count(), 0);
    }

    #[test]
    fn a_part_is_filled_up_to_whole_lanes() {
        let edges = Edges::from_rows(&[&[1, 2, 3, 4, 5, 6], &[7, 8, 9, 10, 11, 12]]);
        let part: Vec<_> = edges.part((2, 1), 1).collect();
        assert_eq!(part.concat(), [&[11, 12][..], &[0; LANES - 2]].concat());
    }
}
