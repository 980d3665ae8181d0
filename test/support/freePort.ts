import { createServer } from "node:net";

/** Below the ports that systems give to outgoing connections and to servers without a port of their own. */
const [FIRST, COUNT] = [20_000, 10_000];

/** A port for a server that another process starts later. No connection takes it until then. */
export async function freePort(): Promise<number> {
  while (true) {
    const port = FIRST + Math.floor(Math.random() * COUNT);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
      .once("error", () => resolve(false))
      .listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
}
