//! The field notation: `role:button title:Save state:enabled`.
//!
//! Conditions are separated by white space and must all hold. `key:value` means equality, `key~value` that the
//! value is contained, ignoring case. A value with spaces stands in quotes.

use super::condition::{Condition, Relation, StateTest, TextTest};
use super::error::Fault;
use super::property::Property;
use super::quote;
use crate::nearest::{did_you_mean, nearest_names};
use crate::{Fields, NodeId, Role, Tree};

/// Keys that are no property.
const STATE: &str = "state";
const WINDOW: &str = "window";
/// What precedes the name of a toolkit attribute.
const ATTRIBUTE: &str = "attr.";

/// All keys, for "did you mean".
fn keys() -> impl Iterator<Item = &'static str> {
    Property::names().chain([STATE, WINDOW])
}

/// Whether `key` is one that the notation knows.
pub(super) fn is_key(key: &str) -> bool {
    keys().any(|known| known == key) || key.strip_prefix(ATTRIBUTE).is_some_and(|name| !name.is_empty())
}

/// Whether `key` looks like a misspelt one.
pub(super) fn resembles_key(key: &str) -> bool {
    key.len() > 2 && !nearest_names(key, keys(), 1).is_empty()
}

/// A query of conditions.
#[derive(Clone, Debug)]
pub(super) struct FieldQuery {
    pub(super) conditions: Vec<Condition>,
    windows: Vec<WindowTest>,
}

/// A condition on the title of the top-level surface that an element is in.
#[derive(Clone, Debug)]
struct WindowTest {
    wanted: String,
    /// Only contained; otherwise an exact title wins over one that differs in case, that over one that contains it.
    contained: bool,
}

impl FieldQuery {
    pub(super) fn parse(text: &str) -> Result<FieldQuery, Fault> {
        let mut query = FieldQuery { conditions: Vec::new(), windows: Vec::new() };
        let mut at = skip_space(text, 0);
        while at < text.len() {
            at = query.read_condition(text, at)?;
            at = skip_space(text, at);
        }
        if query.conditions.is_empty() && query.windows.is_empty() {
            return Err(Fault::new(0, "the query is empty").hint("write a condition, such as `role:button`"));
        }
        Ok(query)
    }

    /// Reads the condition that starts at byte `at` and returns where it ends.
    fn read_condition(&mut self, text: &str, at: usize) -> Result<usize, Fault> {
        let word = text[at..].split(char::is_whitespace).next().unwrap_or_default();
        let Some(length) = word.find([':', '~']).filter(|&length| length > 0) else {
            return Err(Fault::new(at, format!("`{word}` is no condition of the form `key:value`"))
                .hint("put a value with spaces in quotes, such as `title:\"Save As\"`"));
        };
        let key = &word[..length];
        let contains = word[length..].starts_with('~');
        let value_at = at + length + 1;
        let (value, end) = match text[value_at..].chars().next() {
            Some('"' | '\'') => {
                let (value, end) = quote::leading(text, value_at)?;
                if text[end..].chars().next().is_some_and(|next| !next.is_whitespace()) {
                    return Err(Fault::new(end, "a space is missing after the quoted value"));
                }
                (value, end)
            }
            _ => (word[length + 1..].to_owned(), at + word.len()),
        };
        if value.is_empty() && end == value_at {
            return Err(Fault::new(value_at, format!("`{}` has no value", &word[..=length])).hint(
                "write the value right after it, or put the whole text in quotes to search for it as a name",
            ));
        }
        self.add(Written { key, key_at: at, value: &value, value_at, contains })?;
        Ok(end)
    }

