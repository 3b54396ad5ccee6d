//! A second implementation of the rules, written from RULES.md alone, simple and slow. Random games
//! compare it with the engine after every decision.

/// A square as its column and row, both 0–9.
pub type At = (i8, i8);
/// A tile as its two marks, the lower first; the general is `GENERAL`.
pub type Tile = (u8, u8);

/// A function that counts something of a seat, to compare seats by it.
type Count = fn(&Model, usize) -> u32;

pub const GENERAL: Tile = (0, 0);
const CASTLES: [At; 4] = [(2, 2), (7, 2), (2, 7), (7, 7)];

#[derive(Clone, PartialEq, Debug)]
pub struct Half {
    pub seat: usize,
    /// The mark on the half, 1–6; 0 for a general.
    pub mark: u8,
    /// Square of the other half of the domino.
    pub other: At,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Declared {
    pub seat: usize,
    pub tile: Tile,
}

#[derive(Clone, Debug)]
pub struct Model {
    pub seats: usize,
    pub straddle_only_if_forced: bool,
    /// True if a tile may touch only dominoes with a half in the current battlefield (AS36).
    pub neighbours_in_battlefield: bool,
    pub round: usize,
    pub field: usize,
    pub grid: Vec<Vec<Option<Half>>>,
    pub hands: Vec<Vec<Tile>>,
    /// Each seat's pile; the last tile is drawn first.
    pub piles: Vec<Vec<Tile>>,
    /// For each seat, true if it has not used its general.
    pub generals: Vec<bool>,
    pub removed: Vec<(usize, Tile)>,
    /// For each battlefield, the decisions on its flower paths: rows from the top, then columns
    /// from the left. `None` is open, `Some(None)` is won by nobody.
    pub lines: [[Option<Option<usize>>; 10]; 4],
    pub castles: [Option<Option<usize>>; 4],
    /// For each battlefield, true if its last flower paths were closed by AS24.
    pub guarded: [bool; 4],
    pub order: Vec<usize>,
    /// Seats and dominoes declared in this round, in order.
    pub declared: Vec<Declared>,
    /// Order of placing in this round, once all seats have declared.
    pub placing: Vec<usize>,
    /// Number of seats in `placing` that have placed or lost their domino.
    pub done: usize,
    pub placed_this_round: bool,
    pub end: Option<(&'static str, Vec<usize>)>,
}

pub fn name(at: At) -> String {
    format!("{}{}", (b'A' + at.0 as u8) as char, at.1 + 1)
}

pub fn at(name: &str) -> At {
    let column = name.as_bytes()[0] - b'A';
    (column as i8, name[1..].parse::<i8>().unwrap() - 1)
}

pub fn field_of((x, y): At) -> usize {
    (x / 5 + 2 * (y / 5)) as usize
}

pub fn on_board((x, y): At) -> bool {
    (0..10).contains(&x) && (0..10).contains(&y)
}

pub fn beside((x, y): At) -> Vec<At> {
    let four = [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)];
    four.into_iter().filter(|at| on_board(*at)).collect()
}

pub fn all_squares() -> Vec<At> {
    (0..10).flat_map(|y| (0..10).map(move |x| (x, y))).collect()
}

/// The squares of a flower path: rows 0–4 from the top, then columns 5–9 from the left.
pub fn line_squares(field: usize, line: usize) -> Vec<At> {
    let (left, top) = (field as i8 % 2 * 5, field as i8 / 2 * 5);
    let squares = (0..5).map(|step| match line {
        0..5 => (left + step, top + line as i8),
        _ => (left + line as i8 - 5, top + step),
    });
    squares.filter(|at| !CASTLES.contains(at)).collect()
}

/// The seat with the highest value. If several seats share it, the seat with the next highest;
/// `None` if several share that too. Values of 0 do not count.
pub fn best(values: &[u32]) -> Option<usize> {
    let mut levels: Vec<u32> = values.to_vec();
    levels.sort_unstable();
    levels.dedup();
    for level in levels.into_iter().rev().take(2) {
        let holders: Vec<usize> = (0..values.len()).filter(|seat| values[*seat] == level).collect();
        if level > 0 && holders.len() == 1 {
            return Some(holders[0]);
        }
    }
    None
}

pub fn strength(tile: Tile) -> u32 {
    if tile == GENERAL { 1 } else { u32::from(tile.0 + tile.1) }
}

pub fn tile_name(tile: Tile) -> String {
    if tile == GENERAL { "general".into() } else { format!("{}{}", tile.0, tile.1) }
}

pub fn tile(name: &str) -> Tile {
    match name.as_bytes() {
        b"general" => GENERAL,
        [low, high] => (low - b'0', high - b'0'),
        _ => panic!("{name} is not a tile"),
    }
}

impl Model {
    /// The model of a game before the first decision.
    pub fn dealt(hands: Vec<Vec<Tile>>, piles: Vec<Vec<Tile>>, order: Vec<usize>) -> Model {
        let seats = hands.len();
        Model {
            seats,
            straddle_only_if_forced: false,
            neighbours_in_battlefield: false,
            round: 1,
            field: 0,
            grid: vec![vec![None; 10]; 10],
            hands,
            piles,
            generals: vec![true; seats],
            removed: Vec::new(),
            lines: [[None; 10]; 4],
            castles: [None; 4],
            guarded: [false; 4],
            order,
            declared: Vec::new(),
            placing: Vec::new(),
            done: 0,
            placed_this_round: false,
            end: None,
        }
    }

