/** The game's own words, in both languages. Rule sentences come from the server. */
import type { End, Facing, Kind, Skill, Stage } from "../../generated/hostile";
import type { Text } from "../../generated/table";
import type { Lang } from "../../lib/i18n.svelte";
import type { By, Reason, Way } from "./foresight";
import type { Direction } from "./geometry";

const text = (ja: string, en: string): Text => ({ ja, en });

/** Something with a name, what it does in a few words, and its rules. */
export interface Named {
  name: Text;
  does: Text;
  rules: readonly string[];
}

/** The floor tiles. */
export const KINDS: Record<Kind, Named> = {
  slide: {
    name: text("スライド", "Slide"),
    does: text("入ったコマを矢印の向きへ1マス運ぶ。", "Carries a pawn one square along its arrow."),
    rules: ["X-108"],
  },
  diagonal: {
    name: text("ナナメスライド", "Diagonal slide"),
    does: text(
      "入ったコマを矢印のナナメ方向へ1マス運ぶ。",
      "Carries a pawn one square along its diagonal arrow.",
    ),
    rules: ["X-109"],
  },
  spring: {
    name: text("スプリング", "Spring"),
    does: text(
      "入ったコマを矢印の向きへ、1マス飛ばして2マス先に跳ばす。",
      "Throws a pawn two squares along its arrow, over the one between.",
    ),
    rules: ["X-116", "X-117", "X-118"],
  },
  ice: {
    name: text("アイス", "Ice"),
    does: text(
      "入ってきた向きのまま、もう1マス滑る。",
      "A pawn slides on one more square in the direction it came.",
    ),
    rules: ["X-112"],
  },
  stop: {
    name: text("ストップ", "Stop"),
    does: text(
      "入ったコマはこのターン、もう移動できない。",
      "A pawn that enters cannot move any more this turn.",
    ),
    rules: ["X-123"],
  },
  box: {
    name: text("ウォール Box", "Box wall"),
    does: text("どの向きからも出入りできない。", "No side can be entered or left."),
    rules: ["X-127", "X-128"],
  },
  corner: {
    name: text("ウォール L", "L wall"),
    does: text(
      "白い矢印の、隣り合う2方向からだけ出入りできる。",
      "Entered and left only through two adjacent sides, marked by white arrows.",
    ),
    rules: ["X-127", "X-129"],
  },
  para: {
    name: text("ウォール Para", "Para wall"),
    does: text(
      "白い矢印の、向かい合う2方向からだけ出入りできる。",
      "Entered and left only through two opposite sides, marked by white arrows.",
    ),
    rules: ["X-127", "X-130"],
  },
};

/** The skills. */
export const SKILLS: Record<Skill, Named> = {
  crash: {
    name: text("クラッシュ", "Crash"),
    does: text(
      "ターン中に1回、置かれたフロアタイルを1枚捨てる。",
      "Once in your turn, discard a floor tile from the board.",
    ),
    rules: ["X-135", "X-137"],
  },
  rotate: {
    name: text("ローテート", "Rotate"),
    does: text(
      "ターン中に2回まで、置かれたフロアタイルを90度回す。",
      "Up to twice in your turn, turn a floor tile on the board by 90°.",
    ),
    rules: ["X-138", "X-139"],
  },
  recall: {
    name: text("リコール", "Recall"),
    does: text(
      "ターン中に1回、コストなしで自分のスタートに戻る。",
      "Once in your turn, return to your start at no cost.",
    ),
    rules: ["X-142", "X-144"],
  },
  king: {
    name: text("キング", "King"),
    does: text(
      "ラウンド終了時、次のスタートプレイヤーになる。",
      "At the end of the round you become the start player.",
    ),
    rules: ["X-145"],
  },
  steal: {
    name: text("スティール", "Steal"),
    does: text(
      "行動点1で、足元か上下左右のフロアタイルを手札に加える。",
      "For 1 action point, take the floor tile under or beside your pawn.",
    ),
    rules: ["X-146", "X-149"],
  },
  ghost: {
    name: text("ゴースト", "Ghost"),
    does: text(
      "自分のターン中、フロアタイルの効果をすべて無視する(強制)。",
      "In your turn every floor tile is ignored, whether you like it or not.",
    ),
    rules: ["X-150", "X-152"],
  },
  quick: {
    name: text("クイック", "Quick"),
    does: text("自分のターンの行動点が1つ増える。", "Your turn has one more action point."),
    rules: ["X-155"],
  },
};

