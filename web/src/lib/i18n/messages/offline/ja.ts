import type { OfflineWords } from "./en";

/** Texts about the files kept for use without a network, in Japanese. */
export const ja: OfflineWords = {
  title: "ネットワークなしで使う",
  checking: "この端末に保存されているものを調べています…",
  size: (kept, all) =>
    `すべてのゲーム、ルール、ボットで${all}です。この端末には、そのうち${kept}が保存されています。`,
  keep: "オフライン用にすべて保存する",
  keeping: (kept, all) => `${all}のうち${kept}を保存しました。`,
  stop: "中止",
  complete: (all) => `すべてこの端末に保存されています(${all})。`,
  mayBeRemoved:
    "端末の空きが少なくなると、ブラウザが消すことがあります。ホーム画面に追加すると、消されにくくなります。",
  remove: "保存したものを消す",
  full: "この端末の空きが足りません。ここまでに保存したものは使えます。空きを増やすか、保存したものを消してから、もう一度お試しください。",
  refused:
    "ブラウザがこのページの保存を許していません。プライベートウィンドウでは保存できません。そうでなければ、ブラウザの設定でこのサイトのデータの保存を許可してください。",
  unloaded:
    "読み込めないファイルがありました。ここまでに保存したものは使えます。接続を確かめて、もう一度お試しください。",
  unsupported:
    "このブラウザでは、このページをオフライン用に保存できません。https:// で始まるアドレスが必要です。",
};
