/**
 * One user's session at a table: the displayed state, the messages to the server, and its refusals.
 */
import type {
  Arrangement,
  OpenDraft,
  Phrase,
  Refusal,
  TableState,
  Word,
} from "../../generated/session";
import type {
  Bytes32,
  LegalAction,
  Draft,
  Episode,
  Seat,
  DescribedEvent,
} from "../../generated/core";
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
import { Playback, type Clock } from "../match/playback.svelte";
import type { Sound } from "../../lib/dom/sound";
import { PeopleNews } from "./peopleNews.svelte";

interface Sent {
  id: string;
  type: ClientMessage["type"];
  /** For decisions, the version of the table at which they were made. */
  version: number;
  done: boolean;
}

/** The time for which a phrase is shown, in milliseconds. */
const SAID_MS = 5_000;

/**
 * The types of messages that are not decisions of the game. Such a message is settled when the
 * server has handled it.
 */
const ASIDE: readonly ClientMessage["type"][] = [
  "sit",
  "stand",
  "arrange",
  "rematch",
  "phrase",
  "return",
];

/**
 * A draft (an unfinished decision) that was sent to the server, with the callback for its answer.
 */
interface Asked {
  text: string;
  id: string;
  answer: (drafted: DraftResult) => void;
}

const NO_CHOICES: readonly LegalAction[] = [];

/** A user's session at one table, from opening its page to leaving it. */
export class TableSession {
  /** The state of the connection to the server. */
  link = $state<Link>("connecting");
  /** The number of connections in a row that failed or were lost. */
  failures = $state(0);
  /** The last refusal of an action; null as soon as another action is tried. */
  refused = $state.raw<Refusal | null>(null);
  /** The drafts (unfinished decisions) of other seats, if the game lets players watch them. */
  others = $state.raw<ReadonlyMap<Seat, unknown>>(new Map());
  /** The deadline of each running clock, in milliseconds on the page's monotonic clock. */
  deadlines = $state.raw<ReadonlyMap<Seat, number>>(new Map());
  /** The time left on each stopped clock, by seat, in milliseconds. */
  banks = $state.raw<ReadonlyMap<Seat, number>>(new Map());
  /** The phrases that players have said just now, by seat. */
  said = $state.raw<ReadonlyMap<Seat, Phrase>>(new Map());
  readonly playback: Playback;
  /** The latest events about the people at the table. */
  readonly news: PeopleNews;

  #sent = $state.raw<Sent | null>(null);
  #live: TableSocket;
  /** The draft that waits for an answer, and the draft to send after it. */
  #drafting: Asked | null = null;
  #nextDraft: Asked | null = null;
  /** The id of the message about the fair deal that waits for an answer; null if there is none. */
  #dealing: string | null = null;
  /** The state of the table to which that message replies. */
  #answered: TableState | null = null;
  /** The chat messages that wait for an answer, each with its callback. */
  readonly #chatting = new Map<string, (sent: boolean) => void>();
  /** True if the game had not begun when this session last received the table. */
  #gathering = false;

