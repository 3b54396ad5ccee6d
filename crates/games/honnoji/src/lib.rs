//! HONNOJI (本能寺): secret layouts of icon and number cards, revealed together.
