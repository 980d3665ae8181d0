import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { PulumiFn } from "@pulumi/pulumi/automation";
import { expect } from "chai";
import { after, before, beforeEach, describe, it } from "mocha";
import { locate, readEnginePath } from "../../cli/explain/enginePath.js";
import { explain } from "../../cli/explain/explain.js";
import { listChangedFields } from "../../cli/explain/fields.js";
import { readPreview, type Step } from "../../cli/explain/preview.js";
import { type Emulator, startEmulator } from "../../emulator/index.js";
import { seedId } from "../../emulator/services/business/seed/seedId.js";
import { run, succeeded } from "../support/command.js";
import { overBothProtocols } from "../support/programProtocols.js";
import { groupId, ROOT, Sandbox, SUBSCRIPTION } from "../support/sandbox.js";
import type { TestStack } from "../support/testStack.js";
import { changed, first, invalid } from "./explainPrograms.js";

/** `VENDORCLOUD_GOLDEN=write` writes down what is said now, instead of comparing it: look at the difference then. */
const writesGolden = process.env.VENDORCLOUD_GOLDEN === "write";
const system = `/subscriptions/${SUBSCRIPTION}/resourceGroups/erp/providers/Vendor.Workloads/erpVirtualInstances/X00`;

/** Previews of the real engine in the services' words; each step goes on from the one before. */
describe("e2e: explained previews", () => {
  let sandbox: Sandbox;
  let stack: TestStack;
  const said: string[] = [];

  const preview = async (program: string, ...options: string[]): Promise<string> =>
    (await stack.command(sandbox.inline(program), "preview", "--json", ...options)).text;
  const up = (program: string, ...options: string[]) =>
    stack.command(sandbox.inline(program), "up", "--yes", "--skip-preview", ...options);

  function expectGolden(name: string, markdown: string): void {
    said.push(markdown);
    const path = join(__dirname, "golden", `${name}.md`);
    if (writesGolden) writeFileSync(path, markdown);
    expect(existsSync(path), `${path} is missing`).to.equal(true);
    expect(markdown).to.equal(readFileSync(path, "utf8"));
  }

  before(async () => {
    sandbox = await Sandbox.open({ seed: "demo" });
    for (const name of ["databaseInstances/db", ...[0, 1, 2].map((n) => `applicationInstances/app${n}`)]) {
      sandbox.emulator.erp.put(`${system}/${name}`);
    }
    stack = await sandbox.stack("dev", sandbox.inline(first));
  });
  after(() => sandbox.close());

  it("describe a new stack", async () => {
    const { markdown, hasFailed } = explain(await preview(first));
    expect(hasFailed).to.equal(false);
    // Only the records that the engine checks first are read with the fields that the schema does not list.
    expectGolden("creates", markdown.replace('"AK" at the service, "AB" in the', '"AB" in the'));
  });

  it("describe a stack without changes in one line, whatever steps the preview lists", async () => {
    succeeded(await up(first));
    for (const options of [[], ["--show-sames"]]) {
      const { markdown } = explain(await preview(first, ...options));
      expect(markdown).to.equal("## Preview of stack `dev`: no changes\n");
    }
  });

  it("describe changes of every kind, in the fields that the engine compares; the command line prints the same", async () => {
    sandbox.write(changed);
    const file = join(sandbox.directory, "preview.json");
    const pipe =
      'pulumi preview --json --show-sames --stack dev --non-interactive | tee "$2" | "$0" "$1" explain';
    const args = ["-c", pipe, process.execPath, join(ROOT, "dist/cli/main.js"), file];
    const piped = succeeded(await run("sh", args, sandbox.project, sandbox.environment()));
    const text = readFileSync(file, "utf8");
    const { markdown, hasFailed } = explain(text);
    expect(hasFailed).to.equal(false);
    expectGolden("changes", markdown);
    expect(piped.text).to.equal(markdown);
    const compared = readPreview(text).steps.filter(
      ({ detailedDiff }) => Object.keys(detailedDiff).length > 0,
    );
    expect(compared.length).to.be.greaterThan(10);
    for (const step of compared) expectAgreement(step);
  });

  it("describe a replacement that the command line requests", async () => {
    const urn = "urn:pulumi:dev::sandbox::pulumi-nodejs:dynamic/vendorcloud:ContainerGroup::windows";
    expectGolden("replace-asked-for", explain(await preview(first, "--replace", urn)).markdown);
  });

  it("describe a preview whose checks fail", async () => {
    const { markdown, hasFailed } = explain(await preview(invalid));
    expect(hasFailed).to.equal(true);
    expectGolden("failed", markdown);
  });

  it("describe changes and deletions of another client that a refresh finds", async () => {
    sandbox.emulator.business.change("customers", seedId("customers", 1), { phoneNumber: "+9" });
    sandbox.emulator.containerGroups.delete(groupId("windows"));
    expectGolden("drift", explain(await preview(first, "--refresh")).markdown);
    const refresh = await sandbox.pulumi("refresh", "--preview-only", "--json", "--stack", "dev");
    expectGolden("refresh", explain(refresh.text).markdown);
  });

  it("describe a destroy of the stack", async () => {
    expectGolden("deletes", explain(await preview("")).markdown);
  });

  it("describe the effect of a failed update beside the inputs from before it", async () => {
    const urn =
      "urn:pulumi:dev::sandbox::pulumi-nodejs:dynamic/vendorcloud:ApplicationServerInstanceStop::at-the-end";
    const stop = 'new v.ApplicationServerInstanceStop("at-the-end", {';
    const gone =
      "### Delete `ApplicationServerInstanceStop` `at-the-end`: `app1` of the ERP system `X00` in `erp`\n";
    const sentences = async () => explain(await preview("", "--target", urn)).markdown;
    expect(await sentences())
      .to.include(gone)
      .and.include("Stops the application server instance: ");
    sandbox.emulator.erp.plan(`${system}/applicationInstances/app1`, {
      outcome: "Failed",
      error: { code: "StopFailed", message: "It did not stop." },
    });
    const now = `${stop} ...erp, applicationInstanceName: "app1" });`;
    const program = first.replace(/new v\.ApplicationServerInstanceStop\("at-the-end", \{[^}]*\}\);/, now);
    expect((await up(program, "--target", urn)).text).to.include("StopFailed: It did not stop.");
    expect(await sentences())
      .to.include(gone)
      .and.include("Stops nothing and starts nothing");
  });

  it("contain no secret and no internal name", () => {
    const all = said.join("");
    expect(said).to.have.length.greaterThan(6);
    for (const text of ["canary", "__", "04da6b54"]) expect(all).not.to.include(text);
    // In the open while it is created, and no longer when it is marked.
    expect(said.filter((markdown) => markdown.includes("was-in-the-open"))).to.have.length(1);
  });
});

