//! Whether a version is one that was asked for.

use std::cmp::Ordering;

/// Whether `version` meets `wanted`: a version, whose parts must be the same as far as it goes (`2.50` is met by
/// `2.50.1`), or one after `<`, `<=`, `>` or `>=`.
pub(crate) fn meets(version: &str, wanted: &str) -> bool {
    let wanted = wanted.trim();
    let (operator, bound) = ["<=", ">=", "<", ">", "="]
        .into_iter()
        .find_map(|operator| wanted.strip_prefix(operator).map(|bound| (operator, bound.trim())))
        .unwrap_or(("=", wanted));
    let (own, bound) = (parts(version), parts(bound));
    let order = own.cmp(&bound);
    match operator {
        "<" => order == Ordering::Less,
        "<=" => order != Ordering::Greater || own.starts_with(&bound),
        ">" => order == Ordering::Greater && !own.starts_with(&bound),
        ">=" => order != Ordering::Less,
        _ => !bound.is_empty() && own.starts_with(&bound),
    }
}

/// Numbers compare as numbers and come before words.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    Number(u64),
    Word(String),
}

fn parts(version: &str) -> Vec<Part> {
    let part = |part: &str| part.parse().map_or_else(|_| Part::Word(part.to_owned()), Part::Number);
    version.split('.').filter(|text| !text.is_empty()).map(part).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_is_met_by_itself_and_by_what_is_more_exact() {
        for (version, wanted, met) in [
            ("2.50.1", "2.50.1", true),
            ("2.50.1", "2.50", true),
            ("2.50.1", "2", true),
            ("2.50.1", "2.5", false),
            ("2.50.1", "2.50.1.3", false),
            ("2.50.1", "", false),
            ("2.50.1", "stable", false),
        ] {
            assert_eq!(meets(version, wanted), met, "{version} {wanted:?}");
        }
    }

    #[test]
    fn bounds_compare_numbers_as_numbers() {
        for (version, wanted, met) in [
            ("2.50.1", ">=2.9", true),
            ("2.50.1", "> 2.50.1", false),
            ("2.50.1", ">2.50", false),
            ("2.50.1", ">=2.50", true),
            ("2.50.1", "<=2.50", true),
            ("2.50.1", "<2.50.2", true),
            ("2.50.1", "<2.50.1", false),
            ("2.50.1", "<2.9", false),
            ("2.50.1", "=2.50.1", true),
        ] {
            assert_eq!(meets(version, wanted), met, "{version} {wanted:?}");
        }
    }
}
