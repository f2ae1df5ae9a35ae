//! Pictures of whole documents.
//!
//! WebKit takes pictures of what is in the view only. What it can give of a whole document is a drawing (PDF) as it looks
//! on the screen, which becomes pixels here. Videos and WebGL are not in such a drawing.

use std::cell::Cell;

use block2::RcBlock;
use deskhand_page::Fault;
use objc2::AnyThread as _;
use objc2::rc::{Retained, autoreleasepool};
use objc2_app_kit::{NSBitmapImageRep, NSDeviceRGBColorSpace, NSGraphicsContext};
use objc2_core_foundation::{CGPoint, CGRect, CGSize};
use objc2_core_graphics::CGContext;
use objc2_foundation::{NSData, NSError};
use tokio::sync::oneshot;

use super::png::png;
use super::take::{failed, written};
use crate::app::check_size;
use crate::macos::pdf::Pages;
use crate::macos::value::string;
use crate::macos::web::Web;

/// A picture of all of a document, as PNG in base64.
pub(super) async fn document(web: &Web) -> Result<String, Fault> {
    let scale = web.window().map_or(1.0, |window| window.backingScaleFactor());
    let pdf = pdf(web).await?;
    let Area { width, height } = {
        let pages = Pages::read(&pdf).ok_or_else(|| failed("the drawing cannot be read"))?;
        area(&pages)
    };
    check_size(width * scale, height * scale)?;
    written(move || draw(&pdf, scale)).await
}

/// The drawing of a document, as it looks on the screen.
async fn pdf(web: &Web) -> Result<Vec<u8>, Fault> {
    let (sender, drawn) = oneshot::channel();
    let sender = Cell::new(Some(sender));
    let done = RcBlock::new(move |data: *mut NSData, error: *mut NSError| {
        if let Some(sender) = sender.take() {
            // SAFETY: WebKit hands over data or an error, each of which lives as long as this call or is null.
            let outcome = unsafe {
                match (data.as_ref(), error.as_ref()) {
                    (Some(data), _) => Ok(data.to_vec()),
                    (None, Some(error)) => Err(failed(&string(&error.localizedDescription()))),
                    (None, None) => Err(failed("nothing came of it")),
                }
            };
            // Who asked may have given up.
            let _ = sender.send(outcome);
        }
    });
    // SAFETY: on the main thread. Without a configuration all of the document is drawn.
    unsafe { web.view.createPDFWithConfiguration_completionHandler(None, &done) };
    drop(done);
    drawn.await.unwrap_or_else(|_| Err(failed("the engine gave no answer")))
}

/// How large a drawing is.
struct Area {
    width: f64,
    height: f64,
}

/// A long document is on several pages, one below the other.
fn area(pages: &Pages) -> Area {
    let sizes: Vec<CGSize> = pages.iter().map(|page| page.size()).collect();
    Area {
        width: sizes.iter().map(|size| size.width).fold(0.0, f64::max),
        height: sizes.iter().map(|size| size.height).sum(),
    }
}

/// Makes pixels of a drawing, on any thread.
fn draw(pdf: &[u8], scale: f64) -> Result<Vec<u8>, String> {
    autoreleasepool(|_| {
        let pages = Pages::read(pdf).ok_or("the drawing cannot be read")?;
        let Area { width, height } = area(&pages);
        let picture = blank(width * scale, height * scale).ok_or("there is not enough memory")?;
        let context = NSGraphicsContext::graphicsContextWithBitmapImageRep(&picture)
            .ok_or("nothing can be drawn")?
            .CGContext();
        let context: Option<&CGContext> = Some(&context);
        CGContext::set_rgb_fill_color(context, 1.0, 1.0, 1.0, 1.0);
        let all = CGSize::new(width * scale, height * scale);
        CGContext::fill_rect(context, CGRect::new(CGPoint::ZERO, all));
        CGContext::scale_ctm(context, scale, scale);
        // Drawings grow from the bottom up.
        let mut bottom = height;
        for page in pages.iter() {
            bottom -= page.size().height;
            page.draw(context, CGPoint::new(0.0, bottom));
        }
        png(&picture)
    })
}

/// A picture of this size with nothing in it.
#[expect(clippy::cast_possible_truncation)]
fn blank(width: f64, height: f64) -> Option<Retained<NSBitmapImageRep>> {
    let (width, height) = (width.ceil().max(1.0) as isize, height.ceil().max(1.0) as isize);
    // SAFETY: no planes are handed over, so that the picture makes its own; the numbers say how: four samples of eight
    // bits, one after the other.
    unsafe {
        NSBitmapImageRep::initWithBitmapDataPlanes_pixelsWide_pixelsHigh_bitsPerSample_samplesPerPixel_hasAlpha_isPlanar_colorSpaceName_bytesPerRow_bitsPerPixel(
            NSBitmapImageRep::alloc(),
            std::ptr::null_mut(),
            width,
            height,
            8,
            4,
            true,
            false,
            NSDeviceRGBColorSpace,
            0,
            0,
        )
    }
}
