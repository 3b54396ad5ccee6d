//! Cards, counts, points and formations, read from a components file and checked.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use zashiki_core::{InputError, Localize, LocalizedText, Provenance, RuleId, text};

use crate::assets::ASSETS;
use crate::info::INFO;
use crate::kind::{Cards, KINDS, Kind, MAX_KEPT};
use crate::limits::{MAX_COMBINABLE, MAX_POINTS};
use crate::square::{Dir, SIDE, Square, TERRITORY, TERRITORY_ROWS};

/// How many cards 先手 lays in the deployment; the first of them need not be ordinary.
pub(crate) const LAID_BY_FIRST: u8 = 4;

/// プレイシート. The engine knows one size only.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "shinra.ts")]
pub struct SheetSpec {
    /// Rows: 5.
    pub rows: u8,
    /// Columns: 5.
    pub columns: u8,
    /// How many rows are each seat's own: 2.
    pub territory: u8,
    /// How we know.
    pub source: Provenance,
}

/// What is arranged in each territory.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "shinra.ts")]
pub struct SetupSpec {
    /// Kings: 1.
    pub king: u8,
    /// Singles.
    pub single: u8,
    /// Stacks of two.
    pub stack2: u8,
    /// Stacks of three.
    pub stack3: u8,
    /// How we know.
    pub source: Provenance,
}

/// Points, losses and gains.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "shinra.ts")]
pub struct Points {
    /// What a king begins with.
    pub king: u8,
    /// The most a king may have.
    pub king_most: u8,
    /// What a stack has besides the points of its cards.
    pub stack_base: u8,
    /// The most a stack may have.
    pub stack_most: u8,
    /// Life of an ordinary single.
    pub single_life: u8,
    /// Attack of an ordinary single.
    pub single_attack: u8,
    /// Life and attack of a single 王妃 or 将軍.
    pub strong_single: u8,
    /// The most points of the king of its side with which the joker may be put.
    pub joker_king: u8,
    /// What a king gains when his side gives the enemy's queen back.
    pub queen_return: u8,
    /// What a king gains by his step onto a single.
    pub step_single: u8,
    /// What a king gains by his step onto a stack, 八とび or ジョーカー.
    pub step_stack: u8,
    /// How we know.
    pub source: Provenance,
}

impl Points {
    /// Points that a king gains by his step onto a piece of these cards, unless he is at the most
    /// he may have (K-88).
    pub(crate) fn king_step(&self, cards: Cards) -> u8 {
        let heavy = cards.is_stack() || cards.meets(Cards::SPECIAL);
        if heavy { self.step_stack } else { self.step_single }
    }
}

/// The cards of one name that each seat has.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "shinra.ts")]
pub struct CardSpec {
    /// Which.
    pub kind: Kind,
    /// What it is called, from the glossary.
    #[serde(skip_deserializing, default = "unsaid")]
    pub name: LocalizedText,
    /// What is special about it, in a few words.
    #[serde(skip_deserializing, default = "unsaid")]
    pub about: LocalizedText,
    /// The rules that say so.
    #[serde(skip_deserializing)]
    pub rules: Vec<RuleId>,
    /// How many.
    pub count: u8,
    /// The points printed on it.
    pub points: u8,
    /// Single arrows.
    pub step: Vec<Dir>,
    /// Double arrows.
    pub slide: Vec<Dir>,
    /// Bent arrows and ○: squares forward and to the right.
    pub leap: Vec<(i8, i8)>,
    /// How we know the count.
    pub count_source: Provenance,
    /// How we know the points.
    pub points_source: Provenance,
    /// How we know the arrows.
    pub arrows_source: Provenance,
}

const fn unsaid() -> LocalizedText {
    LocalizedText::fixed("", "")
}

/// The rules of what the page shows beside the cards.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, TS)]
#[ts(export, export_to = "shinra.ts")]
pub struct ShownRules {
    /// A king's life points.
    pub king: Vec<RuleId>,
    /// The turns, and the draw at their limit.
    pub turns: Vec<RuleId>,
    /// Whether pieces are switched after turns.
    pub switches: Vec<RuleId>,
}

