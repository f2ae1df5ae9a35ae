//! A receipt in one or two lines.

use deskhand_engine::{Method, Receipt};

use super::{Palette, healed, one_line};
use crate::values::show_duration;

/// `pressed button "Save" in gedit by accessibility (Action.DoAction(click)), focus untouched, 3.1 ms`.
pub(crate) fn receipt(receipt: &Receipt, palette: Palette) -> String {
    let target = receipt.target.as_ref().map(|target| {
        let name = palette.name(format!("\"{}\"", one_line(&target.name, 60)));
        let role = palette.role(target.role);
        if target.name.is_empty() { role } else { format!("{role} {name}") }
    });
    let what = match target {
        Some(target) => format!("{} {target} in", palette.good(done(&receipt.action))),
        None => format!("{} in", palette.good(done(&receipt.action))),
    };
    let mut first = format!(
        "{what} {} by {} ({}), {}, {}",
        one_line(&receipt.app, 60),
        receipt.method.name(),
        one_line(&receipt.by, 100),
        focus(receipt),
        show_duration(receipt.total)
    );
    let mut more = Vec::new();
    if receipt.readings > 1 {
        more.push(format!("waited {} over {} readings", show_duration(receipt.waited), receipt.readings));
    }
    if let Some(effect) = receipt.effect {
        more.push(format!("effect seen {} after the reply", show_duration(effect)));
    }
    if let Some(heal) = &receipt.healed {
        more.push(healed(heal));
    }
    if !more.is_empty() {
        first.push_str(&palette.aside(format!("\n  {}", more.join(", "))));
    }
    first
}

fn focus(receipt: &Receipt) -> &'static str {
    if receipt.method == Method::Unknown {
        return "what became of the focus is not known";
    }
    match (receipt.focus.taken, receipt.focus.pointer_moved, receipt.focus.restored) {
        (false, false, _) => "focus untouched",
        (true, _, true) => "focus taken and given back",
        (true, _, false) => "focus taken and kept",
        (false, true, true) => "pointer moved and put back",
        (false, true, false) => "pointer moved",
    }
}

/// The action in the past.
fn done(action: &str) -> &str {
    match action {
        "press" => "pressed",
        "double-click" => "double-clicked",
        "right-click" => "right-clicked",
        "confirm" => "confirmed",
        "cancel" => "cancelled",
        "toggle" => "toggled",
        "select" => "selected",
        "expand" => "expanded",
        "collapse" => "collapsed",
        "increment" => "incremented",
        "decrement" => "decremented",
        "set-value" => "set value of",
        "type" => "typed into",
        "show-menu" => "opened menu of",
        "focus" => "focused",
        "scroll-into-view" => "scrolled into view",
        "hover" => "hovered over",
        "scroll" => "scrolled",
        "drag" => "dragged",
        "keys" => "struck keys",
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::fake;

    #[test]
    fn a_plain_press_fits_on_one_line() {
        assert_eq!(
            super::receipt(&fake::receipt("press"), Palette::new(false)),
            "pressed button \"Open\" in editor by accessibility (Action.DoAction(click)), focus untouched, 3.1 ms"
        );
    }

    #[test]
    fn waiting_effect_and_focus_are_told() {
        let mut receipt = fake::receipt("type");
        receipt.readings = 3;
        receipt.waited = Duration::from_millis(120);
        receipt.effect = Some(Duration::from_millis(5));
        receipt.focus.taken = true;
        receipt.focus.restored = true;
        let shown = super::receipt(&receipt, Palette::new(false));
        assert!(shown.contains("focus taken and given back"), "{shown}");
        assert!(
            shown.ends_with("\n  waited 120 ms over 3 readings, effect seen 5.0 ms after the reply"),
            "{shown}"
        );
    }
}
