//! Style sheets that are part of an address themselves: `data:text/css,…`.

/// The sheet that an address of the kind `data:` holds; nothing where it is no such address.
pub(crate) fn sheet(address: &str) -> Option<String> {
    let (_, data) = address.split_once("data:")?;
    let (kind, content) = data.split_once(',')?;
    let content = content.trim_end().trim_end_matches([';', ')', '"', '\'']);
    let bytes = if kind.trim_end().ends_with("base64") {
        base64(content)
    } else {
        percent(content)
    };
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

/// Whether an address is one of fonts alone.
pub(crate) fn is_fonts(address: &str) -> bool {
    const HOSTS: &[&str] = &[
        "//fonts.googleapis.com/",
        "//use.typekit.net/",
        "//fonts.bunny.net/",
    ];
    HOSTS.iter().any(|host| address.contains(host))
}

fn percent(text: &str) -> Vec<u8> {
    let mut done = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        let digits = after.get(..2).and_then(|two| std::str::from_utf8(two).ok());
        let byte = digits.and_then(|two| u8::from_str_radix(two, 16).ok());
        match byte.filter(|_| *first == b'%') {
            Some(byte) => {
                done.push(byte);
                rest = after.get(2..).unwrap_or_default();
            }
            None => {
                done.push(*first);
                rest = after;
            }
        }
    }
    done
}

fn base64(text: &str) -> Vec<u8> {
    let mut done = Vec::new();
    let (mut bits, mut count) = (0u32, 0u32);
    for each in percent(text) {
        let value = match each {
            b'A'..=b'Z' => each.saturating_sub(b'A'),
            b'a'..=b'z' => each.saturating_sub(b'a').saturating_add(26),
            b'0'..=b'9' => each.saturating_sub(b'0').saturating_add(52),
            b'+' | b'-' => 62,
            b'/' | b'_' => 63,
            _ => continue,
        };
        bits = (bits << 6 | u32::from(value)) & 0x00FF_FFFF;
        count = count.saturating_add(6);
        if count >= 8 {
            count = count.saturating_sub(8);
            done.push(u8::try_from((bits >> count) & 0xFF).unwrap_or(0));
        }
    }
    done
}
