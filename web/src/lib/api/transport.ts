/**
 * The interface between the page and what answers it: a server, or the engine on this device. The
 * paths, the JSON and the messages of tables are the same in both.
 */

/** The part of a `WebSocket` that the page uses. */
export interface SocketLike {
  /** The state of the socket, as a constant of `WebSocket`. */
  readonly readyState: number;
  binaryType: BinaryType;
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: (() => void) | null;
  onerror: (() => void) | null;
  send(text: string): void;
  close(): void;
}

/** The values of {@link SocketLike.readyState}. */
export const CONNECTING = 0;
export const OPEN = 1;
export const CLOSED = 3;

/** The part of an `EventSource` that the page uses. */
export interface EventSourceLike {
  readonly readyState: number;
  onmessage: ((event: MessageEvent<string>) => void) | null;
  onerror: (() => void) | null;
  addEventListener(type: string, listener: (event: MessageEvent<string>) => void): void;
  close(): void;
}

/** The value of {@link EventSourceLike.readyState} after a refusal. */
export const EVENTS_CLOSED = 2;

/** The server or the engine that answers the requests of the page. */
export interface Transport {
  /** Requests a path below `/api`, like `fetch`. */
  request(path: string, init?: RequestInit): Promise<Response>;
  /** Opens a connection to a path below `/api`, like `new WebSocket`. */
  socket(path: string): SocketLike;
  /** Opens a stream of events, like `new EventSource`; null if this transport has none. */
  events(path: string): EventSourceLike | null;
}

/** The parts of the program that a page has. */
export interface Capabilities {
  /**
   * True if the page has a server: for friends by link, the lobby, ratings, push messages, passkeys
   * and verified deals.
   */
  readonly server: boolean;
}
