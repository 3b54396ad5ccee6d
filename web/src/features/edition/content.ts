/**
 * The content of a components file while it is edited: pure functions on immutable JSON, driven by
 * the schema of the game. Only the engine decides what is valid.
 */
import type {
  ComponentField,
  ComponentGroup,
  ComponentsSchema,
  LocalizedText,
} from "../../generated/core";

/** The title of entries that have a name in each language, in the fields `ja` and `en`. */
const BOTH = "ja";

/** The content of a file, or an entry of it. */
export type Content = Readonly<Record<string, unknown>>;

/** The source that an edit gives to the entry: read from the printed components. */
export const FROM_BOX = "box";

/** The entries of a group, in order. */
export function entriesOf(group: ComponentGroup, content: Content): readonly Content[] {
  const found = content[group.key];
  const list = group.entries.type === "one" ? [found] : Array.isArray(found) ? found : [];
  return list.map((entry) =>
    typeof entry === "object" && entry !== null ? entry : {},
  ) as Content[];
}

/** The path of an entry, as the engine names it. */
export const entryPath = (group: ComponentGroup, index: number): string =>
  group.entries.type === "one" ? group.key : `${group.key}[${index}]`;

/** The fields that an entry with these values has. */
export const fieldsOf = (fields: readonly ComponentField[], entry: Content): ComponentField[] =>
  fields.filter(({ when }) => when === null || when.values.includes(String(entry[when.field])));

/** The value of a field; its default if it is left out. */
export const valueOf = (field: ComponentField, entry: Content): unknown =>
  entry[field.key] ?? field.default;

/** The field by which an entry is named; null if entries are only numbered. */
export function titleOf({ entries }: ComponentGroup): string | null {
  if (entries.type === "one") return null;
  return entries.type === "fixed" ? entries.field : entries.title;
}

/** The name of a value of a field with named values; null for other fields. */
export function choiceName({ kind }: ComponentField, value: unknown): LocalizedText | null {
  if (kind.type !== "choice") return null;
  return kind.choices.find((choice) => choice.value === value)?.name ?? null;
}

/** The name of an entry: by its field with the title, or by its number. */
export function entryTitle(group: ComponentGroup, entry: Content, index: number): LocalizedText {
  const { entry: what } = group;
  if (group.entries.type === "one") return what;
  const key = titleOf(group);
  const value = key === null ? index + 1 : entry[key];
  const named = (name: LocalizedText): LocalizedText => ({
    ja: `${what.ja}「${name.ja}」`,
    en: `${what.en}: ${name.en}`,
  });
  if (typeof value === "object" && value !== null) return named(value as unknown as LocalizedText);
  if (key === BOTH) return named({ ja: String(value), en: String(entry.en) });
  const field = fieldsOf(group.fields, entry).find((each) => each.key === key);
  const name = field && choiceName(field, value);
  return name
    ? named(name)
    : { ja: `${what.ja} ${String(value ?? "")}`, en: `${what.en} ${String(value ?? "")}` };
}

/** The content with another list of entries in a group. */
const withEntries = (
  group: ComponentGroup,
  content: Content,
  entries: readonly Content[],
): Content => ({ ...content, [group.key]: group.entries.type === "one" ? entries[0] : entries });

/** The content with another entry. */
export function setEntry(
  group: ComponentGroup,
  content: Content,
  index: number,
  entry: Content,
): Content {
  const entries = entriesOf(group, content).map((each, at) => (at === index ? entry : each));
  return withEntries(group, content, entries);
}

/** A value that the field can have, for new entries and records. */
export function initialValue({ kind, required, default: usual }: ComponentField): unknown {
  if (!required) return usual ?? undefined;
  switch (kind.type) {
    case "number":
      return kind.min;
    case "flag":
      return false;
    case "choice":
      return kind.choices[0]?.value;
    case "several":
    case "offsets":
    case "records":
      return [];
    case "text":
      return "";
    case "localized":
      return { ja: "", en: "" };
    case "source":
      return FROM_BOX;
  }
}

/**
 * The record without the fields that its values exclude, and with those that they require. Fields
 * may depend on fields that depend on others, in the order of the schema.
 */
export function completed(fields: readonly ComponentField[], record: Content): Content {
  const complete: Record<string, unknown> = {};
  for (const field of fields) {
    if (fieldsOf([field], { ...record, ...complete }).length === 0) continue;
    const value = record[field.key];
    const choices = field.kind.type === "choice" ? field.kind.choices : null;
    const fits = !choices || choices.some((choice) => choice.value === value);
    const next = value === undefined || !fits ? initialValue(field) : value;
    if (next !== undefined) complete[field.key] = next;
  }
  return complete;
}

/** The entry with another value of a field; the source of that field becomes the box. */
export function setField(
  group: ComponentGroup,
  entry: Content,
  key: string,
  value: unknown,
): Content {
  const changed: Record<string, unknown> = { ...entry, [key]: value };
  for (const { key: source, kind } of group.fields)
    if (kind.type === "source" && kind.of.includes(key)) changed[source] = FROM_BOX;
  const decides = group.fields.some(({ when }) => when?.field === key);
  return decides ? completed(group.fields, changed) : changed;
}

/** The content with a new entry at the end of a list; named values that are not used yet come first. */
export function addEntry(group: ComponentGroup, content: Content): Content {
  const entries = entriesOf(group, content);
  const key = titleOf(group);
  const field = group.fields.find((each) => each.key === key);
  const used = new Set(entries.map((entry) => entry[key ?? ""]));
  const free =
    field?.kind.type === "choice"
      ? field.kind.choices.find((choice) => !used.has(choice.value))?.value
      : undefined;
  const start: Content = key !== null && free !== undefined ? { [key]: free } : {};
  return withEntries(group, content, [...entries, completed(group.fields, start)]);
}

/** The content without an entry of a list. */
export function removeEntry(group: ComponentGroup, content: Content, index: number): Content {
  return withEntries(
    group,
    content,
    entriesOf(group, content).filter((_, at) => at !== index),
  );
}

/** The content with an entry of a list exchanged with the one before it. */
export function raiseEntry(group: ComponentGroup, content: Content, index: number): Content {
  const entries = [...entriesOf(group, content)];
  const [entry] = entries.splice(index, 1);
  if (entry) entries.splice(Math.max(0, index - 1), 0, entry);
  return withEntries(group, content, entries);
}

/** The built-in entry to which an entry corresponds: that with the same title, or at the same place. */
export function builtInEntry(
  group: ComponentGroup,
  builtIn: Content,
  entry: Content,
  index: number,
): Content | null {
  const entries = entriesOf(group, builtIn);
  const key = titleOf(group);
  if (key === null) return entries[index] ?? null;
  const title = JSON.stringify(entry[key]);
  return entries.find((each) => JSON.stringify(each[key]) === title) ?? null;
}

/** Returns true if two values have the same JSON, in any order of keys. */
export function same(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const [left, right] = [a as Content, b as Content];
  const keys = new Set([...Object.keys(left), ...Object.keys(right)]);
  return [...keys].every((key) => same(left[key], right[key]));
}

/** The number of entries whose source is the box, and of all entries, by the first source of each. */
export function boxCount(schema: ComponentsSchema, content: Content): { box: number; all: number } {
  const sources = schema.groups.flatMap((group) =>
    entriesOf(group, content).map((entry) =>
      fieldsOf(group.fields, entry)
        .filter(({ kind }) => kind.type === "source")
        .map(({ key }) => entry[key]),
    ),
  );
  const box = sources.filter((each) => each.every((source) => source === FROM_BOX)).length;
  return { box, all: sources.length };
}
