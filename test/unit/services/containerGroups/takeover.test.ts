import { expect } from "chai";
import { describe, it } from "mocha";
import type { Autonaming } from "../../../../provider/contract/lifecycle.js";
import { META } from "../../../../provider/protocols/dynamic/names.js";
import { type JsonObject, UNKNOWN } from "../../../../provider/schema/json.js";
import { createName, generateName } from "../../../../provider/services/containerGroups/identity.js";
import { containerGroupLifecycle } from "../../../../provider/services/containerGroups/lifecycle.js";
import { received } from "../../../protocols/stateValues.js";
import {
  args as adopting,
  body,
  group,
  ID,
  refusal,
  resources,
  service,
} from "../../support/groupService.js";
import { ADDRESS, configured, hooksOf, sealed, thrownBy } from "../../support/hooks.js";
import { useMockedNetwork } from "../../support/mockedNetwork.js";

const { adopt: _adopt, ...args } = adopting;
const { containerGroupName: _name, ...unnamed } = args;
const urnOf = (name: string, stack = "dev") =>
  `urn:pulumi:${stack}::demo::pulumi-nodejs:dynamic/vendorcloud:ContainerGroup::${name}`;
const URN = urnOf("it's $web");
const propose = (name: string): Autonaming => ({ mode: "propose", name });

async function hooks(values: Record<string, string> = configured) {
  const { log, hooks } = await hooksOf(containerGroupLifecycle, values);
  const { check, create, delete: remove } = hooks;
  const checked = async (news: JsonObject, olds: JsonObject = {}) => {
    const { inputs, failures } = await check(olds, { [META.urn]: URN, ...news });
    return { inputs: received(inputs) as JsonObject, failures: failures ?? [] };
  };
  const preview = (change: JsonObject = {}, olds?: JsonObject) =>
    checked({ ...args, ...change, [META.isPreview]: true }, olds);
  const createFrom = async (news: JsonObject) => create((await checked(news)).inputs);
  return { log, checked, preview, create, createFrom, remove };
}

/** Creates a group: its id, and what its user is warned of. */
async function created(news: JsonObject): Promise<{ id: string; warnings: string }> {
  const { log, createFrom } = await hooks();
  return { id: (await createFrom(news)).id, warnings: log.warnings.join() };
}

/** The error of the hook `create` for these arguments. */
async function refusalOf(change: JsonObject = {}): Promise<string> {
  const { createFrom } = await hooks();
  return (await thrownBy(() => createFrom({ ...args, ...change }))).printed;
}

