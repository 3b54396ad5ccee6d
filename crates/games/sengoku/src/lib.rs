//! 戦国ドミノ (Sengoku Domino): dominoes on four battlefields. Rules: `RULES.md`.
