//! Documents in PDF, read and put together anew by Core Graphics. Nothing here needs the main thread.

use objc2_core_foundation::{CFData, CFMutableData, CFRetained, CGPoint, CGRect, CGSize};
use objc2_core_graphics::{
    CGContext, CGDataConsumer, CGDataProvider, CGPDFBox, CGPDFContextClose, CGPDFContextCreate,
    CGPDFDocument, CGPDFPage,
};

/// The pages of a document.
pub(super) struct Pages(CFRetained<CGPDFDocument>);

impl Pages {
    /// Those of a document in these bytes, if it is one.
    pub(super) fn read(bytes: &[u8]) -> Option<Pages> {
        let provider = CGDataProvider::with_cf_data(Some(&CFData::from_bytes(bytes)))?;
        CGPDFDocument::with_provider(Some(&provider)).map(Pages)
    }

    /// How many.
    pub(super) fn count(&self) -> usize {
        CGPDFDocument::number_of_pages(Some(&self.0))
    }

    /// All of them.
    pub(super) fn iter(&self) -> impl Iterator<Item = Page> + '_ {
        (1..=self.count()).filter_map(|number| self.page(number))
    }

    fn page(&self, number: usize) -> Option<Page> {
        CGPDFDocument::page(Some(&self.0), number).map(Page)
    }

    /// A document of some of them, by their numbers from 1.
    pub(super) fn some(&self, numbers: impl Iterator<Item = usize>) -> Option<Vec<u8>> {
        let bytes = CFMutableData::new(None, 0)?;
        let consumer = CGDataConsumer::with_cf_data(Some(&bytes))?;
        // SAFETY: neither a size nor particulars of the document are handed over: each page says its own.
        let context = unsafe { CGPDFContextCreate(Some(&consumer), std::ptr::null(), None) }?;
        for page in numbers.filter_map(|number| self.page(number)) {
            let paper = CGRect::new(CGPoint::ZERO, page.size());
            // SAFETY: the rectangle is there for as long as the call takes.
            unsafe { CGContext::begin_page(Some(&context), &paper) };
            page.draw(Some(&context), CGPoint::ZERO);
            CGContext::end_page(Some(&context));
        }
        CGPDFContextClose(Some(&context));
        drop(context);
        Some(bytes.to_vec())
    }
}

/// A page.
pub(super) struct Page(CFRetained<CGPDFPage>);

impl Page {
    /// How large it is, in points.
    pub(super) fn size(&self) -> CGSize {
        self.paper().size
    }

    fn paper(&self) -> CGRect {
        CGPDFPage::box_rect(Some(&self.0), CGPDFBox::MediaBox)
    }

    /// Draws it with its left bottom corner there.
    pub(super) fn draw(&self, context: Option<&CGContext>, at: CGPoint) {
        let CGPoint { x, y } = self.paper().origin;
        CGContext::translate_ctm(context, at.x - x, at.y - y);
        CGContext::draw_pdf_page(context, Some(&self.0));
        CGContext::translate_ctm(context, x - at.x, y - at.y);
    }
}
