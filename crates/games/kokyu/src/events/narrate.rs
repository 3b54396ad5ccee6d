//! Episodes: one sentence for each card, palace eunuch, plot card or placement, instead of one for each event.

use zashiki_core::{Episode, Event as _, LocalizedText, Seat, names, plural, text};

use super::sentence::{BI, I, JI, KI, MI, NAI, RI, SHI, Sentence, TE};
use super::{Event, Precedence, Source};
use crate::Config;
use crate::board::Eunuch;
use crate::components::{Icon, Square};
use crate::glossary::word;

/// The maximum number of episodes from the last placement of a round to the beginning of the next round, both
/// included: each is shown for at least 1.2 s, and all together for at most 8 s.
const ROUND_EPISODES: usize = 6;

/// Consecutive events that one episode tells.
struct Part<'a> {
    events: &'a [Event],
    text: LocalizedText,
}

impl Part<'_> {
    /// The kind of events in the episode. Only episodes of the same kind are joined.
    fn kind(&self) -> PartKind {
        match self.events[0] {
            Event::Placed { .. } => PartKind::Placing,
            Event::Dealt { .. } | Event::Round { .. } | Event::RoundsOver => PartKind::Heading,
            _ => PartKind::Processing,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum PartKind {
    Placing,
    Processing,
    /// The beginning of a round or the end of the last, told in a sentence of its own.
    Heading,
}

impl Event {
    /// The episodes of these events.
    pub(super) fn episodes(config: &Config, events: &[Event]) -> Vec<Episode> {
        let mut parts = Vec::new();
        let mut rest = events;
        while !rest.is_empty() {
            let begins = |count: &usize| begins_episode(&rest[..*count], &rest[*count..]);
            let count = (1..rest.len()).find(begins).unwrap_or(rest.len());
            let (group, later) = rest.split_at(count);
            parts.push(Part { events: group, text: sentence(config, group) });
            rest = later;
        }
        join_in_rounds(&mut parts, events);
        let episode = |part: Part| Episode::new(part.events.len(), actor(part.events), part.text);
        parts.into_iter().map(episode).collect()
    }
}

/// Joins neighbouring episodes of each round, those with the shortest texts first, until the round has
/// at most [`ROUND_EPISODES`]. `events` are the events of all of them.
fn join_in_rounds<'a>(parts: &mut Vec<Part<'a>>, events: &'a [Event]) {
    let mut begin = 0;
    while begin < parts.len() {
        let is_heading = |part: &Part| part.kind() == PartKind::Heading;
        let heading = parts[begin..].iter().position(is_heading);
        let end = heading.map_or(parts.len(), |index| begin + index + 1);
        let pairs = begin..end - 1;
        let shortest = pairs
            .filter(|index| parts[*index].kind() == parts[*index + 1].kind())
            .min_by_key(|index| parts[*index].text.en.len() + parts[*index + 1].text.en.len());
        match shortest {
            Some(index) if end - begin > ROUND_EPISODES => {
                let from = parts[..index].iter().map(|part| part.events.len()).sum();
                let Part { events: second, text: later } = parts.remove(index + 1);
                let part = &mut parts[index];
                part.events = &events[from..from + part.events.len() + second.len()];
                part.text = text!("{text}{later}", "{text} {later}", text = &part.text, later);
            }
            _ => begin = end,
        }
    }
}

/// The seat that acts in an episode; `None` if it covers cards of different seats.
fn actor(group: &[Event]) -> Option<Seat> {
    let seat = group.iter().find_map(Event::actor)?;
    let cards = group.iter().filter(|event| matches!(event, Event::Reached { .. }));
    cards.filter_map(Event::actor).all(|other| other == seat).then_some(seat)
}

/// Returns true if an episode ends with the events of `group`, which is not empty, and the first of the
/// `later` events begins another.
fn begins_episode(group: &[Event], later: &[Event]) -> bool {
    let is_card = |event: &Event| matches!(event, Event::Reached { .. });
    let is_execution = |event: &Event| matches!(event, Event::Executes { .. });
    match later[0] {
        Event::Placed { .. } | Event::Recycled | Event::RoundsOver | Event::Dealt { .. } => true,
        Event::Round { .. } => !matches!(group, [Event::Dealt { .. }]),
        Event::Unblocked => group[0] != Event::Unblocked,
        Event::Drew { .. } => !matches!(group, [Event::Reached { icon: Icon::Draw, .. }]),
        Event::Reached { .. } => !are_two_small(group, later, is_card),
        // The first eunuch acts with the card; eunuchs without an effect go home together.
        Event::Executes { .. } if matches!(group, [.., Event::Activated]) => false,
        Event::Executes { .. } => {
            let executed = || group.iter().filter(|event| is_execution(event));
            let all_idle = executed().next().is_some() && executed().all(Event::is_idle);
            !(later[0].is_idle() && all_idle || are_two_small(group, later, is_execution))
        }
        _ => false,
    }
}

/// Returns true if `group` is one small part of a round, and `later` begins with another: both share
/// one sentence. `begins` is true for the event with which such a part begins.
fn are_two_small(group: &[Event], later: &[Event], begins: impl Fn(&Event) -> bool) -> bool {
    let next = later[1..].iter().take_while(|event| event.is_small() && !begins(event)).count() + 1;
    let follows = later.get(next);
    let ends = follows.is_none_or(|event| begins(event) || event.is_boundary());
    let first = group.iter().filter(|event| begins(event)).count() == 1 && begins(&group[0]);
    first && ends && later[0].is_small() && group.iter().all(Event::is_small)
}

impl Event {
    /// The seat that acts in the event.
    const fn actor(&self) -> Option<Seat> {
        match *self {
            Event::Placed { eunuch, .. }
            | Event::Reached { eunuch, .. }
            | Event::Flew { eunuch, .. }
            | Event::Executes { eunuch, .. } => Some(eunuch.seat),
            Event::Advances { seat, .. }
            | Event::Drew { seat, .. }
            | Event::NothingToDraw { seat }
            | Event::Gained { seat, .. } => Some(seat),
            _ => None,
        }
    }

    /// Returns true if the event changes no score and little else, so that two cards or palace eunuchs with
    /// such events share one sentence.
    const fn is_small(&self) -> bool {
        match self {
            Event::Reached { icon, .. } => !matches!(icon, Icon::Fly | Icon::Draw | Icon::Activate),
            Event::Executes { kind, .. } => matches!(kind, Square::Advance { .. }),
            Event::WentHome { .. }
            | Event::Executed { .. }
            | Event::Reshuffled
            | Event::TookInitiative { .. }
            | Event::KeptInitiative { .. }
            | Event::Entered { .. }
            | Event::PalaceAdvanced { seat: None, .. }
            | Event::PalaceEmpty { seat: None }
            | Event::Advances { .. } => true,
            _ => false,
        }
    }

    /// Returns true if the event can follow a small card or palace eunuch that is complete.
    const fn is_boundary(&self) -> bool {
        matches!(
            self,
            Event::Reached { .. } | Event::Round { .. } | Event::RoundsOver | Event::Unblocked
        ) || matches!(self, Event::WentHome { .. })
    }

    /// The number of squares by which the event moves the palace eunuchs of both seats.
    const fn palace_steps(&self) -> u8 {
        match *self {
            Event::PalaceAdvanced { seat: None, steps } => steps,
            _ => 0,
        }
    }

    /// Returns true if the event resolves a palace square that does nothing for its eunuch.
    const fn is_idle(&self) -> bool {
        matches!(
            self,
            Event::Executes { kind: Square::Entry, .. }
                | Event::Executes { kind: Square::Strong, eunuch: Eunuch { strong: true, .. }, .. }
        )
    }
}

/// The sentence about the events of one episode.
fn sentence(config: &Config, group: &[Event]) -> LocalizedText {
    let mut said = Sentence::default();
    for index in 0..group.len() {
        add(&mut said, config, group, index);
    }
    said.finish().unwrap_or_else(|| group[0].describe(config).0)
}

/// Adds the event of this index to the sentence. Some events share a sentence with those after them.
fn add(said: &mut Sentence, config: &Config, group: &[Event], index: usize) {
    let components = &config.components;
    let later = &group[index + 1..];
    let first = |test: fn(&Event) -> bool| !group[..index].iter().any(test);
    match group[index] {
        Event::Dealt { .. }
        | Event::Processing
        | Event::WentHome { .. }
        | Event::Executed { .. }
        | Event::Discarded { .. }
        | Event::AlreadyStrong { .. } => {}
        Event::Round { round, first: seat } => said.consequences.push(text!(
            "第{round}ラウンド：{seat}から太監を置きます。",
            "Round {round}: {seat} ⟦places|place⟧ first.",
            seat
        )),
        Event::Unblocked if first(|event| *event == Event::Unblocked) => {
            let steps = group.iter().filter(|event| **event == Event::Unblocked).count();
            said.clause(
                text!(
                    "太監がすべて殿内にいるため、全員が{steps}マス進",
                    "every eunuch is in the palace, so all of them advance {steps}",
                    steps = plural(steps as u64, "square", "squares")
                ),
                MI,
            );
        }
        Event::Unblocked => {}
        Event::Placed { eunuch: Eunuch { seat, strong }, card, forced } => {
            let icon = components.cards[usize::from(card) - 1].icon;
            let only = forced.then(|| {
                LocalizedText::fixed("（ほかに空きがありません）", ", the only free card")
            });
            said.seat(
                seat,
                text!(
                    "{card}番「{icon}」{only}に{eunuch}を置",
                    "⟦places|place⟧ a {eunuch} on card {card}, {icon}{only}",
                    icon,
                    eunuch = word(if strong { "strong_eunuch" } else { "eunuch" }),
                    only = only.unwrap_or(LocalizedText::fixed("", ""))
                ),
                KI,
            );
        }
        Event::Reached { eunuch, card, icon } => {
            said.card(card);
            if later.is_empty() && icon == Icon::Fly {
                let text = text!("太監を飛ばす先を選", "⟦chooses|choose⟧ where to fly");
                said.seat(eunuch.seat, text, BI);
            } else if later.is_empty() {
                said.clause(
                    text!("「{icon}」の{eunuch}が働", "{eunuch} acts on {icon}", eunuch, icon),
                    KI,
                );
            }
        }
        Event::Reshuffled => said.clause(
            text!(
                "策謀カードをすべて混ぜ、山札に戻",
                "all plot cards are shuffled into a new pile"
            ),
            SHI,
        ),
        Event::TookInitiative { seat } => {
            said.seat(seat, text!("始動権を取", "⟦takes|take⟧ the first-move tile"), RI);
        }
        Event::KeptInitiative { seat } => {
            said.seat(seat, text!("始動権を持ち続け", "⟦keeps|keep⟧ the first-move tile"), TE)
        }
        Event::Flew { eunuch, to, .. } => said.clause(
            text!("{eunuch}が{to}番のカードへ飛", "{eunuch} flies to card {to}", eunuch),
            BI,
        ),
        Event::Grounded { eunuch } => {
            said.but(text!("{eunuch}には飛ぶ先があり", "{eunuch} has nowhere to fly", eunuch), NAI)
        }
        Event::Entered { eunuch, .. } => entered(said, eunuch, group, index),
        Event::PalaceAdvanced { seat: None, .. } => {
            if first(|event| matches!(event, Event::Unblocked | Event::PalaceAdvanced { .. })) {
                let steps: u8 = group.iter().map(Event::palace_steps).sum();
                said.clause(
                    text!(
                        "殿内の太監が全員{steps}マス進",
                        "all palace eunuchs advance {steps}",
                        steps = plural(steps, "square", "squares")
                    ),
                    MI,
                );
            }
        }
        Event::PalaceAdvanced { seat: Some(seat), steps } => said.clause(
            text!(
                "殿内の{seat}の太監が{steps}マス進",
                "{seat}⟦'s|r⟧ palace eunuchs advance {steps}",
                seat,
                steps = plural(steps, "square", "squares")
            ),
            MI,
        ),
        Event::PalaceEmpty { seat: None } => {
            said.but(text!("殿内に太監がい", "no eunuch is in the palace"), NAI);
        }
        Event::PalaceEmpty { seat: Some(seat) } if said.is_about(seat) => {
            said.but(text!("殿内に太監はい", "⟦has|have⟧ no eunuch in the palace"), NAI);
        }
        Event::PalaceEmpty { seat: Some(seat) } => said.but(
            text!("殿内に{seat}の太監はい", "{seat} ⟦has|have⟧ no eunuch in the palace", seat),
            NAI,
        ),
        Event::SentBack { .. } if first(|event| matches!(event, Event::SentBack { .. })) => {
            sent_back(said, group);
        }
        Event::SentBack { .. } => {}
        Event::Activated => {
            if let Some(seat) = group[..index].iter().find_map(Event::actor) {
                said.seat(seat, text!("殿内を発動", "⟦activates|activate⟧ the palace"), SHI);
            }
        }
        Event::NobodyToActivate => said.but(
            text!("殿内に太監がいないため、何も起こり", "nobody is in the palace to act"),
            NAI,
        ),
        Event::ActivatedAgain => said
            .clause(text!("2度目の発動では何も起こり", "the second activation has no effect"), NAI),
        Event::Executes { .. } if group[index].is_idle() => {
            if first(Event::is_idle) {
                idle(said, config, group);
            }
        }
        Event::Executes { eunuch, square, kind } => {
            executes(said, config, eunuch, square, kind, later);
        }
        Event::Promoted { seat } => said.clause(
            text!("{seat}の太監が「強」に転", "{seat}⟦'s|r⟧ eunuch becomes strong", seat),
            JI,
        ),
        Event::Advances { seat, steps, .. } => {
            advances(said, seat, steps, &group[..index]);
        }
        Event::PushedBack { seat, from, to } if from == to => said.but(
            text!(
                "{seat}の貴妃は開始のマスに留ま",
                "{seat}⟦'s|r⟧ consort stays on the start square",
                seat
            ),
            RI,
        ),
        Event::PushedBack { seat, from, to } => said.clause(
            text!(
                "{seat}の貴妃が{steps}マス戻",
                "{seat}⟦'s|r⟧ consort goes back {steps}",
                seat,
                steps = plural(from - to, "square", "squares")
            ),
            RI,
        ),
        Event::Lap { seat, laps } => lap(said, config, seat, laps, later),
        Event::Opened => {
            let closed = components.cards.iter().filter(|card| card.closed);
            let cards: Vec<u8> = closed.map(|card| card.number).collect();
            let turn = if cards.len() == 1 { "Card" } else { "Cards" };
            let verb = if cards.len() == 1 { "turns" } else { "turn" };
            said.consequences.push(text!(
                "{cards}番のカードが表になります。",
                "{turn} {cards} {verb} face up.",
                cards = names(cards)
            ));
        }
        Event::TeaBonus { seat } => said.on_the_way(
            seat,
            text!("茶休憩の1点を得", "taking the point on the tea square"),
            TE,
        ),
        Event::TeaRest { seat } => {
            said.on_the_way(seat, text!("茶休憩に立ち寄", "visiting the tea square"), RI);
        }
        Event::Drew { seat, plot } => {
            let plot = &components.plots[usize::from(plot)].name;
            said.seat(seat, text!("策謀カード「{plot}」を引", "⟦draws|draw⟧ {plot}", plot), KI);
        }
        Event::NothingToDraw { .. } => {
            said.but(text!("引ける策謀カードがあり", "there is no plot card to draw"), NAI);
        }
        Event::Banished { seat } => said.clause(
            text!(
                "殿内の{seat}の太監が全員手元に戻",
                "all of {seat}⟦'s|r⟧ palace eunuchs go home",
                seat
            ),
            RI,
        ),
        Event::Recycled => recycled(said, config, later),
        // `Event::Recycled` has the sentence.
        Event::KohiGained { .. } | Event::NothingToGain { seat: None } => {}
        Event::Gained { .. } => gained(said, group, index),
        Event::NothingToGain { seat: Some(seat) } => said.consequences.push(text!(
            "ストックは空で、{seat}が取れる点もありません。",
            "The stock is empty, and nobody has a point for {seat} to take.",
            seat
        )),
        Event::Won { seat } => said.consequences.push(text!(
            "{seat}が{goal}点で勝ちます。",
            "{seat} ⟦wins|win⟧ with {goal}.",
            seat,
            goal = plural(components.scoring.goal, "point", "points")
        )),
        Event::KohiWon => said.consequences.push(LocalizedText::fixed(
            "香妃が乾隆帝の寵愛を得て、勝者はいません。",
            "She wins the Emperor's heart, and nobody wins the game.",
        )),
        Event::RoundsOver => said.consequences.push(LocalizedText::fixed(
            "最後のラウンドが終わり、勝者はいません。",
            "The last of the agreed rounds is over, and nobody wins.",
        )),
    }
}

/// Tells that a consort advances, by a eunuch, a plot card or one or two cards.
fn advances(said: &mut Sentence, seat: Seat, steps: u8, before: &[Event]) {
    let by_eunuch = matches!(before.last(), Some(Event::Executes { .. }));
    let other = match before {
        [
            Event::Reached { .. },
            Event::Advances { seat, steps, .. },
            Event::WentHome { .. },
            ..,
        ] => Some((*seat, *steps)),
        _ => None,
    };
    let squares = plural(steps, "square", "squares");
    let text = match other {
        Some((other, same)) if other != seat && same == steps => {
            said.clear();
            text!("両者の貴妃が{squares}マス進", "both consorts advance {squares}", squares)
        }
        Some((other, first)) if other == seat => {
            said.clear();
            text!(
                "{seat}の貴妃が合わせて{squares}マス進",
                "{seat}⟦'s|r⟧ consort advances {squares}",
                seat,
                squares = plural(first + steps, "square", "squares")
            )
        }
        _ if by_eunuch => text!(
            "{seat}の太監の働きで貴妃が{squares}マス進",
            "{seat}⟦'s|r⟧ eunuch moves {seat}⟦'s|r⟧ consort {squares}",
            seat,
            squares
        ),
        _ => text!(
            "{seat}の貴妃が{squares}マス進",
            "{seat}⟦'s|r⟧ consort advances {squares}",
            seat,
            squares
        ),
    };
    said.clause(text, MI);
}

/// Adds a eunuch that enters the palace, together with a second one of the same seat.
fn entered(said: &mut Sentence, eunuch: Eunuch, group: &[Event], index: usize) {
    let is_own = |event: &Event| matches!(event, Event::Entered { eunuch: Eunuch { seat, .. }, .. } if *seat == eunuch.seat);
    if group[..index].iter().any(is_own) {
        return;
    }
    let text = match group.iter().filter(|event| is_own(event)).count() {
        1 => text!("{eunuch}が殿内に入", "{eunuch} enters the palace", eunuch),
        count => text!(
            "{seat}の太監{count}人が殿内に入",
            "{count} of {seat}⟦'s|r⟧ eunuchs enter the palace",
            seat = eunuch.seat
        ),
    };
    said.clause(text, RI);
}

/// Adds the eunuchs that reached the forced return.
fn sent_back(said: &mut Sentence, group: &[Event]) {
    let sent = group.iter().filter_map(|event| match event {
        Event::SentBack { eunuch } => Some(eunuch.seat),
        _ => None,
    });
    let seats: Vec<Seat> = sent.collect();
    let owners = Seat::all(2).filter_map(|seat| {
        let count = seats.iter().filter(|owner| **owner == seat).count();
        match count {
            0 => None,
            1 => Some(text!("{seat}の太監", "{seat}⟦'s|r⟧ eunuch", seat)),
            _ => Some(text!("{seat}の太監{count}人", "{count} of {seat}⟦'s|r⟧ eunuchs", seat)),
        }
    });
    let go = if seats.len() == 1 { "goes home" } else { "go home" };
    said.clause(
        text!(
            "{eunuchs}が強制送還で手元に戻",
            "{eunuchs} {go} from the forced return square",
            eunuchs = names(owners.collect::<Vec<_>>())
        ),
        RI,
    );
}

/// Adds the palace eunuchs that stand on squares that do nothing for them.
fn idle(said: &mut Sentence, config: &Config, group: &[Event]) {
    let idle = group.iter().filter_map(|event| match *event {
        Event::Executes { eunuch, square, .. } if event.is_idle() => Some((eunuch.seat, square)),
        _ => None,
    });
    let idle: Vec<(Seat, u8)> = idle.collect();
    let (seat, square) = idle[0];
    let count = idle.len();
    let on = config.components.square_name(square);
    let one_place = idle.iter().all(|(_, other)| *other == square);
    let (at, on) = if one_place {
        (text!("「{on}」にいる", "", on), text!("", " on {on}", on))
    } else {
        (LocalizedText::fixed("", ""), LocalizedText::fixed("", ""))
    };
    let text = if idle.iter().any(|(other, _)| *other != seat) {
        text!(
            "{at}太監{count}人は何もせず手元に戻",
            "{count} eunuchs{on} go home without acting",
            at,
            on
        )
    } else if count == 1 {
        text!(
            "{at}{seat}の太監は何もせず手元に戻",
            "{seat}⟦'s|r⟧ eunuch{on} goes home without acting",
            at,
            on,
            seat
        )
    } else {
        text!(
            "{at}{seat}の太監{count}人は何もせず手元に戻",
            "{seat}⟦'s|r⟧ {count} eunuchs{on} go home without acting",
            at,
            on,
            seat
        )
    };
    said.clause(text, RI);
}

/// Adds that the square of a palace eunuch is resolved. An advance or a promotion after it is described by its
/// own event.
fn executes(
    said: &mut Sentence,
    config: &Config,
    eunuch: Eunuch,
    square: u8,
    kind: Square,
    later: &[Event],
) {
    match (kind, later.first()) {
        (_, Some(Event::Advances { .. } | Event::Promoted { .. })) => {}
        (Square::Point, Some(Event::Gained { .. })) => {
            said.clause(
                text!(
                    "{eunuch}の働きで1点を得",
                    "{eunuch} brings {seat} a point",
                    eunuch,
                    seat = eunuch.seat
                ),
                TE,
            );
        }
        (Square::Choice { steps, draws }, _) => said.seat(
            eunuch.seat,
            text!(
                "貴妃を{steps}マス進めるか策謀カードを{draws}枚引くかを選",
                "⟦chooses|choose⟧ between {steps} and {draws}",
                steps = plural(steps, "square", "squares"),
                draws = plural(draws, "plot card", "plot cards")
            ),
            BI,
        ),
        _ => said.clause(
            text!(
                "{eunuch}が「{square}」を使",
                "{eunuch} uses {square}",
                eunuch,
                square = config.components.square_name(square)
            ),
            I,
        ),
    }
}

/// The points gained one after another at the beginning of these events.
fn gains(events: &[Event]) -> impl Iterator<Item = (Source, Option<Precedence>)> {
    events.iter().map_while(|event| match *event {
        Event::Gained { from, by, .. } => Some((from, by)),
        _ => None,
    })
}

/// Tells that a consort completed a lap, with the points for it.
fn lap(said: &mut Sentence, config: &Config, seat: Seat, laps: u8, later: &[Event]) {
    let which = match laps {
        1 => "her first lap".to_owned(),
        2 => "her second lap".to_owned(),
        _ => format!("lap {laps}"),
    };
    let points = gains(later).count();
    if points == 0 {
        return said.on_the_way(seat, text!("{laps}周目を終え", "completing {which}"), TE);
    }
    let all = config.components.scoring.lap;
    // A match ends with the point that reaches the goal.
    if points < usize::from(all) {
        let wins = later.iter().any(|event| matches!(event, Event::Won { .. }));
        let text = if wins {
            text!(
                "{laps}周目を終えて{all}点のうち勝ちに足りる{points}点を得",
                "completing {which} ({points} of the {all} points, enough to win)"
            )
        } else {
            text!(
                "{laps}周目を終えて{all}点のうちまず{points}点を得",
                "completing {which} (so far {points} of the {all} points)"
            )
        };
        return said.on_the_way(seat, text, TE);
    }
    said.on_the_way(
        seat,
        text!(
            "{laps}周目を終えて{points}点を得",
            "completing {which} ({points})",
            points = plural(points as u64, "point", "points")
        ),
        TE,
    );
}

/// Tells from whom points were taken, if not from the stock, and points that no other event tells.
fn gained(said: &mut Sentence, group: &[Event], index: usize) {
    let Event::Gained { seat, from, by, .. } = group[index] else { return };
    let is_same =
        |event: &Event| matches!(event, Event::Gained { from: other, .. } if *other == from);
    let before = index.checked_sub(1).map(|index| &group[index]);
    // Told with the first of its kind.
    if before.is_some_and(is_same) {
        return;
    }
    let count = group[index..].iter().take_while(|event| is_same(event)).count();
    let points = plural(count as u64, "point", "points");
    let told = before.is_some_and(|event| {
        matches!(event, Event::Lap { .. } | Event::Gained { .. } | Event::Executes { .. })
    });
    let opponent = seat.other();
    said.consequences.push(match (from, by) {
        (Source::Stock, _) if told => return,
        (Source::Stock, _) => {
            return said.seat(seat, text!("{points}点を得", "⟦gains|gain⟧ {points}", points), TE);
        }
        (Source::Kohi, Some(Precedence::More)) => text!(
            "ストックが空のため、{seat}は{opponent}より多く持つ香妃から{points}点を取ります。",
            "The stock is empty, so {seat} ⟦takes|take⟧ {points} from Xiang Fei, who has more than {opponent}.",
            seat,
            opponent,
            points
        ),
        (Source::Kohi, Some(Precedence::Tie)) => text!(
            "ストックが空で香妃と{opponent}は同点、始動権は{opponent}にあるため、{seat}は香妃から{points}点を取ります。",
            "The stock is empty. {opponent} and Xiang Fei have equally many points, but {opponent} ⟦holds|hold⟧ the first-move tile, so {seat} ⟦takes|take⟧ {points} from Xiang Fei.",
            seat,
            opponent,
            points
        ),
        (Source::Player(holder), Some(Precedence::More)) => text!(
            "ストックが空のため、{seat}は香妃より多く持つ{holder}から{points}点を取ります。",
            "The stock is empty, so {seat} ⟦takes|take⟧ {points} from {holder}, who ⟦has|have⟧ more than Xiang Fei.",
            seat,
            holder,
            points
        ),
        _ => text!(
            "ストックが空のため、{seat}は{from}から{points}点を取ります。",
            "The stock is empty, so {seat} ⟦takes|take⟧ {points} from {from}.",
            seat,
            from,
            points
        ),
    });
}

/// Tells that the pile was used up, with the point that Xiang Fei (香妃) gains.
fn recycled(said: &mut Sentence, config: &Config, later: &[Event]) {
    let goal = config.options.kohi_goal;
    // With the goal, the next event ends the match.
    let count = |points: u8| {
        if points < goal {
            text!(
                "{goal}点中{points}点。{goal}点で勝者なしになります",
                "{points} of {goal}; at {goal} nobody wins"
            )
        } else {
            text!("{goal}点中{points}点", "{points} of {goal}")
        }
    };
    said.consequences.push(match later.first() {
        Some(&Event::KohiGained { from: Source::Stock, points, .. }) => text!(
            "山札が尽きたため、香妃が1点を得ます（{count}）。",
            "The pile is used up, so Xiang Fei gains a point ({count}).",
            count = count(points)
        ),
        Some(&Event::KohiGained { from, points, .. }) => text!(
            "山札が尽き、ストックも空のため、香妃が{from}から1点を取ります（{count}）。",
            "The pile is used up and the stock is empty, so Xiang Fei takes a point from {from} ({count}).",
            from,
            count = count(points)
        ),
        Some(Event::NothingToGain { .. }) => LocalizedText::fixed(
            "山札が尽き、捨て札が新しい山札になります。ストックが空のため、香妃は点を得ません。",
            "The pile is used up and shuffled again; the stock is empty, so Xiang Fei gains nothing.",
        ),
        _ => LocalizedText::fixed(
            "山札が尽き、捨て札が新しい山札になります。",
            "The pile is used up, and the discards become a new one.",
        ),
    });
}
