// A boardgame.io server with one game for three: node server.js PORT, and where it is kept, if not in memory: flatfile FOLDER,
// or postgres FOLDER-OF-THE-SOCKET DATABASE USER PASSWORD

const { Server, FlatFile } = require("boardgame.io/server");
const { INVALID_MOVE, PlayerView } = require("boardgame.io/core");

const SPACES = 37;

// The size of Pizza Theory with lighter rules: three add a topping each, then three cut in secret, round after round.
// The cuts are turned over together; a third of the pizza, which they choose, is cleared.
const toppings = {
  name: "toppings",
  playerView: PlayerView.STRIP_SECRETS,
  setup: () => ({
    spaces: Array(SPACES).fill(null),
    round: 1,
    cuts: {},
    players: { 0: { cut: null }, 1: { cut: null }, 2: { cut: null } },
  }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    add: ({ G, playerID }, space) => {
      if (!Number.isInteger(space) || G.spaces[space] !== null) return INVALID_MOVE;
      G.spaces[space] = playerID;
    },
    cut: ({ G, playerID }, number) => {
      if (!(number >= 1 && number <= 6) || G.players[playerID].cut !== null) return INVALID_MOVE;
      G.players[playerID].cut = number;
      const cuts = Object.values(G.players).map((player) => player.cut);
      if (cuts.includes(null)) return;
      G.cuts = { red: cuts[0], green: cuts[1], white: cuts[2] };
      const third = (cuts[0] + cuts[1] + cuts[2]) % 3;
      for (let space = third; space < SPACES; space += 3) G.spaces[space] = null;
      for (const player of Object.values(G.players)) player.cut = null;
      G.round += 1;
    },
  },
};

const stores = {
  flatfile: (dir) => new FlatFile({ dir }),
  postgres: (host, database, username, password) => {
    const { PostgresStore } = require("bgio-postgres");
    return new PostgresStore({ host, database, username, password, logging: false });
  },
};
const [port, store, ...where] = process.argv.slice(2);
const db = store && stores[store](...where);
Server({ games: [toppings], db, origins: [] }).run(Number(port));
