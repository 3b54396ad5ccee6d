/** One person at one table: what they see, what they sent, what was refused. */
import type { TableState } from "../generated/parlour";
import type { Seat, Told } from "../generated/table";
import { browser, Live, type Link, type Order, type Refused, type World } from "./live";
import { Playback } from "./playback.svelte";

interface Sent {
  id: string;
  type: Order["type"];
  /** For decisions: the version they were made at. */
  version: number;
  done: boolean;
}

/** A visit to a table. */
export class Sitting {
  /** How the connection stands. */
  link = $state<Link>("connecting");
  /** The last refusal, until something else is tried. */
  refused = $state.raw<Refused | null>(null);
  readonly playback: Playback;

  #sent = $state.raw<Sent | null>(null);
  #live: Live;

  constructor(
    url: string,
    frameMs: () => number,
    told: (told: Told) => void,
    readonly world: World = browser,
  ) {
    this.playback = new Playback({ later: world.later, frameMs }, told);
    this.#live = new Live(
      url,
      {
        link: (link) => (this.link = link),
        state: (state) => this.#take(state),
        done: (id) => this.#done(id),
        refused: (id, refused) => this.#refused(id, refused),
      },
      world,
    );
  }

  start(): void {
    this.#live.start();
  }

  stop(): void {
    this.#live.stop();
    this.playback.stop();
  }

  /** Reconnects at once, if there is no connection. */
  hurry(): void {
    this.#live.hurry();
  }

  /** Whether something was sent that is not settled yet. */
  get sending(): boolean {
    return this.#sent !== null;
  }

  /** Whether a rematch was asked for by this person. */
  rematchAsked = $state(false);

  /** Whether no decision can be taken just now. */
  get busy(): boolean {
    return this.playback.playing || this.sending;
  }

  act(action: string): void {
    this.#decide((version) => ({ type: "act", version, action }));
  }

  undo(): void {
    this.#decide((version) => ({ type: "undo", version }));
  }

  sit(seat: Seat, name: string): void {
    this.#send({ type: "sit", seat, name }, 0);
  }

  rematch(): void {
    this.rematchAsked = true;
    this.#send({ type: "rematch" }, 0);
  }

  #decide(order: (version: number) => Order): void {
    const version = this.playback.newest?.version;
    if (version !== undefined && !this.busy) this.#send(order(version), version);
  }

  #send(order: Order, version: number): void {
    if (this.#sent) return;
    this.refused = null;
    this.#sent = { id: "", type: order.type, version, done: false };
    const id = this.#live.send(order);
    this.#sent = { ...this.#sent, id };
  }

  #take(state: TableState): void {
    this.playback.push(state);
    this.#settle();
  }

  #done(id: string): void {
    if (this.#sent?.id !== id) return;
    this.#sent = { ...this.#sent, done: true };
    this.#settle();
  }

  /** A decision is settled when it was carried out and its consequence has arrived, in
      whichever order: until then the choices on screen are yesterday's. */
  #settle(): void {
    const sent = this.#sent;
    if (!sent?.done) return;
    const decision = sent.type === "act" || sent.type === "undo";
    const version = this.playback.newest?.version ?? 0;
    if (!decision || version > sent.version) this.#sent = null;
  }

  #refused(id: string, refused: Refused): void {
    if (this.#sent?.id === id) {
      if (this.#sent.type === "rematch") this.rematchAsked = false;
      this.#sent = null;
    }
    this.refused = refused;
  }
}
