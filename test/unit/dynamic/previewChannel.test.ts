import { once } from "node:events";
import { connect } from "node:net";
import { expect } from "chai";
import { describe, it } from "mocha";
import {
  receiveOutputs,
  sendOutputs,
  type UnchangedOutputs,
} from "../../../provider/dynamic/previewChannel.js";

describe("the way from the provider to the program of a preview", () => {
  const message: UnchangedOutputs = {
    urn: "urn:a",
    outputs: { name: "shop", ipAddress: { ip: "198.51.100.7" } },
  };

  async function receiver() {
    const received: UnchangedOutputs[] = [];
    const address = await receiveOutputs((one) => received.push(one));
    const [port = "", word = ""] = address.split("/");
    const send = async (sent: string): Promise<void> => {
      const socket = connect({ host: "127.0.0.1", port: Number(port) });
      socket.end(sent);
      socket.resume();
      await once(socket, "close");
    };
    return { address, port, word, received, send };
  }

  it("delivers each message before the sender goes on", async () => {
    const { address, received } = await receiver();
    await sendOutputs(address, message);
    expect(received).to.deep.equal([message]);
    const large = { urn: "urn:b", outputs: { name: "é".repeat(500_000) } };
    await Promise.all([sendOutputs(address, large), sendOutputs(address, message)]);
    expect(received).to.have.deep.members([message, message, large]);
  });

  it("takes nothing from a sender that does not know the word, or sends no message", async () => {
    const { port, word, received, send } = await receiver();
    await sendOutputs(`${port}/other`, message);
    for (const sent of [
      "",
      "GET / HTTP/1.1\r\n\r\n",
      "null",
      JSON.stringify(message),
      JSON.stringify({ word }),
    ])
      await send(sent);
    await send(JSON.stringify({ urn: "urn:a", outputs: "none", word }));
    expect(received).to.be.empty;
    await send(JSON.stringify({ ...message, word }));
    expect(received).to.deep.equal([message]);
  });

  it("takes each message for the program whose word it has, and none that is too large", async () => {
    const [one, other] = [await receiver(), await receiver()];
    expect(one.port).to.equal(other.port);
    await sendOutputs(other.address, message);
    const huge = { urn: "urn:b", outputs: { name: "x".repeat(16 * 1024 * 1024) } };
    await sendOutputs(one.address, huge);
    expect([one.received, other.received]).to.deep.equal([[], [message]]);
  });

  it("loses a message without a failure where nobody receives", async () => {
    await sendOutputs("1/word", message);
  });
});
