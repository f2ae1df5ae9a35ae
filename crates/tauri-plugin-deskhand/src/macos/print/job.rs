//! Printing a page.

use std::cell::Cell;
use std::ffi::c_void;
use std::path::Path;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use deskhand_page::{Fault, FaultKind, Orientation, PrintOptions};
use objc2::rc::Retained;
use objc2::runtime::{NSObject, NSObjectProtocol};
use objc2::{DefinedClass as _, MainThreadMarker, MainThreadOnly as _, define_class, msg_send, sel};
use objc2_app_kit::{NSPaperOrientation, NSPrintInfo, NSPrintJobSavingURL, NSPrintOperation, NSPrintSaveJob};
use objc2_core_foundation::CGSize;
use objc2_foundation::{NSString, NSURL};
use tokio::sync::oneshot;

use super::paper::{chosen, paper};
use crate::macos::pdf::Pages;
use crate::macos::run::spawn;
use crate::macos::web::Web;

/// The page as PDF, in base64.
pub(crate) async fn print(web: &Web, options: &PrintOptions) -> Result<String, Fault> {
    // Others must not read it: a folder of our own, which is gone with its content when this is over.
    let folder = tempfile::Builder::new()
        .prefix("deskhand-print-")
        .tempdir()
        .map_err(|error| failed(&error.to_string()))?;
    let file = folder.path().join("page.pdf");
    let backgrounds = Backgrounds::set(web, options.background);
    run(web, &information(options, &file)).await?;
    drop(backgrounds);
    let ranges = options.ranges.clone();
    let read = tauri::async_runtime::spawn_blocking(move || {
        let bytes = std::fs::read(file).map_err(|error| failed(&error.to_string()))?;
        drop(folder);
        Ok(STANDARD.encode(if ranges.is_empty() { bytes } else { cut(&bytes, &ranges)? }))
    });
    read.await.unwrap_or_else(|_| Err(failed("it could not be read back")))
}

/// Some pages of a document. macOS prints one range of them at most, so all are printed and these are kept.
fn cut(bytes: &[u8], ranges: &[(u32, u32)]) -> Result<Vec<u8>, Fault> {
    let pages = Pages::read(bytes).ok_or_else(|| failed("it cannot be read back"))?;
    let chosen = chosen(ranges, pages.count())?;
    pages.some(chosen.into_iter()).ok_or_else(|| failed("its pages cannot be parted"))
}

/// Says how to print, and that it goes to a file.
fn information(options: &PrintOptions, file: &Path) -> Retained<NSPrintInfo> {
    let paper = paper(options);
    let [top, right, bottom, left] = paper.margins;
    let how = NSPrintInfo::new();
    how.setOrientation(match options.orientation {
        Orientation::Portrait => NSPaperOrientation::Portrait,
        Orientation::Landscape => NSPaperOrientation::Landscape,
    });
    how.setPaperSize(CGSize::new(paper.width, paper.height));
    how.setTopMargin(top);
    how.setRightMargin(right);
    how.setBottomMargin(bottom);
    how.setLeftMargin(left);
    how.setHorizontallyCentered(false);
    how.setVerticallyCentered(false);
    how.setScalingFactor(options.scale);
    let url = NSURL::fileURLWithPath(&NSString::from_str(&file.to_string_lossy()));
    // SAFETY: constants of AppKit; the value of this attribute is an address.
    unsafe {
        how.setJobDisposition(NSPrintSaveJob);
        how.dictionary().insert(NSPrintJobSavingURL, &*url);
    }
    how
}

/// Prints, and waits for the end of it. WebKit lays pages out in another process and draws on a thread of its own, so that
/// the main one goes on.
async fn run(web: &Web, how: &NSPrintInfo) -> Result<(), Fault> {
    let window = web.window().ok_or_else(|| failed("the view is in no window"))?;
    // SAFETY: on the main thread.
    let operation: Retained<NSPrintOperation> = unsafe { web.view.printOperationWithPrintInfo(how) };
    operation.setShowsPrintPanel(false);
    operation.setShowsProgressPanel(false);
    operation.setCanSpawnSeparateThread(true);
    // WebKit's view for printing begins without a size, and AppKit prints nothing of such a one.
    if let Some(sheet) = operation.view() {
        sheet.setFrame(web.view.bounds());
    }
    let (sender, over) = oneshot::channel();
    // AppKit keeps no reference to it, and calls it even when nobody waits any more: it lets go of itself then.
    let end = Retained::into_raw(End::new(sender, web.main));
    // SAFETY: the delegate is there until it was called, and has the method with the type that AppKit says.
    unsafe {
        operation.runOperationModalForWindow_delegate_didRunSelector_contextInfo(
            &window,
            end.as_ref().map(AsRef::as_ref),
            Some(sel!(printOperationDidRun:success:contextInfo:)),
            std::ptr::null_mut(),
        );
    }
    match over.await {
        Ok(true) => Ok(()),
        Ok(false) => Err(failed("macOS called it off")),
        Err(_) => Err(failed("nobody says how it ended")),
    }
}

/// Who is to be told.
struct Told(Cell<Option<oneshot::Sender<bool>>>);

define_class!(
    // SAFETY: NSObject asks nothing of those that inherit from it, and nothing is to be done at the end.
    #[unsafe(super(NSObject))]
    #[thread_kind = objc2::MainThreadOnly]
    #[ivars = Told]
    /// Hears how printing ended.
    struct End;

    // SAFETY: it inherits from NSObject, which keeps all promises of this.
    unsafe impl NSObjectProtocol for End {}

    impl End {
        #[unsafe(method(printOperationDidRun:success:contextInfo:))]
        fn ended(&self, _operation: &NSPrintOperation, success: bool, _context: *mut c_void) {
            if let Some(sender) = self.ivars().0.take() {
                // Who asked may have given up.
                let _ = sender.send(success);
                // SAFETY: the reference that was given away when printing began; the sender is there only once.
                let own = unsafe { Retained::from_raw(std::ptr::from_ref(self).cast_mut()) };
                // Not within its own method.
                spawn(async move { drop(own) });
            }
        }
    }
);

impl End {
    fn new(sender: oneshot::Sender<bool>, main: MainThreadMarker) -> Retained<End> {
        let told = Told(Cell::new(Some(sender)));
        // SAFETY: `init` of NSObject, once, on what was just allocated.
        unsafe { msg_send![super(End::alloc(main).set_ivars(told)), init] }
    }
}

/// Whether backgrounds are printed, for as long as this lives. macOS can be told since 13.3; before, they never are.
struct Backgrounds<'a> {
    web: &'a Web,
    before: Option<bool>,
}

impl Backgrounds<'_> {
    fn set(web: &Web, printed: bool) -> Backgrounds<'_> {
        // SAFETY: all on the main thread, and the property is only touched where it is there.
        let before = unsafe {
            let preferences = web.view.configuration().preferences();
            preferences.respondsToSelector(sel!(setShouldPrintBackgrounds:)).then(|| {
                let before = preferences.shouldPrintBackgrounds();
                preferences.setShouldPrintBackgrounds(printed);
                before
            })
        };
        Backgrounds { web, before }
    }
}

impl Drop for Backgrounds<'_> {
    fn drop(&mut self) {
        if let Some(before) = self.before {
            // SAFETY: on the main thread; it was there before.
            unsafe { self.web.view.configuration().preferences().setShouldPrintBackgrounds(before) };
        }
    }
}

fn failed(why: &str) -> Fault {
    Fault::new(FaultKind::Failed, format!("The page could not be printed: {why}"))
}
