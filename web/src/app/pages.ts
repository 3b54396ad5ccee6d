/** The pages by the names of their routes. Each is loaded when it is opened. */
import type { Component } from "svelte";
import { withTexts } from "../lib/i18n/messages";
import { OWN, path, type Route } from "../lib/url/routes";

/** The properties of a page, which the app passes on without knowing them. */
type Props = Record<string, unknown>;

/** A page as the app shows it. */
export interface Shown {
  /** Loads the page. */
  readonly load: () => Promise<Component<Props>>;
  readonly props: Props;
  /** Equal for two routes if the second only changes properties of the same page. */
  readonly key: string;
}

type To<Page extends Route["page"]> = Extract<Route, { page: Page }>;
type Source<Given extends object> = () => Promise<{ default: Component<Given> }>;
/** A page without the key. */
type Sheet = Omit<Shown, "key">;

/** A page, and the properties that it is given. The front page brings its own texts. */
const front = <Given extends object>(load: Source<Given>, props: NoInfer<Given>): Sheet => ({
  load: () => load().then(({ default: page }) => page as unknown as Component<Props>),
  props: props as Props,
});

/** A page, which is loaded with all texts, and the properties that it is given. */
const sheet = <Given extends object>(load: Source<Given>, props: NoInfer<Given>): Sheet =>
  front(() => withTexts(load()), props);

const sheets: { [Page in Route["page"]]: (route: To<Page>) => Sheet } = {
  home: () => front(() => import("../features/lobby/HomePage.svelte"), {}),
  new: ({ game }) => sheet(() => import("../features/lobby/NewTablePage.svelte"), { game }),
  table: ({ page: _, ...rest }) => sheet(() => import("../features/table/TablePage.svelte"), rest),
  review: ({ table }) => sheet(() => import("../features/analysis/ReviewPage.svelte"), { table }),
  record: () => sheet(() => import("../features/record/RecordPage.svelte"), {}),
  rules: ({ game }) => sheet(() => import("../features/rules/RulesPage.svelte"), { game }),
  learn: ({ game, lesson }) =>
    sheet(() => import("../features/tutorial/LearnPage.svelte"), {
      game,
      lesson: lesson ?? "first",
    }),
  puzzles: () => sheet(() => import("../features/puzzle/PuzzlesPage.svelte"), {}),
  puzzle: ({ game, puzzle: id }) =>
    game === OWN
      ? sheet(() => import("../features/puzzle/OwnPuzzlePage.svelte"), { id })
      : sheet(() => import("../features/puzzle/PuzzlePage.svelte"), { game, id }),
  position: ({ game }) => sheet(() => import("../features/editor/PositionPage.svelte"), { game }),
  edition: ({ game }) => sheet(() => import("../features/edition/EditionPage.svelte"), { game }),
  me: () => sheet(() => import("../features/profile/ProfilePage.svelte"), {}),
  ratings: ({ game }) => sheet(() => import("../features/profile/RatingsPage.svelte"), { game }),
  lost: () => sheet(() => import("../lib/ui/NotFound.svelte"), {}),
};

function keyOf(route: Route): string {
  if (route.page === "lost") return "";
  return path(route.page === "table" ? { page: "table", table: route.table } : route);
}

/** The page to which a route leads. */
export function pageAt(route: Route): Shown {
  const open = sheets[route.page] as (route: Route) => Sheet;
  return { ...open(route), key: keyOf(route) };
}
