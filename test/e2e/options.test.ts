import * as pulumi from "@pulumi/pulumi";
import { expect } from "chai";
import { after, before, describe, it } from "mocha";
import type { ContainerGroupArgs } from "pulumi-vendorcloud";
import type { LogEntry } from "../../emulator/index.js";
import type { CommandResult } from "../support/command.js";
import { succeed } from "../support/goldenState.js";
import { overBothProtocols } from "../support/programProtocols.js";
import { groupId, Sandbox } from "../support/sandbox.js";
import type { Outcome, TestStack } from "../support/testStack.js";
import { YAML_GROUP } from "../support/yamlGroup.js";
import { groupArgs, web } from "./groups.js";

/** Pulumi's own options and commands, where they could lose a group or show a secret. */
overBothProtocols("e2e: Pulumi's options", (protocol) => {
  const group = (
    name: string,
    change: Partial<ContainerGroupArgs> = {},
    options: pulumi.CustomResourceOptions = {},
  ) => new sandbox.vendorcloud.ContainerGroup(name, groupArgs(name, change), options);

  /** Secrets in places of all sorts, and a list whose order is of no importance. */
  const secretive = (order: "AB" | "BA"): Partial<ContainerGroupArgs> => {
    const headers = [
      { name: "A", value: "plain" },
      { name: "B", value: pulumi.secret("canary-header") },
    ];
    const httpHeaders = order === "AB" ? headers : headers.reverse();
    return {
      containers: [
        { ...web, livenessProbe: { httpGet: { port: 80, httpHeaders } } },
        pulumi.secret({
          ...web,
          name: "hidden",
          environmentVariables: [{ name: "C", value: "canary-item" }],
        }),
        { ...web, name: "shell", command: ["sh", "-c", pulumi.secret("canary-command")] },
      ],
    };
  };

  /** Groups in a component, one with another as its parent. */
  const declareComponent = (): void => {
    const parent = new pulumi.ComponentResource("test:index:Pair", "pair");
    const first = group("first", {}, { parent });
    group("second", {}, { parent, dependsOn: first });
    group("third", {}, { parent: first });
  };

  const environmentVariables = [
    { name: "A", value: pulumi.secret("canary-ignored-a") },
    { name: "B", secureValue: "canary-ignored-b" },
  ];

  const first = async () => {
    pulumi.runtime.registerResourceTransform(({ type, name, props, opts }) =>
      type.endsWith(":ContainerGroup") && name === "transformed"
        ? { props: { ...props, tags: { added: "yes" } }, opts }
        : undefined,
    );
    group("old", { containerGroupName: "same" });
    group("replaced");
    group("before", { containerGroupName: "aliased" });
    group("earlier", { containerGroupName: "kept-name" });
    group("ignored", { containers: [{ ...web, environmentVariables }] });
    group("moved", secretive("AB"));
    group("retained", {}, { retainOnDelete: true });
    group("transformed");
    declareComponent();
  };
  const second = async () => {
    group("new", { containerGroupName: "same" });
    group("replaced");
    group("after", { containerGroupName: "aliased" }, { aliases: [{ name: "before" }] });
    const changed = { containerGroupName: "kept-name", tags: { moved: "yes" } };
    group("later", changed, { aliases: [{ name: "earlier" }] });
    const other = [{ ...web, environmentVariables: [{ name: "A", value: pulumi.secret("canary-other") }] }];
    group("ignored", { containers: other, tags: { x: "1" } }, { ignoreChanges: ["containers"] });
    group("moved", secretive("BA"));
    group("retained", {}, { retainOnDelete: true });
    group("transformed", { tags: { added: "yes" } });
    declareComponent();
  };
  const third = async () => {
    await second();
    group("earlier", { containerGroupName: "another" });
  };

  let sandbox: Sandbox;
  let stack: TestStack;
  let outcomes: Record<"created" | "preview" | "changed" | "completed" | "repeated" | "destroyed", Outcome>;
  let refresh: CommandResult;
  let states: string[];
  /** Requests of the second run, and groups that are there after it. */
  let requests: LogEntry[];
  let alive: string[];
  const live = (name: string) => sandbox.emulator.containerGroups.get(groupId(name));

  before(async () => {
    sandbox = await protocol.open();
    stack = await sandbox.stack("options", first);
    const created = await stack.up();
    states = [await stack.state()];
    const preview = await stack.preview(second);
    sandbox.emulator.log.clear();
    const replace = [`urn:pulumi:options::sandbox::${protocol.typeOf("ContainerGroup")}::replaced`];
    const changed = await stack.up(second, { replace });
    requests = sandbox.emulator.log.filter({}, { secrets: true });
    alive = ["same", "replaced"].filter((name) => live(name) !== undefined);

    const containers = live("moved")?.properties.containers.map((container) =>
      container.name === "shell"
        ? {
            ...container,
            properties: { ...container.properties, command: ["env", "sh", "-c", "canary-command"] },
          }
        : container,
    );
    sandbox.emulator.containerGroups.patch(groupId("moved"), { properties: { containers } });
    sandbox.emulator.faults.add({
      match: { method: "GET", path: groupId("kept-name") },
      fault: { status: 405 },
    });
    refresh = await stack.refresh();
    const completed = await stack.up(third);
    const repeated = await stack.preview(third);
    states.push(await stack.state());
    outcomes = { created, preview, changed, completed, repeated, destroyed: await stack.destroy() };
  });
  after(() => sandbox.close());

  const requestsFor = (name: string) => requests.filter(({ path }) => path === groupId(name));
  /** What a command shows of a group. */
  const shown = ({ text }: Outcome, name: string): string =>
    text
      .split(/^(?=[ +~-]*\S+: \()/m)
      .filter((part) => part.includes(`${groupId(name)}]`))
      .join("");

  it("no command fails, shows a secret or stores a plain one", () => {
    for (const { failed, text } of [...Object.values(outcomes), refresh]) {
      expect(failed, text).to.equal(false);
      expect(text).not.to.include("canary");
    }
    for (const state of states) expect(state).not.to.include("canary");
  });

  it("each change has its expected operation, and another order of a list is no change", () => {
    expect(outcomes.created.operations).to.deep.equal({ create: 12 });
    expect(outcomes.preview.operations).to.deep.equal({ create: 1, delete: 1, update: 2, same: 9 });
    expect(outcomes.changed.operations).to.deep.equal({
      ...{ create: 1, delete: 1, update: 2, replace: 1, same: 8 },
    });
    // Drift is taken back.
    expect(outcomes.completed.operations).to.deep.equal({ create: 1, update: 1, same: 11 });
    expect(outcomes.completed.text).not.to.include("~ __urn");
    expect(outcomes.repeated.operations).to.deep.equal({ same: 13 });
  });

  it("a group that is renamed in the program is kept under its new name", () => {
    const { text } = outcomes.changed;
    expect(text).to.include(`${groupId("same")}: left unchanged, because the program declares this as`);
    expect(alive).to.include("same");
  });

  it("`up --replace` keeps the group", () => {
    expect(alive).to.include("replaced");
  });

  it("a new name with an alias keeps the group, without a request", () => {
    expect(requestsFor("aliased")).to.deep.equal([]);
  });

  it("a new name with an alias and a change shows the change only; later messages have the new name", () => {
    for (const outcome of [outcomes.preview, outcomes.changed])
      expect(shown(outcome, "kept-name")).to.include('moved: "yes"').and.not.to.include("__");
    expect(refresh.text)
      .to.include("ContainerGroup 'later': cannot read the group, so its state is left unchanged")
      .and.not.to.include("earlier'");
  });

  it("`ignoreChanges` on a list keeps the secrets in it", () => {
    expect(JSON.stringify(requestsFor("ignored").at(-1)?.body))
      .to.include('"value":"canary-ignored-a"')
      .and.to.include('"secureValue":"canary-ignored-b"');
  });

  it("`retainOnDelete` leaves the group, and no other option does", () => {
    const left = sandbox.emulator.containerGroups.list().map(({ id }) => id);
    expect(left).to.deep.equal([groupId("retained")]);
  });

  it("a stack transform can add an argument", () => {
    // The second program declares it, and that is no change.
    expect(requestsFor("transformed")).to.deep.equal([]);
    expect(states[0]).to.match(/"added":"yes"/);
  });

  it("resources in a component do not wait for each other, and each knows its own URN", () => {
    const { resources } = JSON.parse(states[0] ?? "").checkpoint.latest;
    const groups = resources.filter(({ type }: { type: string }) => type.endsWith(":ContainerGroup"));
    expect(groups).to.have.length(11);
    for (const { urn, inputs } of groups) expect(inputs.__urn).to.equal(protocol.keepsUrn ? urn : undefined);
  });

  it("a replacement names only the fields that `ignoreChanges` does not keep", async () => {
    const ignoring = (restartPolicy: string, image: string) => async () => {
      const change = { restartPolicy, containers: [{ ...web, image }] };
      group("pinned", change as Partial<ContainerGroupArgs>, { ignoreChanges: ["containers[0].image"] });
    };
    const pinned = await sandbox.stack("pinned", ignoring("Always", "nginx:1"));
    await pinned.up();
    const preview = await pinned.preview(ignoring("Never", "nginx:2"));
    const replaced = await pinned.up(ignoring("Never", "nginx:2"));
    const image = live("pinned")?.properties.containers[0]?.properties.image;
    await pinned.destroy();
    expect(preview.operations).to.deep.equal({ replace: 1 });
    // Older engines apply the option to a replacement, too: then nothing is to be named.
    expect(image).to.be.oneOf(["nginx:1", "nginx:2"]);
    const warning = "does not apply `ignoreChanges` to it: containers[web].image.";
    for (const { text } of [preview, replaced])
      expect(text.includes(warning), text).to.equal(image === "nginx:2");
  });
});

describe("e2e: names from the configuration `pulumi:autonaming`", () => {
  let sandbox: Sandbox;
  before(async () => {
    sandbox = await Sandbox.openEmpty();
    sandbox.writeYaml(YAML_GROUP);
    await sandbox.newStack("dev");
  });
  after(() => sandbox?.close());

  const configure = (key: string, value: string) =>
    succeed(sandbox, "config", "set", "--path", `pulumi:autonaming.${key}`, value, "--stack", "dev");
  const run = (...args: string[]) => sandbox.pulumi(...args, "--stack", "dev");

  it("a group gets a name from the pattern, and keeps it under another pattern", async () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the engine fills it in
    await configure("pattern", "${project}-${name}-${hex(4)}");
    const { text } = await run("up", "--yes", "--skip-preview", "--diff");
    expect(text).to.match(/containerGroupName *: "sandbox-web-[0-9a-f]{4}"/);
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the engine fills it in
    await configure("pattern", "${name}-${alphanum(9)}");
    await succeed(sandbox, "preview", "--expect-no-changes", "--stack", "dev");
  });
});
