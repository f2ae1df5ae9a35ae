//! The actions that need no argument, listed once for the async and the blocking handle.

/// Calls `$emit` with every action that takes nothing but its element.
macro_rules! plain_acts {
    ($emit:ident) => {
        $emit! {
            /// Its main action, as a click would.
            press => Press;
            /// Two clicks in quick succession. Needs a mode that allows real input.
            double_click => DoubleClick;
            /// A click with the other button; in the background its context menu is opened.
            right_click => RightClick;
            /// Accept, as Return would.
            confirm => Confirm;
            /// Dismiss, as Escape would.
            cancel => Cancel;
            /// Switch between on and off.
            toggle => Toggle;
            /// Choose it within its container.
            select => Select;
            /// Show its children. One that shows them already is left as it is.
            expand => Expand;
            /// Hide its children. One that hides them already is left as it is.
            collapse => Collapse;
            /// One step up.
            increment => Increment;
            /// One step down.
            decrement => Decrement;
            /// Open its context menu.
            show_menu => ShowMenu;
            /// Give it the keyboard focus within its application.
            focus => Focus;
            /// Scroll its containers until it is in sight.
            scroll_into_view => ScrollIntoView;
            /// Rest the pointer on it. Needs a mode that allows real input.
            hover => Hover;
        }
    };
}

pub(crate) use plain_acts;
