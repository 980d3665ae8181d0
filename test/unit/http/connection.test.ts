import { expect } from "chai";
import { describe, it } from "mocha";
import { Settings } from "../../../provider/contract/configuration.js";
import { Runtime } from "../../../provider/contract/runtime.js";
import { connect, type SharedService } from "../../../provider/http/connection.js";
import { rejection } from "./answers.js";

const ADDRESS = "https://service.example";

describe("a connection to a service", () => {
  it("shares one budget with the others to the same address, of which the lowest limit counts", () => {
    const runtime = new Runtime();
    const first = sharedOf(runtime, ADDRESS, 5);
    expect(sharedOf(runtime, ADDRESS, 3)).to.equal(first);
    expect(sharedOf(runtime, ADDRESS, 4).limiter.limit).to.equal(3);
    expect(sharedOf(runtime, `${ADDRESS}/other`, 5).limiter.limit).to.equal(5);
    expect(sharedOf(new Runtime(), ADDRESS, 5)).not.to.equal(first);
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

function sharedOf(runtime: Runtime, appsUrl: string, maxConcurrency: number): SharedService {
  const environment = {
    VENDORCLOUD_APPS_URL: appsUrl,
    VENDORCLOUD_MAX_CONCURRENCY: String(maxConcurrency),
  };
  const settings = new Settings(new Map<string, string>(), environment);
  let shared: SharedService | undefined;
  connect("apps", { runtime, settings }, (service) => {
    shared = service;
    return { name: "dispatch", sendRequest: (request, next) => next(request) };
  });
  return shared ?? expect.fail("no dispatch was asked for");
}