const DIRECTIONS: Record<Direction, Text> = {
  n: text("上", "north"),
  e: text("右", "east"),
  s: text("下", "south"),
  w: text("左", "west"),
  ne: text("右上", "north-east"),
  se: text("右下", "south-east"),
  sw: text("左下", "south-west"),
  nw: text("左上", "north-west"),
};

/** Why a pawn goes no further. */
export const REASONS: Record<Reason, Text> = {
  arrives: text("に着く", "and arrives"),
  edge: text("で止まる(盤の端)", "and stays: the board ends there"),
  pawn: text("で止まる(他のコマが前に)", "and stays: a pawn is in the way"),
  start: text(
    "で止まる(他人のスタートの手前)",
    "and stays: a start square of somebody else is in the way",
  ),
  wall: text("で止まる(ウォールの手前)", "and stays: a wall is in the way"),
  stop: text("でストップ(このターンはもう動けない)", "and is stopped: no more moves this turn"),
  caught: text("で止まる(動きが終わらないため)", "and stays: the way would never end"),
};

/** What a seat is called. */
export const SEATS: readonly Text[] = [
  text("赤", "Red"),
  text("青", "Blue"),
  text("黄", "Yellow"),
  text("緑", "Green"),
];

/** What moves a pawn. */
export const MOVERS: Record<By, Text> = {
  step: text("", ""),
  slide: text("スライド", "slide"),
  ice: text("アイス", "ice"),
  spring: text("スプリング", "spring"),
  spring_short: text("スプリング(手前)", "spring, short"),
  return: text("スタートへ", "home"),
  recall: text("スタートへ", "home"),
};

