//! Who is who: recorded elements on the one side, those of the current tree on the other, at most one for each.
//!
//! The odds of single pairs do not settle that. An element that looks much like the one that is looked for may look even
//! more like another one that was recorded, and then it is that one. Belief propagation on the bipartite graph weighs all
//! assignments against each other; without competition it is Bayes' rule.

/// Rounds until the messages have settled; they do so quickly, and the last digits do not matter.
const ROUNDS: usize = 30;

/// Odds that each recorded element (rows) is each current one (columns), and the odds that it is none of them.
pub(super) struct Odds {
    pub(super) pairs: Vec<Vec<f64>>,
    pub(super) gone: f64,
}

/// How likely it is that the first row is each of the columns.
pub(super) fn first_row(odds: &Odds) -> Vec<f64> {
    let columns = odds.pairs.first().map_or(0, Vec::len);
    // What a column thinks of a row: 1 when nobody else claims it, less the more others do.
    let mut free = vec![vec![1.0_f64; columns]; odds.pairs.len()];
    for _ in 0..ROUNDS {
        let claims: Vec<Vec<f64>> =
            odds.pairs.iter().zip(&free).map(|(row, free)| claims(row, free, odds.gone)).collect();
        for column in 0..columns {
            let all: f64 = claims.iter().map(|row| row[column]).sum();
            for (row, free) in free.iter_mut().enumerate() {
                free[column] = 1.0 / (1.0 + (all - claims[row][column]).max(0.0));
            }
        }
    }
    let Some((row, free)) = odds.pairs.first().zip(free.first()) else { return Vec::new() };
    let claims = claims(row, free, odds.gone);
    claims.iter().zip(free).map(|(claim, free)| claim * free / (1.0 + claim * free)).collect()
}

/// How strongly a row claims each column, given how free the others are.
fn claims(row: &[f64], free: &[f64], gone: f64) -> Vec<f64> {
    let all: f64 = row.iter().zip(free).map(|(odds, free)| odds * free).sum();
    row.iter().zip(free).map(|(odds, free)| odds / (gone + (all - odds * free).max(0.0))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(pairs: &[&[f64]], expected: &[f64]) {
        let pairs = pairs.iter().map(|row| row.to_vec()).collect();
        let found = first_row(&Odds { pairs, gone: 1.0 });
        assert_eq!(found.len(), expected.len());
        for (found, expected) in found.iter().zip(expected) {
            assert!((found - expected).abs() < 0.01, "{found} instead of {expected}");
        }
    }

    #[test]
    fn alone_it_is_the_rule_of_bayes() {
        check(&[&[9.0]], &[0.9]);
        check(&[&[9.0, 10.0]], &[0.45, 0.5]);
        check(&[&[]], &[]);
        check(&[], &[]);
    }

    #[test]
    fn what_is_more_like_another_is_the_other() {
        check(&[&[100.0], &[10_000.0]], &[0.0098]);
        check(&[&[100.0], &[0.0]], &[0.99]);
    }

    #[test]
    fn another_that_is_found_elsewhere_claims_nothing() {
        check(&[&[100.0, 0.0], &[100.0, 1e9]], &[0.99, 0.0]);
    }
}
