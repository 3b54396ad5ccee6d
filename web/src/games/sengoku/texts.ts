/** The game's own words, in both languages. Rule sentences come from the server. */
import type { Lang } from "../../lib/i18n.svelte";
import type { Text } from "../../generated/table";
import type { Components, Line, Token, View, Why } from "../../generated/sengoku";
import { FIELD, owner } from "./sheet";
import { GENERAL, marks, strength } from "./notation";

const text = (ja: string, en: string): Text => ({ ja, en });

/** The clans, by seat. */
export const CLANS: readonly { name: Text; short: Text; color: Text }[] = [
  { name: text("織田信長", "Oda Nobunaga"), short: text("信長", "Oda"), color: text("赤", "red") },
  {
    name: text("武田信玄", "Takeda Shingen"),
    short: text("信玄", "Takeda"),
    color: text("青", "blue"),
  },
  {
    name: text("上杉謙信", "Uesugi Kenshin"),
    short: text("謙信", "Uesugi"),
    color: text("黒", "black"),
  },
  {
    name: text("毛利元就", "Mōri Motonari"),
    short: text("元就", "Mōri"),
    color: text("黄", "yellow"),
  },
];

/** The troops, by mark from 1. */
export const TROOPS: readonly Text[] = [
  text("刀隊", "swords"),
  text("長槍隊", "spears"),
  text("弓隊", "bows"),
  text("騎馬隊", "horse"),
  text("旗印", "banners"),
  text("鉄砲隊", "guns"),
];

const words = {
  sheet: text("戦場シート", "The sheet"),
  sheetHelp: text(
    "矢印キーで動き、Enterで選び、Rで回し、もう一度Enterで置きます。Escapeで戻します。",
    "Arrow keys move, Enter chooses, R turns, Enter again places. Escape takes it up.",
  ),
  track: text("判定エリア", "Judgement track"),
  order: text("配置の順番", "Order of placing"),
  declaring: text("出陣の順番", "Order of declaring"),
  smallFirst: text("小さい戦力値から置きます。", "The smallest strength places first."),
  camps: text("各陣営", "The clans"),
  screen: text("ついたての裏", "Behind your screen"),
  pile: text("山札", "Pile"),
  general: text("総大将", "General"),
  generalReady: text("総大将は未使用", "General still to come"),
  generalSpent: text("総大将は使用済み", "General spent"),
  castles: text("城", "Castles"),
  castle: text("城", "Castle"),
  flowers: text("花道", "Flower paths"),
  removed: text("除かれたタイル", "Removed tiles"),
  declared: text("出陣", "Declared"),
  waits: text("配置待ち", "still to place"),
  placed: text("配置済み", "done"),
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
    "総大将に代えると、出陣させたタイルはゲームから除かれます。",
    "The declared tile leaves the game when the general takes its place.",
  ),
  straddles: text("またぎ置き", "Straddling"),
  settles: text("この手で決まること:", "This settles:"),
  settlesNothing: text("この手で決まる花道はありません。", "This settles no flower path."),
  lines: text("花道の形勢", "How the flower paths stand"),
  line: text("花道", "Path"),
  standing: text("形勢", "Standing"),
  nobody: text("誰も取れず", "nobody"),
  castleSquare: text("城", "castle"),
  empty: text("空き", "empty"),
  lit: text("置けます", "can be used"),
  back: text("伏せたタイル", "hidden tiles"),
} satisfies Record<string, Text>;

/** The words in a language. */
export function say(key: keyof typeof words, lang: Lang): string {
  return words[key][lang];
}

const many = (n: number, one: string, more = `${one}s`) => `${n} ${n === 1 ? one : more}`;

/** A sum that is kept in halves: `1` is `0.5`, `6` is `3`. */
export function half(halves: number): string {
  return halves % 2 === 0 ? String(halves / 2) : `${Math.floor(halves / 2)}.5`;
}

/** A clan, shortly. */
export const clan = (seat: number, lang: Lang) => CLANS[seat]?.short[lang] ?? String(seat + 1);

/** A battlefield. */
export function fieldWord(field: number, lang: Lang): string {
  return lang === "ja" ? `戦場${"一二三四"[field] ?? field + 1}` : `Battlefield ${field + 1}`;
}

/** The round. */
export const roundWord = (n: number, lang: Lang) =>
  lang === "ja" ? `第${n}ラウンド` : `Round ${n}`;

/** One half of a domino. */
export function markWord(mark: number | null, lang: Lang): string {
  if (mark === null) return lang === "ja" ? "総大将0.5" : "general 0.5";
  const troop = TROOPS[mark - 1]?.[lang] ?? "";
  return lang === "ja" ? `${troop}${mark}` : `${troop} ${mark}`;
}

