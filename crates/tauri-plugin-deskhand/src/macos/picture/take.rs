//! Taking pictures.

use std::cell::Cell;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use block2::RcBlock;
use deskhand_page::{Extent, Fault, FaultKind, PageRect};
use objc2_app_kit::NSImage;
use objc2_core_foundation::{CGPoint, CGRect, CGSize};
use objc2_foundation::NSError;
use objc2_web_kit::WKSnapshotConfiguration;
use tokio::sync::oneshot;

use super::drawn;
use super::png::Drawing;
use crate::app::part_of_view;
use crate::macos::value::string;
use crate::macos::web::Web;

/// A picture as PNG, in base64. The main thread hands the pixels over and goes on; they are written down elsewhere.
pub(crate) async fn picture(web: &Web, extent: Extent) -> Result<String, Fault> {
    let CGSize { width, height } = web.size();
    let part = match extent {
        Extent::Document => return drawn::document(web).await,
        Extent::Viewport => PageRect { x: 0.0, y: 0.0, width, height },
        Extent::Part(part) => part_of_view(part, web.zoom(), width, height).ok_or_else(|| {
            Fault::new(FaultKind::OutOfBounds, "Nothing of this part of the page is in the view")
        })?,
    };
    let drawing = snapshot(web, part).await?;
    written(move || drawing.png()).await
}

/// What a view shows in a part of it.
async fn snapshot(web: &Web, part: PageRect) -> Result<Drawing, Fault> {
    let (sender, taken) = oneshot::channel();
    let sender = Cell::new(Some(sender));
    let done = RcBlock::new(move |image: *mut NSImage, error: *mut NSError| {
        if let Some(sender) = sender.take() {
            // SAFETY: WebKit hands over a picture or an error, each of which lives as long as this call or is null.
            let outcome = unsafe {
                match (image.as_ref(), error.as_ref()) {
                    (Some(image), _) => Drawing::of(image).ok_or_else(|| failed("it has no pixels")),
                    (None, Some(error)) => Err(failed(&string(&error.localizedDescription()))),
                    (None, None) => Err(failed("nothing came of it")),
                }
            };
            // Who asked may have given up.
            let _ = sender.send(outcome);
        }
    });
    // SAFETY: on the main thread, of which the web view has a witness.
    unsafe {
        let how = WKSnapshotConfiguration::new(web.main);
        how.setRect(CGRect::new(CGPoint::new(part.x, part.y), CGSize::new(part.width, part.height)));
        // What scripts have changed a moment ago is in the picture. A view that is out of sight is drawn for it, too.
        how.setAfterScreenUpdates(true);
        web.view.takeSnapshotWithConfiguration_completionHandler(Some(&how), &done);
    }
    drop(done);
    taken.await.unwrap_or_else(|_| Err(failed("the engine gave no answer")))
}

/// Has a PNG made on another thread.
pub(super) async fn written(
    make: impl FnOnce() -> Result<Vec<u8>, String> + Send + 'static,
) -> Result<String, Fault> {
    let made = tauri::async_runtime::spawn_blocking(move || make().map(|png| STANDARD.encode(png))).await;
    match made {
        Ok(Ok(text)) => Ok(text),
        Ok(Err(why)) => Err(failed(&why)),
        Err(_) => Err(failed("it could not be written down")),
    }
}

pub(super) fn failed(why: &str) -> Fault {
    Fault::new(FaultKind::Failed, format!("The picture could not be taken: {why}"))
}
