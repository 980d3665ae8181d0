import { accessSync, constants, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Ajv from "ajv";
import { expect } from "chai";
import { before, describe, it } from "mocha";
import { parse, parseAllDocuments } from "yaml";
import { run } from "../support/command.js";
import { PLUGIN_PATH, ROOT, Sandbox } from "../support/sandbox.js";
import { FIRST_USE_MS, resultOf, resultOrSkip } from "../support/tool.js";

const FOLDER = join(ROOT, "docs/pipelines");
const WORKFLOWS = readdirSync(join(FOLDER, "github")).map((name) => join(FOLDER, "github", name));
const GITLAB = join(FOLDER, "gitlab/.gitlab-ci.yml");
const AZURE = join(FOLDER, "azure/azure-pipelines.yml");

// biome-ignore lint/suspicious/noExplicitAny: the files have three forms, and the test says what it expects of each
type Yaml = any;

const read = (file: string): Yaml => parse(readFileSync(file, "utf8"));
const jobs = () => WORKFLOWS.flatMap((file) => Object.values<Yaml>(read(file).jobs));

/** A schema of Kubernetes that refuses fields that it does not list, as `kubectl` does. */
function withoutOthers(schema: Yaml): Yaml {
  if (Array.isArray(schema)) return schema.map(withoutOthers);
  if (typeof schema !== "object" || schema === null) return schema;
  const inside = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, withoutOthers(value)]),
  );
  const isOpen = "additionalProperties" in schema || schema["x-kubernetes-preserve-unknown-fields"] === true;
  const lists = typeof schema.properties === "object" && schema.type === "object" && !isOpen;
  return lists ? { ...inside, additionalProperties: false } : inside;
}

