import { expect } from "chai";
import { describe, it } from "mocha";
import { Settings } from "../../../provider/contract/configuration.js";
import { Runtime } from "../../../provider/contract/runtime.js";
import { connect, shareLimiter } from "../../../provider/http/connection.js";
import { rejection } from "./answers.js";

const ADDRESS = "https://service.example";

describe("a connection to a service", () => {
  it("shares one budget with the others to the same address, of which the lowest limit counts", () => {
    const runtime = new Runtime();
    const first = shareLimiter(ADDRESS, 5, runtime);
    expect(shareLimiter(ADDRESS, 3, runtime)).to.equal(first);
    expect(shareLimiter(ADDRESS, 4, runtime).limit).to.equal(3);
    expect(shareLimiter(`${ADDRESS}/other`, 5, runtime).limit).to.equal(5);
    expect(shareLimiter(ADDRESS, 5, new Runtime())).not.to.equal(first);
  });

  it("lets messages hide the token that it sends, and outputs keep the words of a short one", async () => {
    const runtime = new Runtime();
    const environment = { VENDORCLOUD_APPS_URL: "http://127.0.0.1:1", VENDORCLOUD_APPS_TOKEN: "demo" };
    const settings = new Settings(new Map<string, string>(), environment);
    const { send, address } = connect("apps", { runtime, settings, isPreview: true });
    await rejection(send({ method: "POST", url: address }));
    expect([runtime.secrets.isIn("a demo"), runtime.tokens.isIn("a demo")]).to.deep.equal([true, false]);
  });
});
