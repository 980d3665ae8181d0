import { expect } from "chai";
import { describe, it } from "mocha";
import { group, useClient, WEB } from "./support.js";

describe("updates of a container group", () => {
  const { emulator, send } = useClient();
  const put = (body: unknown) => send("PUT", WEB, body);

  it("are accepted during provisioning, and refused while the group is being deleted", async () => {
    await put(group());
    expect((await put(group())).status).to.equal(200);
    emulator().containerGroups.patch(WEB, { properties: { provisioningState: "Deleting" } });
    const tagged = await send("PATCH", WEB, { tags: {} });
    for (const answer of [await put(group()), tagged, await send("DELETE", WEB)]) {
      expect(answer.status).to.equal(409);
      expect(answer.body.error.code).to.equal("ContainerGroupTransitioning");
    }
  });
});

describe("updates of a container group, when the emulator refuses them during provisioning", () => {
  const { send } = useClient({ refuseWhileTransitioning: true });

  it("are accepted once it is provisioned", async () => {
    const statuses = [];
    statuses.push((await send("PUT", WEB, group())).status);
    statuses.push((await send("PUT", WEB, group())).status);
    await send("GET", WEB);
    await send("GET", WEB);
    statuses.push((await send("PUT", WEB, group())).status);
    expect(statuses).to.deep.equal([201, 409, 200]);
  });
});
