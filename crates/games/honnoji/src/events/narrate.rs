//! Episodes: consecutive events of one phase, attack or player in one sentence.

use arrayvec::ArrayVec;
use zashiki_core::{Episode, LocalizedText, Seat, SeatSet, list, names, plural, sentences, text};

use super::phrases::{attack, cards, in_vain, seats_with, squares, valued};
use super::{Event, FireCause};
use crate::ROUNDS;
use crate::components::Icon;
use crate::config::Config;
use crate::face::Cards;
use crate::layout_effects::StayReason;
use crate::limits::MAX_SEATS;
use crate::ring::SQUARES;
use crate::types::Reason;

impl Event {
    /// The episodes of consecutive events.
    pub(super) fn episodes(config: &Config, events: &[Event]) -> Vec<Episode> {
        events
            .chunk_by(continues)
            .map(|events| {
                let (seat, text) = tell(config, events);
                Episode::new(events.len(), seat, text)
            })
            .collect()
    }
}

/// Returns true if `next` belongs to the same episode as the event before it.
fn continues(event: &Event, next: &Event) -> bool {
    use Event::*;
    match (event, next) {
        (Began { .. }, RoundBegan { .. }) | (Revealed { .. }, Revealed { .. }) => true,
        (
            RoundBegan { .. }
            | NothingToDeal
            | DeckRebuilt { .. }
            | Dealt { .. }
            | CaughtFire { .. },
            NothingToDeal | DeckRebuilt { .. } | Dealt { .. } | CaughtFire { .. },
        ) => true,
        (Laid { seat, .. }, Declared { seat: other, .. }) => seat == other,
        (one, other) if one.is_movement() => other.is_movement(),
        (PickedUp { seat, square, .. }, PickedUp { seat: other, square: there, .. }) => {
            (seat, square) == (other, there)
        }
        (
            Attacked { seat, .. } | Stole { seat, .. } | NothingToSteal { seat, .. },
            Stole { seat: other, .. } | NothingToSteal { seat: other, .. },
        ) => seat == other,
        (
            InVain { seat, icon: Icon::Recover, .. },
            InVain { seat: other, icon: Icon::Recover, .. },
        ) => seat == other,
        (InVain { .. }, InVain { .. }) => event == next,
        (Exhausted { .. }, Exhausted { .. }) => true,
        (Cleared { .. }, Cleared { .. } | MarkerMoved { .. } | MarkerStayed { .. }) => true,
        (MarkerMoved { .. } | MarkerStayed { .. }, Ended { .. }) => true,
        _ => false,
    }
}

/// The acting seat and the sentence of an episode.
fn tell(config: &Config, events: &[Event]) -> (Option<Seat>, LocalizedText) {
    use Event::*;
    let (first, last) = (&events[0], &events[events.len() - 1]);
    match first {
        Began { .. }
        | RoundBegan { .. }
        | NothingToDeal
        | DeckRebuilt { .. }
        | Dealt { .. }
        | CaughtFire { .. } => (None, preparation(events)),
        Revealed { .. } => (
            None,
            LocalizedText::fixed(
                "全員の配置を一斉に公開します。",
                "All layouts are turned up at once.",
            ),
        ),
        one if one.is_movement() => (None, movement(events)),
        PickedUp { seat, square, shared, .. } => {
            let faces = events.iter().filter_map(|event| match event {
                PickedUp { face, .. } => Some(*face),
                _ => None,
            });
            (Some(*seat), picked_up(config, *seat, *square, faces.collect(), *shared))
        }
        Attacked { seat, .. } | Stole { seat, .. } => {
            (Some(*seat), attacked(config, *seat, events))
        }
        InVain { seat, icon: icon @ Icon::Recover, why, .. } => {
            let number = events.iter().map(|event| match event {
                InVain { number, .. } => *number,
                _ => 0,
            });
            (Some(*seat), in_vain(*seat, *icon, number.sum(), *why))
        }
        Exhausted { .. } => (None, exhausted(config, events)),
        Cleared { .. } | MarkerMoved { .. } | MarkerStayed { .. } => match last {
            Ended { .. } => (None, last.text(config).0),
            _ => (None, round_end(config, events)),
        },
        one => (one.seat(), one.text(config).0),
    }
}

impl Event {
    /// Returns true if the event is part of the movement phase.
    fn is_movement(&self) -> bool {
        matches!(
            self,
            Event::Moved { .. } | Event::Stayed { .. } | Event::InVain { icon: Icon::Move, .. }
        )
    }

