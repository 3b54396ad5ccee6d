//! Example of a second version of a game's rules: matches that began under version 1 continue under
//! version 1.
//!
//! Version 2 lets the players choose the winner on a full board (a new option; before, it was always a
//! draw), and forbids the first stone in the middle (a changed rule).

use std::sync::{Arc, LazyLock};

use connect_four::{Board, ConnectFour, Drop, Event};
use serde_json::{Value, json};
use zashiki_core::{
    Action, Assets, Drafts, Draw, Drawing, DynMatch, EventSink, Features, FrameRecorder,
    GameConfig, GameInfo, GameRng, GameState, IllegalAction, InputError, Lang, LocalizedText,
    Match, MatchStart, Observation, Observe, OptionChoice, OptionKind, OptionSpec, OptionValue,
    Outcome, Puzzles, Record, RuleId, RulesVersion, SearchHints, Seat, SeatSet, Turn, Viewer,
};

/// A game of connect four under version 1 or version 2 of the rules.
#[derive(Clone, Debug)]
struct Second {
    config: Arc<SecondConfig>,
    first: ConnectFour,
}

#[derive(Debug)]
struct SecondConfig {
    rules_version: u32,
    full_board_is_won: bool,
    first: Arc<connect_four::Config>,
}

static OPTIONS: [OptionSpec; 1] = [OptionSpec {
    id: "fullBoard",
    name: LocalizedText::fixed("盤が埋まったら", "A full board"),
    kind: OptionKind::Choice {
        choices: &[
            OptionChoice {
                value: OptionValue::Token("second"),
                name: LocalizedText::fixed("後手の勝ち", "is won by the second player"),
            },
            OptionChoice {
                value: OptionValue::Token("draw"),
                name: LocalizedText::fixed("引き分け", "is a draw"),
            },
        ],
    },
    default: OptionValue::Token("second"),
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
        former_rules: &[RulesVersion {
            version: 1,
            later_options: &[("fullBoard", OptionValue::Token("draw"))],
        }],
        hidden_information: false,
        private_information: false,
        simultaneous: false,
        open_decisions: false,
        chance: false,
        resignation: None,
        agreed_draw: None,
        options: &OPTIONS,
        end_reasons: first.end_reasons,
        score_causes: &[],
    }
});

impl GameConfig for SecondConfig {
    fn new(
        seats: u8,
        options: &Value,
        components: Option<&str>,
    ) -> Result<Arc<SecondConfig>, InputError> {
        SecondConfig::for_rules_version(2, seats, options, components)
    }

