import { connect, createServer } from "node:net";

// The process that takes the connections to a service, which can be killed: `relay.mjs <port> <port of the service>`.
const [port, target] = process.argv.slice(2).map(Number);

createServer((socket) => {
  const service = connect(target ?? 0, "127.0.0.1");
  socket.pipe(service).pipe(socket);
  for (const [one, other] of [
    [socket, service],
    [service, socket],
  ]) {
    one?.on("error", () => undefined);
    one?.on("close", () => other?.destroy());
  }
}).listen(port, "127.0.0.1", () => console.error("listening"));
