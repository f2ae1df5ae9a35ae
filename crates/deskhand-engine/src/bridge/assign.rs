//! The cheapest way to give each row a column of its own: the Hungarian method by shortest augmenting paths.
//!
//! Written here because what is wanted besides the assignment are its prices: they tell whether it is the only one.

/// What it costs to leave a row without a column: more than any number of rows can save by that, so as many rows as
/// can be get a column.
const ALONE: f64 = 1e7;

/// What each row would pay for each column; infinite where it cannot have it.
#[derive(Debug)]
pub(super) struct Costs {
    rows: usize,
    columns: usize,
    cells: Vec<f64>,
}

impl Costs {
    /// All costs; `cost` is asked for row and column.
    pub(super) fn new(rows: usize, columns: usize, cost: impl Fn(usize, usize) -> f64) -> Costs {
        let mut cells = Vec::with_capacity(rows * columns);
        for row in 0..rows {
            cells.extend((0..columns).map(|column| cost(row, column)));
        }
        Costs { rows, columns, cells }
    }

    pub(super) fn rows(&self) -> usize {
        self.rows
    }

    /// The columns that there really are.
    pub(super) fn columns(&self) -> usize {
        self.columns
    }

    /// The real columns and, behind them, one for each row that means having none.
    pub(super) fn all_columns(&self) -> usize {
        self.columns + self.rows
    }

    pub(super) fn at(&self, row: usize, column: usize) -> f64 {
        if column < self.columns {
            self.cells[row * self.columns + column]
        } else if column - self.columns == row {
            ALONE
        } else {
            f64::INFINITY
        }
    }
}

/// The cheapest assignment, and the prices that prove it.
pub(super) struct Assignment {
    /// The column of each row, counted over [`Costs::all_columns`].
    pub(super) column: Vec<usize>,
    /// The row of each column.
    pub(super) owner: Vec<Option<usize>>,
    row_price: Vec<f64>,
    column_price: Vec<f64>,
}

impl Assignment {
    /// The cheapest one for `costs`.
    pub(super) fn cheapest(costs: &Costs) -> Assignment {
        let (rows, columns) = (costs.rows(), costs.all_columns());
        let mut assignment = Assignment {
            column: vec![usize::MAX; rows],
            owner: vec![None; columns],
            row_price: vec![0.0; rows],
            column_price: vec![0.0; columns],
        };
        (0..rows).for_each(|row| assignment.add(row, costs));
        assignment
    }

    /// By how much `column` is dearer for `row` than what it has, at the present prices; never negative.
    pub(super) fn slack(&self, row: usize, column: usize, costs: &Costs) -> f64 {
        costs.at(row, column) - self.row_price[row] - self.column_price[column]
    }

    /// Gives `row` a column, along the cheapest way on which others make room.
    fn add(&mut self, row: usize, costs: &Costs) {
        let mut dear = vec![f64::INFINITY; costs.all_columns()];
        let mut from = vec![row; costs.all_columns()];
        let mut closed = vec![false; costs.columns()];
        let mut visited = Vec::new();
        let (mut at, mut paid) = (row, 0.0);
        let mut cheapest_none = costs.columns() + row;
        let free = loop {
            // Having none is possible for each row that makes room, and for no other.
            let none = costs.columns() + at;
            (dear[none], from[none]) = (paid + self.slack(at, none, costs), at);
            if dear[none] < dear[cheapest_none] {
                cheapest_none = none;
            }
            let mut next = cheapest_none;
            for column in 0..costs.columns() {
                if closed[column] {
                    continue;
                }
                let through = paid + self.slack(at, column, costs);
                if through < dear[column] {
                    (dear[column], from[column]) = (through, at);
                }
                // Among equals one that is free, which ends the search: clones would take cubic time otherwise.
                if dear[column] < dear[next]
                    || (dear[column] == dear[next]
                        && self.owner[next].is_some()
                        && self.owner[column].is_none())
                {
                    next = column;
                }
            }
            paid = dear[next];
            match self.owner[next] {
                None => break next,
                Some(owner) => {
                    closed[next] = true;
                    visited.push((next, owner));
                    at = owner;
                }
            }
        };
        self.row_price[row] += paid;
        for (column, owner) in visited {
            let raised = paid - dear[column];
            self.row_price[owner] += raised;
            self.column_price[column] -= raised;
        }
        let mut column = free;
        loop {
            let taker = from[column];
            self.owner[column] = Some(taker);
            column = std::mem::replace(&mut self.column[taker], column);
            if taker == row {
                return;
            }
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use proptest::prelude::*;

    use super::*;

    /// What the columns cost together, each row in turn.
    pub(in crate::bridge) fn total(costs: &Costs, columns: &[usize]) -> f64 {
        columns.iter().enumerate().map(|(row, &column)| costs.at(row, column)).sum()
    }

    /// The cheapest total of all assignments that `allowed` lets pass, by trying them all.
    pub(in crate::bridge) fn by_trying(costs: &Costs, allowed: &dyn Fn(usize, usize) -> bool) -> f64 {
        fn go(
            costs: &Costs,
            row: usize,
            taken: &mut Vec<usize>,
            allowed: &dyn Fn(usize, usize) -> bool,
        ) -> f64 {
            if row == costs.rows() {
                return 0.0;
            }
            let mut least = f64::INFINITY;
            for column in 0..costs.all_columns() {
                let cost = costs.at(row, column);
                if cost.is_finite() && !taken.contains(&column) && allowed(row, column) {
                    taken.push(column);
                    least = least.min(cost + go(costs, row + 1, taken, allowed));
                    taken.pop();
                }
            }
            least
        }
        go(costs, 0, &mut Vec::new(), allowed)
    }

    prop_compose! {
        /// Up to 6 rows and columns, with costs that tie often and some that cannot be paid.
        pub(in crate::bridge) fn some_costs()(rows in 0..=6usize, columns in 0..=6usize)(
            cells in proptest::collection::vec(
                prop_oneof![4 => (0..60u32).prop_map(f64::from), 1 => Just(f64::INFINITY)], rows * columns),
            rows in Just(rows), columns in Just(columns),
        ) -> Costs {
            Costs { rows, columns, cells }
        }
    }

    proptest! {
        #[test]
        fn it_is_as_cheap_as_the_best_of_all_tries(costs in some_costs()) {
            let found = Assignment::cheapest(&costs);
            let least = by_trying(&costs, &|_, _| true);
            prop_assert!((total(&costs, &found.column) - least).abs() < 1e-6);
        }

        #[test]
        fn its_prices_prove_it(costs in some_costs()) {
            let found = Assignment::cheapest(&costs);
            for row in 0..costs.rows() {
                prop_assert!(found.slack(row, found.column[row], &costs).abs() < 1e-6);
                prop_assert_eq!(found.owner[found.column[row]], Some(row));
                for column in 0..costs.all_columns() {
                    prop_assert!(found.slack(row, column, &costs) > -1e-6);
                }
            }
        }
    }

    #[test]
    fn a_row_gives_way_to_one_that_can_have_nothing_else() {
        let costs = Costs { rows: 2, columns: 2, cells: vec![1.0, 5.0, 2.0, f64::INFINITY] };
        assert_eq!(Assignment::cheapest(&costs).column, [1, 0]);
    }

    #[test]
    fn rows_without_any_column_stay_alone() {
        let costs = Costs { rows: 2, columns: 1, cells: vec![3.0, 2.0] };
        assert_eq!(Assignment::cheapest(&costs).column, [1, 0], "the first row has none");
    }
}
