import { channel } from "node:diagnostics_channel";
import { once } from "node:events";
import { connect, createServer } from "node:http2";
import type { AddressInfo } from "node:net";
import { expect } from "chai";
import { describe, it } from "mocha";
import { onCancelCall } from "../../../../provider/protocols/dynamic/cancelCall.js";

describe("the engine's call that cancels a run", () => {
  const path = (method: string): string => `/pulumirpc.ResourceProvider/${method}`;
  const others = ["Check", "Create", "GetPluginInfo"];

  it("is heard where Node publishes the requests of a server, and no other call is taken for it", () => {
    let calls = 0;
    onCancelCall(() => calls++);
    const request = (method: string): void =>
      channel("http2.server.stream.start").publish({ stream: {}, headers: { ":path": path(method) } });
    others.forEach(request);
    expect(calls).to.equal(0);
    request("Cancel");
    expect(calls).to.equal(1);
  });

  it("is heard by a server that listens already, which answers as before", async () => {
    const server = createServer((_request, response) => void response.end("answer"));
    await once(server.listen(0, "127.0.0.1"), "listening");
    const client = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    try {
      const heard: string[] = [];
      onCancelCall(() => heard.push("Cancel"));
      const request = async (method: string): Promise<void> => {
        const stream = client.request({ ":path": path(method) });
        stream.on("data", (answer) => heard.push(String(answer)));
        await once(stream, "end");
      };
      for (const method of others) await request(method);
      expect(heard).to.deep.equal(others.map(() => "answer"));
      await request("Cancel");
      expect(heard)
        .to.include("Cancel")
        .and.have.lengthOf.at.least(others.length + 2);
    } finally {
      client.close();
      server.close();
    }
  });
});
