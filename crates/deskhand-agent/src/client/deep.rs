//! JSON that is nested as deep as interfaces are.
//!
//! The elements of a snapshot stand in each other, two levels of JSON for each, and pages of a browser are easily a
//! hundred elements deep. Readers of JSON give up before that, because nobody knows how much stack is left; here the depth
//! is looked at first, and what is deep is read on a stack that is large enough for it.

use serde::de::DeserializeOwned;

/// Deepest that every reader takes.
const USUAL: usize = 120;

/// Deepest that is taken: what the reader needs for each level is known only roughly, and grows with it.
const DEEPEST: usize = 2_000;

/// Stack for one level, more than an unoptimised reader needs.
const LEVEL: usize = 32 << 10;

/// Reads JSON of any depth that an interface can have.
pub(super) fn read<T: DeserializeOwned + Send>(text: &[u8]) -> serde_json::Result<T> {
    let depth = depth(text);
    if depth <= USUAL || depth > DEEPEST {
        return serde_json::from_slice(text);
    }
    let reader = || {
        let mut reader = serde_json::Deserializer::from_slice(text);
        reader.disable_recursion_limit();
        let read = T::deserialize(&mut reader)?;
        reader.end()?;
        Ok(read)
    };
    std::thread::scope(|scope| {
        let stack = std::thread::Builder::new().stack_size(depth * LEVEL);
        match stack.spawn_scoped(scope, reader).map(std::thread::ScopedJoinHandle::join) {
            Ok(Ok(read)) => read,
            // Without a thread, or when it has failed, the usual reader says what it says.
            _ => serde_json::from_slice(text),
        }
    })
}

/// How many brackets are open at the same time, at most.
fn depth(text: &[u8]) -> usize {
    let (mut open, mut deepest) = (0_usize, 0);
    let (mut quoted, mut escaped) = (false, false);
    for byte in text {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = quoted,
            b'"' => quoted = !quoted,
            b'[' | b'{' if !quoted => {
                open += 1;
                deepest = deepest.max(open);
            }
            b']' | b'}' if !quoted => open = open.saturating_sub(1),
            _ => {}
        }
    }
    deepest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::ElementInfo;

    /// An element in an element in an element.
    fn nested(levels: usize) -> String {
        let one =
            r#"{"role":"group","enabled":true,"focused":false,"childCount":1,"actions":[],"children":["#;
        let inner =
            r#"{"role":"text","label":"in","enabled":true,"focused":false,"childCount":0,"actions":[]}"#;
        format!("{}{inner}{}", one.repeat(levels), "]}".repeat(levels))
    }

    #[test]
    fn brackets_in_texts_do_not_count() {
        for (text, expected) in [
            ("", 0),
            ("7", 0),
            (r#"{"a":[1,[2]],"b":{}}"#, 3),
            (r#"["[[[[", "\"[[", "\\", ["x"]]"#, 2),
            ("]]]][", 1),
        ] {
            assert_eq!(depth(text.as_bytes()), expected, "{text}");
        }
    }

    #[test]
    fn elements_are_read_however_deep_they_are_in_each_other() {
        for levels in [0, 1, 59, 60, 61, 250, 900] {
            let mut element: ElementInfo = read(nested(levels).as_bytes()).unwrap();
            for _ in 0..levels {
                element = element.children.unwrap().remove(0);
            }
            assert_eq!(element.label.as_deref(), Some("in"), "{levels} levels");
        }
    }

    #[test]
    fn what_is_deeper_than_any_interface_is_refused() {
        let error = read::<ElementInfo>(nested(50_000).as_bytes()).unwrap_err();
        assert!(error.to_string().contains("recursion limit"), "{error}");
    }

    #[test]
    fn something_after_the_end_is_refused_at_any_depth() {
        for levels in [0, 100] {
            assert!(
                read::<ElementInfo>(format!("{}]", nested(levels)).as_bytes()).is_err(),
                "{levels} levels"
            );
        }
    }
}
