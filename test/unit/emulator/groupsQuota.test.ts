import { expect } from "chai";
import { describe, it } from "mocha";
import { group, send, useEmulator, WEB } from "./support.js";

describe("the request quota of container groups in the emulator", () => {
  let now = 0;
  const quota = { requests: 2, seconds: 10 };
  const emulator = useEmulator({ containerGroupsQuota: quota, now: () => now });

  it("refuses what goes beyond it, says when to come back, and does nothing", async () => {
    const other = WEB.replace(/web$/, "other");
    expect((await send(emulator(), "PUT", WEB, group())).status).to.equal(201);
    now = 4000;
    expect((await send(emulator(), "GET", WEB)).status).to.equal(200);
    now = 4001;
    const refused = await send(emulator(), "PUT", other, group());
    expect([refused.status, refused.body.error.code, refused.headers.get("retry-after")]).to.deep.equal([
      429,
      "TooManyRequests",
      "6",
    ]);
    now = 10_000;
    expect((await send(emulator(), "GET", other)).status).to.equal(404);
  });
});
