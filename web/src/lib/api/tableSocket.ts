/**
 * The live connection to one table. It uses one socket at a time and reconnects automatically.
 * Messages without an answer are sent again with their own ids. This module draws nothing and
 * contains no rules of a game.
 */
import type {
  Arrangement,
  OpenDraft,
  Phrase,
  Refusal,
  TableState,
  ToClient,
  ToServer,
  Word,
} from "../../generated/session";
import type { Bytes32, Draft, Seat } from "../../generated/core";
import { monotonic } from "../clock";
import type { Lang } from "../i18n/grammar";
import { transport } from "./dispatch";
import { advanced } from "./patch";
import { stepCount } from "./steps";
import { OPEN, type SocketLike } from "./transport";

/** The state of the connection; `unreachable` means that it was tried but never opened. */
export type Link = "connecting" | "unreachable" | "online" | "reconnecting" | "closed";

/** The platform functions that the connection uses; tests pass their own. */
export interface Environment {
  /** Opens a socket to a path below `/api`. */
  socket: (path: string) => SocketLike;
  /** Calls back after `ms` milliseconds; returns a function that cancels it. */
  later: (callback: () => void, ms: number) => () => void;
  /**
   * Decompresses gzip data to a text; without this function the server sends nothing compressed.
   */
  unpack?: ((packed: ArrayBuffer) => Promise<string>) | undefined;
  /** Returns the time in milliseconds on a monotonic clock. */
  time: () => number;
  /** Returns a random number in 0..1, which varies the delay before a retry. */
  random: () => number;
  newId: () => string;
}

async function unpack(packed: ArrayBuffer): Promise<string> {
  const bytes = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return await new Response(bytes).text();
}

