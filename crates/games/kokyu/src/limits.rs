//! Fixed limits of the game: cards, eunuchs, palace squares, plot cards and tasks.

/// Number of cards of the Forbidden City (紫禁城).
pub const CARDS: usize = 9;

/// Number of eunuchs of each player.
pub const EUNUCHS: u8 = 3;

/// Maximum number of palace squares in a components file.
pub const MAX_PALACE: usize = 12;

/// Maximum number of plot cards (策謀) in a components file.
pub const MAX_PLOTS: usize = 8;

/// Maximum number of tasks on the stack while no plot card is being resolved. Four are for a card,
/// its eunuch, the activation and its square; four for an advancing consort with a lap, its points
/// and a choice.
pub const BASE_TASKS: usize = 8;

/// Maximum number of tasks on the stack. Each plot card adds its draw and its discard; the
/// innermost can add an advancing consort with a lap, its points and a choice.
pub const MAX_TASKS: usize = BASE_TASKS + 2 * MAX_PLOTS + 4;
