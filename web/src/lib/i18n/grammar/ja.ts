/** Functions of Japanese grammar for the texts of the page and of the games. */
import type { Grammar } from "./en";

export const ja: Grammar = {
  language: "日本語",
  languageShort: "日",
  list: (items) => items.filter(Boolean).join("、"),
  all: (items) => items.join("・"),
  phrases: (parts) => parts.filter(Boolean).join("。"),
  follow: (sentences) => sentences.filter(Boolean).join(""),
  sentences: (parts) =>
    parts.flatMap((part) => (part ? (/[。!?！？]$/.test(part) ? part : `${part}。`) : [])).join(""),
  heading: (name) => name,
  several: (name) => name,
  you: (_said) => "あなた",
  signs: { right: "◎", wrong: "△" },
};
