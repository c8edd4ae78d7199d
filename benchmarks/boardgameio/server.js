// A boardgame.io server with one game for three: node server.js PORT [FOLDER OF THE FLATFILE STORE]

const { Server, FlatFile } = require("boardgame.io/server");
const { INVALID_MOVE } = require("boardgame.io/core");

const SPACES = 37;

// As large as a turn of Pizza Theory and lighter on rules: lay a topping on a free space; a full pizza is eaten.
const toppings = {
  name: "toppings",
  setup: () => ({ spaces: Array(SPACES).fill(null), pizzas: 0 }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    add: ({ G, playerID }, space) => {
      if (!Number.isInteger(space) || G.spaces[space] !== null) return INVALID_MOVE;
      G.spaces[space] = playerID;
      if (!G.spaces.includes(null)) {
        G.spaces.fill(null);
        G.pizzas += 1;
      }
    },
  },
};

const [port, folder] = process.argv.slice(2);
const db = folder === undefined ? undefined : new FlatFile({ dir: folder });
Server({ games: [toppings], db, origins: [] }).run(Number(port));