    fn add(&mut self, written: Written<'_>) -> Result<(), Fault> {
        let Written { key, key_at, value, value_at, contains } = written;
        match (key, Property::named(key)) {
            (STATE, _) if contains => {
                return Err(Fault::new(
                    key_at + key.len(),
                    "a state is there or not: write `state:` with a colon",
                ));
            }
            (STATE, _) => self.conditions.push(Condition::State(state(value, value_at)?)),
            (WINDOW, _) => {
                self.windows.push(WindowTest { wanted: value.to_owned(), contained: contains });
            }
            (_, Some(Property::Role)) if !contains => {
                let role = value.parse::<Role>().map_err(|error| Fault::new(value_at, error.to_string()))?;
                self.conditions.push(Condition::Role(role));
            }
            (_, property) => {
                let attribute = || key.strip_prefix(ATTRIBUTE).filter(|name| !name.is_empty());
                let Some(property) =
                    property.or_else(|| attribute().map(|key| Property::Attribute(key.into())))
                else {
                    return Err(Fault::new(
                        key_at,
                        format!("unknown key `{key}`{}", did_you_mean(&nearest_names(key, keys(), 3))),
                    )
                    .hint(format!(
                        "keys are {} and attr.NAME; put the whole text in quotes to search for it as a name",
                        keys().collect::<Vec<_>>().join(", ")
                    )));
                };
                let test = match contains {
                    true => TextTest::ignoring_case(Relation::Contains, value),
                    false => TextTest::exact(Relation::Equals, value),
                };
                self.conditions.push(Condition::Text(property, test));
            }
        }
        Ok(())
    }

    pub(super) fn needs(&self) -> Fields {
        let own = self.conditions.iter().fold(Fields::ROLE, |fields, condition| fields | condition.fields());
        if self.windows.is_empty() { own } else { own | Fields::NAME }
    }

    pub(super) fn only_roles(&self) -> Option<Vec<Role>> {
        if !self.windows.is_empty() {
            return None;
        }
        self.role().map(|role| vec![role])
    }

    fn role(&self) -> Option<Role> {
        self.conditions.iter().find_map(|condition| match condition {
            Condition::Role(role) => Some(*role),
            _ => None,
        })
    }

    pub(super) fn matches(&self, tree: &Tree) -> Vec<NodeId> {
        let windows: Vec<Vec<NodeId>> = self.windows.iter().map(|test| test.windows(tree)).collect();
        // Most are told apart by their names, and comparing those takes the fewest steps.
        let name = self.conditions.iter().find_map(Condition::exact_name);
        let fits = |id: &NodeId| {
            let node = tree.node(*id);
            name.is_none_or(|name| *node.name == *name)
                && self.conditions.iter().all(|condition| condition.holds(node))
                && windows.iter().all(|allowed| is_in_one_of(tree, *id, allowed))
        };
        match self.role() {
            Some(role) => tree.with_role(role).iter().copied().filter(fits).collect(),
            None => tree.ids().filter(fits).collect(),
        }
    }
}

/// One condition as it stands in the text.
struct Written<'t> {
    key: &'t str,
    key_at: usize,
    value: &'t str,
    value_at: usize,
    contains: bool,
}

impl WindowTest {
    /// The top-level surfaces that are meant, in tree order.
    fn windows(&self, tree: &Tree) -> Vec<NodeId> {
        let wanted = self.wanted.to_lowercase();
        let titled = |fits: &dyn Fn(&str) -> bool| -> Vec<NodeId> {
            tree.children(NodeId::ROOT).filter(|&id| fits(&tree.node(id).name)).collect()
        };
        let contains = |title: &str| !wanted.is_empty() && title.to_lowercase().contains(&wanted);
        if self.contained {
            return titled(&contains);
        }
        let exact = titled(&|title| title == self.wanted);
        if !exact.is_empty() {
            return exact;
        }
        let same = titled(&|title| title.to_lowercase() == wanted);
        if same.is_empty() { titled(&contains) } else { same }
    }
}

/// Whether `id` is one of `windows`, which are in tree order and do not overlap, or lies in one of them.
fn is_in_one_of(tree: &Tree, id: NodeId, windows: &[NodeId]) -> bool {
    let before = windows.partition_point(|&window| window <= id);
    windows[..before].last().is_some_and(|&window| window == id || tree.is_below(id, window))
}