  constructor(
    url: string,
    pace: Omit<Clock, "later">,
    told: (episode: Episode) => void,
    readonly world: Environment = browser,
    animationStep?: (told: DescribedEvent) => AnimationStep,
    play?: (sound: Sound) => void,
    patience?: () => number | undefined,
  ) {
    const clock = { ...pace, later: world.later };
    this.playback = new Playback(clock, told, animationStep, play, true, patience);
    this.news = new PeopleNews(world.later);
    this.#live = new TableSocket(
      url,
      {
        link: (link) => this.#linked(link),
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

  /** Reconnects at once if there is no connection. */
  hurry(): void {
    this.#live.hurry();
  }

  /** Requests the table again, after the page's clock may have missed some time. */
  refresh(): void {
    this.#live.refresh();
  }

  /** True while a message to the server is not settled yet. */
  get sending(): boolean {
    return this.#sent !== null;
  }

  /** True while a decision of the user is on its way to the server. */
  get deciding(): boolean {
    return this.#sent?.type === "act";
  }

  /** True if the user has accepted a rematch here. */
  rematchAsked = $state(false);

  /** True while changes are being shown or a message is not settled yet. */
  get busy(): boolean {
    return this.playback.playing || this.sending;
  }

  /**
   * The legal actions. There are none while a decision is being sent or changes are being shown;
   * but an open decision stays open while other seats act.
   */
  get legal(): readonly LegalAction[] {
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

  /** Resigns the game for the user's seat. */
  resign(): void {
    this.#speak((version) => ({ type: "resign", version }));
  }

  /** Makes an offer (a draw, the end of the game, a takeback), or answers one. */
  talk(word: Word): void {
    this.#speak((version) => ({ type: "talk", version, word }));
  }

  /**
   * Sends an unfinished decision to the server and returns its meaning. Only one is under way at a
   * time. Of those that follow meanwhile only the last is sent; the others return null.
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

  /** Leaves the seat before the game begins. */
  stand(): void {
    this.#send({ type: "stand" }, 0);
  }

  /** Changes the seats or the settings of the table before the game begins; only the host may. */
  arrange(change: Arrangement): void {
    this.#send({ type: "arrange", change }, 0);
  }

  /**
   * Leaves the game; a bot continues for the seat. A seat that is given up belongs to the first
   * user who takes it.
   */
  leave(givesUp: boolean): void {
    this.#speak(() => ({ type: "leave", gives_up: givesUp }));
  }

  /** Returns to a game that the user has left. */
  comeBack(): void {
    this.#send({ type: "return" }, 0);
  }

  /** Says a phrase to all users at the table. */
  say(phrase: Phrase): void {
    this.#live.send({ type: "phrase", phrase });
  }

  /** Sends a message in the user's own words; returns false if it was refused. */
  chat(text: string): Promise<boolean> {
    this.refused = null;
    return new Promise((answer) => {
      this.#chatting.set(this.#live.send({ type: "chat", text }), answer);
    });
  }

  /** Changes to the viewpoint of another seat, whose user shares this device. */
  look(seat: Seat): void {
    this.#sent = null;
    this.refused = null;
    this.#live.look(seat);
  }

  /** Requests texts in this language from the server from now on. */
  read(lang: Lang): void {
    this.#live.read(lang);
  }

  /** Accepts (or requests) a rematch if `comes` is true, otherwise declines it. */
  rematch(comes: boolean): void {
    this.rematchAsked = comes;
    if (comes) void this.#promise("rematch", (hash) => ({ type: "rematch", comes, ...hash }));
    else this.#send({ type: "rematch", comes }, 0);
  }

  #linked(link: Link): void {
    this.link = link;
    if (link === "online") this.failures = 0;
    if (link === "reconnecting" || link === "unreachable") this.failures += 1;
  }

  #decide(order: (version: number) => ClientMessage): void {
    const version = this.playback.newest?.version;
    if (version !== undefined && this.#decides) this.#send(order(version), version);
  }

  /** Sends a message that the user may send while changes are being shown. */
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
      // If the seat has said another phrase meanwhile, that one stays.
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

  /**
   * Sends a message that gives the user a seat, with the hash of their random share of the deal.
   */
  async #promise(
    type: ClientMessage["type"],
    order: (promised: { hash?: Bytes32 }) => ClientMessage,
  ): Promise<void> {
    if (this.#sent) return;
    this.refused = null;
    this.#sent = { id: "", type, version: 0, done: false };
    const deal = type === "sit" ? this.playback.newest?.deal : null;
    // If the module cannot be loaded, the user joins without a share.
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

  /**
   * Sends this device's message about the fair deal, if the server waits for one: a commitment or
   * the share. This needs no action of the user.
   */
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
      // If the module cannot be loaded, the game begins without this device's share.
      () => {},
    );
  }

  #done(id: string): void {
    if (this.#dealing === id) {
      this.#dealing = null;
      this.#deal();
    }
    this.#chatted(id, true);
    if (this.#sent?.id !== id) return;
    this.#sent = { ...this.#sent, done: true };
    this.#settle();
  }

  /**
   * A decision is settled when the server has handled it and the resulting state has arrived, in
   * either order. Until then the displayed actions are outdated.
   */
  #settle(): void {
    const sent = this.#sent;
    if (!sent?.done) return;
    const decision = !ASIDE.includes(sent.type);
    const version = this.playback.newest?.version ?? 0;
    if (!decision || version > sent.version) this.#sent = null;
  }

  #chatted(id: string, sent: boolean): void {
    this.#chatting.get(id)?.(sent);
    this.#chatting.delete(id);
  }

  #refused(id: string, refused: Refusal): void {
    if (this.#drafting?.id === id) return this.#answerDraft(id, null);
    if (this.#dealing === id) {
      this.#dealing = null;
      // The deal may have changed meanwhile. If it has not, the deal is made without the share, and
      // its verification shows that.
      if (this.playback.newest !== this.#answered) this.#deal();
      return;
    }
    this.#chatted(id, false);
    if (this.#sent?.id === id) {
      if (this.#sent.type === "rematch") this.rematchAsked = false;
      this.#sent = null;
    }
    this.refused = refused;
  }
}
