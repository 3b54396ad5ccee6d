/** The game's own words, in both languages. Rule sentences come from the server. */
import type { Text } from "../../generated/table";
import type { Catalogue, Line, Names, Thing, Token, View, Why } from "../../generated/sengoku";
import type { Scene } from "./scene";
import { FIELD, owner } from "./sheet";
import { GENERAL, marks, strength } from "./notation";

const text = (ja: string, en: string): Text => ({ ja, en });

/** Whom to speak to, and what the engine calls things. */
export type Spoken = Pick<Scene, "lang" | "components">;

const words = {
  sheetHelp: text(
    "矢印キーで動き、Enterで選び、Rで回し、もう一度Enterで置きます。Escapeで戻します。",
    "Arrow keys move, Enter chooses, R turns, Enter again places. Escape cancels.",
  ),
  order: text("配置の順番", "Order of placing"),
  declaring: text("出陣の順番", "Order of declaring"),
  smallFirst: text("小さい戦力値から置きます。", "The smallest strength places first."),
  camps: text("各陣営", "The clans"),
  screen: text("ついたての裏", "Behind your screen"),
  generalReady: text("総大将は未使用", "general unused"),
  generalSpent: text("総大将は使用済み", "general used"),
  removed: text("取り除かれたタイル", "Tiles out of the game"),
  waits: text("配置待ち", "still to place"),
  done: text("処理済み", "done"),
  you: text("あなた", "you"),
  pickTile: text(
    "出陣させるタイルを選んでください。置ける場所が光ります。",
    "Pick the tile to declare: its places light up.",
  ),
  pickSquare: text(
    "光っているマスを選び、向きを決めて置いてください。",
    "Pick a lit square, turn the tile, then place it.",
  ),
  noPlace: text(
    "このタイルを置ける場所はもうありません。",
    "There is no place for this tile any more.",
  ),
  cancel: text("やめる", "Cancel"),
  turn: text("回す", "Turn"),
  withGeneral: text("総大将に代える", "Use the general"),
  withTile: text("元のタイルに戻す", "Back to the tile"),
  loses: text(
    "総大将に代えると、出陣させたタイルはゲームから取り除かれます。",
    "The declared tile leaves the game when the general takes its place.",
  ),
  settles: text("この手で決まること:", "This settles:"),
  settlesNothing: text("この手で決まる花道はありません。", "This settles no flower path."),
  lines: text("花道の形勢", "How the flower paths stand"),
  standing: text("形勢", "Standing"),
  nobody: text("誰も取れず", "nobody"),
  empty: text("空き", "empty"),
  lit: text("置けます", "can be used"),
  back: text("伏せたタイル", "hidden tiles"),
  declared: text("出陣中", "Declared"),
  laidLast: text("最後に置いたタイル", "laid last"),
  settledLast: text("いま決まりました。", "Settled just now."),
  oneWay: text("ここに置く向きは一通りだけです。", "It lies here in one way only."),
  toDeclare: text(
    "選ぶと置ける場所が光ります。判定エリアまで引いても出陣できます。",
    "Pick it to light up its places, or drag it to the judgement track to declare it.",
  ),
  toPlace: text(
    "光っているマスを選ぶか、そこまで引いて置きます。",
    "Pick a lit square, or drag the tile there.",
  ),
  generalWorth: text(
    "どのタイルの隣にも置けます。ゲーム中一度だけ使えます。",
    "It fits beside any tile and can be used once a game.",
  ),
  castleGoal: text("花道の最も多い人が取ります。", "For the most flower paths of a battlefield."),
} satisfies Record<string, Text>;

/** The page's own words. */
export function say(key: keyof typeof words, { lang }: Pick<Spoken, "lang">): string {
  return words[key][lang];
}

type ThingKey = {
  [Key in keyof Names]: Names[Key] extends Thing ? Key : never;
}[keyof Names];

/** What the engine calls a thing. */
export function called(key: ThingKey, { lang, components }: Spoken): string {
  return components.names[key].name[lang];
}

