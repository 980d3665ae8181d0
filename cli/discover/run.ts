import { writeFileSync } from "node:fs";
import { Runtime } from "../../provider/contract/runtime.js";
import { Settings } from "../../provider/contract/settings.js";
import { runQuery } from "../../provider/core/serviceQuery.js";
import { listings } from "../../provider/generated/resources.js";
import type { PropertyMap } from "../../provider/schema/json.js";
import type { Command } from "../arguments.js";
import { type Discovered, formatImportFile, withoutRepeats } from "../importFile.js";
import { readStackValues } from "../stackValues.js";
import { COLLECTIONS, DISCOVER_HELP, type DiscoverOptions, parseDiscoverOptions } from "./options.js";

export const command: Command = {
  help: DISCOVER_HELP,
  async run(args) {
    const options = parseDiscoverOptions(args);
    const objects = await discover(options, new Settings(await readStackValues(options.stack, notify)));
    const text = formatImportFile(objects);
    if (options.out === undefined) process.stdout.write(text);
    else writeFile(options.out, text);
    notify(`objects: ${objects.length}${options.out === undefined ? "" : `, in ${options.out}`}`);
    return 0;
  },
};

function writeFile(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (error) {
    throw new Error(`the file cannot be written: ${(error as Error).message}`);
  }
}

/** @throws Error whose message contains no secret */
async function discover(options: DiscoverOptions, settings: Settings): Promise<Discovered[]> {
  const runtime = new Runtime();
  const log = { progress: notify, info: notify, warn: notify };
  const objects: Discovered[] = [];
  const list = async (title: string, args: PropertyMap, what: string): Promise<void> => {
    const listing = listings[title];
    if (listing === undefined) throw new Error(`objects of the type ${title} cannot be listed.`);
    const context = { settings, runtime, log, isSecret: false, isPreview: false };
    const found = (await runQuery(listing, args, context)) as PropertyMap[];
    objects.push(...found.map(({ id, name }) => ({ title, id: String(id), label: String(name ?? id) })));
    notify(`${what}: ${found.length}`);
  };
  const filter = options.filter === undefined ? {} : { filter: options.filter };
  for (const collection of options.collections) await list(COLLECTIONS[collection], filter, collection);
  for (const parentType of options.defaultDimensions)
    await list("DefaultDimension", { parentType }, `default dimensions of ${parentType}`);
  for (const resourceGroupName of options.resourceGroups)
    await list("ContainerGroup", { resourceGroupName }, `container groups of ${resourceGroupName}`);
  if (options.allGroups) await list("ContainerGroup", {}, "container groups of the subscription");
  return withoutRepeats(objects);
}

function notify(text: string): void {
  process.stderr.write(`${text}\n`);
}
