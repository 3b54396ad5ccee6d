// boardgame.io's server with a game whose state is as large as that of the game it is compared
// with, and of which each move changes a little. Its address is the one line it prints.
import { createRequire } from "node:module";
const { Server, Origins } = createRequire(import.meta.url)("boardgame.io/server");

const size = Number(process.argv[2]);
const squares = () => Array.from({ length: Math.ceil(size / 42) }, (_, at) => ({ at, who: 0, count: 1000 }));

const game = {
  name: "like",
  setup: () => ({ squares: squares(), last: 0 }),
  moves: {
    act: ({ G, playerID }, number) => {
      for (const step of [0, 1, 2]) {
        const square = G.squares[(number * 7 + step) % G.squares.length];
        square.who = Number(playerID);
        square.count = 1000 + (number % 1000);
      }
      G.last = number;
    },
  },
  turn: { minMoves: 1, maxMoves: 1 },
};

const server = Server({ games: [game], origins: [Origins.LOCALHOST] });
const running = await server.run(0);
console.log(`http://127.0.0.1:${running.appServer.address().port}`);
