//! Keys that reach the page as they are.

use webkit2gtk::{InputMethodContext, WebView, WebViewExt};

/// While this lives, no input method comes between the keys and the page: one that composes would swallow them, and
/// which one runs is the desktop's affair.
pub(super) struct Typing<'a> {
    view: &'a WebView,
    method: Option<InputMethodContext>,
}

impl Typing<'_> {
    /// Takes the input method away, if there is one.
    pub(super) fn begin(view: &WebView) -> Typing<'_> {
        let method = view.input_method_context();
        if method.is_some() {
            view.set_input_method_context(InputMethodContext::NONE);
        }
        Typing { view, method }
    }
}

impl Drop for Typing<'_> {
    fn drop(&mut self) {
        if let Some(method) = &self.method {
            self.view.set_input_method_context(Some(method));
        }
    }
}
