//! A short list that is copied as a whole: search clones states millions of times, and a
//! plain copy is the cheapest clone there is.

use std::ops::{Deref, DerefMut};

use serde::{Serialize, Serializer};

/// What the unused places of a list hold.
pub trait Blank: Copy {
    /// Any value; nobody ever sees it.
    const BLANK: Self;
}

/// Up to `N` items in place.
#[derive(Clone, Copy, Debug)]
pub struct List<T, const N: usize> {
    len: u8,
    items: [T; N],
}

impl<T: Blank, const N: usize> List<T, N> {
    /// An empty list.
    pub fn new() -> List<T, N> {
        List { len: 0, items: [T::BLANK; N] }
    }

    /// Adds an item at the end. Panics when the list is full.
    #[inline]
    pub fn push(&mut self, item: T) {
        self.items[usize::from(self.len)] = item;
        self.len += 1;
    }

    /// Takes the last item.
    #[inline]
    pub fn pop(&mut self) -> Option<T> {
        self.len = self.len.checked_sub(1)?;
        Some(self.items[usize::from(self.len)])
    }

    /// Takes the item at this place; those behind it move up.
    #[inline]
    pub fn remove(&mut self, at: usize) -> T {
        let item = self[at];
        self.items.copy_within(at + 1..usize::from(self.len), at);
        self.len -= 1;
        item
    }

    /// Whether there is no room for another item.
    #[inline]
    pub fn is_full(&self) -> bool {
        usize::from(self.len) == N
    }

    /// The items as a list, unless there are more than `N`.
    pub fn from_slice(items: &[T]) -> Option<List<T, N>> {
        if items.len() > N {
            return None;
        }
        let mut list = List::new();
        items.iter().for_each(|item| list.push(*item));
        Some(list)
    }
}

impl<T: Blank, const N: usize> Default for List<T, N> {
    fn default() -> List<T, N> {
        List::new()
    }
}

impl<T, const N: usize> Deref for List<T, N> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        &self.items[..usize::from(self.len)]
    }
}

impl<T, const N: usize> DerefMut for List<T, N> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.items[..usize::from(self.len)]
    }
}

impl<T: PartialEq, const N: usize> PartialEq for List<T, N> {
    fn eq(&self, other: &List<T, N>) -> bool {
        **self == **other
    }
}

impl<T: Eq, const N: usize> Eq for List<T, N> {}

impl<T: Serialize, const N: usize> Serialize for List<T, N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}