    /// The seat that acts in an event with a sentence of its own.
    fn seat(&self) -> Option<Seat> {
        match self {
            Event::Laid { seat, .. }
            | Event::Declared { seat, .. }
            | Event::NothingToSteal { seat, .. }
            | Event::InVain { seat, .. }
            | Event::Burnt { seat, .. }
            | Event::NothingToBurn { seat, .. }
            | Event::Recovered { seat, .. } => Some(*seat),
            _ => None,
        }
    }
}

/// The preparation of a round, and the fires that break out.
fn preparation(events: &[Event]) -> LocalizedText {
    let round = events.iter().find_map(|event| match event {
        Event::RoundBegan { round } => Some(*round),
        _ => None,
    });
    let first = events.iter().find_map(|event| match event {
        Event::Began { seat } => Some(*seat),
        _ => None,
    });
    let dealt = events.iter().filter_map(|event| match event {
        Event::Dealt { square, .. } => Some(*square),
        _ => None,
    });
    let dealt: ArrayVec<u8, { SQUARES as usize }> = dealt.collect();
    let is_rebuilt = events.iter().any(|event| matches!(event, Event::DeckRebuilt { .. }));
    let fires = |wanted: FireCause| {
        let of = |event: &Event| match event {
            Event::CaughtFire { square, cause, .. } if *cause == wanted => Some(*square),
            _ => None,
        };
        events.iter().filter_map(of).collect::<ArrayVec<u8, { SQUARES as usize }>>()
    };
    let mut told = Vec::new();
    let cards = match (dealt.len(), is_rebuilt) {
        (0, _) => LocalizedText::fixed("置く札はもうありません。", "no cards are left to deal"),
        (few, _) if few < usize::from(SQUARES) => text!(
            "{at}のマスにだけ札が置かれました。",
            "cards are dealt to {at} only",
            at = squares(dealt)
        ),
        (_, true) => LocalizedText::fixed(
            "捨て札を混ぜて、各マスに置きました。",
            "the discards are shuffled and dealt to the squares",
        ),
        _ => LocalizedText::fixed("各マスに札が置かれました。", "each square gets a card"),
    };
    told.push(match (round, first) {
        (Some(round), Some(seat)) => text!(
            "第{round}ラウンド、一番槍は{seat}です。{cards}",
            "Round {round}: {seat} ⟦is|are⟧ the first player, and {cards}.",
            seat,
            cards
        ),
        (Some(ROUNDS), None) => text!(
            "最後の第{ROUNDS}ラウンドです。{cards}",
            "Round {ROUNDS}, the last: {cards}.",
            cards
        ),
        (Some(round), None) => {
            text!("第{round}ラウンドです。{cards}", "Round {round}: {cards}.", cards)
        }
        (None, Some(seat)) => {
            text!("最初の一番槍は{seat}です。", "{seat} ⟦is|are⟧ the first player.", seat)
        }
        (None, None) => text!("{cards}", "Now {cards}.", cards),
    });
    let burning = fires(FireCause::FireCard);
    if !burning.is_empty() {
        told.push(burns(&burning, LocalizedText::fixed("", "")));
    }
    let full = fires(FireCause::FourthCard);
    if !full.is_empty() {
        told.push(burns(&full, LocalizedText::fixed("4枚目の札で", " with a fourth card")));
    }
    sentences(told)
}

fn burns(burning: &[u8], why: LocalizedText) -> LocalizedText {
    let at = squares(burning.iter().copied());
    if burning.len() == 1 {
        return text!(
            "{why}{at}のマスが火ノ手マスになりました。",
            "Square {at} catches fire{why}.",
            why,
            at
        );
    }
    text!("{why}{at}のマスが火ノ手マスになりました。", "Squares {at} catch fire{why}.", why, at)
}