/** The platform functions of the browser. */
export const browser: Environment = {
  unpack: typeof DecompressionStream === "function" ? unpack : undefined,
  socket: (path) => transport.socket(path),
  later: (callback, ms) => {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
  time: monotonic,
  random: Math.random,
  newId,
};

/** The functions that the connection calls when something happens. */
export interface Listener {
  link: (link: Link) => void;
  state: (state: TableState) => void;
  /** The server has handled the message with this id. */
  done: (id: string) => void;
  refused: (id: string, refused: Refusal) => void;
  /** The server's answer to a draft (an unfinished decision): its meaning. */
  drafted: (id: string, draft: Draft) => void;
  /** Another seat has changed its draft, at a table where players can watch drafts. */
  drafting: (draft: OpenDraft) => void;
  /** A player at the table has said a phrase. */
  said: (seat: Seat, phrase: Phrase) => void;
}

/** A message to the server, before it gets its id. */
export type ClientMessage =
  | { type: "sit"; seat: Seat; name: string; hash?: Bytes32 }
  | { type: "promise"; hash: Bytes32 }
  | { type: "share"; share: Bytes32 }
  | { type: "act"; version: number; action: string }
  | { type: "undo"; version: number }
  | { type: "draft"; version: number; draft: string }
  | { type: "resign"; version: number }
  | { type: "talk"; version: number; word: Word }
  | { type: "rematch"; comes: boolean; hash?: Bytes32 }
  | { type: "chat"; text: string }
  | { type: "stand" }
  | { type: "arrange"; change: Arrangement }
  | { type: "leave"; gives_up: boolean }
  | { type: "return" }
  | { type: "phrase"; phrase: Phrase };

const FIRST_MS = 150;
const LONGEST_MS = 8_000;
/** The time in milliseconds after which a socket that neither opens nor fails is abandoned. */
const OPEN_MS = 8_000;

/**
 * The delay in milliseconds before an attempt to reconnect. It doubles with each attempt, counted
 * from 0, up to a maximum, and varies by ±50 %; `random` is in 0..1.
 */
export function backoff(attempt: number, random: number): number {
  return Math.min(LONGEST_MS, FIRST_MS * 2 ** attempt) * (0.5 + random);
}

/** A random id for a message. `crypto.randomUUID` is missing on pages served by plain HTTP. */
export function newId(): string {
  if (typeof crypto.randomUUID === "function") return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The path of a table's live connection. */
export const livePath = (table: string): string => `/api/tables/${encodeURIComponent(table)}/live`;

/** The connection to one live table. */
export class TableSocket {
  #socket: SocketLike | null = null;
  #unanswered = new Map<string, ToServer>();
  #attempt = 0;
  #everOpen = false;
  #callOff: () => void = () => {};
  #ended = false;
  /**
   * The number of steps that this client has, and the version of the state with them: the server
   * need not send these again.
   */
  #seen = 0;
  #version: number | null = null;
  /** The seat whose viewpoint is requested, if several people share this device; otherwise null. */
  #seat: Seat | null = null;
  /** The language of texts from the server; all languages if null. */
  #lang: Lang | null = null;
  /** The state of the table that this socket has shown last; null before the first. */
  #state: TableState | null = null;
  /**
   * Resolves when all earlier data is handled, while compressed data is being decompressed;
   * otherwise null.
   */
  #unpacking: Promise<void> | null = null;

  constructor(
    readonly path: string,
    readonly listener: Listener,
    readonly world: Environment = browser,
  ) {}

  /** Opens the connection. */
  start(): void {
    this.listener.link("connecting");
    this.#open();
  }

  /** Ends the connection permanently. */
  stop(): void {
    this.#ended = true;
    this.#callOff();
    this.#drop();
    this.listener.link("closed");
  }

  /** Reconnects at once instead of waiting: the network is back, or the page is visible again. */
  hurry(): void {
    if (this.#ended || this.#socket) return;
    this.#callOff();
    this.#attempt = 0;
    this.#open();
  }

  /**
   * Requests the table again over a new connection, since the present one may be dead or its
   * messages delayed. The server does not send again what the client has.
   */
  refresh(): void {
    if (this.#ended) return;
    this.#callOff();
    this.#attempt = 0;
    this.#drop();
    this.#open();
  }

  /** Requests the table from the viewpoint of another seat of this user. */
  look(seat: Seat): void {
    this.#seat = seat;
    this.#unanswered.clear();
    this.#anew();
  }

  /** Requests texts in this language from now on. */
  read(lang: Lang): void {
    if (lang === this.#lang) return;
    this.#lang = lang;
    if (this.#socket) this.#anew();
    else this.#forget();
  }

  /** Sends a message, now or as soon as there is a connection; returns its id. */
  send(order: ClientMessage): string {
    const id = this.world.newId();
    const message: ToServer = { id, ...order };
    this.#unanswered.set(id, message);
    if (this.#socket?.readyState === OPEN) this.#socket.send(JSON.stringify(message));
    return id;
  }

  /** Requests the whole table, since the steps and the version of this client cannot be used. */
  #anew(): void {
    this.#forget();
    this.refresh();
  }

  #forget(): void {
    this.#seen = 0;
    this.#version = null;
  }

  #open(): void {
    const version = this.#version === null ? "" : `&version=${this.#version}`;
    const packed = this.world.unpack ? "&packed=true" : "";
    const seat = this.#seat === null ? "" : `&seat=${this.#seat}`;
    const lang = this.#lang === null ? "" : `&lang=${this.#lang}`;
    const asked = `?seen=${this.#seen}${version}${packed}${seat}${lang}`;
    const socket = this.world.socket(this.path + asked);
    socket.binaryType = "arraybuffer";
    this.#socket = socket;
    this.#unpacking = null;
    this.#state = null;
    const current = () => this.#socket === socket;
    this.#callOff = this.world.later(() => current() && this.#lost(), OPEN_MS);
    socket.onopen = () => {
      if (!current()) return;
      this.#callOff();
      this.#everOpen = true;
      this.listener.link("online");
      for (const message of this.#unanswered.values()) socket.send(JSON.stringify(message));
    };
    socket.onmessage = (event) => current() && this.#receive(socket, event.data);
    socket.onclose = () => current() && this.#lost();
    socket.onerror = () => current() && this.#lost();
  }

  #lost(): void {
    this.#callOff();
    this.#drop();
    if (this.#ended) return;
    this.listener.link(this.#everOpen ? "reconnecting" : "unreachable");
    const wait = backoff(this.#attempt++, this.world.random());
    this.#callOff = this.world.later(() => this.#open(), wait);
  }

  #drop(): void {
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  #show(state: TableState): void {
    this.#state = state;
    this.#seen = stepCount(state);
    this.#version = state.version;
    this.listener.state(state);
  }

  /**
   * Handles received data in the order of arrival, although decompressing some of it takes a
   * moment.
   */
  #receive(socket: SocketLike, data: unknown): void {
    if (typeof data === "string" && !this.#unpacking) return this.#hear(data);
    const unpacked =
      data instanceof ArrayBuffer ? this.world.unpack?.(data) : Promise.resolve(String(data));
    const before = this.#unpacking;
    const heard = Promise.all([unpacked, before]).then(
      ([text]) => {
        if (this.#socket !== socket) return;
        if (this.#unpacking === heard) this.#unpacking = null;
        if (text !== undefined) this.#hear(text);
      },
      // If data cannot be decompressed, the connection is opened again.
      () => this.#socket === socket && this.#lost(),
    ) as Promise<void>;
    this.#unpacking = heard;
  }

  #hear(text: string): void {
    let message: ToClient;
    try {
      message = JSON.parse(text) as ToClient;
    } catch {
      return;
    }
    // Only a readable message resets the delay of retries: otherwise a server that accepts
    // connections and closes them would be contacted in a tight loop.
    this.#attempt = 0;
    switch (message.type) {
      case "state":
        this.#show(message.state);
        break;
      case "changed":
        // Without the state to which the change applies, the whole table is requested.
        if (!this.#state) return this.#lost();
        this.#show(advanced(this.#state, message));
        break;
      case "done":
        this.#unanswered.delete(message.id);
        this.listener.done(message.id);
        break;
      case "drafted":
        this.#unanswered.delete(message.id);
        this.listener.drafted(message.id, message.draft);
        break;
      case "drafting":
        this.listener.drafting(message.draft);
        break;
      case "said":
        this.listener.said(message.seat, message.phrase);
        break;
      case "refused":
        this.#unanswered.delete(message.id);
        this.listener.refused(message.id, { rule: message.rule, message: message.message });
        break;
    }
  }
}
