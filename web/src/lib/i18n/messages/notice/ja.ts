import type { NoticeWords } from "./en";

/** Japanese texts of the banner with notices of the server's operator. */
export const ja: NoticeWords = {
  title: "サーバーからのお知らせ",
  dismiss: "お知らせを閉じる",
  closesAt: (when) =>
    `${when}にサーバーを停止します。対局は保存され、再開するまで時計は進みません。`,
  readOnly: "いまは新しい対局を始められません。続いている対局は最後まで遊べます。",
  invitedOnly: "卓を立てられるのは招待された人だけです。卓のリンクがあれば、その席に座れます。",
  welcome: "招待を確認しました。ここで卓を立てられます。",
};
