//! Where a picture looks like a thumbnail, or shows a name, and how long it takes to see that.
//!
//! `cargo run --release --package deskhand-vision --example spot -- PICTURE.png THUMBNAIL.png [NAME]`

#![expect(clippy::print_stdout, reason = "its output is what it is for")]

use std::error::Error;
use std::fs::File;
use std::io::BufReader;
use std::sync::Arc;
use std::time::{Duration, Instant};

use deskhand_engine::ports::{Image, Sight, Vision};
use deskhand_model::Role;
use deskhand_vision::{Eyes, EyesOptions, OcrOptions};

/// How often each way looks. The first look also pays for memory that the others find ready.
const TIMES: usize = 5;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(picture), Some(thumbnail)) = (arguments.next(), arguments.next()) else {
        return Err("it takes a picture and a thumbnail as PNG files, and a name if there is one".into());
    };
    let sight = Sight {
        picture: Arc::new(read(&picture)?),
        thumbnail: Some(Arc::new(read(&thumbnail)?)),
        former: None,
        name: arguments.next().unwrap_or_default(),
        role: Role::Button,
    };
    println!("{:?} in {:?}", sight.thumbnail, sight.picture);
    let likeness = EyesOptions { template: true, ocr: None, model: None };
    look("template", likeness, &sight).await?;
    if !sight.name.is_empty() {
        let reading = EyesOptions { template: false, ocr: Some(OcrOptions::default()), model: None };
        look("ocr", reading, &sight).await?;
    }
    Ok(())
}

/// Looks in one way and tells what it sees.
async fn look(way: &str, options: EyesOptions, sight: &Sight) -> Result<(), Box<dyn Error>> {
    let eyes = Eyes::new(options)?;
    for turn in 1..=TIMES {
        let start = Instant::now();
        let spotted = eyes.spot(sight, Duration::from_secs(5)).await;
        println!("{way}, look {turn}: {:.1} ms", start.elapsed().as_secs_f64() * 1000.0);
        if turn == TIMES {
            match spotted {
                Ok(places) => places.iter().for_each(|spotted| {
                    println!("  {:?} with confidence {:.2}", spotted.place, spotted.confidence);
                }),
                Err(error) => println!("  {error}: {}", error.steps().join("; ")),
            }
        }
    }
    Ok(())
}

/// A picture in a PNG file, if it has red, green and blue, with or without transparency.
fn read(path: &str) -> Result<Image, Box<dyn Error>> {
    let mut decoder = png::Decoder::new(BufReader::new(File::open(path)?));
    decoder.set_transformations(png::Transformations::normalize_to_color8());
    let mut reader = decoder.read_info()?;
    let mut pixels = vec![0; reader.output_buffer_size().ok_or("the picture is too large")?];
    let frame = reader.next_frame(&mut pixels)?;
    pixels.truncate(frame.buffer_size());
    let samples = frame.color_type.samples();
    if samples < 3 {
        return Err(format!("{path} has no colours").into());
    }
    let rgb = pixels.chunks_exact(samples).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
    Ok(Image { width: frame.width, height: frame.height, rgb })
}
