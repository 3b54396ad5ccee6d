//! HOSTILE: pawns, gems and a floor that moves them. Rules: `RULES.md`.
