/** The tables that are open to everybody, as they change. */
import type { Lobby, LobbyTable, Notice } from "../../generated/parlour";
import type { GameInfo, OptionSpec } from "../../generated/table";
import type { Environment } from "../../lib/api/tableSocket";
import { isSlow } from "../../lib/i18n/timeControl";

const LIVE = "/api/lobby/live";
/** How long a table that is gone keeps its place: who was about to press beside it has done so. */
const STAYS_MS = 10_000;
/** How long to wait until a house that refused is asked again, ±50 %. */
const AGAIN_MS = 10_000;

/** What the lobby needs from the world; tests bring their own. */
export interface LobbyEnvironment extends Pick<Environment, "later" | "random"> {
  events: (url: string) => EventSource;
}

const real: LobbyEnvironment = {
  later: (callback, ms) => {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
  random: Math.random,
  events: (url) => new EventSource(url),
};

/** A table at its place in the list. */
export interface Row {
  readonly card: LobbyTable;
  /** Whether it is no longer open. */
  readonly gone: boolean;
}

/** The list. Its rows keep their places while somebody looks at it, and new ones come last. */
export class LiveLobby {
  /** Null until the house said which they are. */
  rows = $state.raw<readonly Row[] | null>(null);
  /** Whether that is so now. */
  live = $state(false);

  #source: EventSource | null = null;
  /** Whether nobody has seen what is listed. */
  #anew = true;
  #held = false;
  #callOff = () => {};
  #keepRows = () => {};

  constructor(
    readonly world: LobbyEnvironment = real,
    /** Hears the operator's notices, which come over the same line. */
    readonly noticed: (notice: Notice) => void = () => {},
  ) {}

  /** Follows the lobby while the page is in sight; the answer ends that. */
  watch(): () => void {
    const look = () => (document.visibilityState === "hidden" ? this.#close() : this.#open());
    look();
    document.addEventListener("visibilitychange", look);
    return () => {
      document.removeEventListener("visibilitychange", look);
      this.#close();
    };
  }

  /** Whether somebody points at the list or is in it: then no row goes. */
  hold(held: boolean): void {
    this.#held = held;
  }

  #open(): void {
    if (this.#source) return;
    this.#callOff();
    const source = this.world.events(LIVE);
    this.#source = source;
    source.onmessage = ({ data }: MessageEvent<string>) => {
      if (this.#source !== source) return;
      this.live = true;
      this.#hear((JSON.parse(data) as Lobby).tables);
    };
    source.addEventListener("notice", ({ data }: MessageEvent<string>) => {
      if (this.#source === source) this.noticed(JSON.parse(data) as Notice);
    });
    source.onerror = () => {
      if (this.#source !== source) return;
      this.live = false;
      // A line that was cut is mended by the browser; after a refusal it gives up.
      if (source.readyState !== EventSource.CLOSED) return;
      this.#source = null;
      const wait = AGAIN_MS * (0.5 + this.world.random());
      this.#callOff = this.world.later(() => this.#open(), wait);
    };
  }

  #close(): void {
    this.#callOff();
    this.#keepRows();
    this.#source?.close();
    this.#source = null;
    this.live = false;
    this.#anew = true;
  }

  #hear(tables: readonly LobbyTable[]): void {
    const rest = new Map(tables.map((card) => [card.table, card]));
    const before = this.#anew ? [] : (this.rows ?? []);
    this.#anew = false;
    const kept = before.map(({ card }): Row => {
      const now = rest.get(card.table);
      rest.delete(card.table);
      return { card: now ?? card, gone: !now };
    });
    this.rows = [...kept, ...[...rest.values()].map((card) => ({ card, gone: false }))];
    if (this.rows.some(({ gone }) => gone)) this.#sweepLater();
  }

  #sweepLater(): void {
    this.#keepRows();
    this.#keepRows = this.world.later(() => {
      if (this.#held) this.#sweepLater();
      else this.rows = this.rows?.filter(({ gone }) => !gone) ?? null;
    }, STAYS_MS);
  }
}

/** The seats of a table that are open. */
export function openSeats({ seats }: Pick<LobbyTable, "seats">): number {
  return seats.filter(({ name, bot }) => name === "" && bot === null).length;
}

/** The options that are not as the game has them, with their values. */
export function unusual(
  info: Pick<GameInfo, "options">,
  { options }: Pick<LobbyTable, "options">,
): readonly (readonly [OptionSpec, unknown])[] {
  return info.options
    .filter(({ id, default: usual }) => id in options && options[id] !== usual)
    .map((option) => [option, options[option.id]] as const);
}

/** The name of somebody with whom a quick start of the game would seat one; null if nobody waits. */
export function whoWaits(
  rows: readonly Row[],
  info: Pick<GameInfo, "id" | "options">,
  own: ReadonlySet<string>,
): string | null {
  const found = rows.find(({ card, gone }) => {
    const usual = !isSlow(card.terms.time) && !card.from_position;
    const plain = usual && unusual(info, card).length === 0;
    const open = !gone && !card.started && openSeats(card) > 0;
    const people = !card.seats.some((seat) => seat.bot_account);
    return card.game === info.id && plain && open && people && !own.has(card.table);
  });
  return found?.card.seats.find(({ name, bot }) => name !== "" && bot === null)?.name ?? null;
}
