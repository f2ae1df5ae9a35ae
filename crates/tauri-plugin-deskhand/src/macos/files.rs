//! What a file chooser answers that never opens.

use std::cell::Cell;
use std::rc::Rc;

use block2::DynBlock;
use objc2::rc::Retained;
use objc2_foundation::{NSArray, NSString, NSURL};
use objc2_web_kit::WKOpenPanelParameters;

use super::web::Web;

/// What was chosen.
pub(super) struct Chosen {
    files: Vec<String>,
    asked: Rc<Cell<bool>>,
}

/// What is chosen when the browser asks for files, for as long as this lives.
pub(crate) struct Choice<'a> {
    web: &'a Web,
}

impl Choice<'_> {
    /// Chooses these, and notes when the browser asked.
    pub(crate) fn make(web: &Web, files: Vec<String>, asked: Rc<Cell<bool>>) -> Choice<'_> {
        web.chosen.replace(Some(Chosen { files, asked }));
        Choice { web }
    }
}

impl Drop for Choice<'_> {
    fn drop(&mut self) {
        self.web.chosen.take();
    }
}

/// Answers a page that asks for files: with what was chosen, or with nothing. A chooser would stop the application until
/// a person answers it, and no person is there.
pub(super) fn answer(
    web: &Web,
    parameters: &WKOpenPanelParameters,
    done: &DynBlock<dyn Fn(*mut NSArray<NSURL>)>,
) {
    let chosen = web.chosen.borrow();
    let Some(Chosen { files, asked }) = &*chosen else {
        done.call((std::ptr::null_mut(),));
        return;
    };
    asked.set(true);
    // SAFETY: only reads, on the main thread.
    let several = unsafe { parameters.allowsMultipleSelection() };
    // One input takes one file: the last, as with one choice after the other.
    let from = if several { 0 } else { files.len().saturating_sub(1) };
    let urls: Vec<Retained<NSURL>> =
        files[from..].iter().map(|file| NSURL::fileURLWithPath(&NSString::from_str(file))).collect();
    let urls = NSArray::from_retained_slice(&urls);
    done.call((Retained::as_ptr(&urls).cast_mut(),));
}
