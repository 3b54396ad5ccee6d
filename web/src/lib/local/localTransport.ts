/**
 * The transport of games on this device. It answers the same requests as a server: about the games
 * and their tables with the engine of each game, about lists from the storage.
 */
import type { Profile } from "../../generated/server";
import type { MyTables } from "../../generated/session";
import { fetchFile, server } from "../api/server";
import type { SocketLike, Transport } from "../api/transport";
import { deviceDate } from "../clock";
import { loadAllMessages } from "../i18n/messages/loaded";
import { CATALOGUE, STATIC_SITE, fileAddress } from "../url/address";
import { BotPool } from "./botPool";
import { EngineHost, replyOf, type Reply, type World } from "./engineHost";
import { forgetProfile, me, readProfile, writeProfile } from "./localProfile";
import { GameList } from "./catalogue";
import { workersOf } from "./modules";
import { ON_DEVICE, gameOfTable } from "./place";
import { Problem } from "./problems";
import { TableStore } from "./tableStore";

/** The name of the channel on which tabs tell each other of changed tables. */
const CHANNEL = "zashiki.tables";

const needsServer = () => new Problem(501, (words) => words.needsServer);
const noTable = () => new Problem(404, (words) => words.noTable);
const unreadable = () => new Problem(400, (words) => words.unreadable);

const json = (value: unknown, status = 200): Reply => ({ status, body: JSON.stringify(value) });

/** A request with its path taken apart. */
interface Asked {
  method: string;
  /** The parts of the path after `/api`. */
  parts: string[];
  /** The path with its query, for the engine. */
  path: string;
  body: string;
}

/** The transport of games on this device. */
export class LocalTransport implements Transport {
  readonly #hosts = new Map<string, EngineHost>();

  constructor(
    readonly world: Omit<World, "store"> & {
      /** Asks the browser to keep the storage of this page. */
      persist: () => void;
    },
    readonly store: TableStore,
    readonly games: GameList,
  ) {}

  async request(path: string, init: RequestInit = {}): Promise<Response> {
    let reply: Reply;
    try {
      reply = await this.#answer(await taken(path, init));
    } catch (thrown) {
      if (!(thrown instanceof Problem)) throw thrown;
      await loadAllMessages();
      reply = replyOf(thrown);
    }
    const headers = { "content-type": "application/json" };
    const body = reply.status === 204 ? null : reply.body;
    return new Response(body, { status: reply.status, headers });
  }

  socket(path: string): SocketLike {
    const { pathname, searchParams } = new URL(path, "http://page");
    const table = decodeURIComponent(pathname.split("/")[3] ?? "");
    // Nothing is compressed on the way within a device.
    searchParams.delete("packed");
    return this.#host(gameOfTable(table) ?? "").connect(table, searchParams.toString());
  }

  events(): null {
    return null;
  }

  /** Begins to load the engine of a game, which will be needed. */
  warm(game: string): void {
    this.#host(game).warm();
  }

  /** Takes a table from the storage again, since another tab has changed it. */
  changedElsewhere(table: string): void {
    const game = gameOfTable(table);
    if (game !== null) void this.#hosts.get(game)?.reload(table);
  }

