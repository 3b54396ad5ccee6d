/** One person at one table: what they see, what they sent, what was refused. */
import type {
  Arrangement,
  OpenDraft,
  Phrase,
  Refusal,
  TableState,
  Word,
} from "../../generated/parlour";
import type { Bytes32, Choice, Draft, Seat, Told } from "../../generated/table";
import type { DraftResult } from "../../games/types";
import type { Lang } from "../../lib/i18n/grammar";
import {
  browser,
  TableSocket,
  type Link,
  type ClientMessage,
  type Environment,
} from "../../lib/api/tableSocket";
import type { AnimationStep } from "../../games/types";
import { Playback } from "../match/playback.svelte";
import type { Sound } from "../../lib/dom/sound";

interface Sent {
  id: string;
  type: ClientMessage["type"];
  /** For decisions: the version they were made at. */
  version: number;
  done: boolean;
}

/** For how many milliseconds what somebody says is shown. */
const SAID_MS = 5_000;

/** Orders that are no decision of the play: they are settled when they are carried out. */
const ASIDE: readonly ClientMessage["type"][] = [
  "sit",
  "stand",
  "arrange",
  "rematch",
  "phrase",
  "return",
];

/** A draft on its way, and who waits for its answer. */
interface Asked {
  text: string;
  id: string;
  answer: (drafted: DraftResult) => void;
}

const NO_CHOICES: readonly Choice[] = [];

/** A visit to a table. */
export class TableSession {
  /** How the connection stands. */
  link = $state<Link>("connecting");
  /** The last refusal, until something else is tried. */
  refused = $state.raw<Refusal | null>(null);
  /** What others are putting together, where they let it be watched. */
  others = $state.raw<ReadonlyMap<Seat, unknown>>(new Map());
  /** When each seat's time is up, in milliseconds on the page's monotonic clock. */
  deadlines = $state.raw<ReadonlyMap<Seat, number>>(new Map());
  /** The milliseconds that seats have whose clocks stand. */
  banks = $state.raw<ReadonlyMap<Seat, number>>(new Map());
  /** What people at the table have said just now. */
  said = $state.raw<ReadonlyMap<Seat, Phrase>>(new Map());
  readonly playback: Playback;

  #sent = $state.raw<Sent | null>(null);
  #live: TableSocket;
  /** The draft that was sent and not answered yet, and the one to send after it. */
  #drafting: Asked | null = null;
  #nextDraft: Asked | null = null;
  /** What was said of the deal and not answered yet. */
  #dealing: string | null = null;
  /** How the table stood when that was said. */
  #answered: TableState | null = null;
  /** Whether the deal was yet to be made when this visit last saw the table. */
  #gathering = false;

  constructor(
    url: string,
    frameMs: () => number,
    told: (told: Told) => void,
    readonly world: Environment = browser,
    animationStep?: (told: Told) => AnimationStep,
    play?: (sound: Sound) => void,
  ) {
    this.playback = new Playback({ later: world.later, frameMs }, told, animationStep, play);
    this.#live = new TableSocket(
      url,
      {
        link: (link) => (this.link = link),
        state: (state) => this.#take(state),
        done: (id) => this.#done(id),
        refused: (id, refused) => this.#refused(id, refused),
        drafted: (id, draft) => this.#drafted(id, draft),
        drafting: (draft) => this.#grown(draft),
        said: (seat, phrase) => this.#hear(seat, phrase),
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

  /** Asks the server again how the table is, for when time may have passed uncounted. */
  refresh(): void {
    this.#live.refresh();
  }

  /** Whether something was sent that is not settled yet. */
  get sending(): boolean {
    return this.#sent !== null;
  }

  /** Whether this person said here that they come to a rematch. */
  rematchAsked = $state(false);

  /** Whether changes are still being shown or something is still on its way. */
  get busy(): boolean {
    return this.playback.playing || this.sending;
  }

  /**
   * What may be done now: nothing while a decision is on its way or others' changes are being
   * shown, except that a decision which is open stays so while other seats act.
   */
  get legal(): readonly Choice[] {
    return this.#decides ? (this.playback.newest?.legal ?? NO_CHOICES) : NO_CHOICES;
  }

  get #decides(): boolean {
    return !this.sending && (this.playback.decision !== null || !this.playback.playing);
  }

  act(action: string): void {
    this.#decide((version) => ({ type: "act", version, action }));
  }

  undo(): void {
    this.#decide((version) => ({ type: "undo", version }));
  }

  /** Gives up. */
  resign(): void {
    this.#speak((version) => ({ type: "resign", version }));
  }

  /** Says something about an offer: makes one, answers one. */
  talk(word: Word): void {
    this.#speak((version) => ({ type: "talk", version, word }));
  }

  /**
   * Informs the house how far an unfinished decision has come. One is on its way at a time; of those
   * that would follow it only the last is sent, and the others are answered by null.
   */
  draft(text: string): Promise<DraftResult> {
    return new Promise((answer) => {
      this.#nextDraft?.answer(null);
      this.#nextDraft = { text, id: "", answer };
      this.#sendDraft();
    });
  }

  sit(seat: Seat, name: string): void {
    void this.#promise("sit", (hash) => ({ type: "sit", seat, name, ...hash }));
  }

  /** Leaves the seat before the play begins. */
  stand(): void {
    this.#send({ type: "stand" }, 0);
  }

  /** Arranges the table before the play begins. */
  arrange(change: Arrangement): void {
    this.#send({ type: "arrange", change }, 0);
  }

  /** Leaves the play: a bot plays on. Who gives the seat up leaves it to the first who takes it. */
  leave(givesUp: boolean): void {
    this.#speak(() => ({ type: "leave", gives_up: givesUp }));
  }

  /** Comes back to a play that was left. */
  comeBack(): void {
    this.#send({ type: "return" }, 0);
  }

  /** Says something to all at the table. */
  say(phrase: Phrase): void {
    this.#live.send({ type: "phrase", phrase });
  }

  /** Looks with the eyes of another seat of those who share this device. */
  look(seat: Seat): void {
    this.#sent = null;
    this.refused = null;
    this.#live.look(seat);
  }

  /** Is told of the table in this language from now on. */
  read(lang: Lang): void {
    this.#live.read(lang);
  }

  /** Asks for a rematch, joins the one asked for, or declines it. */
  rematch(comes: boolean): void {
    this.rematchAsked = comes;
    if (comes) void this.#promise("rematch", (hash) => ({ type: "rematch", comes, ...hash }));
    else this.#send({ type: "rematch", comes }, 0);
  }

  #decide(order: (version: number) => ClientMessage): void {
    const version = this.playback.newest?.version;
    if (version !== undefined && this.#decides) this.#send(order(version), version);
  }

  /** What may be said while changes are still being shown. */
  #speak(order: (version: number) => ClientMessage): void {
    const version = this.playback.newest?.version;
    if (version !== undefined) this.#send(order(version), version);
  }

