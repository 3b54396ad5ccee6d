/**
 * Sends each request of the page to what answers it: to the server of the page, or to the engine on
 * this device. Nothing else in the page knows which of them it is.
 */
import { ON_DEVICE, isLocalTable } from "../local/place";
import { STATIC_SITE } from "../url/address";
import { server } from "./server";
import { CLOSED, CONNECTING, OPEN } from "./transport";
import type { Capabilities, SocketLike, Transport } from "./transport";

/** What this page offers. */
export const capabilities: Capabilities = { server: !STATIC_SITE };

/** The engine on this device; its code is loaded when it is first needed. */
const device = () => import("../local/localTransport").then(({ local }) => local());

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
  request: async (path, init) =>
    isOnDevice(path) ? (await device()).request(path, init) : server.request(path, init),
  socket: (path) =>
    isOnDevice(path)
      ? new LaterSocket(device().then((local) => local.socket(path)))
      : server.socket(path),
  events: (path) => (isOnDevice(path) ? null : server.events(path)),
};
