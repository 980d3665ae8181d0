import { expect } from "chai";
import { describe, it } from "mocha";
import { type Lookup, lookUp } from "../../../provider/engine/lookup.js";
import type { JsonObject } from "../../../provider/schema/json.js";
import { runProgram } from "../support/mocks.js";

describe("lookup", () => {
  const TOKEN = "canary-token-4711";

  it("an answer that repeats the token has a placeholder there, and is otherwise as it was", async () => {
    const answer = { a: `for ${TOKEN}.`, list: [{ deep: TOKEN }, 1, null, true], other: "canary" };
    const lookup: Lookup<undefined, JsonObject> = {
      name: "getThing",
      service: "apps",
      withoutToken: { title: "", consequence: "" },
      read: () => undefined,
      ask: async () => answer,
    };
    const config = { "vendorcloud:appsUrl": "http://127.0.0.1", "vendorcloud:appsToken": TOKEN };
    const { result } = await runProgram(() => lookUp(lookup, {}, {}), { config });
    expect(result).to.deep.equal({
      a: "for [secret].",
      list: [{ deep: "[secret]" }, 1, null, true],
      other: "canary",
    });
  });
});
