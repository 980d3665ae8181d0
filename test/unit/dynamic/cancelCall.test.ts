import { channel } from "node:diagnostics_channel";
import { expect } from "chai";
import { describe, it } from "mocha";
import { onCancelCall } from "../../../provider/dynamic/cancelCall.js";

describe("the engine's call that cancels a run", () => {
  /** As Node does when its HTTP/2 server gets a request, from 22.17 and 24.2 on. */
  const request = (method: string): void =>
    channel("http2.server.stream.start").publish({
      stream: {},
      headers: { ":path": `/pulumirpc.ResourceProvider/${method}` },
    });

  it("is heard, and no other call is taken for it", () => {
    let calls = 0;
    onCancelCall(() => calls++);
    for (const method of ["Check", "Create", "GetPluginInfo"]) request(method);
    expect(calls).to.equal(0);
    request("Cancel");
    expect(calls).to.equal(1);
  });
});