/** The same at the beginning of a line, and in English of many. */
export function heading(key: ThingKey, scene: Spoken, many = false): string {
  const name = called(key, scene);
  if (scene.lang === "ja") return name;
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}${many ? "s" : ""}`;
}

/** The rules that say what a thing is. */
export const rulesOf = (key: ThingKey, { components }: Pick<Spoken, "components">): string[] =>
  components.names[key].rules;

const many = (n: number, one: string, more = `${one}s`) => `${n} ${n === 1 ? one : more}`;

/** A sum that is kept in halves: `1` is `0.5`, `6` is `3`. */
export function half(halves: number): string {
  return halves % 2 === 0 ? String(halves / 2) : `${Math.floor(halves / 2)}.5`;
}

/** A clan, shortly. */
export const clan = (seat: number, { lang, components }: Spoken): string =>
  components.names.clans[seat]?.short[lang] ?? String(seat + 1);

/** A clan's whole name. */
export const clanName = (seat: number, { lang, components }: Spoken): string =>
  components.names.clans[seat]?.name[lang] ?? String(seat + 1);

/** A battlefield. */
export function fieldWord(field: number, { lang, components }: Spoken): string {
  const name = components.names.battlefields[field]?.[lang] ?? String(field + 1);
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

/** The round. */
export const roundWord = (n: number, { lang }: Pick<Spoken, "lang">) =>
  lang === "ja" ? `第${n}ラウンド` : `Round ${n}`;

/** One half of a domino. */
export function markWord(mark: number | null, scene: Spoken): string {
  const { lang, components } = scene;
  const troop =
    mark === null ? called("general", scene) : (components.names.troops[mark - 1]?.[lang] ?? "");
  if (mark === null) return lang === "ja" ? `${troop}0.5` : `${troop} 0.5`;
  return lang === "ja" ? `${troop}${mark}` : `${troop} ${mark}`;
}

/** A domino. */
export function tileWord(tile: string, scene: Spoken): string {
  const ja = scene.lang === "ja";
  const worth = `${called("strength", scene)}${ja ? "" : " "}${strength(tile)}`;
  const pair = marks(tile);
  if (!pair)
    return ja
      ? `${called("general", scene)}（${worth}）`
      : `the ${called("general", scene)} (${worth})`;
  const [low, high] = pair.map((mark) => markWord(mark, scene));
  return ja ? `${low}と${high}（${worth}）` : `${low} and ${high} (${worth})`;
}

/** The same at the beginning of a line. */
export function tileTitle(tile: string, scene: Spoken): string {
  const word = tileWord(tile, scene);
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
}

/** How many places there are, and how many of them straddle. */
export function placesWord(all: number, straddling: number, scene: Spoken): string {
  const { lang } = scene;
  if (all === 0) return lang === "ja" ? "いま置ける場所なし" : "no place now";
  const ways = lang === "ja" ? `置き方${all}通り` : many(all, "way");
  if (straddling === 0) return ways;
  return lang === "ja"
    ? `${ways}（うちまたぎ${straddling}）`
    : `${ways} (${straddling} straddling)`;
}

/** A 花道 of its battlefield. */
export function lineWord(line: number, { lang, components }: Spoken): string {
  const across = line < FIELD;
  const n = across ? line + 1 : line - FIELD + 1;
  const name = components.names[across ? "row" : "column"][lang];
  return lang === "ja" ? `${name}${n}` : `${name.charAt(0).toUpperCase()}${name.slice(1)} ${n}`;
}

/** Each seat's sum, the clans named. */
export function sumsWord(sums: readonly number[], scene: Spoken): string {
  const { lang } = scene;
  return sums
    .map((sum, seat) => `${clan(seat, scene)} ${half(sum)}`)
    .join(lang === "ja" ? "、" : ", ");
}

/** How a 花道 stands: who has it, or who would take it now and why. */
export function standingWord(line: Line, scene: Spoken): string {
  const { lang } = scene;
  const ja = lang === "ja";
  if (line.settlement !== "open") {
    const winner = owner(line.settlement);
    if (winner === null) return ja ? "決着: 誰も取れず" : "settled: nobody";
    return ja ? `決着: ${clan(winner, scene)}の花` : `settled: ${clan(winner, scene)}'s flower`;
  }
  if (line.leader === null) {
    if (line.sums.every((sum) => sum === 0))
      return ja ? "まだ誰も置いていない" : "nobody there yet";
    return ja ? "同点のため誰も取れない" : "tied: nobody would take it";
  }
  const best = Math.max(...line.sums);
  const who = clan(line.leader, scene);
  if (line.sums[line.leader] === best) return ja ? `いまは${who}` : `${who} now`;
  return ja ? `首位が同点、いまは次点の${who}` : `the best tie: ${who} as next best`;
}

