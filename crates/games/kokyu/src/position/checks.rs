//! Checks that a position can occur in a game.

use zashiki_core::{LocalizedText, Seat, fault, plural};

use crate::Kokyu;
use crate::board::{End, Task};
use crate::glossary::seat_name;
use crate::limits::{BASE_TASKS, EUNUCHS};

impl Kokyu {
    /// Checks that no eunuch, point or plot card is missing or superfluous.
    pub(crate) fn check_counts(&self) -> Result<(), LocalizedText> {
        let board = &self.board;
        let components = &self.config.components;
        for seat in Seat::all(2) {
            let on_cards = board
                .cards
                .iter()
                .flat_map(|card| &card.eunuchs)
                .filter(|eunuch| eunuch.seat == seat)
                .count();
            let in_palace: usize =
                board.palace.iter().map(|groups| usize::from(groups[seat.index()].total())).sum();
            let executing = board.executing.is_some_and(|e| e.eunuch.seat == seat);
            let in_hand = usize::from(board.hands[seat.index()].total());
            let total = on_cards + in_palace + in_hand + usize::from(executing);
            if total != usize::from(EUNUCHS) {
                fault!(
                    "{seat}の太監が board の hands、cards、palace、executing に合わせて{total}個あります（{EUNUCHS}個のはずです）",
                    "{seat} has {total} in `hands`, `cards`, `palace` and `executing` of `board`, instead of {EUNUCHS}",
                    seat = seat_name(seat),
                    total = plural(total as u32, "eunuch", "eunuchs")
                );
            }
        }
        let points: u32 = [board.stock, board.tea, board.kohi, board.points[0], board.points[1]]
            .into_iter()
            .map(u32::from)
            .sum();
        let total = components.points.total;
        if points != u32::from(total) {
            fault!(
                "乾隆ポイントが board の points、kohi、stock、tea に合わせて{points}個あります（{total}個のはずです）",
                "`points`, `kohi`, `stock` and `tea` of `board` are {points} points in all instead of {total}"
            );
        }
        let mut plots: Vec<u8> = [&self.pile[..], &board.discards, &board.resolving].concat();
        plots.sort_unstable();
        let count = components.plots.len();
        if !plots.iter().copied().eq(0..count as u8) {
            let last = count - 1;
            fault!(
                "pile と board の discards、resolving に、策謀カード0〜{last}が1枚ずつ揃っていません（{plots:?}）",
                "the plot cards 0 to {last} must each be once in `pile` or in `discards` or `resolving` of `board`, not {plots:?}"
            );
        }
        Ok(())
    }

    /// Checks everything that the rules assume about a board.
    pub(super) fn check_board(&self) -> Result<(), LocalizedText> {
        let board = &self.board;
        let components = &self.config.components;
        let groups = board.hands.iter().chain(board.palace.iter().flatten());
        if groups.into_iter().any(|group| group.weak > EUNUCHS || group.strong > EUNUCHS) {
            fault!(
                "board.hands と board.palace の1か所に、1人の太監は{EUNUCHS}個までです",
                "no place of `board.hands` and `board.palace` holds more than {EUNUCHS} eunuchs of a player"
            );
        }
        let on_cards = board.cards.iter().flat_map(|card| &card.eunuchs).map(|e| e.seat);
        let holders = [board.initiative];
        if on_cards.chain(holders).chain(board.executing.map(|e| e.eunuch.seat)).any(|s| s.0 > 1) {
            fault!(
                "board の initiative、cards、executing にある席は0か1です",
                "a seat is 0 or 1 in `initiative`, `cards` and `executing` of `board`"
            );
        }
        if board.palace.len() != components.palace.len() {
            let (has, wants) = (board.palace.len(), components.palace.len());
            fault!(
                "board.palace は{has}マスです（{wants}マスのはずです）",
                "`board.palace` has {has} squares instead of {wants}"
            );
        }
        if board.palace.last().is_some_and(|groups| groups.iter().any(|g| g.total() > 0)) {
            fault!(
                "board.palace の最後のマス（強制送還）に太監は留まれません",
                "no eunuch can stand on the last square of `board.palace`, the forced return"
            );
        }
        if board.consorts.iter().any(|consort| consort.square >= components.bedroom.squares) {
            let last = components.bedroom.squares - 1;
            fault!(
                "board.consorts の square は0〜{last}です",
                "a `square` of `board.consorts` is 0 to {last}"
            );
        }
        if board.tea > 1 {
            fault!(
                "board.tea（茶休憩の乾隆ポイント）は1つまでです",
                "`board.tea`, the tea square, holds one point at most"
            );
        }
        if board.cards.iter().any(|card| !card.open && !card.eunuchs.is_empty()) {
            fault!(
                "board.cards で、裏向きのカードに太監がいます",
                "a face-down card of `board.cards` holds a eunuch"
            );
        }
        if board
            .cards
            .iter()
            .any(|card| card.eunuchs.iter().any(|e| e.seat != card.eunuchs[0].seat))
        {
            fault!(
                "board.cards で、1枚のカードに両者の太監がいます",
                "a card of `board.cards` holds eunuchs of both players"
            );
        }
        if board.executing.is_some_and(|e| usize::from(e.square) >= components.palace.len()) {
            fault!(
                "board.executing の太監が殿内の外にいます",
                "the eunuch of `board.executing` stands outside the palace"
            );
        }
        if board.round == 0 || board.round > self.config.options.max_rounds {
            let max = self.config.options.max_rounds;
            fault!("board.round は1〜{max}です", "`board.round` must be 1 to {max}");
        }
        self.check_counts()?;
        self.check_end()?;
        self.check_tasks()
    }