/// A ready-made formation.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "shinra.ts")]
pub struct FormationSpec {
    /// Its id.
    pub id: String,
    /// Its name in Japanese.
    pub ja: String,
    /// Its name in English.
    pub en: String,
    /// The cards by square, as the first seat lays them: `a1=shu+ko b1=king …`.
    pub squares: String,
    /// How we know.
    pub source: Provenance,
}

/// All components.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "shinra.ts")]
pub struct Components {
    /// Always `shinra`.
    pub game: String,
    /// プレイシート.
    pub sheet: SheetSpec,
    /// What is arranged.
    pub setup: SetupSpec,
    /// Points.
    pub points: Points,
    /// The cards, one entry for each name, in order.
    #[serde(rename = "card")]
    pub cards: Vec<CardSpec>,
    /// Ready-made formations, at least one.
    #[serde(rename = "formation")]
    pub formations: Vec<FormationSpec>,
    /// The rules of what the page shows beside the cards.
    #[serde(skip_deserializing)]
    pub rules: ShownRules,
    /// What things are called, by their keys in the glossary.
    #[serde(skip_deserializing)]
    pub names: BTreeMap<String, LocalizedText>,
}

impl Components {
    /// Reads and checks a components file. Formations are checked by the setup.
    ///
    /// # Errors
    /// When it is not a components file, or a count, an arrow or a number is impossible.
    pub fn read(text: &str) -> Result<Components, InputError> {
        let mut components: Components = zashiki_core::read_components(text, &INFO)?;
        components.check()?;
        for card in &mut components.cards {
            let (about, rules) = about(card.kind, card.points, &components.points);
            card.name = card.kind.name();
            card.about = about;
            card.rules = ids(rules);
        }
        let terms = ASSETS.glossary().terms();
        components.names = terms.map(|(key, term)| (key.to_owned(), term.name())).collect();
        components.rules = ShownRules {
            king: ids(&["K-22", "K-29", "K-87", "K-93"]),
            turns: ids(&["K-92"]),
            switches: ids(&["K-44", "K-45"]),
        };
        Ok(components)
    }

    /// The entry of this card.
    pub fn card(&self, kind: Kind) -> &CardSpec {
        &self.cards[kind as usize]
    }

    /// How many cards of each name a seat has.
    pub fn deck(&self) -> [u8; KINDS] {
        Kind::ALL.map(|kind| self.card(kind).count)
    }

    /// How many cards of these names a seat has.
    fn count(&self, cards: Cards) -> u32 {
        cards.iter().map(|kind| u32::from(self.card(kind).count)).sum()
    }

    /// Whether a king that stands alone is never stuck (AK40).
    fn king_can_always_move(&self) -> bool {
        let king = self.card(Kind::King);
        Square::all().all(|square| {
            king.step.iter().chain(&king.slide).any(|dir| square.step(*dir).is_some())
                || king
                    .leap
                    .iter()
                    .any(|(forward, right)| square.offset(*right, *forward).is_some())
        })
    }

