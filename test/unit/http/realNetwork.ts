import { after, before } from "mocha";

import nock = require("nock");

/**
 * For the tests of one `describe`: real connections. Once loaded, nock also stands in for connections that it
 * lets pass, and keeps none of them.
 */
export function useRealNetwork(): void {
  before(() => nock.restore());
  after(() => nock.activate());
}
