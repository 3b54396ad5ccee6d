//! A small value network that corrects a heuristic, in integer arithmetic.

use serde::{Deserialize, Serialize};

use crate::{InputError, Tuning, WeightMatch, read_toml};

/// Name of the file in error messages.
const FILE: &str = "network.toml";

/// Number of units in the hidden layer.
pub const UNITS: usize = 16;

/// Fixed-point scale: the representation of 1 in the first layer, and of one unit of
/// [`evaluate`](crate::SearchHints::evaluate) in the second.
const FIRST: i16 = 256;
const SECOND: i32 = 64;

/// A network of two layers, from a game's `network.toml`. The weights of all active inputs are added to
/// the units, each unit is clamped to 0..=1, and their weighted sum is added to the heuristic's
/// evaluation. The arithmetic uses integers, so that results are the same on every machine. `zashiki lab
/// train` creates it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ValueNetwork {
    /// The command that created the network.
    pub source: String,
    /// Details of the training run.
    pub tuning: Tuning,
    /// Initial values of the hidden units, in 256ths.
    bias: [i16; UNITS],
    /// Weight of each hidden unit in the output, in 64ths of a unit of
    /// [`evaluate`](crate::SearchHints::evaluate).
    last: [i16; UNITS],
    /// Weights from each input to the hidden units, in 256ths.
    inputs: Vec<[i16; UNITS]>,
    /// Results of matches against the heuristic alone.
    #[serde(default)]
    pub matches: Vec<WeightMatch>,
}

impl ValueNetwork {
    /// Rounds a trained network to integers.
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

    /// Parses the text of a `network.toml` with `inputs` inputs.
    ///
    /// # Errors
    /// Returns an error if the text is not a `network.toml` or has another number of inputs.
    pub fn read(text: &str, inputs: usize) -> Result<ValueNetwork, InputError> {
        let network: ValueNetwork = read_toml(text, FILE)?;
        let found = network.network_inputs();
        if found != inputs {
            return Err(InputError::new(
                format!(
                    "network.toml の入力は{found}個ですが、このゲームでは{inputs}個です。「zashiki lab train」で作り直してください。"
                ),
                format!(
                    "network.toml has {found} inputs, and this game has {inputs}; train a new one with `zashiki lab train`."
                ),
            ));
        }
        Ok(network)
    }

    /// Parses the text of a game's bundled `network.toml`.
    ///
    /// # Panics
    /// Panics if the text is invalid. It is part of the program, and the tests parse it.
    pub fn parse(text: &str) -> ValueNetwork {
        read_toml(text, FILE).unwrap_or_else(|bad| panic!("{bad}"))
    }

    /// Number of inputs.
    pub fn network_inputs(&self) -> usize {
        self.inputs.len()
    }

    /// The sums of the hidden units before any input is added.
    #[inline]
    pub fn units(&self) -> Accumulator<'_> {
        Accumulator { network: self, sums: self.bias }
    }

    /// The network as the text of a `network.toml`.
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

/// Sums of the hidden units. Sums saturate at the limits of 16 bits, which are far beyond 1.
#[derive(Clone, Debug)]
pub struct Accumulator<'a> {
    network: &'a ValueNetwork,
    sums: [i16; UNITS],
}

impl Accumulator<'_> {
    /// Adds an active input, in `0..network_inputs()`.
    #[inline]
    pub fn add(&mut self, input: usize) {
        for (sum, weight) in self.sums.iter_mut().zip(&self.network.inputs[input]) {
            *sum = sum.saturating_add(*weight);
        }
    }

    /// The network's output: the correction to add to the heuristic's evaluation, in the same unit (1000 is a
    /// won match).
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
        // Each unit is clamped to 0..=1.
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
