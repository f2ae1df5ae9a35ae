//! How much a part of a picture looks like a pattern: normalised cross-correlation of their edges.

use super::edges::Edges;

/// Where a part has less than this share of the pattern's contrast, it is not judged by its shape alone: in what is nearly
/// plain, noise looks like anything.
const FAINT: f64 = 0.05;

/// Edges to look for.
#[derive(Debug)]
pub(super) struct Pattern {
    pub(super) edges: Edges,
    sum: i64,
    /// Sum of the squared distances from the mean.
    energy: f64,
}

/// Sums over a part of the picture.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sums {
    pub(super) values: i64,
    pub(super) squares: i64,
}

impl Pattern {
    pub(super) fn new(edges: Edges) -> Pattern {
        let sums = edges.values.iter().fold(Sums::default(), |sums, &value| sums.with(value));
        let energy = sums.energy(edges.values.len());
        Pattern { edges, sum: sums.values, energy }
    }

    /// How much the edges differ from each other, on average over the pattern, in squared steps of 0 to 255.
    pub(super) fn contrast(&self) -> f64 {
        self.energy / self.edges.values.len().max(1) as f64
    }

    /// Whether a part with these sums has enough contrast to be the pattern.
    pub(super) fn may_be(&self, part: Sums) -> bool {
        part.energy(self.edges.values.len()) >= self.energy * FAINT
    }

    /// How much the part of `picture` at (`x`, `y`) looks like the pattern, 0 to 1, given the sums over that part. The part
    /// has to lie inside.
    pub(super) fn likeness(&self, picture: &Edges, (x, y): (usize, usize), part: Sums) -> f32 {
        let cross: i64 = self.rows(picture, (x, y)).map(|(own, other)| i64::from(product(own, other))).sum();
        let count = self.edges.values.len() as f64;
        let together = cross as f64 - self.sum as f64 * part.values as f64 / count;
        let other = part.energy(self.edges.values.len()).max(self.energy * FAINT);
        let scale = (self.energy * other).sqrt();
        if scale > 0.0 { (together / scale).clamp(0.0, 1.0) as f32 } else { 0.0 }
    }

    /// The sums over the part of `picture` at (`x`, `y`).
    pub(super) fn sums(&self, picture: &Edges, at: (usize, usize)) -> Sums {
        let mut sums = Sums::default();
        for (_, other) in self.rows(picture, at) {
            sums.values += i64::from(other.iter().map(|&value| i32::from(value)).sum::<i32>());
            sums.squares += i64::from(product(other, other));
        }
        sums
    }

    fn rows<'a>(
        &'a self,
        picture: &'a Edges,
        (x, y): (usize, usize),
    ) -> impl Iterator<Item = (&'a [i16], &'a [i16])> {
        let own = self.edges.stride();
        let others = picture.values[y * picture.stride()..].chunks_exact(picture.stride());
        self.edges.values.chunks_exact(own).zip(others.map(move |row| &row[x * 2..x * 2 + own]))
    }
}

impl Sums {
    fn with(self, value: i16) -> Sums {
        let value = i64::from(value);
        Sums { values: self.values + value, squares: self.squares + value * value }
    }

    /// Sum of the squared distances from the mean of `count` values.
    fn energy(self, count: usize) -> f64 {
        (self.squares as f64 - self.values as f64 * self.values as f64 / count.max(1) as f64).max(0.0)
    }
}

/// The sum of the products. A row of 16,384 pixels at most cannot overflow it.
fn product(left: &[i16], right: &[i16]) -> i32 {
    left.iter().zip(right).map(|(&left, &right)| i32::from(left) * i32::from(right)).sum()
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
        for y in 0..edges.height {
            let mut row = Sums::default();
            for x in 0..edges.width {
                let at = (y * edges.width + x) * 2;
                row = row.with(edges.values[at]).with(edges.values[at + 1]);
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

    fn edges(width: usize, height: usize) -> Edges {
        let values = (0..width * height * 2).map(|index| ((index * 7919) % 256) as i16).collect();
        Edges { width, height, values }
    }

    fn part(of: &Edges, (x, y): (usize, usize), width: usize, height: usize) -> Edges {
        let rows = (y..y + height).map(|row| &of.values[(row * of.width + x) * 2..][..width * 2]);
        Edges { width, height, values: rows.flatten().copied().collect() }
    }

    #[test]
    fn a_part_is_most_like_itself() {
        let picture = edges(20, 15);
        let pattern = Pattern::new(part(&picture, (4, 3), 7, 5));
        let at = |at| pattern.likeness(&picture, at, pattern.sums(&picture, at));
        assert!(at((4, 3)) > 0.9999);
        assert!(at((6, 5)) < 0.9);
    }

    #[test]
    fn the_table_knows_the_sum_over_every_part() {
        let picture = edges(13, 9);
        let table = Table::new(&picture);
        for (x, y, width, height) in [(0, 0, 13, 9), (2, 1, 5, 4), (12, 8, 1, 1)] {
            let pattern = Pattern::new(part(&picture, (x, y), width, height));
            let (summed, counted) = (table.over((x, y), (width, height)), pattern.sums(&picture, (x, y)));
            assert_eq!((summed.values, summed.squares), (counted.values, counted.squares));
        }
    }

    #[test]
    fn nothing_is_like_a_plain_pattern() {
        let pattern = Pattern::new(Edges { width: 3, height: 3, values: vec![5; 18] });
        let picture = edges(10, 10);
        assert!(pattern.likeness(&picture, (2, 2), pattern.sums(&picture, (2, 2))).abs() < f32::EPSILON);
        assert!(pattern.contrast().abs() < f64::EPSILON);
    }
}
