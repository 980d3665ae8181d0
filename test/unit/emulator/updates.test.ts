import { expect } from "chai";
import { describe, it } from "mocha";
import { mergePatch } from "../../../emulator/json.js";
import { container, group, groupWith, useClient, WEB } from "./support.js";

describe("updates of a container group", () => {
  const { emulator, send } = useClient();
  const put = (body: unknown) => send("PUT", WEB, body);
  const requests = (cpu: number, memoryInGB: number, gpu?: object) => ({
    resources: { requests: { cpu, memoryInGB, gpu } },
  });
  const ports = [{ port: 80 }];
  const address = (type: string) => ({
    ipAddress: { type, ports },
    containers: [container("app", { ports })],
  });

  const fixed: [field: string, before: unknown, after: unknown, old: string, next: string][] = [
    ["OsType", group(), group({ osType: "Windows" }), '"Linux"', '"Windows"'],
    ["RestartPolicy", group({ restartPolicy: "OnFailure" }), group(), '"OnFailure"', '"Always"'],
    ["cpu", groupWith(requests(1, 1)), groupWith(requests(2, 1)), "1", "2"],
    ["memoryInGB", groupWith(requests(1, 1)), groupWith(requests(1, 2.5)), "1", "2.5"],
    [
      "gpu",
      groupWith(requests(1, 1)),
      groupWith(requests(1, 1, { count: 1, sku: "V100" })),
      "none",
      '{"count":1,"sku":"V100"}',
    ],
    ["Zones", group({}, { zones: ["1"] }), group(), '["1"]', "[]"],
    [
      "SubnetIds",
      group({ subnetIds: [{ id: "/a" }] }),
      group({ subnetIds: [{ id: "/b" }] }),
      '["/a"]',
      '["/b"]',
    ],
    [
      "IpAddress.Type",
      group(address("Public")),
      group({ ...address("Private"), subnetIds: [{ id: "/a" }] }),
      '"Public"',
      '"Private"',
    ],
  ];
  for (const [field, before, after, old, next] of fixed) {
    it(`cannot change ${field}`, async () => {
      await put(before);
      const answer = await put(after);
      expect(answer.status).to.equal(400);
      expect(answer.body.error.code).to.equal("InvalidContainerGroupUpdate");
      expect(answer.body.error.message).to.include(field).and.include(`(old ${old}, new ${next})`);
      expect(emulator().containerGroups.effects(WEB)).to.deep.equal({ creates: 1, updates: 0, deletes: 0 });
    });
  }

  it("names every fixed field that would change", async () => {
    await put(group());
    const answer = await put(group({ osType: "Windows", restartPolicy: "Never" }));
    expect(answer.body.error.details.map((detail: { target: string }) => detail.target)).to.deep.equal([
      "properties.osType",
      "properties.restartPolicy",
    ]);
  });

  /** test/unit/services/containerGroups/rules.property.test.ts has the other ones. */
  const free: [what: string, before: unknown, after: unknown][] = [
    ["a policy that was in force anyway", group(), group({ restartPolicy: "Always" })],
    ["whether there is an address", group(), group(address("Public"))],
  ];
  for (const [what, before, after] of free) {
    it(`can change ${what}`, async () => {
      await put(before);
      expect((await put(after)).status).to.equal(200);
    });
  }

  it("replaces the whole group, tags included", async () => {
    await put(groupWith({ command: ["a"] }, { priority: "Spot" }));
    const answer = await put(group({}, { tags: { a: "b" } }));
    expect(answer.body.properties).to.not.have.property("priority");
    expect(answer.body.properties.containers[0].properties).to.not.have.property("command");
    expect(answer.body.tags).to.deep.equal({ a: "b" });
  });

  it("keeps the id of the create", async () => {
    await put(group());
    const answer = await send("PUT", WEB.replace("/web", "/WEB"), group());
    expect(answer.status).to.equal(200);
    expect(answer.body).to.include({ id: WEB, name: "web" });
  });

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

  it("restart the containers, except those of tags", async () => {
    const restarts = () => emulator().containerGroups.restarts(WEB);
    await put(group());
    await send("PATCH", WEB, { tags: { a: "1" } });
    expect(restarts()).to.equal(0);
    await put(group());
    await send("DELETE", WEB);
    expect(restarts()).to.equal(1);
  });

  it("of tags refuse other fields, wrong tags and groups that are not there", async () => {
    expect((await send("PATCH", WEB, { tags: {} })).status).to.equal(404);
    await put(group());
    expect((await send("PATCH", WEB, { properties: {} })).status).to.equal(400);
    expect((await send("PATCH", WEB, { tags: { a: 1 } })).status).to.equal(400);
    expect((await send("PATCH", WEB, {})).status).to.equal(400);
  });
});

describe("updates of a container group, with the profile azure", () => {
  const { send } = useClient({ profile: "azure" });
  const id = WEB.replace("Vendor", "Microsoft");

  it("take tags when they create the group, and keep them afterwards", async () => {
    const located = (tags: object) => group({}, { location: "westus", tags });
    expect((await send("PUT", id, located({ a: "1" }))).body.tags).to.deep.equal({ a: "1" });
    expect((await send("PUT", id, located({ b: "2" }))).body.tags).to.deep.equal({ a: "1" });
    expect((await send("PATCH", id, { tags: { b: "2" } })).body.tags).to.deep.equal({ b: "2" });
    expect((await send("GET", id)).body.tags).to.deep.equal({ b: "2" });
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

describe("mergePatch", () => {
  const facts: [what: string, target: unknown, patch: unknown, result: unknown][] = [
    ["adds and replaces keys", { a: 1, b: 2 }, { b: 3, c: 4 }, { a: 1, b: 3, c: 4 }],
    ["goes into objects", { a: { b: 1, c: 2 } }, { a: { b: 3 } }, { a: { b: 3, c: 2 } }],
    ["removes what is null", { a: 1, b: { c: 1 } }, { a: null, b: { c: null } }, { b: {} }],
    ["replaces lists as a whole", { a: [1, 2] }, { a: [3] }, { a: [3] }],
    ["makes an object of anything", { a: [1] }, { a: { b: 1 } }, { a: { b: 1 } }],
    ["leaves no null behind", {}, { a: { b: null } }, { a: {} }],
  ];
  for (const [what, target, patch, result] of facts) {
    it(what, () => {
      const before = structuredClone(target);
      expect(mergePatch(target, patch)).to.deep.equal(result);
      expect(target).to.deep.equal(before);
    });
  }
});
