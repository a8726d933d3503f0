//! Drawings: where their letters stand, and whether that is inside what is shown.
//!
//! Movements are followed as far as they are written as attributes; what cuts,
//! bends or animates letters is a doubt.

use super::colour::{Ground, Spelled, spelled};
use super::length::{fixed, number};
use super::select::Node;

/// A side below this shows no letters, in points of the screen.
const NO_ROOM_PX: f64 = 4.0;
/// Part of the size of letters that may lie outside.
const OUTSIDE: f64 = 0.35;

/// Elements of drawings in which letters are drawn as they are elsewhere, and those that end a
/// drawing because they are none of it.
const KNOWN: &[&str] = &[
    "a",
    "b",
    "big",
    "blockquote",
    "body",
    "br",
    "center",
    "code",
    "dd",
    "div",
    "dl",
    "dt",
    "em",
    "embed",
    "g",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "head",
    "hr",
    "i",
    "img",
    "li",
    "listing",
    "menu",
    "meta",
    "nobr",
    "ol",
    "p",
    "pre",
    "ruby",
    "s",
    "small",
    "span",
    "strike",
    "strong",
    "sub",
    "sup",
    "svg",
    "table",
    "title",
    "tt",
    "u",
    "ul",
    "var",
];

/// What is shown of a drawing, and how its own numbers become those of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct View {
    /// The edges of what is shown: left, top, right, bottom; nothing where not known.
    edges: [Option<f64>; 4],
    /// As in `matrix(a b c d e f)`.
    matrix: [f64; 6],
    /// How many points of the screen one of the drawing's own is.
    scale: f64,
    /// Where letters begin, as far as it is said.
    pen: [Option<f64>; 2],
}

/// What an element of a drawing comes to.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Drawn {
    pub(crate) view: Option<View>,
    pub(crate) gone: bool,
    pub(crate) doubt: bool,
    /// How much smaller letters are drawn than they say.
    pub(crate) shrink: Option<f64>,
}

fn attribute(node: &Node, name: &str) -> Option<f64> {
    let value = node.attribute(name)?;
    let first = value.split([' ', ',']).find(|one| !one.is_empty())?;
    match number(first)? {
        (number, "") => Some(number),
        (number, "em") => Some(number * 16.0),
        (_, "%") => None,
        (number, unit) => Some(number * fixed(unit)?),
    }
}

/// Looks at an element of a drawing, or at one that begins a drawing.
pub(crate) fn drawn(node: &Node, outer: Option<View>, font: f64) -> Drawn {
    let mut drawn = Drawn {
        view: outer,
        ..Drawn::default()
    };
    let name: &str = &node.name;
    if name == "svg" && outer.is_none() {
        let view = begin(node);
        drawn.gone = sides(node)
            .into_iter()
            .flatten()
            .any(|side| side < NO_ROOM_PX);
        drawn.shrink = Some(view.scale);
        drawn.view = Some(view);
        return drawn;
    }
    let Some(mut view) = outer else {
        return drawn;
    };
    if name == "svg" {
        drawn.gone = sides(node)
            .into_iter()
            .flatten()
            .any(|side| side < NO_ROOM_PX);
        let by = ["x", "y"].map(|name| attribute(node, name).unwrap_or(0.0));
        view.matrix = product(view.matrix, [1.0, 0.0, 0.0, 1.0, by[0], by[1]]);
        drawn.doubt = node.attribute("viewbox").is_some();
    }
    if let Some(transform) = node.attribute("transform") {
        match moved(transform) {
            Some(matrix) => {
                view.matrix = product(view.matrix, matrix);
                let [a, b, c, d, ..] = matrix;
                drawn.shrink = Some((a * d - b * c).abs().sqrt());
            }
            None => drawn.doubt = true,
        }
    }
    match name {
        "text" | "tspan" => {
            if name == "text" {
                view.pen = [Some(0.0), None];
            }
            for (pen, names) in view.pen.iter_mut().zip([["x", "dx"], ["y", "dy"]]) {
                let [at, by] = names.map(|name| attribute(node, name));
                *pen = at.or(*pen).map(|at| at + by.unwrap_or(0.0)).or(by);
            }
            drawn.gone |= view.is_outside(font);
            let squeezed = attribute(node, "textlength").is_some_and(|wide| wide < 20.0);
            let edged = !matches!(node.attribute("stroke"), None | Some("none"));
            let edged = edged && attribute(node, "stroke-width").is_some_and(|wide| wide > 2.0);
            drawn.doubt |= edged || squeezed || node.attribute("rotate").is_some();
        }
        "foreignobject" => {
            let styled = node
                .attribute("style")
                .is_some_and(|style| style.contains("width"));
            let [wide, high] = ["width", "height"].map(|side| {
                let part = node.attribute(side).is_some_and(|side| side.contains('%'));
                part || attribute(node, side).is_some_and(|side| side >= NO_ROOM_PX)
            });
            view.pen = ["x", "y"].map(|name| attribute(node, name).map(|at| at + font));
            drawn.gone |= (!wide || !high) && !styled;
            drawn.gone |= view.is_outside(font);
        }
        // What stands in an element that drawings do not know is not drawn.
        name => drawn.doubt |= !KNOWN.contains(&name),
    }
    drawn.view = Some(view);
    drawn
}