    fn for_rules_version(
        rules_version: u32,
        seats: u8,
        options: &Value,
        components: Option<&str>,
    ) -> Result<Arc<SecondConfig>, InputError> {
        Ok(Arc::new(SecondConfig {
            rules_version,
            full_board_is_won: options["fullBoard"] == "second",
            first: GameConfig::new(seats, &Value::Null, components)?,
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

impl zashiki_core::Event<SecondConfig> for Event {
    fn describe(&self, config: &SecondConfig) -> (LocalizedText, RuleId) {
        self.describe(&*config.first)
    }
}

impl Second {
    fn may_drop(&self, action: Drop) -> bool {
        let first_stone = self.first.position() == Board::default();
        self.config.rules_version < 2 || !first_stone || action.index() != Some(3)
    }
}

impl GameState for Second {
    type Config = SecondConfig;
    type Action = Drop;
    type View = Board;
    type Event = Event;
    type Position = Board;

    fn info() -> &'static GameInfo {
        &INFO
    }

    fn assets() -> &'static Assets {
        ConnectFour::assets()
    }

    fn deal(
        config: &Arc<SecondConfig>,
        rng: GameRng,
        _: Option<&mut dyn EventSink<Self>>,
    ) -> Second {
        let first = ConnectFour::deal(&config.first, rng, None);
        Second { config: config.clone(), first }
    }

    fn config(&self) -> &Arc<SecondConfig> {
        &self.config
    }

    fn turn(&self) -> Turn {
        match self.first.turn() {
            Turn::Over(Outcome { reason: "full", .. }) if self.config.full_board_is_won => {
                Turn::Over(Outcome { winners: SeatSet::one(Seat(1)), reason: "full" })
            }
            turn => turn,
        }
    }

    fn legal_into(&self, seat: Seat, out: &mut Vec<Drop>) {
        self.first.legal_into(seat, out);
        out.retain(|action| self.may_drop(*action));
    }

    fn is_legal(&self, seat: Seat, action: Drop) -> Result<(), IllegalAction> {
        self.first.is_legal(seat, action)?;
        if self.may_drop(action) {
            return Ok(());
        }
        let message = LocalizedText::fixed(
            "最初の石は中央の列に落とせません。",
            "The first stone may not go into the middle column.",
        );
        Err(IllegalAction::new("C-2", message))
    }

    fn play_unchecked(&mut self, seat: Seat, action: Drop, log: Option<&mut dyn EventSink<Self>>) {
        let Some(log) = log else { return self.first.play_unchecked(seat, action, None) };
        let mut frames = FrameRecorder(Vec::new());
        self.first.play_unchecked(seat, action, Some(&mut frames));
        for (event, first) in frames.0 {
            log.push(event, &Second { config: self.config.clone(), first });
        }
    }

    fn view(&self, viewer: Viewer) -> Board {
        self.first.view(viewer)
    }

    fn determinize(config: &Arc<SecondConfig>, view: &Board, rng: GameRng) -> Second {
        let first = ConnectFour::determinize(&config.first, view, rng);
        Second { config: config.clone(), first }
    }

    fn prompt(&self, seat: Seat) -> Option<(LocalizedText, RuleId)> {
        self.first.prompt(seat)
    }

    fn label(&self, action: Drop) -> LocalizedText {
        self.first.label(action)
    }

    fn scores(&self) -> Vec<i32> {
        self.first.scores()
    }

    fn position(&self) -> Board {
        self.first.position()
    }

    fn from_position(config: &Arc<SecondConfig>, board: Board) -> Result<Second, InputError> {
        let first = ConnectFour::from_position(&config.first, board)?;
        Ok(Second { config: config.clone(), first })
    }

    fn check_invariants(&self) -> Result<(), LocalizedText> {
        self.first.check_invariants()
    }
}

impl Observe for Second {
    fn features(config: &SecondConfig) -> Features {
        ConnectFour::features(&config.first)
    }

    fn observe(config: &SecondConfig, view: &Board, seat: Seat, out: &mut Observation<'_>) {
        ConnectFour::observe(&config.first, view, seat, out);
    }
}

impl SearchHints for Second {}

impl Drafts for Second {}

impl Puzzles for Second {}

impl Draw for Second {
    fn draw(config: &SecondConfig, board: &Board, lang: Lang) -> Drawing {
        ConnectFour::draw(&config.first, board, lang)
    }

    fn write(config: &SecondConfig, board: &Board, lang: Lang) -> String {
        ConnectFour::write(&config.first, board, lang)
    }
}

/// A record of version 1 whose first stone is in the middle column, which version 2 forbids.
fn former_record(columns: &[u8]) -> Record {
    let mut play = Match::<ConnectFour>::start(&MatchStart::dealt(2, 1)).unwrap();
    for column in columns {
        let seat = DynMatch::turn(&play).awaited().first().expect("it goes on");
        DynMatch::play(&mut play, seat, &format!("drop {column}")).unwrap();
    }
    play.record()
}

/// The columns of moves that fill the board without four in a row.
const FULL: [u8; 42] = [
    4, 1, 4, 5, 4, 1, 1, 2, 6, 1, 3, 1, 7, 7, 3, 5, 3, 6, 2, 1, 7, 5, 7, 6, 7, 4, 5, 7, 4, 4, 6, 2,
    2, 6, 5, 2, 6, 5, 2, 3, 3, 3,
];

fn play_on<T: DynMatch>(mut play: T, columns: &[u8]) -> T {
    for column in columns {
        let Some(seat) = play.turn().awaited().first() else { break };
        play.play(seat, &format!("drop {column}")).unwrap();
    }
    play
}

#[test]
fn the_laws_hold_for_the_second_version() {
    conformance::laws::battery::<Second>(2);
}

#[test]
fn a_play_of_version_1_replays_and_goes_on_by_version_1() {
    let record = former_record(&FULL[..5]);
    assert_eq!((record.rules_version, &record.options), (1, &json!({})));
    let play = Match::<Second>::from_record(&record).unwrap();
    // Its record is unchanged: the program of that time can read it too.
    assert_eq!(play.record(), record);
    let ended = play_on(play, &FULL[5..]);
    let outcome = ended.turn().outcome().expect("the board is full");
    assert_eq!((outcome.reason, outcome.winners), ("full", SeatSet::EMPTY), "a draw, as it was");
    Match::<ConnectFour>::from_record(&ended.record()).unwrap();
}

#[test]
fn a_new_play_is_by_version_2() {
    let mut play = Match::<Second>::start(&MatchStart::dealt(2, 1)).unwrap();
    let no = DynMatch::play(&mut play, Seat(0), "drop 4").unwrap_err();
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
    // Options of other versions are ignored.
    record.options = json!({"fullBoard": "second", "more": 1});
    let no = Match::<ConnectFour>::from_record(&record).unwrap_err();
    assert!(no.message.en.contains("version 2") && no.message.en.contains("newer"), "{no}");
    record.rules_version = 0;
    let no = Match::<Second>::from_record(&record).unwrap_err();
    assert!(no.message.en.contains("version 0") && no.message.en.contains("that time"), "{no}");
}

#[test]
fn a_former_record_may_not_name_what_came_later() {
    let mut record = former_record(&FULL[..5]);
    record.options = json!({"fullBoard": "second"});
    let no = Match::<Second>::from_record(&record).unwrap_err();
    assert!(no.message.en.contains("fullBoard"), "{no}");
}
