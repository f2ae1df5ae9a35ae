//! Everything that is known of one window, asked for at once.

use deskhand_model::{Abilities, Insets, Rect, WindowKind};
use x11rb::protocol::xproto::{
    Atom, AtomEnum, ConnectionExt as _, GetGeometryReply, GetPropertyReply, GetWindowAttributesReply,
    MapState, TranslateCoordinatesReply, Window, WindowClass,
};

use super::super::atoms::Atoms;
use super::super::display::Display;
use super::super::fault::{Outcome, if_there};
use super::properties::{Answer, ask, bytes, insets, number, numbers};
use super::title::{self, Encoding};

/// `WM_STATE` of an ordinary window.
pub(super) const NORMAL: u32 = 1;

/// `WM_STATE` of a window that is shrunk to an icon.
pub(super) const ICONIC: u32 = 3;

/// What one window says of itself and what its manager says of it.
#[derive(Clone, Debug, Default)]
pub(super) struct Facts {
    pub(super) title: String,
    pub(super) instance: String,
    pub(super) class: String,
    pub(super) pid: Option<u32>,
    pub(super) kind: WindowKind,
    pub(super) client: Rect,
    pub(super) decoration: Insets,
    pub(super) shadow: Insets,
    pub(super) desktop: Option<u32>,
    pub(super) viewable: bool,
    pub(super) iconic: bool,
    /// Some manager looks after it, or did when it ended; not so once the application has taken the window back.
    pub(super) managed: bool,
    pub(super) input_only: bool,
    pub(super) override_redirect: bool,
    pub(super) states: States,
    pub(super) abilities: Abilities,
}

/// The entries of `_NET_WM_STATE` that matter here.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct States {
    pub(super) hidden: bool,
    pub(super) modal: bool,
    pub(super) fullscreen: bool,
    pub(super) maximized: bool,
    pub(super) above: bool,
    pub(super) shaded: bool,
}

/// `_NET_WM_DESKTOP` of a window that is on all workspaces.
pub(super) const ALL_DESKTOPS: u32 = u32::MAX;

/// Questions about one window that are on their way.
pub(super) struct Asked<'c> {
    attributes: Answer<'c, GetWindowAttributesReply>,
    geometry: Answer<'c, GetGeometryReply>,
    origin: Answer<'c, TranslateCoordinatesReply>,
    properties: [Answer<'c, GetPropertyReply>; 12],
}

