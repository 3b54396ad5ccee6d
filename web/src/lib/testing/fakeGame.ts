/**
 * A fake game for cases that no real game shows at will: full tables, shared victories, a thousand
 * choices. Unit tests show the real page with it (see {@link ./stage}), and so does a browser test.
 */
import type { GameSummary, TableState } from "../../generated/session";
import { episodesOf } from "./fixtures";
import type { LegalAction, GameInfo, Step, LocalizedText } from "../../generated/core";

/** A text in both languages, which must differ. */
export function text(ja: string, en: string): LocalizedText {
  return { ja, en };
}

const CLANS = [
  text("織田信長", "Oda Nobunaga"),
  text("武田信玄", "Takeda Shingen"),
  text("上杉謙信", "Uesugi Kenshin"),
  text("毛利元就", "Mōri Motonari"),
  text("伊達政宗", "Date Masamune"),
];

/** The description of the fake game, for two to five players. */
export const GAME: GameInfo = {
  id: "made-up",
  name: text("ためしの遊び", "A Game for Trying"),
  summary: text(
    "どの棚にもない、五人まで遊べる作り物のゲーム。",
    "A made-up game for up to five, to be found on no shelf.",
  ),
  seats: [2, 5],
  seat_names: CLANS,
  rules_version: 1,
  hidden_information: true,
  private_information: true,
  simultaneous: false,
  open_decisions: false,
  chance: true,
  resignation: "M-2",
  agreed_draw: "M-3",
  options: [],
  end_reasons: [
    {
      id: "thirteen",
      text: text("13点に達しました。", "Thirteen points were reached."),
      rule: "M-1",
    },
    { id: "resigned", text: text("投了です。", "Somebody resigned."), rule: "M-2" },
    { id: "agreed", text: text("合意の引き分けです。", "A draw was agreed on."), rule: "M-3" },
  ],
  score_causes: [
    { id: "laid", name: text("置いたタイル", "tiles laid"), unit: 1 },
    { id: "fire", name: text("火事", "lost to fire"), unit: 1 },
  ],
};

/** The summary of the fake game in the catalogue. */
export const SUMMARY: GameSummary = {
  id: GAME.id,
  name: GAME.name,
  summary: GAME.summary,
  seats: GAME.seats,
  seat_names: GAME.seat_names,
  rules_version: GAME.rules_version,
  default_options: {},
};

/** The ids of the built-in rules that apply to the game. */
export const COMMON_RULES = { ends: [], abandoning: "T-17", leaving: "T-18" };

/** A list of `count` legal actions. */
export function manyChoices(count: number): LegalAction[] {
  return Array.from({ length: count }, (_, index) => {
    const [tile, square] = [1 + (index % 12), `${"ABCDEFGHIJ"[index % 10]}${1 + (index % 7)}`];
    return {
      action: `put ${index} ${tile} ${square}`,
      label: text(
        `${tile}番のタイルを${square}に置く(${index})`,
        `Put tile ${tile} at ${square} (${index})`,
      ),
    };
  });
}

/** The first step of a fake table: the opening. */
function opening(): Step {
  const told = [{ event: {}, text: text("卓が整いました。", "The table is laid."), rule: "M-1" }];
  return {
    number: 0,
    seat: null,
    told,
    episodes: episodesOf(told),
    scores: [],
  };
}

/** The state of a table in play. People take its seats unless `given` says otherwise. */
export function tableOf(seats: number, given: Partial<TableState> = {}): TableState {
  return {
    table: "made-up-table",
    game: GAME.id,
    options: {},
    components: {},
    from_position: false,
    seats: CLANS.slice(0, seats).map((_, seat) => ({
      name: ["あやめ", "Robert the Third of Ely", "いろは", "Mika", "Noah"][seat] ?? "",
      bot: null,
      online: seat !== 2,
      deserted: false,
    })),
    terms: { time: null, late: "bot", listed: false, onlookers: true, rated: false, advice: false },
    you: 0,
    yours: [0],
    host: true,
    started: true,
    cancelled: false,
    onlookers: 0,
    deal: null,
    version: 1,
    awaiting: [0],
    outcome: null,
    view: {},
    scores: [3, 12, 0, 7, 5].slice(0, seats),
    question: { text: text("タイルを一枚置いてください。", "Put one tile."), rule: "M-1" },
    legal: manyChoices(3),
    complete: true,
    decided: [],
    drafts: [],
    clocks: [],
    offer: null,
    can_offer: false,
    can_undo: false,
    can_ask: false,
    can_abandon: true,
    expired: [],
    lost: [],
    steps_from: 0,
    steps: [opening()],
    rematch: null,
    people: [],
    chat: null,
    ...given,
  };
}
