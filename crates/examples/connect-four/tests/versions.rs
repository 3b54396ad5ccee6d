//! The way to a second version of a game's rules, shown on connect four: its plays of version 1
//! go on as they were begun.
//!
//! Version 2 lets the players agree who wins on a full board (an option that came later; before,
//! it was always a draw), and forbids the first stone in the middle (a rule that changed).

use std::sync::{Arc, LazyLock};

use connect_four::{Board, ConnectFour, Drop, Event};
use serde_json::{Value, json};
use table::{
    Action, BadInput, Beginning, Dice, Features, FormerRules, Frames, Game, GameInfo, Illegal, Log,
    Observation, OptionChoice, OptionKind, OptionSpec, OptionValue, Outcome, Play, Record, Rule,
    RuleId, Seat, SeatSet, Setup, Table, Text, Turn, Viewer,
};

/// Connect four by rules version 1 or 2.
#[derive(Clone, Debug)]
struct Second {
    setup: Arc<SecondSetup>,
    first: ConnectFour,
}

#[derive(Debug)]
struct SecondSetup {
    rules_version: u32,
    full_board_is_won: bool,
    first: Arc<connect_four::Setup>,
}

static OPTIONS: [OptionSpec; 1] = [OptionSpec {
    id: "fullBoard",
    name: Text::fixed("盤が埋まったら", "A full board"),
    kind: OptionKind::Choice {
        choices: &[
            OptionChoice {
                value: OptionValue::Word("second"),
                name: Text::fixed("後手の勝ち", "is won by the second player"),
            },
            OptionChoice {
                value: OptionValue::Word("draw"),
                name: Text::fixed("引き分け", "is a draw"),
            },
        ],
    },
    default: OptionValue::Word("second"),
    rule: RuleId("C-6"),
}];

static INFO: LazyLock<GameInfo> = LazyLock::new(|| {
    let first = ConnectFour::info();
    GameInfo {
        id: first.id,
        name: first.name.clone(),
        summary: first.summary.clone(),
        seats: first.seats,
        seat_names: first.seat_names,
        rules_version: 2,
        former_rules: &[FormerRules {
            version: 1,
            later_options: &[("fullBoard", OptionValue::Word("draw"))],
        }],
        hidden_information: false,
        private_information: false,
        chance: false,
        resignation: None,
        agreed_draw: None,
        options: &OPTIONS,
        end_reasons: first.end_reasons,
    }
});

impl Setup for SecondSetup {
    fn new(
        seats: u8,
        options: &Value,
        components: Option<&str>,
    ) -> Result<Arc<SecondSetup>, BadInput> {
        SecondSetup::begun_by(2, seats, options, components)
    }

    fn begun_by(
        rules_version: u32,
        seats: u8,
        options: &Value,
        components: Option<&str>,
    ) -> Result<Arc<SecondSetup>, BadInput> {
        Ok(Arc::new(SecondSetup {
            rules_version,
            full_board_is_won: options["fullBoard"] == "second",
            first: Setup::new(seats, &Value::Null, components)?,
        }))
    }

    fn seats(&self) -> u8 {
        self.first.seats()
    }

    fn components(&self) -> Value {
        self.first.components()
    }

    fn max_decisions(&self) -> usize {
        self.first.max_decisions()
    }
}

impl table::Event<SecondSetup> for Event {
    fn tell(&self, setup: &SecondSetup) -> (Text, RuleId) {
        self.tell(&*setup.first)
    }
}

impl Second {
    fn may_drop(&self, action: Drop) -> bool {
        let first_stone = self.first.position() == Board::default();
        self.setup.rules_version < 2 || !first_stone || action.index() != Some(3)
    }
}

impl Game for Second {
    type Setup = SecondSetup;
    type Action = Drop;
    type View = Board;
    type Event = Event;
    type Position = Board;

