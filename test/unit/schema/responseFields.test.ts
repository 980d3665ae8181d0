import { expect } from "chai";
import { describe, it } from "mocha";
import { keyedList, object, text } from "../../../provider/schema/build.js";
import type { JsonObject } from "../../../provider/schema/json.js";
import { pickArguments, withoutSecretFields, withResponseFields } from "../../../provider/schema/project.js";
import { containerGroupSchema as schema } from "../../../provider/services/containerGroups/schema.js";
import { customerSchema } from "../../../provider/services/records/schema.js";
import { sampleContainer, sampleGroup } from "../support/groups.js";

const id = "/subscriptions/s/userAssignedIdentities/One";

describe("withResponseFields", () => {
  it("completes what was declared, at every depth, by what the service assigns", () => {
    const declared = sampleGroup({
      identity: { type: "UserAssigned", userAssignedIdentities: { [id]: {} } },
    });
    const answer = {
      ...declared,
      name: "web",
      type: "Vendor.ContainerInstance/containerGroups",
      provisioningState: "Succeeded",
      instanceView: { state: "Running", events: [] },
      ipAddress: { type: "Public", ip: "1.2.3.4", fqdn: "web.example" },
      identity: {
        tenantId: "t",
        userAssignedIdentities: { [id.toUpperCase()]: { principalId: "p", clientId: "c" } },
      },
      containers: [sampleContainer("web", { instanceView: { restartCount: 1 } })],
    };
    expect(withResponseFields(schema, declared, answer)).to.deep.equal({
      ...declared,
      name: "web",
      type: "Vendor.ContainerInstance/containerGroups",
      provisioningState: "Succeeded",
      instanceView: { state: "Running" },
      ipAddress: { ...(declared.ipAddress as JsonObject), ip: "1.2.3.4", fqdn: "web.example" },
      identity: {
        type: "UserAssigned",
        tenantId: "t",
        userAssignedIdentities: { [id]: { principalId: "p", clientId: "c" } },
      },
    });
  });

  it("takes nothing else from the response", () => {
    const answer = { location: "eastus", sku: "Standard", newField: 1, ipAddress: { ip: "1.2.3.4" } };
    expect(withResponseFields(schema, { location: "westus" }, answer)).to.deep.equal({ location: "westus" });
  });

  it("completes the items of a list by their keys, and none where a key is missing", () => {
    const item = object("Item", "", { name: text(""), ip: text("", { readOnly: true }) });
    const group = object("Group", "", { items: keyedList(["name"], "", item) });
    const answer = {
      items: [
        { name: "b", ip: "2" },
        { name: "c", ip: "3" },
      ],
    };
    const complete = (...items: JsonObject[]) => withResponseFields(group, { items }, answer);
    expect(complete({ name: "a" }, { name: "b" })).to.deep.equal({
      items: [{ name: "a" }, { name: "b", ip: "2" }],
    });
    expect(complete({ name: "b" }, {})).to.deep.equal({ items: [{ name: "b" }, {}] });
  });

  it("has a computed field of the response where a program declares null", () => {
    expect(withResponseFields(customerSchema, { city: null }, { city: "Miami" })).to.deep.equal({
      city: "Miami",
    });
  });
});

describe("pickArguments", () => {
  it("leaves out what comes from the service, wherever it is, and nothing else", () => {
    const extra = { newField: { a: null }, tags: JSON.parse('{"__proto__":"x"}') };
    const outputs = {
      ...sampleGroup(extra),
      name: "web",
      instanceView: {},
      identity: { type: "None", principalId: "p", userAssignedIdentities: { [id]: { clientId: "c" } } },
      containers: [sampleContainer("web", { instanceView: {} })],
    };
    expect(pickArguments(schema, outputs)).to.deep.equal(
      sampleGroup({
        ...extra,
        identity: { type: "None", userAssignedIdentities: { [id]: {} } },
        containers: [sampleContainer("web")],
      }),
    );
  });
});

describe("withoutSecretFields", () => {
  it("leaves out the fields that hold secrets, wherever they are, and nothing else", () => {
    const answer = (variable: JsonObject, workspace: JsonObject, volume: JsonObject): JsonObject => ({
      newField: { secureValue: "x" },
      instanceView: { state: "Running", events: [] },
      diagnostics: { logAnalytics: { workspaceId: "w", ...workspace } },
      containers: [sampleContainer("web", { environmentVariables: [{ name: "K", ...variable }] })],
      volumes: [{ name: "files", secret: volume }],
    });
    const answered = answer({ secureValue: "x" }, { workspaceKey: "x" }, { file: "x" });
    expect(withoutSecretFields(schema, answered)).to.deep.equal(answer({}, {}, {}));
  });
});