    /// Checks that the stated end agrees with the points and the round.
    fn check_end(&self) -> Result<(), LocalizedText> {
        let board = &self.board;
        let options = &self.config.options;
        let goal = self.config.components.scoring.goal;
        let favoured = board.points.map(|points| points >= goal);
        let kohi = board.kohi >= options.kohi_goal;
        let fits = match board.end {
            None if favoured.contains(&true) || kohi => {
                fault!(
                    "board の points か kohi で、すでに決着しています（end を書いてください）",
                    "`points` or `kohi` of `board` have already decided the game; state its `end`"
                )
            }
            None => true,
            Some(End::Favour { seat }) => {
                !kohi && seat.0 < 2 && favoured[seat.index()] && !favoured[seat.other().index()]
            }
            Some(End::Kohi) => kohi && favoured == [false; 2],
            Some(End::Rounds) => {
                !kohi
                    && favoured == [false; 2]
                    && board.round == options.max_rounds
                    && board.tasks.is_empty()
            }
        };
        if !fits {
            fault!(
                "board.end が points、kohi、round と合いません",
                "`board.end` does not fit `points`, `kohi` and `round`"
            );
        }
        Ok(())
    }

    /// Checks that the rules can have put the tasks on the stack in this order.
    fn check_tasks(&self) -> Result<(), LocalizedText> {
        let board = &self.board;
        let tasks = &board.tasks[..];
        let placing = matches!(tasks, [] | [Task::Place { .. }]);
        let occupied = board.cards.iter().any(|card| !card.eunuchs.is_empty());
        if tasks.is_empty() && occupied {
            fault!(
                "board.tasks が空（ラウンドの合間）なら、board.cards に太監はいません",
                "with `board.tasks` empty, between rounds, no eunuch is on a card of `board.cards`"
            );
        }
        if placing && board.cards.iter().any(|card| card.eunuchs.len() > 1) {
            fault!(
                "太監配置の間、board.cards の1枚に太監は1個までです",
                "while placing, a card of `board.cards` holds one eunuch at most"
            );
        }
        // A eunuch on a card before the current one would never be processed.
        let mut processed = board.cards.iter().take(board.current_card().unwrap_or(0));
        if processed.any(|card| !card.eunuchs.is_empty()) {
            fault!(
                "board.cards で、処理を終えたカードに太監が残っています",
                "a eunuch is left on a card of `board.cards` that has been processed"
            );
        }
        let discards = tasks.iter().filter(|task| matches!(task, Task::Discard)).count();
        let executed = tasks.iter().filter(|task| matches!(task, Task::Executed)).count();
        if discards != board.resolving.len()
            || executed != usize::from(board.executing.is_some())
            || tasks.len() > BASE_TASKS + 2 * board.resolving.len()
        {
            fault!(
                "board.tasks が resolving や executing と合いません",
                "`board.tasks` does not fit `resolving` and `executing`"
            );
        }
        for (level, task) in tasks.iter().enumerate() {
            let top = level + 1 == tasks.len();
            if !self.fits(level, top, *task) {
                fault!(
                    "board.tasks[{level}] はここに置けません（{task:?}）",
                    "`board.tasks[{level}]`, {task:?}, cannot stand there"
                );
            }
        }
        Ok(())
    }

    fn fits(&self, level: usize, top: bool, task: Task) -> bool {
        let board = &self.board;
        let waiting = |card: u8, seat: Option<Seat>| {
            board.current_card() == Some(usize::from(card))
                && board.cards[usize::from(card)]
                    .eunuchs
                    .first()
                    .is_some_and(|e| seat.is_none_or(|seat| e.seat == seat))
        };
        let player = |seat: Seat| seat.0 < 2;
        match task {
            Task::Place { seat } => level == 0 && top && player(seat),
            Task::Process { card, .. } => level == 0 && usize::from(card) < board.cards.len(),
            Task::Fly { seat, card } => level == 1 && top && waiting(card, Some(seat)),
            Task::Return { card } => level == 1 && waiting(card, None),
            Task::Activate { seat, .. } => level == 2 && player(seat),
            Task::Executed => {
                let owner = board.executing.map(|executing| executing.eunuch.seat);
                level == 3
                    && matches!(board.tasks[2], Task::Activate { seat, .. } if Some(seat) == owner)
            }
            Task::Way { seat, steps, draws } => {
                level >= 2 && top && player(seat) && steps <= 20 && draws <= 4
            }
            Task::Source { seat } => {
                // There must be a choice: an empty stock, and equal points of both sources.
                level >= 2
                    && top
                    && player(seat)
                    && board.stock == 0
                    && board.kohi > 0
                    && board.kohi == board.points[seat.other().index()]
            }
            Task::Advance { seat, steps, draws } => {
                level >= 2 && player(seat) && steps <= 20 && draws <= 20
            }
            Task::Draw { seat, count } => level >= 2 && player(seat) && count <= 20,
            Task::Gain { seat, count } => level >= 2 && player(seat) && count <= 10,
            Task::Discard | Task::Open => level >= 2,
        }
    }
}
