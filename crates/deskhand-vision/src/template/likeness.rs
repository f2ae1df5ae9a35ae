//! How much a part of a picture looks like a pattern: normalised cross-correlation of their edges.

use super::edges::Edges;

/// A part with less than this share of the pattern's contrast is not like it: in what is nearly plain, noise has any shape.
const FAINT: f64 = 0.05;

/// Likeness below this is not told apart from none.
const LEAST: f64 = 0.2;

/// Edges to look for.
#[derive(Debug)]
pub(super) struct Pattern {
    pub(super) edges: Edges,
    /// How many values there are.
    count: f64,
    /// Their sum.
    sum: f64,
    /// Sum of their squared distances from the mean.
    energy: f64,
}

/// Sums over a part of the picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Sums {
    values: i64,
    squares: i64,
}

impl Pattern {
    pub(super) fn new(edges: Edges) -> Pattern {
        let sums = edges.rows().flatten().fold(Sums::default(), |sums, &value| sums.with(value));
        let count = (edges.width * edges.height * 2).max(1) as f64;
        let energy = sums.energy(count);
        Pattern { edges, count, sum: sums.values as f64, energy }
    }

    /// How much the edges differ from each other, on average over the pattern, in squared steps of 0 to 255.
    pub(super) fn contrast(&self) -> f64 {
        self.energy / self.count
    }

    /// How much the part of `picture` at a place looks like the pattern, 0 to 1, given the sums over that part. The part
    /// has to lie inside.
    pub(super) fn likeness(&self, picture: &Edges, at: (usize, usize), part: Sums) -> f32 {
        let energy = part.energy(self.count);
        if energy < self.energy * FAINT || energy <= 0.0 {
            return 0.0;
        }
        let together = self.products(picture, at) - self.sum * part.values as f64 / self.count;
        let whole = self.energy * energy;
        // Most places are unlike, and roots are dear.
        if together <= 0.0 || together * together < LEAST * LEAST * whole {
            return 0.0;
        }
        (together / whole.sqrt()).min(1.0) as f32
    }

    /// The sum of the products of each value with the one at its place.
    fn products(&self, picture: &Edges, at: (usize, usize)) -> f64 {
        let width = self.edges.width;
        let rows = self.edges.part((0, 0), width).zip(picture.part(at, width));
        let products = rows.map(|(own, other)| {
            let pairs = own.as_chunks::<2>().0.iter().zip(other.as_chunks::<2>().0);
            let products =
                pairs.map(|(own, other)| product(own[0], other[0]).wrapping_add(product(own[1], other[1])));
            products.fold(0, i32::wrapping_add)
        });
        products.fold(0, |sum: i64, row| sum.wrapping_add(i64::from(row))) as f64
    }

    /// The sums over the part of `picture` at a place.
    pub(super) fn sums(&self, picture: &Edges, at: (usize, usize)) -> Sums {
        let (width, height) = (self.edges.width, self.edges.height);
        let mut sums = Sums::default();
        for row in picture.part(at, width).take(height) {
            let row = &row[..width * 2];
            sums.values += i64::from(row.iter().map(|&value| i32::from(value)).fold(0, i32::wrapping_add));
            sums.squares +=
                i64::from(row.iter().map(|&value| product(value, value)).fold(0, i32::wrapping_add));
        }
        sums
    }
}

/// Does not overflow, nor do its sums over a row of 16,384 pixels: they only wrap so that the innermost loop checks nothing.
fn product(left: i16, right: i16) -> i32 {
    i32::from(left).wrapping_mul(i32::from(right))
}

impl Sums {
    fn with(self, value: i16) -> Sums {
        let value = i64::from(value);
        Sums { values: self.values + value, squares: self.squares + value * value }
    }

    /// Sum of the squared distances from the mean of `count` values.
    fn energy(self, count: f64) -> f64 {
        self.squares as f64 - self.values as f64 * self.values as f64 / count
    }
}

/// Sums over every rectangle of a picture, each from four numbers.
#[derive(Debug)]
pub(super) struct Table {
    stride: usize,
    /// For each corner the sums over all that is above and to the left of it.
    corners: Vec<Sums>,
}

impl Table {
    pub(super) fn new(edges: &Edges) -> Table {
        let stride = edges.width + 1;
        let mut corners = vec![Sums::default(); stride * (edges.height + 1)];
        for (y, values) in edges.rows().enumerate() {
            let mut row = Sums::default();
            for (x, value) in values.chunks_exact(2).enumerate() {
                row = row.with(value[0]).with(value[1]);
                let above = corners[y * stride + x + 1];
                corners[(y + 1) * stride + x + 1] =
                    Sums { values: above.values + row.values, squares: above.squares + row.squares };
            }
        }
        Table { stride, corners }
    }

    /// The sums over the rectangle at (`x`, `y`), which has to lie inside.
    pub(super) fn over(&self, (x, y): (usize, usize), (width, height): (usize, usize)) -> Sums {
        let corner = |x: usize, y: usize| self.corners[y * self.stride + x];
        let (first, last) = (corner(x, y), corner(x + width, y + height));
        let (right, below) = (corner(x + width, y), corner(x, y + height));
        Sums {
            values: last.values + first.values - right.values - below.values,
            squares: last.squares + first.squares - right.squares - below.squares,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Edges without order, cut out of endless ones at (`x`, `y`).
    fn edges((x, y): (usize, usize), width: usize, height: usize) -> Edges {
        let value = |x: usize, y: usize| ((x * 7919 + y * 104_729 + x * y * 31) % 256) as i16;
        let rows: Vec<Vec<i16>> =
            (y..y + height).map(|y| (x * 2..(x + width) * 2).map(|x| value(x, y)).collect()).collect();
        Edges::from_rows(&rows.iter().map(Vec::as_slice).collect::<Vec<_>>())
    }

    #[test]
    fn a_part_is_most_like_itself() {
        let picture = edges((0, 0), 20, 15);
        let pattern = Pattern::new(edges((4, 3), 7, 5));
        let at = |at| pattern.likeness(&picture, at, pattern.sums(&picture, at));
        assert!(at((4, 3)) > 0.9999);
        assert!(at((6, 5)) < 0.9);
    }

    #[test]
    fn the_table_knows_the_sum_over_every_part() {
        let picture = edges((0, 0), 13, 9);
        let table = Table::new(&picture);
        for (x, y, width, height) in [(0, 0, 13, 9), (2, 1, 5, 4), (12, 8, 1, 1)] {
            let pattern = Pattern::new(edges((0, 0), width, height));
            assert_eq!(table.over((x, y), (width, height)), pattern.sums(&picture, (x, y)));
        }
    }

    #[test]
    fn nothing_is_like_a_plain_pattern() {
        let pattern = Pattern::new(Edges::from_rows(&[&[5; 6][..]; 3]));
        let picture = edges((0, 0), 10, 10);
        assert!(pattern.likeness(&picture, (2, 2), pattern.sums(&picture, (2, 2))).abs() < f32::EPSILON);
        assert!(pattern.contrast().abs() < f64::EPSILON);
    }
}
