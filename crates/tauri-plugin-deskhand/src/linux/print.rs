//! Printing to PDF. No dialog opens, and no printer is needed: GTK can print to a file.

use std::cell::RefCell;
use std::path::Path;
use std::rc::Rc;

use deskhand_page::{Fault, FaultKind, Orientation, PrintOptions};
use gtk::{PageOrientation, PageRange, PageSetup, PaperSize, PrintPages, PrintSettings, Unit, gio, glib};
use tokio::sync::oneshot;
use webkit2gtk::{
    PrintError, PrintOperation, PrintOperationExt as _, SettingsExt as _, UserContentInjectedFrames,
    UserContentManager, UserContentManagerExt as _, UserStyleLevel, UserStyleSheet, WebView, WebViewExt as _,
};

/// The page as PDF, in base64.
pub(crate) async fn print(view: &WebView, options: &PrintOptions) -> Result<String, Fault> {
    // Others must not read it: a folder of our own, which is gone with its content when this is over.
    let folder = tempfile::Builder::new()
        .prefix("deskhand-print-")
        .tempdir()
        .map_err(|error| failed(&error.to_string()))?;
    let file = folder.path().join("page.pdf");
    let operation = PrintOperation::new(view);
    operation.set_page_setup(&page_setup(options));
    operation.set_print_settings(&settings(options, &file)?);
    let _backgrounds = Backgrounds::set(view, options.background);
    let _layout = Layout::set(view, options);
    finish(&operation).await?;
    let read = gio::spawn_blocking(move || {
        let bytes = std::fs::read(file);
        drop(folder);
        bytes.map(|bytes| String::from(glib::base64_encode(&bytes)))
    });
    match read.await {
        Ok(Ok(text)) => Ok(text),
        Ok(Err(error)) => Err(failed(&error.to_string())),
        Err(_) => Err(failed("it could not be read back")),
    }
}

/// Prints, and waits for the end of it.
async fn finish(operation: &PrintOperation) -> Result<(), Fault> {
    let (sender, receiver) = oneshot::channel();
    let sender = Rc::new(RefCell::new(Some(sender)));
    let tell = move |sender: &RefCell<Option<oneshot::Sender<Result<(), Fault>>>>, result| {
        if let Some(sender) = sender.take() {
            let _ = sender.send(result);
        }
    };
    let failing = Rc::clone(&sender);
    operation.connect_failed(move |_, error| {
        let kind =
            if error.matches(PrintError::InvalidPageRange) { FaultKind::Invalid } else { FaultKind::Failed };
        tell(&failing, Err(Fault { kind, ..failed(error.message()) }));
    });
    operation.connect_finished(move |_| tell(&sender, Ok(())));
    operation.print();
    receiver.await.unwrap_or_else(|_| Err(failed("nobody says how it ended")))
}

fn page_setup(options: &PrintOptions) -> PageSetup {
    let [top, right, bottom, left] = options.margins.map(|margin| margin * 10.0);
    let paper =
        PaperSize::new_custom("deskhand", "Deskhand", options.width * 10.0, options.height * 10.0, Unit::Mm);
    let setup = PageSetup::new();
    setup.set_orientation(match options.orientation {
        Orientation::Portrait => PageOrientation::Portrait,
        Orientation::Landscape => PageOrientation::Landscape,
    });
    setup.set_paper_size(&paper);
    setup.set_top_margin(top, Unit::Mm);
    setup.set_right_margin(right, Unit::Mm);
    setup.set_bottom_margin(bottom, Unit::Mm);
    setup.set_left_margin(left, Unit::Mm);
    setup
}

fn settings(options: &PrintOptions, file: &Path) -> Result<PrintSettings, Fault> {
    let uri = glib::filename_to_uri(file, None).map_err(|error| failed(error.message()))?;
    let settings = PrintSettings::new();
    // The name that GTK's own printer has in the language of this desktop.
    settings.set_printer(&glib::dgettext(Some("gtk30"), "Print to File"));
    settings.set("output-file-format", Some("pdf"));
    settings.set("output-uri", Some(&uri));
    let ranges = ranges(&options.ranges);
    if !ranges.is_empty() {
        settings.set_print_pages(PrintPages::Ranges);
        settings.set_page_ranges(&ranges);
    }
    Ok(settings)
}

/// GTK counts pages from 0.
fn ranges(ranges: &[(u32, u32)]) -> Vec<PageRange> {
    let page = |number: u32| i32::try_from(number.saturating_sub(1)).unwrap_or(i32::MAX);
    ranges.iter().map(|(first, last)| PageRange::new(page(*first), page(*last))).collect()
}

/// Whether backgrounds are printed, for as long as this lives.
struct Backgrounds {
    settings: Option<webkit2gtk::Settings>,
    before: bool,
}

impl Backgrounds {
    fn set(view: &WebView, printed: bool) -> Backgrounds {
        let settings = webkit2gtk::WebViewExt::settings(view);
        let before = settings.as_ref().is_some_and(|settings| settings.is_print_backgrounds());
        if let Some(settings) = &settings {
            settings.set_print_backgrounds(printed);
        }
        Backgrounds { settings, before }
    }
}

impl Drop for Backgrounds {
    fn drop(&mut self) {
        if let Some(settings) = &self.settings {
            settings.set_print_backgrounds(self.before);
        }
    }
}

/// How a page is laid out on paper, for as long as this lives.
struct Layout {
    sheet: UserStyleSheet,
    content: Option<UserContentManager>,
}

impl Layout {
    fn set(view: &WebView, options: &PrintOptions) -> Layout {
        let (frames, level) = (UserContentInjectedFrames::TopFrame, UserStyleLevel::User);
        let sheet = UserStyleSheet::new(&style(options), frames, level, &[], &[]);
        let content = view.user_content_manager();
        if let Some(content) = &content {
            content.add_style_sheet(&sheet);
        }
        Layout { sheet, content }
    }
}

impl Drop for Layout {
    fn drop(&mut self) {
        if let Some(content) = &self.content {
            content.remove_style_sheet(&self.sheet);
        }
    }
}

/// What the page is given for paper alone: nothing on the screen changes by it.
///
/// GTK has a scale, too. It enlarges what was laid out for the paper as it is, margins included, and cuts it into columns;
/// this lays out less on a page. WebKit makes what is too wide smaller unless it ends where the paper does.
fn style(options: &PrintOptions) -> String {
    let cut = if options.shrink_to_fit {
        ""
    } else {
        ":root { overflow: hidden !important } body { overflow-x: clip !important }"
    };
    format!("@media print {{ :root {{ zoom: {} !important }} {cut} }}", options.scale)
}

fn failed(why: &str) -> Fault {
    Fault::new(FaultKind::Failed, format!("The page could not be printed: {why}"))
}
