//! Advice for a decision in a position or a record, and reviews of records.

use bots::{Advice, Advised, MoveReview, Review, TurningPoint};
use serde_json::Value;
use zashiki_core::{
    DynMatch as _, Game, GameConfig as _, InfoState, InputError, LegalAction, Level, LocalizedText,
    Match, Record, ReplayError, Seat, Turn, load_position, names, read_json, text,
};

use crate::{Envelope, seated};

/// The position or the step of a record for which advice or its board is requested.
#[derive(Clone, PartialEq, Debug)]
pub enum AdviceRequest {
    /// A position.
    Position(Envelope),
    /// A step of a record.
    Record {
        /// The record.
        record: Box<Record>,
        /// The number of steps before the decision on which to advise; `None` for all steps of the record.
        at: Option<usize>,
    },
}

impl AdviceRequest {
    /// Parses the JSON of a position, or of a record, which is recognized by its field `actions`. `at` is the
    /// number of steps of a record before the decision.
    ///
    /// # Errors
    /// Returns an error if the JSON is neither, or `at` is given for a position.
    pub fn from_json(text: &str, at: Option<usize>) -> Result<AdviceRequest, InputError> {
        let explained = |fault: LocalizedText| {
            text!(
                "局面としても記録としても読めません: {fault}。途中で切れていないか確かめて、もう一度書き出してください。",
                "This is neither a position nor a record: {fault}. The file may be incomplete; export it again.",
                fault
            )
        };
        let json: Value = read_json(text).map_err(explained)?;
        if json.get("actions").is_some() {
            return Ok(AdviceRequest::Record { record: Box::new(Record::from_json(text)?), at });
        }
        let position = Envelope::from_json(text)?;
        if at.is_some() {
            return Err(InputError::new(
                "局面には手順がないため、--at は指定できません。記録のファイルを指定してください。",
                "--at needs a record, and this is a position; leave --at out, or give a record.",
            ));
        }
        Ok(AdviceRequest::Position(position))
    }

    /// The id of the game.
    pub fn game(&self) -> &str {
        match self {
            AdviceRequest::Position(envelope) => &envelope.game,
            AdviceRequest::Record { record, .. } => &record.game,
        }
    }
}

/// A bot's advice for a seat's decision, from the seat's information state. `seat: None` is the lowest seat
/// to decide; `bot: None` is the game's default adviser. Texts have the seat names of the game.
pub(crate) fn advise<G: Game>(
    request: &AdviceRequest,
    seat: Option<Seat>,
    bot: Option<&str>,
) -> Result<Advice, ReplayError> {
    let (game, turn) = requested_state::<G>(request)?;
    let seat = awaited::<G>(turn, seat)?;
    let levels = match request {
        AdviceRequest::Position(_) => Vec::new(),
        AdviceRequest::Record { record, .. } => bots::levels_of::<G>(&record.names),
    };
    Ok(advise_on(&InfoState::new(&game, seat), bot, &levels)?)
}

/// A bot's advice for a decision that is given as an information state, at a table where bots of these levels
/// play. `bot: None` is the game's default adviser.
pub(crate) fn advise_on<G: Game>(
    info_state: &InfoState<G>,
    bot: Option<&str>,
    levels: &[Option<Level>],
) -> Result<Advice, InputError> {
    let bot = bot.unwrap_or_else(|| bots::adviser_for::<G>());
    let advice = bots::advise(info_state, bot, levels, bots::clock)?;
    let choices = advice.choices.into_iter().map(named::<G>).collect();
    Ok(Advice { choices, ..advice })
}

/// The requested state, and its turn.
pub(crate) fn requested_state<G: Game>(request: &AdviceRequest) -> Result<(G, Turn), ReplayError> {
    match request {
        AdviceRequest::Position(envelope) => {
            let info = G::info();
            let seats = info.check_seats(envelope.seats.into())?;
            let options = info.complete_options(&envelope.options)?;
            let config = G::Config::new(seats, &options, envelope.components.as_deref())?;
            let game = load_position::<G>(&config, &envelope.position, 0)?;
            let turn = game.turn();
            Ok((game, turn))
        }
        AdviceRequest::Record { record, at } => {
            let match_ = Match::<G>::from_record(record)?;
            let length = match_.length();
            match at {
                None => Ok((match_.state().clone(), match_.turn())),
                Some(at) if *at < match_.played().len() => {
                    let before = &match_.played()[*at].before;
                    Ok((before.clone(), before.turn()))
                }
                Some(at) if *at <= length => Ok((match_.state().clone(), match_.turn())),
                Some(at) => Err(InputError::new(
                    format!("{at}手目の後はありません。この記録は{length}手です。0から{length}までを指定してください。"),
                    format!("There is no step {at}: the record has {length} steps. Give a number from 0 to {length}."),
                )
                .into()),
            }
        }
    }
}

/// The requested seat, or the first seat to decide if none is requested.
///
/// # Errors
/// Returns an error if that seat is not to decide.
fn awaited<G: Game>(turn: Turn, seat: Option<Seat>) -> Result<Seat, InputError> {
    let Turn::Awaiting(seats) = turn else {
        return Err(InputError::new(
            "対局は終わっているため、助言できる選択がありません。記録なら --at で途中の手数を指定してください。",
            "The game is over, so there is no decision to analyze; give an earlier step of a record with --at.",
        ));
    };
    let first = seats.first().expect("a seat is to decide");
    let seat = seat.unwrap_or(first);
    if seats.contains(seat) {
        return Ok(seat);
    }
    let awaited = seats.iter().map(|seat| {
        let name = G::info().seat(seat);
        text!("{seat}({name})", "{seat} ({name})", seat = seat.0, name)
    });
    Err(text!(
        "席{seat}の選択は待たれていません。待たれている席: {awaited}",
        "Seat {seat} has no decision to make; to move: {awaited}.",
        seat = seat.0,
        awaited = names(awaited)
    )
    .into())
}

/// Reviews a record with a bot; `bot: None` is the default reviewer of the game. `progress` is called with
/// the number of finished steps and of all steps.
pub(crate) fn review<G: Game>(
    record: &Record,
    bot: Option<&str>,
    progress: &mut dyn FnMut(usize, usize),
) -> Result<Review, ReplayError> {
    let match_ = Match::<G>::from_record(record)?;
    let bot = bot.unwrap_or_else(|| bots::reviewer_for::<G>());
    let levels = bots::levels_of::<G>(&record.names);
    let review = bots::review(&match_, bot, &levels, bots::clock, progress)?;
    let decisions = review.decisions.into_iter().map(|judged| MoveReview {
        taken: labelled::<G>(judged.taken),
        better: judged.better.map(named::<G>),
        drawback: judged.drawback.map(seated::<G>),
        ..judged
    });
    let turns = review.turning_points.into_iter();
    let turns = turns.map(|turn| TurningPoint { text: seated::<G>(turn.text), ..turn });
    Ok(Review { decisions: decisions.collect(), turning_points: turns.collect(), ..review })
}

fn named<G: Game>(advised: Advised) -> Advised {
    Advised {
        choice: labelled::<G>(advised.choice),
        why: seated::<G>(advised.why),
        plan: advised.plan.into_iter().map(seated::<G>).collect(),
        equal: advised.equal.into_iter().map(labelled::<G>).collect(),
        ..advised
    }
}

fn labelled<G: Game>(choice: LegalAction) -> LegalAction {
    LegalAction { label: seated::<G>(choice.label), ..choice }
}