    fn check(&self) -> Result<(), InputError> {
        if !self.cards.iter().map(|card| card.kind).eq(Kind::ALL) {
            return Err(broken(LocalizedText::fixed(
                "[[card]] は8種類を king, queen, general, shu, ko, dai, hachitobi, joker の順に1度ずつ書きます",
                "there must be one [[card]] for each of king, queen, general, shu, ko, dai, hachitobi, joker, in this order",
            )));
        }
        let config = &self.setup;
        let points = &self.points;
        let arranged =
            u32::from(config.single) + 2 * u32::from(config.stack2) + 3 * u32::from(config.stack3);
        let pieces = [config.king, config.single, config.stack2, config.stack3];
        let faults = [
            (
                [self.sheet.rows, self.sheet.columns, self.sheet.territory].map(usize::from)
                    != [SIDE, SIDE, TERRITORY_ROWS],
                "[sheet] は 5×5、territory は 2 だけです",
                "[sheet] must have 5 rows, 5 columns and a territory of 2",
            ),
            (
                config.king != 1
                    || pieces.iter().map(|count| usize::from(*count)).sum::<usize>()
                        != TERRITORY - 1,
                "[setup] は king が 1 で、合わせて 9 組です",
                "[setup] must have one king and nine pieces in all",
            ),
            (
                self.card(Kind::King).count != 1,
                "[[card]] の king の count は 1 です",
                "the `count` of the [[card]] of the king must be 1: there is exactly one king",
            ),
            (
                self.cards.iter().any(|card| card.count > MAX_COMBINABLE)
                    || self.count(Cards::COMBINABLE) > u32::from(MAX_COMBINABLE)
                    || self.count(Cards::SPECIAL) > 4
                    || self.card(Kind::Queen).count > 2,
                "[[card]] の count は、重ねられるカードが合わせて24枚、王妃が2枚、八とびとジョーカーが合わせて4枚までです",
                "the `count`s of the [[card]]s must make at most 24 combinable cards, two queens, and four hachitobi and jokers in all",
            ),
            (
                self.count(Cards::ORDINARY) < arranged + u32::from(LAID_BY_FIRST) - 1
                    || self.count(Cards::COMBINABLE) < arranged + u32::from(LAID_BY_FIRST),
                "[[card]] の count が足りません。守・攻・台は、並べる枚数に3枚、王妃と将軍を入れて4枚を加えただけ必要です(配備できなくなります)",
                "the `count`s are too small: there must be three more shu, ko and dai than are arranged, and four more with queen and general, or deployment could not go on",
            ),
            (
                !(1..=MAX_POINTS).contains(&points.king)
                    || !(points.king..=MAX_POINTS).contains(&points.king_most),
                "[points] は 1 ≦ king ≦ king_most ≦ 15 です",
                "[points] must have 1 ≤ `king` ≤ `king_most` ≤ 15",
            ),
            (
                !(1..=MAX_KEPT + 1).contains(&points.stack_most)
                    || points.stack_base > points.stack_most,
                "[points] は stack_base ≦ stack_most ≦ 15、stack_most は1以上です",
                "[points] must have `stack_base` ≤ `stack_most` ≤ 15, and `stack_most` of 1 or more",
            ),
            (
                [points.single_life, points.single_attack, points.strong_single]
                    .iter()
                    .any(|value| !(1..=MAX_POINTS).contains(value)),
                "[points] の single_life, single_attack, strong_single は 1〜15 です",
                "[points] `single_life`, `single_attack` and `strong_single` must be 1 to 15",
            ),
            (
                [points.queen_return, points.step_single, points.step_stack, points.joker_king]
                    .iter()
                    .any(|value| *value > MAX_POINTS),
                "[points] の queen_return, step_single, step_stack, joker_king は 15 までです",
                "[points] `queen_return`, `step_single`, `step_stack` and `joker_king` must be 15 at most",
            ),
            (
                self.cards.iter().any(|card| {
                    let least = if card.kind == Kind::King { 0 } else { 1 };
                    !(least..=MAX_POINTS).contains(&card.points)
                }),
                "[[card]] の points は 1〜15 です",
                "the `points` of a [[card]] must be 1 to 15",
            ),
            (
                self.cards.iter().any(|card| {
                    card.step.iter().any(|dir| card.slide.contains(dir))
                        || Dir::ALL.iter().any(|dir| {
                            let times = |dirs: &[Dir]| dirs.iter().filter(|d| *d == dir).count();
                            times(&card.step) > 1 || times(&card.slide) > 1
                        })
                }),
                "1つの [[card]] の step と slide に同じ向きが2つあります",
                "a [[card]] has two arrows in one direction in `step` and `slide`",
            ),
            (
                self.cards.iter().any(|card| {
                    card.leap.iter().any(|(forward, right)| {
                        !(1..SIDE as u8).contains(&forward.unsigned_abs().max(right.unsigned_abs()))
                    })
                }),
                "leap は [前, 右] で、0 でない 4 マス以内です",
                "a `leap` is [forward, right], not [0, 0], and at most 4 squares far",
            ),
            (
                !self.king_can_always_move(),
                "[[card]] の king には、どのマスからもシートの中へ動ける矢印(step, slide, leap)が必要です",
                "the [[card]] of the king needs an arrow (`step`, `slide` or `leap`) that stays on the sheet from every square",
            ),
            (
                self.formations.is_empty(),
                "[[formation]] が1つは必要です",
                "there must be at least one [[formation]]",
            ),
        ];
        match faults.into_iter().find(|(wrong, _, _)| *wrong) {
            Some((_, ja, en)) => Err(broken(LocalizedText::fixed(ja, en))),
            None => Ok(()),
        }
    }
}

