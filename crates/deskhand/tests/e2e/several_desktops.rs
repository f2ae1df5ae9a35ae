//! One process, many desktops: they see nothing of each other.

use crate::support::{Stage, Toolkit};

#[tokio::test]
async fn two_desktops_at_once_keep_to_themselves() {
    let (one, two) = tokio::join!(Stage::start(), Stage::start());
    let (left, right) = tokio::join!(one.fixture(Toolkit::Gtk3, "Left"), two.fixture(Toolkit::Gtk3, "Right"));
    let (save_left, save_right) = (left.button("Save"), right.button("Save"));
    let (pressed_left, pressed_right) = tokio::join!(save_left.press(), save_right.press());
    pressed_left.expect("the left one");
    pressed_right.expect("the right one");
    left.expect("pressed Save (1)").await;
    right.expect("pressed Save (1)").await;
    save_left.press().await.expect("the left one again");
    left.expect("pressed Save (2)").await;
    assert!(!right.has_said("pressed Save (2)"), "{:?}", right.statuses());

    for (stage, own) in [(&one, &left), (&two, &right)] {
        let pids: Vec<_> = stage.desktop.apps().await.expect("apps").iter().map(|app| app.pid).collect();
        assert_eq!(pids, [Some(own.pid)]);
        let titles: Vec<String> = stage.windows().await.into_iter().map(|window| window.title).collect();
        assert_eq!(titles, [own.title.as_str()]);
    }
    one.desktop.set_clipboard("for the left").await.expect("a clipboard");
    assert_eq!(two.desktop.clipboard().await.expect("the other clipboard"), None);

    one.desktop.stop().await.expect("one desktop ends");
    save_right.press().await.expect("and the other goes on");
    right.expect("pressed Save (2)").await;
}