/// Reads `enabled` or `!enabled`.
fn state(value: &str, at: usize) -> Result<StateTest, Fault> {
    let name = value.strip_prefix('!').unwrap_or(value);
    let Some(test) = StateTest::parse(name) else {
        let nearest = nearest_names(name, StateTest::names(), 3);
        return Err(Fault::new(at, format!("unknown state `{name}`{}", did_you_mean(&nearest))));
    };
    Ok(if value.starts_with('!') { test.negated() } else { test })
}

fn skip_space(text: &str, at: usize) -> usize {
    text.len() - text[at..].trim_start().len()
}

#[cfg(test)]
mod tests {
    use crate::Notation::Fields;
    use crate::query::sample::{check, refused};

    const TREE: &str = r#"
        application "demo"
          window "Settings" #settings
            button "Save" #save +enabled description=Store
            button "Save As" #as
            link "Save" #link
            slider #slider value=50
            textfield #field text=hello class=wide +editable
          window "settings" #lower
            button "Save" #other +enabled
          window "More Settings" #more
            button "Save" #third
    "#;

    #[test]
    fn all_conditions_must_hold() {
        check(Fields, "role:button title:Save", TREE, "save other third");
        check(Fields, "role:button  name:'Save As'", TREE, "as");
        check(Fields, "label:Save", TREE, "save link other third");
        check(Fields, "id:save", TREE, "save");
        check(Fields, "description:Store", TREE, "save");
        check(Fields, "value:50", TREE, "slider");
        check(Fields, "value:hello", TREE, "field");
        check(Fields, "text:hello role:textfield", TREE, "field");
        check(Fields, "attr.class:wide", TREE, "field");
        check(Fields, "platform-role:slider", TREE, "slider");
        check(Fields, "role:button role:link", TREE, "");
    }

    #[test]
    fn a_tilde_asks_for_a_part_ignoring_case() {
        check(Fields, "title~AVE role:button", TREE, "save as other third");
        check(Fields, "title:save", TREE, "");
        check(Fields, "role~but title~as", TREE, "as");
    }

    #[test]
    fn roles_go_by_all_their_names() {
        check(Fields, "role:AXButton title:Save", TREE, "save other third");
        check(Fields, "role:'push button' title:Save", TREE, "save other third");
    }

    #[test]
    fn states_can_be_asked_for_and_excluded() {
        check(Fields, "role:button state:enabled", TREE, "save other");
        check(Fields, "role:button state:!enabled", TREE, "as third");
        check(Fields, "role:button state:disabled", TREE, "as third");
    }

    #[test]
    fn a_window_is_named_exactly_or_else_ignoring_case_or_else_in_part() {
        check(Fields, "role:button window:Settings title:Save", TREE, "save");
        check(Fields, "role:button window:SETTINGS title:Save", TREE, "save other");
        check(Fields, "role:button window:more", TREE, "third");
        check(Fields, "role:button window~settings title:Save", TREE, "save other third");
        check(Fields, "window:Settings role:window", TREE, "settings");
        check(Fields, "role:button window:Nowhere", TREE, "");
    }

    #[test]
    fn an_empty_value_asks_for_nothing_being_there() {
        check(Fields, r#"title:"" role:textfield"#, TREE, "field");
    }

    #[test]
    fn a_fault_is_told_with_its_place() {
        refused(Fields, "role:buton", "unknown role `buton`; did you mean `button`", 5);
        refused(Fields, "role:button tilte:Save", "unknown key `tilte`; did you mean `title`", 12);
        refused(Fields, "role:button state:enabld", "did you mean `enabled`", 18);
        refused(Fields, "role:button state:!shiny", "unknown state `shiny`", 18);
        refused(Fields, "title:Save As", "`As` is no condition", 11);
        refused(Fields, "title:", "`title:` has no value", 6);
        refused(Fields, "title: Save", "`title:` has no value", 6);
        refused(Fields, "title:\"Save", "the quote \" is never closed", 6);
        refused(Fields, "title:\"Save\"x", "a space is missing", 12);
        refused(Fields, "state~enabled", "with a colon", 5);
        refused(Fields, ":x", "no condition", 0);
        refused(Fields, "attr.:x", "unknown key `attr.`", 0);
        refused(Fields, "  ", "empty", 0);
    }
}
