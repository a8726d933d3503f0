//! Turns `data/*.toml` into Rust. A file that is broken, a word in capitals or one
//! that stands twice in a list, or two languages that disagree about a month, fail
//! the build: no rule can lose its words at run time.
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_macros,
    reason = "a build script reads files and talks to cargo on standard output"
)]

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use serde::Deserialize;

/// The languages in their order: English first, which a text is read as where
/// nothing speaks for another one.
const CODES: [&str; 7] = ["en", "de", "fr", "es", "it", "nl", "pt"];

/// Further words of a language, in a file of their own: its code and what they are for.
const MORE: [(&str, &str); 1] = [("en", "en-frame")];

/// A file of further words.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct More {
    words: BTreeMap<String, Vec<String>>,
}

/// A file of a language.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Source {
    code: String,
    name: String,
    #[serde(default)]
    elides: bool,
    months: Months,
    #[serde(default)]
    numbers: Numbers,
    #[serde(default)]
    words: BTreeMap<String, Vec<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Months {
    names: [Vec<String>; 12],
    others: [Vec<String>; 12],
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
struct Numbers {
    units: BTreeMap<String, u8>,
    tens: BTreeMap<String, u8>,
    hundreds: Vec<String>,
    scales: BTreeMap<String, u8>,
    rare: Vec<String>,
    no_answer: Vec<String>,
    quantities: Vec<String>,
    ordinals: BTreeMap<String, u8>,
    parts: Vec<Part>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Part {
    one: String,
    several: String,
    of: u64,
    exact: Option<String>,
}

/// What is wrong with the data, told to whoever builds.
type Broken = Box<dyn std::error::Error>;

fn main() -> Result<(), Broken> {
    println!("cargo::rerun-if-changed=data");
    println!("cargo::rerun-if-changed=build.rs");
    let classes: BTreeMap<String, String> = read("classes")?;
    let mut languages: Vec<Source> = CODES.into_iter().map(read).collect::<Result<_, _>>()?;
    for (code, file) in MORE {
        let more: More = read(file)?;
        for language in languages.iter_mut().filter(|one| one.code == code) {
            for (class, words) in &more.words {
                if language
                    .words
                    .insert(class.clone(), words.clone())
                    .is_some()
                {
                    return Err(format!(
                        "data/{file}.toml: `{class}` stands in data/{code}.toml too"
                    )
                    .into());
                }
            }
        }
    }
    let files = fs::read_dir("data")?.count();
    if files != CODES.len() + MORE.len() + 1 {
        return Err(format!("data/ has {files} files; name each language in `CODES`").into());
    }
    let mut code = words_struct(&classes);
    for (language, expected) in languages.iter().zip(CODES) {
        if language.code != expected {
            return Err(format!("data/{expected}.toml says it is `{}`", language.code).into());
        }
        let told = |what| format!("data/{expected}.toml: {what}");
        code += &language_static(language, &classes).map_err(told)?;
    }
    let statics: Vec<String> = CODES
        .iter()
        .map(|code| format!("&{}", name(code)))
        .collect();
    writeln!(
        code,
        "/// All languages, English first.\npub static LANGUAGES: [&Language; {}] = [{}];",
        CODES.len(),
        statics.join(", ")
    )?;
    code += &all_months(&languages)?;
    let out = std::env::var("OUT_DIR")?;
    fs::write(Path::new(&out).join("languages.rs"), code)?;
    Ok(())
}

fn read<T: serde::de::DeserializeOwned>(code: &str) -> Result<T, Broken> {
    let path = format!("data/{code}.toml");
    let text = fs::read_to_string(&path).map_err(|error| format!("{path}: {error}"))?;
    toml::from_str(&text).map_err(|error| format!("{path}: {error}").into())
}

/// The name of a language's static.
fn name(code: &str) -> String {
    code.to_uppercase()
}

/// The struct with one field a class of words.
fn words_struct(classes: &BTreeMap<String, String>) -> String {
    let fields: Vec<String> = classes
        .iter()
        .map(|(class, about)| {
            format!("    /// {about}\n    pub {class}: &'static [&'static str],\n")
        })
        .collect();
    format!(
        "/// The words of a language by class; every list is sorted and in small letters.\n\
         #[derive(Clone, Copy, Debug)]\npub struct Words {{\n{}}}\n",
        fields.concat()
    )
}

fn language_static(
    language: &Source,
    classes: &BTreeMap<String, String>,
) -> Result<String, String> {
    if let Some(unknown) = language
        .words
        .keys()
        .find(|class| !classes.contains_key(*class))
    {
        return Err(format!("classes.toml does not name the class `{unknown}`"));
    }
    let mut words = String::new();
    for class in classes.keys() {
        let list = language.words.get(class).cloned().unwrap_or_default();
        words += &format!("{class}: &{}, ", list_of(list)?);
    }
    let months = &language.months;
    let names = list_of(months.names.iter().flatten().cloned().collect())?;
    let short = list_of(months.others.iter().flatten().cloned().collect())?;
    Ok(format!(
        "/// {}.\npub static {}: Language = Language {{ code: {:?}, name: {:?}, elides: {}, \
         month_names: &{names}, other_month_names: &{short}, numbers: {}, words: Words {{ {words} }} }};\n",
        language.name,
        name(&language.code),
        language.code,
        language.name,
        language.elides,
        numbers(&language.numbers)?,
    ))
}

/// A sorted list of words; refused where a word is not in small letters or stands twice.
fn list_of(mut words: Vec<String>) -> Result<String, String> {
    words.sort();
    for (at, word) in words.iter().enumerate() {
        if word.trim() != word || word.is_empty() || *word != word.to_lowercase() {
            return Err(format!("`{word}` is empty, padded or not in small letters"));
        }
        if words.get(at + 1) == Some(word) {
            return Err(format!("`{word}` stands twice in one list"));
        }
    }
    Ok(format!("{words:?}"))
}

/// A sorted table of words with what each means, as Rust.
fn table_of(rows: Vec<(String, String)>) -> Result<String, String> {
    list_of(rows.iter().map(|(word, _)| word.clone()).collect())?;
    let mut rows = rows;
    rows.sort();
    let rows: Vec<String> = rows
        .iter()
        .map(|(word, meaning)| format!("({word:?}, {meaning})"))
        .collect();
    Ok(format!("&[{}]", rows.join(", ")))
}

fn numbers(numbers: &Numbers) -> Result<String, String> {
    let mut pieces: Vec<(String, String)> = Vec::new();
    let mut add = |words: &BTreeMap<String, u8>, kind: &str| {
        let rows = words.iter();
        pieces.extend(rows.map(|(word, n)| (word.clone(), format!("NumberWord::{kind}({n})"))));
    };
    add(&numbers.units, "Unit");
    add(&numbers.tens, "Tens");
    add(&numbers.scales, "Scale");
    let hundreds = numbers.hundreds.iter();
    pieces.extend(hundreds.map(|word| (word.clone(), "NumberWord::Hundred".to_owned())));
    for (word, value) in numbers.units.iter().chain(&numbers.tens) {
        let is_unit = numbers.units.contains_key(word);
        if is_unit == (*value > 19) || !is_unit && value % 10 != 0 {
            return Err(format!("`{word}` is not {value}"));
        }
    }
    let is_piece = |word: &String| pieces.iter().any(|(piece, _)| piece == word);
    let set_apart: Vec<&String> = numbers.rare.iter().chain(&numbers.no_answer).collect();
    if let Some(word) = set_apart.iter().find(|word| !is_piece(word)) {
        return Err(format!("`{word}` is set apart but is no number"));
    }
    let all = pieces.iter().map(|(word, _)| word.clone());
    let common: Vec<String> = all.filter(|word| !numbers.rare.contains(word)).collect();
    let mut answers: Vec<String> = common.clone();
    answers.retain(|word| !numbers.no_answer.contains(word));
    answers.extend(numbers.quantities.iter().cloned());
    let ordinals = numbers.ordinals.iter();
    let ordinals = ordinals.map(|(word, n)| (word.clone(), n.to_string()));
    Ok(format!(
        "Numbers {{ pieces: {}, common: &{}, answers: &{}, ordinals: {}, parts: {} }}",
        table_of(pieces)?,
        list_of(common)?,
        list_of(answers)?,
        table_of(ordinals.collect())?,
        parts(&numbers.parts)?,
    ))
}

fn parts(parts: &[Part]) -> Result<String, String> {
    let mut rows = Vec::new();
    for part in parts {
        if let Some(exact) = &part.exact {
            let digits = exact.strip_prefix("0.").ok_or("a part is less than one")?;
            let value: u64 = digits
                .parse()
                .map_err(|_| format!("`{exact}` is no decimal"))?;
            if value * part.of != 10_u64.pow(u32::try_from(digits.len()).unwrap_or(0)) {
                return Err(format!("`{}` is not {exact}", part.one));
            }
        }
        for (word, plural) in [(&part.one, false), (&part.several, true)] {
            let meaning = format!(
                "Part {{ of: {}, exact: {:?}, plural: {plural} }}",
                part.of, part.exact
            );
            rows.push((word.clone(), meaning));
        }
    }
    table_of(rows)
}

/// Every spelling of a month in any language; one that means two months is refused.
fn all_months(languages: &[Source]) -> Result<String, Broken> {
    let mut months: BTreeMap<&str, usize> = BTreeMap::new();
    for language in languages {
        let Months { names, others } = &language.months;
        for (at, (names, others)) in names.iter().zip(others).enumerate() {
            for word in names.iter().chain(others) {
                if *months.entry(word).or_insert(at) != at {
                    return Err(format!("`{word}` is two months").into());
                }
            }
        }
    }
    let rows: Vec<String> = months
        .iter()
        .map(|(word, at)| format!("({word:?}, {})", at + 1))
        .collect();
    Ok(format!(
        "/// Every spelling of a month in any of the languages, sorted; January is 1. None means\n\
         /// two months.\npub static MONTHS: &[(&str, u8)] = &[{}];\n",
        rows.join(", ")
    ))
}
