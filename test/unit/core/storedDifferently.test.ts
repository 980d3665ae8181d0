import { expect } from "chai";
import { describe, it } from "mocha";
import type { ResourceState } from "../../../provider/contract/lifecycle.js";
import { warnAboutDifferentValues } from "../../../provider/core/operations.js";
import { ResourceKind } from "../../../provider/core/resourceKind.js";
import type { JsonObject } from "../../../provider/schema/json.js";
import { containerGroupLifecycle } from "../../../provider/services/containerGroups/lifecycle.js";
import { salesQuoteLifecycle } from "../../../provider/services/salesQuotes/lifecycle.js";
import { RecordingLog } from "../support/hooks.js";

const group = new ResourceKind(containerGroupLifecycle);
const quote = new ResourceKind(salesQuoteLifecycle);

const container = (more: JsonObject = {}) => ({ name: "web", image: "nginx", ...more });

/** The fields that a warning names. */
function storedDifferently(
  kind: ResourceKind,
  operation: "create" | "update",
  sent: JsonObject,
  { answer, ...state }: { answer: JsonObject } & Partial<ResourceState>,
): string | undefined {
  const log = new RecordingLog();
  warnAboutDifferentValues(operation, kind, sent, { id: "id", answer, ...state }, { log });
  expect(log.warnings).to.have.length.below(2);
  return /than the one sent: (.*)\.$/.exec(log.warnings[0] ?? "")?.[1];
}

describe("what a service did not take of what it was sent", () => {
  const sent = { containers: [container({ command: ["a"] })], tags: { a: "1" }, location: "West US" };

  it("is what a response to an update leaves out, and not what one to a create does", () => {
    const dns = { ...sent, dnsConfig: { nameServers: ["10.0.0.1"] } };
    expect(storedDifferently(group, "update", dns, { answer: sent })).to.equal("dnsConfig");
    expect(storedDifferently(group, "create", dns, { answer: sent })).to.equal(undefined);
  });

  it("is no secret, which a service does not return, and no field that recorded responses leave out", () => {
    const image = { server: "r.example", username: "u" };
    const withSecrets = {
      ...sent,
      identity: { type: "None" },
      imageRegistryCredentials: [{ ...image, password: "canary-password" }],
      volumes: [{ name: "v", secret: { "a.pem": "YQ==" } }],
    };
    const answer = {
      ...sent,
      imageRegistryCredentials: [{ ...image, password: "***" }],
      volumes: [{ name: "v", secret: {} }],
    };
    expect(storedDifferently(group, "update", withSecrets, { answer })).to.equal(undefined);
  });

  it("is no field that a quote's response leaves out", () => {
    const args = { customerId: "c", salesQuoteLines: [{ itemId: "i", quantity: 1 }] };
    expect(storedDifferently(quote, "update", args, { answer: { customerId: "c" } })).to.equal(undefined);
    expect(storedDifferently(quote, "create", args, { answer: { customerId: "d" } })).to.equal("customerId");
  });
});
