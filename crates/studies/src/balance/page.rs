//! The HTML page of a balance report: one file, for reading and printing.

use maud::{DOCTYPE, Markup, PreEscaped, html};
use zashiki_core::Lang;

use super::actions::Actions;
use super::charts;
use super::format::{interval, mean, percent};
use super::report::{BalanceReport, BotMeasures, Origin};
use crate::measures::{ComponentMeasure, Measure, TimeModel};
use crate::paired::unpaired;
use crate::simulate::Won;
use crate::stats::{Mean, Share, quantile};

const STYLE: &str = "
:root { --ink: #2a2e3a; --red: #c0392b; --line: #d8d2c4; --paper: #fdfbf5; }
body { font: 16px/1.6 'Hiragino Mincho ProN', 'Noto Serif CJK JP', Georgia, serif; color: var(--ink);
  background: var(--paper); max-width: 64rem; margin: 0 auto; padding: 2rem 1.25rem; }
h1 { font-size: 2rem; margin: 0; border-bottom: 3px double var(--red); padding-bottom: .4rem; }
h2 { font-size: 1.25rem; margin: 2.2rem 0 .6rem; border-bottom: 1px solid var(--line); }
.subject { display: grid; grid-template-columns: max-content 1fr; gap: .15rem 1rem; margin: .8rem 0; }
.subject dt { color: #555; }
.subject dd { margin: 0; overflow-wrap: anywhere; }
.pictures { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(24rem, 100%), 1fr)); gap: 1.2rem; }
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
    pub fn page(&self, lang: Lang, origin: &Origin) -> String {
        Page { report: self, lang, origin }.html().into_string()
    }
}

/// Number of components in the table that is not collapsed.
const LISTED: usize = 24;

/// A measure with its interval.
fn written(measure: &Measure) -> String {
    match *measure {
        Measure { share: true, value: share, low: Some(low), high: Some(high), .. } => {
            interval(&Share { share, low, high })
        }
        Measure { value, low: Some(low), high: Some(high), .. } => {
            mean(&Mean { mean: value, low, high })
        }
        Measure { share: true, value, .. } => percent(value),
        Measure { value, .. } => format!("{value:.2}"),
    }
}

/// The difference of people's measure from the bots', with its interval.
fn difference(bots: &Measure, people: &Measure) -> String {
    let mean = |measure: &Measure| {
        let (low, high) = (measure.low?, measure.high?);
        Some(Mean { mean: measure.value, low, high })
    };
    let (Some(one), Some(other)) = (mean(bots), mean(people)) else { return "—".to_owned() };
    let Mean { mean, low, high } = unpaired(one, other);
    let scale = if bots.share { 100.0 } else { 1.0 };
    let [mean, low, high] = [mean, low, high].map(|it| scale * it);
    if bots.share {
        format!("{mean:+.1} ({low:+.1} … {high:+.1})")
    } else {
        format!("{mean:+.2} ({low:+.2} … {high:+.2})")
    }
}

/// Text for a data URL.
fn percent_encoded(text: &str) -> String {
    use std::fmt::Write as _;
    let mut url = String::with_capacity(text.len() * 2);
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.~,/:()".contains(&byte) {
            url.push(char::from(byte));
        } else {
            let _ = write!(url, "%{byte:02X}");
        }
    }
    url
}

