//! Where the elements of a window are: containers stack their children, rows put them side by side.

use deskhand_model::{Rect, Role};

use super::draft::Draft;

/// Height of one line.
const LINE: u32 = 24;

/// Space around and between elements.
const GAP: u32 = 4;

/// Width of one heading of a menu bar.
const HEADING: u32 = 80;

/// The draft as a rectangle at the top left corner of `room`, and those of its children, in tree order.
pub(super) fn lay_out(draft: &Draft, room: Rect, places: &mut Vec<Rect>) {
    let index = places.len();
    let own = Rect { height: height(draft), ..room };
    places.push(own);
    match draft.role {
        // A menu hangs below its heading, over whatever is there.
        Role::Menu | Role::ComboBox => {
            stack(&draft.children, Rect::new(own.x, own.bottom(), own.width.max(160), LINE), places)
        }
        role if is_row(role) => side_by_side(draft, own, places),
        _ => {
            let inner = Rect::new(
                own.x + GAP as i32,
                own.y + first_line(draft) as i32,
                own.width.saturating_sub(2 * GAP),
                LINE,
            );
            stack(&draft.children, inner, places);
        }
    }
    debug_assert!(places.len() > index);
}

/// Room for one element more in a container at `place` whose last child is at `last`. Nothing else gives way to it.
pub(super) fn below_last(place: Rect, last: Option<Rect>) -> Rect {
    let y =
        last.map_or(place.y.saturating_add_unsigned(GAP), |last| last.bottom().saturating_add_unsigned(GAP));
    Rect::new(place.x.saturating_add_unsigned(GAP), y, place.width.saturating_sub(2 * GAP), LINE)
}

fn is_row(role: Role) -> bool {
    matches!(role, Role::MenuBar | Role::Toolbar | Role::Row | Role::TabList | Role::Status)
}

fn stack(children: &[Draft], mut room: Rect, places: &mut Vec<Rect>) {
    for child in children {
        lay_out(child, room, places);
        room.y = room.y.saturating_add_unsigned(height(child) + GAP);
    }
}

fn side_by_side(draft: &Draft, own: Rect, places: &mut Vec<Rect>) {
    let count = draft.children.len().max(1) as u32;
    let width = match draft.role {
        Role::MenuBar => HEADING,
        _ => (own.width / count).saturating_sub(GAP).max(1),
    };
    for (number, child) in draft.children.iter().enumerate() {
        let x = own.x.saturating_add_unsigned(number as u32 * (width + GAP));
        lay_out(child, Rect::new(x, own.y, width, LINE), places);
    }
}

/// Room above the children, for the element's own name.
fn first_line(draft: &Draft) -> u32 {
    if draft.role == Role::TreeItem { LINE } else { GAP }
}

fn height(draft: &Draft) -> u32 {
    match draft.role {
        Role::EditableText => 8 * LINE,
        Role::Menu | Role::ComboBox => LINE,
        role if is_row(role) => draft.children.iter().map(height).max().unwrap_or(0).max(LINE),
        _ if draft.children.is_empty() => LINE,
        _ => {
            let below: u32 = draft.children.iter().map(|child| height(child) + GAP).sum();
            first_line(draft) + below
        }
    }
}
