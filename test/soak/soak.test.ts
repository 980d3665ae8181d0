import { expect } from "chai";
import { describe, it } from "mocha";
import { lifecycles } from "../../provider/generated/resources.js";
import { run } from "../support/command.js";
import { samples } from "../support/samples.js";
import { ROOT } from "../support/sandbox.js";

/** Much more than the whole soak accepts: code is still being loaded and compiled. */
const BOUNDS = ["--operations-kb", "8000", "--previews-kb", "50000"];

/** The soak with fewer operations, in a process of its own. */
function soak(...options: string[]) {
  const args = ["--expose-gc", "--require", "tsx/cjs", "test/soak/main.ts", "--lanes", "2", ...BOUNDS];
  return run(process.execPath, [...args, ...options], ROOT, process.env);
}

describe("soak: many operations in one process", () => {
  it("leave no memory, socket, timer or listener behind, and previews send no request", async () => {
    const { text, code } = await soak("--operations", "500", "--previews", "20", "--checkpoints", "4");
    expect(text).to.include("nothing is left behind");
    expect(code).to.equal(0);
  });

  it("are found out when they do", async () => {
    const few = ["--operations", "200", "--previews", "4", "--checkpoints", "3"];
    const { text, code } = await soak(...few, "--leak", "memory,listener,timer,socket");
    expect(text).to.match(/FOUND: memory grows by \d+ kB for 1,000 operations/);
    expect(text).to.match(/FOUND: \d+ timers after/);
    expect(text).to.match(/FOUND: \d+ listeners of the process more/);
    expect(text).to.match(/FOUND: a TCP\w+ is left/);
    expect(code).to.equal(1);
  });

  it("are operations of each kind of resource, but for those of another profile", () => {
    const kinds = Object.values(samples()).map(({ lifecycle }) => lifecycle.schema.title);
    expect(kinds).to.include.members(
      lifecycles.filter(({ profile }) => profile === undefined).map(({ schema }) => schema.title),
    );
  });
});
