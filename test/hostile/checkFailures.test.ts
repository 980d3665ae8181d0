import { expect } from "chai";
import { describe, it } from "mocha";
import { Runtime } from "../../provider/contract/runtime.js";
import type { Json, JsonObject } from "../../provider/schema/json.js";
import { RecordingLog } from "../unit/support/hooks.js";
import { allKinds, kinds, type ResourceKind } from "./support/kinds.js";
import { declarationOf } from "./support/run.js";

/** Problems that `check` reports for arguments in which the program marked values as secret. */
async function checked(
  kind: ResourceKind,
  args: JsonObject,
  marked: Pick<ResourceKind, "marked" | "inPlace">,
) {
  const log = new RecordingLog();
  const provider = await kind.protocol.start(kind.lifecycle, {
    log,
    runtime: new Runtime(),
    configuration: { [`${kind.lifecycle.service}Url`]: "https://service.example" },
  });
  const { failures } = await provider.check(declarationOf({ ...kind, ...marked }, args), undefined);
  return { failures, warnings: log.warnings };
}

describe("a secret name in the path of a check failure", () => {
  const secret = "s3cret-container-name";

  it("is masked, and the rest of the path is there", async () => {
    const containers = [{ name: secret, image: 7, environmentVariables: [{ name: secret, valu: "x" }] }];
    const { failures, warnings } = await checked(
      kinds.ContainerGroup,
      { ...kinds.ContainerGroup.args, containers },
      { marked: [`containers[${secret}].name`] },
    );
    const all = [...failures, ...warnings].join("\n");
    expect(all)
      .to.match(/containers\["?\[secret\]"?\]\.image/)
      .and.not.contain(secret);
  });

  it("is masked where it is the name of an entry, too", async () => {
    const args = { ...kinds.ContainerGroup.args, tags: { [secret]: 7 } };
    const { failures, warnings } = await checked(kinds.ContainerGroup, args, { inPlace: ["tags"] });
    const all = [...failures, ...warnings].join("\n");
    expect(all).to.not.contain(secret);
    expect(failures.join()).to.match(/^tags.*\[secret\]/);
  });

  it("does not hide the names of fields, whatever the secret is", async () => {
    const args = { ...kinds.ContainerGroup.args, containers: [{ name: "image", image: 7 }] };
    const { failures } = await checked(kinds.ContainerGroup, args, { marked: ["containers[image].name"] });
    expect(failures.join()).to.match(/containers\["?\[secret\]"?\]\.image/);
  });
});

describe("a secret in the id of a resource", () => {
  for (const kind of allKinds) {
    const { properties } = kind.lifecycle.schema;
    const identity = Object.keys(properties).filter(
      (name) => properties[name]?.identity === true && name in kind.args,
    );
    it(`${kind.name}: gives a warning that names the argument (${identity.join(", ")})`, async () => {
      expect(identity).not.to.deep.equal([]);
      for (const name of identity) {
        const { warnings } = await checked(kind, kind.args, { inPlace: [name], marked: kind.marked ?? [] });
        const value = String((kind.args as Record<string, Json>)[name]);
        const [warning] = warnings.filter((text) => text.includes(`${name}: part of the resource's id`));
        expect(warning).to.contain("displays and stores in plain text").and.not.contain(value);
      }
    });
  }
});
