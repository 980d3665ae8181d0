import { expect } from "chai";
import { describe, it } from "mocha";
import { inProfile } from "../../../provider/contract/profile.js";
import { importResource } from "../../../provider/core/import.js";
import { ResourceKind } from "../../../provider/core/resourceKind.js";
import type { JsonObject } from "../../../provider/schema/json.js";
import { containerGroupLifecycle } from "../../../provider/services/containerGroups/lifecycle.js";
import { salesQuoteLifecycle } from "../../../provider/services/salesQuotes/lifecycle.js";
import { errorText } from "../../support/asRead.js";
import { rejection } from "../http/answers.js";
import { businessConfiguration, COMPANY, OTHER, RECORD } from "../support/businessService.js";
import { ID } from "../support/groupService.js";
import { testContext } from "../support/hooks.js";

/** The inputs that an import takes from a service's container group. */
async function imported(answer: JsonObject) {
  const context = testContext();
  const kind = new ResourceKind({ ...containerGroupLifecycle, read: async () => ({ id: ID, answer }) });
  const found = await importResource(kind, ID, { value: {} }, context);
  if (found === "missing") throw new Error("missing");
  const { value, requiredSecrets } = found.inputs;
  return { inputs: value, requiredSecrets, told: context.log.told };
}

describe("an import", () => {
  it("names every place at which a secret may be missing", async () => {
    const { told, requiredSecrets } = await imported({
      diagnostics: { logAnalytics: { workspaceId: "w" } },
      imageRegistryCredentials: [{ server: "reg.example", username: "puller" }],
    });
    expect(told).to.have.length(1);
    expect(told[0]).to.include(
      "diagnostics.logAnalytics.workspaceKey, imageRegistryCredentials[reg.example].password.",
    );
    expect(requiredSecrets).to.deep.equal([
      "diagnostics.logAnalytics.workspaceKey",
      "imageRegistryCredentials[reg.example].password",
    ]);
  });

  it("takes from a response only arguments that the resource has at its service", async () => {
    const { inputs, told } = await imported({ location: "westus", sparkle: 1, adopt: true, sku: null });
    expect(told).to.deep.equal([]);
    expect(inputs).to.have.all.keys("location", "subscriptionId", "resourceGroupName", "containerGroupName");
  });

  it("leaves out what the schema does not list, at any depth, and empty texts and secrets, and keeps free JSON", async () => {
    const settings = { sparkle: [], empty: "" };
    const { inputs } = await imported({
      tags: { team: "", sparkle: "kept" },
      containers: [
        { name: "web", image: "nginx", environmentVariables: [{ name: "A", value: "", sparkle: 1 }] },
      ],
      imageRegistryCredentials: [
        { server: "s", identity: "/i", username: "", password: "", isDelegatedIdentity: false },
      ],
      extensions: [{ name: "e", settings, protectedSettings: {}, sparkle: {} }],
    });
    expect(inputs).to.deep.include({
      tags: { team: "", sparkle: "kept" },
      containers: [{ name: "web", image: "nginx", environmentVariables: [{ name: "A", value: "" }] }],
      imageRegistryCredentials: [{ server: "s", identity: "/i" }],
      extensions: [{ name: "e", settings }],
    });
  });

  it("marks a value whose name is that of a credential", async () => {
    const environmentVariables = [
      { name: "DATABASE_PASSWORD", value: "canary" },
      { name: "MODE", value: "shown" },
    ];
    const { inputs, told } = await imported({ containers: [{ name: "web", environmentVariables }] });
    expect(JSON.stringify([inputs, told])).to.include("shown");
    expect(JSON.stringify([inputs, told])).not.to.include("canary");
    expect(told[0]).to.match(
      /^these values look like credentials, .*: containers\[web\]\..*\[DATABASE_PASSWORD\]\.value\. /,
    );
  });

  it("needs an id in place of a number after other parts, too", async () => {
    const kind = new ResourceKind({ ...salesQuoteLifecycle, idFormat: "{companyId}/{id}" });
    const refused = importResource(kind, `${COMPANY}/S-1001`, { value: {} }, testContext());
    expect(errorText(await rejection(refused))).to.include("the id must be the GUID");
  });

  it("reads with the arguments of the id and of the configuration, and with nothing else", async () => {
    const asked: JsonObject[] = [];
    const kind = new ResourceKind({
      ...salesQuoteLifecycle,
      read: async (_id, { args }) => {
        asked.push(args);
        return { id: RECORD, answer: { customerId: OTHER } };
      },
    });
    const context = testContext({ ...businessConfiguration, "vendorcloud:companyId": COMPANY });
    const given = { value: { externalDocumentNumber: "PO-1" } };
    const found = await importResource(kind, RECORD, given, context);
    expect(asked).to.deep.equal([{ companyId: COMPANY }]);
    if (found === "missing") throw new Error("missing");
    expect(found.inputs.value).to.deep.equal({ companyId: COMPANY, customerId: OTHER });
  });

  it("refuses an id of another profile, and an address of a request", async () => {
    const kind = new ResourceKind({ ...containerGroupLifecycle, read: async () => "missing" });
    const refusal = async (id: string) =>
      errorText(await rejection(importResource(kind, id, { value: {} }, testContext())));
    expect(await refusal(inProfile(containerGroupLifecycle.idFormat, "azure"))).to.include(
      "was created with the profile `azure`, but `vendorcloud:profile` is `vendor`.",
    );
    for (const id of [`${ID}?api-version=2023-05-01`, `https://management.example${ID}`])
      expect(await refusal(id)).to.include("the id must be of the form `/subscriptions/");
  });

  it("reports every problem of the configuration on a line of its own", async () => {
    const kind = new ResourceKind(salesQuoteLifecycle);
    const context = testContext({ ...businessConfiguration, "vendorcloud:maxConcurrency": "x" });
    expect(errorText(await rejection(importResource(kind, RECORD, { value: {} }, context)))).to.match(
      /^vendorcloud:maxConcurrency: must be a number greater than 0\n {2}companyId: required\. Set it, or set a default/,
    );
  });
});