  async #answer(asked: Asked): Promise<Reply> {
    const [kind, id] = asked.parts;
    const { method, body } = asked;
    switch (kind) {
      case "games":
        if (id === undefined) return json(await this.games.load());
        return this.#ask(await this.games.known(id), asked);
      case "tables":
        if (id !== undefined) return this.#table(id, asked);
        return method === "GET" ? this.#tables() : this.#open(await this.#gameIn(body), asked);
      case "analysis":
      case "records":
      case "components":
        return this.#ask(await this.#gameIn(body), asked);
      case "me":
        if (id === undefined) return await this.#me(method, body);
        throw needsServer();
      default:
        throw needsServer();
    }
  }

  /** Asks the engine. Its failures need texts that lists of games and tables do without. */
  async #ask(game: string, { method, path, body }: Asked, table?: string): Promise<Reply> {
    await loadAllMessages();
    return await this.#host(game).request(method, path, body, table ?? null);
  }

  /** Opens a table; the user sits there with the name and the crest of the profile. */
  async #open(game: string, asked: Asked): Promise<Reply> {
    const body = JSON.stringify(readProfile());
    await this.#ask(game, { ...asked, path: "/api/me", body });
    const opened = await this.#ask(game, asked);
    // Otherwise a browser that needs space may delete the games.
    if (opened.status === 201) this.world.persist();
    return opened;
  }

  #host(game: string): EngineHost {
    let host = this.#hosts.get(game);
    if (!host) {
      host = new EngineHost(game, { ...this.world, store: this.store });
      this.#hosts.set(game, host);
    }
    return host;
  }

  /** The game that a request names in its body. */
  async #gameIn(body: string): Promise<string> {
    let game: unknown;
    try {
      game = (JSON.parse(body) as { game?: unknown } | null)?.game;
    } catch {
      throw unreadable();
    }
    if (typeof game !== "string") throw unreadable();
    return this.games.known(game);
  }

  /** The list of tables, from the storage alone. */
  async #tables(): Promise<Reply> {
    const rows = await this.store.list();
    const tables = rows.flatMap(({ card }) => (card ? [card] : []));
    return json({ tables } satisfies MyTables);
  }

  async #table(table: string, asked: Asked): Promise<Reply> {
    const game = gameOfTable(table);
    if (game === null) throw noTable();
    if (asked.method !== "DELETE") return this.#ask(game, asked, table);
    await this.#remove(table);
    return { status: 204, body: "" };
  }

  async #remove(table: string): Promise<void> {
    this.#hosts.get(gameOfTable(table) ?? "")?.unload(table);
    await this.store.remove(table);
    this.world.changed(table);
  }

  async #me(method: string, body: string): Promise<Reply> {
    if (method === "DELETE") {
      forgetProfile();
      for (const { table } of await this.store.list()) await this.#remove(table);
    }
    if (method === "POST") {
      const profile = JSON.parse(body) as Profile;
      writeProfile({ ...readProfile(), ...profile });
    }
    return json(me());
  }
}

/** Converts a request of the page to the form in which the engine gets it. */
async function taken(path: string, init: RequestInit): Promise<Asked> {
  const url = new URL(path, "http://page");
  url.searchParams.delete(ON_DEVICE);
  return {
    method: init.method ?? "GET",
    parts: url.pathname.split("/").slice(2).map(decodeURIComponent),
    path: url.pathname + url.search,
    body: await textOf(init.body),
  };
}

/** The text of a body; files may have a byte order mark, and then be UTF-16. */
async function textOf(body: BodyInit | null | undefined): Promise<string> {
  if (body === null || body === undefined) return "";
  if (typeof body === "string") return body;
  const bytes = new Uint8Array(await new Response(body).arrayBuffer());
  const mark = (...start: number[]) => start.every((byte, at) => bytes[at] === byte);
  const encoding = mark(0xff, 0xfe) ? "utf-16le" : mark(0xfe, 0xff) ? "utf-16be" : "utf-8";
  return new TextDecoder(encoding).decode(bytes);
}

let created: LocalTransport | null = null;

/** The transport of games on this device, with what this browser has. */
export function local(): LocalTransport {
  if (created) return created;
  const now = deviceDate;
  const games = new GameList(
    () => (STATIC_SITE ? fetchFile(CATALOGUE) : server.request("/api/games")),
    fileAddress,
  );
  const start = workersOf((game) => games.moduleOf(game));
  const channel = typeof BroadcastChannel === "function" ? new BroadcastChannel(CHANNEL) : null;
  const world = {
    start,
    bots: new BotPool(start, now),
    changed: (table: string) => channel?.postMessage(table),
    persist: () => void navigator.storage?.persist?.().catch(() => false),
    now,
    later: (callback: () => void, ms: number) => {
      const timer = setTimeout(callback, ms);
      return () => clearTimeout(timer);
    },
  };
  const transport = new LocalTransport(world, new TableStore(), games);
  if (channel)
    channel.onmessage = ({ data }: MessageEvent<string>) => transport.changedElsewhere(data);
  created = transport;
  return transport;
}
