/** A small form of components for tests, with every kind of field. */
import type {
  ComponentField,
  ComponentGroup,
  ComponentsForm,
  FieldKind,
  LocalizedText,
} from "../../generated/core";

const text = (ja: string, en: string): LocalizedText => ({ ja, en });

export const field = (
  key: string,
  kind: FieldKind,
  more: Partial<ComponentField> = {},
): ComponentField => ({
  key,
  name: text(`${key}の名`, `The ${key}`),
  hint: null,
  kind,
  required: true,
  default: null,
  when: null,
  ...more,
});

const choice = (...values: string[]): FieldKind => ({
  type: "choice",
  choices: values.map((value) => ({ value, name: text(`〈${value}〉`, value.toUpperCase()) })),
});

const cards: ComponentGroup = {
  key: "card",
  name: text("札", "Cards"),
  entry: text("札", "Card"),
  entries: { type: "list", min: 1, max: 4, title: "face" },
  fields: [
    field("face", choice("sun", "moon", "star")),
    field("kind", choice("plain", "strong")),
    field(
      "power",
      { type: "number", min: 1, max: 9 },
      { when: { field: "kind", values: ["strong"] } },
    ),
    field("closed", { type: "flag" }, { required: false, default: false }),
    field("ways", {
      type: "several",
      layout: "compass",
      choices: ["F", "B"].map((value) => ({ value, name: text(value, value) })),
    }),
    field("source", { type: "source", of: ["face", "kind", "power", "closed", "ways"] }),
  ],
  rules: [text("太陽は1枚です。", "There is one sun.")],
};

const board: ComponentGroup = {
  key: "board",
  name: text("盤", "Board"),
  entry: text("盤", "Board"),
  entries: { type: "one" },
  fields: [
    field("size", { type: "number", min: 3, max: 9 }),
    field("label", { type: "localized", max: 10 }),
    field("source", { type: "source", of: ["size", "label"] }),
  ],
  rules: [],
};

/** The form: two cards and a board. */
export const FORM: ComponentsForm = {
  schema: { game: "sample", groups: [cards, board] },
  built_in: {
    game: "sample",
    card: [
      {
        face: "sun",
        kind: "strong",
        power: 3,
        closed: false,
        ways: ["F"],
        source: "reconstructed",
      },
      { face: "moon", kind: "plain", closed: true, ways: [], source: "rulebook" },
    ],
    board: { size: 5, label: text("盤", "board"), source: "reconstructed" },
  },
  max_length: 32 * 1024,
};

export const [CARDS, BOARD] = [cards, board];
