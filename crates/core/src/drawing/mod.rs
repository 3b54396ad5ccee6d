//! Pictures of boards: a [`Drawing`] is a list of shapes and labels, and [`Drawing::to_svg`] writes it.
//!
//! Coordinates are whole pixels, so that games, which use no floating-point numbers, can compute them.

mod svg;
mod table;
mod width;

pub use table::{TextTable, separated, wrap};
pub use width::display_width;

/// A colour as in CSS, such as `#c42a48`.
pub type Color = &'static str;

/// A rectangle: left, top, width, height.
pub type Area = [i32; 4];

/// A picture of a board, [`WIDTH`](Drawing::WIDTH) pixels wide.
///
/// ```
/// use zashiki_core::Drawing;
///
/// let mut drawing = Drawing::new(100, "#fff");
/// drawing.circle(50, 50, 20).fill("#c42a48").stroke("#333", 2);
/// drawing.label([80, 40, 200, 20], "Red & <bold>", 14).bold();
/// assert!(drawing.to_svg().contains("Red &amp; &lt;bold&gt;"));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Drawing {
    height: i32,
    ground: Color,
    title: String,
    marks: Vec<Mark>,
}

/// A shape or a label of a [`Drawing`], with its colours.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mark {
    shape: Shape,
    fill: Option<Color>,
    stroke: Option<(Color, i32)>,
    dashed: bool,
    opacity: u8,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Shape {
    Rect {
        area: Area,
        radius: i32,
    },
    Circle {
        x: i32,
        y: i32,
        radius: i32,
    },
    Polygon {
        points: Vec<(i32, i32)>,
        closed: bool,
    },
    /// At least one line.
    Label {
        area: Area,
        lines: Vec<String>,
        size: i32,
        align: Align,
        bold: bool,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Align {
    Start,
    Middle,
    End,
}

impl Drawing {
    /// Width of every drawing in pixels.
    pub const WIDTH: i32 = 800;
    /// Smallest size of a label in pixels.
    pub const MIN_SIZE: i32 = width::MIN_SIZE;
    /// Height of the caption (see [`Drawing::with_caption`]).
    const CAPTION: i32 = 46;
    const INK: Color = "#2a1713";

    /// An empty drawing of this height in pixels, on a ground of this colour.
    pub fn new(height: i32, ground: Color) -> Drawing {
        Drawing { height, ground, title: String::new(), marks: Vec::new() }
    }

    /// Adds a rectangle, black unless [filled](Mark::fill) or [stroked](Mark::stroke).
    pub fn rect(&mut self, area: Area) -> &mut Mark {
        self.add(Shape::Rect { area, radius: 0 })
    }

    /// Adds a circle around a point.
    pub fn circle(&mut self, x: i32, y: i32, radius: i32) -> &mut Mark {
        self.add(Shape::Circle { x, y, radius })
    }

    /// Adds a polygon with these corners.
    pub fn polygon(&mut self, points: impl IntoIterator<Item = (i32, i32)>) -> &mut Mark {
        self.add(Shape::Polygon { points: points.into_iter().collect(), closed: true })
    }

    /// Adds a line through these points.
    pub fn line(&mut self, points: impl IntoIterator<Item = (i32, i32)>) -> &mut Mark {
        self.add(Shape::Polygon { points: points.into_iter().collect(), closed: false })
    }

    /// Adds a text in the middle of this area. A text that does not fit on one line is written smaller,
    /// down to [`MIN_SIZE`](Drawing::MIN_SIZE), on several lines if the area has space for them, and then
    /// cut with an ellipsis.
    pub fn label(&mut self, area: Area, text: impl AsRef<str>, size: i32) -> &mut Mark {
        let [.., width, height] = area;
        let (lines, size) = width::fit(text.as_ref(), size.max(Drawing::MIN_SIZE), width, height);
        self.add(Shape::Label { area, lines, size, align: Align::Middle, bold: false })
            .fill(Drawing::INK)
    }

    /// Adds a round token of this radius around a point, with a sign in the middle. The colours are those
    /// of its ground, its rim and the sign.
    pub fn token(&mut self, (x, y): (i32, i32), radius: i32, sign: &str, colors: [Color; 3]) {
        let [ground, rim, ink] = colors;
        self.circle(x, y, radius).fill(ground).stroke(rim, 2);
        let area = [x - radius, y - radius, 2 * radius, 2 * radius];
        self.label(area, sign, radius + 2).bold().fill(ink);
    }

    /// Adds texts one after the other on the lines of this area, and returns the number of lines that they
    /// needed. The number of texts that did not fit is added at the end, for example `+3`.
    pub fn flow(
        &mut self,
        area: Area,
        parts: impl IntoIterator<Item = String>,
        size: i32,
    ) -> usize {
        let [left, top, width, height] = area;
        let step = size * 3 / 2;
        let most = (height / step).max(1) as usize;
        let parts: Vec<String> = parts.into_iter().collect();
        let fits = |line: &str| width::label_width(line.trim_end(), size) <= width;
        let mut lines = vec![String::new()];
        for (place, part) in parts.iter().enumerate() {
            let (last, line) = (lines.len() == most, lines.last_mut().expect("there is a line"));
            let longer = format!("{line}{part}");
            let after = parts.len() - place - 1;
            let whole =
                if last && after > 0 { format!("{longer}+{after}") } else { longer.clone() };
            if line.is_empty() || fits(&whole) {
                *line = longer;
            } else if last {
                *line += &format!("+{}", after + 1);
                break;
            } else {
                lines.push(part.clone());
            }
        }
        for (place, line) in (0..).zip(&lines) {
            let text = width::cut(line.trim_end().to_owned(), size, width);
            self.label([left, top + place * step, width, step], text, size).start();
        }
        lines.len()
    }

    fn add(&mut self, shape: Shape) -> &mut Mark {
        let mark = Mark { shape, fill: None, stroke: None, dashed: false, opacity: 100 };
        self.marks.push(mark);
        self.marks.last_mut().expect("a mark was just added")
    }

    /// The drawing below a caption: the title in bold, and a second text after it.
    #[must_use]
    pub fn with_caption(mut self, title: &str, text: &str) -> Drawing {
        for mark in &mut self.marks {
            mark.shape.lower(Drawing::CAPTION);
        }
        self.height += Drawing::CAPTION;
        self.title = format!("{title}: {text}");
        let left = 16;
        let name = width::label_width(title, 18).min(Drawing::WIDTH / 2);
        self.label([left, 6, name, 34], title, 18).start().bold();
        let after = left + name + 16;
        self.label([after, 6, Drawing::WIDTH - 16 - after, 34], text, 15).start();
        self
    }

    /// Height of the drawing in pixels.
    pub fn height(&self) -> i32 {
        self.height
    }

    /// The lines of the labels, each with the area that its text covers by an estimate, and its size.
    pub fn labels(&self) -> impl Iterator<Item = (&str, Area, i32)> {
        let labels = self.marks.iter().filter_map(|mark| match &mark.shape {
            Shape::Label { area: [x, _, w, _], lines, size, align, .. } => {
                let tops = mark.shape.middles().map(move |middle| middle - size / 2);
                Some(lines.iter().zip(tops).map(move |(text, top)| {
                    let width = width::label_width(text, *size);
                    let left = match align {
                        Align::Start => *x,
                        Align::Middle => x + (w - width) / 2,
                        Align::End => x + w - width,
                    };
                    (&**text, [left, top, width, *size], *size)
                }))
            }
            _ => None,
        });
        labels.flatten()
    }
}

impl Mark {
    /// Fills the shape, or colours the label.
    pub fn fill(&mut self, color: Color) -> &mut Mark {
        self.fill = Some(color);
        self
    }

    /// Draws the outline with this colour and width.
    pub fn stroke(&mut self, color: Color, width: i32) -> &mut Mark {
        self.stroke = Some((color, width));
        self
    }

    /// Draws the outline dashed.
    pub fn dashed(&mut self) -> &mut Mark {
        self.dashed = true;
        self
    }

    /// Rounds the corners of a rectangle.
    pub fn round(&mut self, corner: i32) -> &mut Mark {
        if let Shape::Rect { radius, .. } = &mut self.shape {
            *radius = corner;
        }
        self
    }

    /// Opacity in percent.
    pub fn opacity(&mut self, percent: u8) -> &mut Mark {
        self.opacity = percent;
        self
    }

    /// Aligns a label with the left edge of its area.
    pub fn start(&mut self) -> &mut Mark {
        self.align(Align::Start)
    }

    /// Aligns a label with the right edge of its area.
    pub fn end(&mut self) -> &mut Mark {
        self.align(Align::End)
    }

    /// Makes a label bold.
    pub fn bold(&mut self) -> &mut Mark {
        if let Shape::Label { bold, .. } = &mut self.shape {
            *bold = true;
        }
        self
    }

    fn align(&mut self, to: Align) -> &mut Mark {
        if let Shape::Label { align, .. } = &mut self.shape {
            *align = to;
        }
        self
    }
}

impl Shape {
    /// The middle of each line of a label, from the top.
    fn middles(&self) -> impl Iterator<Item = i32> + use<> {
        let (top, height, count, size) = match self {
            Shape::Label { area: [_, y, _, h], lines, size, .. } => (*y, *h, lines.len(), *size),
            _ => (0, 0, 0, 0),
        };
        let (count, step) = (count as i32, width::leading(size));
        (0..count).map(move |line| top + height / 2 + (2 * line - count + 1) * step / 2)
    }

    /// Moves the shape down.
    fn lower(&mut self, by: i32) {
        match self {
            Shape::Rect { area, .. } | Shape::Label { area, .. } => area[1] += by,
            Shape::Circle { y, .. } => *y += by,
            Shape::Polygon { points, .. } => points.iter_mut().for_each(|point| point.1 += by),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_caption_moves_the_drawing_down() {
        let mut drawing = Drawing::new(60, "#fff");
        drawing.rect([0, 10, 20, 20]).fill("#000");
        drawing.line([(0, 5), (9, 5)]).stroke("#000", 1);
        let drawing = drawing.with_caption("名", "手番");
        assert_eq!(drawing.height(), 106);
        let svg = drawing.to_svg();
        assert!(svg.contains("y=\"56\"") && svg.contains("0,51 9,51"), "{svg}");
        assert!(svg.contains("<title>名: 手番</title>"), "{svg}");
    }

    #[test]
    fn a_label_stays_in_its_area() {
        let mut drawing = Drawing::new(60, "#fff");
        drawing.label([100, 0, 90, 20], "a text that is far too long for its area", 16);
        drawing.label([0, 0, 90, 20], "short", 16).start();
        drawing.label([700, 0, 100, 20], "短い", 16).end();
        let labels: Vec<_> = drawing.labels().collect();
        let (text, [left, _, width, _], size) = labels[0];
        assert!(text.ends_with('…') && size == Drawing::MIN_SIZE, "{text} {size}");
        assert!(left >= 100 && left + width <= 190, "{left} {width}");
        assert_eq!((labels[1].0, labels[1].1[0], labels[1].2), ("short", 0, 16));
        assert_eq!(labels[2].1[0] + labels[2].1[2], 800);
    }

    #[test]
    fn texts_flow_into_the_lines_of_their_area() {
        let mut drawing = Drawing::new(60, "#fff");
        let parts = ["crest, ", "gun, ", "katana, ", "Ranmaru, ", "Mitsuhide"].map(str::to_owned);
        drawing.flow([10, 0, 90, 36], parts, 12);
        let lines: Vec<&str> = drawing.labels().map(|(text, ..)| text).collect();
        assert_eq!(lines, ["crest, gun,", "katana, +2"]);
        let short = ["crest".to_owned()];
        assert_eq!(drawing.flow([10, 0, 90, 36], short, 12), 1);
    }

    #[test]
    fn lines_of_a_label_are_around_its_middle() {
        let mut drawing = Drawing::new(60, "#fff");
        drawing.label([100, 10, 90, 40], "Palace advance", 17);
        let lines: Vec<_> = drawing.labels().map(|(text, [_, top, ..], _)| (text, top)).collect();
        assert_eq!(lines, [("Palace", 14), ("advance", 32)]);
        assert_eq!(drawing.to_svg().matches("</text>").count(), 2);
    }
}
