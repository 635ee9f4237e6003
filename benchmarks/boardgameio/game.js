// A small game with a state of a few kilobytes and one random draw in each move, as ours has.

const CELLS = 25;

const setup = () => ({
  board: Array.from({ length: CELLS }, (_, cell) => ({ cell, token: cell % 7 })),
  seats: [1, 2].map((number) => ({ number, tokens: Array(7).fill(0), cards: [], reserved: [] })),
  pyramid: Array.from({ length: 12 }, (_, place) => ({ card: `J${place}`, cost: { white: 2, black: 1 }, points: place })),
});

const take = ({ G, ctx, random, events }, cell) => {
  const space = G.board[cell];
  G.seats[Number(ctx.currentPlayer)].tokens[space.token] += 1;
  space.token = random.Die(7) - 1;
  events.endTurn();
};

exports.Duel = { name: "duel", setup: setup, moves: { take }, minPlayers: 2, maxPlayers: 2 };
