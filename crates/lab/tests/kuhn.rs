//! Search against what is known from outside: Kuhn's poker ("A Simplified Two-Person Poker",
//! 1950), of which every equilibrium and the value are known.
//!
//! Plays are won or lost and no more, so the stakes are made chances: who is ahead by d of at most 2
//! chips wins a last draw with the chance (2 + d) / 4. What is best for chips is best for that.

use std::fmt;
use std::sync::{Arc, LazyLock};

use bots::Spec;
use serde_json::Value;
use table::{
    Action, BadInput, Dice, EndReason, Event, Game, GameInfo, Illegal, Log, Outcome, Rule, RuleId,
    Seat, SeatSet, Seen, Setup, Text, Turn, Viewer,
};

/// To bet or call, or to pass or fold.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Bet(bool);

impl fmt::Display for Bet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0 { "bet" } else { "pass" })
    }
}

impl Action for Bet {
    const COUNT: usize = 2;
    fn parse(notation: &str) -> Result<Bet, Illegal> {
        match notation {
            "bet" => Ok(Bet(true)),
            "pass" => Ok(Bet(false)),
            _ => Err(Illegal::unknown_action(notation, "bet")),
        }
    }
    fn index(self) -> Option<usize> {
        Some(self.0.into())
    }
    fn from_index(index: usize) -> Option<Bet> {
        [Bet(false), Bet(true)].get(index).copied()
    }
}

#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
struct Kuhn {
    /// 0 is the jack, 2 the king.
    cards: [u8; 2],
    done: Vec<bool>,
    /// Who won the last draw.
    winner: Option<u8>,
    #[serde(skip, default = "no_dice")]
    dice: Dice,
}

fn no_dice() -> Dice {
    Dice::from_seed(0)
}

/// The own card, if the viewer has one, and what was done.
#[derive(Clone, PartialEq, Debug, serde::Serialize)]
struct View {
    own: Option<(Seat, u8)>,
    done: Vec<bool>,
    winner: Option<u8>,
}

/// What seat 0 wins of these cards once this was done; `None` while the play goes on.
fn chips(cards: [u8; 2], done: &[bool]) -> Option<i32> {
    let showdown = if cards[0] > cards[1] { 1 } else { -1 };
    match done {
        [false, false] => Some(showdown),
        [true, false] => Some(1),
        [false, true, false] => Some(-1),
        [true, true] | [false, true, true] => Some(2 * showdown),
        _ => None,
    }
}

#[derive(Debug)]
struct Nothing;

static SETUP: LazyLock<Arc<Nothing>> = LazyLock::new(|| Arc::new(Nothing));
const WORD: Text = Text::fixed("言", "word");
static INFO: GameInfo = GameInfo {
    id: "kuhn",
    name: WORD,
    summary: WORD,
    seats: (2, 2),
    seat_names: &[WORD, WORD],
    rules_version: 1,
    former_rules: &[],
    hidden_information: true,
    private_information: true,
    chance: true,
    resignation: None,
    agreed_draw: None,
    options: &[],
    end_reasons: &[EndReason { id: "end", text: WORD, rule: RuleId("K-1") }],
};

impl Setup for Nothing {
    fn new(_: u8, _: &Value, _: Option<&str>) -> Result<Arc<Nothing>, BadInput> {
        Ok(SETUP.clone())
    }
    fn seats(&self) -> u8 {
        2
    }
    fn components(&self) -> Value {
        Value::Null
    }
    fn max_decisions(&self) -> usize {
        3
    }
}

#[derive(Clone, PartialEq, Debug, serde::Serialize)]
struct Done;

impl Event<Nothing> for Done {
    fn tell(&self, _: &Nothing) -> (Text, RuleId) {
        (WORD, RuleId("K-1"))
    }
}

impl Game for Kuhn {
    type Setup = Nothing;
    type Action = Bet;
    type View = View;
    type Event = Done;
    type Position = Kuhn;

    fn info() -> &'static GameInfo {
        &INFO
    }
    fn rules() -> &'static [Rule] {
        &[]
    }
    fn deal(_: &Arc<Nothing>, mut dice: Dice, _: &mut impl Log<Self>) -> Self {
        let mut deck = [0, 1, 2];
        dice.shuffle(&mut deck);
        Kuhn { cards: [deck[0], deck[1]], done: Vec::new(), winner: None, dice }
    }
    fn setup(&self) -> &Arc<Nothing> {
        &SETUP
    }
    fn turn(&self) -> Turn {
        match self.winner {
            Some(seat) => Turn::Over(Outcome { winners: SeatSet::one(Seat(seat)), reason: "end" }),
            None => Turn::Awaiting(SeatSet::one(Seat(self.done.len() as u8 % 2))),
        }
    }
    fn legal_into(&self, seat: Seat, out: &mut Vec<Bet>) {
        out.clear();
        if self.turn().awaited().contains(seat) {
            out.extend([Bet(false), Bet(true)]);
        }
    }
    fn is_legal(&self, seat: Seat, _: Bet) -> Result<(), Illegal> {
        if self.turn().awaited().contains(seat) { Ok(()) } else { Err(Illegal::not_awaited()) }
    }
    fn play_unchecked(&mut self, _: Seat, action: Bet, log: &mut impl Log<Self>) {
        self.done.push(action.0);
        if let Some(chips) = chips(self.cards, &self.done) {
            self.winner = Some(u8::from((self.dice.below(4) as i32) >= 2 + chips));
        }
        log.push(Done, self);
    }
    fn view(&self, viewer: Viewer) -> View {
        let own = viewer.seat().map(|seat| (seat, self.cards[seat.index()]));
        View { own, done: self.done.clone(), winner: self.winner }
    }
    fn imagine(setup: &Arc<Nothing>, view: &View, dice: Dice) -> Self {
        let mut world = Kuhn::deal(setup, dice, &mut table::Silent);
        if let Some((seat, card)) = view.own {
            while world.cards[seat.index()] != card {
                let dice = world.dice.fork();
                world = Kuhn::deal(setup, dice, &mut table::Silent);
            }
        }
        Kuhn { done: view.done.clone(), winner: view.winner, ..world }
    }
    fn question(&self, seat: Seat) -> Option<(Text, RuleId)> {
        self.turn().awaited().contains(seat).then_some((WORD, RuleId("K-1")))
    }
    fn label(&self, _: Bet) -> Text {
        WORD
    }
    fn scores(&self) -> Vec<i32> {
        let chips = chips(self.cards, &self.done).unwrap_or(0);
        vec![chips, -chips]
    }
    fn position(&self) -> Kuhn {
        self.clone()
    }
    fn from_position(_: &Arc<Nothing>, position: Kuhn) -> Result<Kuhn, BadInput> {
        Ok(position)
    }
    fn census(&self) -> Result<(), Text> {
        Ok(())
    }
}

