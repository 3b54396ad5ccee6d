//! Tests of the engine through its messages, as a page's worker uses it.

mod device;
mod play;
mod storage;
