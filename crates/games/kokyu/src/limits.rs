//! Sizes and limits.

/// 紫禁城 cards.
pub const CARDS: usize = 9;

/// Eunuchs of each player.
pub const EUNUCHS: u8 = 3;

/// The most palace squares a components file may define.
pub const MAX_PALACE: usize = 12;

/// The most 策謀 cards a components file may define.
pub const MAX_PLOTS: usize = 8;

/// The most tasks a position may bring without a 策謀 card being executed: a card, its
/// eunuch, 発動 and its square; a consort on its way with a lap, its points and a choice.
pub const BASE_TASKS: usize = 8;

/// The deepest the tasks can nest: every 策謀 card adds its draw and its discard, and the
/// innermost a consort on its way with a lap, its points and a choice once more.
pub const MAX_TASKS: usize = BASE_TASKS + 2 * MAX_PLOTS + 4;
