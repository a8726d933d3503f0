//! Decimals against schoolbook arithmetic on digit strings of any length.

use super::*;
use proptest::prelude::*;

fn decimal(text: &str) -> Decimal {
    Decimal::parse(text).unwrap_or_else(|| panic!("{text} is not read"))
}

/// A number of any length: sign, decimal digits (lowest first), digits after the point.
#[derive(Clone, Debug)]
struct Long {
    negative: bool,
    digits: Vec<u8>,
    scale: usize,
}

impl Long {
    fn parse(text: &str) -> Long {
        let unsigned = text.trim_start_matches('-');
        let (whole, fraction) = unsigned.split_once('.').unwrap_or((unsigned, ""));
        let digits = whole
            .bytes()
            .chain(fraction.bytes())
            .rev()
            .map(|b| b - b'0')
            .collect();
        Long {
            negative: text.starts_with('-'),
            digits,
            scale: fraction.len(),
        }
    }

    fn at_scale(&self, scale: usize) -> Vec<u8> {
        let mut digits = vec![0; scale - self.scale];
        digits.extend(&self.digits);
        digits
    }

    fn plus(&self, other: &Long) -> Long {
        let scale = self.scale.max(other.scale);
        let (a, b) = (self.at_scale(scale), other.at_scale(scale));
        if self.negative == other.negative {
            return Long {
                negative: self.negative,
                digits: added(&a, &b),
                scale,
            };
        }
        let (negative, digits) = match ordered(&a, &b) {
            true => (self.negative, subtracted(&a, &b)),
            false => (other.negative, subtracted(&b, &a)),
        };
        Long {
            negative,
            digits,
            scale,
        }
    }

    fn times(&self, other: &Long) -> Long {
        let mut digits = vec![0u8; self.digits.len() + other.digits.len() + 1];
        for (i, a) in self.digits.iter().enumerate() {
            let mut carry = 0u16;
            for (j, digit) in digits[i..].iter_mut().enumerate() {
                let b = other.digits.get(j).copied().unwrap_or(0);
                let sum = u16::from(*digit) + u16::from(*a) * u16::from(b) + carry;
                *digit = (sum % 10) as u8;
                carry = sum / 10;
            }
        }
        let negative = self.negative != other.negative;
        Long {
            negative,
            digits,
            scale: self.scale + other.scale,
        }
    }

    /// The shortest plain text, and whether 96 bits and 28 fraction digits can hold it.
    fn text(&self) -> (String, bool) {
        let mut digits = self.digits.clone();
        let mut scale = self.scale;
        while scale > 0 && digits.first() == Some(&0) {
            digits.remove(0);
            scale -= 1;
        }
        while digits.len() > scale + 1 && digits.last() == Some(&0) {
            digits.pop();
        }
        digits.resize(digits.len().max(scale + 1), 0);
        let mut text: String = digits.iter().rev().map(|d| char::from(b'0' + d)).collect();
        let whole: Option<u128> = text.parse().ok();
        let fits = scale <= 28 && whole.is_some_and(|whole| whole < 1 << 96);
        if scale > 0 {
            text.insert(text.len() - scale, '.');
        }
        if self.negative && text.bytes().any(|b| (b'1'..=b'9').contains(&b)) {
            text.insert(0, '-');
        }
        (text, fits)
    }
}

fn added(a: &[u8], b: &[u8]) -> Vec<u8> {
    let mut carry = 0;
    let mut sum = Vec::new();
    for i in 0..=a.len().max(b.len()) {
        let digit = a.get(i).unwrap_or(&0) + b.get(i).unwrap_or(&0) + carry;
        sum.push(digit % 10);
        carry = digit / 10;
    }
    sum
}

/// Whether `a` is at least `b`.
fn ordered(a: &[u8], b: &[u8]) -> bool {
    (0..a.len().max(b.len()))
        .rev()
        .map(|i| a.get(i).unwrap_or(&0).cmp(b.get(i).unwrap_or(&0)))
        .find(|order| order.is_ne())
        .is_none_or(|order| order.is_gt())
}

fn subtracted(a: &[u8], b: &[u8]) -> Vec<u8> {
    let mut borrow = 0i8;
    let mut rest = Vec::new();
    for i in 0..a.len().max(b.len()) {
        let left = i8::try_from(*a.get(i).unwrap_or(&0)).unwrap();
        let right = i8::try_from(*b.get(i).unwrap_or(&0)).unwrap();
        let digit = left - right - borrow;
        rest.push(digit.rem_euclid(10) as u8);
        borrow = i8::from(digit < 0);
    }
    rest
}