    pub fn half(&self, (x, y): At) -> Option<&Half> {
        self.grid[y as usize][x as usize].as_ref()
    }

    /// Returns true if the square is on the sheet, has no castle and is empty.
    pub fn free(&self, at: At) -> bool {
        on_board(at) && !CASTLES.contains(&at) && self.half(at).is_none()
    }

    pub fn field_is_empty(&self) -> bool {
        all_squares().into_iter().all(|at| field_of(at) != self.field || self.half(at).is_none())
    }

    /// S-19 to S-29, S-36, S-41, S-42, AS6 to AS9, AS33, AS36: returns true if the tile may be
    /// placed on these squares, not considering `straddleOnlyIfForced`.
    pub fn fits(&self, tile: Tile, low: At, high: At) -> bool {
        if !self.free(low) || !self.free(high) || !beside(low).contains(&high) {
            return false;
        }
        if field_of(low) != self.field && field_of(high) != self.field {
            return false;
        }
        let castle = CASTLES[self.field];
        let at_castle = beside(low).contains(&castle) || beside(high).contains(&castle);
        if tile != GENERAL && at_castle && self.field_is_empty() {
            return true;
        }
        let joined = |at: At, mark: u8| {
            beside(at).into_iter().any(|next| {
                self.half(next).is_some_and(|half| {
                    let here = field_of(next) == self.field || field_of(half.other) == self.field;
                    (here || !self.neighbours_in_battlefield)
                        && (mark == 0 || half.mark == 0 || mark == half.mark)
                })
            })
        };
        joined(low, tile.0) || joined(high, tile.1)
    }

    /// All placements of a tile, each as the squares of its lower and its higher mark.
    pub fn places(&self, tile: Tile) -> Vec<(At, At)> {
        let mut places = Vec::new();
        for low in all_squares() {
            for high in beside(low) {
                // The two orientations of a general are the same placement (AS29).
                let again = tile == GENERAL && (high.1, high.0) < (low.1, low.0);
                if !again && self.fits(tile, low, high) {
                    places.push((low, high));
                }
            }
        }
        let inside = |place: &(At, At)| field_of(place.0) == field_of(place.1);
        if self.straddle_only_if_forced && places.iter().any(inside) {
            places.retain(inside);
        }
        places
    }

    pub fn has_tiles(&self, seat: usize) -> bool {
        self.generals[seat] || !self.hands[seat].is_empty()
    }

    pub fn awaited(&self) -> Option<usize> {
        if self.end.is_some() {
            return None;
        }
        if self.placing.is_empty() {
            self.order.get(self.declared.len()).copied()
        } else {
            self.placing.get(self.done).copied()
        }
    }

