/** The list of the games that can be played on this device, with the addresses of their modules. */
import type { Catalogue } from "../../generated/session";
import { readStored, writeStored } from "../storage/storage";
import { STORED_GAMES } from "./place";
import { Problem } from "./problems";

/** The addresses of the files of a game's module. */
export interface ModuleAddresses {
  script: string;
  binary: string;
}

/** The list of games of this page. */
export class GameList {
  #loaded: Promise<Catalogue> | null = null;

  constructor(
    readonly request: () => Promise<Response>,
    /** The whole address of a file of the page. */
    readonly addressOf: (path: string) => string,
  ) {}

  /** The list, loaded once; without a connection the last one. */
  load(): Promise<Catalogue> {
    this.#loaded ??= this.#load().catch((thrown: unknown) => {
      this.#loaded = null;
      throw thrown;
    });
    return this.#loaded;
  }

  /** Returns the id of a game if this page has it, otherwise throws a {@link Problem}. */
  async known(game: string): Promise<string> {
    const { games } = await this.load();
    if (!games.some(({ id }) => id === game)) throw new Problem(404, (words) => words.noGame(game));
    return game;
  }

  /** The addresses of a game's module. */
  async moduleOf(game: string): Promise<ModuleAddresses> {
    const { modules = {} } = await this.load();
    const [script, binary] = (modules[await this.known(game)] ?? []).map(({ path }) =>
      this.addressOf(path),
    );
    if (!script || !binary) throw new Problem(501, (words) => words.noModule);
    return { script, binary };
  }

  async #load(): Promise<Catalogue> {
    try {
      const response = await this.request();
      if (!response.ok) throw away();
      const text = await response.text();
      const catalogue = JSON.parse(text) as Catalogue;
      writeStored(STORED_GAMES, text);
      return catalogue;
    } catch (thrown) {
      const last = readStored(STORED_GAMES);
      if (last === null) throw thrown instanceof Problem ? thrown : away();
      return JSON.parse(last) as Catalogue;
    }
  }
}

const away = () => new Problem(503, (words) => words.moduleAway);