fn agrees(result: Option<Decimal>, expected: &Long) -> Result<(), TestCaseError> {
    let (text, fits) = expected.text();
    prop_assert_eq!(result.map(|r| r.to_string()), fits.then_some(text));
    Ok(())
}

/// Numbers of all lengths, many with runs of zeros, twos and fives, which cancel in products.
fn number_text() -> impl Strategy<Value = String> {
    prop_oneof![
        "-?[0-9]{1,8}(\\.[0-9]{1,8})?",
        "-?[0-9]{1,30}",
        "-?[0-9]{1,15}\\.[0-9]{1,15}",
        "-?0\\.0{0,20}[0-9]{1,9}",
        "-?[1-9]0{0,28}",
        (0u32..96).prop_map(|n| (1u128 << n).to_string()),
        (0u32..41).prop_map(|n| 5u128.pow(n).to_string()),
        ((0u32..41), (0usize..20))
            .prop_map(|(n, zeros)| { format!("0.{}{}", "0".repeat(zeros), 5u128.pow(n)) }),
    ]
}

fn readable() -> impl Strategy<Value = String> {
    number_text().prop_filter("fits", |text| Decimal::parse(text).is_some())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn reading_keeps_every_digit_or_refuses(text in number_text()) {
        agrees(Decimal::parse(&text), &Long::parse(&text))?;
    }

    #[test]
    fn a_sum_is_exact_or_none(a in readable(), b in readable()) {
        let expected = Long::parse(&a).plus(&Long::parse(&b));
        agrees(decimal(&a).plus(decimal(&b)), &expected)?;
    }

    #[test]
    fn a_product_is_exact_or_none(a in readable(), b in readable()) {
        let expected = Long::parse(&a).times(&Long::parse(&b));
        agrees(decimal(&a).times(decimal(&b)), &expected)?;
    }

    #[test]
    fn hundredths_and_hundredfolds_are_products(a in readable()) {
        let long = Long::parse(&a);
        agrees(decimal(&a).hundredth(), &long.times(&Long::parse("0.01")))?;
        agrees(decimal(&a).hundredfold(), &long.times(&Long::parse("100")))?;
    }

    #[test]
    fn equal_numbers_are_equal_however_they_are_written(a in readable(), zeros in 0usize..9) {
        let (left, right) = a.split_once('.').unwrap_or((&a, "0"));
        let longer = format!("{left}.{right}{}", "0".repeat(zeros));
        prop_assert_eq!(decimal(&a), decimal(&longer));
        prop_assert_eq!(decimal(&a).to_string(), decimal(&longer).to_string());
    }

    #[test]
    fn any_text_is_read_or_refused_without_a_panic(text in any::<String>()) {
        let _ = Decimal::parse(&text);
    }
}

#[test]
fn only_plain_decimal_text_is_read() {
    for text in [
        "", "-", ".", "1.", ".5", "1e2", "1,000", " 1", "1 ", "--1", "+-1", "1.2.3", "NaN", "inf",
        "0x10", "1_000", "٣",
    ] {
        assert_eq!(Decimal::parse(text), None, "{text}");
    }
}

#[test]
fn zeros_in_front_and_behind_do_not_count() {
    assert_eq!(decimal(&format!("{}7", "0".repeat(60))).to_string(), "7");
    assert_eq!(
        decimal(&format!("1.5{}", "0".repeat(60))).to_string(),
        "1.5"
    );
    assert_eq!(decimal("+12.50").to_string(), "12.5");
    assert_eq!(decimal("-0.00").to_string(), "0");
    assert_eq!(decimal("0").negated().to_string(), "0");
}

#[test]
fn a_result_too_long_is_none_where_the_library_would_round() {
    let long = decimal("0.1234567890123456789012345678");
    assert_eq!(long.times(long), None);
    assert_eq!(long.plus(decimal("1000000000")), None);
    let most = decimal("79228162514264337593543950335");
    assert_eq!(most.plus(Decimal::ONE), None);
    assert_eq!(most.plus(decimal("0.1")), None);
    assert_eq!(most.negated().plus(most), Some(Decimal::ZERO));
    assert_eq!(Decimal::parse("79228162514264337593543950336"), None);
}

#[test]
fn tens_cancel_before_a_product_is_judged_too_long() {
    let power = decimal("1237940039285380274899124224"); // 2 to the 90th
    let five = decimal("0.0000095367431640625"); // 5 to the 20th, of 10 to the -19th
    assert!(power.times(five).is_some());
}
