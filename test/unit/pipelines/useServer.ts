import { afterEach, beforeEach } from "mocha";
import { type LocalServer, listen } from "../../support/localServer.js";
import type { Received, Response } from "../../support/message.js";

type Request = Omit<Received, "index">;

/** Starts a server on this machine for each test of a group. @returns its address, and what the test has sent to it */
export function useServer(answer: (request: Request) => Response): { origin: string; requests: Request[] } {
  let server: LocalServer;
  const used = { origin: "", requests: [] as Request[] };
  beforeEach(async () => {
    used.requests = [];
    server = await listen(async (request) => {
      used.requests.push(request);
      return answer(request);
    });
    used.origin = server.url;
  });
  afterEach(() => server.close());
  return used;
}
