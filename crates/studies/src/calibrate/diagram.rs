//! Reliability diagrams as SVG.

use std::fmt::Write as _;

use zashiki_core::{Calibration, Reliability};

/// Number of diagrams in a row.
const COLUMNS: usize = 4;
/// Width and height of a diagram's square, and the margins around it, into which the numbers must fit.
const SIDE: f64 = 150.0;
const LEFT: f64 = 44.0;
const TOP: f64 = 26.0;
const RIGHT: f64 = 22.0;
const BOTTOM: f64 = 34.0;
/// Height of the legend.
const LEGEND: f64 = 30.0;
/// Minimum number of predictions in a group that is drawn.
const LEAST: u64 = 10;
/// The half width of a 95 % interval, in standard errors.
const WIDTH: f64 = 1.96;

/// Reliability diagrams of these calibrations, each with a title: predicted chances against observed shares of
/// wins, by the measured curve and by a constant steepness, on games held out from the fit.
pub fn reliability_diagrams(titled: &[(String, &Calibration)]) -> String {
    let (width, height) = (LEFT + SIDE + RIGHT, TOP + SIDE + BOTTOM);
    let rows = titled.len().div_ceil(COLUMNS);
    let (whole, high) = (width * COLUMNS as f64, height * rows as f64 + LEGEND);
    // Writing to a string cannot fail.
    let mut svg = String::new();
    let _ = write!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {whole} {high}\" \
         font-family=\"sans-serif\" font-size=\"11\" fill=\"#2a2e3a\">\n\
         <style>.g{{stroke:#dcdcdc}}.d{{stroke:#969696;stroke-dasharray:4 3}}\
         .c{{stroke:#b06a2c;fill:none;stroke-width:1.5}}.c circle{{fill:#fff}}\
         .m{{stroke:#2a2e3a;fill:none;stroke-width:1.5}}.m circle{{fill:#2a2e3a}}\
         .e{{text-anchor:end}}.n{{text-anchor:middle}}</style>\n\
         <rect width=\"{whole}\" height=\"{high}\" fill=\"#fff\"/>\n"
    );
    for (place, (title, calibration)) in titled.iter().enumerate() {
        let (column, row) = ((place % COLUMNS) as f64, (place / COLUMNS) as f64);
        let at = (column * width + LEFT, row * height + TOP);
        panel(&mut svg, at, title, calibration);
    }
    let y = high - LEGEND / 2.0;
    let _ = write!(
        svg,
        "<g class=\"m\"><path d=\"M{LEFT} {y}h30\"/><circle cx=\"{}\" cy=\"{y}\" r=\"3\"/></g>\
         <text x=\"{}\" y=\"{}\">measured curve, with 95 % intervals</text>\
         <g class=\"c\"><path d=\"M{} {y}h30\"/><circle cx=\"{}\" cy=\"{y}\" r=\"3\"/></g>\
         <text x=\"{}\" y=\"{}\">constant steepness</text>\
         <text x=\"{}\" y=\"{}\">across: predicted chance; up: observed share of wins</text>\n</svg>\n",
        LEFT + 15.0,
        LEFT + 36.0,
        y + 4.0,
        LEFT + 260.0,
        LEFT + 275.0,
        LEFT + 296.0,
        y + 4.0,
        LEFT + 450.0,
        y + 4.0,
    );
    svg
}

/// Draws one diagram, whose square has its upper left corner at `at`.
fn panel(svg: &mut String, at: (f64, f64), title: &str, calibration: &Calibration) {
    let (left, top) = at;
    let _ = write!(
        svg,
        "<text x=\"{}\" y=\"{}\" class=\"n\" font-size=\"12\">{title}</text>\n<path class=\"g\" d=\"",
        left + SIDE / 2.0,
        top - 9.0
    );
    for tenth in [0.0, 0.25, 0.5, 0.75, 1.0] {
        let by = tenth * SIDE;
        let _ = write!(svg, "M{left} {}h{SIDE}M{} {top}v{SIDE}", top + by, left + by);
    }
    let _ =
        writeln!(svg, "\"/><path class=\"d\" d=\"M{left} {}L{} {top}\"/>", top + SIDE, left + SIDE);
    for percent in [0, 50, 100] {
        let by = SIDE * f64::from(percent) / 100.0;
        let _ = write!(
            svg,
            "<text x=\"{}\" y=\"{}\" class=\"e\">{percent} %</text>\
             <text x=\"{}\" y=\"{}\" class=\"n\">{percent} %</text>",
            left - 5.0,
            top + SIDE - by + 4.0,
            left + by,
            top + SIDE + 15.0,
        );
    }
    svg.push('\n');
    line(svg, at, "c", &calibration.reliability_of_constant);
    line(svg, at, "m", &calibration.reliability);
}

/// Draws the groups of predictions as points with a line through them, and with intervals in the class `m`.
fn line(svg: &mut String, (left, top): (f64, f64), class: &str, groups: &[Reliability]) {
    let x = |said: f64| tenths(left + SIDE * said / 100.0);
    let y = |came: f64| tenths(top + SIDE * (1.0 - came.clamp(0.0, 100.0) / 100.0));
    let shown: Vec<&Reliability> = groups.iter().filter(|group| group.count >= LEAST).collect();
    let points: Vec<String> =
        shown.iter().map(|group| format!("{} {}", x(group.said), y(group.came))).collect();
    let _ = write!(svg, "<g class=\"{class}\"><path d=\"M{}", points.join("L"));
    if class == "m" {
        for group in &shown {
            let half = WIDTH * group.error.unwrap_or_default();
            let (low, high) = (group.came - half, group.came + half);
            let _ = write!(svg, "M{} {}V{}", x(group.said), y(low), y(high));
        }
    }
    svg.push_str("\"/>");
    for group in &shown {
        let (x, y) = (x(group.said), y(group.came));
        let _ = write!(svg, "<circle cx=\"{x}\" cy=\"{y}\" r=\"2.5\"/>");
    }
    svg.push_str("</g>\n");
}

fn tenths(number: f64) -> f64 {
    (number * 10.0).round() / 10.0
}
