import { expect } from "chai";
import { describe, it } from "mocha";
import type { JsonObject } from "../../provider/schema/json.js";
import { assertClean } from "./support/clean.js";
import { groupKind } from "./support/groupKind.js";
import { kinds, type ResourceKind } from "./support/kinds.js";
import { onMethod } from "./support/message.js";
import { runHook } from "./support/run.js";
import { wrong } from "./support/wrongResponses.js";

const inMemory = { over: "memory", exists: true, configuration: { retryMaxAttempts: "2" } } as const;

describe("the read before a group is created under a name of the program's own", () => {
  // A name of its own: what is prepared for a kind is kept by its name.
  const kind: ResourceKind = {
    ...kinds.ContainerGroup,
    ...groupKind("web"),
    name: "ContainerGroup by name",
  };
  for (const [name, distort] of Object.entries(wrong)) {
    it(`${name} is no group, and none is sent`, async () => {
      const outcome = await runHook(
        kind,
        "create",
        onMethod("GET", (request, good) => distort(good, request)),
        inMemory,
      );
      assertClean(outcome);
      expect(outcome.error, JSON.stringify(outcome.result)).not.to.equal(undefined);
      expect(outcome.requests.filter(({ method }) => method !== "GET")).to.deep.equal([]);
    });
  }

  it("what differs is named by its path, with no text of the group that is there", async () => {
    const respond = onMethod("GET", (_request, good) => ({
      ...good,
      body: { ...(good.body as JsonObject), tags: { team: "PURPLE" } },
    }));
    const outcome = await runHook(kind, "create", respond, inMemory);
    assertClean(outcome);
    expect(outcome.error?.message)
      .to.include("already exists and differs from the program: tags")
      .and.not.include("PURPLE");
    expect(outcome.requests.map(({ method }) => method)).to.deep.equal(["GET"]);
  });
});
