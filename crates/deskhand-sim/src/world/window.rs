//! Windows as they really are, and as accessibility describes them.

use deskhand_engine::ports::TopLevel;
use deskhand_model::{Abilities, Handle, Insets, Point, Rect, Role, WindowId, WindowKind};

use super::World;
use crate::faults::{ExactIds, Personality};
use crate::plan::{Outline, Sizes, Tells, WindowPlan};
use crate::user::WindowKey;
use crate::widget::{Around, Widgets};

/// One window.
#[derive(Clone, Debug)]
pub(crate) struct SimWindow {
    pub(crate) key: WindowKey,
    /// Every number that it has had; the last is the one that it has now.
    pub(crate) ids: Vec<WindowId>,
    pub(crate) pid: u32,
    pub(crate) title: String,
    /// The application's own area on the screen.
    pub(crate) content: Rect,
    pub(crate) decoration: Insets,
    pub(crate) shadow: Insets,
    pub(crate) kind: WindowKind,
    pub(crate) space: u32,
    pub(crate) minimized: bool,
    pub(crate) maximized: bool,
    pub(crate) fullscreen: bool,
    /// Where it goes back to when it is neither maximised nor on the full screen any more.
    pub(crate) normal: Rect,
    pub(crate) modal: bool,
    pub(crate) moves: bool,
    pub(crate) sizes: Sizes,
    pub(crate) tells: Tells,
    pub(crate) abilities: Abilities,
    /// On its way to become an icon: its application does not list it among its windows. The number tells one way
    /// from the next.
    pub(crate) leaving: Option<u64>,
    pub(crate) widgets: Widgets,
    /// The element that has the keyboard when the window has it.
    pub(crate) focus: Option<usize>,
}

impl SimWindow {
    pub(super) fn new(
        key: WindowKey,
        id: WindowId,
        pid: u32,
        plan: &WindowPlan,
        personality: Personality,
    ) -> SimWindow {
        let role = if plan.kind == WindowKind::Dialog { Role::Dialog } else { Role::Window };
        SimWindow {
            key,
            ids: vec![id],
            pid,
            title: plan.title.clone(),
            content: plan.content,
            // On macOS the frame belongs to the window itself.
            decoration: match personality {
                Personality::X11 => plan.decoration,
                Personality::MacOs => Insets::default(),
            },
            shadow: plan.shadow,
            kind: plan.kind,
            space: plan.space,
            minimized: plan.minimized,
            maximized: false,
            fullscreen: false,
            normal: plan.content,
            modal: plan.modal,
            moves: plan.moves,
            sizes: plan.sizes,
            tells: plan.tells,
            abilities: plan.abilities,
            leaving: None,
            widgets: Widgets::new(role, &plan.inside, plan.content.size()),
            focus: None,
        }
    }

    /// The number that it has now.
    pub(crate) fn id(&self) -> WindowId {
        self.ids.last().copied().unwrap_or_default()
    }

    /// The element that accessibility knows it by; stays the same for its whole life.
    pub(crate) fn element(&self) -> Handle {
        self.element_at(0)
    }

    /// One of the elements in it.
    pub(crate) fn element_at(&self, index: usize) -> Handle {
        Handle::new(format!("{}/{}/{index}", self.pid, self.key.0))
    }

    pub(crate) fn outer(&self) -> Rect {
        self.content.grown(self.decoration)
    }

    pub(crate) fn client(&self) -> Rect {
        self.content.grown(self.shadow)
    }

    /// Puts the application's own area there.
    pub(crate) fn place(&mut self, content: Rect) {
        self.content = content;
        self.widgets.resize(content.size());
    }
}

impl World {
    /// The window as its application describes it.
    pub(crate) fn top_level(&self, window: &SimWindow) -> TopLevel {
        let bounds = match window.tells.outline {
            Outline::Outer => Some(window.outer()),
            Outline::Client => Some(window.client()),
            Outline::Content => Some(window.content),
            Outline::Size | Outline::Nothing => None,
        };
        let size = match window.tells.outline {
            Outline::Size => Some(window.content.size()),
            _ => bounds.map(Rect::size),
        };
        let tells_id = match self.faults.exact_ids {
            ExactIds::Always => true,
            ExactIds::Sometimes => window.tells.id,
            ExactIds::Never => false,
        };
        // X11 toolkits tell neither whether they are minimised or hidden nor a number.
        let mac = self.personality == Personality::MacOs;
        TopLevel {
            handle: window.element(),
            title: if window.tells.title_to_accessibility { window.title.clone() } else { String::new() },
            bounds,
            size,
            minimized: mac.then_some(window.minimized),
            hidden: mac.then(|| self.app(window.pid).is_some_and(|app| app.hidden)),
            modal: Some(window.modal),
            focused: Some(self.focused == Some(window.key)),
            fullscreen: mac.then_some(window.fullscreen),
            window: (mac && tells_id).then(|| window.id()),
        }
    }

    /// What is true around the elements of a window.
    pub(crate) fn around(&self, window: &SimWindow) -> Around {
        let Point { x, y } = window.content.origin();
        let knows_place = !matches!(window.tells.outline, Outline::Size | Outline::Nothing);
        Around {
            visible: self.is_visible(window),
            origin: knows_place.then_some(Point { x, y }),
            focus: window.focus,
        }
    }
}
