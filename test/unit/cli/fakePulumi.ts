import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** One call of the CLI. */
export interface Call {
  args: string[];
  input: string;
  variables: Record<string, string>;
}

/** A program called `pulumi` that writes down how it is called, and then does what it is told. */
export class FakePulumi {
  private readonly directory = mkdtempSync(join(tmpdir(), "vendorcloud-pulumi-"));
  private readonly record = join(this.directory, "record");

  /** @param behaviour JavaScript; `call` is the call, `process.exitCode` what it ends with */
  constructor(behaviour = 'if (call.args[0] === "stack") console.log("dev")') {
    const path = join(this.directory, "pulumi");
    const script = `#!${process.execPath}
const { appendFileSync, readFileSync } = require("node:fs");
const call = { args: process.argv.slice(2), input: readFileSync(0, "utf8"), variables: process.env };
appendFileSync(${JSON.stringify(this.record)}, JSON.stringify(call) + "\\n");
${behaviour}
`;
    writeFileSync(this.record, "");
    writeFileSync(path, script);
    chmodSync(path, 0o755);
  }

  /** PATH with this program and no other. */
  get path(): string {
    return this.directory;
  }

  calls(): Call[] {
    const lines = readFileSync(this.record, "utf8").split("\n");
    return lines.filter((line) => line !== "").map((line) => JSON.parse(line));
  }

  remove(): void {
    rmSync(this.directory, { recursive: true, force: true });
  }
}
