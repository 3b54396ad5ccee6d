//! All numbers of a balance report as a spreadsheet (CSV, RFC 4180).

use std::fmt::Write as _;

use zashiki_core::Lang;

use super::report::BalanceReport;
use crate::measures::{ComponentMeasure, Measure};
use crate::stats::Share;

/// The rows of a spreadsheet while it is written.
struct Rows(String);

/// The columns of a row after its section, name and description.
#[derive(Default)]
struct Numbers {
    count: Option<u64>,
    value: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
}

impl From<Share> for Numbers {
    fn from(Share { share, low, high }: Share) -> Numbers {
        Numbers { count: None, value: Some(share), low: Some(low), high: Some(high) }
    }
}

impl Rows {
    fn push(&mut self, section: &str, name: &str, text: &str, numbers: Numbers) {
        let Numbers { count, value, low, high } = numbers;
        let count = count.map(|count| count.to_string()).unwrap_or_default();
        let number = |number: Option<f64>| number.map(|it| it.to_string()).unwrap_or_default();
        let cells = [section, name, text].map(quoted);
        let [value, low, high] = [value, low, high].map(number);
        // RFC 4180 ends lines with CR LF.
        let _ = write!(self.0, "{},{count},{value},{low},{high}\r\n", cells.join(","));
    }

    fn measures(&mut self, section: &str, measures: &[Measure], lang: Lang) {
        for Measure { name, text, value, low, high, .. } in measures {
            let numbers = Numbers { count: None, value: Some(*value), low: *low, high: *high };
            self.push(section, name, lang.of(text), numbers);
        }
    }

    fn components(&mut self, section: &str, components: &[ComponentMeasure], lang: Lang) {
        for measure in components {
            let name = lang.of(&measure.component);
            let with = Numbers { count: Some(measure.seats_with), ..measure.won_with.into() };
            self.push(section, name, lang.pick("得た席の勝ち", "wins with"), with);
            let rest = Numbers { count: Some(measure.seats_without), ..measure.won_without.into() };
            self.push(section, name, lang.pick("得なかった席の勝ち", "wins without"), rest);
        }
    }
}

/// A cell. Cells that begin like a formula get an apostrophe, so that a spreadsheet does not compute them.
fn quoted(text: &str) -> String {
    let formula = text.starts_with(['=', '+', '-', '@', '\t', '\r']);
    let text = text.replace('"', "\"\"");
    if formula { format!("\"'{text}\"") } else { format!("\"{text}\"") }
}

impl BalanceReport {
    /// All numbers of the report as a spreadsheet: one row for each number, with its interval.
    pub fn csv(&self, lang: Lang) -> String {
        let t = |ja: &'static str, en: &'static str| lang.pick(ja, en);
        let mut rows = Rows(format!(
            "{}\r\n",
            [t("部", "section"), t("名前", "name"), t("意味", "meaning"), t("数", "count")]
                .into_iter()
                .chain([t("値", "value"), t("下限", "low"), t("上限", "high")])
                .map(quoted)
                .collect::<Vec<_>>()
                .join(",")
        ));
        let exact = |value: f64| Numbers { value: Some(value), ..Numbers::default() };
        rows.measures(t("数値", "figures"), &self.measures, lang);
        let (luck, skill) = (&self.luck, &self.skill);
        let kappa = Numbers {
            count: Some(luck.deals),
            value: Some(luck.kappa),
            low: Some(luck.kappa_low),
            high: Some(luck.kappa_high),
        };
        let section = t("実力と運", "skill and luck");
        rows.push(section, "Luck", t("配りの運(κ)", "luck of the deal (κ)"), kappa);
        let stronger = Numbers { count: Some(skill.games), ..skill.share.into() };
        rows.push(
            section,
            "SkillLadder",
            t("4倍考える側の勝ち", "wins with four times the thought"),
            stronger,
        );
        for bot in &self.bots {
            let section = format!("{}: {}", t("ボット", "bot"), bot.bot);
            rows.measures(&section, &bot.measures, lang);
            let mixed = Numbers { count: Some(bot.mixed_seats), ..bot.mixed_won.into() };
            rows.push(&section, "mixed", t("混じった卓での勝ち", "wins at mixed tables"), mixed);
        }
        rows.components(t("内容物", "components"), &self.components, lang);
        if let Some(people) = &self.people {
            rows.measures(t("人の対局", "people's games"), &people.measures, lang);
            rows.components(
                t("人の対局の内容物", "components in people's games"),
                &people.components,
                lang,
            );
        }
        let section = t("行動", "actions");
        for kind in &self.kinds {
            let uses = Numbers {
                count: Some(kind.uses.offered),
                value: Some(kind.uses.rate()),
                ..Numbers::default()
            };
            rows.push(
                section,
                &kind.name,
                t("選べた手と選ばれた割合", "could be taken, and share taken"),
                uses,
            );
            for (text, sample) in [
                (t("した席の勝ち", "wins with"), &kind.with),
                (t("しなかった席の勝ち", "wins without"), &kind.without),
            ] {
                let mean = (sample.count() > 0).then(|| sample.mean());
                let numbers =
                    Numbers { count: Some(sample.count()), value: mean, ..Numbers::default() };
                rows.push(section, &kind.name, text, numbers);
            }
            if let Some(denied) = &kind.denied {
                let text = t("やめた側の勝ち", "wins when denied");
                rows.push(section, &kind.name, text, denied.won.into());
            }
        }
        for (at, ((own, others), choices)) in self.course.iter().zip(&self.choices).enumerate() {
            let section = t("対局の進み", "course of a game");
            let name = format!("{:.2}", at as f64 / (self.course.len() - 1) as f64);
            rows.push(section, &name, t("選択肢の数", "choices for a decision"), exact(*choices));
            rows.push(section, &name, t("勝者の見え方", "value for the winner"), exact(*own));
            rows.push(
                section,
                &name,
                t("ほかの席の見え方", "value for the best of the others"),
                exact(*others),
            );
        }
        for (number, length) in self.lengths.iter().enumerate() {
            let section = t("対局", "games");
            let name = (number + 1).to_string();
            rows.push(section, &name, t("手数", "decisions"), exact(*length as f64));
            rows.push(section, &name, t("手番数", "turns"), exact(self.turns[number] as f64));
            rows.push(
                section,
                &name,
                t("分数の見積もり", "estimated minutes"),
                exact(self.minutes[number]),
            );
            rows.push(
                section,
                &name,
                t("点差", "margin of scores"),
                exact(self.margins[number].into()),
            );
        }
        rows.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_quoted_and_no_formulas() {
        assert_eq!(quoted("a \"b\", c"), "\"a \"\"b\"\", c\"");
        assert_eq!(quoted("=1+1"), "\"'=1+1\"");
        let mut rows = Rows(String::new());
        let half = Numbers { count: Some(3), value: Some(0.5), ..Numbers::default() };
        rows.push("s", "n", "t", half);
        assert_eq!(rows.0, "\"s\",\"n\",\"t\",3,0.5,,\r\n");
    }
}
