/**
 * Notifications and announcements of a table. Call each function while the page is being created.
 */
import { clock } from "../../lib/clock";
import { followTable } from "../../lib/dom/alerts";
import { grammar } from "../../lib/i18n/grammar";
import { language, say } from "../../lib/i18n/i18n.svelte";
import { isSlow } from "../../lib/i18n/timeControl";
import type { TableSession } from "./tableSession.svelte";
import type { TurnAlert } from "./turnAlert";

/** The texts that a notification mentions. */
interface Subject {
  readonly title: string;
  readonly names: readonly string[];
  readonly yourTurn: boolean;
}

/**
 * Notifies a user who is in another tab: at their turn, at the start of the game, and at a rematch.
 */
export function alertAtTable(
  { playback }: TableSession,
  alert: TurnAlert,
  subject: () => Subject,
): void {
  $effect(() => {
    const { title, yourTurn } = subject();
    const question = playback.state?.question;
    if (yourTurn && question)
      alert.call(`turn ${playback.newest?.you} ${playback.decision}`, title, say(question.text));
  });

  // A slow game takes days: no page may be open when the turn comes.
  const comesBack = $derived(playback.newest?.you != null && isSlow(playback.newest.terms.time));
  $effect(() => {
    if (comesBack) followTable();
  });

  let waited = false;
  $effect(() => {
    const { newest } = playback;
    if (!newest || newest.you === null) return;
    const begins = waited && newest.started;
    waited = !newest.started;
    if (begins && !newest.question)
      alert.call("begins", subject().title, language.words.alertBegins);
  });

  $effect(() => {
    const { rematch = null, you = null } = playback.newest ?? {};
    if (!rematch || you === null) return;
    const { title, names } = subject();
    const answered = [...rematch.coming, ...rematch.declined].includes(you);
    const others = rematch.coming.map((seat) => names[seat] ?? "");
    if (!answered && others.length > 0)
      alert.call("rematch", title, language.words.rematchWanted(grammar(language.now).all(others)));
  });
}

/** The times left, in seconds, that screen readers announce. */
const MARKS = [30, 10];

/**
 * Calls `announce` with the seconds left until the deadline, whenever they reach one of {@link MARKS}.
 */
export function announceTimeLeft(
  deadline: () => number | null,
  announce: (seconds: number) => void,
): void {
  let before = -Infinity;
  $effect(() => {
    const end = deadline();
    if (end === null) return void (before = -Infinity);
    const left = Math.ceil((end - clock.monotonic) / 1000);
    if (left > 0 && MARKS.some((mark) => before > mark && left <= mark)) announce(left);
    before = left;
  });
}
