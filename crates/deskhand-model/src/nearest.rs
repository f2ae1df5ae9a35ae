//! "Did you mean": names ranked by how much they look like what was written.

/// Up to `limit` of `names` that look like `text`, best first. Names with too little in common are left out.
pub fn nearest_names<'a>(text: &str, names: impl IntoIterator<Item = &'a str>, limit: usize) -> Vec<&'a str> {
    let text = text.to_lowercase();
    let mut scored: Vec<(f64, &str)> = names
        .into_iter()
        .map(|name| (likeness(&text, &name.to_lowercase()), name))
        .filter(|(score, _)| *score >= 0.6)
        .collect();
    scored.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(b.1)));
    scored.truncate(limit);
    scored.into_iter().map(|(_, name)| name).collect()
}

/// How alike two texts are, 0 to 1. A text that contains the other counts as close even when much longer.
pub(crate) fn likeness(a: &str, b: &str) -> f64 {
    if a.is_empty() || b.is_empty() {
        return 0.0;
    }
    if a == b {
        return 1.0;
    }
    // Edit distance is quadratic: very long labels are compared by their beginning only.
    let (a, b) = (clip(a), clip(b));
    let edit = strsim::normalized_damerau_levenshtein(a, b);
    let contained = if a.contains(b) || b.contains(a) {
        let (short, long) = (a.len().min(b.len()) as f64, a.len().max(b.len()) as f64);
        0.7 + 0.25 * short / long
    } else {
        0.0
    };
    edit.max(contained)
}

fn clip(text: &str) -> &str {
    let end = text.char_indices().nth(80).map_or(text.len(), |(at, _)| at);
    &text[..end]
}

/// The tail of an error sentence: "; did you mean `a` or `b`?", or nothing.
pub fn did_you_mean<S: AsRef<str>>(names: &[S]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{}`", name.as_ref())).collect();
    match quoted.as_slice() {
        [] => String::new(),
        [only] => format!("; did you mean {only}?"),
        [first @ .., last] => format!("; did you mean {} or {last}?", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_closest_name_comes_first_and_strangers_are_left_out() {
        let names = ["button", "toggle-button", "slider", "banner"];
        assert_eq!(nearest_names("buton", names, 3), ["button"]);
        assert_eq!(nearest_names("zzz", names, 3), [] as [&str; 0]);
    }

    #[test]
    fn a_huge_text_is_compared_by_its_beginning() {
        let huge = "x".repeat(1_000_000);
        assert!(likeness(&huge, "xxxx") > 0.6);
    }

    #[test]
    fn the_sentence_joins_names_with_or() {
        assert_eq!(did_you_mean(&["a", "b", "c"]), "; did you mean `a`, `b` or `c`?");
    }
}