  #sendDraft(): void {
    const version = this.playback.newest?.version;
    if (this.#drafting || !this.#nextDraft) return;
    const { text, answer } = this.#nextDraft;
    this.#nextDraft = null;
    if (version === undefined) return answer(null);
    const id = this.#live.send({ type: "draft", version, draft: text });
    this.#drafting = { text, id, answer };
  }

  #answerDraft(id: string, drafted: DraftResult): void {
    if (this.#drafting?.id !== id) return;
    this.#drafting.answer(drafted);
    this.#drafting = null;
    this.#sendDraft();
  }

  #drafted(id: string, drafted: Draft): void {
    this.#answerDraft(id, drafted);
  }

  #hear(seat: Seat, phrase: Phrase): void {
    const said = new Map([...this.said, [seat, phrase]]);
    this.said = said;
    this.world.later(() => {
      // What was said since stays.
      if (this.said.get(seat) !== phrase) return;
      this.said = new Map([...this.said].filter(([speaker]) => speaker !== seat));
    }, SAID_MS);
  }

  #grown({ seat, reading }: OpenDraft): void {
    this.others = new Map([...this.others, [seat, reading]]);
  }

  #send(order: ClientMessage, version: number): void {
    if (this.#sent) return;
    this.refused = null;
    this.#sent = { id: "", type: order.type, version, done: false };
    const id = this.#live.send(order);
    this.#sent = { ...this.#sent, id };
  }

  /** Sends what puts this person at a table, with the hash of what they add to its deal. */
  async #promise(
    type: ClientMessage["type"],
    order: (promised: { hash?: Bytes32 }) => ClientMessage,
  ): Promise<void> {
    if (this.#sent) return;
    this.refused = null;
    this.#sent = { id: "", type, version: 0, done: false };
    const deal = type === "sit" ? this.playback.newest?.deal : null;
    // Without that part of the page they come without a share.
    const promised = await import("../../lib/api/seedShares").then(
      ({ commitSeed }) => ({ hash: commitSeed(deal) }),
      () => ({}),
    );
    this.#sent = { ...this.#sent, id: this.#live.send(order(promised)) };
  }

  #take(state: TableState): void {
    this.playback.push(state);
    this.others = new Map((state.drafts ?? []).map(({ seat, reading }) => [seat, reading]));
    const now = this.world.time();
    const [running, standing] = [true, false].map((wish) =>
      (state.clocks ?? []).filter((clock) => clock.running === wish),
    );
    this.deadlines = new Map(running?.map(({ seat, left_ms }) => [seat, now + left_ms]));
    this.banks = new Map(standing?.map(({ seat, left_ms }) => [seat, left_ms]));
    this.#settle();
    this.#deal();
  }

  /** Adds this device's share to the deal when it is asked for. Nobody need look. */
  #deal(): void {
    const state = this.playback.newest;
    if (!state || (state.started && !this.#gathering)) return;
    this.#gathering = !state.started;
    import("../../lib/api/seedShares").then(
      ({ seedMessage }) => {
        const order = this.playback.newest && seedMessage(this.playback.newest);
        if (!order || this.#dealing !== null) return;
        this.#dealing = this.#live.send(order);
        this.#answered = this.playback.newest;
      },
      // Without that part of the page the play begins without its share.
      () => {},
    );
  }

  #done(id: string): void {
    if (this.#dealing === id) {
      this.#dealing = null;
      this.#deal();
    }
    if (this.#sent?.id !== id) return;
    this.#sent = { ...this.#sent, done: true };
    this.#settle();
  }

  /** A decision is settled when it was carried out and its consequence has arrived, in
      whichever order: until then the choices on screen are yesterday's. */
  #settle(): void {
    const sent = this.#sent;
    if (!sent?.done) return;
    const decision = !ASIDE.includes(sent.type);
    const version = this.playback.newest?.version ?? 0;
    if (!decision || version > sent.version) this.#sent = null;
  }

  #refused(id: string, refused: Refusal): void {
    if (this.#drafting?.id === id) return this.#answerDraft(id, null);
    if (this.#dealing === id) {
      this.#dealing = null;
      // What was asked for may be something else by now. If not, the deal is made without it, and
      // says so.
      if (this.playback.newest !== this.#answered) this.#deal();
      return;
    }
    if (this.#sent?.id === id) {
      if (this.#sent.type === "rematch") this.rematchAsked = false;
      this.#sent = null;
    }
    this.refused = refused;
  }
}