struct Page<'a> {
    report: &'a BalanceReport,
    lang: Lang,
    origin: &'a Origin,
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
                    (self.subject())
                    h2 { (self.t("だれが勝つか", "Who wins")) }
                    (self.wins())
                    h2 { (self.t("数値", "Figures")) }
                    (self.figures())
                    h2 { (self.t("強さごと", "By strength")) }
                    (self.bots())
                    h2 { (self.t("対局のようす", "What a game is like")) }
                    (self.course())
                    h2 { (self.t("実力と運", "Skill and luck")) }
                    (self.skill())
                    h2 { (self.t("何をするか", "What is done")) }
                    (actions.foremost())
                    @if !report.components.is_empty() {
                        h2 { (self.t("何を得たか", "What is received")) }
                        (self.components())
                    }
                    h2 { (self.t("読み方", "How to read this")) }
                    (self.notes())
                    h2 { (self.t("細かく見た行動のすべて", "Every action in detail")) }
                    (actions.all())
                }
            }
        }
    }

    /// The subject of the page: all that its numbers depend on.
    fn subject(&self) -> Markup {
        let (report, origin) = (self.report, self.origin);
        let plan = &report.plan;
        let file = match (&plan.components, &origin.components_file) {
            (None, _) => self.t("元のまま", "the game's own").to_owned(),
            (Some(_), Some(file)) => file.clone(),
            (Some(_), None) => {
                self.t("差し替え(ファイル名なし)", "replaced, without a file name").to_owned()
            }
        };
        let version = env!("CARGO_PKG_VERSION");
        let rules = report.info.rules_version;
        let csv = report.csv(self.lang);
        let link =
            format!("data:text/csv;charset=utf-8,{}", percent_encoded(&format!("\u{feff}{csv}")));
        let changes = report.component_changes();
        html! {
            dl.subject {
                dt { (self.t("席", "Seats")) } dd { (report.seats) }
                dt { (self.t("ボット", "Bots")) }
                dd { @for (at, bot) in report.population.iter().enumerate() {
                    @if at > 0 { (self.t("、", ", ")) } code { (bot) }
                } }
                dt { (self.t("対局", "Games")) }
                dd { (plan.games) (self.t("局、シード ", ", seed ")) (plan.seed) }
                dt { (self.t("内容物", "Components")) } dd { (file) }
                dt { (self.t("オプション", "Options")) } dd { code { (report.options) } }
                dt { (self.t("版", "Version")) }
                dd { "Zashiki " (version) (self.t("、ルール第", ", rules ")) (rules) (self.t("版", "")) }
                @if let Some(command) = &origin.command {
                    dt { (self.t("コマンド", "Command")) } dd { code { (command) } }
                }
                dt { (self.t("表", "Spreadsheet")) }
                dd { a href=(link) download={ (plan.game) ".csv" } { (self.t("すべての数値(CSV)", "all numbers (CSV)")) } }
            }
            @if plan.components.is_some() {
                h2 { (self.t("元の内容物との違い", "Differences from the game's own components")) }
                @if changes.is_empty() { p { (self.t("ありません。", "None.")) } } @else {
                    div.scroll { table {
                        tr { th { (self.t("項目", "field")) } th { (self.t("元", "own")) } th { (self.t("ここ", "here")) } }
                        @for change in &changes {
                            tr {
                                td { code { (change.field) } }
                                td { code { (change.own.as_deref().unwrap_or("—")) } }
                                td.shown { code { (change.here.as_deref().unwrap_or("—")) } }
                            }
                        }
                    } }
                }
            }
        }
    }

    /// The measures of the games that each bot played alone, and its wins in mixed games.
    fn bots(&self) -> Markup {
        let report = self.report;
        let fair = percent(1.0 / f64::from(report.seats));
        let columns = [
            ("AdvantageP1", self.t("先手の勝ち", "first wins")),
            ("Drawishness", self.t("勝者なし", "nobody won")),
            ("DurationTurns", self.t("手番数", "turns")),
            ("LeadChange", self.t("首位交代", "lead changes")),
            ("Drama", self.t("ドラマ", "drama")),
            ("Comebacks", self.t("逆転", "comebacks")),
        ];
        // The interval is below the value, so that all columns fit on the page.
        let two_lines = |text: String| match text.split_once(" (") {
            Some((value, interval)) => html! { (value) br; small { "(" (interval) } },
            None => html! { (text) },
        };
        let of = |bot: &BotMeasures, name: &str| {
            let measure = bot.measures.iter().find(|measure| measure.name == name);
            two_lines(measure.map_or_else(|| "—".to_owned(), written))
        };
        html! {
            div.scroll { table.kinds {
                tr {
                    th { (self.t("ボット", "bot")) }
                    th.n { (self.t("局", "games")) }
                    @for (_, title) in columns { th.n { (title) } }
                    @if report.bots.len() > 1 { th.n { (self.t("混じった卓での勝ち", "wins at mixed tables")) } }
                }
                @for bot in &report.bots {
                    tr {
                        td { code { (bot.bot) } }
                        td.n { (bot.games) }
                        @for (name, _) in columns { td.n { (of(bot, name)) } }
                        @if report.bots.len() > 1 { td.n { (two_lines(interval(&bot.mixed_won))) } }
                    }
                }
            } }
            @if report.bots.len() > 1 {
                p { (match self.lang {
                    Lang::Ja => format!("各ボットが全席を指した対局での値です。「混じった卓」では各席のボットを無作為に選びます(等しければ {fair})。弱いボットの勝ちは、運で勝てる割合のめやすです。"),
                    Lang::En => format!("The values are those of games in which one bot played all seats. At mixed tables every seat has a bot at random; equal bots would win {fair}. The wins of a weak bot show how much can be won by luck."),
                }) }
            }
        }
    }

    /// The results of the seats that received a component.
    fn components(&self) -> Markup {
        let components = &self.report.components;
        let table = |components: &[ComponentMeasure]| {
            html! {
                div.scroll { table.kinds {
                    tr {
                        th { (self.t("内容物", "component")) }
                        th.n { (self.t("得た席", "seats with")) }
                        th.n { (self.t("その勝ち", "their wins")) }
                        th.n { (self.t("ほかの席の勝ち", "wins of the others")) }
                    }
                    @for measure in components {
                        tr {
                            td { (self.lang.of(&measure.component)) }
                            td.n { (measure.seats_with) }
                            td.n { (interval(&measure.won_with)) }
                            td.n { (interval(&measure.won_without)) }
                        }
                    }
                } }
            }
        };
        html! {
            p { (self.t(
                "カードやタイルを一局に一度でも得た席(引いた、取った、置いた席)の勝ちです。多いものが上です。勝っている席ほど得やすい内容物もあるので、原因とは限りません。",
                "Wins of the seats that received a card, tile or piece at least once in a game (drew it, took it, put it on the board), the largest share first. Some components come to a seat because it is winning, so this need not be their effect.",
            )) }
            @if components.len() > LISTED {
                (table(&components[..LISTED]))
                details.all { summary { (match self.lang {
                    Lang::Ja => format!("残り{}種類", components.len() - LISTED),
                    Lang::En => format!("the other {}", components.len() - LISTED),
                }) } (table(&components[LISTED..])) }
            } @else { (table(components)) }
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
        let own = |measure: &Measure| match measure.name.as_str() {
            "DurationMoves" => spread(&report.lengths),
            "DurationTurns" => spread(&report.turns),
            _ => written(measure),
        };
        let people = report.people.as_ref().filter(|people| people.games > 0);
        let of_people = |name: &str| {
            people.and_then(|people| people.measures.iter().find(|measure| measure.name == name))
        };
        html! {
            div.scroll { table {
                tr {
                    th { (self.t("名前", "name")) }
                    th.n { @if people.is_some() { (self.t("ボット", "bots")) } @else { (self.t("値", "value")) } }
                    @if people.is_some() {
                        th.n { (self.t("人", "people")) }
                        th.n { (self.t("差", "difference")) }
                    }
                    th { (self.t("意味", "meaning")) }
                }
                @for measure in report.figures() {
                    tr {
                        td { (self.called(&measure.name)) }
                        td.n { (own(measure)) }
                        @if people.is_some() {
                            @match of_people(&measure.name) {
                                Some(theirs) => { td.n { (written(theirs)) } td.n { (difference(measure, theirs)) } }
                                None => { td.n { "—" } td.n { "—" } }
                            }
                        }
                        td.words {
                            (self.lang.of(&measure.text))
                            @if measure.name == "DurationMoves" {
                                (self.t("(5 % / 中央 / 95 %)", " (5 % / median / 95 %)"))
                            }
                        }
                    }
                }
            } }
            p { (self.minutes()) }
        }
    }

    /// The origin of the estimated minutes.
    fn minutes(&self) -> String {
        let report = self.report;
        let TimeModel { base, per_doubling } = report.plan.time_model;
        let people = report.people.as_ref();
        let games = people.map_or(0, |people| people.games);
        let timed = people.filter(|people| people.time_model.is_some());
        match (self.lang, timed) {
            (Lang::Ja, None) => format!(
                "分数は、一手に{base:.1}秒、選択肢の数が2倍になるごとに{per_doubling:.1}秒という仮定からの見積もりです。"
            ),
            (Lang::En, None) => format!(
                "Minutes are estimated by an assumption: {base:.1} s for a decision, and {per_doubling:.1} s more for each doubling of the choices."
            ),
            (Lang::Ja, Some(people)) => format!(
                "分数は、{games}局の人の{}手の時間に合わせた値からの見積もりです: 一手に{base:.1}秒、選択肢の数が2倍になるごとに{per_doubling:.1}秒。",
                people.timed_decisions
            ),
            (Lang::En, Some(people)) => format!(
                "Minutes are estimated from the times of {} decisions in {games} games of people: {base:.1} s for a decision, and {per_doubling:.1} s more for each doubling of the choices.",
                people.timed_decisions
            ),
        }
    }

    fn called<'a>(&self, measure: &'a str) -> &'a str {
        match measure {
            "Comebacks" => self.t("逆転", "Comebacks"),
            "DeadActions" => self.t("死んだ行動", "DeadActions"),
            "DominantActions" => self.t("支配的な行動", "DominantActions"),
            "DurationMinutes" => self.t("分数", "DurationMinutes"),
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
                    td.n { (format!("κ = {:.2} ({:.2} … {:.2})", luck.kappa, luck.kappa_low, luck.kappa_high)) }
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
        let middle = &self.report.middle;
        let denied = self.report.kinds.iter().filter(|kind| kind.denied.is_some()).count();
        html! {
            p { (match self.lang {
                Lang::Ja => format!("かっこは95 %信頼区間です。「見え方」はゲームごとの評価関数(evaluate)の値を0から1にしたもので、勝率そのものではありません。「した席の勝ち」は原因とは限りません(勝っている席にだけできることもあります)。原因に近いのは「やめた側の勝ち」です: 一つの側だけが、ほかにできることがある限りその行動を選ばず、同じ配りをすべての側で指します。等しければ {fair} です。表の95 %区間は一つ一つについてのもので、20に1つは偶然に外れます。「やめると負ける」「やめると勝つ」には、やめさせた{denied}種類全体にホルム(Holm)の補正を有意水準5 %でかけても、なお {fair} との差が認められるものだけを挙げます(表では朱の太字)。偶然だけで一つでも挙がる確率は5 %以下です。どれもこのボットの指し方での値です。行動をやめさせた対局は、ボットの列の真ん中の {middle} が指します。"),
                Lang::En => format!("Intervals of 95 % are in parentheses. Values of a game are those of its heuristic, scaled to 0 to 1, and not chances of winning. Wins with an action need not be caused by it: some things only the winning side can do. Closer to a cause are wins when denied: one side never takes it while it can do anything else, each deal played once for every side; without effect it would be {fair}. Each 95 % interval in the tables stands by itself, and one in twenty misses by chance. An action is named as missed when denied or better left (bold and red in the tables) only where Holm's correction at 5 % over all {denied} kinds that were denied still tells its share from {fair}: the chance that even one is named by accident is at most 5 %. All of it holds for these bots' way of playing. The games in which actions are denied are played by the bot in the middle of the list, {middle}."),
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
                "E. Wilson, Probable Inference (1927); R. Newcombe, Interval Estimation for the Difference between Independent Proportions (1998); B. Efron, R. Tibshirani, An Introduction to the Bootstrap (1993); J. Fleiss, Measuring Nominal Scale Agreement Among Many Raters (1971); "
                "S. Holm, A Simple Sequentially Rejective Multiple Test Procedure (1979)."
            }
        }
    }
}
