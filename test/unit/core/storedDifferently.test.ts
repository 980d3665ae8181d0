import { expect } from "chai";
import { describe, it } from "mocha";
import type { ResourceState } from "../../../provider/contract/lifecycle.js";
import { warnAboutDifferentValues } from "../../../provider/core/operations.js";
import { ResourceKind } from "../../../provider/core/resourceKind.js";
import type { JsonObject } from "../../../provider/schema/json.js";
import { containerGroupLifecycle } from "../../../provider/services/containerGroups/lifecycle.js";
import { salesQuoteLifecycle } from "../../../provider/services/salesQuotes/lifecycle.js";
import { sampleGroup } from "../support/groups.js";
import { hooksOf, RecordingLog } from "../support/hooks.js";

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

  it("is nothing where the answer is the same in another spelling, or has more", () => {
    const answer = { ...sent, location: "westus", osType: "Linux", provisioningState: "Succeeded" };
    expect(storedDifferently(group, "update", sent, { answer })).to.equal(undefined);
  });

  it("is named: fields, items and entries with another value, that are missing or that were to go", () => {
    const containers = [container({ command: ["b"] }), { name: "old", image: "old" }];
    const answer = { containers, tags: { b: "1" }, location: "eastus" };
    expect(storedDifferently(group, "create", sent, { answer })).to.equal(
      "containers[web].command[#0], containers[old], tags.a, tags.b, location",
    );
  });

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

  it("is a warning of a create and of an update", async () => {
    const live = async () => ({ id: "id", answer: { ...sampleGroup(), location: "eastus" } });
    const { hooks, log } = await hooksOf({ create: live, update: live });
    await hooks.create(sampleGroup());
    await hooks.update("id", sampleGroup(), sampleGroup());
    const warning = "ContainerGroup: the service stored a different value than the one sent: ";
    expect(log.warnings.map((text) => text.startsWith(warning))).to.deep.equal([true, true]);
  });

  it("is what the lifecycle says where it knows better", () => {
    const answer = { location: "eastus" };
    expect(storedDifferently(group, "update", sent, { answer, storedDifferently: [] })).to.equal(undefined);
    expect(storedDifferently(group, "update", sent, { answer, storedDifferently: ["tags.x"] })).to.equal(
      "tags.x",
    );
  });
});
