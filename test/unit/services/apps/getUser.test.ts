import * as pulumi from "@pulumi/pulumi";
import { expect } from "chai";
import { afterEach, describe, it } from "mocha";
import { getUser, getUserOutput } from "../../../../provider/functions/getUser.js";
import { rejection } from "../../http/answers.js";
import { runFunctions, settled } from "../../support/mocks.js";
import { useAppService } from "./removals.js";

const PROFILE = {
  id: "00000000-0000-0000-0000-00000000000a",
  display_name: "Ada Example",
  email: "ada@example.com",
  name: "ada",
  avatar_url: null,
  field_of_tomorrow: { a: [1] },
};

describe("getUser", () => {
  const service = useAppService();
  afterEach(() => pulumi.runtime.setAllConfig({}, []));

  const run = <T>(program: () => T | Promise<T>): Promise<T> =>
    runFunctions(program, { config: { ...service.configuration, "vendorcloud:retryMaxAttempts": "1" } });

  it("reads the profile as the service has it", async () => {
    service.profile().twice().reply(200, PROFILE);
    expect(await run(() => getUser())).to.deep.equal(PROFILE);
    expect(await run(() => settled(getUserOutput()))).to.deep.include({ value: PROFILE });
  });

  it("takes for a profile what has an id, an address or a name", async () => {
    for (const profile of [{ id: "a" }, { email: "a@example.com" }, { name: "a" }]) {
      service.profile().reply(200, profile);
      expect(await run(() => getUser())).to.deep.equal(profile);
    }
  });

  for (const [what, status, body, message] of [
    [
      "the gateway's refusal",
      401,
      { message: "Missing valid authentication token. Correlation ID: 1-2-3", statusCode: 401, code: "No" },
      /^getUser: read failed: 401 No: Missing valid authentication token\.\n {2}request id: 1-2-3\n {2}what to do: the API token was rejected: /,
    ],
    [
      "an app token",
      403,
      { message: "Forbidden", code: "Forbidden" },
      /^getUser: read failed: 403 Forbidden: Forbidden\n {2}what to do: reading a profile requires a user token/,
    ],
    ["a gateway's word", 200, { message: "Welcome" }, /: 200, but the body is not a profile\n/],
    ["a list", 200, [PROFILE], /: 200, but the body is a list, not a profile\n/],
    ["another status", 203, PROFILE, /: 203, which is not a documented success status \(200\)\n/],
  ] as const) {
    it(`${what} is an error`, async () => {
      service.profile().reply(status, body as never);
      expect(((await rejection(run(() => getUser()))) as Error).message).to.match(message);
    });
  }
});
