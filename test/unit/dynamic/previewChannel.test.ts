import { spawn } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { networkInterfaces } from "node:os";
import { expect } from "chai";
import { beforeEach, describe, it } from "mocha";
import type * as previewChannel from "../../../provider/dynamic/previewChannel.js";
import { sendOutputs, type UnchangedOutputs } from "../../../provider/dynamic/previewChannel.js";
import { rejection } from "../http/answers.js";
import { loadAgain } from "../support/loadAgain.js";

const MOST_BYTES = 16 * 1024 * 1024;

describe("the way from the provider to the program of a preview", () => {
  const message: UnchangedOutputs = {
    urn: "urn:a",
    outputs: { name: "shop", ipAddress: { ip: "198.51.100.7" } },
  };

  // A process listens once.
  let program: typeof previewChannel;
  beforeEach(() => {
    program = loadAgain("provider/dynamic/previewChannel.ts");
  });

  async function receiver() {
    const received: UnchangedOutputs[] = [];
    const address = await program.receiveOutputs((one) => received.push(one));
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
    for (const wrong of [{ outputs: "none" }, { urn: 1 }, { urn: undefined }])
      await send(JSON.stringify({ ...message, ...wrong, word }));
    expect(received).to.be.empty;
    await send(JSON.stringify({ ...message, word }));
    expect(received).to.deep.equal([message]);
  });

  it("does not keep the program for a connection that sends nothing", async () => {
    const code = `
      const { receiveOutputs } = require("./provider/dynamic/previewChannel.ts");
      receiveOutputs(() => undefined).then((address) => {
        const client = require("node:net").connect(address.split("/")[0], "127.0.0.1", () => client.unref());
      });`;
    const started = spawn(process.execPath, ["--require", "tsx/cjs", "-e", code], { stdio: "inherit" });
    expect(await once(started, "exit")).to.deep.equal([0, null]);
  });

  it("takes each message for the program whose word it has", async () => {
    const [one, other] = [await receiver(), await receiver()];
    expect(one.port).to.equal(other.port);
    await sendOutputs(other.address, message);
    expect([one.received, other.received]).to.deep.equal([[], [message]]);
  });

  it("listens on no other address than 127.0.0.1", async () => {
    const { port } = await receiver();
    const all = Object.values(networkInterfaces()).flatMap((addresses = []) => addresses);
    for (const { address } of all.filter((one) => one.address !== "127.0.0.1" && !one.scopeid)) {
      const socket = connect({ host: address, port: Number(port) });
      const error = await rejection(once(socket, "connect")).finally(() => socket.destroy());
      expect(error, address).to.include({ code: "ECONNREFUSED" });
    }
  });

  it("takes a message of 16 MiB, and none that is larger", async () => {
    const { address, word, received } = await receiver();
    const { length } = JSON.stringify({ urn: "urn:b", outputs: { name: "" }, word });
    const largest = { urn: "urn:b", outputs: { name: "x".repeat(MOST_BYTES - length) } };
    await sendOutputs(address, { ...largest, urn: "urn:bc" });
    expect(received.map(({ urn }) => urn)).to.deep.equal([]);
    await sendOutputs(address, largest);
    expect(received.map(({ urn }) => urn)).to.deep.equal(["urn:b"]);
  });

  it("loses a message without a failure where the receiver does not end the connection", async () => {
    const sockets: Socket[] = [];
    const silent = createServer({ allowHalfOpen: true }, (socket) => void sockets.push(socket.resume()));
    await once(silent.listen(0, "127.0.0.1"), "listening");
    await sendOutputs(`${(silent.address() as AddressInfo).port}/word`, message, 50);
    for (const socket of sockets) socket.destroy();
    silent.close();
  });

  it("loses a message without a failure where nobody receives", async () => {
    await sendOutputs("1/word", message);
  });
});