const words = {
  table: text("HOSTILEの盤", "The arena of HOSTILE"),
  arena: text("アリーナ", "The arena"),
  line: text("ライン", "The line"),
  lineEmpty: text("ラインは空です", "The line is empty"),
  hand: text("手札", "Hand"),
  skills: text("スキル", "Skills"),
  standing: text("戦況", "The state of the game"),
  console: text("操作", "Your controls"),
  turnLeft: text("左に回す", "Turn to the left"),
  turnRight: text("右に回す", "Turn to the right"),
  gems: text("ジェム", "Gems"),
  race: text("ジェムの競争", "The race for gems"),
  supply: text("山札と捨て札", "Decks and discards"),
  floorDeck: text("フロアタイル", "Floor tiles"),
  gemDeck: text("ジェムタイル", "Gem tiles"),
  deck: text("山", "deck"),
  discards: text("捨て", "discards"),
  order: text("順番", "Order"),
  startPlayer: text("スタートプレイヤー", "Start player"),
  lastRound: text("最終ラウンド", "Last round"),
  lastRoundGoal: text(
    "目標の数のジェムが集まりました。このラウンドで終わります。",
    "The goal is reached. The game ends with this round.",
  ),
  lastRoundWhy: text(
    "フロアタイルの山札が足りませんでした。このラウンドで終わります。",
    "The floor deck ran short. The game ends with this round.",
  ),
  pass1: text("前半", "first half"),
  pass2: text("後半", "second half"),
  stopped: text("ストップ中", "Stopped"),
  end: text("ターン終了", "End the turn"),
  cancel: text("やめる", "Cancel"),
  removed: text("除外", "removed"),
  undrafted: text("余り", "left over"),
  toDraft: text("選べます", "to be drafted"),
  you: text("あなた", "you"),
  team: text("味方", "partner"),
  unused: text("使われていないスタート", "unused start"),
  canPlace: text("ここに置けます", "can be placed here"),
  aimed: text("選択中", "aimed at"),
  endless: text(
    "終わらない動きができるため、このタイルはすぐに捨て札になります。",
    "This makes a movement that never ends: the tile would be discarded at once.",
  ),
  handFull: text(
    "手札が4枚なので、このタイルは捨て札になります。",
    "The hand is full, so this tile would be discarded.",
  ),
  keepDiscards: text(
    "手札がいっぱいなので、手札に加えると捨て札になります。",
    "Your hand is full: keeping this tile discards it.",
  ),
  pickSkill: text("スキルを1枚選んでください", "Choose a skill card"),
  pickTile: text(
    "ラインからタイルを選んでください(あと{n}枚)",
    "Choose a tile from the line ({n} to go)",
  ),
  pickFate: text("手札に加えるか、光るマスに置きます", "Keep it, or choose a lit square for it"),
  pickGemFate: text("手札に加えるか、すぐに使います", "Keep it, or use it at once"),
  pickSquare: text("光るマスを選んでください", "Choose a lit square"),
  pickSquareOrUse: text(
    "光るマスを選んで置くか、下から使い方を選びます",
    "Choose a lit square, or one of the ways below",
  ),
  pickUse: text("使い方を選んでください", "Choose what to do with it"),
  pickAction: text(
    "コマを動かす、タイルを取る・置く、スキルを使う。順番は自由です",
    "Move, take or place tiles, use your skill, in any order",
  ),
  onlyEnd: text("ほかにできることはありません", "Nothing else can be done"),
  waiting: text("他の人の番です", "Others are deciding"),
  turnHint: text(
    "Rキー・ホイール・もう一度タップで回ります。Enterか下のボタンで決定",
    "R, the wheel or another tap turns it; Enter or the button does it",
  ),
  goal: text(
    "先に{n}個で、そのラウンド終了時に終局",
    "The game ends after a round in which {n} are reached",
  ),
  tapAgain: text(
    "もう一度タップするか、Enterか下のボタンで決定",
    "Another tap, Enter or the button does it",
  ),
  keys: text(
    "盤は矢印キーで動き、Enterで選びます。Rで回し、Escapeでやめます。",
    "Arrow keys go over the board, Enter chooses, R turns, Escape leaves it.",
  ),
  none: text("なし", "none"),
  uses: text("あと{n}回", "{n} left"),
  passive: text("自動で働きます", "works by itself"),
  reconstructed: text(
    "復元: 原物の図が失われた部分",
    "Reconstructed: the original picture is lost",
  ),
} satisfies Record<string, Text>;

/** The words in a language; `n` fills in a number. */
export function say(key: keyof typeof words, lang: Lang, n?: number): string {
  return words[key][lang].replace("{n}", String(n ?? ""));
}

const many = (n: number, one: string, more = `${one}s`) => `${n} ${n === 1 ? one : more}`;

/** A count of gems in words. */
export const gemsWord = (n: number, lang: Lang) =>
  lang === "ja" ? `ジェム${n}個` : many(n, "gem");
/** A count of tiles in words. */
export const tilesWord = (n: number, lang: Lang) => (lang === "ja" ? `${n}枚` : many(n, "tile"));
/** A count of action points in words. */
export const pointsWord = (n: number, lang: Lang) =>
  lang === "ja" ? `行動点${n}` : many(n, "action point");
/** The round in words. */
export const roundWord = (n: number, lang: Lang) =>
  lang === "ja" ? `第${n}ラウンド` : `Round ${n}`;

const joined = (directions: readonly Direction[], lang: Lang) =>
  directions.map((each) => DIRECTIONS[each][lang]).join(lang === "ja" ? "と" : " and ");

/** How a tile lies, in words; empty where it has no orientation. */
export function facingWord(kind: Kind, facing: Facing | null, lang: Lang): string {
  if (facing === null) return "";
  const ja = lang === "ja";
  if (kind === "para" || kind === "corner") {
    const open = joined([...facing] as Direction[], lang);
    return ja ? `${open}が開く` : `open ${open}`;
  }
  const to = DIRECTIONS[facing as Direction][lang];
  return ja ? `${to}向き` : `pointing ${to}`;
}

