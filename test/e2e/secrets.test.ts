import * as pulumi from "@pulumi/pulumi";
import { expect } from "chai";
import { after, afterEach, before, it } from "mocha";
import type { ContainerGroupArgs } from "pulumi-vendorcloud";
import type { CommandResult } from "../support/command.js";
import { succeeded } from "../support/command.js";
import { alwaysOverBothProtocols } from "../support/programProtocols.js";
import { groupId, type Sandbox, TOKEN } from "../support/sandbox.js";
import type { Outcome, TestStack } from "../support/testStack.js";
import { groupArgs, resources, web } from "./groups.js";

/** Secrets on the real engine: never in the clear, and never in the way of a readable preview. */
alwaysOverBothProtocols("e2e: secrets", (protocol) => {
  const id = groupId("vault");
  const canaries = {
    variable: "canary-variable",
    marked: "canary-marked",
    password: "canary-password",
    account: "canary-account",
    workspace: "canary-workspace",
    setting: "canary-setting",
    tag: "canary-tag",
    file: "Y2FuYXJ5LWZpbGU=",
  };
  type Values = typeof canaries &
    Pick<ContainerGroupArgs, "secretChanges"> & { image: string; version?: string };

  const args = (values: Values): ContainerGroupArgs => ({
    ...groupArgs("vault"),
    tags: { plain: "shown", hidden: pulumi.secret(values.tag) },
    containers: [
      {
        name: "web",
        image: values.image,
        resources,
        environmentVariables: [
          { name: "PLAIN", value: "shown" },
          { name: "SECURE", secureValue: values.variable },
          { name: "MARKED", value: pulumi.secret(values.marked) },
        ],
        volumeMounts: [{ name: "files", mountPath: "/files" }],
      },
    ],
    // A whole list as an Output: its secrets are found only once its value is there.
    imageRegistryCredentials: pulumi.output([
      { server: "r.example", username: "u", password: values.password },
    ]),
    volumes: [
      { name: "files", secret: { "key.pem": values.file } },
      {
        name: "share",
        cloudFile: { shareName: "s", storageAccountName: "a", storageAccountKey: values.account },
      },
    ],
    diagnostics: { logAnalytics: { workspaceId: "w", workspaceKey: pulumi.secret(values.workspace) } },
    extensions: [{ name: "e", extensionType: "t", version: "1", protectedSettings: { key: values.setting } }],
    secretsVersion: values.version,
    secretChanges: values.secretChanges,
  });
  const given = (change: Partial<Values> = {}): Values => ({ ...canaries, image: "nginx:1", ...change });
  const program = (change: Partial<Values> = {}) => {
    const values = given(change);
    return async () => {
      const group = new sandbox.vendorcloud.ContainerGroup("vault", args(values));
      const marked = group.containers.apply(
        ([web]) => web?.environmentVariables?.find(({ name }) => name === "MARKED")?.value === values.marked,
      );
      return {
        ...{ containers: group.containers, volumes: group.volumes, diagnostics: group.diagnostics },
        readsBack: pulumi.unsecret(marked),
      };
    };
  };

  let sandbox: Sandbox;
  let stack: TestStack;
  const printed: string[] = [];
  const kept = <T extends Outcome | CommandResult>(result: T): T => {
    printed.push(result.text);
    return result;
  };
  const sent = () =>
    sandbox.emulator.log.filter({ method: "PUT" }, { secrets: true }).map(({ body }) => JSON.stringify(body));

  before(async () => {
    sandbox = await protocol.open();
    stack = await sandbox.stack("secrets", program());
  });
  after(() => sandbox.close());

  /** After every step: no canary in the state, in anything printed, nor the token. */
  afterEach(async () => {
    const state = await stack.state();
    for (const secret of [...Object.values(canaries), TOKEN, "canary-changed"]) {
      expect(state, "state").not.to.include(secret);
      expect(printed.join("\n"), "printed").not.to.include(secret);
    }
  });

  it("all reach the service", async () => {
    const outcome = kept(await stack.up());
    expect(outcome.failed, outcome.text).to.equal(false);
    for (const secret of Object.values(canaries)) expect(sent().at(-1)).to.include(secret);
  });

  it("that the program marked are unchanged in the resource's outputs", async () => {
    expect((await stack.outputs()).readsBack).to.equal(true);
  });

  it("of the schema reach another resource, which refuses the text that an output of a dynamic resource has in their place", async () => {
    const outcome = kept(
      await stack.preview(async () => {
        const { imageRegistryCredentials } = new sandbox.vendorcloud.ContainerGroup("vault", args(given()));
        const copy = groupArgs("copy", { imageRegistryCredentials } as Partial<ContainerGroupArgs>);
        new sandbox.vendorcloud.ContainerGroup("copy", copy);
      }),
    );
    expect(outcome.failed, outcome.text).to.equal(protocol.name === "dynamic");
    if (!outcome.failed) return;
    const path = "imageRegistryCredentials[r.example].password";
    expect(outcome.text).to.include(`${path}: is the text [secret], which outputs have in place of a secret`);
  });

  it("are in the engine's debug output in plain text, as the page on secrets says", async () => {
    let text = "";
    const onOutput = (part: string): void => {
      text += part;
    };
    await stack.stack.preview({ program: program(), debug: true, onOutput });
    expect(text).to.include(canaries.variable).and.to.include(canaries.marked);
  });

  it("show no difference without a change", async () => {
    const outcome = kept(await stack.preview());
    expect(outcome.operations).to.deep.equal({ same: 1 });
    expect(outcome.requests).to.equal(0);
    expect(outcome.text).not.to.include("warning");
  });

  it("do not hide the change of an image in the same list", async () => {
    const outcome = kept(await stack.preview(program({ image: "nginx:2" })));
    expect(outcome.operations).to.deep.equal({ update: 1 });
    expect(outcome.text).to.include('~ image: "nginx:1" => "nginx:2"');
  });

  it("that the program marked are compared, and a change prints their path", async () => {
    const outcome = kept(await stack.preview(program({ marked: "canary-changed" })));
    expect(outcome.operations).to.deep.equal({ update: 1 });
    expect(outcome.text).to.include(
      protocol.changedSecret("containers[web].environmentVariables[MARKED].value"),
    );
  });

  it("of the schema that change alone are not sent: a warning names them", async () => {
    const outcome = kept(await stack.up(program({ variable: "canary-changed", password: "canary-changed" })));
    expect(outcome.operations).to.deep.equal({ same: 1 });
    expect(outcome.requests).to.equal(0);
    expect(outcome.text).to.include("ContainerGroup 'vault': 2 secrets changed, not sent: ");
    expect(outcome.text).to.include("containers[web].environmentVariables[SECURE].secureValue");
    expect(outcome.text).to.include("imageRegistryCredentials[r.example].password");
  });

  it("of the schema that change alone are an update if the program or the configuration requests it", async () => {
    const line = protocol.changedSecret("containers[web].environmentVariables[SECURE].secureValue");
    const changed = program({ variable: "canary-changed", secretChanges: "update" });
    for (const outcome of [kept(await stack.preview(changed)), kept(await stack.up(changed))]) {
      expect(outcome.operations).to.deep.equal({ update: 1 });
      expect(outcome.text).to.include(line).and.not.to.include("not sent");
    }
    expect(sent().at(-1)).to.include("canary-changed");

    await stack.stack.setConfig("vendorcloud:secretChanges", { value: "update" });
    const configured = kept(await stack.up(program()));
    expect(configured.operations).to.deep.equal({ update: 1 });
    expect(configured.text).to.include(line);
    expect(sent().at(-1)).to.include(canaries.variable).and.not.to.include("canary-changed");
    expect(kept(await stack.preview(program())).operations).to.deep.equal({ same: 1 });
    await stack.stack.removeConfig("vendorcloud:secretChanges");
  });

  it("are sent when `secretsVersion` changes", async () => {
    const outcome = kept(await stack.up(program({ variable: "canary-changed", version: "2" })));
    expect(outcome.operations).to.deep.equal({ update: 1 });
    expect(outcome.text).to.match(/\+ secretsVersion: "2"/);
    expect(sent().at(-1)).to.include("canary-changed");
  });

  it("are sent with another change", async () => {
    const changed = program({ image: "nginx:3", version: "2", file: "Y2FuYXJ5LXR3bw==" });
    const preview = kept(await stack.preview(changed));
    expect(preview.text).to.include(
      protocol.changedSecret("containers[web].environmentVariables[SECURE].secureValue"),
    );
    const outcome = kept(await stack.up(changed));
    expect(outcome.operations).to.deep.equal({ update: 1 });
    expect(sent().at(-1)).to.include("Y2FuYXJ5LXR3bw==").and.to.include(canaries.variable);
  });

  it("stay secret in a refresh, which shows drift beside them", async () => {
    sandbox.emulator.containerGroups.patch(id, { tags: { plain: "drifted" } });
    const outcome = kept(await stack.refresh());
    expect(outcome.text).to.include('~ plain: "shown" => "drifted"');
    const { outputs = {} } = (await stack.resource("ContainerGroup")) ?? {};
    expect(JSON.stringify(outputs[protocol.secretsOfList("containers")])).to.include("ciphertext");
    kept(await stack.up(program({ image: "nginx:3", version: "2" })));
  });

  it("do not appear in errors of the service", async () => {
    const message = `refused: ${canaries.variable}, ${canaries.password}, ${canaries.tag} and Bearer ${TOKEN}`;
    const error = {
      code: "Quoting",
      message,
      details: [{ code: "Detail", target: canaries.setting, message }],
    };
    sandbox.emulator.faults.add({ match: { method: "PUT" }, fault: { status: 400, body: { error } } });
    const outcome = kept(await stack.up(program({ image: "nginx:4" })));
    expect(outcome.failed).to.equal(true);
    expect(outcome.text).to.include("400 Quoting: refused: [secret], [secret], [secret] and Bearer [secret]");
  });

  it("that are newly marked are removed from the plain state by the next update", async () => {
    const value = "canary-plain-so-far";
    const marking = (mark: (text: string) => pulumi.Input<string>) => async () => {
      const containers = [{ ...web, environmentVariables: [{ name: "A", value: mark(value) }] }];
      const args = groupArgs("later", { tags: { b: mark(value) }, containers });
      new sandbox.vendorcloud.ContainerGroup("later", args);
    };
    const plain = marking((text) => text);
    const later = await sandbox.stack("later", plain);
    await later.up();
    expect(await later.state()).to.include(value);
    const outcome = await later.up(marking(pulumi.secret));
    expect(outcome.operations).to.deep.equal({ update: 1 });
    expect(outcome.text).to.include(
      "now marked as a secret: containers[web].environmentVariables[A].value, tags.b",
    );
    expect(await later.state()).not.to.include(value);
    expect((await later.preview(marking(pulumi.secret))).operations).to.deep.equal({ same: 1 });
  });
});