/** Why a domino left the game, as the engine calls it. */
export function whyKey(tile: string, why: Why): "replaced" | "lost" | "lost_general" {
  if (why === "replaced") return "replaced";
  return tile === GENERAL ? "lost_general" : "lost";
}

/** One step of the order of placing, with the reason for it. */
export interface OrderStep {
  seat: number;
  /** Where the token lies: the strength, or ×. */
  slot: string;
  done: boolean;
}

/** The order of placing as far as it is known: once all have declared. */
export function orderSteps(track: readonly Token[]): OrderStep[] {
  return track
    .filter((token) => token.place !== null)
    .sort((a, b) => (a.place ?? 0) - (b.place ?? 0))
    .map(({ seat, strength, tied, done }) => ({
      seat,
      slot: tied ? `×${strength}` : String(strength),
      done,
    }));
}

/** The order in a sentence: who before whom, and why those on × come last. */
export function orderWord(track: readonly Token[], scene: Spoken): string {
  const { lang } = scene;
  const steps = orderSteps(track);
  if (steps.length === 0) return "";
  const ja = lang === "ja";
  const line = steps.map(({ seat, slot }) => `${clan(seat, scene)} ${slot}`).join(" → ");
  const tied = [...new Set(track.filter((t) => t.tied).map((t) => t.strength))].sort(
    (a, b) => a - b,
  );
  if (tied.length === 0) return ja ? `小さい順に ${line}` : `The smallest first: ${line}`;
  const which = ja ? tied.join("と") : tied.map((value) => `${value}s`).join(" and ");
  return ja
    ? `${line}。${which}は重なったので${called("cross", scene)}に移り、最後に置きます。${called("cross", scene)}では後から出した人が先です。`
    : `${line}. The ${which} tie, so they go to × and come last; on × the one who declared later goes first.`;
}

/**
 * What declaring a strength would mean among those declared so far: a tie, or the place in
 * the order as it stands.
 */
export function rankWord(track: readonly Token[], value: number, scene: Spoken): string {
  const { lang } = scene;
  const ja = lang === "ja";
  const same = track.filter((token) => token.strength === value);
  if (same.length > 0) {
    const whose = same.map(({ seat }) => clan(seat, scene)).join(ja ? "、" : ", ");
    return ja
      ? `${whose}と重なり、全員が${called("cross", scene)}（最後）に移ります。`
      : `Ties with ${whose}: ${same.length === 1 ? "both" : "all"} of you go to × and place last.`;
  }
  if (track.length === 0) return "";
  const strengths = track.map((token) => token.strength);
  const single = strengths.filter((s) => strengths.indexOf(s) === strengths.lastIndexOf(s));
  const before = single.filter((s) => s < value).length;
  return ja
    ? `いま出ている中では${before + 1}番目に置きます。`
    : `Of those declared so far you would place ${ordinal(before + 1)}.`;
}

/**
 * What becomes of a general that is declared before any tile lies on the sheet: it comes first
 * and has nothing to touch. Only a second general would let others go before it, and with two
 * seats not even that. Empty where there is nothing to warn of.
 */
export function generalWarning(view: View, scene: Spoken): string {
  if (view.board.placed.length > 0) return "";
  const ja = scene.lang === "ja";
  const [general, sheet] = [called("general", scene), called("sheet", scene)];
  const alone = ja
    ? `${sheet}にまだタイルがないので、いま${general}を出すと置けずに失います。`
    : `There is no tile on the ${sheet} yet: a ${general} declared now is lost.`;
  if (view.hands.length === 2) return alone;
  return ja
    ? `${sheet}にまだタイルがありません。ほかにも${general}を出す人がいなければ、最初に置く番になり、置けずに失います。`
    : `There is no tile on the ${sheet} yet: a ${general} declared now comes first and is lost, unless somebody else declares one too.`;
}

