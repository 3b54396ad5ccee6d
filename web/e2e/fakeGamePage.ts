/** The real page with a fake game: the tests answer the page's requests instead of the server. */
import type { Page, WebSocketRoute } from "@playwright/test";
import type {
  Catalogue,
  GamePage,
  TableCard,
  TableState,
  ToClient,
  ToServer,
} from "../src/generated/session";
import { GAME, COMMON_RULES, SUMMARY } from "../src/lib/testing/fakeGame";
import type { Server } from "./server";

/** The messages received from the page, and functions that send messages to the page. */
export interface Stage {
  heard: ToServer[];
  /** The table that a page receives when it connects. */
  first: TableState;
  show: (state: TableState) => void;
  say: (message: ToClient) => void;
}

/**
 * Answers the page instead of the server: the fake game is the first in the list, and every table
 * shows `first`.
 */
export async function stage(
  page: Page,
  server: Server,
  first: TableState,
  tables: readonly TableCard[] = [],
): Promise<Stage> {
  const real = await catalogueOf(server);
  const bots = real.bots.map((bot) => ({ ...bot, games: [GAME.id, ...bot.games] }));
  const catalogue: Catalogue = { ...real, games: [SUMMARY, ...real.games], bots };
  await page.route("**/api/games", (route) => route.fulfill({ json: catalogue }));
  await page.route(`**/api/games/${GAME.id}`, (route) =>
    route.fulfill({
      json: { info: GAME, bots, glossary: {}, house: COMMON_RULES } satisfies GamePage,
    }),
  );
  await page.route(`**/api/games/${GAME.id}/rules`, (route) =>
    route.fulfill({
      json: {
        rules: [
          ["M-1", "Thirteen points end it.", "13点で終わります。"],
          ["M-2", "Anybody may resign at any time.", "いつでも投了できます。"],
          ["M-3", "All may agree on a draw.", "全員の合意で引き分けにできます。"],
        ].map(([id, en, ja]) => ({ id, en, ja, source: "made up", not_applicable: "" })),
        components: {},
      },
    }),
  );
  await page.route(`**/api/games/${GAME.id}/book`, (route) => route.fulfill({ json: null }));
  await page.route("**/api/tables", (route) => route.fulfill({ json: { tables } }));
  let socket: WebSocketRoute | undefined;
  const heard: ToServer[] = [];
  const say = (message: ToClient) => socket?.send(JSON.stringify(message));
  const show = (state: TableState) => say({ type: "state", state });
  await page.routeWebSocket(/\/api\/tables\/.*\/live/, (route) => {
    socket = route;
    route.onMessage((message) => void heard.push(JSON.parse(String(message)) as ToServer));
    show(scene.first);
  });
  const scene: Stage = { heard, first, show, say };
  return scene;
}

/** Each real server's catalogue of games and bots, by address; requested once. */
const catalogues = new Map<string, Promise<Catalogue>>();
function catalogueOf({ url }: Server): Promise<Catalogue> {
  const asked =
    catalogues.get(url) ??
    fetch(`${url}/api/games`).then(async (it) => (await it.json()) as Catalogue);
  catalogues.set(url, asked);
  return asked;
}
