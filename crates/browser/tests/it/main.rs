//! Tests of the engine through its messages, as a page's worker uses it.

mod device;
mod handover;
mod play;
mod storage;
