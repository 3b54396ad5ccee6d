//! The observation of a seat for machine learning: the whole board. The rules do not depend on it.

use zashiki_core::{Feature, FeatureWriter, Features, Observation, Seat};

use crate::Config;
use crate::board::{Board, End, Eunuch, Group, Task};
use crate::components::Square;
use crate::limits::{BASE_TASKS, CARDS, EUNUCHS, MAX_TASKS};

/// Columns of a task in the feature `tasks`: its kind, owner, card, count, draws and flag.
const KINDS: usize = 13;
const OWNER: usize = KINDS;
const CARD: usize = OWNER + 2;
const COUNT: usize = CARD + 1;
const DRAWS: usize = COUNT + 1;
const FLAG: usize = DRAWS + 1;
const COLUMNS: usize = FLAG + 1;

/// Maximum number of tasks on the stack, given the number of plot cards in the components.
fn depth(config: &Config) -> usize {
    let nested = BASE_TASKS + 2 * config.components.plots.len() + 4;
    nested.min(MAX_TASKS)
}

/// The largest number of a task: of its card, squares, points or draws.
fn most_of_a_task(config: &Config) -> usize {
    let components = &config.components;
    let squares = components.palace.iter().map(|entry| match entry.square {
        Square::Advance { steps } => steps,
        Square::Choice { steps, draws } => steps.max(draws),
        _ => 0,
    });
    let plots = components.plots.iter().map(|plot| plot.amount);
    let most = squares.chain(plots).chain([components.scoring.lap]).max().unwrap_or(0);
    // An advancing consort gathers at most one draw for each of its squares.
    usize::from(most).max(CARDS)
}

pub(crate) fn features(config: &Config) -> Features {
    let squares = usize::from(config.components.bedroom.squares);
    let palace = config.components.palace.len();
    let plots = config.components.plots.len();
    let total = config.components.points.total;
    Features::from([
        Feature::new(
            "bedroom",
            [2, squares],
            "The square of each consort, clockwise from the start square.",
        ),
        Feature::new("laps", [2], "The number of laps that each consort has completed, at most the number of points.").up_to(total),
        Feature::new("points", [2], "The Qianlong points of each seat.").up_to(total),
        Feature::new(
            "other_points",
            [3],
            "The points of Xiang Fei, in the stock and on the tea square.",
        ).up_to(total),
        Feature::new("hands", [2, 2], "The number of eunuchs in each seat's hand: weak, strong.").up_to(EUNUCHS),
        Feature::new(
            "palace",
            [2, 2, palace],
            "The number of eunuchs on each palace square, by seat and side (weak, strong), without the one whose square is being resolved.",
        ).up_to(EUNUCHS),
        Feature::new(
            "executing",
            [2, 2, palace],
            "The palace eunuch whose square is being resolved, by owner, side (weak, strong) and square.",
        ),
        Feature::new("open_cards", [CARDS], "The face-up cards of the Forbidden City."),
        Feature::new(
            "eunuchs",
            [2, EUNUCHS as usize, 2, CARDS],
            "The eunuchs on the cards, by owner, order of processing, side (weak, strong) and card.",
        ),
        Feature::new("initiative", [2], "The holder of the first-move tile."),
        Feature::new("round", [1], "The round, from 1.").up_to(config.options.max_rounds),
        Feature::new("discarded", [plots], "The discarded plot cards."),
        Feature::new(
            "resolving",
            [plots],
            "The plot cards being resolved, numbered from 1 for the outermost.",
        ).up_to(plots),
        Feature::new("processed", [CARDS], "The card being processed in this round."),
        Feature::new(
            "tasks",
            [depth(config), COLUMNS],
            "The stack of tasks, next first: kind (place, process, return, fly, activate, executed, way, advance, draw, discard, gain, source, open), owner, number of the card, number of squares, cards or points, number of draws, and 1 if the card has activated the palace or the squares of the other seat's eunuchs have been resolved.",
        ).up_to(most_of_a_task(config)),
        Feature::new("decides", [2], "The seat to move."),
        Feature::new(
            "ended",
            [3],
            "The end of the match: by favour, by Xiang Fei, after the last round.",
        ),
    ])
}

