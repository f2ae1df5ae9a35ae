//! Applications that nobody here wrote.

use std::time::{Duration, Instant};

use deskhand::{Image, Role, State};

use crate::support::{PATIENCE, Stage, Toolkit, eventually};

const BYSTANDER: &str = "Bystander";

/// Far more than an answer takes, far less than an application is waited for.
const PROMPTLY: Duration = Duration::from_secs(1);

/// A stage with a bystander that has the focus and a program that does not.
async fn stage_with(command: &[&str]) -> (Stage, u32) {
    let stage = Stage::start().await;
    let pid = stage.program(command).await;
    stage.fixture(Toolkit::Gtk3, BYSTANDER).await;
    stage.focus(BYSTANDER).await;
    (stage, pid)
}

async fn assert_bystander_is_active(stage: &Stage) {
    let active = stage.windows().await.into_iter().find(|window| window.focused).map(|window| window.title);
    assert_eq!(active.as_deref(), Some(BYSTANDER));
}

#[tokio::test]
async fn gtk3_widget_factory_cash_is_pressed_in_its_closed_popover() {
    let (stage, pid) = stage_with(&["gtk3-widget-factory"]).await;
    let cash = stage.desktop.app_of(pid).within(PATIENCE).locate("role:button name:Cash");
    let receipt = cash.press().await.expect("Cash");
    assert!(!receipt.focus.taken, "{receipt:?}");
    assert_bystander_is_active(&stage).await;
}

#[tokio::test]
async fn gtk3_widget_factory_check_boxes_are_toggled() {
    let (stage, pid) = stage_with(&["gtk3-widget-factory"]).await;
    let check = stage.desktop.app_of(pid).within(PATIENCE).locate("checkbox:enabled:showing").nth(0);
    let is_checked = async || check.find().await.expect("a check box").data.states.contains(State::Checked);
    let before = is_checked().await;
    check.toggle().await.expect("toggling it");
    eventually("it has changed", async || (is_checked().await != before).then_some(())).await;
    assert_bystander_is_active(&stage).await;
}

#[tokio::test]
async fn gtk4_widget_factory_reset_is_pressed_on_its_hidden_page() {
    let (stage, pid) = stage_with(&["gtk4-widget-factory"]).await;
    let reset = stage.desktop.app_of(pid).within(PATIENCE).locate("role:button name:Reset");
    let receipt = reset.press().await.expect("Reset");
    assert!(!receipt.focus.taken, "{receipt:?}");
    assert_bystander_is_active(&stage).await;
}

#[tokio::test]
async fn kcalc_calculates() {
    let (stage, pid) = stage_with(&["kcalc"]).await;
    let kcalc = stage.desktop.app_of(pid).within(PATIENCE);
    for key in ["1", "2", "+", "3", "="] {
        let button = format!("button[name=\"{key}\"]:showing");
        kcalc.locate(&button).press().await.unwrap_or_else(|error| panic!("{key}: {error:?}"));
        assert_bystander_is_active(&stage).await;
    }
    // Qt's button animates its press for a moment, and the next one is taken after that.
    eventually("the display shows the sum", async || {
        let tree = kcalc.tree().await.expect("its tree").tree;
        tree.ids()
            .any(|id| &*tree.node(id).name == "15" || tree.node(id).text.as_deref() == Some("15"))
            .then_some(())
    })
    .await;
}

#[tokio::test]
async fn mousepad_takes_text_and_menu_items_in_the_background() {
    let (stage, pid) = stage_with(&["mousepad"]).await;
    let mousepad = stage.desktop.app_of(pid).within(PATIENCE);
    let document = mousepad.locate("editable-text:showing");
    document.set_text("Dear reader,\n").await.expect("a text");
    document.type_text("grüße").await.expect("more text");
    assert_eq!(document.text().await.expect("the document"), "Dear reader,\ngrüße");
    assert_bystander_is_active(&stage).await;

    // Mousepad fills the names of its menu items up with spaces; plain text does not mind.
    let numbers = mousepad.locate("Line Numbers");
    let item = numbers.find().await.expect("the item").data;
    assert!(
        item.role == Role::MenuItem && !item.states.contains(State::Showing),
        "in a closed menu: {item:?}"
    );
    let picture = async || document.screenshot().await.expect("a picture of the document");
    let without = picture().await;
    numbers.press().await.expect("line numbers");
    // The numbers push the text to the right; a caret would not change that much.
    eventually("the document shows line numbers", async || {
        (different_pixels(&without, &picture().await) > 100).then_some(())
    })
    .await;
    assert_bystander_is_active(&stage).await;
}

/// GTK 3 runs this dialog within the call that opens it.
#[tokio::test]
async fn mousepad_is_read_and_driven_while_a_menu_item_waits_for_its_dialog() {
    let (stage, pid) = stage_with(&["mousepad"]).await;
    let mousepad = stage.desktop.app_of(pid).within(PATIENCE);
    let save_as = mousepad.locate("menu-item[name^='Save As']");
    let cancel = mousepad.locate("role:button name:Cancel");
    for round in 1..=3 {
        let receipt = save_as.press().await.unwrap_or_else(|error| panic!("round {round}: {error:?}"));
        assert!(receipt.acted < PROMPTLY, "not at the reply: {receipt:?}");
        cancel.wait().await.unwrap_or_else(|error| panic!("round {round}: {error:?}"));
        let began = Instant::now();
        mousepad.tree().await.expect("the tree beside the dialog");
        assert!(began.elapsed() < PROMPTLY, "reading took {:?}", began.elapsed());
        cancel.press().await.unwrap_or_else(|error| panic!("round {round}: {error:?}"));
        cancel.wait_until_gone().await.expect("the dialog is gone");
    }
}

fn different_pixels(a: &Image, b: &Image) -> usize {
    assert_eq!((a.width, a.height), (b.width, b.height));
    a.rgb.chunks_exact(3).zip(b.rgb.chunks_exact(3)).filter(|(a, b)| a != b).count()
}
