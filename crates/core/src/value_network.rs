//! A small value network, in integer arithmetic.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use serde::{Deserialize, Serialize};

use crate::{InputError, Tuning, WeightMatch, read_toml};

/// Name of the file in error messages.
const FILE: &str = "network.toml";

/// Number of units that are computed together. The number of units of a network is a multiple of it.
const LANES: usize = 16;
/// Maximum number of units in the hidden layer.
pub const MAX_UNITS: usize = 64;

/// Fixed-point scale: the representation of 1 in the first layer, and of one unit of
/// [`evaluate`](crate::SearchHints::evaluate) in the second and in the linear part.
const FIRST: i16 = 256;
const SECOND: i32 = 64;
/// The factor between the weights of a packed file, of eight bits each, and those of the first layer.
const PACKED: i16 = 2;

/// The part of a bot that a [`ValueNetwork`] evaluates for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NetworkPurpose {
    /// It corrects the heuristic ([`SearchHints::network_inputs`](crate::SearchHints::network_inputs)).
    #[default]
    Correction,
    /// It evaluates the quiet positions of a search by itself
    /// ([`SearchHints::search_inputs`](crate::SearchHints::search_inputs)).
    Search,
}

impl NetworkPurpose {
    /// Both purposes, the correction first.
    pub const ALL: [NetworkPurpose; 2] = [NetworkPurpose::Correction, NetworkPurpose::Search];
}

/// A network of two layers, from a game's `network.toml` or `search-network.toml`. The weights of all active
/// inputs are added to the hidden units, each unit is clamped to 0..=1, and their weighted sum is the output.
/// An input may also have a linear weight, which is added to the output as it is. The arithmetic uses
/// integers, so that results are the same on every machine. `zashiki lab train` creates it.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(try_from = "File")]
pub struct ValueNetwork {
    /// The command that created the network.
    pub source: String,
    /// Details of the training run.
    pub tuning: Tuning,
    /// The purpose of the network.
    pub purpose: NetworkPurpose,
    /// Results of matches against the bot without this network.
    pub matches: Vec<WeightMatch>,
    /// Initial values of the hidden units, in 256ths.
    bias: Vec<i16>,
    /// Weight of each hidden unit in the output, in 64ths of a unit of
    /// [`evaluate`](crate::SearchHints::evaluate).
    last: Vec<i16>,
    /// Linear weight of each input in the output, in 64ths of the same unit; empty if it has none.
    linear: Vec<i16>,
    /// Weights from each input to the hidden units, in 256ths: a row of whole lanes for each input.
    rows: Vec<[i16; LANES]>,
}

/// The numbers of a trained network, before they are rounded.
#[derive(Clone, PartialEq, Debug)]
pub struct NetworkWeights<'a> {
    /// Initial values of the hidden units.
    pub bias: &'a [f32],
    /// Weight of each hidden unit in the output.
    pub last: &'a [f32],
    /// Linear weight of each input; empty for a network without a linear part.
    pub linear: &'a [f32],
    /// Weights from each input to the hidden units, one row after the other.
    pub inputs: &'a [f32],
}

/// The form of the file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    source: String,
    tuning: Tuning,
    #[serde(default)]
    purpose: NetworkPurpose,
    bias: Vec<i16>,
    last: Vec<i16>,
    /// In Base64, two bytes per input, the lower byte first.
    linear: Option<String>,
    inputs: Rows,
    #[serde(default)]
    matches: Vec<WeightMatch>,
}

/// The weights of the inputs in the file.
#[derive(Deserialize)]
#[serde(untagged)]
enum Rows {
    /// Lists of 256ths.
    Lists(Vec<Vec<i16>>),
    /// In Base64, one signed byte per weight, in 128ths.
    Packed(String),
}

impl TryFrom<File> for ValueNetwork {
    type Error = String;

