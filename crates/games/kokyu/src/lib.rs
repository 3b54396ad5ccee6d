//! 乾隆後宮: two consorts vie for the emperor's favour.

mod board;
mod components;
mod events;
mod view;
