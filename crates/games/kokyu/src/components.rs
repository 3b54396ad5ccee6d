//! Cards, squares and counts, read from a components file and checked.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use zashiki_core::{
    InputError, Localize, LocalizedText, Provenance, RuleId, fault, plural, read_components, text,
};

use crate::glossary::word;
use crate::info::INFO;
use crate::limits::{CARDS, MAX_PALACE, MAX_PLOTS};

/// What a 紫禁城 card does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export, export_to = "kokyu.ts")]
pub enum Icon {
    /// 飛: join another own eunuch.
    Fly,
    /// 権: take 始動権.
    Initiative,
    /// 進: own consort +1.
    Advance,
    /// 混: reshuffle the 策謀 cards.
    Reshuffle,
    /// 策: draw a 策謀 card.
    Draw,
    /// 入: enter the palace.
    Enter,
    /// 殿進: all palace eunuchs +1.
    PalaceAdvance,
    /// 発動: execute the palace.
    Activate,
}

/// What a palace square does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case", tag = "kind")]
#[ts(export, export_to = "kokyu.ts")]
pub enum Square {
    /// 初 without an effect. Eunuchs enter on the first square, whatever it does.
    Entry,
    /// Own consort advances.
    Advance {
        /// Squares.
        steps: u8,
    },
    /// Own consort advances, or 策謀 cards are drawn.
    Choice {
        /// Squares.
        steps: u8,
        /// Cards.
        draws: u8,
    },
    /// 強: the eunuch is turned over.
    Strong,
    /// A 乾隆ポイント.
    Point,
    /// 強制送還: who stops here goes home.
    Return,
}

/// What a 策謀 card does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export, export_to = "kokyu.ts")]
pub enum Effect {
    /// Own consort forward.
    AdvanceOwn,
    /// The opponent's consort back, not past 開始.
    PushBackOpponent,
    /// Further 策謀 cards.
    Draw,
    /// A 乾隆ポイント.
    GainPoint,
    /// 権: 始動権.
    TakeInitiative,
    /// 混: pile and discards are shuffled.
    Reshuffle,
    /// 殿進: everybody's palace eunuchs forward.
    AdvancePalace,
    /// Own palace eunuchs forward.
    AdvancePalaceOwn,
    /// The opponent's palace eunuchs go home.
    BanishOpponent,
}

impl Effect {
    /// The amounts this effect can have; 0 alone where it counts nothing.
    pub const fn amounts(self) -> std::ops::RangeInclusive<u8> {
        match self {
            Effect::AdvanceOwn
            | Effect::PushBackOpponent
            | Effect::AdvancePalace
            | Effect::AdvancePalaceOwn => 1..=20,
            Effect::Draw => 1..=2,
            Effect::GainPoint
            | Effect::TakeInitiative
            | Effect::Reshuffle
            | Effect::BanishOpponent => 0..=0,
        }
    }
}

/// A 紫禁城 card.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "kokyu.ts")]
pub struct CardSpec {
    /// Its number, 1–9.
    pub number: u8,
    /// What it does.
    pub icon: Icon,
    /// Whether it begins face down.
    #[serde(default)]
    pub closed: bool,
    /// How we know.
    pub source: Provenance,
}

/// A palace square.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export, export_to = "kokyu.ts")]
pub struct SquareSpec {
    /// What it does.
    #[serde(flatten)]
    pub square: Square,
    /// How we know.
    pub source: Provenance,
}

/// The bedroom board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "kokyu.ts")]
pub struct Bedroom {
    /// Squares of the loop, 開始 being 0.
    pub squares: u8,
    /// Which one is 茶休憩.
    pub tea: u8,
    /// How we know.
    pub source: Provenance,
}

/// The 乾隆ポイント.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "kokyu.ts")]
pub struct Points {
    /// How many there are in all, the one on 茶休憩 included.
    pub total: u8,
    /// How we know.
    pub source: Provenance,
}

/// What points do.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "kokyu.ts")]
pub struct Scoring {
    /// How many win.
    pub goal: u8,
    /// How many a lap gives.
    pub lap: u8,
    /// How we know.
    pub source: Provenance,
}

