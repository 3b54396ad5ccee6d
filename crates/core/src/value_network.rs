//! A small network that corrects a rule of thumb, reckoned in whole numbers.

use serde::{Deserialize, Serialize};

use crate::{InputError, Tuning, WeightMatch, read_toml};

/// What people call the file.
const FILE: &str = "network.toml";

/// How many units lie between what goes in and what comes out.
pub const UNITS: usize = 16;

/// What 1 is in the first layer, and what a thousandth of a value is in the second.
const FIRST: i16 = 256;
const SECOND: i32 = 64;

/// A network of two layers, from a game's `network.toml`: every input that is there is added to
/// the units, which count from 0 to 1 each, and these are weighed together to a number that the
/// game adds to what its rule of thumb says. All of it is whole numbers, the same on every machine.
/// `zashiki lab train` makes it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ValueNetwork {
    /// The command that made it.
    pub source: String,
    /// How it was found.
    pub tuning: Tuning,
    /// What the units begin with, in parts of 256.
    bias: [i16; UNITS],
    /// What each unit counts in the end, in 64ths of a thousandth of a value.
    last: [i16; UNITS],
    /// What each input adds to the units, in parts of 256.
    inputs: Vec<[i16; UNITS]>,
    /// What it was worth in play against the rule of thumb alone.
    #[serde(default)]
    pub matches: Vec<WeightMatch>,
}

impl ValueNetwork {
    /// The nearest in whole numbers.
    pub fn rounded(
        source: String,
        tuning: Tuning,
        bias: [f32; UNITS],
        last: [f32; UNITS],
        inputs: &[[f32; UNITS]],
    ) -> ValueNetwork {
        let nearest = |by: f32| move |number: f32| (number * by).round() as i16;
        ValueNetwork {
            source,
            tuning,
            bias: bias.map(nearest(FIRST.into())),
            last: last.map(nearest(SECOND as f32)),
            inputs: inputs.iter().map(|input| input.map(nearest(FIRST.into()))).collect(),
            matches: Vec::new(),
        }
    }

    /// Reads the text of a `network.toml` of so many inputs.
    ///
    /// # Errors
    /// When it is no such file, or has another number of inputs.
    pub fn read(text: &str, inputs: usize) -> Result<ValueNetwork, InputError> {
        let network: ValueNetwork = read_toml(text, FILE)?;
        let found = network.network_inputs();
        if found != inputs {
            return Err(InputError::new(
                format!(
                    "network.toml の入力は{found}個ですが、このゲームでは{inputs}個です。「zashiki lab train」で作り直してください。"
                ),
                format!(
                    "network.toml has {found} inputs, and this game has {inputs}; make it anew with `zashiki lab train`."
                ),
            ));
        }
        Ok(network)
    }

    /// Reads the text of a game's own `network.toml`.
    ///
    /// # Panics
    /// When it is broken, which the tests find: the text is part of the program.
    pub fn parse(text: &str, inputs: usize) -> ValueNetwork {
        ValueNetwork::read(text, inputs).unwrap_or_else(|bad| panic!("{bad}"))
    }

    /// How many inputs it has.
    pub fn network_inputs(&self) -> usize {
        self.inputs.len()
    }

    /// The units before any input is there.
    #[inline]
    pub fn units(&self) -> Accumulator<'_> {
        Accumulator { network: self, sums: self.bias }
    }

    /// The text of the file.
    pub fn file(&self) -> String {
        let mut text = format!(
            "source = {:?}\nbias = {:?}\nlast = {:?}\ninputs = [\n",
            self.source, self.bias, self.last
        );
        for input in &self.inputs {
            text.push_str(&format!("{input:?},\n").replace(' ', ""));
        }
        text.push_str("]\n\n");
        text.push_str(&self.tuning.entry());
        for held in &self.matches {
            text.push_str(&format!("\n{}", held.entry()));
        }
        text
    }
}

/// What the units of a network count. A sum that leaves sixteen bits stays at their end: it is far
/// beyond 1 then.
#[derive(Clone, Debug)]
pub struct Accumulator<'a> {
    network: &'a ValueNetwork,
    sums: [i16; UNITS],
}

impl Accumulator<'_> {
    /// Adds an input, from 0 to below the number of inputs.
    #[inline]
    pub fn add(&mut self, input: usize) {
        for (sum, weight) in self.sums.iter_mut().zip(&self.network.inputs[input]) {
            *sum = sum.saturating_add(*weight);
        }
    }

    /// What the network says, in thousandths of a value.
    #[inline]
    pub fn value(&self) -> i32 {
        let counted = self.sums.iter().zip(&self.network.last);
        let sum: i32 =
            counted.map(|(sum, last)| i32::from((*sum).clamp(0, FIRST)) * i32::from(*last)).sum();
        sum / (i32::from(FIRST) * SECOND)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_counts_what_its_units_count() {
        let tuning = Tuning {
            bot: "greedy".to_owned(),
            games: 10,
            seed: 1,
            positions: 99,
            date: "2026-11-25".to_owned(),
            loss_before: 0.69,
            loss_after: 0.5,
            loss_of_equals: 0.693,
        };
        let (mut bias, mut last) = ([0.0; UNITS], [0.0; UNITS]);
        let mut inputs = [[0.0; UNITS]; 3];
        (bias[0], bias[1]) = (0.25, -0.5);
        (last[0], last[1]) = (40.0, -100.0);
        (inputs[0][0], inputs[0][1], inputs[1][1], inputs[2][0]) = (0.5, 1.25, -0.5, 7.0);
        let network = ValueNetwork::rounded("hand".to_owned(), tuning, bias, last, &inputs);
        // Each unit is from 0 to 1.
        for (there, value) in [
            (&[][..], 10),
            (&[0], 30 - 75),
            (&[0, 1], 30 - 25),
            (&[1], 10),
            (&[2], 40),
            (&[0, 2, 2], 40 - 75),
        ] {
            let mut units = network.units();
            there.iter().for_each(|input| units.add(*input));
            assert_eq!(units.value(), value, "{there:?}");
        }
        assert_eq!(ValueNetwork::read(&network.file(), 3).unwrap(), network);
        let other = ValueNetwork::read(&network.file(), 4).unwrap_err().to_string();
        assert!(other.contains("3 inputs"), "{other}");
    }
}