/// The movement of all pawns: those that move, then those that stay.
fn movement(events: &[Event]) -> LocalizedText {
    let (mut moved, mut failed) = (Vec::new(), Vec::new());
    let mut stayed = SeatSet::EMPTY;
    for (index, event) in events.iter().enumerate() {
        match event {
            Event::Moved { seat, from, path } => {
                let to = path.end();
                let passed = path.squares().split_last().map_or(&[][..], |(_, passed)| passed);
                let via = match passed {
                    [] => LocalizedText::fixed("", ""),
                    _ => {
                        text!("{at}を通って", " through {at}", at = squares(passed.iter().copied()))
                    }
                };
                let verb = match (moved.is_empty(), from) {
                    (true, Some(_)) => LocalizedText::fixed("", " ⟦moves|move⟧"),
                    (true, None) => LocalizedText::fixed("", " ⟦goes|go⟧"),
                    (false, _) => LocalizedText::fixed("", ""),
                };
                let square =
                    LocalizedText::fixed("", if moved.is_empty() { "square " } else { "" });
                moved.push(text!(
                    "{seat}が{via}{to}のマス",
                    "{seat}{verb} to {square}{to}{via}",
                    seat,
                    verb,
                    square,
                    via
                ));
            }
            Event::Stayed { seat, square, why } => match why {
                StayReason::BothNeighbours => failed.push(text!(
                    "{seat}は両隣のマスをどちらも指定したので、{square}のマスから動けません。",
                    "{seat} named both neighbouring squares and cannot leave {square}.",
                    seat
                )),
                StayReason::Unreachable => {
                    let wanted = events[index + 1..].iter().map_while(|event| match event {
                        Event::InVain { seat: other, number, .. } if other == seat => Some(*number),
                        _ => None,
                    });
                    let wanted: Vec<u8> = wanted.collect();
                    if wanted.is_empty() {
                        stayed.insert(*seat);
                        continue;
                    }
                    failed.push(text!(
                        "{seat}は{wanted}のマスへ行けず、{square}のマスに留まります。",
                        "{seat} cannot reach {wanted} and ⟦stays|stay⟧ on {square}.",
                        seat,
                        wanted = squares(wanted)
                    ));
                }
                StayReason::NotDesignated | StayReason::OwnSquare | StayReason::Overruled => {
                    stayed.insert(*seat);
                }
            },
            _ => {}
        }
    }
    let mut told = Vec::new();
    if !moved.is_empty() {
        let (ja, en) = (list(&moved).ja, names(&moved).en);
        let moved = LocalizedText::new(ja, en);
        told.push(text!("{moved}へ移動しました。", "{moved}.", moved));
    }
    if moved.is_empty() && failed.is_empty() && stayed.len() > 1 {
        return LocalizedText::fixed("誰も動きません。", "Nobody moves.");
    }
    if !stayed.is_empty() {
        told.push(text!(
            "{who}は動きません。",
            "{stay} in place.",
            who = names(stayed.iter()),
            stay = seats_with(stayed, "stays", "stay")
        ));
    }
    told.append(&mut failed);
    if told.is_empty() {
        // A part of a movement that consists of icons without effect alone.
        return LocalizedText::fixed(
            "ほかの移動の指定は効果がありません。",
            "The other moves have no effect.",
        );
    }
    sentences(told)
}

fn picked_up(config: &Config, seat: Seat, square: u8, faces: Cards, shared: bool) -> LocalizedText {
    let cards = valued(config, faces);
    if shared {
        return text!(
            "{square}のマスを分け合い、{seat}が{cards}を拾得しました。",
            "Sharing square {square}, {seat} ⟦picks|pick⟧ up {cards}.",
            seat,
            cards
        );
    }
    text!(
        "{seat}が{square}のマスで{cards}を拾得しました。",
        "{seat} ⟦picks|pick⟧ up {cards} on square {square}.",
        seat,
        cards
    )
}

/// An attack, or its continuation after the attacker's choice.
fn attacked(config: &Config, seat: Seat, events: &[Event]) -> LocalizedText {
    let stolen: ArrayVec<LocalizedText, MAX_SEATS> = (events.iter())
        .filter_map(|event| match event {
            Event::Stole { victim, face, .. } => Some(text!(
                "{victim}から{card}",
                "{card} from {victim}",
                victim,
                card = valued(config, Cards::one(*face))
            )),
            _ => None,
        })
        .collect();
    let spared: SeatSet = (events.iter())
        .filter_map(|event| match event {
            Event::NothingToSteal { victim, .. } => Some(*victim),
            _ => None,
        })
        .collect();
    let (ja, en) = (list(&stolen).ja, names(&stolen).en);
    let loot = LocalizedText::new(ja, en);
    let mut told = Vec::new();
    told.push(match (&events[0], stolen.is_empty()) {
        (Event::Attacked { square, icon, .. }, true) => text!(
            "{attack}、奪う札を選びます。",
            "{attack} and ⟦chooses|choose⟧ a card to steal.",
            attack = attack(seat, *icon, *square)
        ),
        (Event::Attacked { square, icon, .. }, false) => text!(
            "{attack}、{loot}を奪いました。",
            "{attack} and ⟦steals|steal⟧ {loot}.",
            attack = attack(seat, *icon, *square),
            loot
        ),
        _ => text!("{seat}が{loot}を奪いました。", "{seat} ⟦steals|steal⟧ {loot}.", seat, loot),
    });
    if !spared.is_empty() {
        told.push(text!(
            "{who}に奪える札はありません。",
            "{have} nothing to steal.",
            who = names(spared.iter()),
            have = seats_with(spared, "has", "have")
        ));
    }
    sentences(told)
}