/// How likely a seat is to bet, by its card, at its two decisions: seat 0 at the beginning and
/// after it passed and the other bet; seat 1 after a pass and after a bet.
type Plan = [[f64; 2]; 3];

/// What seat 0 wins on average.
fn value(plans: [&Plan; 2]) -> f64 {
    fn from(cards: [u8; 2], done: &mut Vec<bool>, plans: [&Plan; 2]) -> f64 {
        if let Some(chips) = chips(cards, done) {
            return chips.into();
        }
        let seat = done.len() % 2;
        let decision = usize::from(done.last() == Some(&true));
        let bets = plans[seat][usize::from(cards[seat])][decision];
        let mut sum = 0.0;
        for (bet, chance) in [(true, bets), (false, 1.0 - bets)] {
            done.push(bet);
            sum += chance * from(cards, done, plans);
            done.pop();
        }
        sum
    }
    let deals = (0..3).flat_map(|one| (0..3).map(move |other| [one, other]));
    let deals = deals.filter(|[one, other]| one != other);
    deals.map(|cards| from(cards, &mut Vec::new(), plans)).sum::<f64>() / 6.0
}

/// How much the best answers to each of the plans win on average.
fn exploitability(plans: [&Plan; 2]) -> f64 {
    let pure = |number: u32| -> Plan {
        let bit = |at: usize| f64::from(number >> at & 1);
        std::array::from_fn(|card| [bit(2 * card), bit(2 * card + 1)])
    };
    let best = |value: &dyn Fn(&Plan) -> f64| {
        (0..64).map(|number| value(&pure(number))).fold(f64::NEG_INFINITY, f64::max)
    };
    let first = best(&|plan| value([plan, plans[1]]));
    let second = best(&|plan| -value([plans[0], plan]));
    (first + second) / 2.0
}

/// How often a bot bets in each situation, of so many choices with other seeds.
fn plan_of(spec: &str, seat: usize, choices: u64) -> Plan {
    let spec = Spec::parse(spec).unwrap();
    let situations: [&[bool]; 2] =
        if seat == 0 { [&[], &[false, true]] } else { [&[false], &[true]] };
    std::array::from_fn(|card| {
        situations.map(|done| {
            let mut cards = [card as u8, (card as u8 + 1) % 3];
            if seat == 1 {
                cards.swap(0, 1);
            }
            let game = Kuhn { cards, done: done.to_vec(), winner: None, dice: no_dice() };
            let seen = Seen::new(&game, Seat(seat as u8));
            let bets = (0..choices)
                .filter(|seed| spec.make::<Kuhn>(*seed, bots::clock).choose(&seen).0)
                .count();
            bets as f64 / choices as f64
        })
    })
}

#[test]
fn the_known_equilibria_have_the_known_value_and_nothing_beats_them() {
    for bluff in [0.0, 0.2, 1.0 / 3.0] {
        // Kuhn's: the king is bet three times as often as the jack, the queen calls.
        let first = [[bluff, 0.0], [0.0, bluff + 1.0 / 3.0], [3.0 * bluff, 1.0]];
        let second = [[1.0 / 3.0, 0.0], [0.0, 1.0 / 3.0], [1.0, 1.0]];
        assert!((value([&first, &second]) + 1.0 / 18.0).abs() < 1e-12, "{bluff}");
        assert!(exploitability([&first, &second]).abs() < 1e-12, "{bluff}");
    }
    // As OpenSpiel has it for players who toss a coin (NashConv 11/12).
    let coin = [[0.5; 2]; 3];
    assert!((exploitability([&coin, &coin]) - 11.0 / 24.0).abs() < 1e-12);
}

#[test]
fn search_is_far_harder_to_beat_than_chance() {
    let plans = [0, 1].map(|seat| plan_of("ismcts:sims=200", seat, 40));
    let found = exploitability([&plans[0], &plans[1]]);
    let value = value([&plans[0], &plans[1]]);
    println!("exploitability {found:.3}, value {value:.3}: {plans:.2?}");
    // A coin has 0.458 and an equilibrium 0. In a single observer's worlds the other seat knows one's
    // card, so the jack never bluffs: it comes this close and no closer.
    assert!(found < 0.25, "{found}");
    let coin = [0, 1].map(|seat| plan_of("random", seat, 100));
    assert!(exploitability([&coin[0], &coin[1]]) > 0.3);
}