/// A 策謀 card.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "kokyu.ts")]
pub struct PlotSpec {
    /// Its name.
    pub name: PlotName,
    /// What it does.
    pub effect: Effect,
    /// Squares or cards, for the effects that count them.
    #[serde(default)]
    pub amount: u8,
    /// How we know.
    pub source: Provenance,
}

/// What a 策謀 card is called.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "kokyu.ts")]
pub struct PlotName {
    /// Japanese.
    pub ja: String,
    /// English.
    pub en: String,
}

/// All components, as a components file has them.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Components {
    /// Always `kokyu`.
    pub game: String,
    /// The 紫禁城 cards, in the order of their numbers.
    #[serde(rename = "card")]
    pub cards: Vec<CardSpec>,
    /// The palace squares, in the order of advance.
    pub palace: Vec<SquareSpec>,
    /// The bedroom board.
    pub bedroom: Bedroom,
    /// The points.
    pub points: Points,
    /// What points do.
    pub scoring: Scoring,
    /// The 策謀 cards.
    #[serde(rename = "plot")]
    pub plots: Vec<PlotSpec>,
}

/// The statement by which 香妃 ends the play with this many points.
pub(crate) const fn kohi_rule(goal: u8) -> &'static str {
    if goal == 3 { "Q-49" } else { "Q-50" }
}

impl Components {
    /// Reads and checks a components file.
    ///
    /// # Errors
    /// If it is not a components file, or a count, an order or a number is impossible.
    pub fn read(text: &str) -> Result<Components, InputError> {
        let components: Components = read_components(text, &INFO)?;
        components.check().map_err(|fault| InputError::components(&INFO.name, fault))?;
        Ok(components)
    }

    /// The palace square on which eunuchs enter is always the first.
    pub const ENTRY: u8 = 0;

    /// The 強制送還 square, which is always the last.
    pub fn last_square(&self) -> usize {
        self.palace.len() - 1
    }

    fn check(&self) -> Result<(), LocalizedText> {
        if !self.cards.iter().map(|card| usize::from(card.number)).eq(1..=CARDS) {
            fault!(
                "[[card]] は番号1〜9が順に1枚ずつ必要です",
                "there must be one `[[card]]` for each number 1 to 9, in order"
            );
        }
        if self.cards.iter().all(|card| card.closed) {
            fault!(
                "[[card]] の closed は、少なくとも1枚では外してください（表で始まるカードが必要です）",
                "`closed` must be left out for at least one `[[card]]`, which begins face up"
            );
        }
        self.check_palace()?;
        let Bedroom { squares, tea, .. } = self.bedroom;
        if !(3..=60).contains(&squares) {
            fault!(
                "[bedroom] の squares は3〜60です（{squares}になっています）",
                "`squares` of `[bedroom]` must be 3 to 60, not {squares}"
            );
        }
        if tea == 0 || tea >= squares {
            let last = squares - 1;
            fault!(
                "[bedroom] の tea は1〜{last}です（{tea}になっています。0は開始のマスです）",
                "`tea` of `[bedroom]` must be 1 to {last}, not {tea}; 0 is the start square"
            );
        }
        let Scoring { goal, lap, .. } = self.scoring;
        if !(1..=20).contains(&goal) {
            fault!(
                "[scoring] の goal は1〜20です（{goal}になっています）",
                "`goal` of `[scoring]` must be 1 to 20, not {goal}"
            );
        }
        if !(1..=10).contains(&lap) {
            fault!(
                "[scoring] の lap は1〜10です（{lap}になっています）",
                "`lap` of `[scoring]` must be 1 to 10, not {lap}"
            );
        }
        let total = self.points.total;
        if !(goal..=60).contains(&total) {
            fault!(
                "[points] の total は{goal}（[scoring] の goal）〜60です（{total}になっています）",
                "`total` of `[points]` must be {goal}, the `goal` of `[scoring]`, to 60, not {total}"
            );
        }
        if !(1..=MAX_PLOTS).contains(&self.plots.len()) {
            let count = self.plots.len();
            fault!(
                "[[plot]] は1〜{MAX_PLOTS}枚です（{count}枚になっています）",
                "there must be 1 to {MAX_PLOTS} `[[plot]]`, not {count}"
            );
        }
        for plot in &self.plots {
            let (amounts, amount, name) = (plot.effect.amounts(), plot.amount, &plot.name);
            let (least, most) = (*amounts.start(), *amounts.end());
            if most == 0 && amount != 0 {
                fault!(
                    "[[plot]]「{name}」の効果に amount はありません。消してください",
                    "the effect of the `[[plot]]` {name} has no `amount`; leave it out",
                    name
                );
            }
            if !amounts.contains(&amount) {
                fault!(
                    "[[plot]]「{name}」の amount は{least}〜{most}です（{amount}になっています）",
                    "`amount` of the `[[plot]]` {name} must be {least} to {most}, not {amount}",
                    name
                );
            }
        }
        Ok(())
    }