    fn try_from(file: File) -> Result<ValueNetwork, String> {
        let File { source, tuning, purpose, bias, last, linear, inputs, matches } = file;
        let units = bias.len();
        if units == 0 || units > MAX_UNITS || !units.is_multiple_of(LANES) || last.len() != units {
            return Err(format!(
                "bias と last の数は同じで、{LANES}の倍数、{MAX_UNITS}以下でなければなりません / \
                 `bias` and `last` need the same number of units, a multiple of {LANES} up to {MAX_UNITS}"
            ));
        }
        let weights: Vec<i16> = match inputs {
            Rows::Lists(rows) => {
                if rows.iter().any(|row| row.len() != units) {
                    return Err("inputs の各行には、ユニットごとに1つの重みが必要です / \
                                every row of `inputs` needs one weight per unit"
                        .to_owned());
                }
                rows.concat()
            }
            Rows::Packed(text) => {
                let bytes = unpacked(&text)?;
                bytes.into_iter().map(|byte| PACKED * i16::from(byte as i8)).collect()
            }
        };
        if !weights.len().is_multiple_of(units) {
            return Err("inputs には、入力とユニットごとに1つの重みが必要です / \
                        `inputs` needs one weight per input and unit"
                .to_owned());
        }
        let linear: Vec<i16> = match linear {
            None => Vec::new(),
            Some(text) => {
                unpacked(&text)?.as_chunks().0.iter().map(|two| i16::from_le_bytes(*two)).collect()
            }
        };
        if !linear.is_empty() && linear.len() != weights.len() / units {
            return Err("linear には、入力ごとに1つの重みが必要です / \
                        `linear` needs one weight per input"
                .to_owned());
        }
        let rows = weights.as_chunks().0.to_vec();
        Ok(ValueNetwork { source, tuning, purpose, matches, bias, last, linear, rows })
    }
}

fn unpacked(text: &str) -> Result<Vec<u8>, String> {
    BASE64.decode(text).map_err(|_| "Base64として読めません / it is not Base64".to_owned())
}

impl ValueNetwork {
    /// The largest absolute value of a weight from an input to a hidden unit of a network with a linear part:
    /// such networks are packed.
    pub const MAX_PACKED: f32 = 127.0 / 128.0;

    /// Rounds a trained network to integers.
    pub fn rounded(
        source: String,
        tuning: Tuning,
        purpose: NetworkPurpose,
        weights: &NetworkWeights<'_>,
    ) -> ValueNetwork {
        let nearest = |numbers: &[f32], by: f32| -> Vec<i16> {
            numbers.iter().map(|number| (number * by).round() as i16).collect()
        };
        let inputs = if weights.linear.is_empty() {
            nearest(weights.inputs, FIRST.into())
        } else {
            let bytes = nearest(weights.inputs, (FIRST / PACKED).into());
            bytes.iter().map(|byte| PACKED * byte.clamp(&-127, &127)).collect()
        };
        ValueNetwork {
            source,
            tuning,
            purpose,
            matches: Vec::new(),
            bias: nearest(weights.bias, FIRST.into()),
            last: nearest(weights.last, SECOND as f32),
            linear: nearest(weights.linear, SECOND as f32),
            rows: inputs.as_chunks().0.to_vec(),
        }
    }

