import { writeFileSync } from "node:fs";
import { Settings } from "../../provider/contract/configuration.js";
import { Runtime } from "../../provider/contract/runtime.js";
import { type Lookup, runLookup } from "../../provider/core/lookup.js";
import type { PropertyMap } from "../../provider/schema/json.js";
import { listGroupsLookup } from "../../provider/services/containerGroups/list.js";
import { getRecordsLookup } from "../../provider/services/recordQueries/lookup.js";
import { readStackValues } from "../show/run.js";
import { type Discovered, formatImportFile } from "./importFile.js";
import { COLLECTIONS, DISCOVER_HELP, type DiscoverOptions, parseDiscoverOptions } from "./options.js";

/** The command: resolves with the code that the process ends with. */
export async function runDiscover(args: string[]): Promise<number> {
  const options = parseDiscoverOptions(args);
  if (options === undefined) {
    process.stdout.write(DISCOVER_HELP);
    return 0;
  }
  const objects = await discover(options, new Settings(await readStackValues(options.stack)));
  const text = formatImportFile(objects);
  if (options.out === undefined) process.stdout.write(text);
  else writeFileSync(options.out, text);
  tell(`${objects.length} objects${options.out === undefined ? "" : ` in ${options.out}`}`);
  return 0;
}

/** @throws Error whose message holds no secret */
async function discover(options: DiscoverOptions, settings: Settings): Promise<Discovered[]> {
  const runtime = new Runtime();
  const log = { progress: tell, info: tell, warn: tell };
  const ask = async <Question>(lookup: Lookup<Question>, args: PropertyMap): Promise<unknown[]> => {
    const context = { settings, runtime, log, isSecret: false, isPreview: false };
    return (await runLookup(lookup, args, context)) as unknown[];
  };
  const objects: Discovered[] = [];
  const add = (what: string, found: Discovered[]): void => {
    objects.push(...found);
    tell(`${what}: ${found.length}`);
  };
  for (const collection of options.collections) {
    const filter = options.filter === undefined ? {} : { filter: options.filter };
    const records = await ask(getRecordsLookup, { collection, select: ["id", "number"], ...filter });
    add(
      collection,
      records.map((record) => readRecord(COLLECTIONS[collection], record as PropertyMap)),
    );
  }
  const scopes = options.resourceGroups.map((resourceGroupName) => ({ resourceGroupName }));
  for (const scope of options.allGroups ? [{}] : scopes) {
    const ids = (await ask(listGroupsLookup, scope)) as string[];
    const where = "resourceGroupName" in scope ? scope.resourceGroupName : "the subscription";
    add(
      `container groups of ${where}`,
      ids.map((id) => ({ title: "ContainerGroup", id, label: readGroupLabel(id) })),
    );
  }
  return objects;
}

function readRecord(title: string, { id, number }: PropertyMap): Discovered {
  return { title, id: String(id), label: String(number ?? id) };
}

/** Name of the resource group and of the group: unlike the latter alone it is unique in a subscription. */
function readGroupLabel(id: string): string {
  const [, , , , resourceGroup = "", , , , name = ""] = id.split("/");
  return `${resourceGroup} ${name}`;
}

function tell(text: string): void {
  process.stderr.write(`${text}\n`);
}
