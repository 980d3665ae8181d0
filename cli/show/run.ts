import { readFileSync } from "node:fs";
import { Runtime } from "../../provider/contract/runtime.js";
import { Settings } from "../../provider/contract/settings.js";
import { KnownSecrets } from "../../provider/text/knownSecrets.js";
import { foreign, message, toText } from "../../provider/text/message.js";
import type { Command } from "../arguments.js";
import { readImportFile } from "../importFile.js";
import { readStackValues } from "../stackValues.js";
import { INCOMPLETE, parseShowOptions, SHOW_HELP, type ShowOptions } from "./options.js";
import { formatProgram, pickFields } from "./program.js";
import { type ObjectRequest, readObject, type ShownObject } from "./readObject.js";

export const command: Command = {
  help: SHOW_HELP,
  async run(args) {
    const options = parseShowOptions(args);
    const requests = listRequests(options);
    const settings = new Settings(await readStackValues(options.stack, warn));
    const secrets = new KnownSecrets(settings.tokens());
    const { objects, failures } = await readObjects(requests, settings);
    const [failure] = failures;
    if (requests.length === 1 && failure !== undefined) throw failure.error;
    const { text, leftOut } = formatProgram(pickFields(objects, options.fields), options.language);
    const isEmpty = objects.length === 0 && failures.length > 0;
    if (!isEmpty) process.stdout.write(text);
    for (const path of leftOut) {
      const error = message`${foreign(path)}: Pulumi YAML cannot express this value, so it is not in the program. Use \`--language typescript\`.`;
      warn(`vendorcloud: ${toText(error, secrets)}`);
    }
    for (const { id, error } of failures)
      warn(`vendorcloud: ${toText(message`${foreign(id)}`, secrets)}: ${error.message}`);
    if (isEmpty) return 1;
    return leftOut.length > 0 || failures.length > 0 ? INCOMPLETE : 0;
  },
};

function warn(text: string): void {
  process.stderr.write(`${text}\n`);
}

function listRequests({ ids, from }: ShowOptions): ObjectRequest[] {
  return [...ids.map((id) => ({ id })), ...(from === undefined ? [] : readRequests(from))];
}

function readRequests(file: string): ObjectRequest[] {
  try {
    return readImportFile(readFileSync(file, "utf8"));
  } catch (error) {
    throw new Error(`the file cannot be read: ${file}: ${(error as Error).message}`);
  }
}

/** Reads all objects at once, within the limits of the service. One that cannot be read is left out. */
async function readObjects(requests: readonly ObjectRequest[], settings: Settings) {
  const runtime = new Runtime();
  const objects: ShownObject[] = [];
  const failures: { id: string; error: Error }[] = [];
  const results = await Promise.allSettled(
    requests.map((request) => readObject(request, { settings, runtime, warn })),
  );
  for (const [index, result] of results.entries()) {
    if (result.status === "fulfilled") objects.push(result.value);
    else failures.push({ id: requests[index]?.id ?? "", error: result.reason });
  }
  return { objects, failures };
}
