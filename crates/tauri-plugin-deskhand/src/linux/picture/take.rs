//! Taking pictures.

use deskhand_page::{Extent, Fault, FaultKind};
use gtk::cairo::ImageSurface;
use gtk::prelude::*;
use gtk::{gio, glib};
use javascriptcore::ValueExt as _;
use webkit2gtk::{SnapshotOptions, SnapshotRegion, WebView, WebViewExt as _};

use super::crop::crop;
use super::pixels::Pixels;
use crate::app::check_size;

/// A picture as PNG, in base64. The main thread hands the pixels over and goes on; they are written down elsewhere.
pub(crate) async fn picture(view: &WebView, extent: Extent) -> Result<String, Fault> {
    let region = match extent {
        Extent::Viewport | Extent::Part(_) => SnapshotRegion::Visible,
        Extent::Document => {
            check_document(view).await?;
            SnapshotRegion::FullDocument
        }
    };
    let surface = view
        .snapshot_future(region, SnapshotOptions::INCLUDE_SELECTION_HIGHLIGHTING)
        .await
        .map_err(|error| failed(error.message()))?;
    let surface = ImageSurface::try_from(surface).map_err(|_| failed("it is not made of pixels"))?;
    // WebKit draws in pixels of the screen and does not say so on the surface.
    let scale = f64::from(view.scale_factor()) * view.zoom_level();
    // The background shows through where the page draws nothing.
    let transparent = view.background_color().alpha() < 1.0;
    let pixels = Pixels::copy(&surface, transparent).map_err(|why| failed(&why))?;
    let part = match extent {
        Extent::Part(rect) => crop(rect, scale, pixels.width, pixels.height).ok_or_else(|| {
            Fault::new(FaultKind::OutOfBounds, "Nothing of this part of the page is in the view")
        })?,
        Extent::Viewport | Extent::Document => pixels.whole(),
    };
    let written: Result<Result<String, String>, _> =
        gio::spawn_blocking(move || pixels.png(part).map(|png| glib::base64_encode(&png).into())).await;
    match written {
        Ok(Ok(text)) => Ok(text),
        Ok(Err(why)) => Err(failed(&why)),
        Err(_) => Err(failed("it could not be written down")),
    }
}

/// Documents have no end, pictures do: says so before the browser tries.
async fn check_document(view: &WebView) -> Result<(), Fault> {
    const SIZE: &str = "(() => { const root = document.documentElement, body = document.body; \
        return [root?.scrollWidth, root?.scrollHeight, body?.scrollWidth, body?.scrollHeight] \
        .map((length) => (length || 0) * devicePixelRatio).join(); })()";
    let Ok(answer) = view.evaluate_javascript_future(SIZE, Some(crate::source::WORLD), None).await else {
        return Ok(());
    };
    let answer = answer.to_str();
    let sides: Vec<f64> = answer.split(',').filter_map(|side| side.parse().ok()).collect();
    let &[width, height, inner_width, inner_height] = sides.as_slice() else { return Ok(()) };
    check_size(width.max(inner_width), height.max(inner_height))
}

fn failed(why: &str) -> Fault {
    Fault::new(FaultKind::Failed, format!("The picture could not be taken: {why}"))
}
