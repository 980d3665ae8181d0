import { expect } from "chai";
import { describe, it } from "mocha";
import { group, useClient, WEB } from "./support.js";

const COLLECTION = WEB.slice(0, WEB.lastIndexOf("/"));
const LEGACY =
  "/subscriptions/00000000-0000-0000-0000-000000000000/resourceGroups/demo/providers/Vendor.ContainerInstance/containerGroups/legacy-web";

describe("reads and deletes of a container group", () => {
  const { emulator, send } = useClient();

  it("say that a group is missing", async () => {
    const answer = await send("GET", WEB);
    expect(answer.status).to.equal(404);
    expect(answer.body.error).to.include({ code: "ResourceNotFound", target: WEB });
  });

  it("list the groups of one resource group, without what they do at run time", async () => {
    const initContainers = [{ name: "first", properties: { image: "busybox" } }];
    await send("PUT", WEB, group({ initContainers }));
    await send("PUT", WEB.replace("rg-1", "rg-10"), group());
    await send("GET", WEB);
    await send("GET", WEB);
    const answer = await send("GET", COLLECTION.toUpperCase());
    expect(answer.status).to.equal(200);
    expect(answer.body.value.map(({ id }: { id: string }) => id)).to.deep.equal([WEB]);
    expect(answer.body.value[0].properties.provisioningState).to.equal("Succeeded");
    expect(JSON.stringify(answer.body)).to.not.include("instanceView");
  });

  it("answer 200 with the group when it is deleted, 204 when there was none", async () => {
    await send("PUT", WEB, group());
    const deleted = await send("DELETE", WEB);
    expect(deleted.status).to.equal(200);
    expect(deleted.body.id).to.equal(WEB);
    const again = await send("DELETE", WEB);
    expect(again.status).to.equal(204);
    expect(again.body).to.equal(undefined);
    expect((await send("GET", WEB)).status).to.equal(404);
  });

  it("count what took effect, also when the group is gone", async () => {
    await send("PUT", WEB, group());
    await send("PUT", WEB.toUpperCase().replace("PROVIDERS", "providers"), group());
    await send("PATCH", WEB, { tags: {} });
    await send("DELETE", WEB);
    await send("DELETE", WEB);
    expect(emulator().containerGroups.effects(WEB)).to.deep.equal({ creates: 1, updates: 2, deletes: 1 });
  });
});

describe("the demo's seed", () => {
  const { emulator, send } = useClient({ seed: "demo" });

  it("has a group to adopt, which runs", async () => {
    const answer = await send("GET", LEGACY);
    expect(answer.status).to.equal(200);
    expect(answer.body.properties.provisioningState).to.equal("Succeeded");
    expect(answer.body.properties.ipAddress.fqdn).to.equal("legacy-web.westus.cloudcontainer.io");
    expect(emulator().containerGroups.effects(LEGACY).creates).to.equal(0);
  });

  it("is valid by the service's own rules", async () => {
    const stored = emulator().containerGroups.get(LEGACY);
    expect((await send("PUT", LEGACY, stored)).status).to.equal(200);
  });
});

describe("another writer, in the same process", () => {
  const { emulator, send } = useClient();

  it("sees secrets, and gets copies", async () => {
    const variable = { name: "KEY", secureValue: "s3cret" };
    const body = group();
    body.properties.containers[0] = {
      ...group().properties.containers[0],
      properties: { ...group().properties.containers[0]?.properties, environmentVariables: [variable] },
    } as never;
    await send("PUT", WEB, body);
    const copy = emulator().containerGroups.get(WEB);
    expect(copy?.properties.containers[0]?.properties.environmentVariables).to.deep.equal([variable]);
    if (copy !== undefined) {
      copy.location = "elsewhere";
    }
    expect(emulator().containerGroups.get(WEB)?.location).to.equal("West US");
  });

  it("sets a provisioning state that stays", async () => {
    await send("PUT", WEB, group());
    emulator().containerGroups.patch(WEB, { properties: { provisioningState: "Repairing" } });
    for (let reads = 0; reads < 3; reads++) {
      expect((await send("GET", WEB)).body.properties.provisioningState).to.equal("Repairing");
    }
  });

  it("cannot put something that is no group", () => {
    expect(() =>
      emulator().containerGroups.put("/subscriptions/s/other", {
        properties: { osType: "Linux", containers: [] },
      }),
    ).to.throw(RangeError);
  });
});
