import { Settings } from "../../provider/contract/configuration.js";
import { parseShowOptions, SHOW_HELP } from "./options.js";
import { formatProgram } from "./program.js";
import { readObject } from "./readObject.js";
import { readStackValues } from "./stackValues.js";

/** The command: resolves with the code that the process ends with. */
export async function runShow(args: string[]): Promise<number> {
  const options = parseShowOptions(args);
  if (options === undefined) {
    process.stdout.write(SHOW_HELP);
    return 0;
  }
  const settings = new Settings(await readStackValues(options.stack));
  const warn = (message: string): void => void process.stderr.write(`${message}\n`);
  const object = await readObject(options.id, settings, warn);
  process.stdout.write(formatProgram(object, options.id, options.language));
  return 0;
}
