//! The four notations, and how one is told from another.
//!
//! The rules, in this order; the first that applies decides. White space around the query does not count.
//!
//! 1. It starts with `plain=`, `fields=`, `css=` or `xpath=`: the rest is in that notation.
//! 2. All of it is in quotes, `"…"` or `'…'`: plain text.
//! 3. It starts with `/`, `./`, `../`, `(/`, `(.`, with the name of an axis and `::`, or with `id(` or `count(` and a
//!    text in quotes or a path: XPath.
//! 4. Its first word is `key:value` or `key~value` with a key of the field notation; or with a lower-case word that
//!    resembles a key, or is followed by another word with a key, and a value right after the sign: fields. But
//!    `window`, `text` and `label` are roles too: with `:` and a state or pseudo-class after them (`window:active`)
//!    they start a selector.
//! 5. It starts like a selector: CSS. That is
//!    - a role in lower case (or a macOS name, `AXButton`), or several with spaces between them, followed by `[`,
//!      by `#` or `:` and a letter, or by `>`, `+` or `~` and another selector; a role that people operate followed
//!      by `.` and a letter (`button.primary`, but `image.png` is plain text); a list of roles with commas;
//!    - a word that resembles a role (a misspelt one), followed by `[name=…` or by a state or pseudo-class;
//!    - `[name=…` with any of the operators, `#` and a word, `:` and a state or pseudo-class, or `*`.
//! 6. Everything else is plain text.
//!
//! So a fault in a query that clearly is in one of the notations is told as such and not searched for as a name.

use super::{css, fields, quote, xpath};
use crate::Role;

/// The notation a query is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Notation {
    /// Just a name.
    Plain,
    /// `role:button title:Save`.
    Fields,
    /// A CSS selector.
    Css,
    /// An XPath expression.
    XPath,
}

impl Notation {
    /// Every notation.
    pub const ALL: &[Notation] = &[Notation::Plain, Notation::Fields, Notation::Css, Notation::XPath];

    /// Its name, as used before a query (`css=…`) and on every wire.
    pub const fn name(self) -> &'static str {
        match self {
            Notation::Plain => "plain",
            Notation::Fields => "fields",
            Notation::Css => "css",
            Notation::XPath => "xpath",
        }
    }
}

/// The notation of `text`, and how many bytes of it come before the query itself.
pub(super) fn recognise(text: &str) -> (Notation, usize) {
    let space = text.len() - text.trim_start().len();
    let query = text.trim();
    for &notation in Notation::ALL {
        if query.strip_prefix(notation.name()).is_some_and(|rest| rest.starts_with('=')) {
            return (notation, space + notation.name().len() + 1);
        }
    }
    let notation = if quote::whole(query).is_some() {
        Notation::Plain
    } else if is_xpath(query) {
        Notation::XPath
    } else if is_fields(query) {
        Notation::Fields
    } else if is_css(query) {
        Notation::Css
    } else {
        Notation::Plain
    };
    (notation, 0)
}

fn is_xpath(query: &str) -> bool {
    let (word, rest) = leading_word(query);
    query.starts_with('/')
        || ["./", "../", "(/", "(."].iter().any(|start| query.starts_with(start))
        || rest.starts_with("::") && xpath::is_axis(word)
        || matches!(word, "id" | "count")
            && ["('", "(\"", "(/", "(."].iter().any(|start| rest.starts_with(start))
}

fn is_fields(query: &str) -> bool {
    let mut words = query.split_whitespace().map(|word| {
        let (key, rest) = word.split_at(word.find([':', '~']).unwrap_or(0));
        (key, rest.len() > 1)
    });
    let Some((key, has_value)) = words.next() else { return false };
    if fields::is_key(key) {
        return Role::parse(key).is_none() || !starts_pseudo_class(&query[key.len()..]);
    }
    let is_word = !key.is_empty() && key.chars().all(|c| c.is_ascii_lowercase() || matches!(c, '-' | '.'));
    is_word
        && has_value
        && Role::parse(key).is_none()
        && (fields::resembles_key(key) || words.any(|(key, has_value)| has_value && fields::is_key(key)))
}

fn is_css(query: &str) -> bool {
    if let Some(rest) = query.strip_prefix('#') {
        return starts_word(rest);
    }
    if let Some(rest) = query.strip_prefix('*') {
        return rest.is_empty() || rest.starts_with(['[', ':', '#', '.']) || starts_combined(rest);
    }
    if starts_attribute(query) || starts_pseudo_class(query) {
        return true;
    }
    starts_with_roles(query) || is_role_list(query) || {
        let (word, rest) = leading_word(query);
        (starts_attribute(rest) || starts_pseudo_class(rest))
            && (Role::parse(word).is_some() || !Role::nearest(word).is_empty())
    }
}

/// Roles with white space between them, and then something that only a selector has.
fn starts_with_roles(query: &str) -> bool {
    let mut rest = query;
    loop {
        let (word, after) = leading_word(rest);
        let Some(role) = written_role(word) else {
            // After a role and a space: `#id`, `[name=…`, `:enabled`, `*`.
            return rest.len() < query.len() && is_css_start(rest);
        };
        if after.starts_with('[')
            || after.strip_prefix(['#', ':']).is_some_and(starts_word)
            || role.is_interactive() && after.strip_prefix('.').is_some_and(starts_word)
            || starts_combined(after)
        {
            return true;
        }
        rest = after.trim_start();
        if rest.is_empty() || rest.len() == after.len() {
            return false;
        }
    }
}