impl<'c> Asked<'c> {
    /// Asks everything about `window` and waits for nothing.
    pub(super) fn send(display: &'c Display, window: Window) -> Outcome<Asked<'c>> {
        let (conn, atoms) = (display.conn(), &display.atoms);
        let words = title::LONGEST as u32 / 4;
        let property = |property: Atom, words| ask(display, window, property, words);
        Ok(Asked {
            attributes: conn.get_window_attributes(window)?,
            geometry: conn.get_geometry(window)?,
            origin: conn.translate_coordinates(window, display.root(), 0, 0)?,
            properties: [
                property(atoms._NET_WM_NAME, words)?,
                property(AtomEnum::WM_NAME.into(), words)?,
                property(AtomEnum::WM_CLASS.into(), words)?,
                property(AtomEnum::WM_TRANSIENT_FOR.into(), 1)?,
                property(atoms._NET_WM_PID, 1)?,
                property(atoms._NET_WM_WINDOW_TYPE, 32)?,
                property(atoms._NET_FRAME_EXTENTS, 4)?,
                property(atoms._GTK_FRAME_EXTENTS, 4)?,
                property(atoms._NET_WM_DESKTOP, 1)?,
                property(atoms._NET_WM_STATE, 64)?,
                property(atoms.WM_STATE, 1)?,
                property(atoms._NET_WM_ALLOWED_ACTIONS, 64)?,
            ],
        })
    }

    /// Waits for the answers; `None` when the window vanished meanwhile.
    pub(super) fn receive(self, display: &Display) -> Outcome<Option<Facts>> {
        let Some(attributes) = if_there(self.attributes.reply().map_err(Into::into))? else {
            return Ok(None);
        };
        let Some(geometry) = if_there(self.geometry.reply().map_err(Into::into))? else { return Ok(None) };
        let Some(origin) = if_there(self.origin.reply().map_err(Into::into))? else { return Ok(None) };
        let [name, old_name, class, owner, pid, kinds, frame, shadow, desktop, states, state, actions] =
            self.properties;
        let title = match bytes(name)?.filter(|(_, text)| !text.is_empty()) {
            Some((_, text)) => title::decode(&text, Encoding::Utf8),
            None => bytes(old_name)?.map(|(kind, text)| old_title(display, kind, &text)).unwrap_or_default(),
        };
        let (instance, class) = title::decode_class(&bytes(class)?.unwrap_or_default().1);
        let state = number(state)?;
        let is_owned = number(owner)?.is_some_and(|owner| owner != 0);
        Ok(Some(Facts {
            title,
            instance,
            class,
            pid: number(pid)?.filter(|&pid| pid > 0),
            kind: kind_of(&numbers(kinds)?, &display.atoms, is_owned, attributes.override_redirect),
            client: Rect::new(
                origin.dst_x.into(),
                origin.dst_y.into(),
                geometry.width.into(),
                geometry.height.into(),
            ),
            decoration: insets(frame)?,
            shadow: insets(shadow)?,
            desktop: number(desktop)?,
            viewable: attributes.map_state == MapState::VIEWABLE,
            iconic: state == Some(ICONIC),
            managed: matches!(state, Some(NORMAL | ICONIC)),
            input_only: attributes.class == WindowClass::INPUT_ONLY,
            override_redirect: attributes.override_redirect,
            states: states_of(&numbers(states)?, &display.atoms),
            abilities: abilities_of(&numbers(actions)?, &display.atoms),
        }))
    }
}

/// `WM_NAME` is Latin-1 by the rules; many programs put UTF-8 there under that name all the same.
fn old_title(display: &Display, kind: Atom, text: &[u8]) -> String {
    let is_utf8 = kind == display.atoms.UTF8_STRING || std::str::from_utf8(text).is_ok();
    title::decode(text, if is_utf8 { Encoding::Utf8 } else { Encoding::Latin1 })
}

fn states_of(states: &[Atom], atoms: &Atoms) -> States {
    let has = |state| states.contains(&state);
    States {
        hidden: has(atoms._NET_WM_STATE_HIDDEN),
        modal: has(atoms._NET_WM_STATE_MODAL),
        fullscreen: has(atoms._NET_WM_STATE_FULLSCREEN),
        maximized: has(atoms._NET_WM_STATE_MAXIMIZED_VERT) && has(atoms._NET_WM_STATE_MAXIMIZED_HORZ),
        above: has(atoms._NET_WM_STATE_ABOVE),
        shaded: has(atoms._NET_WM_STATE_SHADED),
    }
}

/// A manager that tells nothing leaves it unknown.
fn abilities_of(actions: &[Atom], atoms: &Atoms) -> Abilities {
    let has = |action| (!actions.is_empty()).then(|| actions.contains(&action));
    Abilities {
        resizable: has(atoms._NET_WM_ACTION_RESIZE),
        minimizable: has(atoms._NET_WM_ACTION_MINIMIZE),
        closable: has(atoms._NET_WM_ACTION_CLOSE),
    }
}

/// The first type that we know. A window without any is a dialog when another window owns it (EWMH).
fn kind_of(types: &[Atom], atoms: &Atoms, is_owned: bool, override_redirect: bool) -> WindowKind {
    types.iter().find_map(|&kind| known_kind(kind, atoms)).unwrap_or(match (is_owned, override_redirect) {
        (true, false) => WindowKind::Dialog,
        _ => WindowKind::Regular,
    })
}

fn known_kind(kind: Atom, atoms: &Atoms) -> Option<WindowKind> {
    let kinds = [
        (atoms._NET_WM_WINDOW_TYPE_NORMAL, WindowKind::Regular),
        (atoms._NET_WM_WINDOW_TYPE_SPLASH, WindowKind::Regular),
        (atoms._NET_WM_WINDOW_TYPE_DIALOG, WindowKind::Dialog),
        (atoms._NET_WM_WINDOW_TYPE_UTILITY, WindowKind::Utility),
        (atoms._NET_WM_WINDOW_TYPE_TOOLBAR, WindowKind::Utility),
        (atoms._NET_WM_WINDOW_TYPE_MENU, WindowKind::Popup),
        (atoms._NET_WM_WINDOW_TYPE_DROPDOWN_MENU, WindowKind::Popup),
        (atoms._NET_WM_WINDOW_TYPE_POPUP_MENU, WindowKind::Popup),
        (atoms._NET_WM_WINDOW_TYPE_COMBO, WindowKind::Popup),
        (atoms._NET_WM_WINDOW_TYPE_NOTIFICATION, WindowKind::Popup),
        (atoms._NET_WM_WINDOW_TYPE_TOOLTIP, WindowKind::Tooltip),
        (atoms._NET_WM_WINDOW_TYPE_DESKTOP, WindowKind::Desktop),
        (atoms._NET_WM_WINDOW_TYPE_DOCK, WindowKind::Dock),
    ];
    kinds.into_iter().find_map(|(atom, known)| (atom == kind).then_some(known))
}