    /// Parses the text of a network file of a game that has `inputs` inputs for a purpose.
    ///
    /// # Errors
    /// Returns an error if the text is not a network file, or has another number of inputs.
    pub fn read(
        text: &str,
        inputs: impl Fn(NetworkPurpose) -> usize,
    ) -> Result<ValueNetwork, InputError> {
        let network: ValueNetwork = read_toml(text, FILE)?;
        let (found, inputs) = (network.network_inputs(), inputs(network.purpose));
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

    /// Parses the text of a network file of a game that has `inputs` inputs for corrections, and none for
    /// searches.
    ///
    /// # Errors
    /// Returns an error if the text is not a network file, or has another number of inputs.
    pub fn read_correction(text: &str, inputs: usize) -> Result<ValueNetwork, InputError> {
        ValueNetwork::read(text, |purpose| match purpose {
            NetworkPurpose::Correction => inputs,
            NetworkPurpose::Search => 0,
        })
    }

    /// Parses the text of a game's bundled network file.
    ///
    /// # Panics
    /// Panics if the text is invalid. It is part of the program, and the tests parse it.
    pub fn parse(text: &str) -> ValueNetwork {
        read_toml(text, FILE).unwrap_or_else(|bad| panic!("{bad}"))
    }

    /// Number of inputs.
    pub fn network_inputs(&self) -> usize {
        self.rows.len() / self.chunks()
    }

    /// Number of hidden units.
    pub fn units(&self) -> usize {
        self.bias.len()
    }

    /// Number of lanes in a row.
    #[inline]
    fn chunks(&self) -> usize {
        self.bias.len() / LANES
    }

    /// The sums before any input is added.
    #[inline]
    pub fn start(&self) -> Sums {
        let mut sums = Sums { lanes: [[0; LANES]; MAX_UNITS / LANES], linear: 0 };
        sums.lanes.iter_mut().zip(self.bias.as_chunks().0).for_each(|(sums, bias)| *sums = *bias);
        sums
    }

    /// Adds an active input, in `0..network_inputs()`, to the sums.
    #[inline]
    pub fn add(&self, sums: &mut Sums, input: usize) {
        for (at, weights) in self.row(input).iter().enumerate() {
            let sums = &mut sums.lanes[at];
            for lane in 0..LANES {
                sums[lane] = sums[lane].wrapping_add(weights[lane]);
            }
        }
        if let Some(weight) = self.linear.get(input) {
            sums.linear += i32::from(*weight);
        }
    }

    /// Removes an input from the sums, to which it was [added](Self::add).
    #[inline]
    pub fn remove(&self, sums: &mut Sums, input: usize) {
        for (at, weights) in self.row(input).iter().enumerate() {
            let sums = &mut sums.lanes[at];
            for lane in 0..LANES {
                sums[lane] = sums[lane].wrapping_sub(weights[lane]);
            }
        }
        if let Some(weight) = self.linear.get(input) {
            sums.linear -= i32::from(*weight);
        }
    }

    #[inline]
    fn row(&self, input: usize) -> &[[i16; LANES]] {
        let chunks = self.chunks();
        &self.rows[input * chunks..][..chunks]
    }

    /// The network's output for these sums, in the unit of [`evaluate`](crate::SearchHints::evaluate): 1000
    /// is a won match.
    #[inline]
    pub fn value(&self, sums: &Sums) -> i32 {
        let mut sum = 0;
        for (at, last) in self.last.as_chunks::<LANES>().0.iter().enumerate() {
            let sums = &sums.lanes[at];
            for lane in 0..LANES {
                sum += i32::from(sums[lane].clamp(0, FIRST)) * i32::from(last[lane]);
            }
        }
        (sum / i32::from(FIRST) + sums.linear) / SECOND
    }

    /// The correction of the heuristic value for one of `sides` sides: the network's output for it above the
    /// mean of the outputs for all sides, so that the corrections of all sides add up to about 0.
    /// `each_input` calls its second argument with every input that is 1 for a side.
    pub fn correction(
        &self,
        side: usize,
        sides: usize,
        each_input: impl Fn(usize, &mut dyn FnMut(usize)),
    ) -> i32 {
        let (mut own, mut all) = (0, 0);
        for other in 0..sides {
            let mut sums = self.start();
            each_input(other, &mut |input| self.add(&mut sums, input));
            let output = self.value(&sums);
            all += output;
            if other == side {
                own = output;
            }
        }
        let sides = sides as i32;
        (sides * own - all) / sides
    }

    /// The network as the text of its file. A network with a linear part has thousands of inputs, so its
    /// weights are packed.
    pub fn file(&self) -> String {
        let ValueNetwork { source, bias, last, purpose, .. } = self;
        let mut text = format!("source = {source:?}\n");
        if *purpose == NetworkPurpose::Search {
            text.push_str("purpose = \"search\"\n");
        }
        text.push_str(&format!("bias = {bias:?}\nlast = {last:?}\n"));
        if self.linear.is_empty() {
            text.push_str("inputs = [\n");
            for input in 0..self.network_inputs() {
                let row = self.row(input).as_flattened();
                text.push_str(&format!("{row:?},\n").replace(' ', ""));
            }
            text.push_str("]\n\n");
        } else {
            let linear: Vec<u8> = self.linear.iter().flat_map(|one| one.to_le_bytes()).collect();
            let weights = self.rows.as_flattened().iter();
            let inputs: Vec<u8> = weights.map(|weight| (weight / PACKED) as u8).collect();
            text.push_str(&format!(
                "linear = \"{}\"\ninputs = \"{}\"\n\n",
                BASE64.encode(linear),
                BASE64.encode(inputs)
            ));
        }
        text.push_str(&self.tuning.entry());
        for held in &self.matches {
            text.push_str(&format!("\n{}", held.entry()));
        }
        text
    }
}

/// The sums of a network over the active inputs of a position. Inputs can be [added](ValueNetwork::add) and
/// [removed](ValueNetwork::remove) as the position changes. The sums of the hidden units are kept modulo
/// 2¹⁶, so that a removal always undoes an addition; sums of trained networks do not reach the limits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sums {
    lanes: [[i16; LANES]; MAX_UNITS / LANES],
    linear: i32,
}

