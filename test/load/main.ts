import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type LoadResult, load, type ServiceLoad, timeOf } from "./load.js";
import { picture } from "./picture.js";

// A large stack against services with limits, on the real CLI:
//
//   npm run load                             # 1,000 groups and 5,000 records, and docs/images/load.svg
//   npm run load -- --groups 100 --records 500 --protocol dynamic

const { values } = parseArgs({
  options: {
    groups: { type: "string", default: "1000" },
    records: { type: "string", default: "5000" },
    /** Operations that each service takes in any second. */
    limit: { type: "string", default: "20" },
    protocol: { type: "string", default: "native" },
    picture: { type: "string" },
  },
});

async function main(): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), "vendorcloud-load-"));
  const perSecond = Number(values.limit);
  const protocol = values.protocol === "dynamic" ? "dynamic" : "native";
  try {
    const sizes = { groups: Number(values.groups), records: Number(values.records) };
    const result = await load({
      ...sizes,
      ...{ perSecond, protocol, directory, environment: process.env },
    });
    report(result, perSecond);
    if (values.picture !== undefined) writeFileSync(values.picture, picture(result, perSecond));
    process.exitCode = result.groups.crossed + result.records.crossed > 0 ? 1 : 0;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

function report(result: LoadResult, perSecond: number): void {
  const line = (what: string, service: ServiceLoad): void => {
    const { seconds, best } = timeOf(service, perSecond);
    const refused = service.operations.filter(({ isRefused }) => isRefused).length;
    console.log(
      `${what}: ${service.operations.length - refused} operations in ${seconds.toFixed(1)} s, ` +
        `${(seconds / best).toFixed(3)} of the best possible ${best} s; ` +
        `${service.requests} requests, ${refused} operations refused, ${service.crossed} while a Retry-After held`,
    );
  };
  line("groups", result.groups);
  line("records", result.records);
  console.log(`the whole command: ${result.seconds.toFixed(1)} s`);
  for (const role of ["engine", "program", "provider"] as const) {
    const most = Math.max(...result.memory.map((sample) => sample[role]));
    console.log(`memory of the ${role}: at most ${Math.round(most / 1e6)} MB`);
  }
}

main().catch((error) => {
  console.error(error);
  process.exit(2);
});
