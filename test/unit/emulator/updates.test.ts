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

  it("of tags change tags only", async () => {
    await put(group({}, { tags: { a: "1" } }));
    const answer = await send("PATCH", WEB, { tags: { b: "2" } });
    expect(answer.status).to.equal(200);
    expect(answer.body.tags).to.deep.equal({ b: "2" });
    expect(answer.body.properties.osType).to.equal("Linux");
    expect(answer.headers.get("cloud-AsyncOperation")).to.equal(null);
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
