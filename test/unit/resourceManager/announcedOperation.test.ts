import { expect } from "chai";
import { describe, it } from "mocha";
import type { HttpRequest, HttpResponse } from "../../../provider/http/pipeline.js";
import { AnnouncedOperation } from "../../../provider/resourceManager/provisioning.js";
import { errorFields } from "../../support/asRead.js";
import { SkippingClock } from "../../support/clock.js";
import { answer, failure, rejection } from "../http/answers.js";

const SERVICE = "https://service.example";
const STATUS = `${SERVICE}/operations/1`;
const ELSEWHERE = "https://status.example/1";

/** The operation that a response about a group announced, after one read of it. */
async function announced(address: string | undefined, polled: Partial<HttpResponse> | Error) {
  const first = answer(201, {
    url: `${SERVICE}/groups/shop`,
    headers: address === undefined ? {} : { "azure-asyncoperation": address },
    body: { status: "Failed", properties: { provisioningState: "Pending" } },
  });
  const send = async (request: HttpRequest) => {
    if (polled instanceof Error) throw polled;
    return answer(200, { url: request.url, ...polled });
  };
  const isOwn = (url: string) => url.startsWith(SERVICE);
  const operation = new AnnouncedOperation(first, { address: SERVICE, send, isOwn }, new SkippingClock());
  const start = operation.start();
  const { is } = start.is === "running" ? await operation.read(0) : start;
  return { is, hasSucceeded: operation.hasSucceeded, failure: operation.failure };
}

describe("the operation that a response about a resource announced", () => {
  const open = { is: "unreadable", hasSucceeded: false, failure: undefined };

  it("leaves the end to the resource where it has succeeded", async () => {
    const succeeded = { ...open, hasSucceeded: true };
    expect(await announced(STATUS, { body: { status: "Succeeded" } })).to.deep.equal(succeeded);
  });

  it("has failed with its own error", async () => {
    const { is, failure, hasSucceeded } = await announced(STATUS, {
      body: { status: "Failed", error: { code: "Quota", message: "None left." } },
    });
    expect([is, hasSucceeded]).to.deep.equal(["failed", false]);
    expect(errorFields(failure)).to.include({ code: "Quota", said: "None left." });
  });

  it("is running while it says so", async () => {
    const running = { ...open, is: "running" };
    expect(await announced(STATUS, { status: 202, body: { status: "Running" } })).to.deep.equal(running);
  });

  it("shows nothing without an address, by the word of another origin, or where it cannot be read", async () => {
    expect(await announced(undefined, { body: { status: "Succeeded" } })).to.deep.equal(open);
    expect(await announced(ELSEWHERE, { body: { status: "Succeeded" } })).to.deep.equal(open);
    expect(await announced(STATUS, { status: 403, body: {} })).to.deep.equal(open);
    const lost = failure({ method: "GET", url: STATUS }, "connection", "notApplied");
    expect(await announced(STATUS, lost)).to.deep.equal(open);
  });

  it("does not hide another error", async () => {
    expect(await rejection(announced(STATUS, new Error("bug")))).to.have.property("message", "bug");
  });
});
