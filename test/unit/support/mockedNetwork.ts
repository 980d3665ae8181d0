import { afterEach, beforeEach } from "mocha";
import nock from "nock";

/** For the tests of one `describe`: nothing leaves the machine, and everything that was expected has happened. */
export function useMockedNetwork(): void {
  beforeEach(() => {
    if (!nock.isActive()) nock.activate();
    nock.disableNetConnect();
  });
  afterEach(() => {
    const pending = nock.pendingMocks();
    nock.cleanAll();
    nock.enableNetConnect();
    if (pending.length > 0) throw new Error(`never requested: ${pending.join(", ")}`);
  });
}
