/** The games whose introduction the user has seen, stored on this device. */
import { readStored, writeStored } from "../../lib/storage/storage";

const MET = "zashiki.met";

/** Returns true if the user has seen the introduction of the game. */
export function hasSeenIntro(game: string): boolean {
  return (readStored(MET) ?? "").split(" ").includes(game);
}

/** Stores that the user has seen the introduction of the game. */
export function markIntroSeen(game: string): void {
  if (!hasSeenIntro(game)) writeStored(MET, `${readStored(MET) ?? ""} ${game}`.trim());
}