describe("a container group that exists under a name of the program's own", () => {
  useMockedNetwork();

  const exists = (properties: JsonObject, beside: JsonObject = {}) =>
    service.get().reply(200, { ...group("Succeeded", properties), ...beside });
  const container = (properties: JsonObject) => ({
    containers: [{ name: "web", properties: { image: "nginx", resources, ...properties } }],
  });
  const password = (value: string) => ({ environmentVariables: [{ name: "DB_PASSWORD", value }] });

  it("and is another one is refused with the values that differ and three remedies", async () => {
    exists(
      { ...container({ image: "other", command: ["run"] }), sku: "Dedicated" },
      { identity: { type: "SystemAssigned" } },
    );
    const text = await refusalOf({ restartPolicy: "Never" });
    expect(text).to.include(
      `the group 'web' in 'demo' already exists and differs from the program: containers[web].image ("other" => "nginx"), ` +
        'restartPolicy (none => "Never"), identity, containers[web].command, sku ("Dedicated" => none). Nothing was changed.',
    );
    expect(text).to.match(
      /set the resource option `deleteBeforeReplace: true` to .* an alias\. .* set `adopt: true` .* choose another `containerGroupName`\./,
    );
    expect(text).not.to.include("canary");
  });

  it("and differs in a credential or a secret is refused without its values", async () => {
    exists(container({ image: "canary-live", ...password("canary-old") }));
    const containers = [{ name: "web", image: "canary-image", resources, ...password("canary-new") }];
    const declared = sealed({ ...args, containers }, { urn: URN, marked: ["containers[web].image"] });
    const { createFrom } = await hooks();
    const { printed } = await thrownBy(() => createFrom(received(declared) as JsonObject));
    expect(printed)
      .to.include("containers[web].image, containers[web].environmentVariables[DB_PASSWORD].value. Nothing")
      .and.not.include("canary");
  });

  it("and differs in what cannot be changed in place says how to adopt it, also where its resource group is found late", async () => {
    service.get().reply(404, refusal("ResourceGroupNotFound"));
    exists({ osType: "Windows" });
    const text = await refusalOf();
    expect(text).to.include('already exists and differs from the program: osType ("Windows" => "Linux").');
    expect(text).to.include(
      "declare the fields that cannot change in place with their existing values, and set `adopt: true`",
    );
  });

  it("and still lacks its private address, because its create was interrupted, is completed", async () => {
    const subnetIds = [{ id: "/subnets/a" }];
    const ports = [{ port: 80 }];
    const ipAddress = { type: "Private", ports };
    const web = { image: "nginx", resources, ports };
    const containers = [{ name: "web", properties: web }];
    const properties = { ...(body.properties as JsonObject), containers, subnetIds, ipAddress };
    const sent = { ...body, properties };
    service.get().reply(200, group("Pending", { containers, subnetIds }));
    service.put(ID, sent).reply(409, refusal("ContainerGroupTransitioning"));
    service.put(ID, sent).reply(200, group("Succeeded", properties));
    const declared = { ...args, containers: [{ name: "web", ...web }], subnetIds, ipAddress };
    expect((await created(declared)).warnings).to.include("already existed. The whole group was sent");
  });

  const { diagnostics: _secret, ...plain } = args;
  const properties = { diagnostics: undefined };
  const plainBody = { location: "westus", properties: { ...(body.properties as JsonObject), ...properties } };
  for (const [fact, change, beside] of [
    ["under its own name", {}, {}],
    ["with `adopt`", { adopt: true }, {}],
    ["with tags and zones that the service has set", {}, { tags: { owner: "policy" }, zones: ["1"] }],
  ] as const) {
    it(`and is as declared without secrets is taken over without a PUT, ${fact}`, async () => {
      exists(properties, beside);
      const { id, warnings } = await created({ ...plain, ...change });
      expect(id).to.equal(ID);
      expect(warnings).to.include(
        `the group 'web' in 'demo' already existed as the program declares it. Nothing was sent, and this stack now manages it.`,
      );
    });
  }

  it("and is as declared without secrets, but failed, is sent again", async () => {
    service.get().reply(200, group("Failed", properties));
    service.put(ID, plainBody).reply(200, group());
    expect((await created(plain)).warnings).to.include(
      "The whole group was sent, which may restart its containers. This stack",
    );
  });

  it("and is being provisioned is awaited, and sent only if it then differs", async () => {
    service.get().reply(200, group("Pending", properties));
    service.get().reply(200, group("Succeeded", properties));
    await created(plain);

    service.get().reply(200, group("Pending", properties));
    service.get().reply(200, group("Succeeded", { ...properties, ...container({ image: "other" }) }));
    service.put(ID, plainBody).reply(200, group());
    await created(plain);
  });

  it("and may hold other secrets is named in a preview with a token, with and without `adopt`", async () => {
    for (const adopt of [false, true]) {
      exists({});
      const { log, preview } = await hooks();
      await preview({ adopt });
      expect(log.warnings.join()).to.include(
        `the group 'web' in 'demo' already exists, and this stack will manage it. The whole group is sent, which may restart its containers. ` +
          "These secrets cannot be compared with those of the service: diagnostics.logAnalytics.workspaceKey.",
      );
    }
    exists({ osType: "Windows" });
    const { failures } = await (await hooks()).preview();
    expect(failures[0]?.reason).to.include("already exists and differs from the program");
  });

  it("and has a secret is not read in a preview without a token, nor if its name is generated", async () => {
    const { log, preview } = await hooks({ "vendorcloud:resourceManagerUrl": ADDRESS });
    await preview();
    await preview({ containerGroupName: undefined });
    expect(log.warnings).to.deep.equal([]);
  });

  for (const status of [404, 405, 501]) {
    it(`is brought to what is declared where groups cannot be read (${status})`, async () => {
      service.get().reply(status);
      service.put().reply(200, group());
      expect((await created(args)).warnings).to.include("already existed");
    });
  }

  for (const adopt of [false, true])
    it(`and holds secrets that the program does not declare is refused, ${adopt ? "with" : "without"} \`adopt\``, async () => {
      exists({ imageRegistryCredentials: [{ server: "s", username: "u" }] });
      const text = await refusalOf({ adopt, imageRegistryCredentials: [{ server: "S", username: "u" }] });
      expect(text).to.include(
        `the group 'web' in 'demo' already exists and may hold secrets that the program does not declare: imageRegistryCredentials[S].password. Nothing`,
      );
      expect(text)
        .to.include("to adopt the group, declare each of these secrets, or remove the object")
        .and.not.to.include("adopt: true");
    });

  it("is taken over with `adopt`: preview and update name what changes and what is removed", async () => {
    const live = container({ image: "other", ports: [{ port: 80 }] });
    exists(live, { tags: { team: "a" } });
    exists(live, { tags: { team: "a" } });
    service.put().reply(200, group());
    const { log, preview, create } = await hooks();
    const { inputs } = await preview({ adopt: true });
    const changes = 'containers[web].image ("other" => ';
    expect(log.warnings).to.have.length(1);
    expect(log.warnings[0]).to.include(`the group 'web' in 'demo' already exists`).and.include(changes);
    expect(log.warnings[0]).to.include("Removed by the adoption: containers[web].ports, tags.");
    await create(inputs);
    expect(log.warnings[1]).to.include(`the group 'web' in 'demo' already existed.`).and.include(changes);
    await preview({ adopt: true }, inputs);
    expect(log.warnings, "said of a new resource only").to.have.length(2);
  });

  it("is not read in a preview without a token, which says once that it cannot show the changes", async () => {
    const { log, preview } = await hooks({ "vendorcloud:resourceManagerUrl": ADDRESS });
    for (const containerGroupName of ["web", "other"]) await preview({ adopt: true, containerGroupName });
    expect(log.warnings).to.have.length(1);
    expect(log.warnings[0]).to.include(
      "this preview cannot show what adoptions of container groups change and remove",
    );
  });

  it("does not show a credential or a secret when it is taken over, and a read that fails is a warning", async () => {
    exists(container(password("canary-old")));
    const { log, preview } = await hooks();
    const containers = [{ name: "web", image: "nginx", resources, ...password("canary-new") }];
    await preview({ containers, adopt: true });
    expect(log.warnings.join())
      .to.include("already exists")
      .and.include("containers[web].environmentVariables[DB_PASSWORD]")
      .and.not.include("canary");
    expect((await preview({ containers, adopt: true })).failures).to.deep.equal([]);
    expect(log.warnings.at(-1)).to.match(
      /this preview could not read the object at the service(, nor others for the same reason)?: /,
    );
  });

  it("does not differ by a value that a preview does not know yet", async () => {
    exists(container({ environmentVariables: [{ name: "URL", value: "https://db" }, { name: "KEY" }] }));
    const environmentVariables = [
      { name: "URL", value: UNKNOWN },
      { name: "KEY", secureValue: "canary" },
    ];
    const containers = [{ name: "web", image: "nginx", resources, environmentVariables }];
    const { log, preview } = await hooks();
    expect((await preview({ containers })).failures).to.deep.equal([]);
    expect(log.warnings[0])
      .to.include("already exists")
      .and.include("The create fails if these values differ, which this preview does not know: ")
      .and.not.include("Changed by");
  });

  it("is named once in a preview whose token is refused, and each time for a refusal of its own", async () => {
    const { log, preview } = await hooks();
    const warned = [];
    for (const status of [401, 403])
      for (const containerGroupName of ["one", "two"]) {
        service.get(ID.replace(/[^/]*$/, containerGroupName)).reply(status, refusal("No"));
        await preview({ containerGroupName, adopt: true });
        warned.push(log.warnings.length);
      }
    expect(warned).to.deep.equal([1, 1, 2, 3]);
  });

  it("is kept after a replacement that created it first, and the advice names the URN", async () => {
    service.get().reply(200, group());
    service.put().reply(200, group());
    const { checked, create, remove, log } = await hooks();
    const { inputs } = await checked(args);
    await create(inputs);
    await remove(ID, inputs);
    expect(log.warnings.at(-1)).to.include("left unchanged").and.to.include("--target 'urn:pulumi:dev::");
  });
});