/** What the person waits for, when there is nothing to choose. */
export function waitWord(track: readonly Token[], you: number, scene: Spoken): string {
  const { lang } = scene;
  const ja = lang === "ja";
  const own = track.find(({ seat }) => seat === you);
  if (!own) return ja ? "出陣の番を待っています。" : "Your turn to declare will come.";
  if (own.done) return ja ? "このラウンドの配置は済みました。" : "You are done in this round.";
  if (own.place === null)
    return ja
      ? "全員が出陣すると、配置の順番が決まります。"
      : "The order of placing follows once all have declared.";
  return ja ? `あなたは${own.place + 1}番目に置きます。` : `You place ${ordinal(own.place + 1)}.`;
}

const ordinal = (n: number) => `${n}${n === 1 ? "st" : n === 2 ? "nd" : n === 3 ? "rd" : "th"}`;

/** Which components are in no public source; empty when all are known. */
export function reconstructedWord(components: Catalogue, scene: Spoken): string {
  const { lang } = scene;
  const ja = lang === "ja";
  const copies = (known: (source: string) => boolean) =>
    components.tile.filter(({ source }) => known(source)).reduce((n, { copies }) => n + copies, 0);
  const guessed = copies((source) => source === "reconstructed");
  const parts = [];
  if (components.field.some(({ source }) => source === "reconstructed"))
    parts.push(ja ? "戦場の並び" : "where the battlefields lie");
  if (guessed > 0) {
    const all = copies(() => true);
    parts.push(ja ? `${all}枚のうち${guessed}枚のタイル` : `${guessed} of the ${all} tiles`);
  }
  if (parts.length === 0) return "";
  return ja
    ? `復元: 公開されている資料にない部分（${parts.join("、")}）`
    : `Reconstructed, in no public source: ${parts.join("; ")}`;
}

/** A seat's score: castles count before flowers, so one number would not tell. */
export function scoreOf(seat: number, view: View | null): Text | null {
  if (!view) return null;
  const castles = view.castles[seat] ?? 0;
  const flowers = view.flowers[seat] ?? 0;
  const castle = castles === 1 ? "castle" : "castles";
  const flower = flowers === 1 ? "flower" : "flowers";
  // Lines break between the two, not within one.
  return text(`城${castles} 花${flowers}`, `${castles}\u00a0${castle} ${flowers}\u00a0${flower}`);
}

/** That somebody took a castle, or nobody did. */
export function castleWord(winner: number | null, scene: Spoken): string {
  const ja = scene.lang === "ja";
  const castle = called("castle", scene);
  if (winner === null) return ja ? `${castle}は誰も取れず` : `Nobody takes the ${castle}`;
  return ja
    ? `${clan(winner, scene)}が${castle}を取った`
    : `${clan(winner, scene)} takes the ${castle}`;
}

/** How many flower paths of a battlefield each seat has. */
export function flowersWord(counts: readonly number[], scene: Spoken): string {
  const each = counts
    .map((count, seat) => `${clan(seat, scene)} ${count}`)
    .join(scene.lang === "ja" ? "、" : ", ");
  return `${heading("flower_path", scene, true)}: ${each}`;
}

/** How much of something that wins at once is still wanting. */
export function wantingWord(has: number, goal: number, { lang }: Pick<Spoken, "lang">): string {
  const wanting = Math.max(0, goal - has);
  return lang === "ja" ? `あと${wanting}で勝ちです。` : `${wanting} more would win at once.`;
}

/** How many tiles lie in somebody's pile. */
export function pileWord(count: number, { lang, components }: Spoken): string {
  const full = components.hand.size;
  return lang === "ja"
    ? `残り${count}枚。番が終わるごとに、手札が${full}枚になるまで引きます。`
    : `${many(count, "tile")} left. The hand is refilled to ${full} after every turn.`;
}

/** Who declared this strength, or lies on ×. */
export function slotWord(tokens: readonly Token[], scene: Spoken): string {
  const { lang } = scene;
  return tokens
    .map(({ seat, tile }) => `${clan(seat, scene)}: ${tileWord(tile, scene)}`)
    .join(lang === "ja" ? "、" : "; ");
}

/** That a domino has no place on a square. */
export function darkWord(tile: string, scene: Spoken): string {
  const name = tileWord(tile, scene);
  return scene.lang === "ja" ? `${name}は置けません。` : `No place for ${name}.`;
}