overBothProtocols("e2e: explained previews, compared with the requests of their runs", (protocol) => {
  let sandbox: Sandbox;
  let stack: TestStack;
  let us: Emulator;
  let providers: string;

  const group = (name: string, provider: string, containerGroupName = "shop"): string =>
    `new v.ContainerGroup("${name}", { resourceGroupName: "demo", containerGroupName: "${containerGroupName}", osType: "Linux",
      containers: [{ name: "web", image: "nginx:1", resources: { requests: { cpu: 1, memoryInGB: 1 } } }] },
      { provider: ${provider} });\n`;
  const stop = (name: string, provider: string): string =>
    `new v.DatabaseInstanceStop("${name}", { resourceGroupName: "erp", erpVirtualInstanceName: "X00",
      databaseInstanceName: "db", stopOn: "destroy" }, { provider: ${provider} });\n`;
  let program: PulumiFn;
  const write = (...resources: string[]): void => {
    program = sandbox.inline(providers + resources.join(""));
  };
  const explained = async (...options: string[]): Promise<string> =>
    explain((await stack.command(program, "preview", "--json", ...options)).stdout).markdown;
  const up = () => stack.command(program, "up", "--yes", "--skip-preview");
  /** Requests that change something, since the last call. */
  const sent = (emulator: Emulator): string[] => {
    const requests = emulator.log
      .filter(({ method }) => method !== "GET")
      .map(({ method, path }) => `${method} ${path.split("/").at(-1)}`);
    emulator.log.clear();
    return requests;
  };

  before(async () => {
    sandbox = await protocol.open({ seed: "demo" });
    us = await startEmulator({ provisioningPolls: 0, seed: "demo" });
    for (const { erp } of [sandbox.emulator, us]) erp.put(`${system}/databaseInstances/db`);
    const provider = (name: string, { url }: Emulator): string =>
      `const ${name} = new v.Provider("${name}", { resourceManagerUrl: "${url}", resourceManagerToken: "canary" });\n`;
    providers = `const v = require("pulumi-vendorcloud");\n${provider("eu", sandbox.emulator)}${provider("us", us)}`;
    write(group("old", "eu"), stop("old-stop", "eu"));
    stack = await sandbox.stack("dev", program);
    succeeded(await up());
  });
  after(async () => {
    await us?.close();
    await sandbox?.close();
  });
  beforeEach(() => {
    for (const { log } of [sandbox.emulator, us]) log.clear();
  });

  it("a deletion and a stop, if resources with other names appear under another provider", async () => {
    write(group("new", "us"), stop("new-stop", "us"));
    expect(await explained())
      .to.include("- **Delete `ContainerGroup`: 1** (deletes the group)")
      .and.include("- **Delete `DatabaseInstanceStop`: 1** (stops the database instance)")
      .and.include("### Delete `ContainerGroup` `old`: `shop` in `demo`\n\nDeletes the group and")
      .and.include("Stops the database instance: hard, at once.")
      .and.not.include("Sends no request");
    succeeded(await up());
    expect(sent(sandbox.emulator)).to.have.members(["DELETE shop", "POST stop"]);
    expect(sent(us)).to.deep.equal(["PUT shop"]);
  });

  it("no deletion and no stop, if they appear under the same provider", async () => {
    write(group("newer", "us"), stop("newer-stop", "us"));
    const markdown = await explained();
    expect(markdown.match(/Sends no request: /g)).to.have.length(2);
    expect(markdown).not.to.include("**Delete");
    expect(markdown).to.include("Nothing is sent if the group is as declared.");
    succeeded(await up());
    expect(sent(us)).to.deep.equal([]);
  });

  it("the deletion that a failed run has left, if the steps of replacements are listed", async () => {
    write(group("newer", "us", "store"), stop("newer-stop", "us"));
    expect(await explained("--show-replacement-steps")).to.include(": 1 to replace\n");
    us.faults.add({ match: { method: "DELETE" }, fault: { status: 400 } });
    expect((await up()).failed).to.equal(true);
    us.faults.clear();
    sent(us);
    expect(await explained("--show-replacement-steps"))
      .to.include("1 to delete")
      .and.include("An earlier run has replaced it, and has not deleted it. Deletes the group");
    succeeded(await up());
    expect(sent(us)).to.deep.equal(["DELETE shop"]);
  });
});

