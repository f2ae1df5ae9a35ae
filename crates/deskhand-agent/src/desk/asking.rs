//! What all requests have in common.

/// A text that is given; an empty one is not.
pub(super) fn given(text: Option<String>) -> Option<String> {
    text.filter(|text| !text.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_text_is_not_given() {
        assert_eq!(given(Some(String::new())), None);
        assert_eq!(given(Some(" ".to_owned())), Some(" ".to_owned()));
    }
}
