//! Pages as pictures: quotes marked on them, and PNG.

use groundstop_contract::BoxRecord;
use groundstop_document::PageSize;
use groundstop_engine::Picture;

/// The marker's colour; what is under it shows through, as under a text marker.
const MARKER: [u8; 3] = [255, 225, 64];
/// How far a mark reaches beyond the characters, in points.
const MARGIN_PT: f64 = 1.5;

/// The picture with these places of the page marked.
pub(crate) fn marked(
    mut picture: Picture,
    size: Option<PageSize>,
    places: &[BoxRecord],
) -> Picture {
    let Some(size) = size else { return picture };
    let across = f64::from(picture.width) / f64::from(size.width_pt);
    let down = f64::from(picture.height) / f64::from(size.height_pt);
    let width = usize::try_from(picture.width).unwrap_or(0);
    for place in places {
        let top = f64::from(size.height_pt) - place.y1;
        let bottom = f64::from(size.height_pt) - place.y0;
        let columns = pixels(place.x0, place.x1, across, picture.width);
        for row in pixels(top, bottom, down, picture.height) {
            for column in columns.clone() {
                let at = row.saturating_mul(width).saturating_add(column);
                let at = at.saturating_mul(3);
                if let Some(pixel) = picture.rgb.get_mut(at..at.saturating_add(3)) {
                    lay_over(pixel);
                }
            }
        }
    }
    picture
}

/// The pixels a stretch of points covers.
fn pixels(from: f64, to: f64, scale: f64, most: u32) -> std::ops::Range<usize> {
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "clamped to the picture"
    )]
    let pixel = |points: f64| (points * scale).clamp(0.0, f64::from(most)) as usize;
    pixel(from - MARGIN_PT)..pixel(to + MARGIN_PT)
}

/// Darkens a pixel as a marker would.
fn lay_over(pixel: &mut [u8]) {
    for (part, marker) in pixel.iter_mut().zip(MARKER) {
        let product = u16::from(*part) * u16::from(marker) / 255;
        *part = u8::try_from(product).unwrap_or(u8::MAX);
    }
}

/// The picture as a PNG file; one without colour takes a third of the room.
pub(crate) fn png(picture: &Picture) -> Result<Vec<u8>, png::EncodingError> {
    let grey: Option<Vec<u8>> = picture
        .rgb
        .chunks_exact(3)
        .map(|pixel| match pixel {
            [r, g, b] if r == g && g == b => Some(*r),
            _ => None,
        })
        .collect();
    let mut out = Vec::new();
    let mut encoder = png::Encoder::new(&mut out, picture.width, picture.height);
    encoder.set_color(match grey {
        Some(_) => png::ColorType::Grayscale,
        None => png::ColorType::Rgb,
    });
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Balanced);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(grey.as_ref().unwrap_or(&picture.rgb))?;
    writer.finish()?;
    Ok(out)
}