pub(crate) fn observe(config: &Config, board: &Board, seat: Seat, out: &mut Observation<'_>) {
    let relative = |owner: Seat| usize::from(owner != seat);
    let seats = [seat, seat.other()];
    let mut bedroom = out.next("bedroom");
    let mut laps = out.next("laps");
    let mut points = out.next("points");
    for owner in seats {
        let consort = board.consorts[owner.index()];
        bedroom.mark([relative(owner), usize::from(consort.square)]);
        laps.set([relative(owner)], consort.laps.min(config.components.points.total));
        points.set([relative(owner)], board.points[owner.index()]);
    }
    let mut other = out.next("other_points");
    for (at, points) in [board.kohi, board.stock, board.tea].into_iter().enumerate() {
        other.set([at], points);
    }
    let mut hands = out.next("hands");
    for owner in seats {
        let Group { weak, strong } = board.hands[owner.index()];
        hands.set([relative(owner), 0], weak);
        hands.set([relative(owner), 1], strong);
    }
    let mut palace = out.next("palace");
    for (square, groups) in board.palace.iter().enumerate() {
        for owner in seats {
            let Group { weak, strong } = groups[owner.index()];
            palace.set([relative(owner), 0, square], weak);
            palace.set([relative(owner), 1, square], strong);
        }
    }
    let mut executing = out.next("executing");
    if let Some(now) = board.executing {
        let Eunuch { seat, strong } = now.eunuch;
        executing.mark([relative(seat), usize::from(strong), usize::from(now.square)]);
    }
    let mut open = out.next("open_cards");
    let mut eunuchs = out.next("eunuchs");
    for (at, card) in board.cards.iter().enumerate() {
        open.mark_if([at], card.open);
        for (place, Eunuch { seat, strong }) in card.eunuchs.iter().enumerate() {
            eunuchs.mark([relative(*seat), place, usize::from(*strong), at]);
        }
    }
    out.next("initiative").mark([relative(board.initiative)]);
    out.next("round").set([0], board.round);
    let mut discarded = out.next("discarded");
    board.discards.iter().for_each(|plot| discarded.mark([usize::from(*plot)]));
    let mut resolving = out.next("resolving");
    for (place, plot) in (1u8..).zip(&board.resolving) {
        resolving.set([usize::from(*plot)], place);
    }
    let mut processed = out.next("processed");
    if let Some(card) = board.current_card() {
        processed.mark([card]);
    }
    let mut tasks = out.next("tasks");
    for (at, task) in board.tasks.iter().rev().take(depth(config)).enumerate() {
        write_task(&mut tasks, at, *task, relative);
    }
    let mut decides = out.next("decides");
    if let Some(owner) = board.awaited() {
        decides.mark([relative(owner)]);
    }
    let mut ended = out.next("ended");
    if let Some(end) = board.end {
        ended.mark([match end {
            End::Favour { .. } => 0,
            End::Kohi => 1,
            End::Rounds => 2,
        }]);
    }
}

/// Writes a task into row `at` of the feature `tasks`.
#[inline]
fn write_task(
    tasks: &mut FeatureWriter<'_>,
    at: usize,
    task: Task,
    relative: impl Fn(Seat) -> usize,
) {
    let mut put = |kind: usize, owner: Option<Seat>, columns: &[(usize, u8)]| {
        tasks.mark([at, kind]);
        if let Some(owner) = owner {
            tasks.mark([at, OWNER + relative(owner)]);
        }
        columns.iter().for_each(|(column, number)| tasks.set([at, *column], *number));
    };
    match task {
        Task::Place { seat } => put(0, Some(seat), &[]),
        Task::Process { card, activated } => {
            put(1, None, &[(CARD, card + 1), (FLAG, activated.into())]);
        }
        Task::Return { card } => put(2, None, &[(CARD, card + 1)]),
        Task::Fly { seat, card } => put(3, Some(seat), &[(CARD, card + 1)]),
        Task::Activate { seat, last } => put(4, Some(seat), &[(FLAG, last.into())]),
        Task::Executed => put(5, None, &[]),
        Task::Way { seat, steps, draws } => put(6, Some(seat), &[(COUNT, steps), (DRAWS, draws)]),
        Task::Advance { seat, steps, draws } => {
            put(7, Some(seat), &[(COUNT, steps), (DRAWS, draws)]);
        }
        Task::Draw { seat, count } => put(8, Some(seat), &[(COUNT, count)]),
        Task::Discard => put(9, None, &[]),
        Task::Gain { seat, count } => put(10, Some(seat), &[(COUNT, count)]),
        Task::Source { seat } => put(11, Some(seat), &[]),
        Task::Open => put(12, None, &[]),
    }
}