/** A floor tile in words, with its orientation. */
export function tileWord(kind: Kind, facing: Facing | null, lang: Lang): string {
  return [KINDS[kind].name[lang], facingWord(kind, facing, lang)]
    .filter(Boolean)
    .join(lang === "ja" ? " " : ", ");
}

/** A tile as the notation names it: a floor kind, or the square of a gem tile. */
export function tileName(tile: string, lang: Lang): string {
  const kind = KINDS[tile as Kind];
  if (kind) return kind.name[lang];
  return lang === "ja" ? `ジェムタイル ${tile}` : `Gem tile ${tile}`;
}

/** The same where there is little room. */
export function shortName(tile: string, lang: Lang): string {
  return KINDS[tile as Kind]?.name[lang] ?? (lang === "ja" ? `ジェム ${tile}` : `Gem ${tile}`);
}

/** What a tile does and the rules for it. */
export function tileTip(
  tile: string,
  lang: Lang,
): { title: string; text: string; rules: readonly string[] } {
  const kind = KINDS[tile as Kind];
  if (kind) return { title: kind.name[lang], text: kind.does[lang], rules: kind.rules };
  return {
    title: tileName(tile, lang),
    text: lang === "ja" ? `使うと${tile}にジェムが1つ置かれる。` : `Puts one gem on ${tile}.`,
    rules: ["X-86"],
  };
}

const ENDS: Record<End["reason"], Text> = {
  gems: text("目標の数のジェムが集まりました", "the goal was reached"),
  shortage: text("フロアタイルの山札が尽きました", "the floor deck ran short"),
  gems_and_shortage: text(
    "目標の数のジェムが集まり、フロアタイルの山札も尽きました",
    "the goal was reached and the floor deck ran short",
  ),
};

/** How the game ended, in words. `winners` are their names, joined; empty in a draw. */
export function endWord(reason: End["reason"], winners: string, lang: Lang): string {
  const why = ENDS[reason][lang];
  if (lang === "ja") return `${winners ? `${winners}の勝ち` : "引き分け"}。${why}。`;
  return `${winners ? `Won by ${winners}` : "A draw"}: ${why}.`;
}

const STAGES: Record<Stage["kind"], Text> = {
  round_start: text("ラウンド開始", "Round start"),
  skill_draft: text("スキルのドラフト", "Skill draft"),
  tile_draft: text("タイルのドラフト", "Tile draft"),
  turn: text("ターン", "Turns"),
  over: text("終局", "Game over"),
};

/** The stage in words. */
export const stageWord = (stage: Stage["kind"], lang: Lang) => STAGES[stage][lang];

/** A way in words: every square with what moved the pawn there, and why it ends there. */
export function wayWord(way: Way, lang: Lang): string {
  const gems = way.steps.reduce((sum, step) => sum + step.gems, 0);
  const squares = way.steps.map(({ square, by }) => {
    const mover = MOVERS[by][lang];
    return mover ? `${square} (${mover})` : square;
  });
  const path = [way.steps[0]?.from, ...squares].join(" → ");
  const reason = REASONS[way.reason][lang];
  const gain = gems > 0 ? gemsWord(gems, lang) : "";
  if (lang === "ja") return `${path} ${reason}${gain ? `。${gain}を獲得` : ""}`;
  return `${path} ${reason}${gain ? `; gains ${gain}` : ""}`;
}

/** The team a seat belongs to; null where it plays alone. */
export function teamOf(seat: number, sides: readonly { seats: readonly number[] }[]): Text | null {
  const team = sides.find(({ seats }) => seats.includes(seat))?.seats ?? [];
  if (team.length < 2) return null;
  const each = (lang: Lang) => team.map((one) => SEATS[one]?.[lang] ?? "");
  return text(`${each("ja").join("・")}組`, `${each("en").join(" & ")}`);
}