/// The colour of a shape that is large enough to lie under or over words; doubtful where it
/// is not plain, nothing where it is small or clear.
pub(crate) fn shape(node: &Node) -> Option<Ground> {
    if !matches!(&*node.name, "rect" | "circle" | "ellipse" | "image") {
        return None;
    }
    let large = |names: [&str; 2], least: f64| {
        let mut sides = names.iter().filter_map(|name| node.attribute(name));
        sides.any(|side| side.contains('%') || number(side).is_some_and(|(side, _)| side >= least))
    };
    let clear = ["opacity", "fill-opacity"].iter().any(|name| {
        let part = node.attribute(name).and_then(number);
        part.is_some_and(|(part, _)| part < 0.5)
    });
    if clear
        || !large(["width", "r"], 60.0) && !large(["rx", "r"], 30.0)
        || !large(["height", "r"], 12.0) && !large(["ry", "r"], 6.0)
    {
        return None;
    }
    if node
        .attribute("style")
        .is_some_and(|style| style.contains("fill"))
    {
        return Some(Ground::Doubtful);
    }
    match node.attribute("fill").unwrap_or("black").trim() {
        _ if &*node.name == "image" => Some(Ground::Doubtful),
        "none" | "transparent" => None,
        fill => match spelled(&fill.to_lowercase()) {
            Some(Spelled::Known(colour)) => Some(Ground::Colour(colour)),
            _ => Some(Ground::Doubtful),
        },
    }
}

/// The sides a drawing says it has.
fn sides(node: &Node) -> [Option<f64>; 2] {
    ["width", "height"].map(|side| attribute(node, side))
}

fn begin(node: &Node) -> View {
    let [wide, high] = sides(node);
    let numbers = node.attribute("viewbox").map(|numbers| {
        let each = numbers.split([' ', ',']).filter_map(number);
        each.map(|(number, _)| number).collect::<Vec<f64>>()
    });
    let (edges, scale) = match numbers.as_deref() {
        Some([left, top, across, down]) => {
            let scale = |side: Option<f64>, inside: f64| side.map(|side| side / inside.max(0.01));
            let scales = [scale(wide, *across), scale(high, *down)];
            let scale = scales.into_iter().flatten().fold(1.0, f64::min);
            let edges = [*left, *top, left + across, top + down];
            (edges.map(Some), scale)
        }
        _ => ([Some(0.0), Some(0.0), wide, high], 1.0),
    };
    View {
        edges,
        matrix: [1.0, 0.0, 0.0, 1.0, 0.0, 0.0],
        scale,
        pen: [None; 2],
    }
}

impl View {
    /// Whether letters that begin at the pen are outside what is shown.
    fn is_outside(&self, font: f64) -> bool {
        let [a, b, c, d, e, f] = self.matrix;
        let [x, y] = self.pen;
        let [left, top, right, bottom] = self.edges;
        let turned = b.abs() > 0.01 || c.abs() > 0.01;
        let (at_x, at_y) = (x.unwrap_or(0.0), y.unwrap_or(0.0));
        let (across, down) = (a * at_x + c * at_y + e, b * at_x + d * at_y + f);
        let slack = font * OUTSIDE;
        let before = |at: f64, edge: Option<f64>| edge.is_some_and(|edge| at < edge);
        let after = |at: f64, edge: Option<f64>| edge.is_some_and(|edge| at > edge);
        let high = y.is_some() && !turned && before(down - slack, top);
        let high = high || before(down + 2.0 * font, top);
        high || before(across + 2.0 * font, left)
            || after(across, right)
            || after(down - slack, bottom)
    }
}

/// Two movements, the second inside the first.
fn product(one: [f64; 6], two: [f64; 6]) -> [f64; 6] {
    let [a, b, c, d, e, f] = one;
    let [g, h, i, j, k, l] = two;
    [
        a * g + c * h,
        b * g + d * h,
        a * i + c * j,
        b * i + d * j,
        a * k + c * l + e,
        b * k + d * l + f,
    ]
}

/// The movement that a `transform` attribute names; nothing where it is not followed.
fn moved(value: &str) -> Option<[f64; 6]> {
    let mut all = [1.0, 0.0, 0.0, 1.0, 0.0, 0.0];
    for one in value
        .split(')')
        .map(str::trim)
        .filter(|one| !one.is_empty())
    {
        let (name, arguments) = one.split_once('(')?;
        let numbers: Vec<f64> = arguments
            .split([' ', ','])
            .filter_map(number)
            .map(|(number, _)| number)
            .collect();
        let matrix = match (name.trim_matches([' ', ',']), numbers.as_slice()) {
            ("translate", [x]) => [1.0, 0.0, 0.0, 1.0, *x, 0.0],
            ("translate", [x, y]) => [1.0, 0.0, 0.0, 1.0, *x, *y],
            ("scale", [by]) => [*by, 0.0, 0.0, *by, 0.0, 0.0],
            ("scale", [x, y]) => [*x, 0.0, 0.0, *y, 0.0, 0.0],
            ("matrix", [a, b, c, d, e, f]) => [*a, *b, *c, *d, *e, *f],
            ("rotate", [by]) => turned(*by),
            ("rotate", [by, x, y]) => {
                let there = product([1.0, 0.0, 0.0, 1.0, *x, *y], turned(*by));
                product(there, [1.0, 0.0, 0.0, 1.0, -x, -y])
            }
            _ => return None,
        };
        all = product(all, matrix);
    }
    Some(all)
}

fn turned(degrees: f64) -> [f64; 6] {
    let (sine, cosine) = degrees.to_radians().sin_cos();
    [cosine, sine, -sine, cosine, 0.0, 0.0]
}
