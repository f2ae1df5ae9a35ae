use serde::{Deserialize, Serialize};

/// How a page is printed. Lengths are in centimetres.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PrintOptions {
    /// Which way up.
    pub orientation: Orientation,
    /// 0.1 to 2.
    pub scale: f64,
    /// Whether backgrounds are printed.
    pub background: bool,
    /// The width of the paper, upright.
    pub width: f64,
    /// The height of the paper, upright.
    pub height: f64,
    /// The margins: top, right, bottom, left.
    pub margins: [f64; 4],
    /// Whether what is too wide is made smaller.
    pub shrink_to_fit: bool,
    /// Which pages, as first and last; all when empty.
    #[serde(default)]
    pub ranges: Vec<(u32, u32)>,
}

/// Which way up paper is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Orientation {
    /// Upright.
    Portrait,
    /// On its side.
    Landscape,
}
