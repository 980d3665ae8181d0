import { expect } from "chai";
import { describe, it } from "mocha";
import type { JsonObject } from "../../../../provider/schema/json.js";
import { InstanceClient, isInstance } from "../../../../provider/services/instanceStops/client.js";
import { rejection } from "../../http/answers.js";
import { lost } from "../../support/groupService.js";
import { testContext } from "../../support/hooks.js";
import { ID, OPERATION, service, status } from "../../support/instanceService.js";
import { useMockedNetwork } from "../../support/mockedNetwork.js";

const client = (values: Record<string, string> = {}) =>
  new InstanceClient(ID, testContext({ "vendorcloud:retryMaxAttempts": "1", ...values }));

describe("the state of an instance", () => {
  useMockedNetwork();

  const unknown: [status: number, body: JsonObject][] = [
    [200, { properties: {} }],
    [200, { properties: { status: "" } }],
    [200, { properties: { status: 5 } }],
    ...[400, 403, 404, 405, 501].map((code): [number, JsonObject] => [code, { error: { code: "No" } }]),
  ];
  for (const [code, body] of unknown) {
    it(`is not known after ${code} ${JSON.stringify(body)}`, async () => {
      service.readAnswered(code, body, {});
      const found = await client().read();
      expect([found, isInstance(found)]).to.deep.equal(["unsupported", false]);
    });
  }

  it("is not taken from a refused token, a problem of the service, or what is no instance", async () => {
    for (const code of [401, 500]) {
      service.readRefused(code);
      expect(await rejection(client().read())).to.include({ status: code });
    }
    for (const body of [{}, { properties: "Offline" }]) {
      service.readAnswered(200, body, {});
      expect(String(await rejection(client().read()))).to.include("lacks `properties` of the instance");
    }
    service.readAnswered(200, { id: `${ID}2`, properties: { status: "Offline" } }, {});
    expect(String(await rejection(client().read()))).to.include("another resource, not the instance");
  });
});

describe("the operation of a stop", () => {
  useMockedNetwork();

  const headers = { "Content-Type": "application/json", Location: "https://other.example/" };
  const odd = { error: { code: "Odd" } };
  const all = (...codes: number[]): [number, JsonObject][] => codes.map((code) => [code, {}]);
  const responses: [is: string, responses: [code: number, body: JsonObject | string][]][] = [
    [
      "is read",
      [[200, status("Succeeded")], [202, status("InProgress")], [202, "null"], [202, ""], ...all(202)],
    ],
    ["is not known", [[200, "null"], [202, odd], ...all(200, 302, 400, 403, 404, 501)]],
    ["may be read later", all(401, 429, 500, 503)],
  ];
  for (const [expected, those] of responses)
    for (const [code, body] of those)
      it(`${expected} where the service responds ${code} ${JSON.stringify(body)}`, async () => {
        service.operation().reply(code, body, headers);
        const found = await client()
          .operation(OPERATION)
          .then(
            (response) => (response?.status === code ? "is read" : "is not known"),
            ({ status }) => (status === code ? "may be read later" : status),
          );
        expect(found).to.equal(expected);
      });

  it("may be read later where the connection is lost", async () => {
    service.operation().replyWithError(lost);
    expect(await rejection(client().operation(OPERATION))).to.have.property("kind", "connection");
  });

  it("is not asked for by what is no path", async () => {
    for (const id of ["op-1", "https://service.example/op-1", ""])
      expect(await client().operation(id)).to.equal(undefined);
  });
});
