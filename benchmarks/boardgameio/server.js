// The server as its documentation starts it, with its default storage, which keeps matches in memory.

const { Server, Origins } = require("boardgame.io/server");
const { Duel } = require("./game.js");

Server({ games: [Duel], origins: [Origins.LOCALHOST] }).run(Number(process.argv[2]), () => console.log("ready"));