/// The exhaustion phase: the cards that each seat exposes.
fn exhausted(config: &Config, events: &[Event]) -> LocalizedText {
    if let [only] = events {
        return only.text(config).0;
    }
    let mut exposed: ArrayVec<LocalizedText, MAX_SEATS> = ArrayVec::new();
    for event in events {
        let Event::Exhausted { seat, to_exposed, .. } = event else { continue };
        if to_exposed.is_empty() {
            continue;
        }
        let verb =
            LocalizedText::fixed("", if exposed.is_empty() { " ⟦exposes|expose⟧" } else { "" });
        exposed.push(text!(
            "{seat}の{cards}",
            "{seat}{verb} {cards}",
            seat,
            verb,
            cards = cards(config, *to_exposed)
        ));
    }
    if exposed.is_empty() {
        return LocalizedText::fixed(
            "使った札はすべて手札に戻りました。",
            "All used cards return to their owners' hands.",
        );
    }
    let (ja, en) = (list(&exposed).ja, list(&exposed).en);
    let exposed = LocalizedText::new(ja, en);
    text!("消耗: {exposed}が晒し場に出ました。", "Used up: {exposed}.", exposed)
}

/// The end of a round: the fire squares are cleared, and the first player of the next round is found.
fn round_end(config: &Config, events: &[Event]) -> LocalizedText {
    let cleared: ArrayVec<u8, { SQUARES as usize }> = (events.iter())
        .filter_map(|event| match event {
            Event::Cleared { square, .. } => Some(*square),
            _ => None,
        })
        .collect();
    let marker = events.iter().find(|event| !matches!(event, Event::Cleared { .. }));
    let mut told = Vec::new();
    if !cleared.is_empty() {
        let are = LocalizedText::fixed("", if cleared.len() == 1 { " is" } else { "s are" });
        told.push(text!(
            "火ノ手マス({at})の札を捨てました。",
            "Fire square{are} cleared: {at}.",
            are,
            at = squares(cleared)
        ));
    }
    told.extend(marker.map(|marker| marker.text(config).0));
    sentences(told)
}

/// The sentence about the result, which names the winners' lead.
pub(super) fn result(
    reason: Reason,
    winners: SeatSet,
    points: &[i32],
    cards: &[u8],
) -> LocalizedText {
    let of = |seat: Seat| points.get(seat.index()).copied().unwrap_or_default();
    let best = winners.iter().next().map_or(0, of);
    let all = || Seat::all(points.len() as u8);
    let others = || all().filter(|seat| !winners.contains(*seat));
    let shown = plural(best, "point", "points");
    match reason {
        Reason::Points => {
            let second = others().map(of).max().unwrap_or_default();
            let chasers: SeatSet = others().filter(|seat| of(*seat) == second).collect();
            text!(
                "6ラウンドを終えて、{winners}が{shown}点で勝ちました。2位は{chasers}の{second}点です。",
                "After six rounds {winners} ⟦wins|win⟧ with {shown}, ahead of {chasers} with {second}.",
                winners = names(winners.iter()),
                chasers = names(chasers.iter()),
                shown
            )
        }
        Reason::FewerCards => {
            let tied: SeatSet = all().filter(|seat| of(*seat) == best).collect();
            let count = winners.iter().next().and_then(|seat| cards.get(seat.index()));
            let count = plural(count.copied().unwrap_or_default(), "card", "cards");
            text!(
                "{tied}が{shown}点で並びましたが、札が少ない({count}枚)ので{winners}の勝ちです。",
                "{tied} have {shown} each, and {winners} ⟦wins|win⟧ with fewer cards ({count}).",
                tied = names(tied.iter()),
                winners = names(winners.iter()),
                shown,
                count
            )
        }
        Reason::Draw => text!(
            "{winners}が{shown}点で並び、札の枚数も同じなので引き分けです。",
            "{winners} draw: {shown} and the same number of cards each.",
            winners = names(winners.iter()),
            shown
        ),
    }
}
