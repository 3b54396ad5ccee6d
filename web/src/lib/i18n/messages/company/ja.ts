import type { CompanyWords } from "./en";

/** Japanese texts about company at a table. */
export const ja: CompanyWords = {
  next: {
    invite: () => "次にすること: 下のリンクを送るか、空いている席にボットを入れます。",
    wait: (n) => `準備ができました。あと${n}席が埋まると、対局が始まります。`,
    searching: "準備ができました。席がすべて埋まると、対局が始まります。",
    sit: "次にすること: 席を選びます。座ると準備完了です。ルールは下で読めます。",
    full: "席はすべて埋まっています。この対局は観戦できます。",
  },
  searchTitle: "対戦相手探し",
  searchGoesOn: "対戦相手を探しています",
  searchBack: "待っている卓へ",
  searchStop: "探すのをやめる",
  found: (name) => `${name}さんが来て、対局が始まりました。`,
  foundGo: "その卓へ行く",
  foundLater: "これを終えてから",
  foundTold: (name) => `${name}さんに「少しお待ちください。」と伝えました。`,
  searchOver: "待っていた卓は閉じられました。",
  searchDismiss: "この表示を消す",
  botFailed: "ボットを自分で選ぶ",
};
