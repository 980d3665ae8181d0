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

  it("shows no signature, state or token of an address, in any spelling", async () => {
    const parameters =
      "s=canary-1&c=canary-2&h=canary-3&S=canary-4&sig=canary-5&%73=canary-6&access_token=canary-7";
    await send("GET", `${WEB}?api-version=2023-05-01&t=17&${parameters}`, undefined, {
      version: "",
    });
    await send("GET", "/oauth2/authorize?state=canary-8&client_id=me", undefined, {
      version: "",
    });
    const url = `companies?s=canary-9&$top=1#access_token=canary-10`;
    const batch = { requests: [{ id: "1", method: "GET", url, headers: { "X-API-Token": "canary-11" } }] };
    await send("POST", "/api/v2.0/$batch", batch);
    await send("GET", WEB, undefined, {
      headers: {
        cookie: "canary-12",
        referer: "http://a.example/?state=canary-13",
        "proxy-authorization": "canary-14",
      },
    });
    const entries = emulator().log.filter();
    expect(JSON.stringify(entries)).to.not.include("canary");
    expect(entries[0]?.query).to.include({ t: "17", s: "[secret]", "api-version": "2023-05-01" });
    expect(entries[1]?.query).to.deep.equal({ state: "[secret]", client_id: "me" });
    expect(JSON.stringify(entries[2])).to.include("companies?s=[secret]&$top=1");
    const shown = JSON.stringify(emulator().log.filter({}, { secrets: true }));
    for (const name of ["canary-1", "canary-8", "canary-9"]) expect(shown).to.include(name);
    // Tokens in headers are not kept at all.
    for (const name of ["canary-11", "canary-12", "canary-14"]) expect(shown).to.not.include(name);
  });
});
