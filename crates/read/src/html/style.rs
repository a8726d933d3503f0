//! What declarations do to the letters of an element: hide them, strike them
//! out, give them a colour and a ground.

/// How far two colours may differ in each part and still look the same.
const SAME_COLOUR: u8 = 24;
/// Letters thinner than this are not seen.
const CLEAR_ALPHA: u8 = 25;
/// A ground thinner than this shows the one below it.
const THIN_ALPHA: u8 = 128;
/// Colours and grounds that are remembered for one element.
const COLOURS_MAX: usize = 4;

/// Red, green, blue and how thick.
pub(crate) type Colour = [u8; 4];

/// What letters stand on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ground {
    Colour(Colour),
    /// A picture, a gradient, or something computed.
    Unknown,
}

/// What one block of declarations does.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Effects {
    /// By which properties it keeps the element from being seen, a bit each.
    pub(crate) hides: u32,
    /// Which properties that could hide the element it says do not.
    pub(crate) shows: u32,
    /// Whether it hides depends on what is computed elsewhere.
    pub(crate) unsure: bool,
    /// It strikes the letters out.
    pub(crate) strikes: bool,
    pub(crate) colour: Option<Colour>,
    pub(crate) ground: Option<Ground>,
}

impl Effects {
    /// Reads declarations as they stand between braces or in a `style` attribute.
    pub(crate) fn of(declarations: &str) -> Effects {
        let mut effects = Effects::default();
        for declaration in declarations.split(';') {
            if let Some((property, value)) = declaration.split_once(':') {
                let value = value.trim().to_ascii_lowercase();
                let value = value.trim_end_matches("!important").trim();
                effects.take(&property.trim().to_ascii_lowercase(), value);
            }
        }
        effects
    }

    /// Whether nothing of it matters here.
    pub(crate) fn is_nothing(&self) -> bool {
        *self == Effects::default()
    }

    fn take(&mut self, property: &str, value: &str) {
        match property {
            "color" | "-webkit-text-fill-color" | "fill" => {
                self.colour = colour(value).or(self.colour);
            }
            "background" | "background-color" => self.ground = ground(value).or(self.ground),
            "background-image" if value != "none" => self.ground = Some(Ground::Unknown),
            "text-decoration" | "text-decoration-line" => {
                self.strikes |= value.contains("line-through");
            }
            _ => {
                if let Some((bit, hides)) = hides(property, value) {
                    let (set, clear) = if hides {
                        (&mut self.hides, &mut self.shows)
                    } else {
                        (&mut self.shows, &mut self.hides)
                    };
                    *set |= bit;
                    *clear &= !bit;
                    let matters = matches!(property, "display" | "visibility" | "opacity");
                    self.unsure |= matters && value.contains("var(");
                }
            }
        }
    }
}

/// The properties that can hide an element; each has its bit by its place here.
const HIDING: &[&str] = &[
    "display",
    "visibility",
    "opacity",
    "zoom",
    "font-size",
    "left",
    "top",
    "right",
    "bottom",
    "text-indent",
    "margin-left",
    "margin-top",
    "clip",
    "clip-path",
    "transform",
    "font",
    "filter",
    "content-visibility",
    "width",
    "height",
    "max-width",
    "max-height",
    "fill-opacity",
];

