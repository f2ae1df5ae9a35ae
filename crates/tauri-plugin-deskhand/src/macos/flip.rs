//! Upside down: AppKit counts from the bottom, pages and other desktops from the top.

/// The distance from the other side of something that is this far away and this high, below a ceiling.
pub(super) fn flip(distance: f64, height: f64, ceiling: f64) -> f64 {
    ceiling - distance - height
}

#[cfg(test)]
mod tests {
    use super::flip;

    #[test]
    fn what_is_at_the_bottom_is_far_from_the_top() {
        assert_eq!(flip(0.0, 100.0, 900.0), 800.0);
        assert_eq!(flip(800.0, 100.0, 900.0), 0.0);
    }

    #[test]
    fn twice_is_not_at_all() {
        assert_eq!(flip(flip(-30.0, 200.0, 900.0), 200.0, 900.0), -30.0);
    }
}