    /// All legal actions of the seat to move, sorted.
    pub fn legal(&self) -> Vec<String> {
        let Some(seat) = self.awaited() else { return Vec::new() };
        let mut legal = Vec::new();
        if self.placing.is_empty() {
            let mut tiles = self.hands[seat].clone();
            tiles.sort_unstable();
            tiles.dedup();
            legal.extend(tiles.into_iter().map(|tile| format!("declare {}", tile_name(tile))));
            if self.generals[seat] {
                legal.push("declare general".into());
            }
        } else {
            let tile = self.declared_by(seat);
            let written =
                |word: &str, place: (At, At)| format!("{word} {} {}", name(place.0), name(place.1));
            if tile != GENERAL {
                let places = self.places(tile);
                if places.is_empty() {
                    legal.push("lose".into());
                }
                legal.extend(places.into_iter().map(|place| written("place", place)));
            }
            if tile == GENERAL || self.generals[seat] {
                let places = self.places(GENERAL);
                if tile == GENERAL && places.is_empty() {
                    legal.push("lose".into());
                }
                legal.extend(places.into_iter().map(|place| written("general", place)));
            }
        }
        legal.sort_unstable();
        legal
    }

    pub fn declared_by(&self, seat: usize) -> Tile {
        self.declared.iter().find(|declared| declared.seat == seat).unwrap().tile
    }

    /// Plays a legal action and everything that follows from it automatically.
    pub fn act(&mut self, action: &str) {
        assert!(self.legal().contains(&action.to_owned()), "{action} is illegal in the model");
        self.take(action);
        self.run();
    }

    /// Plays all decisions with a single legal action, up to one with a choice.
    pub fn run(&mut self) {
        while self.awaited().is_some() {
            match &self.legal()[..] {
                [only] => {
                    let only = only.clone();
                    self.take(&only);
                }
                [] => panic!("awaited without a choice: {self:?}"),
                _ => return,
            }
        }
    }

    fn take(&mut self, action: &str) {
        let seat = self.awaited().unwrap();
        let words: Vec<&str> = action.split(' ').collect();
        match words[..] {
            ["declare", named] => {
                let tile = tile(named);
                if tile == GENERAL {
                    self.generals[seat] = false;
                } else {
                    let held = self.hands[seat].iter().position(|held| *held == tile).unwrap();
                    self.hands[seat].remove(held);
                }
                self.declared.push(Declared { seat, tile });
                if self.declared.len() == self.order.len() {
                    self.placing = placing_order(&self.declared);
                }
                return;
            }
            ["lose"] => self.removed.push((seat, self.declared_by(seat))),
            ["place", low, high] => self.lay(seat, self.declared_by(seat), at(low), at(high)),
            ["general", low, high] => {
                let tile = self.declared_by(seat);
                if tile != GENERAL {
                    self.removed.push((seat, tile));
                    self.generals[seat] = false;
                }
                self.lay(seat, GENERAL, at(low), at(high));
            }
            _ => panic!("{action}"),
        }
        self.done += 1;
        while self.hands[seat].len() < 5 {
            let Some(tile) = self.piles[seat].pop() else { break };
            self.hands[seat].push(tile);
        }
        self.settle(false);
        while self.end.is_none() && self.done == self.order.len() {
            self.end_round();
        }
    }

    pub fn lay(&mut self, seat: usize, tile: Tile, low: At, high: At) {
        for (here, mark, other) in [(low, tile.0, high), (high, tile.1, low)] {
            self.grid[here.1 as usize][here.0 as usize] = Some(Half { seat, mark, other });
        }
        self.placed_this_round = true;
    }

    /// S-48: returns true if no tile can be added to the flower path.
    pub fn is_closed(&self, field: usize, line: usize) -> bool {
        line_squares(field, line)
            .into_iter()
            .filter(|at| self.free(*at))
            .all(|at| beside(at).into_iter().all(|next| !self.free(next)))
    }

    /// The sum of each seat's marks on a flower path, in halves.
    pub fn sums(&self, field: usize, line: usize) -> Vec<u32> {
        let mut sums = vec![0; self.seats];
        for half in line_squares(field, line).into_iter().filter_map(|at| self.half(at)) {
            sums[half.seat] += if half.mark == 0 { 1 } else { 2 * u32::from(half.mark) };
        }
        sums
    }

    pub fn flowers(&self, seat: usize) -> u32 {
        self.lines.iter().flatten().filter(|line| **line == Some(Some(seat))).count() as u32
    }

    pub fn castle_count(&self, seat: usize) -> u32 {
        self.castles.iter().filter(|castle| **castle == Some(Some(seat))).count() as u32
    }

