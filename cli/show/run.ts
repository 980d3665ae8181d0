import { Settings } from "../../provider/contract/settings.js";
import type { Command } from "../arguments.js";
import { readStackValues } from "../stackValues.js";
import { parseShowOptions, SHOW_HELP } from "./options.js";
import { formatProgram } from "./program.js";
import { readObject } from "./readObject.js";

export const command: Command = {
  help: SHOW_HELP,
  async run(args) {
    const { id, language, stack } = parseShowOptions(args);
    const warn = (message: string): void => void process.stderr.write(`${message}\n`);
    const settings = new Settings(await readStackValues(stack, warn));
    const object = await readObject(id, settings, warn);
    process.stdout.write(formatProgram(object, id, language));
    return 0;
  },
};