    fn check_palace(&self) -> Result<(), LocalizedText> {
        let is_return = |entry: &SquareSpec| entry.square == Square::Return;
        let count = self.palace.len();
        if !(2..=MAX_PALACE).contains(&count) {
            fault!(
                "[[palace]] は2〜{MAX_PALACE}マスです（{count}マスになっています）",
                "there must be 2 to {MAX_PALACE} `[[palace]]` squares, not {count}"
            );
        }
        let returns = self.palace.iter().filter(|entry| is_return(entry)).count();
        if returns != 1 || !self.palace.last().is_some_and(is_return) {
            fault!(
                "[[palace]] の kind = \"return\" は、最後のマスだけに必要です",
                "the last `[[palace]]` square, and no other, must have `kind = \"return\"`"
            );
        }
        if self.palace.iter().skip(1).any(|entry| entry.square == Square::Entry) {
            fault!(
                "[[palace]] の kind = \"entry\" は、最初のマスだけに書けます",
                "only the first `[[palace]]` square can have `kind = \"entry\"`"
            );
        }
        for entry in &self.palace {
            let (steps, draws) = match entry.square {
                Square::Advance { steps } => (steps, 1),
                Square::Choice { steps, draws } => (steps, draws),
                _ => (1, 1),
            };
            if !(1..=20).contains(&steps) {
                fault!(
                    "[[palace]] の steps は1〜20です（{steps}になっています）",
                    "`steps` of a `[[palace]]` square must be 1 to 20, not {steps}"
                );
            }
            if !(1..=4).contains(&draws) {
                fault!(
                    "[[palace]] の draws は1〜4です（{draws}になっています）",
                    "`draws` of a `[[palace]]` square must be 1 to 4, not {draws}"
                );
            }
        }
        Ok(())
    }
}

impl Localize for PlotName {
    fn name(&self) -> LocalizedText {
        LocalizedText::new(&*self.ja, &*self.en)
    }
}

impl Icon {
    /// The rule that says what the card does.
    pub const fn rule(self) -> RuleId {
        RuleId(match self {
            Icon::Fly => "Q-22",
            Icon::Initiative => "Q-21",
            Icon::Advance => "Q-25",
            Icon::Reshuffle => "Q-19",
            Icon::Draw => "Q-26",
            Icon::Enter => "Q-27",
            Icon::PalaceAdvance => "Q-28",
            Icon::Activate => "Q-29",
        })
    }
}

/// The sign on the card, and what it is called in English.
impl Localize for Icon {
    fn name(&self) -> LocalizedText {
        let key = match self {
            Icon::Fly => "card_fly",
            Icon::Initiative => "card_initiative",
            Icon::Advance => "card_advance",
            Icon::Reshuffle => "card_reshuffle",
            Icon::Draw => "card_draw",
            Icon::Enter => "card_enter",
            Icon::PalaceAdvance => "card_palace_advance",
            Icon::Activate => "card_activate",
        };
        word(key).clone()
    }
}

