/**
 * Fake states of tables, and fake platform functions with a manual clock and sockets, for unit
 * tests.
 */
import type { TableCard, TableState, ToClient, ToServer } from "../../generated/session";
import type { DescribedEvent, Episode, Step, Term } from "../../generated/core";
import type { Environment } from "../api/tableSocket";
import type { SocketLike } from "../api/transport";

/** The state of a table of a game that does not exist; `given` replaces fields. */
export function state(given: Partial<TableState> = {}): TableState {
  return {
    table: "t1",
    game: "nothing",
    options: {},
    components: {},
    from_position: false,
    terms: { time: null, late: "bot", listed: false, onlookers: true, rated: false, advice: false },
    seats: [],
    you: 0,
    yours: [0],
    host: false,
    started: true,
    cancelled: false,
    onlookers: 0,
    deal: null,
    version: 1,
    awaiting: [0],
    outcome: null,
    view: "view",
    scores: [0, 0],
    question: null,
    legal: [],
    complete: true,
    decided: [],
    offer: null,
    can_offer: false,
    can_undo: false,
    can_ask: false,
    can_abandon: false,
    expired: [],
    lost: [],
    steps_from: 0,
    steps: [],
    rematch: null,
    people: [],
    chat: null,
    ...given,
  };
}

/** The entry of such a table in the list of the front page. Its first seat must decide. */
export function card(given: Partial<TableCard> = {}): TableCard {
  return {
    table: "t1",
    game: "nothing",
    names: ["Iris", "Mika"].map((name) => ({ ja: name, en: name })),
    you: 0,
    started: true,
    your_turn: true,
    awaiting: [0],
    over: false,
    outcome: null,
    scores: [],
    playable: true,
    from_position: false,
    changed: 0,
    ...given,
  };
}

/** A fake `EventSource` that never receives an event. */
export class SilentSource extends EventTarget {
  close() {}
}

/** Properties of a board for a user without an open decision and without drafts. */
export const NO_DRAFTS = {
  decision: null,
  draft: () => Promise.resolve(null),
  others: new Map<number, unknown>(),
  deadline: null,
};

/**
 * A step of a game. Its events have these names; each has a view after it, unless `views` is false.
 */
export function step(number: number, events: string[], views = true): Step {
  const told = events.map((event) => ({
    event,
    text: { ja: event, en: event },
    rule: null,
    ...(views ? { view: `after ${event}` } : {}),
  }));
  const seat = number === 0 ? null : 0;
  return { number, seat, told, episodes: episodesOf(told, seat), scores: [] };
}

/** Episodes that tell each event by itself. */
export function episodesOf(
  told: readonly Pick<DescribedEvent, "text">[],
  seat: number | null = null,
): Episode[] {
  return told.map(({ text }) => ({ events: 1, seat, text }));
}

/** A fake WebSocket that the test controls. */
export class FakeSocket {
  readyState = 0;
  sent: ToServer[] = [];
  closed = false;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: (() => void) | null = null;
  onerror: (() => void) | null = null;

  constructor(readonly url: string) {}
  send(text: string): void {
    this.sent.push(JSON.parse(text) as ToServer);
  }
  close(): void {
    this.closed = true;
    this.readyState = 3;
  }
  /** Simulates that the server accepts the connection. */
  accept(): void {
    this.readyState = 1;
    this.onopen?.();
  }
  /** Simulates that the server sends a message. */
  say(message: ToClient): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  /** Simulates that the connection is lost. */
  cut(): void {
    this.readyState = 3;
    this.onclose?.();
  }
}

/** Fake browser caches, which a page and its service worker share. */
export class FakeCaches {
  #kept = new Map<string, Map<string, Response>>();

  async open(name: string) {
    const kept = this.#kept.get(name) ?? new Map<string, Response>();
    this.#kept.set(name, kept);
    const urlOf = (key: string | Request) => (typeof key === "string" ? key : key.url);
    return {
      match: async (key: string | Request) => kept.get(urlOf(key))?.clone(),
      put: async (key: string | Request, response: Response) => void kept.set(urlOf(key), response),
      keys: async () => [...kept.keys()].map((url) => ({ url })),
      delete: async (key: string | { url: string }) =>
        kept.delete(typeof key === "string" ? key : key.url),
      add: async (url: string) => {
        const answer = await fetch(url);
        if (!answer.ok) throw new TypeError("not loaded");
        kept.set(url, answer);
      },
      addAll: async (requests: Request[]) => {
        const answers = await Promise.all(requests.map((request) => fetch(request.url)));
        if (answers.some(({ ok }) => !ok)) throw new TypeError("not loaded");
        answers.forEach((answer, index) => kept.set(requests[index]!.url, answer));
      },
    };
  }
  async keys() {
    return [...this.#kept.keys()];
  }
  async delete(name: string) {
    return this.#kept.delete(name);
  }
}

/** Fake platform functions whose time passes only when the test calls `pass`. */
export class FakeWorld implements Environment {
  sockets: FakeSocket[] = [];
  now = 0;
  unpack: Environment["unpack"];
  #ids = 0;
  #timers = new Set<{ at: number; callback: () => void }>();

  socket = (url: string): SocketLike => {
    const socket = new FakeSocket(url);
    this.sockets.push(socket);
    return socket as unknown as SocketLike;
  };
  later = (callback: () => void, ms: number): (() => void) => {
    const timer = { at: this.now + ms, callback };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  };
  time = (): number => this.now;
  random = (): number => 0.5;
  newId = (): string => `m${++this.#ids}`;

  /** The last socket that was opened. */
  get last(): FakeSocket {
    return this.sockets[this.sockets.length - 1]!;
  }
  /** Lets `ms` milliseconds pass and runs the callbacks that are due. */
  pass(ms: number): void {
    const end = this.now + ms;
    for (;;) {
      const due = [...this.#timers].filter((timer) => timer.at <= end);
      const next = due.sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      this.#timers.delete(next);
      this.now = next.at;
      next.callback();
    }
    this.now = end;
  }
}

/** Converts a game's `glossary.toml` to the form in which the engine sends it to the page. */
export function readGlossary(toml: string): Record<string, Term> {
  const entry = /^\[terms\.(\w+)\]\nja = "(.*)"\nen = "(.*)"\n(?:rules = (\[.*\]))?/gm;
  return Object.fromEntries(
    [...toml.matchAll(entry)].map(([, key, ja, en, rules]) => [
      key,
      { ja: ja!, en: en!, rules: JSON.parse(rules ?? "[]") as string[] },
    ]),
  );
}
