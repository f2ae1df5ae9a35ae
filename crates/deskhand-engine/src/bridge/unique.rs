//! Whether the cheapest assignment is the only one that is about as cheap.
//!
//! Another assignment differs from the cheapest in cycles and paths of exchanges, and costs more by the sum of their
//! slacks. So a row whose tight exchanges (slack below a margin) lead neither back to itself nor to a column that is
//! free keeps its column in every assignment within that margin. The reverse is not true: this doubts too much rather
//! than too little.

use super::assign::{Assignment, Costs};

/// What may be otherwise for a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Doubt {
    /// It could as well have another column.
    pub(super) elsewhere: bool,
    /// It could as well have none, and another row its column.
    pub(super) alone: bool,
}

/// The doubts about each row.
pub(super) fn doubts(costs: &Costs, assignment: &Assignment, margin: f64) -> Vec<Doubt> {
    let rows = costs.rows();
    let mut to: Vec<Vec<usize>> = vec![Vec::new(); rows];
    let mut to_free_column = vec![false; rows];
    let mut alone = vec![false; rows];
    for row in 0..rows {
        for column in (0..costs.columns()).chain([costs.columns() + row]) {
            if column == assignment.column[row] || assignment.slack(row, column, costs) >= margin {
                continue;
            }
            match assignment.owner[column] {
                Some(owner) => to[row].push(owner),
                None if column < costs.columns() => to_free_column[row] = true,
                None => alone[row] = true,
            }
        }
    }
    let moves: Vec<bool> = (0..rows).map(|row| to_free_column[row] || alone[row]).collect();
    let moves = leading_to(&to, moves);
    let circles = in_circles(&to);
    (0..rows)
        .map(|row| {
            let elsewhere = circles[row] || to_free_column[row] || to[row].iter().any(|&other| moves[other]);
            Doubt { elsewhere, alone: alone[row] }
        })
        .collect()
}

/// Which nodes lead to one that is marked, or are marked themselves.
fn leading_to(to: &[Vec<usize>], mut marked: Vec<bool>) -> Vec<bool> {
    let from = reversed(to);
    let mut open: Vec<usize> = (0..to.len()).filter(|&node| marked[node]).collect();
    while let Some(node) = open.pop() {
        for &before in &from[node] {
            if !marked[before] {
                marked[before] = true;
                open.push(before);
            }
        }
    }
    marked
}

/// Which nodes lie on a circle, or between two.
fn in_circles(to: &[Vec<usize>]) -> Vec<bool> {
    let from = reversed(to);
    let mut left = vec![true; to.len()];
    // What has no way out, or no way in, is on no circle; without it the same holds for others.
    for (ahead, behind) in [(to, &from), (&from, &to.to_vec())] {
        let mut ways: Vec<usize> =
            ahead.iter().map(|others| others.iter().filter(|&&other| left[other]).count()).collect();
        let mut open: Vec<usize> = (0..to.len()).filter(|&node| left[node] && ways[node] == 0).collect();
        while let Some(node) = open.pop() {
            left[node] = false;
            for &other in behind[node].iter().filter(|&&other| left[other]) {
                ways[other] -= 1;
                if ways[other] == 0 {
                    open.push(other);
                }
            }
        }
    }
    left
}

fn reversed(to: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut from = vec![Vec::new(); to.len()];
    for (node, others) in to.iter().enumerate() {
        others.iter().for_each(|&other| from[other].push(node));
    }
    from
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::assign::tests::{by_trying, some_costs};
    use super::*;

    const MARGIN: f64 = 8.0;

    proptest! {
        #[test]
        fn what_is_not_doubted_is_the_same_in_every_assignment_within_the_margin(costs in some_costs()) {
            let found = Assignment::cheapest(&costs);
            let least = by_trying(&costs, &|_, _| true);
            for (row, doubt) in doubts(&costs, &found, MARGIN).into_iter().enumerate() {
                let column = found.column[row];
                if doubt.elsewhere || doubt.alone || column >= costs.columns() {
                    continue;
                }
                let otherwise = by_trying(&costs, &|r, c| (r, c) != (row, column));
                prop_assert!(otherwise > least + MARGIN - 1e-6, "row {row}: {otherwise} against {least}");
            }
        }
    }

    fn check(rows: usize, columns: usize, cells: &[f64], expected: &[(bool, bool)]) {
        let costs = Costs::new(rows, columns, |row, column| cells[row * columns + column]);
        let seen: Vec<(bool, bool)> = doubts(&costs, &Assignment::cheapest(&costs), MARGIN)
            .iter()
            .map(|doubt| (doubt.elsewhere, doubt.alone))
            .collect();
        assert_eq!(seen, expected);
    }

    #[test]
    fn doubts_are_told_apart() {
        // Clones that lie on each other.
        check(2, 2, &[0.0, 0.0, 0.0, 0.0], &[(true, false), (true, false)]);
        // Clones 20 pixels apart.
        check(2, 2, &[0.0, 28.3, 28.3, 0.0], &[(false, false), (false, false)]);
        // One that could as well have the free column.
        check(1, 2, &[0.0, 3.0], &[(true, false)]);
        // Two for one column: the one that has it could as well not have it. The other has none, and could have it.
        check(2, 1, &[0.0, 3.0], &[(false, true), (true, false)]);
    }
}
