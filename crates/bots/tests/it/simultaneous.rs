//! Search with simultaneous choices, more than two seats and a team, on a game small
//! enough to know the right answers.
//!
//! Hide and seek: at the same moment seat 0 hides in one of three places or stays out
//! (nobody wins then), and seat 1 names a place. If it names the right one, its team mate
//! at seat 2 either catches seat 0, and the team wins, or lets it go. Not found or let go,
//! seat 0 wins.

use std::fmt;
use std::sync::{Arc, LazyLock};

use bots::Spec;
use serde_json::Value;
use table::{
    Action, BadInput, Dice, EndReason, Event, Game, GameInfo, Illegal, Log, Outcome, Rule, RuleId,
    Seat, SeatSet, Seen, Setup, Silent, Text, Turn, Viewer,
};

/// `0..=3`: hide there (3: stay out). `4..=6`: seek there. 7: catch. 8: let go.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Act(u8);

const STAY_OUT: u8 = 3;
const CATCH: Act = Act(7);
const LET_GO: Act = Act(8);

impl fmt::Display for Act {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "act {}", self.0)
    }
}

#[derive(Clone, PartialEq, Debug, Default, serde::Serialize, serde::Deserialize)]
struct HideAndSeek {
    hidden: Option<u8>,
    sought: Option<u8>,
    caught: Option<bool>,
}

/// What a viewer knows: `Some(None)` is a choice that was made but is not shown.
#[derive(Clone, PartialEq, Debug, serde::Serialize)]
struct View {
    hidden: Option<Option<u8>>,
    sought: Option<Option<u8>>,
    caught: Option<bool>,
}

static SETUP: LazyLock<Arc<Nothing>> = LazyLock::new(|| Arc::new(Nothing));
const WORD: Text = Text::fixed("言", "word");
static INFO: GameInfo = GameInfo {
    id: "hide-and-seek",
    name: WORD,
    summary: WORD,
    seats: (3, 3),
    seat_names: &[WORD, WORD, WORD],
    rules_version: 1,
    former_rules: &[],
    hidden_information: true,
    private_information: true,
    chance: false,
    resignation: None,
    agreed_draw: None,
    options: &[],
    end_reasons: &[EndReason { id: "end", text: WORD, rule: RuleId("H-1") }],
};

impl HideAndSeek {
    fn candidates(&self, seat: Seat) -> std::ops::Range<u8> {
        if !self.turn().awaited().contains(seat) {
            return 0..0;
        }
        [0..4, 4..7, 7..9][seat.index()].clone()
    }
}

#[derive(Debug)]
struct Nothing;

impl Setup for Nothing {
    fn new(_: u8, _: &Value, _: Option<&str>) -> Result<Arc<Nothing>, BadInput> {
        Ok(SETUP.clone())
    }
    fn seats(&self) -> u8 {
        3
    }
    fn components(&self) -> Value {
        Value::Null
    }
    fn max_decisions(&self) -> usize {
        4
    }
}

impl Action for Act {
    const COUNT: usize = 9;

    fn parse(notation: &str) -> Result<Act, Illegal> {
        let number = notation.strip_prefix("act ").and_then(|number| number.parse().ok());
        let action = number.and_then(Act::from_index);
        action.ok_or_else(|| Illegal::unknown_action(notation, "act 1"))
    }
    fn index(self) -> Option<usize> {
        Some(self.0.into())
    }
    fn from_index(index: usize) -> Option<Act> {
        (index < Act::COUNT).then_some(Act(index as u8))
    }
}

/// A choice was made, or shown.
#[derive(Clone, PartialEq, Debug, serde::Serialize)]
struct Chosen;

impl Event<Nothing> for Chosen {
    fn tell(&self, _: &Nothing) -> (Text, RuleId) {
        (WORD, RuleId("H-1"))
    }
    fn reveals(&self) -> bool {
        true
    }
}

impl Game for HideAndSeek {
    type Setup = Nothing;
    type Action = Act;
    type View = View;
    type Event = Chosen;
    type Position = HideAndSeek;

