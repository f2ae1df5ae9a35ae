//! XPath answers compared with those of an independent engine, over the same tree as an XML document.
//!
//! What uppsala 0.12 does differently from the specification is left out: `!=` with a set of nodes (it negates `=`)
//! and `<` or `>` with a set of several nodes (it takes the first). So is what it does not have: `(…)[1]`.

use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use uppsala::{Document, QName, XPathEvaluator};

use crate::query::property::Property;
use crate::query::sample::tree;
use crate::{NodeId, Notation, Query, State, Tree};

const TREE: &str = r#"
    application "demo" #app
      window "Settings" #settings
        group #top
          button "Save" #save +enabled
            text "Save" #label
          button "Save All" #all
          text "Ready" #ready
          checkbox "Beep" #beep +enabled +checked
        group #bottom
          group #inner
            button "Close" #close +enabled
            slider "Volume" #volume value=50 @10,20,30,40
          text "7" #seven
      dialog "Print" #dialog
        button "Save" #shout
        slider "12.5" #other value=12.5
"#;

/// The tree as a document, and the document's node for each of the tree's.
fn document(tree: &Tree) -> (Document<'static>, Vec<uppsala::NodeId>) {
    let mut document = Document::new();
    let mut nodes = Vec::new();
    for id in tree.ids() {
        let node = tree.node(id);
        let element = document.create_element(QName::local(node.role.name()));
        let states = State::ALL.iter().map(|&state| Property::State(state));
        for property in Property::ALL.iter().cloned().chain(states) {
            if let (Some(value), Some(element)) = (property.value(node), document.element_mut(element)) {
                let name = QName::local(property.name().to_owned());
                element.set_attribute(name, value.into_owned().into());
            }
        }
        let above = tree.parent(id).map_or(document.root(), |parent| nodes[parent.index()]);
        document.append_child(above, element);
        nodes.push(element);
    }
    document.prepare_xpath();
    (document, nodes)
}

fn expression() -> impl Strategy<Value = String> {
    let test = proptest::sample::select(vec!["*", "button", "group", "text", "slider", "window", "node()"]);
    let axis = proptest::sample::select(vec![
        "",
        "",
        "",
        "descendant::",
        "descendant-or-self::",
        "ancestor::",
        "ancestor-or-self::",
        "following::",
        "following-sibling::",
        "preceding-sibling::",
        "parent::",
        "self::",
    ]);
    let predicate = proptest::sample::select(vec![
        "",
        "",
        "[1]",
        "[2]",
        "[last()]",
        "[@name]",
        "[@name='Save']",
        "[@enabled='true']",
        "[not(@name)]",
        "[*]",
        "[count(*) > 1]",
        "[position() mod 2 = 1]",
        "[@value > 20]",
        "[@name = //text/@name]",
        "[../@id='top']",
        "[contains(@name, 'a') or @id = 'inner']",
        "[string-length(@name) = 4]",
        "[.//slider]",
        "[@x + @y = 30]",
        "[substring-before(@name, ' ') = 'Save']",
        "[sum(.//@value) > 50]",
        "[translate(@name, 'aeiou', 'AE') = 'SAvE']",
        "[-@value < -12]",
        "[floor(@value) = 12]",
        "[* or @name]",
        "[ancestor::window][2]",
        "[name() = 'button']",
        "[normalize-space(@name) != '']",
        "[@name < 8]",
    ]);
    let slash = proptest::sample::select(vec!["/", "//"]);
    let step = (slash, axis, test, predicate)
        .prop_map(|(slash, axis, test, predicate)| format!("{slash}{axis}{test}{predicate}"));
    let path = proptest::collection::vec(step, 1..4).prop_map(|steps| steps.concat());
    proptest::collection::vec(path, 1..3).prop_map(|paths| paths.join(" | "))
}

#[test]
fn another_engine_finds_the_same_elements() {
    let tree = tree(TREE);
    let (document, nodes) = document(&tree);
    let evaluator = XPathEvaluator::new().with_max_node_visits(10_000_000);
    let config = ProptestConfig { failure_persistence: None, cases: 2_000, ..ProptestConfig::default() };
    let outcome = TestRunner::new(config).run(&expression(), |text| {
        let theirs = evaluator.select_nodes(&document, document.root(), &text).unwrap();
        let theirs: Vec<NodeId> = tree.ids().filter(|id| theirs.contains(&nodes[id.index()])).collect();
        let ours = Query::parse_as(Notation::XPath, &text).unwrap().matches(&tree).unwrap();
        prop_assert_eq!(ours, theirs, "{}", text);
        Ok(())
    });
    outcome.unwrap();
}
