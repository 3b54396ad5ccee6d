/** The edition that the user edits: its content, the engine's check, undo, and its storage. */
import type {
  ComponentsForm,
  ComponentsInput,
  ComponentsReport,
  FieldFault,
  LocalizedText,
} from "../../generated/core";
import { checkComponents } from "../../lib/api/components";
import { problemText } from "../../lib/api/http";
import { readEdition, writeEdition, type StoredEdition } from "../../lib/storage/editions";
import { same, type Content } from "./content";

/** Milliseconds between the last keystroke and the check. */
const PAUSE = 250;

/** Maximum number of steps that can be undone. */
const MAX_UNDO = 200;

export class EditionWork {
  readonly game: string;
  readonly form: ComponentsForm;
  #content = $state.raw<Content>({});
  #report = $state.raw<ComponentsReport | null>(null);
  #trouble = $state.raw<LocalizedText | null>(null);
  #checking = $state(false);
  #stored = $state(true);
  #done = $state.raw<readonly Content[]>([]);
  #undone = $state.raw<readonly Content[]>([]);
  /** The field that the last edit changed: further edits of it are undone together. */
  #last: string | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asked = 0;

  /** Begins with the edition stored on this device, or else with the built-in components. */
  constructor(game: string, form: ComponentsForm) {
    this.game = game;
    this.form = form;
    this.#content = readEdition(game)?.content ?? form.built_in;
    void this.check();
  }

  get content(): Content {
    return this.#content;
  }
  /** The last answer of the engine; null before the first. */
  get report(): ComponentsReport | null {
    return this.#report;
  }
  /** The reason why the content could not be checked; null if it was. */
  get trouble(): LocalizedText | null {
    return this.#trouble;
  }
  /** True while the answer about the newest content is awaited. */
  get checking(): boolean {
    return this.#checking;
  }
  /** False if the browser refused to store the edition. */
  get stored(): boolean {
    return this.#stored;
  }
  get canUndo(): boolean {
    return this.#done.length > 0;
  }
  get canRedo(): boolean {
    return this.#undone.length > 0;
  }
  /** True if the content equals the built-in components, with their sources. */
  get untouched(): boolean {
    return same(this.#content, this.form.built_in);
  }

  /** The faults in a field or in anything inside it. */
  faultsAt(path: string): readonly FieldFault[] {
    const inside = (fault: FieldFault) =>
      fault.path === path || (fault.path.startsWith(path) && /[.[]/.test(fault.path[path.length]!));
    return this.#report?.faults.filter(inside) ?? [];
  }

  /** Changes the content. Successive edits of the same `field` are one step of undo. */
  edit(next: Content, field: string | null = null): void {
    const joined = field !== null && field === this.#last && this.#done.length > 0;
    if (!joined) this.#done = [...this.#done, this.#content].slice(-MAX_UNDO);
    this.#undone = [];
    this.#last = field;
    this.#set(next);
  }

  undo(): void {
    const before = this.#done.at(-1);
    if (!before) return;
    this.#done = this.#done.slice(0, -1);
    this.#undone = [...this.#undone, this.#content];
    this.#last = null;
    this.#set(before);
  }

  redo(): void {
    const next = this.#undone.at(-1);
    if (!next) return;
    this.#undone = this.#undone.slice(0, -1);
    this.#done = [...this.#done, this.#content];
    this.#last = null;
    this.#set(next);
  }

  #set(next: Content): void {
    this.#content = next;
    this.#checking = true;
    // An answer about the content before is not one about this.
    this.#asked += 1;
    this.#store(null);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.check(), PAUSE);
  }

  /** Lets the engine check the content, and stores it with the answer. */
  async check(): Promise<void> {
    clearTimeout(this.#timer);
    const asked = ++this.#asked;
    this.#checking = true;
    const result = await ask(this.game, this.#content);
    if (asked !== this.#asked) return;
    this.#checking = false;
    if ("report" in result) {
      this.#report = result.report;
      this.#trouble = null;
      this.#store(result.report);
    } else this.#trouble = result.trouble;
  }

  /** Stores the content; with a report without faults also the text that tables use. */
  #store(report: ComponentsReport | null): void {
    if (this.untouched) {
      this.#stored = writeEdition(this.game, null) || readEdition(this.game) === null;
      return;
    }
    const before = readEdition(this.game);
    const last: Omit<StoredEdition, "content"> =
      report?.text != null
        ? {
            text: report.text,
            fingerprint: report.fingerprint,
            differences: report.differences.length,
          }
        : {
            text: before?.text ?? null,
            fingerprint: before?.fingerprint ?? null,
            differences: before?.differences ?? 0,
          };
    this.#stored = writeEdition(this.game, { content: this.#content, ...last });
  }
}

async function ask(
  game: string,
  components: ComponentsInput,
): Promise<{ report: ComponentsReport } | { trouble: LocalizedText }> {
  try {
    return { report: await checkComponents(game, components) };
  } catch (thrown) {
    return { trouble: problemText(thrown) };
  }
}
