/** A connection to a table on this device. */
import { CLOSED, CONNECTING, OPEN, type SocketLike } from "../api/transport";

/** The other end of a {@link DeviceSocket}. */
export interface SocketHost {
  message(client: number, text: string): void;
  disconnect(client: number): void;
}

/** A socket whose messages go to the engine on this device. */
export class DeviceSocket implements SocketLike {
  readyState = CONNECTING;
  binaryType: BinaryType = "blob";
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: (() => void) | null = null;
  onerror: (() => void) | null = null;

  constructor(
    readonly table: string,
    readonly client: number,
    readonly host: SocketHost,
  ) {}

  send(text: string): void {
    if (this.readyState === OPEN) this.host.message(this.client, text);
  }

  close(): void {
    if (this.readyState === CLOSED) return;
    this.readyState = CLOSED;
    this.host.disconnect(this.client);
  }

  /** Receives a message of the engine; the first one opens the socket. */
  receive(text: string): void {
    if (this.readyState === CONNECTING) {
      this.readyState = OPEN;
      this.onopen?.();
    }
    if (this.readyState === OPEN) this.onmessage?.({ data: text });
  }

  /** Ends the socket from the side of the engine. */
  cut(): void {
    if (this.readyState === CLOSED) return;
    this.readyState = CLOSED;
    this.onclose?.();
  }
}
