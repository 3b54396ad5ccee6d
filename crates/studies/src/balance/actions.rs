//! The part of the balance page about kinds of actions.

use maud::{Markup, html};
use zashiki_core::Lang;

use super::format::{interval, percent};
use super::kind::{Denied, Kind};
use super::report::BalanceReport;

/// Maximum number of detailed kinds (such as `place 5`) in the short table.
const FOREMOST: usize = 24;
/// Maximum number of names in a list of kinds that is not collapsed.
const NAMED: usize = 16;

pub(super) struct Actions<'a> {
    pub(super) report: &'a BalanceReport,
    pub(super) lang: Lang,
}

/// Sort key for natural order: the name split into texts and numbers, so that `place 9` comes before
/// `place 10`.
fn natural(name: &str) -> Vec<(&str, u64)> {
    let mut parts = Vec::new();
    let mut rest = name;
    while !rest.is_empty() {
        let digits = rest.find(|c: char| c.is_ascii_digit()).unwrap_or(rest.len());
        let (text, after) = rest.split_at(digits);
        let end = after.find(|c: char| !c.is_ascii_digit()).unwrap_or(after.len());
        let (number, after) = after.split_at(end);
        parts.push((text, number.parse().unwrap_or(0)));
        rest = after;
    }
    parts
}

fn first_word(kind: &Kind) -> &str {
    kind.name.split(' ').next().unwrap_or_default()
}

impl Actions<'_> {
    fn t<'a>(&self, ja: &'a str, en: &'a str) -> &'a str {
        self.lang.pick(ja, en)
    }

    /// The broad kinds (`place`) or the detailed kinds (`place 5`) that were at least once available together
    /// with other kinds.
    fn offered(&self, details: bool) -> impl Iterator<Item = &Kind> {
        let kinds = self.report.kinds.iter();
        kinds.filter(move |kind| kind.uses.offered > 0 && kind.is_detail() == details)
    }

    /// The short table: the broad kinds, and the detailed kinds with the strongest correlation with the
    /// result.
    pub(super) fn foremost(&self) -> Markup {
        let first: Vec<&Kind> = self.offered(false).collect();
        let told = self.offered(true).filter(|kind| kind.weight() != 0.0);
        let foremost: Vec<&Kind> = told.take(FOREMOST).collect();
        html! {
            (self.lists())
            // In HONNOJI all actions of a decision have the same first word.
            @if !first.is_empty() { (self.table(&[&first])) }
            p { (self.t(
                "細かく見て、勝ちと関わりの強いもの(すべては最後の表にあります):",
                "In detail, those that go most with winning or losing (all are in the last table):",
            )) }
            (self.table(&[&foremost]))
        }
    }

    /// The table of all detailed kinds, sorted by name.
    pub(super) fn all(&self) -> Markup {
        let mut all: Vec<&Kind> = self.offered(true).collect();
        all.sort_by_cached_key(|kind| natural(&kind.name));
        let of_one_word = all.chunk_by(|one, other| first_word(one) == first_word(other));
        html! {
            details.all {
                summary { (match self.lang {
                    Lang::Ja => format!("{}種類、名前の順", all.len()),
                    Lang::En => format!("{} kinds, by name", all.len()),
                }) }
                (self.table(&of_one_word.collect::<Vec<_>>()))
            }
        }
    }

    fn lists(&self) -> Markup {
        let fair = 1.0 / self.report.sides as f64;
        let shown = |kind: &Kind, is: fn(&f64, &f64) -> bool| {
            let denied = kind.denied.as_ref().filter(|denied| denied.shown);
            denied.is_some_and(|denied| is(&denied.won.share, &fair))
        };
        html! {
            (self.list(self.t("ほとんど選ばれない(1 %未満)", "Dead (taken in less than 1 %)"), |kind| kind.uses.is_dead()))
            (self.list(self.t("ほとんどいつも選ばれる(90 %超)", "Dominant (taken in more than 90 %)"), |kind| kind.uses.is_dominant()))
            (self.list(self.t("やめると負ける", "Missed when denied"), |kind| shown(kind, f64::lt)))
            (self.list(self.t("やめると勝つ(このボットは使いすぎ)", "Better left (the bot overrates it)"), |kind| shown(kind, f64::gt)))
        }
    }

    /// A list with the names of the kinds for which `which` returns true; a long list is collapsed.
    fn list(&self, title: &str, which: impl Fn(&Kind) -> bool) -> Markup {
        let kinds = self.report.kinds.iter().filter(|kind| which(kind));
        let mut names: Vec<&str> = kinds.map(|kind| kind.name.as_str()).collect();
        names.sort_by_cached_key(|name| natural(name));
        let written = html! {
            @for (at, name) in names.iter().enumerate() {
                @if at > 0 { ", " } code.mark { (name) }
            }
        };
        html! {
            @if names.len() > NAMED {
                details { summary { strong { (title) } ": " (names.len()) } (written) }
            } @else {
                p { strong { (title) } ": "
                    @if names.is_empty() { (self.t("なし", "none")) }
                    (written)
                }
            }
        }
    }

    /// One table with several groups of kinds.
    fn table(&self, groups: &[&[&Kind]]) -> Markup {
        let won = |sample: &crate::stats::Sample| {
            if sample.count() > 0 { percent(sample.mean()) } else { "—".to_owned() }
        };
        let denied = |denied: &Option<Denied>| {
            denied.as_ref().map_or_else(|| "—".to_owned(), |denied| interval(&denied.won))
        };
        let shown = |kind: &Kind| kind.denied.as_ref().is_some_and(|denied| denied.shown);
        html! {
            div.scroll { table.kinds {
                thead { tr {
                    th { (self.t("行動", "action")) }
                    th.n { (self.t("選べた手", "could be taken")) }
                    th.n { (self.t("選ばれた", "taken")) }
                    th.n { (self.t("した席の勝ち", "wins with")) }
                    th.n { (self.t("しなかった席の勝ち", "wins without")) }
                    th.n { (self.t("やめた側の勝ち", "wins when denied")) }
                } }
                @for group in groups {
                    tbody { @for kind in *group {
                        tr {
                            td { code { (kind.name) } }
                            td.n { (kind.uses.offered) }
                            td.n { (percent(kind.uses.rate())) }
                            td.n { (won(&kind.with)) }
                            td.n { (won(&kind.without)) }
                            td.n.shown[shown(kind)] { (denied(&kind.denied)) }
                        }
                    } }
                }
            } }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sorted_in_natural_order() {
        let mut names = ["place 10", "step a10", "place", "place 9", "step a9", "place strong"];
        names.sort_by_cached_key(|name| natural(name));
        assert_eq!(names, ["place", "place 9", "place 10", "place strong", "step a9", "step a10"]);
    }
}