fn ids(ids: &[&'static str]) -> Vec<RuleId> {
    ids.iter().copied().map(RuleId).collect()
}

/// What is special about a card, and the rules that say so.
fn about(kind: Kind, printed: u8, points: &Points) -> (LocalizedText, &'static [&'static str]) {
    let Points { strong_single, single_attack, joker_king, .. } = points;
    match kind {
        Kind::King => (
            LocalizedText::fixed(
                "取られたら負け。攻撃力は無限で、何でも取れる。退避とコンバインはできない。",
                "If he is taken, you lose. Takes anything. Never retreats and never joins a stack.",
            ),
            &["K-1", "K-23", "K-73", "K-56", "K-87"],
        ),
        Kind::Queen => (
            text!(
                "単独では{strong_single}点。手持ちからは自陣にだけ配せる。相手は自分のカードとして使えない。返してもらえることがある。",
                "Counts {strong_single} alone. Comes from the hand into your own territory only. The enemy cannot use her, but may give her back."
            ),
            &["K-83", "K-84", "K-86", "K-74", "K-75"],
        ),
        Kind::General => (
            text!(
                "単独では{strong_single}点。手持ちからは自陣にだけ配せる。",
                "Counts {strong_single} alone. Comes from the hand into your own territory only."
            ),
            &["K-83", "K-84", "K-86"],
        ),
        Kind::Shu | Kind::Ko => (
            text!(
                "単独では攻撃力{single_attack}。攻撃されれば必ず取られる。",
                "Alone: attack {single_attack}, taken by any attack."
            ),
            &["K-24", "K-59"],
        ),
        Kind::Dai => (
            text!(
                "八方桂(ナイト)のように跳ぶ。単独では攻撃力{single_attack}。攻撃されれば必ず取られる。",
                "Leaps like a knight. Alone: attack {single_attack}, taken by any attack."
            ),
            &["K-5", "K-24", "K-59"],
        ),
        Kind::Hachitobi => (
            text!(
                "○のマスへ飛ぶ。{printed}点で固定。戦闘開始まで使えず、単独でだけ使える。",
                "Leaps to the squares marked ○. Always {printed}. Not before the battle, and only alone."
            ),
            &["K-6", "K-27", "K-28", "K-79", "K-81"],
        ),
        Kind::Joker => (
            text!(
                "{printed}点で固定。自分の王が{joker_king}点以下のときだけ配せ、単独でだけ使える。王は取れない。",
                "Always {printed}. Put on the sheet only while your own king has {joker_king} or fewer, and only alone. Never takes a king."
            ),
            &["K-26", "K-28", "K-80", "K-81", "K-82"],
        ),
    }
}

/// A components file that cannot be played with.
pub(crate) fn broken(fault: LocalizedText) -> InputError {
    InputError::components(&INFO.name, fault)
}

/// A sentence as a part of another: without its full stop.
pub(crate) fn part_of(sentence: LocalizedText) -> LocalizedText {
    let LocalizedText { ja, en } = sentence;
    LocalizedText::new(ja.trim_end_matches('。'), en.trim_end_matches('.'))
}
