/** Requests about components that an owner of a game enters. */
import type { ComponentsForm, ComponentsInput, ComponentsReport } from "../../generated/core";
import { askOnce, gamePath, post } from "./http";

/** Requests the form of a game's components; null if the game has no components file. */
export function getComponentsForm(game: string): Promise<ComponentsForm | null> {
  return askOnce<ComponentsForm | null>(`${gamePath(game)}/components`);
}

/** Checks components: the text of a file, or its content. */
export function checkComponents(
  game: string,
  components: ComponentsInput,
): Promise<ComponentsReport> {
  return post<ComponentsReport>("/api/components", { game, components });
}