impl Square {
    /// The rule that says what the square does.
    pub const fn rule(self) -> RuleId {
        RuleId(match self {
            Square::Entry => "Q-29",
            Square::Advance { steps: 5 } => "Q-34",
            Square::Advance { .. } => "Q-32",
            Square::Choice { .. } => "Q-33",
            Square::Strong => "Q-35",
            Square::Point => "Q-37",
            Square::Return => "Q-38",
        })
    }

    /// What is written on the square.
    fn sign(self) -> String {
        match self {
            Square::Entry => "初".into(),
            Square::Advance { steps } => format!("+{steps}"),
            Square::Choice { steps, draws } => format!("+{steps}|{draws}"),
            Square::Strong => "強".into(),
            Square::Point => "点".into(),
            Square::Return => "送還".into(),
        }
    }
}

/// What the square is called by what it does.
impl Localize for Square {
    fn name(&self) -> LocalizedText {
        match *self {
            Square::Entry => word("square_entry").clone(),
            Square::Advance { steps } => text!("+{steps}", "the +{steps} square"),
            Square::Choice { steps, draws } => text!(
                "+{steps}か策謀カード{draws}枚",
                "the square of +{steps} or {cards}",
                cards = plural(draws, "plot card", "plot cards")
            ),
            Square::Strong => word("square_strong").clone(),
            Square::Point => word("square_point").clone(),
            Square::Return => word("square_return").clone(),
        }
    }
}

impl PlotSpec {
    /// What the card does, as a sentence to the person who draws it.
    fn does(&self) -> LocalizedText {
        let amount = self.amount;
        let squares = plural(amount, "square", "squares");
        match self.effect {
            Effect::AdvanceOwn => {
                text!(
                    "自分の貴妃を{squares}マス進める。",
                    "Your consort advances {squares}.",
                    squares
                )
            }
            Effect::PushBackOpponent => text!(
                "相手の貴妃を{squares}マス戻す。開始より後ろへは戻らない。",
                "Your opponent's consort goes back {squares}, but not behind the start square.",
                squares
            ),
            Effect::Draw => text!(
                "策謀カードをさらに{amount}枚引く。",
                "Draw {cards}.",
                cards = plural(amount, "more plot card", "more plot cards")
            ),
            Effect::GainPoint => text!("乾隆ポイントを1つ得る。", "Gain a Qianlong point."),
            Effect::TakeInitiative => text!("始動権を取る。", "Take the first-move tile."),
            Effect::Reshuffle => text!(
                "山札と捨て札をすべて合わせてシャフルし、新しい山札を作る。",
                "Pile and discards are shuffled together into a new pile."
            ),
            Effect::AdvancePalace => text!(
                "殿内の太監をすべて{squares}マス進める。",
                "Every palace eunuch of both players advances {squares}.",
                squares
            ),
            Effect::AdvancePalaceOwn => text!(
                "殿内の自分の太監をすべて{squares}マス進める。",
                "Each of your palace eunuchs advances {squares}.",
                squares
            ),
            Effect::BanishOpponent => text!(
                "殿内の相手の太監をすべて手元に戻す。",
                "All palace eunuchs of your opponent go home."
            ),
        }
    }
}

impl Components {
    /// What a palace square is called: the first is 初 whatever it does.
    pub fn square_name(&self, index: u8) -> LocalizedText {
        let Some(entry) = self.palace.get(usize::from(index)) else {
            return text!("{index}マス目", "square {index}");
        };
        if index == Components::ENTRY && entry.square != Square::Entry {
            let (entry, does) = (word("square_entry"), LocalizedText::same(entry.square.sign()));
            text!("{entry}（{does}）", "{entry} ({does})", entry, does)
        } else {
            entry.square.name()
        }
    }