    fn info() -> &'static GameInfo {
        &INFO
    }
    fn rules() -> &'static [Rule] {
        &[]
    }
    fn deal(_: &Arc<Nothing>, _: Dice, _: &mut impl Log<Self>) -> Self {
        HideAndSeek::default()
    }
    fn setup(&self) -> &Arc<Nothing> {
        &SETUP
    }
    fn turn(&self) -> Turn {
        let over = |winners: &[u8]| {
            let winners = winners.iter().map(|seat| Seat(*seat)).collect();
            Turn::Over(Outcome { winners, reason: "end" })
        };
        match (self.hidden, self.sought, self.caught) {
            (Some(STAY_OUT), Some(_), _) => over(&[]),
            (Some(place), Some(named), _) if place != named => over(&[0]),
            (Some(_), Some(_), None) => Turn::Awaiting(SeatSet::one(Seat(2))),
            (Some(_), Some(_), Some(true)) => over(&[1, 2]),
            (Some(_), Some(_), Some(false)) => over(&[0]),
            (hidden, sought, _) => {
                let open = [(0, hidden), (1, sought)];
                let open = open.into_iter().filter(|(_, choice)| choice.is_none());
                Turn::Awaiting(open.map(|(seat, _)| Seat(seat)).collect())
            }
        }
    }
    fn legal_into(&self, seat: Seat, out: &mut Vec<Act>) {
        out.clear();
        out.extend(self.candidates(seat).map(Act));
    }
    fn is_legal(&self, seat: Seat, action: Act) -> Result<(), Illegal> {
        if self.candidates(seat).contains(&action.0) {
            Ok(())
        } else if self.turn().awaited().contains(seat) {
            Err(Illegal::not_asked())
        } else {
            Err(Illegal::not_awaited())
        }
    }
    fn play_unchecked(&mut self, seat: Seat, action: Act, log: &mut impl Log<Self>) {
        match seat {
            Seat(0) => self.hidden = Some(action.0),
            Seat(1) => self.sought = Some(action.0 - 4),
            _ => self.caught = Some(action == CATCH),
        }
        log.push(Chosen, self);
    }
    fn view(&self, viewer: Viewer) -> View {
        let open = self.hidden.is_some() && self.sought.is_some();
        let show = |choice: Option<u8>, owner| {
            choice.map(|choice| (open || viewer.knows(owner)).then_some(choice))
        };
        View {
            hidden: show(self.hidden, Seat(0)),
            sought: show(self.sought, Seat(1)),
            caught: self.caught,
        }
    }
    fn imagine(_: &Arc<Nothing>, view: &View, mut dice: Dice) -> Self {
        HideAndSeek {
            hidden: view.hidden.map(|known| known.unwrap_or_else(|| dice.below(4) as u8)),
            sought: view.sought.map(|known| known.unwrap_or_else(|| dice.below(3) as u8)),
            caught: view.caught,
        }
    }
    fn question(&self, seat: Seat) -> Option<(Text, RuleId)> {
        self.turn().awaited().contains(seat).then_some((WORD, RuleId("H-1")))
    }
    fn label(&self, _: Act) -> Text {
        WORD
    }
    fn scores(&self) -> Vec<i32> {
        vec![0; 3]
    }
    fn position(&self) -> Self {
        self.clone()
    }
    fn from_position(_: &Arc<Nothing>, position: Self) -> Result<Self, BadInput> {
        Ok(position)
    }
    fn census(&self) -> Result<(), Text> {
        Ok(())
    }
}

fn choose(game: &HideAndSeek, seat: u8, seed: u64) -> Act {
    let spec = Spec::parse("ismcts:sims=1000").unwrap();
    spec.make::<HideAndSeek>(seed, bots::clock).choose(&Seen::new(game, Seat(seat)))
}

#[test]
fn the_game_of_this_test_keeps_the_laws() {
    testkit::laws::battery::<HideAndSeek>(5);
}

/// Hiding succeeds two times in three, staying out is worth half a win. If the search let
/// the seeker see where seat 0 hides, hiding would seem to be lost.
#[test]
fn a_choice_of_the_same_moment_is_not_shown_to_the_others() {
    for seed in 0..10 {
        let action = choose(&HideAndSeek::default(), 0, seed);
        assert_ne!(action, Act(STAY_OUT), "seed {seed}");
    }
}

/// Whether seat 0 has hidden already or not, the seeker must not learn where.
#[test]
fn a_choice_made_before_is_not_shown_either() {
    for seed in 0..5 {
        let choices = [0, 1, 2, 3].map(|place| {
            let game = HideAndSeek { hidden: Some(place), ..HideAndSeek::default() };
            choose(&game, 1, seed)
        });
        assert_eq!(choices, [choices[0]; 4], "seed {seed}");
    }
}

/// The values of three seats are kept apart, and a team shares its win.
#[test]
fn a_team_mate_catches() {
    let game = HideAndSeek { hidden: Some(1), sought: Some(1), caught: None };
    for seed in 0..5 {
        assert_eq!(choose(&game, 2, seed), CATCH, "not {LET_GO}");
    }
    let mut caught = game.clone();
    caught.play(Seat(2), CATCH, &mut Silent).unwrap();
    let outcome = caught.turn().outcome().unwrap();
    assert_eq!([0, 1, 2].map(|seat| outcome.payoff(Seat(seat))), [-1, 1, 1]);
}

/// There are three places and nothing tells them apart: a player that prefers one is caught.
#[test]
fn hider_and_seeker_mix_their_plans() {
    for (seat, places) in [(0, 0..3), (1, 4..7)] {
        let mut times = [0; Act::COUNT];
        for seed in 0..300 {
            times[usize::from(choose(&HideAndSeek::default(), seat, 300 + seed).0)] += 1;
        }
        for place in places {
            assert!((60..=140).contains(&times[place]), "seat {seat}: {times:?}");
        }
    }
}

/// Where nothing is concealed the best is taken, however the dice fall.
#[test]
fn open_decisions_are_not_mixed() {
    let game = HideAndSeek { hidden: Some(1), sought: Some(1), caught: None };
    assert!(!game.concealed() && HideAndSeek::default().concealed());
    assert!((0..50).all(|seed| choose(&game, 2, seed) == CATCH));
}
