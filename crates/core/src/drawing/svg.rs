//! Writes a [`Drawing`] as SVG.

use std::fmt::Write as _;

use super::{Align, Drawing, Mark, Shape};

/// Fonts with Japanese glyphs first: the same as on the page.
const FONTS: &str = "'Noto Sans CJK JP','Noto Sans JP','Hiragino Sans','Yu Gothic',sans-serif";

impl Drawing {
    /// The drawing as a standalone SVG document: no ids, scripts or style sheets, so that several can
    /// be part of the same page.
    pub fn to_svg(&self) -> String {
        let (width, height) = (Drawing::WIDTH, self.height);
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
             width=\"{width}\" height=\"{height}\" role=\"img\" font-family=\"{FONTS}\">\n"
        );
        if !self.title.is_empty() {
            let _ = writeln!(out, "<title>{}</title>", escaped(&self.title));
        }
        let _ = writeln!(
            out,
            "<rect width=\"{width}\" height=\"{height}\" rx=\"8\" fill=\"{}\"/>",
            self.ground
        );
        for mark in &self.marks {
            mark.write(&mut out);
        }
        out + "</svg>\n"
    }
}

impl Mark {
    fn write(&self, out: &mut String) {
        let mut style = format!(" fill=\"{}\"", self.fill.unwrap_or("none"));
        if let Some((color, width)) = self.stroke {
            let _ = write!(style, " stroke=\"{color}\" stroke-width=\"{width}\"");
            if self.dashed {
                let _ = write!(style, " stroke-dasharray=\"{} {}\"", width * 3, width * 2);
            }
        }
        if self.opacity < 100 {
            let _ = write!(style, " opacity=\"{}%\"", self.opacity);
        }
        let _ = match &self.shape {
            Shape::Rect { area: [x, y, width, height], radius } => writeln!(
                out,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"{radius}\"{style}/>"
            ),
            Shape::Circle { x, y, radius } => {
                writeln!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"{style}/>")
            }
            Shape::Polygon { points, closed } => {
                let name = if *closed { "polygon" } else { "polyline" };
                let points: Vec<String> = points.iter().map(|(x, y)| format!("{x},{y}")).collect();
                writeln!(
                    out,
                    "<{name} points=\"{}\" stroke-linejoin=\"round\" stroke-linecap=\"round\"{style}/>",
                    points.join(" ")
                )
            }
            Shape::Label { area: [x, _, width, _], lines, size, align, bold } => {
                let (x, anchor) = match align {
                    Align::Start => (*x, ""),
                    Align::Middle => (x + width / 2, " text-anchor=\"middle\""),
                    Align::End => (x + width, " text-anchor=\"end\""),
                };
                let weight = if *bold { " font-weight=\"bold\"" } else { "" };
                for (text, middle) in lines.iter().zip(self.shape.middles()) {
                    // Not every renderer supports `dominant-baseline`: the baseline is below the middle by
                    // about a third of the size.
                    let (y, text) = (middle + size * 9 / 25, escaped(text));
                    let _ = writeln!(
                        out,
                        "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\"{anchor}{weight}{style}>{text}</text>"
                    );
                }
                Ok(())
            }
        };
    }
}

/// The text with the characters that XML reserves as entities. Control characters, which XML forbids,
/// are replaced.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            '\u{FFFE}' | '\u{FFFF}' => out.push('\u{FFFD}'),
            control if control.is_control() => out.push('\u{FFFD}'),
            other => out.push(other),
        }
    }
    out
}
