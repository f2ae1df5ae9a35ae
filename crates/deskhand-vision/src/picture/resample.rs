//! Pictures in other sizes.

/// Scales a picture of `CHANNELS` bytes per pixel: between neighbouring pixels when it grows, over all that fall together
/// when it shrinks. Both sizes have to have pixels.
pub(super) fn resample<const CHANNELS: usize>(
    pixels: &[u8],
    (width, height): (usize, usize),
    (to_width, to_height): (usize, usize),
) -> Vec<u8> {
    let across = taps(width, to_width);
    let mut narrow = Vec::with_capacity(to_width * height * CHANNELS);
    for row in pixels.chunks_exact(width * CHANNELS) {
        for tap in &across {
            let covered = &row[tap.first * CHANNELS..];
            narrow.extend_from_slice(&weighted::<CHANNELS>(covered, CHANNELS, &tap.weights));
        }
    }
    let stride = to_width * CHANNELS;
    let mut result = Vec::with_capacity(to_height * stride);
    for tap in taps(height, to_height) {
        let mut row = vec![0.0; stride];
        for (source, weight) in narrow[tap.first * stride..].chunks_exact(stride).zip(&tap.weights) {
            for (sum, value) in row.iter_mut().zip(source) {
                *sum += value * weight;
            }
        }
        result.extend(row.iter().map(|value| (value + 0.5) as u8));
    }
    result
}

fn weighted<const CHANNELS: usize>(pixels: &[u8], step: usize, weights: &[f32]) -> [f32; CHANNELS] {
    let mut sums = [0.0; CHANNELS];
    for (pixel, weight) in pixels.chunks_exact(step).zip(weights) {
        for (sum, &value) in sums.iter_mut().zip(pixel) {
            *sum += f32::from(value) * weight;
        }
    }
    sums
}

/// Which pixels make up one new pixel, and how much each of them counts; together 1.
struct Tap {
    first: usize,
    weights: Vec<f32>,
}

/// The pixels behind each of `to` new ones on one axis: a triangle around the new pixel's middle, as wide as a pixel of
/// the coarser side.
fn taps(from: usize, to: usize) -> Vec<Tap> {
    let ratio = from as f32 / to as f32;
    let reach = ratio.max(1.0);
    (0..to)
        .map(|index| {
            let middle = (index as f32 + 0.5) * ratio - 0.5;
            let first = (middle - reach).ceil().max(0.0) as usize;
            let last = ((middle + reach).floor() as usize).min(from - 1).max(first);
            let mut weights: Vec<f32> =
                (first..=last).map(|at| (1.0 - (at as f32 - middle).abs() / reach).max(0.0)).collect();
            let whole: f32 = weights.iter().sum();
            match whole > 0.0 {
                true => weights.iter_mut().for_each(|weight| *weight /= whole),
                false => weights = vec![1.0],
            }
            Tap { first: first.min(from - 1), weights }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plain_picture_stays_plain_in_every_size() {
        for (width, height) in [(1, 1), (3, 5), (10, 7), (23, 40)] {
            let scaled = resample::<3>(&[9; 10 * 7 * 3], (10, 7), (width, height));
            assert_eq!(scaled, vec![9; width * height * 3], "{width}x{height}");
        }
    }

    #[test]
    fn half_a_size_is_the_mean_of_what_falls_together() {
        let halved = resample::<1>(&[0, 0, 200, 200, 0, 0, 200, 200], (4, 2), (2, 1));
        assert!(halved[0] < 60 && halved[1] > 140, "{halved:?}");
    }

    #[test]
    fn the_same_size_is_the_same_picture() {
        let pixels: Vec<u8> = (0..30).collect();
        assert_eq!(resample::<1>(&pixels, (6, 5), (6, 5)), pixels);
    }
}
