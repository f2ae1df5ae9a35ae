//! Applications: a name, an executable, a desktop id or a pid.

/// An application's name. Nothing is called by an empty one, so nobody should wait for it.
pub(crate) fn app(text: &str) -> Result<String, String> {
    if text.trim().is_empty() {
        return Err("expected the name, executable, desktop id or pid of an application".to_owned());
    }
    Ok(text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_name_is_refused() {
        assert!(app("").is_err() && app("  ").is_err());
        assert_eq!(app("gedit").as_deref(), Ok("gedit"));
    }
}