    fn info() -> &'static GameInfo {
        &INFO
    }

    fn rules() -> &'static [Rule] {
        ConnectFour::rules()
    }

    fn deal(setup: &Arc<SecondSetup>, dice: Dice, _: Option<&mut dyn Log<Self>>) -> Second {
        let first = ConnectFour::deal(&setup.first, dice, None);
        Second { setup: setup.clone(), first }
    }

    fn setup(&self) -> &Arc<SecondSetup> {
        &self.setup
    }

    fn turn(&self) -> Turn {
        match self.first.turn() {
            Turn::Over(Outcome { reason: "full", .. }) if self.setup.full_board_is_won => {
                Turn::Over(Outcome { winners: SeatSet::one(Seat(1)), reason: "full" })
            }
            turn => turn,
        }
    }

    fn legal_into(&self, seat: Seat, out: &mut Vec<Drop>) {
        self.first.legal_into(seat, out);
        out.retain(|action| self.may_drop(*action));
    }

    fn is_legal(&self, seat: Seat, action: Drop) -> Result<(), Illegal> {
        self.first.is_legal(seat, action)?;
        if self.may_drop(action) {
            return Ok(());
        }
        let message = Text::fixed(
            "最初の石は中央の列に落とせません。",
            "The first stone may not go into the middle column.",
        );
        Err(Illegal::new("C-2", message))
    }

    fn play_unchecked(&mut self, seat: Seat, action: Drop, log: Option<&mut dyn Log<Self>>) {
        let Some(log) = log else { return self.first.play_unchecked(seat, action, None) };
        let mut frames = Frames(Vec::new());
        self.first.play_unchecked(seat, action, Some(&mut frames));
        for (event, first) in frames.0 {
            log.push(event, &Second { setup: self.setup.clone(), first });
        }
    }

    fn view(&self, viewer: Viewer) -> Board {
        self.first.view(viewer)
    }

    fn features(setup: &SecondSetup) -> Features {
        ConnectFour::features(&setup.first)
    }

    fn observe(setup: &SecondSetup, view: &Board, seat: Seat, out: &mut Observation<'_>) {
        ConnectFour::observe(&setup.first, view, seat, out);
    }

    fn imagine(setup: &Arc<SecondSetup>, view: &Board, dice: Dice) -> Second {
        let first = ConnectFour::imagine(&setup.first, view, dice);
        Second { setup: setup.clone(), first }
    }

    fn question(&self, seat: Seat) -> Option<(Text, RuleId)> {
        self.first.question(seat)
    }

    fn label(&self, action: Drop) -> Text {
        self.first.label(action)
    }

    fn scores(&self) -> Vec<i32> {
        self.first.scores()
    }

    fn position(&self) -> Board {
        self.first.position()
    }

    fn from_position(setup: &Arc<SecondSetup>, board: Board) -> Result<Second, BadInput> {
        let first = ConnectFour::from_position(&setup.first, board)?;
        Ok(Second { setup: setup.clone(), first })
    }

    fn census(&self) -> Result<(), Text> {
        self.first.census()
    }
}

/// A record of version 1 that begins in the middle column.
fn former_record(columns: &[u8]) -> Record {
    let mut play = Play::<ConnectFour>::begin(&Beginning::dealt(2, 1)).unwrap();
    for column in columns {
        let seat = Table::turn(&play).awaited().first().expect("it goes on");
        Table::play(&mut play, seat, &format!("drop {column}")).unwrap();
    }
    play.record()
}

/// Columns that fill the board without four in a row.
const FULL: [u8; 42] = [
    4, 1, 4, 5, 4, 1, 1, 2, 6, 1, 3, 1, 7, 7, 3, 5, 3, 6, 2, 1, 7, 5, 7, 6, 7, 4, 5, 7, 4, 4, 6, 2,
    2, 6, 5, 2, 6, 5, 2, 3, 3, 3,
];

fn play_on<T: Table>(mut play: T, columns: &[u8]) -> T {
    for column in columns {
        let Some(seat) = play.turn().awaited().first() else { break };
        play.play(seat, &format!("drop {column}")).unwrap();
    }
    play
}

#[test]
fn the_laws_hold_for_the_second_version() {
    testkit::laws::battery::<Second>(2);
}

#[test]
fn a_play_of_version_1_replays_and_goes_on_by_version_1() {
    let record = former_record(&FULL[..5]);
    assert_eq!((record.rules_version, &record.options), (1, &json!({})));
    let play = Play::<Second>::from_record(&record).unwrap();
    // Its record is what it was: the program of that time reads it too.
    assert_eq!(play.record(), record);
    let ended = play_on(play, &FULL[5..]);
    let outcome = ended.turn().outcome().expect("the board is full");
    assert_eq!((outcome.reason, outcome.winners), ("full", SeatSet::EMPTY), "a draw, as it was");
    Play::<ConnectFour>::from_record(&ended.record()).unwrap();
}

#[test]
fn a_new_play_is_by_version_2() {
    let mut play = Play::<Second>::begin(&Beginning::dealt(2, 1)).unwrap();
    let no = Table::play(&mut play, Seat(0), "drop 4").unwrap_err();
    assert!(no.message.en.contains("middle"), "{no}");
    let ended = play_on(play, &[&[1, 4], &FULL[2..]].concat());
    let record = ended.record();
    assert_eq!((record.rules_version, &record.options), (2, &json!({"fullBoard": "second"})));
    assert_eq!(record.outcome.expect("the board is full").winners, [1]);
}

#[test]
fn a_program_says_which_one_plays_what_it_does_not() {
    let mut record = former_record(&FULL[..5]);
    record.rules_version = 2;
    // Not even what version 2 may have had besides is looked at.
    record.options = json!({"fullBoard": "second", "more": 1});
    let no = Play::<ConnectFour>::from_record(&record).unwrap_err();
    assert!(no.message.en.contains("version 2") && no.message.en.contains("newer"), "{no}");
    record.rules_version = 0;
    let no = Play::<Second>::from_record(&record).unwrap_err();
    assert!(no.message.en.contains("version 0") && no.message.en.contains("that time"), "{no}");
}

#[test]
fn a_former_record_may_not_name_what_came_later() {
    let mut record = former_record(&FULL[..5]);
    record.options = json!({"fullBoard": "second"});
    let no = Play::<Second>::from_record(&record).unwrap_err();
    assert!(no.message.en.contains("fullBoard"), "{no}");
}