describe("the name of a container group", () => {
  useMockedNetwork();

  it("is derived from the URN: the same in every run, another for every other resource and stack", async () => {
    const urns = [urnOf("web"), urnOf("api"), urnOf("Web"), urnOf("web", "prod")];
    const names = urns.map(generateName);
    expect(names).to.deep.equal(urns.map(generateName));
    expect(new Set(names).size).to.equal(urns.length);
    expect(names[0]).to.match(/^web-[0-9a-f]{7}$/);
    const { checked } = await hooks();
    for (const containerGroupName of [undefined, null]) {
      const { inputs } = await checked({ ...unnamed, containerGroupName, [META.urn]: urns[0] });
      expect(inputs.containerGroupName).to.equal(names[0]);
    }
  });

  const made: [resource: string, start: string][] = [
    ["x".repeat(500), "x".repeat(55)],
    [`${"x".repeat(54)}-y`, "x".repeat(54)],
    ["Über_Web  shop--1-", "ber-web-shop-1"],
    ["-web-", "web"],
    ["-", "group"],
    ["日本", "group"],
  ];
  for (const [resource, start] of made) {
    it(`is one that services take, for a resource called ${resource.slice(0, 20)}`, () => {
      const name = generateName(urnOf(resource));
      expect([name.slice(0, -8), name.length <= 63]).to.deep.equal([start, true]);
      expect(name.slice(-8)).to.match(/^-[0-9a-f]{7}$/);
    });
  }

  const web = urnOf("web");
  const shortened = `${"y".repeat(55)}${generateName(web).slice(-8)}`;
  const proposed: [fact: string, urn?: string, autonaming?: Autonaming, name?: string][] = [
    ["none without a URN", undefined, undefined, undefined],
    ["that of the URN where the configuration says nothing", web, undefined, generateName(web)],
    ["none where automatic names are disabled", web, { mode: "disable", name: "dev" }, undefined],
    ["an enforced one as it is", web, { mode: "enforce", name: "Dev_" }, "Dev_"],
    ["a proposed one of 63 characters", web, propose("y".repeat(63)), "y".repeat(63)],
    ["the start of a longer one, and digits of the URN", web, propose("y".repeat(64)), shortened],
    ["a proposed one that is short enough once it is valid", web, propose(`${"_".repeat(64)}y`), "y"],
  ];
  for (const [fact, urn, autonaming, name] of proposed) {
    it(`is, while no state has one, ${fact}`, () => {
      expect(createName(urn, autonaming)).to.equal(name);
    });
  }

  it("stays as the state has it: of an earlier version, and after a rename with an alias", async () => {
    const { checked } = await hooks();
    const { inputs } = await checked(unnamed, { ...args, containerGroupName: "web" });
    expect(inputs.containerGroupName).to.equal("web");
  });

  it("that was generated belongs to the resource: what exists under it is changed without `adopt`", async () => {
    const { checked, create } = await hooks();
    const { inputs } = await checked(unnamed);
    const name = String(inputs.containerGroupName);
    const id = ID.replace(/web$/, name);
    service.get(id).reply(200, { ...group("Succeeded", { osType: "Windows" }), id, name });
    service.put(id).reply(200, { ...group(), id, name });
    expect((await create(inputs)).id).to.equal(id);
  });
});
