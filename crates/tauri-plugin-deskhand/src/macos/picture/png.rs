//! The pixels of a picture on their way to another thread, and to PNG.

use objc2::AnyThread as _;
use objc2::rc::{Retained, autoreleasepool};
use objc2_app_kit::{NSBitmapImageFileType, NSBitmapImageRep, NSImage};
use objc2_core_graphics::CGImage;
use objc2_foundation::NSDictionary;

/// The pixels of a picture.
pub(super) struct Drawing(Retained<CGImage>);

// SAFETY: a CGImage never changes, and its references may be counted on any thread.
unsafe impl Send for Drawing {}

impl Drawing {
    /// Those of an image, as many as it has.
    pub(super) fn of(image: &NSImage) -> Option<Drawing> {
        // SAFETY: no rectangle, no context and no hints: each may be left out.
        let pixels = unsafe { image.CGImageForProposedRect_context_hints(std::ptr::null_mut(), None, None) };
        pixels.map(Drawing)
    }

    /// A PNG of them.
    pub(super) fn png(self) -> Result<Vec<u8>, String> {
        autoreleasepool(|_| png(&NSBitmapImageRep::initWithCGImage(NSBitmapImageRep::alloc(), &self.0)))
    }
}

/// A PNG of a picture.
pub(super) fn png(picture: &NSBitmapImageRep) -> Result<Vec<u8>, String> {
    // SAFETY: there are no properties whose types could be wrong.
    let data = unsafe {
        picture.representationUsingType_properties(NSBitmapImageFileType::PNG, &NSDictionary::new())
    };
    data.map(|data| data.to_vec()).ok_or_else(|| "it could not be made a PNG".to_owned())
}
