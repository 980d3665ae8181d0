import { expect } from "chai";
import { describe, it } from "mocha";
import { receiveOutputs, type UnchangedOutputs } from "../../../provider/dynamic/previewChannel.js";
import type { JsonObject } from "../../../provider/schema/json.js";
import { META } from "../../../provider/schema/meta.js";
import { sampleGroup } from "../support/groups.js";
import { hooksOf, sealed, unwrapped } from "../support/hooks.js";

const URN = "urn:pulumi:dev::shop::vendorcloud:ContainerGroup::web";
const OTHER = `${URN}-2`;

describe("of a resource that a preview compares, the dynamic provider", () => {
  const group = (changes: JsonObject, urn: string) => unwrapped(sealed(sampleGroup(changes), { urn }));

  /** What the programs of two resources get to know when one of them is compared. */
  async function told(news: JsonObject, urn: string): Promise<UnchangedOutputs[][]> {
    const { hooks } = await hooksOf();
    const messages: UnchangedOutputs[][] = [];
    let compared: JsonObject = {};
    for (const one of [URN, OTHER]) {
      const received: UnchangedOutputs[] = [];
      messages.push(received);
      const address = await receiveOutputs((message) => received.push(message));
      const { inputs } = await hooks.check({}, { ...group(news, one), [META.previewTo]: address });
      if (one === urn) compared = unwrapped(inputs);
    }
    await hooks.diff("web", group({ name: "web" }, urn), compared);
    return messages;
  }

  it("tells its program, and no other, the outputs that an update leaves as they are", async () => {
    const change = { tags: { team: "green" } };
    expect(await told(change, URN)).to.deep.equal([[{ urn: URN, outputs: { name: "web" } }], []]);
    expect(await told(change, OTHER)).to.deep.equal([[], [{ urn: OTHER, outputs: { name: "web" } }]]);
  });

  for (const [fact, news] of [
    ["nothing differs", {}],
    ["it is replaced", { osType: "Windows" }],
  ] as const)
    it(`tells nothing where ${fact}`, async () => {
      expect(await told(news, URN)).to.deep.equal([[], []]);
    });
});