/// The bit of a property and whether it hides an element; nothing where it has
/// no say in that.
fn hides(property: &str, value: &str) -> Option<(u32, bool)> {
    let index = HIDING.iter().position(|known| *known == property)?;
    let bit = 1u32.checked_shl(u32::try_from(index).ok()?)?;
    let small = |most: f64| number(value).is_some_and(|given| given < most);
    let bare = value.replace(' ', "");
    let begins = |heads: &[&str]| heads.iter().any(|head| bare.starts_with(head));
    let hides = match property {
        "display" => value == "none",
        "visibility" => matches!(value, "hidden" | "collapse"),
        "opacity" | "zoom" | "fill-opacity" => small(0.05),
        "font-size" if value.ends_with("em") || value.ends_with('%') => small(0.1),
        "font-size" => small(1.5),
        "left" | "top" | "right" | "bottom" | "text-indent" | "margin-left" | "margin-top" => {
            number(value).is_some_and(|place| place <= -500.0)
        }
        "clip" => begins(&["rect(0", "rect(1px"]),
        "clip-path" => begins(&["inset(50%", "inset(100%", "circle(0", "polygon(00"]),
        "transform" => begins(&["scale(0)", "scale(0,"]) || moves_away(&bare),
        "font" => begins(&["0/", "0px/"]) || value.starts_with("0 "),
        "filter" => begins(&["opacity(0)", "opacity(0%"]),
        "content-visibility" => value == "hidden",
        _ => small(0.5) && !small(-0.1) && !value.ends_with("em"),
    };
    Some((bit, hides))
}

/// A translation by many hundreds of anything is one off the page.
fn moves_away(bare: &str) -> bool {
    bare.split("translate").skip(1).any(|rest| {
        let numbers = rest.split(['(', ',', ')']).skip(1).filter_map(number);
        numbers.take(3).any(|by| by <= -500.0)
    })
}

/// The number a value begins with.
fn number(value: &str) -> Option<f64> {
    let digits: String = value
        .chars()
        .take_while(|each| each.is_ascii_digit() || matches!(each, '.' | '-' | '+'))
        .collect();
    digits.parse().ok()
}

/// A colour as style sheets and the `color` attribute spell it.
pub(crate) fn colour(value: &str) -> Option<Colour> {
    csscolorparser::parse(value)
        .ok()
        .map(|colour| colour.to_rgba8())
}

fn ground(value: &str) -> Option<Ground> {
    if value.contains("url(") || value.contains("gradient(") || value.contains("var(") {
        return Some(Ground::Unknown);
    }
    let whole = colour(value).or_else(|| value.split_whitespace().find_map(colour));
    whole
        .filter(|[.., alpha]| *alpha >= THIN_ALPHA)
        .map(Ground::Colour)
}

/// The colours letters may have and the grounds they may stand on: all that
/// rules for their element name, since which of them wins is not worked out.
#[derive(Clone, Debug)]
pub(crate) struct Paint {
    colours: Vec<Colour>,
    grounds: Vec<Ground>,
}

impl Paint {
    /// Black on white.
    pub(crate) fn of_page() -> Paint {
        Paint {
            colours: vec![[0, 0, 0, 255]],
            grounds: vec![Ground::Colour([255; 4])],
        }
    }

    /// What an element makes of it, where it makes anything.
    pub(crate) fn under(&self, effects: &[&Effects]) -> Option<Paint> {
        let colours = effects.iter().filter_map(|one| one.colour);
        let grounds = effects.iter().filter_map(|one| one.ground);
        let colours: Vec<Colour> = colours.take(COLOURS_MAX).collect();
        let grounds: Vec<Ground> = grounds.take(COLOURS_MAX).collect();
        if colours.is_empty() && grounds.is_empty() {
            return None;
        }
        let or = |own: Vec<Colour>| {
            if own.is_empty() {
                self.colours.clone()
            } else {
                own
            }
        };
        Some(Paint {
            colours: or(colours),
            grounds: if grounds.is_empty() {
                self.grounds.clone()
            } else {
                grounds
            },
        })
    }

    /// Whether a person may not see letters painted like this.
    pub(crate) fn is_faint(&self) -> bool {
        self.colours.iter().any(|colour| {
            let [.., alpha] = colour;
            *alpha < CLEAR_ALPHA
                || self
                    .grounds
                    .iter()
                    .any(|ground| looks_like(*colour, *ground))
        })
    }
}

fn looks_like(colour: Colour, ground: Ground) -> bool {
    let Ground::Colour(ground) = ground else {
        return false;
    };
    let parts = colour.iter().zip(&ground).take(3);
    parts.fold(true, |same, (one, two)| {
        same && one.abs_diff(*two) <= SAME_COLOUR
    })
}
