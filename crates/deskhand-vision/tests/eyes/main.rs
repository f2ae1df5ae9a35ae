//! What [`Eyes`](deskhand_vision::Eyes) see in pictures that were drawn for them, and in dialogs of a real toolkit.
#![expect(clippy::unwrap_used, reason = "a test ends where its expectation ends")]

mod asking;
mod drawn;
mod likeness;
mod reading;
mod stub;
mod together;

use std::fs::File;
use std::io::BufReader;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use deskhand_engine::ports::{Image, Sight, Spotted};
use deskhand_model::{Point, Rect, Role};
use deskhand_vision::{Eyes, EyesOptions, ModelOptions, OcrOptions};

/// More than anything here takes, even on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// Eyes that only compare.
fn comparing() -> Eyes {
    Eyes::new(EyesOptions { template: true, ocr: None, model: None }).unwrap()
}

/// Eyes that only read.
fn reading(options: OcrOptions) -> Eyes {
    Eyes::new(EyesOptions { template: false, ocr: Some(options), model: None }).unwrap()
}

/// Eyes that only ask.
fn asking(options: ModelOptions) -> Eyes {
    Eyes::new(EyesOptions { template: false, ocr: None, model: Some(options) }).unwrap()
}

fn sight(picture: &Image) -> Sight {
    let picture = Arc::new(picture.clone());
    Sight { picture, thumbnail: None, former: None, name: String::new(), role: Role::Button }
}

/// A dialog of a real toolkit; `tests/pictures/draw.py` draws them.
fn dialog(name: &str) -> Image {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/pictures/{name}.png"));
    let mut reader = png::Decoder::new(BufReader::new(File::open(path).unwrap())).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let frame = reader.next_frame(&mut pixels).unwrap();
    let samples = frame.color_type.samples();
    assert!(samples >= 3);
    let rgb = pixels.chunks_exact(samples).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
    Image { width: frame.width, height: frame.height, rgb }
}

fn crop(image: &Image, part: Rect) -> Image {
    let row = |y: i32| {
        let start = (y as usize * image.width as usize + part.x as usize) * 3;
        &image.rgb[start..start + part.width as usize * 3]
    };
    let rgb = (part.y..part.bottom()).flat_map(row).copied().collect();
    Image { width: part.width, height: part.height, rgb }
}

/// Whether a place is the one that was meant: its middle is near to that one's.
fn is_at(spotted: &Spotted, place: Rect) -> bool {
    let (Point { x, y }, middle) = (spotted.place.center(), place.center());
    x.abs_diff(middle.x) <= 4 && y.abs_diff(middle.y) <= 4
}