    /// The components as people are shown them: every entry with its name, what it does and
    /// the rule that says so, for a play that Xiang Fei ends with this many points.
    pub fn shown(&self, kohi_goal: u8) -> Shown<'_> {
        let squares = self.palace.iter().zip(0..).map(|(spec, index)| SquareShown {
            spec,
            sign: spec.square.sign(),
            name: self.square_name(index),
            rule: spec.square.rule(),
        });
        Shown {
            game: &self.game,
            cards: self
                .cards
                .iter()
                .map(|spec| CardShown { spec, name: spec.icon.name(), rule: spec.icon.rule() })
                .collect(),
            palace: squares.collect(),
            bedroom: &self.bedroom,
            points: &self.points,
            scoring: &self.scoring,
            plots: self
                .plots
                .iter()
                .map(|spec| PlotShown { spec, does: spec.does(), rule: RuleId("Q-26") })
                .collect(),
            rules: Rules {
                face_down: RuleId("Q-13"),
                hand: [RuleId("Q-6"), RuleId("Q-18")],
                first_move_tile: RuleId("Q-11"),
                points: RuleId("Q-9"),
                stock: RuleId("Q-51"),
                pile: RuleId("Q-48"),
                kohi: RuleId(kohi_rule(kohi_goal)),
                step: RuleId("Q-41"),
                start: RuleId("Q-39"),
                tea_bonus: RuleId("Q-42"),
                tea: RuleId("Q-43"),
            },
        }
    }
}

/// All components with their names, as the page gets them.
#[derive(Serialize, TS)]
#[ts(export, export_to = "kokyu.ts", rename = "Components")]
pub struct Shown<'a> {
    /// Always `kokyu`.
    pub game: &'a str,
    /// The 紫禁城 cards, in the order of their numbers.
    #[serde(rename = "card")]
    pub cards: Vec<CardShown<'a>>,
    /// The palace squares, in the order of advance.
    pub palace: Vec<SquareShown<'a>>,
    /// The bedroom board.
    pub bedroom: &'a Bedroom,
    /// The points.
    pub points: &'a Points,
    /// What points do.
    pub scoring: &'a Scoring,
    /// The 策謀 cards.
    #[serde(rename = "plot")]
    pub plots: Vec<PlotShown<'a>>,
    /// What explains the other things on the table.
    pub rules: Rules,
}

/// The rules that explain what is not an entry of a components file.
#[derive(Serialize, TS)]
#[ts(export, export_to = "kokyu.ts")]
pub struct Rules {
    /// A card that lies face down.
    pub face_down: RuleId,
    /// The eunuchs in hand.
    pub hand: [RuleId; 2],
    /// 始動権.
    pub first_move_tile: RuleId,
    /// A player's points.
    pub points: RuleId,
    /// The points in stock.
    pub stock: RuleId,
    /// The pile.
    pub pile: RuleId,
    /// 香妃's points.
    pub kohi: RuleId,
    /// A square of the bedroom without an effect.
    pub step: RuleId,
    /// 開始.
    pub start: RuleId,
    /// 茶休憩 while its point lies there.
    pub tea_bonus: RuleId,
    /// 茶休憩 afterwards.
    pub tea: RuleId,
}

/// A 紫禁城 card with its name.
#[derive(Serialize, TS)]
#[ts(export, export_to = "kokyu.ts")]
pub struct CardShown<'a> {
    /// As the components file has it.
    #[serde(flatten)]
    pub spec: &'a CardSpec,
    /// The sign on it, and its English name.
    pub name: LocalizedText,
    /// The rule that says what it does.
    pub rule: RuleId,
}

/// A palace square with its name.
#[derive(Serialize, TS)]
#[ts(export, export_to = "kokyu.ts")]
pub struct SquareShown<'a> {
    /// As the components file has it.
    #[serde(flatten)]
    pub spec: &'a SquareSpec,
    /// What is written on it.
    pub sign: String,
    /// What it is called.
    pub name: LocalizedText,
    /// The rule that says what it does.
    pub rule: RuleId,
}

/// A 策謀 card with its effect in words.
#[derive(Serialize, TS)]
#[ts(export, export_to = "kokyu.ts")]
pub struct PlotShown<'a> {
    /// As the components file has it.
    #[serde(flatten)]
    pub spec: &'a PlotSpec,
    /// What it does.
    pub does: LocalizedText,
    /// The rule that says when.
    pub rule: RuleId,
}