/** Each field that the engine sees is among those listed, or in one of them, or has one of them in it; and the reverse. */
function expectAgreement({ name, definition, before, after, detailedDiff }: Step): void {
  const schema = definition?.schema;
  const inputs = [before?.inputs ?? {}, after?.inputs ?? {}] as const;
  const listed = listChangedFields(schema, ...inputs, detailedDiff).map(({ path }) => path);
  const seen = Object.keys(detailedDiff)
    .map(readEnginePath)
    .filter(([top]) => !String(top).startsWith("__"))
    .map((steps) => locate(schema, withoutShifted(steps, ...inputs), ...inputs).path);
  const extracted = listed.filter((path) => Object.keys(detailedDiff).some((own) => own.includes(path)));
  const isNear = (path: string, others: string[]): boolean =>
    others.some((other) => path.startsWith(other) || other.startsWith(path));
  for (const path of seen)
    expect(isNear(path, listed), `${name}: ${path} is not listed: ${listed}`).to.equal(true);
  for (const path of listed) {
    expect(isNear(path, [...seen, ...extracted]), `${name}: ${path} is not seen: ${seen}`).to.equal(true);
  }
}

type Steps = ReturnType<typeof readEnginePath>;

/** The engine compares lists by position: up to where another item stands than before. */
function withoutShifted(steps: Steps, before: object, after: object): Steps {
  const shifted = steps.findIndex((step, index) => {
    if (typeof step !== "number") return false;
    const place = locate(undefined, steps.slice(0, index + 1), before, after);
    const [old, now] = [place.before, place.after] as ({ name?: unknown } | undefined)[];
    return old !== undefined && now !== undefined && old.name !== now.name;
  });
  return shifted < 0 ? steps : steps.slice(0, shifted);
}
