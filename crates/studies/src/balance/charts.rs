//! Charts of the balance page, as SVG.

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use crate::stats::Share;

/// Size of a chart. On a narrow screen it is displayed 280 pixels wide, with labels of 11 pixels.
const SIZE: (u32, u32) = (400, 250);
/// Font size of labels and numbers.
const FONT: u32 = 16;
/// Maximum number of labels below a chart, so that they do not touch.
const LABELS: usize = 6;
/// Maximum number of bars of a histogram that have numbers.
const NUMBERED: usize = 6;
/// Colors: ink, vermilion, and grey for the background.
const INK: RGBColor = RGBColor(42, 46, 58);
const RED: RGBColor = RGBColor(192, 57, 43);
const GREY: RGBColor = RGBColor(150, 150, 150);

/// Result of drawing a chart; drawing into memory does not fail.
type Drawn = Result<(), DrawingAreaErrorKind<std::io::Error>>;

/// Draws a chart and returns its SVG.
fn chart_svg(
    draw: impl FnOnce(&DrawingArea<SVGBackend<'_>, plotters::coord::Shift>) -> Drawn,
) -> String {
    let mut svg = String::new();
    {
        let area = SVGBackend::with_string(&mut svg, SIZE).into_drawing_area();
        draw(&area).and_then(|()| area.present()).expect("drawing into memory does not fail");
    }
    svg
}

/// A bar chart of shares with their 95 % intervals, and a line at the value that all bars would have if they
/// were equal.
pub(super) fn shares(names: &[String], shares: &[Share], fair: f64) -> String {
    let most = shares.iter().map(|share| share.high).fold(fair, f64::max) * 1.2;
    let last = names.len() as f64 - 0.5;
    chart_svg(|area| {
        let mut chart = ChartBuilder::on(area)
            .margin(8)
            .margin_right(22)
            .x_label_area_size(32)
            .y_label_area_size(54)
            .build_cartesian_2d(-0.5..last, 0.0..most)?;
        let name = |at: &f64| {
            let whole = at.fract().abs() < 1e-6 && *at >= 0.0;
            names.get(at.round() as usize).filter(|_| whole).cloned().unwrap_or_default()
        };
        chart
            .configure_mesh()
            .disable_x_mesh()
            .light_line_style(TRANSPARENT)
            .x_labels(2 * names.len() + 1)
            .x_label_formatter(&name)
            .y_label_formatter(&percent)
            .label_style(("sans-serif", FONT))
            .draw()?;
        chart.draw_series(shares.iter().enumerate().map(|(at, share)| {
            let at = at as f64;
            Rectangle::new([(at - 0.3, 0.0), (at + 0.3, share.share)], INK.mix(0.75).filled())
        }))?;
        chart.draw_series(shares.iter().enumerate().flat_map(|(at, share)| {
            let at = at as f64;
            let line = |from: (f64, f64), to: (f64, f64)| {
                PathElement::new(vec![from, to], RED.stroke_width(2))
            };
            [
                line((at, share.low), (at, share.high)),
                line((at - 0.06, share.low), (at + 0.06, share.low)),
                line((at - 0.06, share.high), (at + 0.06, share.high)),
            ]
        }))?;
        let fair = LineSeries::new([(-0.5, fair), (last, fair)], GREY.stroke_width(1));
        chart.draw_series(fair)?;
        // The number of each bar is above its interval.
        let style = ("sans-serif", FONT).into_font().color(&INK);
        let style = style.pos(Pos::new(HPos::Center, VPos::Bottom));
        chart.draw_series(shares.iter().enumerate().map(|(at, share)| {
            let number = format!("{:.1} %", 100.0 * share.share);
            Text::new(number, (at as f64, share.high + most / 50.0), style.clone())
        }))?;
        Ok(())
    })
}

fn percent(share: &f64) -> String {
    format!("{:.0} %", 100.0 * share)
}

/// A histogram of numbers, in at most about twenty groups of equal width.
pub(super) fn histogram(numbers: &[f64], whole: bool, label: impl Fn(f64) -> String) -> String {
    let least = numbers.iter().copied().fold(f64::INFINITY, f64::min);
    let most = numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let (least, most) = if least.is_finite() { (least, most) } else { (0.0, 0.0) };
    let mut width = ((most - least) / 20.0).max(1e-9);
    if whole {
        width = width.ceil().max(1.0);
    }
    let groups = ((most - least) / width).floor() as usize + 1;
    let mut counts = vec![0u32; groups];
    for number in numbers {
        counts[(((number - least) / width) as usize).min(groups - 1)] += 1;
    }
    let share = |count: u32| f64::from(count) / numbers.len().max(1) as f64;
    let highest = counts.iter().map(|count| share(*count)).fold(0.0, f64::max).max(0.01) * 1.2;
    // A whole number is at the center of its bar.
    let begin = if whole { least - 0.5 } else { least };
    let end = begin + width * groups as f64;
    chart_svg(|area| {
        let mut chart = ChartBuilder::on(area)
            .margin(8)
            .margin_right(22)
            .x_label_area_size(32)
            .y_label_area_size(54)
            .build_cartesian_2d(begin..end, 0.0..highest)?;
        chart
            .configure_mesh()
            .disable_x_mesh()
            .light_line_style(TRANSPARENT)
            .x_labels(LABELS)
            .x_label_formatter(&|at| {
                // Only whole numbers have labels; adding 0 removes the sign of a negative zero.
                let between = whole && at.fract().abs() > 1e-6;
                if between { String::new() } else { label(at + 0.0) }
            })
            .y_label_formatter(&percent)
            .label_style(("sans-serif", FONT))
            .draw()?;
        // Numbers do not fit on narrow bars.
        if groups <= NUMBERED {
            let style = ("sans-serif", FONT).into_font().color(&INK);
            let style = style.pos(Pos::new(HPos::Center, VPos::Bottom));
            chart.draw_series(counts.iter().enumerate().filter(|(_, it)| **it > 0).map(
                |(at, count)| {
                    let middle = begin + width * (at as f64 + 0.46);
                    let place = (middle, share(*count) + highest / 60.0);
                    Text::new(percent(&share(*count)), place, style.clone())
                },
            ))?;
        }
        chart.draw_series(counts.iter().enumerate().map(|(at, count)| {
            let from = begin + width * at as f64;
            let to = from + 0.92 * width;
            Rectangle::new([(from, 0.0), (to, share(*count))], INK.mix(0.75).filled())
        }))?;
        Ok(())
    })
}

/// A line chart of one or two values over the course of a game, from its start (0 %) to its end (100 %).
pub(super) fn course(
    first: &[f64],
    second: Option<&[f64]>,
    label: impl Fn(f64) -> String,
) -> String {
    let all = first.iter().chain(second.into_iter().flatten()).copied();
    let most = all.fold(0.0, f64::max).max(1e-9) * 1.1;
    let points = |line: &[f64]| -> Vec<(f64, f64)> {
        let last = line.len().saturating_sub(1).max(1) as f64;
        line.iter().enumerate().map(|(at, value)| (at as f64 / last, *value)).collect()
    };
    chart_svg(|area| {
        let mut chart = ChartBuilder::on(area)
            .margin(8)
            .margin_right(22)
            .x_label_area_size(32)
            .y_label_area_size(54)
            .build_cartesian_2d(0.0..1.0, 0.0..most)?;
        chart
            .configure_mesh()
            .disable_x_mesh()
            .light_line_style(TRANSPARENT)
            .x_labels(LABELS)
            .x_label_formatter(&percent)
            .y_label_formatter(&|value| label(*value))
            .label_style(("sans-serif", FONT))
            .draw()?;
        chart.draw_series(LineSeries::new(points(first), RED.stroke_width(3)))?;
        if let Some(second) = second {
            chart.draw_series(LineSeries::new(points(second), INK.stroke_width(2)))?;
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn charts_are_complete_svg_with_their_content() {
        let names = ["青<".to_owned(), "Red".to_owned()];
        let bars = shares(&names, &[Share::of(30, 100), Share::of(70, 100)], 0.5);
        assert!(bars.starts_with("<svg") && bars.trim_end().ends_with("</svg>"));
        assert!(bars.contains("青&lt;") && bars.contains("Red"), "{bars}");
        assert!(bars.contains("30.0 %") && bars.contains("70.0 %"), "each bar has its number");
        let bars = |svg: &str| svg.matches("<rect").count();
        let spread = histogram(&[1.0, 2.0, 2.0, 4.0], true, |at| format!("{at}"));
        assert_eq!(bars(&spread), 4);
        for none in [&[][..], &[3.0]] {
            assert_eq!(bars(&histogram(none, true, |at| format!("{at}"))), 1);
        }
        assert!(course(&[0.5, 0.7], Some(&[0.5, 0.4]), |at| format!("{at}")).contains("<polyline"));
    }
}