/** A domino. */
export function tileWord(tile: string, lang: Lang): string {
  const pair = marks(tile);
  if (!pair) return lang === "ja" ? "総大将（戦力値1）" : "the general (strength 1)";
  const [low, high] = pair;
  return lang === "ja"
    ? `${markWord(low, lang)}と${markWord(high, lang)}（戦力値${strength(tile)}）`
    : `${markWord(low, lang)} and ${markWord(high, lang)} (strength ${strength(tile)})`;
}

/** How many places there are, and how many of them straddle. */
export function placesWord(all: number, straddling: number, lang: Lang): string {
  if (all === 0) return lang === "ja" ? "いま置ける場所なし" : "no place now";
  const ways = lang === "ja" ? `置き方${all}通り` : many(all, "way");
  if (straddling === 0) return ways;
  return lang === "ja"
    ? `${ways}（うちまたぎ${straddling}）`
    : `${ways} (${straddling} straddling)`;
}

/** A 花道 of its battlefield. */
export function lineWord(line: number, lang: Lang): string {
  const across = line < FIELD;
  const n = across ? line + 1 : line - FIELD + 1;
  if (lang === "ja") return `${across ? "横" : "縦"}${n}`;
  return `${across ? "Row" : "Column"} ${n}`;
}

/** Each seat's sum, the clans named. */
export function sumsWord(sums: readonly number[], lang: Lang): string {
  return sums
    .map((sum, seat) => `${clan(seat, lang)} ${half(sum)}`)
    .join(lang === "ja" ? "、" : ", ");
}

/** How a 花道 stands: who has it, or who would take it now and why. */
export function standingWord(line: Line, lang: Lang): string {
  const ja = lang === "ja";
  if (line.settlement !== "open") {
    const winner = owner(line.settlement);
    if (winner === null) return ja ? "決着: 誰も取れず" : "settled: nobody";
    return ja ? `決着: ${clan(winner, lang)}の花` : `settled: ${clan(winner, lang)}'s flower`;
  }
  if (line.leader === null) {
    if (line.sums.every((sum) => sum === 0)) return ja ? "まだ誰もいない" : "nobody there yet";
    return ja ? "同点のため誰も取れない" : "tied: nobody would take it";
  }
  const best = Math.max(...line.sums);
  const who = clan(line.leader, lang);
  if (line.sums[line.leader] === best) return ja ? `いまは${who}` : `${who} now`;
  return ja ? `首位が同点、いまは次点の${who}` : `the best tie: ${who} as next best`;
}

/** Why a domino left the game. */
export function whyWord(tile: string, why: Why, lang: Lang): string {
  const ja = lang === "ja";
  if (why === "replaced") return ja ? "総大将に代えた" : "the general took its place";
  if (tile === GENERAL) return ja ? "総大将を置けなかった" : "the general had no place";
  return ja ? "置く場所がなかった" : "it had no place";
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
export function orderWord(track: readonly Token[], lang: Lang): string {
  const steps = orderSteps(track);
  if (steps.length === 0) return "";
  const ja = lang === "ja";
  const line = steps.map(({ seat, slot }) => `${clan(seat, lang)} ${slot}`).join(" → ");
  const tied = [...new Set(track.filter((t) => t.tied).map((t) => t.strength))].sort(
    (a, b) => a - b,
  );
  if (tied.length === 0) return ja ? `小さい順に ${line}` : `The smallest first: ${line}`;
  const which = ja ? tied.join("と") : tied.map((value) => `${value}s`).join(" and ");
  return ja
    ? `${line}。${which}は重なったので×へ移り最後に。×では後から出した人が先です`
    : `${line}. The ${which} tie, so they go to × and come last; on × whoever declared later goes first`;
}

/**
 * What declaring a strength would mean among those declared so far: a tie, or the place in
 * the order as it stands.
 */
export function rankWord(track: readonly Token[], value: number, lang: Lang): string {
  const ja = lang === "ja";
  const same = track.filter((token) => token.strength === value);
  if (same.length > 0) {
    const whose = same.map(({ seat }) => clan(seat, lang)).join(ja ? "、" : ", ");
    return ja
      ? `${whose}と重なり、どちらも×（最後）になります。`
      : `Ties with ${whose}: both go to × and place last.`;
  }
  if (track.length === 0) return "";
  const strengths = track.map((token) => token.strength);
  const single = strengths.filter((s) => strengths.indexOf(s) === strengths.lastIndexOf(s));
  const before = single.filter((s) => s < value).length;
  return ja
    ? `いま出ている中では${before + 1}番目に置きます。`
    : `Of those declared so far you would place ${ordinal(before + 1)}.`;
}

/** What the person waits for, when there is nothing to choose. */
export function waitWord(track: readonly Token[], you: number, lang: Lang): string {
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
export function reconstructedWord(components: Components, lang: Lang): string {
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