/** The files that people copy, read by the linters of the services they are for. */
describe("e2e: the files of the pipelines", function () {
  this.timeout(FIRST_USE_MS);

  it("GitHub: actionlint finds nothing", async function () {
    const lint = () => resultOf("pipelines/actionlint.mjs", WORKFLOWS);
    expect(await resultOrSkip(this, "actionlint", lint)).to.equal("");
  });

  describe("by the schemas of their services", () => {
    let schemas: string;
    before(async function () {
      schemas = await resultOrSkip(this, "schemas", () => resultOf("pipelines/schemas.mjs"));
    });

    /** Problems of a pipeline, by the schema. */
    function problems(schema: string, pipeline: Yaml): string[] {
      const ajv = new Ajv({ strict: false, validateFormats: false, unicodeRegExp: false });
      const validate = ajv.compile(JSON.parse(readFileSync(join(schemas, schema), "utf8")));
      validate(pipeline);
      return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
    }

    it("the file for GitLab CI is valid", () => {
      expect(problems("gitlab-ci.json", read(GITLAB))).to.deep.equal([]);
      const { apply, ...others } = read(GITLAB);
      expect(problems("gitlab-ci.json", { ...others, apply: { ...apply, script: 1 } })).not.to.be.empty;
    });

    it("the file for Azure Pipelines is valid", () => {
      // To this schema every scalar is a text.
      const pipeline = parse(readFileSync(AZURE, "utf8"), { schema: "failsafe" });
      expect(problems("azure-pipelines.json", pipeline)).to.deep.equal([]);
      const { stages, ...others } = pipeline;
      expect(problems("azure-pipelines.json", { ...others, stages: [{ ...stages[0], nothing: 1 }] })).not.to
        .be.empty;
    });
  });

  describe("for the Pulumi Kubernetes Operator", () => {
    const objects = ["program.yaml", "stack.yaml", "workspace.yaml"].flatMap((file) =>
      parseAllDocuments(readFileSync(join(FOLDER, "kubernetes", file), "utf8")).map((document) =>
        document.toJS(),
      ),
    );
    const byKind = (kind: string): Yaml => objects.find((object) => object.kind === kind);

    it("the objects match its definitions", async function () {
      const load = () => resultOf("pipelines/operator.mjs");
      const folder = await resultOrSkip(this, "operator", load, /fetch failed/);
      for (const [kind, file] of [
        ["Program", "pulumi.com_programs.yaml"],
        ["Stack", "pulumi.com_stacks.yaml"],
        ["Workspace", "auto.pulumi.com_workspaces.yaml"],
      ] as const) {
        const { apiVersion } = byKind(kind);
        const { group, versions } = parse(readFileSync(join(folder, file), "utf8")).spec;
        const found = versions.find(({ name }: Yaml) => `${group}/${name}` === apiVersion);
        const validate = new Ajv({ strict: false, validateFormats: false }).compile(
          withoutOthers(found.schema.openAPIV3Schema),
        );
        validate(byKind(kind));
        expect(validate.errors, JSON.stringify(validate.errors)).to.equal(null);
        const { spec, program } = byKind(kind);
        expect(
          validate({
            ...byKind(kind),
            ...(spec ? { spec: { ...spec, nothing: 1 } } : { program: { ...program, nothing: 1 } }),
          }),
        ).to.equal(false);
      }
    });

    it("Pulumi previews the program", async () => {
      const sandbox = await Sandbox.openEmpty();
      try {
        const { configuration, ...program } = byKind("Program").program;
        const text = JSON.stringify({
          name: "sandbox",
          runtime: "yaml",
          ...parse(PLUGIN_PATH),
          configuration,
          ...program,
        });
        writeFileSync(join(sandbox.project, "Pulumi.yaml"), text);
        await sandbox.newStack("operator");
        await sandbox.pulumi(
          "config",
          "set",
          "--secret",
          "databasePassword",
          "not-a-password",
          "--stack",
          "operator",
        );
        const preview = await sandbox.pulumi("preview", "--stack", "operator");
        expect(preview.text).to.include("+ 2 to create");
      } finally {
        await sandbox.close();
      }
    });
  });

  it("Pulumi Deployments: Pulumi's own types contain every setting", async function () {
    const program = await resultOrSkip(this, "Go", () => resultOf("pipelines/deployments.mjs"));
    const file = join(FOLDER, "deployments/settings.json");
    const read = (text: string) =>
      run("sh", ["-c", `printf %s "$SETTINGS" | "${program}"`], ROOT, { ...process.env, SETTINGS: text });
    const settings = JSON.parse(readFileSync(file, "utf8"));
    const { stdout, failed, text } = await read(JSON.stringify(settings));
    expect(failed, text).to.equal(false);
    const known = JSON.parse(stdout);
    const { executorImage, ...executor } = settings.executorContext;
    expect(known.executorContext).to.deep.include({ ...executor, executorImage: executorImage.reference });
    expect(known.operationContext).to.deep.include({
      environmentVariables: settings.operationContext.environmentVariables,
    });
    expect((await read(JSON.stringify({ ...settings, image: 1 }))).failed).to.equal(true);
  });

  it("the image, the operator and Deployments name the same image", () => {
    const files = [
      "image/Dockerfile",
      "kubernetes/stack.yaml",
      "kubernetes/workspace.yaml",
      "deployments/settings.json",
    ];
    const images = files.map((name) =>
      readFileSync(join(FOLDER, name), "utf8").match(/registry\.example\/pulumi-vendorcloud:[\d.]+/g),
    );
    expect(new Set(images.flat()).size).to.equal(1);
    expect(images).not.to.include(null);
  });

  it("every script that they call exists and is executable", () => {
    const text = [...WORKFLOWS, GITLAB, AZURE].map((file) => readFileSync(file, "utf8")).join("\n");
    const called = new Set(
      [...text.matchAll(/pipelines\/([\w-]+\.(?:sh|mjs))/g)].map(([, name]) => name ?? ""),
    );
    expect([...called].sort()).to.deep.equal([
      "apply.sh",
      "comment.mjs",
      "drift.sh",
      "install.sh",
      "preview.sh",
    ]);
    for (const name of called)
      accessSync(join(FOLDER, name), name.endsWith(".sh") ? constants.X_OK : constants.R_OK);
  });

  it("GitHub: actions are pinned by commit, with the version beside it", () => {
    const uses = WORKFLOWS.flatMap((file) => readFileSync(file, "utf8").match(/uses: .*/g) ?? []);
    expect(uses).not.to.be.empty;
    for (const line of uses) expect(line).to.match(/^uses: actions\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it("GitHub: only comments may be written, by jobs that run nothing of an open request", () => {
    const permissions = WORKFLOWS.map(read).flatMap((workflow: Yaml) => [
      workflow.permissions,
      ...Object.values<Yaml>(workflow.jobs).map((job) => job.permissions ?? {}),
    ]);
    const writable = permissions.flatMap(Object.entries).filter(([, level]) => level !== "read");
    expect(writable).to.deep.equal(Array(3).fill(["pull-requests", "write"]));
    expect(read(join(FOLDER, "github/apply.yml")).on).to.have.all.keys("push", "workflow_dispatch");
    expect(read(join(FOLDER, "github/comment.yml")).on).to.have.all.keys("workflow_run");
    for (const file of WORKFLOWS) expect(readFileSync(file, "utf8")).not.to.include("pull_request_target");
  });

  it("GitHub: the comment gets only JSON from a request, and not its number", () => {
    const artifacts = jobs()
      .flatMap(({ steps }) => steps)
      .filter(({ uses }) => uses?.startsWith("actions/upload-artifact"))
      .map((step) => step.with.path);
    expect([...new Set(artifacts)].sort()).to.deep.equal([
      "preview/plan.json",
      "preview/plan.json\npreview/preview.json\n",
      "preview/preview.json",
    ]);
    const { steps, env } = read(join(FOLDER, "github/comment.yml")).jobs.comment;
    expect(env).to.equal(undefined);
    const [checkout, find, download, , install, comment] = steps;
    expect(checkout.with).to.deep.equal({ "persist-credentials": false });
    expect(find).to.include({ id: "find" });
    expect(find.run).not.to.match(/RUNNER_TEMP|preview/);
    expect(download.run)
      .to.include("--name preview --dir")
      .and.to.match(/^ulimit -f \d+/);
    expect(install.run).to.equal("npm ci --ignore-scripts");
    expect(comment.env.PULL_REQUEST).to.match(/^\$\{\{ steps\.find\.outputs\.number \}\}$/);
    expect(comment.run).to.equal('node pipelines/comment.mjs "$RUNNER_TEMP/preview/preview.json"');
    const withToken = steps.filter((step: Yaml) => JSON.stringify(step.env ?? {}).includes("github.token"));
    expect(withToken).to.deep.equal([find, download, comment]);
  });

  it("GitLab and Azure: only code of the default branch gets the token that comments", () => {
    const { preview, comment } = read(GITLAB);
    expect(JSON.stringify(preview)).not.to.match(/TOKEN|comment/);
    expect(comment.environment.name).to.equal("comment");
    const before = comment.before_script.join("\n");
    expect(before).to.match(
      /fetch .*"\$CI_DEFAULT_BRANCH"\n.*checkout --force FETCH_HEAD\n.*clean .*\nnpm ci --ignore-scripts$/,
    );
    expect(comment.script.at(-1)).to.equal("node pipelines/comment.mjs preview/preview.json");

    const [azurePreview, azureComment] = read(AZURE).stages[0].jobs;
    expect(JSON.stringify(azurePreview)).not.to.include("AccessToken");
    const commands = azureComment.steps.flatMap((step: Yaml) => step.bash ?? step.script ?? []).join("\n");
    expect(commands).to.match(
      /fetch .* main\n.*checkout --force FETCH_HEAD\n.*clean .*\n\nnpm ci --ignore-scripts\nnode pipelines\/comment.mjs .*preview\.json"$/,
    );
  });

  it("GitHub: every job has a time-out, and no secret is in a command", () => {
    for (const job of jobs()) {
      expect(job["timeout-minutes"]).to.be.a("number");
      for (const { run: command } of job.steps) expect(command ?? "").not.to.include("${{");
    }
  });

  it("jobs that apply or read have tokens of the services, and previews of a request have none", () => {
    const preview = readFileSync(join(FOLDER, "github/preview.yml"), "utf8");
    expect(preview).not.to.match(/VENDORCLOUD_\w+_TOKEN/);
    const [azurePreview, azureApply] = read(AZURE).stages;
    const [{ steps }] = azurePreview.jobs;
    const env = steps.find((step: Yaml) => step.displayName === "Preview").env;
    expect(Object.keys(env).filter((name) => /TOKEN/.test(name))).to.deep.equal([]);
    expect(JSON.stringify(azureApply)).to.match(/VENDORCLOUD_\w+_TOKEN/);
    // Those that can only read: the environment without which the plan's job has none.
    const { plan } = read(join(FOLDER, "github/apply.yml")).jobs;
    // biome-ignore lint/suspicious/noTemplateCurlyInString: an expression of GitHub
    expect(plan.environment).to.equal("${{ inputs.refresh && 'production-readonly' || '' }}");
    // biome-ignore lint/suspicious/noTemplateCurlyInString: an expression of Azure Pipelines
    const group = "${{ iif(parameters.refresh, 'production-drift', 'production-preview') }}";
    expect(azurePreview.variables).to.deep.equal([{ group }]);
  });

  it("only requests onto the branch of the stack are previewed", () => {
    expect(read(join(FOLDER, "github/preview.yml")).on).to.deep.equal({
      pull_request: { branches: ["main"] },
    });
    const { preview, comment } = read(GITLAB);
    for (const rule of [preview.rules[1].if, comment.rules[0].if])
      expect(rule).to.include("$CI_MERGE_REQUEST_TARGET_BRANCH_NAME == $CI_DEFAULT_BRANCH");
    expect(read(AZURE).pr).to.deep.equal(["main"]);
  });

  it("the preview of a run by hand is commented, too", () => {
    const { steps } = read(join(FOLDER, "github/apply.yml")).jobs.plan;
    const gitHub = steps.find((step: Yaml) => step.run === "node pipelines/comment.mjs preview/preview.json");
    expect(gitHub).to.include({ if: "always() && github.event_name == 'workflow_dispatch'" });
    const { comment } = read(GITLAB);
    expect(comment.rules[1].if).to.equal(
      '$CI_PIPELINE_SOURCE == "web" && $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH',
    );
    expect(comment.needs).to.deep.equal(
      ["preview", "preview-with-refresh"].map((job) => ({ job, optional: true })),
    );
    const [preview, azureComment] = read(AZURE).stages[0].jobs;
    const kept = preview.steps.find((step: Yaml) => step.artifact === "preview");
    for (const { condition } of [kept, azureComment])
      expect(condition).to.include("in(variables['Build.Reason'], 'PullRequest', 'Manual')");
  });

  it("only one apply runs at a time, and a newer one cancels none", () => {
    const { apply } = read(join(FOLDER, "github/apply.yml")).jobs;
    expect(apply.concurrency).to.deep.equal({
      group: "apply-production",
      "cancel-in-progress": false,
      queue: "max",
    });
    expect(read(GITLAB).apply.resource_group).to.equal("apply-production");
    expect(read(AZURE).stages[1].lockBehavior).to.equal("sequential");
  });
});
