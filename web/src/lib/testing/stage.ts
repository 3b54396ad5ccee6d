/**
 * Shows the real pages in jsdom with the fake game. The tests answer the page's requests instead of
 * the server, and no layout is computed.
 */
import { vi } from "vitest";
import type {
  BotInfo,
  Catalogue,
  GamePage,
  TableState,
  ToClient,
  ToServer,
} from "../../generated/session";
import { forgetAnswers } from "../api/http";
import { forgetDate } from "../clock";
import { FakeSocket, SilentSource } from "./fixtures";
import { language } from "../i18n/i18n.svelte";
import { sidePanel } from "../storage/sidePanel.svelte";
import { settings } from "../storage/settings.svelte";
import { GAME, COMMON_RULES, SUMMARY, text } from "./fakeGame";

/**
 * Two bots: one that the page offers for new seats, and one that is only seated at existing tables.
 */
export const BOTS: readonly BotInfo[] = [
  ["novice", text("入門", "Novice")] as const,
  ["greedy", text("目先", "Short sight")] as const,
].map(([id, name]) => ({
  id,
  name,
  summary: text("かんたん。", "Easy to beat."),
  offered: id === "novice",
  engine: false,
  games: [GAME.id],
}));

/** A request that the page sent over HTTP. */
interface Asked {
  method: string;
  path: string;
  /** The body of the request, parsed as JSON. */
  body: unknown;
}

/** Returns the answer to a request: JSON data, a response, or a promise of either. */
type Answer = (asked: Asked) => unknown;

/** A fake server, which answers the requests of a page. */
export class Stage {
  /** The messages that the page sent over the socket. */
  readonly heard: ToServer[] = [];
  /** The requests that the page sent over HTTP. */
  readonly asked: Asked[] = [];
  /** The function that answers each request, by `METHOD /path`; a test adds its own. */
  readonly answers = new Map<string, Answer>();
  /** True if the server refuses sockets, as for tables of games that it does not support. */
  shut = false;
  /** The number of sockets that the page opened. */
  opened = 0;
  #socket: FakeSocket | undefined;

  constructor(
    /** The state of the table that the page receives when it connects. */
    public first: TableState,
  ) {
    const catalogue: Catalogue = { games: [SUMMARY], facts: {}, bots: [...BOTS], name_length: 24 };
    const page: GamePage = { info: GAME, bots: [...BOTS], glossary: {}, house: COMMON_RULES };
    const profile = { name: "", crest: null, colour: null, rated: false };
    const rules = ["M-1", "M-2", "M-3"].map((id) => ({
      id,
      ...text("きまりです。", "So it is."),
      source: "made up",
      not_applicable: "",
    }));
    this.answer("GET /api/games", () => catalogue);
    this.answer(`GET /api/games/${GAME.id}`, () => page);
    this.answer(`GET /api/games/${GAME.id}/rules`, () => ({ rules, components: {} }));
    this.answer(`GET /api/games/${GAME.id}/book`, () => null);
    this.answer("GET /api/tables", () => ({ tables: [] }));
    this.answer("GET /api/me", () => ({
      profile,
      code: null,
      devices: [],
      passkeys: [],
      ratings: [],
      played: [],
    }));
  }

  answer(to: string, answer: Answer): void {
    this.answers.set(to, answer);
  }

  /** Installs this server: all later requests of the page go to it. */
  open(): this {
    vi.stubGlobal("fetch", async (url: string, init: RequestInit = {}) => {
      const { pathname: path } = new URL(url, location.href);
      const method = init.method ?? "GET";
      const body: unknown = typeof init.body === "string" ? JSON.parse(init.body) : undefined;
      this.asked.push({ method, path, body });
      const answer = this.answers.get(`${method} ${path}`);
      if (!answer) return Response.json({}, { status: 404 });
      const given = await answer({ method, path, body });
      return given instanceof Response ? given : Response.json(given);
    });
    const come = (socket: FakeSocket) => this.#come(socket);
    const { heard } = this;
    class Socket extends FakeSocket {
      static readonly OPEN = 1;
      constructor(url: string) {
        super(url);
        // The page adds its listener a moment later.
        queueMicrotask(() => come(this));
      }
      override send(text: string): void {
        heard.push(JSON.parse(text) as ToServer);
      }
    }
    vi.stubGlobal("WebSocket", Socket);
    vi.stubGlobal("EventSource", SilentSource);
    return this;
  }

  #come(socket: FakeSocket): void {
    if (socket.closed) return;
    this.opened += 1;
    if (this.shut) return socket.cut();
    this.#socket = socket;
    socket.accept();
    this.show(this.first);
  }

  /** Sends a message of the server to the page, over the socket of the table. */
  say(message: ToClient): void {
    this.#socket?.say(message);
  }
  show(state: TableState): void {
    this.say({ type: "state", state });
  }
  /** Confirms the page's last message and sends this state of the table. */
  carryOut(next: TableState): void {
    this.show(next);
    this.say({ type: "done", id: this.heard.at(-1)!.id });
  }
}

/**
 * Installs a fake server with this table. The user reads English, has turned off motion, knows the
 * game, and has the list of actions open. The fake browser features are removed after the test.
 */
export function stage(first: TableState): Stage {
  forgetAnswers();
  forgetDate();
  language.set("en");
  settings.speed = "off";
  localStorage.setItem("zashiki.met", GAME.id);
  sidePanel.show("choices");
  return new Stage(first).open();
}

export { until } from "./until";
