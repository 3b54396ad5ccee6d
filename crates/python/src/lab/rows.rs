//! The columns of `rows`, which `zashiki.simulate` returns on request.

use std::io;

use lab::{Decision, GameLine, Sheet};
use numpy::{IntoPyArray as _, PyArray1};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use zashiki_core::Seat;

/// Collects the results of simulated games, one per game, and makes columns of them.
#[derive(Default)]
pub struct Rows(Vec<GameLine>);

impl Sheet for Rows {
    fn write(&mut self, game: &GameLine) -> io::Result<()> {
        self.0.push(game.clone());
        Ok(())
    }

    fn finish(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Rows {
    /// The collected games as columns: for each column, an array with one element per game.
    pub fn columns<'py>(&self, py: Python<'py>, seats: u8) -> PyResult<Bound<'py, PyDict>> {
        let columns = PyDict::new(py);
        let array = |value: &dyn Fn(&GameLine) -> i64| -> Bound<'py, PyArray1<i64>> {
            self.0.iter().map(value).collect::<Vec<_>>().into_pyarray(py)
        };
        let seeds: Vec<u64> = self.0.iter().map(|game| game.seed).collect();
        columns.set_item("number", array(&|game| game.number as i64))?;
        columns.set_item("seed", seeds.into_pyarray(py))?;
        columns.set_item("first", array(&|game| game.first.0.into()))?;
        for seat in Seat::all(seats) {
            let won: Vec<bool> = self.0.iter().map(|game| game.winners.contains(seat)).collect();
            columns.set_item(format!("won_{seat}"), won.into_pyarray(py))?;
        }
        for seat in Seat::all(seats) {
            let score = array(&|game| game.scores[seat.index()].into());
            columns.set_item(format!("score_{seat}"), score)?;
        }
        columns.set_item("margin", array(&|game| game.margin.into()))?;
        columns.set_item("turns", array(&|game| game.turns as i64))?;
        columns.set_item("decisions", array(&|game| game.decisions as i64))?;
        let reasons: Vec<&str> = self.0.iter().map(|game| &*game.reason).collect();
        columns.set_item("reason", reasons)?;
        Ok(columns)
    }

    /// The decisions of the collected games as columns: for each column, an array or list with one element
    /// per decision.
    pub fn decisions<'py>(&self, py: Python<'py>, seats: u8) -> PyResult<Bound<'py, PyDict>> {
        let columns = PyDict::new(py);
        let all = || {
            let logs = self.0.iter().map(|game| (game, game.log.iter().flatten()));
            logs.flat_map(|(game, log)| log.map(move |decision| (game, decision)))
        };
        let array = |value: &dyn Fn(&GameLine, &Decision) -> i64| -> Bound<'py, PyArray1<i64>> {
            all().map(|(game, decision)| value(game, decision)).collect::<Vec<_>>().into_pyarray(py)
        };
        columns.set_item("number", array(&|game, _| game.number as i64))?;
        columns.set_item("seat", array(&|_, decision| decision.seat.0.into()))?;
        columns.set_item("choices", array(&|_, decision| decision.choices.into()))?;
        let choices: Vec<&str> = all().map(|(_, decision)| &*decision.choice).collect();
        columns.set_item("choice", choices)?;
        for seat in Seat::all(seats) {
            let value = array(&|_, decision| decision.appraisals[seat.index()].into());
            columns.set_item(format!("value_{seat}"), value)?;
        }
        Ok(columns)
    }
}
