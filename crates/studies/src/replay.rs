//! Replay of records: descriptions of every step, and traces.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::Value;
use zashiki_core::{
    Deal, DescribedEvent, DynMatch, Game, LocalizedText, Match, PlayedAction, Record, ReplayError,
    Seat, SeatSet, Turn, names, text,
};

use crate::{Ended, described, ended, legal_lists, seated};

/// A record that is described step by step, including all hidden information.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Replayed {
    /// The game's id.
    pub game: String,
    /// Number of seats.
    pub seats: u8,
    /// All options of the game, with defaults filled in.
    pub options: Value,
    /// Events before the first decision.
    pub opening: Vec<DescribedEvent>,
    /// The decisions with their events, in order.
    pub steps: Vec<ReplayedStep>,
    /// The result of the game; `null` for an unfinished game.
    pub outcome: Option<Ended>,
    /// The deal, if it was verified; omitted if the record has no seed commitments.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deal: Option<CheckedDeal>,
}

/// A deal whose seed commitments were verified.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct CheckedDeal {
    /// The seats whose players contributed a share to the seed of the deal.
    pub added: SeatSet,
    /// The seats whose players committed to a share that did not arrive in time.
    pub missing: SeatSet,
    /// The statements that were verified, as sentences.
    pub text: Vec<LocalizedText>,
}

/// One decision and its events.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ReplayedStep {
    /// The number of the step, from 1.
    pub step: usize,
    /// The seat that decided.
    pub seat: u8,
    /// The name of the seat.
    pub name: LocalizedText,
    /// The action, in notation.
    pub action: String,
    /// The action as a text for people.
    pub label: LocalizedText,
    /// Events caused by the action.
    pub events: Vec<DescribedEvent>,
}

/// Rebuilds a record, checking every step, and describes it.
pub(crate) fn replay<G: Game>(record: &Record) -> Result<Replayed, ReplayError> {
    let match_ = Match::<G>::from_record(record)?;
    let config = match_.state().config();
    let steps = match_.played().iter().zip(1..).map(|(taken, step)| ReplayedStep {
        step,
        seat: taken.seat.0,
        name: G::info().seat(taken.seat).clone(),
        action: taken.action.to_string(),
        label: seated::<G>(taken.before.label(taken.action)),
        events: described::<G>(config, &taken.events),
    });
    Ok(Replayed {
        game: record.game.clone(),
        seats: record.seats,
        options: record.options.clone(),
        opening: described::<G>(config, match_.opening()),
        steps: steps.collect(),
        outcome: ended(match_.turn(), match_.state()),
        deal: record.deal.as_ref().map(|deal| checked::<G>(deal, record)),
    })
}

/// The statements about a deal that were verified when the record was rebuilt.
fn checked<G: Game>(deal: &Deal, record: &Record) -> CheckedDeal {
    let (added, missing) = (deal.added(), deal.missing());
    let named = |seats: SeatSet| names(seats.iter().map(|seat| G::info().seat(seat).clone()));
    let mut described = vec![text!(
        "座敷が卓を立てたときに公開したハッシュは、座敷の秘密の数と合っています。",
        "The hash that the server committed to when the table was opened matches its secret."
    )];
    if !added.is_empty() {
        described.push(text!(
            "{players}は数を加え、先に公開したハッシュと合っています。",
            "{players} revealed a share that matches the hash committed to before.",
            players = named(added),
        ));
    }
    if !missing.is_empty() {
        described.push(text!(
            "{players}の数は間に合わず、加わっていません。",
            "The share of {players} did not arrive in time and is not included.",
            players = named(missing),
        ));
    }
    if added.is_empty() {
        described.push(LocalizedText::fixed(
            "数を加えた人がいないため、座敷が配りを選んでいないとは言えません。",
            "No player added a share, so nothing shows that the server did not choose the deal.",
        ));
    }
    let seed = record.seed;
    described.push(text!(
        "シード {seed} は、これらの数から決まります。",
        "These numbers determine the seed {seed}."
    ));
    if record.position.is_some() {
        described.push(LocalizedText::fixed(
            "ただし対局は用意された局面から始まっており、シードで決まるのは多くてもその後の運だけです。",
            "However, the game started from a prepared position: the seed determines at most the chance events after it.",
        ));
    }
    CheckedDeal { added, missing, text: described }
}

/// Rebuilds a record, checking every step, and writes one line of JSON for each decision
/// and one for the position after the last.
pub(crate) fn trace<G: Game>(
    record: &Record,
    out: &mut dyn Write,
) -> Result<io::Result<()>, ReplayError> {
    Ok(write_trace(&Match::<G>::from_record(record)?, out))
}

/// One line of a trace: a position and the decision taken in it, which the last line does not have.
#[derive(Serialize)]
struct TraceLine<P> {
    step: usize,
    awaiting: SeatSet,
    legal: Value,
    position: P,
    seat: Option<Seat>,
    action: Option<String>,
    events: Vec<DescribedEvent>,
    outcome: Option<Ended>,
}

fn write_trace<G: Game>(match_: &Match<G>, out: &mut dyn Write) -> io::Result<()> {
    let line = |step, game: &G, turn: Turn, taken: Option<&PlayedAction<G>>| TraceLine {
        step,
        awaiting: turn.awaited(),
        legal: legal_lists(turn, game),
        position: game.position(),
        seat: taken.map(|taken| taken.seat),
        action: taken.map(|taken| taken.action.to_string()),
        events: taken.map_or(Vec::new(), |taken| described::<G>(game.config(), &taken.events)),
        outcome: ended(turn, game),
    };
    let steps =
        match_.played().iter().map(|taken| (&taken.before, taken.before.turn(), Some(taken)));
    let last = (match_.state(), match_.turn(), None);
    for ((game, turn, taken), step) in steps.chain([last]).zip(1..) {
        serde_json::to_writer(&mut *out, &line(step, game, turn, taken))?;
        writeln!(out)?;
    }
    Ok(())
}