#[cfg(test)]
mod tests {
    use super::*;

    const UNITS: usize = 32;

    fn tuning() -> Tuning {
        Tuning {
            bot: "greedy".to_owned(),
            games: 10,
            seed: 1,
            positions: 99,
            date: "2026-11-25".to_owned(),
            loss_before: 0.69,
            loss_after: 0.5,
            loss_of_equals: 0.693,
        }
    }

    /// A network of three inputs whose first unit and last unit count.
    fn network(linear: &[f32]) -> ValueNetwork {
        let (mut bias, mut last) = ([0.0; UNITS], [0.0; UNITS]);
        let mut inputs = [[0.0; UNITS]; 3];
        let end = UNITS - 1;
        (bias[0], bias[end]) = (0.25, -0.5);
        (last[0], last[end]) = (40.0, -100.0);
        (inputs[0][0], inputs[0][end], inputs[1][end], inputs[2][0]) = (0.5, 0.75, -0.5, 0.875);
        let weights =
            NetworkWeights { bias: &bias, last: &last, linear, inputs: inputs.as_flattened() };
        ValueNetwork::rounded("hand".to_owned(), tuning(), NetworkPurpose::Search, &weights)
    }

    #[test]
    fn a_network_counts_what_its_units_count() {
        let (plain, linear) = (network(&[]), network(&[1.5, -20.0, 300.0]));
        // Each unit is clamped to 0..=1.
        for (there, value, more) in [
            (&[][..], 10, 0),
            (&[0], 30 - 25, 1),
            (&[0, 1], 30, -19),
            (&[1], 10, -20),
            (&[2], 40, 300),
            (&[0, 2, 2], 40 - 25, 601),
        ] {
            for (network, value) in [(&plain, value), (&linear, value + more)] {
                let mut sums = network.start();
                there.iter().for_each(|input| network.add(&mut sums, *input));
                assert_eq!(network.value(&sums), value, "{there:?}");
                there.iter().rev().for_each(|input| network.remove(&mut sums, *input));
                assert_eq!(sums, network.start());
            }
        }
    }

    #[test]
    fn files_are_read_as_they_were_written() {
        for network in [network(&[]), network(&[1.5, -20.0, 300.0])] {
            assert_eq!(ValueNetwork::read(&network.file(), |_| 3).unwrap(), network);
            let other = ValueNetwork::read(&network.file(), |_| 4).unwrap_err().to_string();
            assert!(other.contains("3 inputs"), "{other}");
        }
        let file = network(&[1.0; 3]).file();
        let without = |start: &str| -> String {
            let lines = file.lines().filter(|line| !line.starts_with(start));
            lines.map(|line| format!("{line}\n")).collect()
        };
        for (start, instead, fault) in [
            ("bias", "bias = [1, 2]", "a multiple of 16"),
            ("inputs", "inputs = [[1, 2]]", "one weight per unit"),
            ("inputs", "inputs = \"AAAA\"", "one weight per input and unit"),
            ("linear", "linear = \"AAAA\"", "`linear` needs one weight per input"),
            ("linear", "linear = \"?\"", "not Base64"),
        ] {
            let text = format!("{instead}\n{}", without(start));
            let found = ValueNetwork::read(&text, |_| 3).unwrap_err().to_string();
            assert!(found.contains(fault), "{instead}: {found}");
        }
    }
}
