/**
 * Sends each request of the page to what answers it: to the server of the page, or to the engine on
 * this device. Nothing else in the page knows which of them it is.
 */
import { withTexts } from "../i18n/messages/loaded";
import { ON_DEVICE, hasStoredGames, isLocalTable } from "../local/place";
import { STATIC_SITE } from "../url/address";
import { server } from "./server";
import { CLOSED, CONNECTING, OPEN } from "./transport";
import type { Capabilities, SocketLike, Transport } from "./transport";

/** The capabilities of this page. */
export const capabilities: Capabilities = { server: !STATIC_SITE };

/** The engine on this device; its code is loaded when it is first needed. */
export const device = () => import("../local/localTransport").then(({ local }) => local());

/** Returns true if the engine on this device answers requests to this path. */
export function isOnDevice(path: string): boolean {
  if (!capabilities.server) return true;
  const { pathname, searchParams } = new URL(path, "http://page");
  const [, , kind, table] = pathname.split("/");
  if (kind !== "tables") return false;
  return table === undefined
    ? searchParams.has(ON_DEVICE)
    : isLocalTable(decodeURIComponent(table));
}

/** Returns true if what answers requests to this path is reached over the network. */
export const needsNetwork = (path: string): boolean => !isOnDevice(path);

/** Returns true if other people can open a table by its link. */
export const hasLink = (table: string): boolean => capabilities.server && !isLocalTable(table);

/** Requests about a game without a table, which the engine on this device can answer too. */
const GAME_ALONE = /^\/api\/(games|analysis|records|components)\b/;

/**
 * The answer of the engine on this device while the server cannot be reached; null if it has none.
 */
async function standIn(path: string, init?: RequestInit): Promise<Response | null> {
  if (!GAME_ALONE.test(path) || !hasStoredGames()) return null;
  const response = await device().then(
    (local) => local.request(path, init),
    () => null,
  );
  return response && response.status < 500 ? response : null;
}

/** A socket that another one serves as soon as it exists. */
class LaterSocket implements SocketLike {
  readyState = CONNECTING;
  binaryType: BinaryType = "blob";
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: (() => void) | null = null;
  onerror: (() => void) | null = null;
  #inner: SocketLike | null = null;

  constructor(coming: Promise<SocketLike>) {
    coming.then(
      (inner) => this.#use(inner),
      () => this.#end(),
    );
  }

  send(text: string): void {
    this.#inner?.send(text);
  }

  close(): void {
    this.readyState = CLOSED;
    this.#inner?.close();
  }

  #use(inner: SocketLike): void {
    if (this.readyState === CLOSED) return inner.close();
    this.#inner = inner;
    inner.binaryType = this.binaryType;
    inner.onopen = () => {
      this.readyState = OPEN;
      this.onopen?.();
    };
    inner.onmessage = (event) => this.onmessage?.(event);
    inner.onclose = () => this.#end();
    inner.onerror = () => this.onerror?.();
  }

  #end(): void {
    if (this.readyState === CLOSED) return;
    this.readyState = CLOSED;
    this.onclose?.();
  }
}

/** The transport of the page. */
export const transport: Transport = {
  async request(path, init) {
    if (isOnDevice(path)) return (await device()).request(path, init);
    try {
      return await server.request(path, init);
    } catch (thrown) {
      return (await standIn(path, init)) ?? Promise.reject(thrown as Error);
    }
  },
  socket: (path) =>
    isOnDevice(path)
      ? new LaterSocket(withTexts(device()).then((local) => local.socket(path)))
      : server.socket(path),
  events: (path) => (isOnDevice(path) ? null : server.events(path)),
};
