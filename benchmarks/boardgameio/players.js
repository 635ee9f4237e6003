// Plays `matches` matches at once for `seconds` seconds; prints the milliseconds of each move as JSON: from the call of
// the mover's client until the other player's client has the new state, which only the server can have sent.

const { Client } = require("boardgame.io/client");
const { SocketIO } = require("boardgame.io/multiplayer");
const { Duel } = require("./game.js");

const [server, matches, warm, seconds] = process.argv.slice(2);
const times = [];
const from = performance.now() + warm * 1e3;
const until = from + seconds * 1e3;

const connect = (matchID, playerID) => {
  const client = Client({ game: Duel, multiplayer: SocketIO({ server }), matchID, playerID, debug: false, numPlayers: 2 });
  client.waiting = [];
  // One subscriber for good: the client numbers them by how many there are, so that those who come and go collide.
  client.subscribe((state) => {
    if (state) client.waiting = client.waiting.filter((wait) => !wait(state));
  });
  client.start();
  return client;
};

// Once the client has such a state.
const reaches = (client, done) =>
  new Promise((resolve) => client.waiting.push((state) => done(state) && (resolve(), true)));

async function playOne(number) {
  const clients = [];
  for (const player of ["0", "1"]) {
    const client = connect(`match-${number}`, player); // the first makes the match
    await reaches(client, (state) => state.isConnected);
    clients.push(client);
  }
  while (performance.now() < until) {
    const mover = Number(clients[0].getState().ctx.currentPlayer);
    const turn = clients[0].getState().ctx.turn;
    const seen = Promise.all(clients.map((client) => reaches(client, (state) => state.ctx.turn > turn)));
    const began = performance.now();
    clients[mover].moves.take(Math.floor(Math.random() * 25));
    await seen;
    if (began >= from) times.push(performance.now() - began);
  }
  clients.forEach((client) => client.stop());
}

Promise.all(Array.from({ length: Number(matches) }, (_, number) => playOne(number))).then(() => {
  process.stdout.write(JSON.stringify(times), () => process.exit(0)); // not before the pipe has taken it all
});
