import { afterEach, beforeEach } from "mocha";
import nock from "nock";

// Loading nock replaces Node's network functions. Other test files run in the same process and need the real ones, unless they
// call `useMockedNetwork`.
nock.restore();

export { nock };

/**
 * For the tests of one `describe`: blocks network access, and requires that every expected request was sent.
 *
 * @param reachable hosts with ports that stay accessible
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
