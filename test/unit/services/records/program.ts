import * as pulumi from "@pulumi/pulumi";
import { afterEach } from "mocha";
import { nock, useMockedNetwork } from "../../support/mockedNetwork.js";
import { runFunctions } from "../../support/mocks.js";
import { useNoVariables } from "../../support/variables.js";

export const COMPANY = "9ee48135-93e1-ef11-9344-6045bde9ca09";
export const TOKEN = "canary-token-4711";

/** The service of business records. */
export class Service {
  readonly address = "https://business.example";
  readonly root = `${this.address}/api/v2.0/`;
  readonly config: Record<string, string> = {
    "vendorcloud:businessUrl": this.address,
    "vendorcloud:businessToken": TOKEN,
    "vendorcloud:companyId": COMPANY,
    "vendorcloud:retryMaxAttempts": "1",
  };

  /** Expects a request, bearing the token. */
  expect(path: string, query: Record<string, string> | true = {}, token = TOKEN): nock.Interceptor {
    return nock(this.address, { reqheaders: { authorization: `Bearer ${token}` } })
      .get(`/api/v2.0/companies(${COMPANY})/${path}`)
      .query(query);
  }

  /** Runs a program with this service configured. */
  async run<T>(
    program: () => T | Promise<T>,
    options: { preview?: boolean; without?: string[]; config?: Record<string, string> } = {},
  ): Promise<T> {
    const { preview = false, without = [], config = {} } = options;
    const all = { ...this.config, ...config };
    for (const key of without) delete all[`vendorcloud:${key}`];
    return runFunctions(program, { preview, config: all });
  }
}

/** The error that a promise ends with. */
export async function failure(promise: Promise<unknown>): Promise<Error> {
  const error = await promise.then(
    () => new Error("it did not fail"),
    (thrown: Error) => thrown,
  );
  return error;
}

/** For the tests of one `describe`: nothing leaves the machine, no setting of it counts, all that was expected happened. */
export function useService(): Service {
  useMockedNetwork();
  useNoVariables();
  afterEach(() => pulumi.runtime.setAllConfig({}, []));
  return new Service();
}
