import { expect } from "chai";
import { describe, it } from "mocha";
import { groupWith, useClient, WEB } from "./support.js";

describe("the emulator's own interface", () => {
  const { emulator, send, ask } = useClient({ token: "the-one" });
  const headers = { authorization: "Bearer the-one", "content-type": "application/json" };
  const secretGroup = groupWith(
    { environmentVariables: [{ name: "KEY", secureValue: "s3cret" }] },
    { volumes: [{ name: "v", secret: { file: "czNjcmV0" } }] },
  );
  const create = () => send("PUT", WEB, secretGroup, { headers });
  const idQuery = `?id=${encodeURIComponent(WEB)}`;

  it("needs no token and adds, lists and clears faults", async () => {
    const rule = { match: { method: "GET" }, times: "always", fault: { empty: 502 } };
    expect((await ask("POST", "/faults", [rule, { fault: { stuck: true } }])).status).to.equal(200);
    expect((await send("GET", WEB, undefined, { headers })).status).to.equal(502);
    expect((await ask("GET", "/faults")).body.rules).to.deep.equal([
      { match: { method: "GET" }, remaining: "always", taken: 1, fault: { empty: 502 } },
      { match: {}, remaining: 1, taken: 0, fault: { stuck: true } },
    ]);
    expect((await ask("DELETE", "/faults")).status).to.equal(204);
    expect(emulator().faults.list()).to.deep.equal([]);
  });

  it("says what is wrong with a rule", async () => {
    const answer = await ask("POST", "/faults", { fault: { stauts: 500 } });
    expect(answer.status).to.equal(400);
    expect(answer.body.message).to.include("latencyMs");
  });

  it("shows groups with effects, and secrets on demand only", async () => {
    await create();
    const shown = await ask("GET", "/groups");
    expect(shown.body.groups).to.have.length(1);
    expect(shown.body.groups[0]).to.deep.include({
      id: WEB,
      exists: true,
      effects: { creates: 1, updates: 0, deletes: 0 },
    });
    expect(JSON.stringify(shown.body)).to.not.match(/s3cret|czNjcmV0/);
    const { containers, volumes } = shown.body.groups[0].body.properties;
    expect(containers[0].properties.environmentVariables).to.deep.equal([
      { name: "KEY", secureValue: "[secret]" },
    ]);
    expect(volumes[0].secret).to.equal("[secret]");
    expect(JSON.stringify((await ask("GET", "/groups?secrets=true")).body)).to.match(/s3cret/);
  });

  it("changes a group like another writer", async () => {
    await create();
    const change = { tags: { by: "other" }, properties: { volumes: null, newField: 1 } };
    const changed = await ask("PATCH", `/groups${idQuery}`, change);
    expect(changed.status).to.equal(200);
    expect(JSON.stringify(changed.body)).to.not.include("s3cret");
    const { body } = await send("GET", WEB, undefined, { headers });
    expect(body.tags).to.deep.equal({ by: "other" });
    expect(body.properties).to.include({ osType: "Linux", newField: 1 }).and.not.have.property("volumes");
    expect(emulator().containerGroups.effects(WEB).updates).to.equal(0);
  });

  it("removes a group like another writer, and remembers its effects", async () => {
    await create();
    expect((await ask("DELETE", `/groups${idQuery}`)).status).to.equal(204);
    expect((await send("GET", WEB, undefined, { headers })).status).to.equal(404);
    expect((await ask("GET", "/groups")).body.groups).to.deep.equal([
      { id: WEB, exists: false, effects: { creates: 1, updates: 0, deletes: 0 }, restarts: 0 },
    ]);
  });

  it("says when there is no such group", async () => {
    expect((await ask("DELETE", `/groups${idQuery}`)).status).to.equal(404);
    expect((await ask("PATCH", "/groups", {})).status).to.equal(404);
  });
});
