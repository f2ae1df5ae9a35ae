//! How text looks is asked of those that have text and come to no harm by the question.

use std::sync::{Arc, Mutex};

use deskhand_model::{Fields, NodeId};

use crate::accessibility_bus::{AccessibilityBus, ROOT, Reply, reference};
use crate::{plain, read, request};

const LABEL: u32 = 29;
const TEXT_BOX: u32 = 61;

const TEXT: &str = "org.a11y.atspi.Text";

/// An application with a label, a text view and a panel. Returns what is known of their styles, and which questions about
/// attributes each was asked.
async fn styles(toolkit: (&str, &str), fields: Fields) -> (Vec<String>, Vec<String>) {
    let bus = AccessibilityBus::start().await;
    let asked = Arc::new(Mutex::new(Vec::new()));
    let questions = asked.clone();
    let pairs = |list: &[(&str, &str)]| {
        list.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
    };
    let app = bus
        .application("styled", toolkit, move |me, call| {
            if call.method.contains("Attribute") && call.method != "GetAttributes" {
                questions.lock().unwrap().push(format!("{} {}", call.path, call.method));
            }
            match (call.method, call.path) {
                ("GetChildren", ROOT) => {
                    Reply::Children(["/label", "/view", "/panel"].map(|path| reference(me, path)).to_vec())
                }
                ("GetChildren", _) => Reply::Children(Vec::new()),
                ("GetRole", "/label") => Reply::Number(LABEL),
                ("GetRole", "/view") => Reply::Number(TEXT_BOX),
                ("GetInterfaces", "/label" | "/view") => Reply::Names(vec![TEXT.to_owned()]),
                ("GetInterfaces", _) => Reply::Names(Vec::new()),
                ("GetDefaultAttributes", "/label" | "/view") => {
                    Reply::Attributes(pairs(&[("family-name", "Sans"), ("size", "16")]))
                }
                ("GetAttributeRun", "/label" | "/view") => Reply::Run(pairs(&[("weight", "700")]), 0, 4),
                _ => plain(&call),
            }
        })
        .await;
    let tree = read(&bus, &app, &request(fields)).await.unwrap().tree;
    let told = (1..4).map(|number| {
        let node = tree.node(NodeId(number));
        let known = node.known.contains(Fields::STYLE);
        let Some(style) = &node.style else { return format!("none, known {known}") };
        let size = style.font_size.map_or(0.0, |size| size);
        format!("{size} {}", style.font_weight.map_or("-", |weight| weight.name()))
    });
    let mut asked = std::mem::take(&mut *asked.lock().unwrap());
    asked.sort();
    (told.collect(), asked)
}

#[tokio::test]
async fn only_labels_of_gtk_4_are_asked_for_more_than_their_defaults() {
    let (told, asked) = styles(("GTK", "4.8.3"), Fields::ROLE | Fields::STYLE).await;
    assert_eq!(told, ["12 bold", "12 -", "none, known true"]);
    assert_eq!(
        asked,
        ["/label GetAttributeRun", "/label GetDefaultAttributes", "/view GetDefaultAttributes"],
        "a text view dies of the question, and a panel has no text"
    );
}

#[tokio::test]
async fn elsewhere_one_question_tells_it_all() {
    let (told, asked) = styles(("Qt", "6.4.2"), Fields::ROLE | Fields::STYLE).await;
    assert_eq!(told, ["0 bold", "0 bold", "none, known true"]);
    assert_eq!(asked, ["/label GetAttributeRun", "/view GetAttributeRun"]);
}

#[tokio::test]
async fn nobody_is_asked_unless_styles_are_wanted() {
    let (told, asked) = styles(("gtk", "3.24.38"), Fields::ALL.without(Fields::STYLE)).await;
    assert_eq!(told[0], "none, known false");
    assert!(asked.is_empty(), "{asked:?}");
}
