import { expect } from "chai";
import { after, before, beforeEach, describe, it } from "mocha";
import { type Emulator, startEmulator } from "../../../../emulator/index.js";
import type { Lifecycle } from "../../../../provider/contract/lifecycle.js";
import { containerGroupLifecycle } from "../../../../provider/services/containerGroups/lifecycle.js";
import { errorFields } from "../../../support/asRead.js";
import { rejection } from "../../http/answers.js";
import { args, ID } from "../../support/groupService.js";
import { testContext } from "../../support/hooks.js";

const lifecycle: Lifecycle = containerGroupLifecycle;

describe("a container group at the emulator, in a state that nobody knows", () => {
  let emulator: Emulator;
  before(async () => {
    emulator = await startEmulator({ provisioningPolls: 3 });
  });
  after(() => emulator.close());
  beforeEach(() => emulator.log.clear());

  const resources = { requests: { cpu: 1, memoryInGB: 1 } };
  const create = (provisioning: string) => {
    emulator.faults.add({ match: { method: "PUT" }, fault: { provisioning, meanwhile: "Running" } });
    const context = testContext({ "vendorcloud:resourceManagerUrl": emulator.url });
    return lifecycle.create({ ...args, containers: [{ name: "web", image: "nginx", resources }] }, context);
  };
  const asked = (): string[] =>
    emulator.log.filter({ method: "GET" }).map(({ path }) => (path === ID ? "group" : "operation"));

  it("is waited for by the operation that was announced, and read at its end", async () => {
    const { answer } = await create("Succeeded");
    expect(answer.provisioningState).to.equal("Succeeded");
    expect(asked()).to.deep.equal(["group", "operation", "operation", "operation", "operation", "group"]);
  });

  it("fails with the error of the operation", async () => {
    const error = await rejection(create("Failed"));
    expect(errorFields(error))
      .to.have.property("message")
      .that.matches(/^provisioning failed: Failed: There is no capacity/);
    expect(asked().at(-1)).to.equal("group");
  });
});
