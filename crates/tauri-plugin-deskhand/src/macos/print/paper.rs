//! Paper, margins and pages, as macOS counts them.

use deskhand_page::{Fault, FaultKind, Orientation, PrintOptions};

/// How many points make a centimetre.
const POINTS: f64 = 72.0 / 2.54;

/// Lengths in points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Paper {
    pub(super) width: f64,
    pub(super) height: f64,
    /// Top, right, bottom, left.
    pub(super) margins: [f64; 4],
}

/// The paper as it is printed on: what is on its side is wider than high.
pub(super) fn paper(options: &PrintOptions) -> Paper {
    let (width, height) = match options.orientation {
        Orientation::Portrait => (options.width, options.height),
        Orientation::Landscape => (options.height, options.width),
    };
    Paper {
        width: width * POINTS,
        height: height * POINTS,
        margins: options.margins.map(|margin| margin * POINTS),
    }
}

/// The numbers of the pages that are wanted, of so many; each once, and in their order.
pub(super) fn chosen(ranges: &[(u32, u32)], count: usize) -> Result<Vec<usize>, Fault> {
    let wanted =
        |page: usize| ranges.iter().any(|(first, last)| (*first as usize..=*last as usize).contains(&page));
    let pages: Vec<usize> = (1..=count).filter(|page| ranges.is_empty() || wanted(*page)).collect();
    if pages.is_empty() {
        let message = format!("None of the pages asked for is there: the document has {count}");
        return Err(Fault::new(FaultKind::Invalid, message));
    }
    Ok(pages)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(orientation: Orientation) -> PrintOptions {
        PrintOptions {
            orientation,
            scale: 1.0,
            background: false,
            width: 21.0,
            height: 29.7,
            margins: [2.54, 0.0, 1.27, 0.0],
            shrink_to_fit: true,
            ranges: Vec::new(),
        }
    }

    #[test]
    fn a_sheet_of_a4_has_595_by_842_points() {
        let paper = paper(&options(Orientation::Portrait));
        assert_eq!((paper.width.round(), paper.height.round()), (595.0, 842.0));
        assert_eq!(paper.margins.map(f64::round), [72.0, 0.0, 36.0, 0.0]);
    }

    #[test]
    fn on_its_side_paper_is_wide() {
        let paper = paper(&options(Orientation::Landscape));
        assert_eq!((paper.width.round(), paper.height.round()), (842.0, 595.0));
    }

    #[test]
    fn pages_are_printed_once_and_in_order() {
        assert_eq!(chosen(&[], 3), Ok(vec![1, 2, 3]));
        assert_eq!(chosen(&[(3, 9), (1, 1), (3, 3)], 4), Ok(vec![1, 3, 4]));
    }

    #[test]
    fn pages_that_are_not_there_cannot_be_printed() {
        assert_eq!(chosen(&[(5, 6)], 4).unwrap_err().kind, FaultKind::Invalid);
    }
}
