//! The HTML page of a balance report: one file, for reading and printing.

use maud::{DOCTYPE, Markup, PreEscaped, html};
use zashiki_core::Lang;

use super::actions::Actions;
use super::charts;
use super::format::{interval, mean, percent};
use super::measures::Measure;
use super::report::BalanceReport;
use crate::simulate::Won;
use crate::stats::{Mean, Share, quantile};

const STYLE: &str = "
:root { --ink: #2a2e3a; --red: #c0392b; --line: #d8d2c4; --paper: #fdfbf5; }
body { font: 16px/1.6 'Hiragino Mincho ProN', 'Noto Serif CJK JP', Georgia, serif; color: var(--ink);
  background: var(--paper); max-width: 64rem; margin: 0 auto; padding: 2rem 1.25rem; }
h1 { font-size: 2rem; margin: 0; border-bottom: 3px double var(--red); padding-bottom: .4rem; }
h2 { font-size: 1.25rem; margin: 2.2rem 0 .6rem; border-bottom: 1px solid var(--line); }
p.lead { margin: .6rem 0; color: #555; }
.pictures { display: grid; grid-template-columns: repeat(auto-fit, minmax(20rem, 1fr)); gap: 1.2rem; }
figure { margin: 0; break-inside: avoid; }
figcaption { font-size: .9rem; color: #555; }
svg { width: 100%; height: auto; display: block; }
svg text { font-family: inherit; }
table { border-collapse: collapse; width: 100%; font-size: .92rem; }
th, td { text-align: left; padding: .25rem .6rem; border-bottom: 1px solid var(--line); vertical-align: top; }
td.n, th.n { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
tr { break-inside: avoid; }
code { font-family: 'SFMono-Regular', Menlo, Consolas, monospace; font-size: .9em; overflow-wrap: anywhere; }
.mark, .shown { color: var(--red); }
.mark, td code { white-space: nowrap; }
.shown { font-weight: bold; }
.scroll { overflow-x: auto; }
thead { break-inside: avoid; }
tbody + tbody { border-top: 2px solid var(--ink); }
details { margin: 1rem 0; }
summary { cursor: pointer; }
td:first-child { min-width: 6.5rem; }
.words { min-width: 14rem; }
@media screen {
  .kinds th:first-child, .kinds td:first-child { position: sticky; left: 0; background: var(--paper); }
}
@media print {
  .scroll { overflow: visible; }
  body { background: none; font-size: 10.5pt; max-width: none; padding: 0; }
  h2 { break-after: avoid; }
  .pictures { grid-template-columns: 1fr 1fr; }
  details::details-content { content-visibility: visible; block-size: auto; }
  summary { list-style: none; }
  .all table { font-size: 8.5pt; line-height: 1.3; }
  .all th, .all td { padding: .08rem .4rem; }
}
@page { margin: 16mm; }
";

impl BalanceReport {
    /// The page in this language, as one HTML file without external resources.
    pub fn page(&self, lang: Lang) -> String {
        Page { report: self, lang }.html().into_string()
    }
}

struct Page<'a> {
    report: &'a BalanceReport,
    lang: Lang,
}

impl Page<'_> {
    fn t<'a>(&self, ja: &'a str, en: &'a str) -> &'a str {
        self.lang.pick(ja, en)
    }

    fn html(&self) -> Markup {
        let report = self.report;
        let name = self.lang.of(&report.info.name);
        let title = format!("{name} — {}", self.t("バランス", "balance"));
        let actions = Actions { report, lang: self.lang };
        html! {
            (DOCTYPE)
            html lang=(self.lang.pick("ja", "en")) {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    title { (title) }
                    style { (PreEscaped(STYLE)) }
                }
                body {
                    h1 { (title) }
                    p.lead { (self.lead()) }
                    h2 { (self.t("だれが勝つか", "Who wins")) }
                    (self.wins())
                    h2 { (self.t("数値", "Figures")) }
                    (self.figures())
                    h2 { (self.t("対局のようす", "What a game is like")) }
                    (self.course())
                    h2 { (self.t("実力と運", "Skill and luck")) }
                    (self.skill())
                    h2 { (self.t("何をするか", "What is done")) }
                    (actions.foremost())
                    h2 { (self.t("読み方", "How to read this")) }
                    (self.notes())
                    h2 { (self.t("細かく見た行動のすべて", "Every action in detail")) }
                    (actions.all())
                }
            }
        }
    }

    fn lead(&self) -> Markup {
        let report = self.report;
        let plan = &report.plan;
        let own = plan.components.is_none();
        html! {
            (report.seats) (self.t("席、", " seats, "))
            (self.t("全席", "all played by ")) code { (plan.bot) } (self.t("、", ", "))
            (plan.games) (self.t("局、シード", " games, seed ")) (plan.seed) ". "
            (self.t("部品: ", "Components: "))
            (if own { self.t("元のまま", "the game's own") } else { self.t("差し替え", "replaced") })
            ". " (self.t("オプション: ", "Options: ")) code { (report.options) } ". "
            (self.t("95 %信頼区間をかっこに示します。", "95 % intervals in parentheses."))
        }
    }

    fn wins(&self) -> Markup {
        let report = self.report;
        let places: Vec<String> = (1..=report.seats).map(|place| place.to_string()).collect();
        let seats: Vec<String> = (report.info.seat_names.iter().take(report.seats.into()))
            .map(|name| self.lang.of(name).to_owned())
            .collect();
        let shares = |won: &[Won]| won.iter().map(|won| won.portion).collect::<Vec<_>>();
        let fair = 1.0 / f64::from(report.seats);
        let games = report.plan.games;
        let picture =
            |names: &[String], won: &[Won]| PreEscaped(charts::shares(names, &shares(won), fair));
        let ends = report.end_reasons.iter().map(|(id, count)| {
            let text = report.info.end_reason(id).map_or("", |reason| self.lang.of(&reason.text));
            (*id, *count, text)
        });
        html! {
            div.pictures {
                figure {
                    (picture(&places, &report.by_order))
                    figcaption { (self.t(
                        "手番順ごとの勝ち(最初に決めた席が1)。分け合った勝ちは等分。",
                        "Wins by turn order; 1 is the seat that decided first. Shared wins are parted."
                    )) }
                }
                figure {
                    (picture(&seats, &report.by_seat))
                    figcaption { (self.t("席ごとの勝ち。灰色の線は等しい場合。", "Wins by seat. The grey line: all equal.")) }
                }
            }
            div.scroll { table {
                tr { th { (self.t("終わり方", "ended by")) } th {} th.n { (self.t("割合", "share")) } }
                @for (id, count, text) in ends {
                    tr { td { code { (id) } } td.words { (text) } td.n { (interval(&Share::of(count, games))) } }
                }
                tr { td { (self.t("勝者なし", "nobody won")) } td {} td.n { (interval(&Share::of(report.draws, games))) } }
                tr { td { (self.t("勝利の分け合い", "shared wins")) } td {} td.n { (interval(&Share::of(report.shared, games))) } }
            } }
        }
    }

    fn figures(&self) -> Markup {
        let report = self.report;
        let spread = |numbers: &[u64]| {
            let mut sorted = numbers.to_vec();
            sorted.sort_unstable();
            let mean = numbers.iter().sum::<u64>() as f64 / numbers.len() as f64;
            let [low, middle, high] = [0.05, 0.5, 0.95].map(|share| quantile(&sorted, share));
            format!("{mean:.1} ({low} / {middle} / {high})")
        };
        let written = |measure: &Measure| match *measure {
            Measure { name: "DurationMoves", .. } => spread(&report.lengths),
            Measure { name: "DurationTurns", .. } => spread(&report.turns),
            Measure { share, value, low: Some(low), high: Some(high), .. } => {
                if share {
                    interval(&Share { share: value, low, high })
                } else {
                    mean(&Mean { mean: value, low, high })
                }
            }
            Measure { share: true, value, .. } => percent(value),
            Measure { value, .. } => format!("{value:.2}"),
        };
        html! {
            div.scroll { table {
                tr { th { (self.t("名前", "name")) } th.n { (self.t("値", "value")) } th { (self.t("意味", "meaning")) } }
                @for measure in report.figures() {
                    tr {
                        td { (self.called(measure.name)) }
                        td.n { (written(&measure)) }
                        td.words {
                            (self.lang.of(&measure.text))
                            @if measure.name == "DurationMoves" {
                                (self.t("(5 % / 中央 / 95 %)", " (5 % / median / 95 %)"))
                            }
                        }
                    }
                }
            } }
        }
    }

    fn called<'a>(&self, measure: &'a str) -> &'a str {
        match measure {
            "Comebacks" => self.t("逆転", "Comebacks"),
            ludii => ludii,
        }
    }

    fn course(&self) -> Markup {
        let report = self.report;
        let whole = |at: f64| format!("{at:.0}");
        let numbers = |of: &[u64]| of.iter().map(|it| *it as f64).collect::<Vec<_>>();
        let margins: Vec<f64> = report.margins.iter().map(|it| f64::from(*it)).collect();
        let (own, others): (Vec<f64>, Vec<f64>) = report.course.iter().copied().unzip();
        let all: Vec<(String, &str)> = vec![
            (charts::histogram(&numbers(&report.lengths), true, whole), self.t("手数", "Decisions in a game")),
            (charts::histogram(&margins, true, whole), self.t("点差", "Margins of scores")),
            (charts::course(&report.choices, None, whole), self.t(
                "対局の進みと、一手の選択肢の数", "Choices for a decision in the course of a game",
            )),
            (charts::course(&own, Some(&others), |at| format!("{at:.2}")), self.t(
                "勝者(朱)と、ほかで一番よく見えた席(墨)の見え方(0は負け、1は勝ち)",
                "How it looked to the winner (red) and to the best of the others (ink): 0 lost, 1 won",
            )),
            (charts::histogram(&report.decided, false, |at| percent(at).replace(".0", "")), self.t(
                "決まったときに残っていた部分", "Part of the game that was left when it was decided",
            )),
        ];
        html! {
            div.pictures {
                @for (picture, caption) in all {
                    figure { (PreEscaped(picture)) figcaption { (caption) } }
                }
            }
        }
    }

    fn skill(&self) -> Markup {
        let report = self.report;
        let (skill, luck) = (&report.skill, &report.luck);
        let fair = percent(1.0 / report.sides as f64);
        let (weak, strong) = (skill.weaker, skill.stronger);
        html! {
            div.scroll { table {
                tr {
                    td { (self.t("4倍考える", "four times the thought")) }
                    td.n { (interval(&skill.share)) }
                    td.words { (match self.lang {
                        Lang::Ja => format!("一方だけ ismcts:sims={strong}、ほかは sims={weak}({}局、等しければ {fair}。TAGのSkillLadder)", skill.games),
                        Lang::En => format!("one side ismcts:sims={strong}, the others sims={weak} ({} games; equal would be {fair}; TAG: SkillLadder)", skill.games),
                    }) }
                }
                tr {
                    td { (self.t("配りの運", "luck of the deal")) }
                    td.n { (format!("κ = {:.2}", luck.kappa)) }
                    td.words { (match self.lang {
                        Lang::Ja => format!("同じ配りをもう一度指すと、{}局のうち {} で同じ勝者。κは偶然を超える一致(0から1)", luck.deals, interval(&luck.again)),
                        Lang::En => format!("the same {} deals played again gave the same winners in {}; κ is the agreement beyond chance, from 0 to 1", luck.deals, interval(&luck.again)),
                    }) }
                }
            } }
        }
    }

    fn notes(&self) -> Markup {
        let fair = percent(1.0 / self.report.sides as f64);
        let denied = self.report.kinds.iter().filter(|kind| kind.denied.is_some()).count();
        html! {
            p { (match self.lang {
                Lang::Ja => format!("「見え方」はゲームごとの評価関数(evaluate)の値を0から1にしたもので、勝率そのものではありません。「した席の勝ち」は原因とは限りません(勝っている席にだけできることもあります)。原因に近いのは「やめた側の勝ち」です: 一つの側だけが、ほかにできることがある限りその行動を選ばず、同じ配りをすべての側で指します。等しければ {fair} です。表の95 %区間は一つ一つについてのもので、20に1つは偶然に外れます。「やめると負ける」「やめると勝つ」には、やめさせた{denied}種類全体にホルム(Holm)の補正を有意水準5 %でかけても、なお {fair} との差が認められるものだけを挙げます(表では朱の太字)。偶然だけで一つでも挙がる確率は5 %以下です。どれもこのボットの指し方での値です。"),
                Lang::En => format!("Values of a game are those of its heuristic, scaled to 0 to 1, and not chances of winning. Wins with an action need not be caused by it: some things only the winning side can do. Closer to a cause are wins when denied: one side never takes it while it can do anything else, each deal played once for every side; without effect it would be {fair}. Each 95 % interval in the tables stands by itself, and one in twenty misses by chance. An action is named as missed when denied or better left (bold and red in the tables) only where Holm's correction at 5 % over all {denied} kinds that were denied still tells its share from {fair}: the chance that even one is named by accident is at most 5 %. All of it holds for this bot's way of playing."),
            }) }
            p { (self.t(
                "「選べた手」は、その種類の行動とほかの行動の両方ができた手です。行動の名前は記法の最初の語と、それに続く語の一つです。",
                "An action could be taken in the decisions that listed one of its kind and also something else. Its name is the first word of the notation, or that with one of the words after it.",
            )) }
            p { (self.t("式の出典: ", "Formulas: "))
                "C. Browne, Automatic Generation and Evaluation of Recombination Games (2008); "
                "M. Stephenson, D. Soemers, É. Piette, C. Browne, General Game Heuristic Prediction Based on Ludeme Descriptions (2021), Ludii; "
                "R. Gaina et al., TAG: A Tabletop Games Framework (2020); "
                "A. Jaffe et al., Evaluating Competitive Game Balance with Restricted Play (2012); "
                "E. Wilson, Probable Inference (1927); J. Fleiss, Measuring Nominal Scale Agreement Among Many Raters (1971); "
                "S. Holm, A Simple Sequentially Rejective Multiple Test Procedure (1979)."
            }
        }
    }
}
