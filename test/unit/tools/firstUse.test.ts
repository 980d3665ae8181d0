import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect } from "chai";
import { afterEach, before, beforeEach, type Context, describe, it } from "mocha";
import { run } from "../../support/command.js";
import { pythonVariables } from "../../support/nativeLanguages.js";
import { ROOT } from "../../support/sandbox.js";
import { skip } from "../../support/skip.js";
import { resultOf } from "../../support/tool.js";

/** Output of a download. Some programs print such lines on standard error, some on standard output. */
const NOISE = 'echo "go: downloading example.com/noise v1.0.0"; echo "Get:1 noise" >&2';

const PROGRAM = `#!/bin/sh
echo "a notice" >&2
case "$1" in
  -version) echo "built with a fake" ;;
  -h) echo "-initialbucket" ;;
  -no-color) case "$2" in *bad.yml) echo "bad.yml:1:1: a finding"; exit 1 ;; esac ;;
esac
`;

/** Programs that download or build, each by what it makes. */
const FAKES = {
  go: `cat > "$3" <<'EOF'\n${PROGRAM}EOF\nchmod +x "$3"`,
  python3: `case "$2" in
  pip) for last; do :; done; mkdir -p "$last/check_jsonschema/builtin_schemas/vendor" ;;
esac`,
  "apt-get": 'echo "Inst libnoise (1.0)"; case "$*" in *download*) : > postgresql-15.deb ;; esac',
  "apt-cache": 'echo "  Depends: postgresql-15"',
  dpkg: `bin="$3/usr/lib/postgresql/15/bin"; mkdir -p "$bin"; printf '#!/bin/sh\\n' > "$bin/postgres"
chmod +x "$bin/postgres"`,
};

describe("a tool that is used for the first time", () => {
  const { PATH, XDG_CACHE_HOME } = process.env;
  let directory: string;
  before(function () {
    if (process.platform === "win32") skip(this, "the fakes are scripts of a shell");
  });
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), "vendorcloud-first-use-"));
    mkdirSync(join(directory, "bin"));
    process.env.PATH = [join(directory, "bin"), dirname(process.execPath), "/usr/bin", "/bin"].join(
      delimiter,
    );
    process.env.XDG_CACHE_HOME = join(directory, "cache");
    for (const [name, script] of Object.entries(FAKES)) fake(name, script);
  });
  afterEach(() => {
    process.env.PATH = PATH;
    if (XDG_CACHE_HOME === undefined) delete process.env.XDG_CACHE_HOME;
    else process.env.XDG_CACHE_HOME = XDG_CACHE_HOME;
    rmSync(directory, { recursive: true, force: true });
  });

  /** A program that says what it downloads, counts its runs, and then does what the script says. */
  function fake(name: string, script: string): void {
    const file = join(directory, "bin", name);
    writeFileSync(
      file,
      `#!/bin/sh\necho "${name} $*" >> "${join(directory, "runs")}"\n${NOISE}\n${script}\n`,
    );
    chmodSync(file, 0o755);
  }
  const runs = () => readFileSync(join(directory, "runs"), "utf8");
  const workflow = (name: string) => join(directory, name);
  const inCache = (...path: string[]) => join(directory, "cache/pulumi-vendorcloud/test-tools", ...path);

  /** Output of a tool, at its first use and at its second, which downloads nothing. */
  async function twice(tool: string, args: string[] = []): Promise<string> {
    const first = await resultOf(tool, args);
    const before = runs();
    expect(await resultOf(tool, args)).to.equal(first);
    expect(runs()).to.equal(before);
    return first;
  }

  it("actionlint gives nothing but its findings", async () => {
    expect(await twice("pipelines/actionlint.mjs", [workflow("good.yml")])).to.equal("");
    const findings = await resultOf("pipelines/actionlint.mjs", [workflow("bad.yml")]).catch(String);
    expect(findings).to.include("bad.yml:1:1: a finding").and.not.to.include("downloading");
  });

  it("the object store gives its path", async () => {
    const path = await twice("object-store/main.mjs");
    expect(path).to.match(/\/gofakes3$/);
    expect(path.startsWith(inCache("gofakes3-"))).to.equal(true);
  });

  it("the schemas of pipelines give their folder", async () => {
    const path = await twice("pipelines/schemas.mjs");
    expect(path.startsWith(inCache("pipeline-schemas-"))).to.equal(true);
    expect(path).to.match(/^\S+\/check_jsonschema\/builtin_schemas\/vendor$/);
  });

  it("PostgreSQL gives its folders", async () => {
    const { programs, libraries } = JSON.parse(await twice("postgresql/main.mjs"));
    expect(programs).to.match(/\/usr\/lib\/postgresql\/15\/bin$/);
    expect(libraries).to.deep.equal([]);
  });

  it("a program in Go is built again when a file of its module or a flag changes", async () => {
    const module = join(directory, "module");
    mkdirSync(module);
    const builds = async (flags: string[]): Promise<number> => {
      const its = JSON.stringify({
        name: "any",
        module,
        source: ".",
        flags,
        check: { args: ["-h"], prints: "" },
      });
      const go = pathToFileURL(join(ROOT, "tools/go.mjs")).href;
      const text = `import { buildGoProgram } from "${go}"; await buildGoProgram(${its});`;
      const built = await run(process.execPath, ["--input-type=module", "-e", text], directory, process.env);
      expect(built.failed, built.text).to.equal(false);
      return runs().match(/^go build/gm)?.length ?? 0;
    };
    expect([await builds(["-tags=some"]), await builds(["-tags=some"])]).to.deep.equal([1, 1]);
    for (const [index, file] of ["go.mod", "go.sum", "main.go", "logo.png"].entries()) {
      writeFileSync(join(module, file), "first");
      expect(await builds(["-tags=some"]), file).to.equal(2 + 2 * index);
      writeFileSync(join(module, file), "second");
      expect(await builds(["-tags=some"]), file).to.equal(3 + 2 * index);
    }
    expect(await builds(["-v"])).to.equal(10);
  });

  it("Python without pip is a reason to skip", async () => {
    fake("python3", '[ "$1" = -c ] && echo 3.11 && exit\necho "python3: No module named pip" >&2; exit 1');
    const test = {} as { skipReason?: string };
    const skip = () => {
      throw new Error("skipped");
    };
    const context = { runnable: () => test, skip } as unknown as Context;
    expect(await pythonVariables(context).catch(String)).to.equal("Error: skipped");
    expect(test.skipReason).to.match(/^there is no Python with pip: .*No module named pip/);
  });

  for (const [tool, builder] of [
    ["pipelines/actionlint.mjs", "go"],
    ["object-store/main.mjs", "go"],
    ["pipelines/schemas.mjs", "python3"],
    ["postgresql/main.mjs", "apt-get"],
  ] as const)
    it(`${tool} says why it failed, and keeps nothing of it`, async () => {
      fake(builder, 'echo "no route to host" >&2; exit 1');
      const failure = await resultOf(tool).catch(String);
      expect(failure).to.include("no route to host").and.not.to.include("go: downloading");
      fake(builder, FAKES[builder]);
      await twice(tool);
    });
});
