/** The transport of pages with a server, and the loading of the page's own files. */
import type { EventSourceLike, SocketLike, Transport } from "./transport";

/** The address of a WebSocket on the server from which the page was loaded. */
export function socketUrl(page: Pick<Location, "protocol" | "host">, path: string): string {
  const scheme = page.protocol === "https:" ? "wss:" : "ws:";
  return `${scheme}//${page.host}${path}`;
}

/** The server from which the page was loaded. */
export const server: Transport = {
  request: (path, init) => fetch(path, init),
  socket: (path) => new WebSocket(socketUrl(location, path)) as SocketLike,
  events: (path) => new EventSource(path) as EventSourceLike,
};

/** Loads a file of the page itself, such as a style sheet or a list. */
export const fetchFile = (address: string | URL): Promise<Response> => fetch(address);
