//! The patterns of the schema, decided by hand exactly as the schema does.

/// Whether a text has nothing but what JavaScript's `\s` matches.
pub(crate) fn is_blank(text: &str) -> bool {
    text.chars().all(|c| {
        matches!(c, '\t'..='\r' | ' ' | '\u{a0}' | '\u{1680}' | '\u{2000}'..='\u{200a}'
            | '\u{2028}' | '\u{2029}' | '\u{202f}' | '\u{205f}' | '\u{3000}' | '\u{feff}')
    })
}

/// Whether a text is a currency: a code, a sign, or rupees.
pub(crate) fn is_currency(text: &str) -> bool {
    let capitals = |text: &str| text.bytes().all(|b| b.is_ascii_uppercase());
    let dollar = text
        .strip_suffix('$')
        .is_some_and(|letters| letters.len() <= 3 && capitals(letters));
    let mut chars = text.chars();
    let sign = chars
        .next()
        .is_some_and(|c| "€£¥₹₦₩₽₪₫₱฿₴₺₡₲₵₸₼₾₮₭".contains(c))
        && chars.next().is_none();
    text.len() == 3 && capitals(text) || dollar || sign || text == "Rs"
}

/// Whether a text names what an amount counts that is no money.
pub(crate) fn is_counted(text: &str) -> bool {
    matches!(text, "year" | "month" | "day" | "count")
}

/// The numbers of a time in UTC: year, month, day, where it has the shape of one.
fn utc_day(text: &str) -> Option<(u32, u32, u32)> {
    let (day, time) = text.strip_suffix('Z')?.split_once('T')?;
    let number = |text: &str, digits: usize| -> Option<u32> {
        let plain = text.len() == digits && text.bytes().all(|b| b.is_ascii_digit());
        plain.then(|| text.parse().ok()).flatten()
    };
    let mut parts = day.split('-');
    let year = number(parts.next()?, 4)?;
    let month = number(parts.next()?, 2).filter(|month| (1..=12).contains(month))?;
    let day = number(parts.next()?, 2).filter(|day| (1..=31).contains(day))?;
    let (clock, fraction) = time.split_once('.').unwrap_or((time, "0"));
    let mut clocks = clock.split(':');
    number(clocks.next()?, 2).filter(|hour| *hour < 24)?;
    number(clocks.next()?, 2).filter(|minute| *minute < 60)?;
    number(clocks.next()?, 2).filter(|second| *second < 60)?;
    let digits = (1..=9).contains(&fraction.len()) && fraction.bytes().all(|b| b.is_ascii_digit());
    let whole = parts.next().is_none() && clocks.next().is_none() && digits;
    whole.then_some((year, month, day))
}

/// Whether a text has the shape of a time in UTC.
pub(crate) fn is_utc(text: &str) -> bool {
    utc_day(text).is_some()
}

/// Whether the calendar has that day.
pub(crate) fn is_calendar_time(text: &str) -> bool {
    let Some((year, month, day)) = utc_day(text) else {
        return false;
    };
    let leap = year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400);
    let days = match month {
        2 if leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    };
    day <= days
}

/// Whether a text is a semantic version.
pub(crate) fn is_semver(text: &str) -> bool {
    let (rest, build) = match text.split_once('+') {
        Some((rest, build)) => (rest, Some(build)),
        None => (text, None),
    };
    let (core, before) = match rest.split_once('-') {
        Some((core, before)) => (core, Some(before)),
        None => (rest, None),
    };
    let named = |part: &str| {
        !part.is_empty() && part.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
    };
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    let number = |part: &str| digits(part) && (part == "0" || !part.starts_with('0'));
    let release = |part: &str| named(part) && (!digits(part) || number(part));
    core.split('.').count() == 3
        && core.split('.').all(number)
        && before.is_none_or(|before| before.split('.').all(release))
        && build.is_none_or(|build| build.split('.').all(named))
}