fn is_css_start(text: &str) -> bool {
    text.strip_prefix('#').is_some_and(starts_word) || starts_attribute(text) || starts_pseudo_class(text)
}

/// Whether `rest` goes on with a combinator and another selector, or breaks off after the combinator.
fn starts_combined(rest: &str) -> bool {
    let Some(next) = rest.trim_start().strip_prefix(['>', '+', '~']) else { return false };
    let next = next.trim_start();
    next.is_empty() || next.starts_with(['[', '#', '*', ':', '.', '>', '+', '~']) || starts_word(next)
}

fn is_role_list(query: &str) -> bool {
    query.contains(',') && query.split(',').all(|part| written_role(part.trim()).is_some())
}

/// `[name=`, with any operator.
fn starts_attribute(text: &str) -> bool {
    let Some(inside) = text.strip_prefix('[') else { return false };
    let (name, rest) = leading_word(inside.trim_start());
    let rest = rest.trim_start();
    let operator = rest.strip_prefix(['~', '^', '$', '*', '|']).unwrap_or(rest);
    !name.is_empty() && operator.starts_with('=')
}

/// `:enabled`, `:not(`.
fn starts_pseudo_class(text: &str) -> bool {
    text.strip_prefix(':').is_some_and(|rest| {
        let (name, _) = leading_word(rest);
        css::is_pseudo_class(name) && !name.contains(char::is_uppercase)
    })
}

/// A role as a selector has it: the label `Menu` is no selector.
fn written_role(word: &str) -> Option<Role> {
    let lower = !word.contains(|c: char| c.is_uppercase());
    Role::parse(word).filter(|_| lower || word.starts_with("AX"))
}

/// The letters, digits, `-` and `_` that `text` starts with, from a letter on; and the rest.
fn leading_word(text: &str) -> (&str, &str) {
    if !starts_word(text) {
        return ("", text);
    }
    text.split_at(text.find(|c: char| !(c.is_alphanumeric() || matches!(c, '-' | '_'))).unwrap_or(text.len()))
}

fn starts_word(text: &str) -> bool {
    text.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(expected: Notation, queries: &[&str]) {
        for query in queries {
            assert_eq!(recognise(query).0, expected, "{query}");
        }
    }

    #[test]
    fn names_are_plain_text() {
        check(
            Notation::Plain,
            &["Save", "Save As…", "Note: read this", "Name:", "Title: The Book", "12:30", "a:b"],
        );
        check(
            Notation::Plain,
            &["button", "menu item", "Menu > Item", "File > Open", "Text, Image", "image.png"],
        );
        check(
            Notation::Plain,
            &["[Draft] Mail", "[x]", "# of pages", "#1", ":-)", "* required", "(none)", "(1)"],
        );
        check(
            Notation::Plain,
            &["https://example.org", "C:\\Temp", "Status:ok", "1 > 2", "a + b", "...", "Tab ~ 1"],
        );
        check(Notation::Plain, &["\"role:button\"", "'//button'", "\"", ""]);
    }

    #[test]
    fn known_keys_make_fields() {
        check(
            Notation::Fields,
            &["role:button", "title~sav role:link", "state:!enabled", "attr.class:x", " id:x "],
        );
        check(
            Notation::Fields,
            &["window:Settings", "window:Active", "label:Default", "title:", "name: Save", "text:\"a b\""],
        );
    }

    #[test]
    fn misspelt_keys_make_fields_too() {
        check(Notation::Fields, &["tilte:Save", "rol:button", "kind:button title:Save"]);
    }

    #[test]
    fn roles_with_something_that_only_css_has_make_css() {
        check(
            Notation::Css,
            &["button[name=\"Save\"]", "button:enabled", "dialog > button", "#save", "*", "* > x"],
        );
        check(
            Notation::Css,
            &["window button:focused", "window #ok", "window [name=x]", "[name='x']", "[ name *= x ]"],
        );
        check(
            Notation::Css,
            &[":focused", ":not(button)", "button.primary", "AXButton[title=x]", "button, link"],
        );
    }

    #[test]
    fn malformed_selectors_stay_css() {
        check(
            Notation::Css,
            &["button[", "button[name=", "button:enabld", "button >", "buton[name=x]", "buton:enabled"],
        );
    }

    #[test]
    fn a_bracket_with_anything_behind_its_word_is_read() {
        check(Notation::Plain, &["[a︸'b", "[a ö=1", "[name"]);
    }

    #[test]
    fn paths_make_xpath() {
        check(
            Notation::XPath,
            &["//button", "/application", "./window", ".//button", "(//button)[1]", "../x"],
        );
        check(Notation::XPath, &["descendant::button", "(.//a | .//b)[2]", "//", "/home/me"]);
        check(Notation::XPath, &["id('save')", "id(\"save\")/..", "count(//button)"]);
        check(Notation::Plain, &["id(s)", "count (3)", "count(3)", "id"]);
    }

    #[test]
    fn a_prefix_says_it_explicitly() {
        assert_eq!(recognise(" css=button"), (Notation::Css, 5));
        assert_eq!(recognise("plain=//x"), (Notation::Plain, 6));
        assert_eq!(recognise("xpath=button"), (Notation::XPath, 6));
        assert_eq!(recognise("fields=x"), (Notation::Fields, 7));
    }
}