alwaysOverBothProtocols("e2e: the first secret of a list", (protocol) => {
  interface Vault {
    value?: pulumi.Input<string>;
    tags?: Record<string, pulumi.Input<string>>;
    options?: pulumi.CustomResourceOptions;
  }
  const secret = pulumi.secret("canary");
  const options = { replaceOnChanges: ["containers[*].environmentVariables"] };
  /** Groups as they are, and as they are declared next. */
  const vaults: Record<string, [now: Vault, next: Vault]> = {
    added: [{}, { value: secret }],
    marked: [{ value: "clear" }, { value: secret }],
    elsewhere: [{}, { tags: { owner: secret } }],
    replaced: [{ options }, { options, value: secret }],
    removed: [{ value: secret }, {}],
  };
  const program = (when: 0 | 1) => async () => {
    for (const [name, states] of Object.entries(vaults)) {
      const { value, tags, options } = states[when];
      const environmentVariables = value === undefined ? [] : [{ name: "TOKEN", value }];
      const containers = [{ ...web, environmentVariables }];
      new sandbox.vendorcloud.ContainerGroup(name, { ...groupArgs(name, { containers }), tags }, options);
    }
  };
  let sandbox: Sandbox;
  let rows: string;
  let preview: Outcome;
  /** The row of a group, and its lines in the preview by line. */
  const shown = (name: string): [row: string, lines: string] => [
    rows.split("\n").find((line) => line.includes(`ContainerGroup ${name} `) && line.includes("[diff")) ?? "",
    preview.text.split(/^(?=[ +~-]*\S+: \()/m).find((part) => part.includes(`::${name}]`)) ?? "",
  ];

  before(async () => {
    sandbox = await protocol.open();
    const stack = await sandbox.stack("first", program(0));
    succeeded(await stack.up());
    rows = (await stack.command(program(1), "preview")).text;
    preview = await stack.preview(program(1));
    expect(preview.operations, preview.text).to.deep.equal({ update: 4, replace: 1 });
    expect(preview.text).not.to.include("__secrets");
  });
  after(() => sandbox.close());

  for (const [fact, name, line] of [
    ["shows in the list, and nowhere else", "added", /name *: "TOKEN"/],
    [
      "shows in the list where a value in the clear becomes one and changes",
      "marked",
      /value *: "clear" => .*\[secret\]/,
    ],
    ["replaces the group where the program asks for it", "replaced", /name *: "TOKEN"/],
    ["shows in the list when it is removed", "removed", /name *: "TOKEN"/],
  ] as const)
    it(fact, () => {
      const [row, lines] = shown(name);
      expect(row)
        .to.match(name === "replaced" ? /replace/ : / update /)
        .and.include("[diff: ~containers]");
      expect(lines).to.match(line);
    });

  it("shows only in its place if that is no list", () => {
    const [row, lines] = shown("elsewhere");
    expect(row).to.match(/\[diff: [+~]tags\]/);
    expect(lines)
      .to.match(/owner *: \[secret\]/)
      .and.not.to.include("__inPlace");
  });
});
