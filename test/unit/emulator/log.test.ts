import { expect } from "chai";
import { describe, it } from "mocha";
import { tokenHash } from "../../../emulator/index.js";
import { toWire } from "../../../provider/schema/wire.js";
import { containerGroupSchema } from "../../../provider/services/containerGroups/schema.js";
import { completeGroup } from "../support/groups.js";
import { group, useClient, WEB } from "./support.js";

describe("the emulator's request log", () => {
  const { emulator, send, ask } = useClient();

  it("records a request and what became of it", async () => {
    await send("PUT", WEB, group());
    const [entry] = emulator().log.filter();
    expect(entry).to.deep.include({
      method: "PUT",
      path: WEB,
      query: { "api-version": "2023-05-01" },
      body: JSON.parse(JSON.stringify(group())),
      status: 201,
    });
    expect(entry?.headers["content-type"]).to.equal("application/json");
    expect(Number.isNaN(Date.parse(entry?.at ?? ""))).to.equal(false);
  });

  it("keeps no token, but distinguishes accounts", async () => {
    const accounts: Record<string, string>[] = [
      { authorization: "Bearer first-account" },
      { "x-api-token": "second-account" },
      { authorization: "Bearer first-account" },
    ];
    for (const headers of accounts) {
      await send("GET", WEB, undefined, { headers });
    }
    const entries = emulator().log.filter();
    expect(JSON.stringify(entries)).to.not.match(/first-account|second-account/);
    expect(entries.map(({ headers }) => headers.authorization ?? headers["x-api-token"])).to.deep.equal([
      "[token]",
      "[token]",
      "[token]",
    ]);
    expect(entries.map((entry) => entry.tokenHash)).to.deep.equal(
      ["first-account", "second-account", "first-account"].map(tokenHash),
    );
  });

  it("shows secrets on demand only, wherever in a body they stand", async () => {
    const misplaced = {
      workspaceKey: { wrong: ["canary-list"] },
      nowhere: { Password: "canary-case", list: [[{ SECUREVALUE: "canary-deep" }]] },
      secret: { more: ["canary-leaf"] },
    };
    const body = { ...(toWire(containerGroupSchema, completeGroup()) as object), misplaced };
    await send("PUT", WEB, body);
    const seen = JSON.stringify([emulator().log.filter(), (await ask("GET", "/log")).body]);
    expect(seen).to.not.match(/canary/);
    for (const open of ["nginx:1.27", "ndots:2", "share"]) expect(seen).to.include(`"${open}"`);
    const asked = (await ask("GET", "/log?secrets=true")).body.entries[0].body;
    expect(asked).to.deep.equal(JSON.parse(JSON.stringify(body)));
    expect(emulator().log.filter({}, { secrets: true })[0]?.body).to.deep.equal(asked);
    expect(
      JSON.stringify(emulator().log.filter((entry) => !JSON.stringify(entry).includes("canary"))),
    ).to.include(WEB);
  });

  it("shows no parameter of an address but the version and those of queries, and no token in a batch", async () => {
    await send("GET", `${WEB}?api-version=2023-05-01&s=canary-1&$top=1`, undefined, { version: "" });
    const batch = {
      requests: [{ id: "1", method: "GET", url: "x", headers: { "X-API-Token": "canary-2" } }],
    };
    const headers = { authorization: "Bearer x", "content-type": "application/json", cookie: "canary-3" };
    await send("POST", "/api/v2.0/$batch", batch, { headers });
    const [entry] = emulator().log.filter();
    expect(entry?.query).to.deep.equal({ "api-version": "2023-05-01", s: "[secret]", $top: "1" });
    const shown = JSON.stringify(emulator().log.filter({}, { secrets: true }));
    expect(shown)
      .to.include("canary-1")
      .and.not.match(/canary-[23]/);
  });
});