    fn hand_sum(&self, seat: usize) -> u32 {
        self.hands[seat].iter().map(|tile| strength(*tile)).sum()
    }

    /// AS26: decides closed flower paths (or, if `forced`, all of the battlefield), then castles
    /// and the next battlefield.
    fn settle(&mut self, mut forced: bool) {
        loop {
            for line in 0..10 {
                if self.lines[self.field][line].is_none()
                    && (forced || self.is_closed(self.field, line))
                {
                    self.guarded[self.field] |= forced;
                    self.lines[self.field][line] = Some(best(&self.sums(self.field, line)));
                }
            }
            forced = false;
            let settled = self.lines[self.field].iter().all(Option::is_some);
            if settled {
                let of_field = &self.lines[self.field];
                let counts: Vec<u32> = (0..self.seats)
                    .map(|seat| of_field.iter().filter(|l| **l == Some(Some(seat))).count() as u32)
                    .collect();
                self.castles[self.field] = Some(best(&counts));
            }
            self.end = self.ended(settled && self.field == 3);
            if self.end.is_some() || !settled {
                return;
            }
            self.field += 1;
        }
    }

    /// S-62 to S-67, S-72: if the game ends now, the way in which it ends, and the winners. `last`
    /// is true after battlefield 4.
    fn ended(&self, last: bool) -> Option<(&'static str, Vec<usize>)> {
        let (castles, flowers) = (|seat| self.castle_count(seat), |seat| self.flowers(seat));
        let there: Vec<usize> =
            (0..self.seats).filter(|seat| castles(*seat) >= 2 || flowers(*seat) >= 13).collect();
        let order: [Count; 3] = [Model::castle_count, Model::flowers, Model::hand_sum];
        if !there.is_empty() {
            let (winners, _) = self.compare(there, &order);
            let reason = match winners[..] {
                [one] if castles(one) >= 2 => "castles",
                [_] => "flowers",
                _ => "flowers_shared",
            };
            return Some((reason, winners));
        }
        let (winners, level) = last.then(|| self.compare((0..self.seats).collect(), &order))?;
        let reasons = ["most_castles", "most_flowers", "hands", "fourth_battlefield_shared"];
        Some((reasons[level], winners))
    }

    /// Compares seats by several values in turn; each time only those with the most remain. Returns
    /// the remaining seats and the index of the value after which a single seat was left (or the
    /// number of values).
    fn compare(&self, mut seats: Vec<usize>, values: &[Count]) -> (Vec<usize>, usize) {
        for (level, value) in values.iter().enumerate() {
            let most = seats.iter().map(|seat| value(self, *seat)).max().unwrap();
            seats.retain(|seat| value(self, *seat) == most);
            if seats.len() == 1 {
                return (seats, level);
            }
        }
        (seats, values.len())
    }

    /// AS24: returns true if any remaining tile or general has a placement.
    pub fn anything_fits(&self) -> bool {
        (0..self.seats).any(|seat| {
            let tiles = self.hands[seat].iter().chain(&self.piles[seat]).copied();
            let general = self.generals[seat].then_some(GENERAL);
            tiles.chain(general).any(|tile| !self.places(tile).is_empty())
        })
    }

    fn end_round(&mut self) {
        if !self.placed_this_round {
            while self.end.is_none() && !self.anything_fits() {
                self.settle(true);
            }
        }
        if self.end.is_some() {
            return;
        }
        // In an empty round there is no order of placing.
        let order = std::mem::take(&mut self.placing);
        self.order = order.into_iter().filter(|seat| self.has_tiles(*seat)).collect();
        self.declared.clear();
        (self.done, self.placed_this_round) = (0, false);
        self.round += 1;
    }
}

/// S-14 to S-18: single strengths in ascending order, then × with the latest declared first.
pub fn placing_order(declared: &[Declared]) -> Vec<usize> {
    let alike = |one: &Declared| {
        declared.iter().filter(|other| strength(other.tile) == strength(one.tile)).count()
    };
    let mut single: Vec<&Declared> = declared.iter().filter(|one| alike(one) == 1).collect();
    single.sort_by_key(|one| strength(one.tile));
    let tied = declared.iter().rev().filter(|one| alike(one) > 1);
    single.into_iter().chain(tied).map(|one| one.seat).collect()
}
