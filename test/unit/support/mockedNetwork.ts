import { afterEach, beforeEach } from "mocha";
import nock from "nock";

// Loading nock replaces the functions of Node that connect. Other test files run in the same process: they get the
// real ones, unless they ask.
nock.restore();

export { nock };

/**
 * For the tests of one `describe`: nothing leaves the machine, and everything that was expected has happened.
 *
 * @param reachable hosts with their ports that are connected to, all the same
 */
export function useMockedNetwork(reachable?: RegExp): void {
  beforeEach(() => {
    nock.activate();
    nock.disableNetConnect();
    if (reachable) nock.enableNetConnect(reachable);
  });
  afterEach(() => {
    const pending = nock.pendingMocks();
    nock.cleanAll();
    nock.enableNetConnect();
    nock.restore();
    if (pending.length > 0) throw new Error(`never requested: ${pending.join(", ")}`);
  });
}
