//! How boxes travel between processes: most letters stand on the line of the
//! letter before them, one character further on, and say only where they begin
//! and end on it. Nothing is rounded.

use serde::de::{Error, Visitor};
use serde::{Deserializer, Serializer};

use crate::{Area, ByteOffset, CharBox};

/// The letter stands as high as the one before.
const SAME_LINE: u8 = 0x80;
/// The offset does not fit in what is left of the first byte: it follows, whole.
const FAR: u8 = 0x7f;
/// How long one box is at least.
const LEAST_BYTES: usize = 9;

pub(crate) fn serialize<S: Serializer>(boxes: &[CharBox], to: S) -> Result<S::Ok, S::Error> {
    to.serialize_bytes(&pack(boxes))
}

pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<CharBox>, D::Error> {
    from.deserialize_bytes(Packed)
}

fn pack(boxes: &[CharBox]) -> Vec<u8> {
    let mut packed = Vec::with_capacity(boxes.len().saturating_mul(LEAST_BYTES.saturating_add(3)));
    let (mut at, mut low, mut high) = (0usize, 0f32, 0f32);
    for one in boxes {
        let Area { x0, y0, x1, y1 } = one.area;
        let same = (low.to_bits(), high.to_bits()) == (y0.to_bits(), y1.to_bits());
        let further = one
            .at
            .0
            .checked_sub(at)
            .and_then(|by| u8::try_from(by).ok());
        let further = further.filter(|by| *by < FAR).unwrap_or(FAR);
        packed.push(further | if same { SAME_LINE } else { 0 });
        if further == FAR {
            packed.extend_from_slice(&one.at.as_u64().to_le_bytes());
        }
        packed.extend_from_slice(&x0.to_le_bytes());
        packed.extend_from_slice(&x1.to_le_bytes());
        if !same {
            packed.extend_from_slice(&y0.to_le_bytes());
            packed.extend_from_slice(&y1.to_le_bytes());
        }
        (at, low, high) = (one.at.0, y0, y1);
    }
    packed
}

fn unpack(mut packed: &[u8]) -> Option<Vec<CharBox>> {
    let mut boxes = Vec::with_capacity(packed.len() / LEAST_BYTES);
    let (mut at, mut low, mut high) = (0usize, 0f32, 0f32);
    while let Some((head, rest)) = packed.split_first() {
        packed = rest;
        let further = head & !SAME_LINE;
        at = if further == FAR {
            usize::try_from(u64::from_le_bytes(take(&mut packed)?)).ok()?
        } else {
            at.checked_add(usize::from(further))?
        };
        let x0 = f32::from_le_bytes(take(&mut packed)?);
        let x1 = f32::from_le_bytes(take(&mut packed)?);
        if head & SAME_LINE == 0 {
            low = f32::from_le_bytes(take(&mut packed)?);
            high = f32::from_le_bytes(take(&mut packed)?);
        }
        boxes.push(CharBox {
            at: ByteOffset(at),
            area: Area {
                x0,
                y0: low,
                x1,
                y1: high,
            },
        });
    }
    Some(boxes)
}

fn take<const N: usize>(from: &mut &[u8]) -> Option<[u8; N]> {
    let (taken, rest) = from.split_first_chunk::<N>()?;
    *from = rest;
    Some(*taken)
}

struct Packed;

impl Visitor<'_> for Packed {
    type Value = Vec<CharBox>;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("packed boxes")
    }

    fn visit_bytes<E: Error>(self, packed: &[u8]) -> Result<Vec<CharBox>, E> {
        unpack(packed).ok_or_else(|| E::custom("boxes that are cut short"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(at: usize, numbers: [f32; 4]) -> CharBox {
        let [x0, y0, x1, y1] = numbers;
        CharBox {
            at: ByteOffset(at),
            area: Area { x0, y0, x1, y1 },
        }
    }

    #[test]
    fn boxes_come_out_as_they_went_in() {
        let boxes = vec![
            one(0, [0.0, 0.0, 5.1, 0.0]),
            one(1, [72.003, 700.25, 77.5, 712.0]),
            one(4, [77.5, 700.25, 83.0, 712.0]),
            one(4 + 126, [83.0, 700.25, 90.0, 712.0]),
            one(4 + 126 + 127, [83.0, 700.25, 90.0, 712.0]),
            one(70_000, [-1e-7, -0.0, 3e9, 0.1]),
            one(12, [1.0, 2.0, 3.0, 4.0]),
            one(usize::MAX, [1.0, 2.0, 3.0, 4.0]),
        ];
        let packed = pack(&boxes);
        assert_eq!(unpack(&packed).as_ref(), Some(&boxes));
        assert!(packed.len() < boxes.len() * 24);
    }

    #[test]
    fn what_is_cut_short_is_no_list_of_boxes() {
        let packed = pack(&[one(0, [1.0; 4]), one(300, [2.0; 4])]);
        let whole = pack(&[one(0, [1.0; 4])]).len();
        for end in (1..packed.len()).filter(|end| *end != whole) {
            assert_eq!(unpack(&packed[..end]), None, "{end}");
        }
    }
}
