import { Settings } from "../../provider/contract/settings.js";
import { KnownSecrets } from "../../provider/text/knownSecrets.js";
import { foreign, message } from "../../provider/text/message.js";
import { toText } from "../../provider/text/toText.js";
import type { Command } from "../arguments.js";
import { readStackValues } from "../stackValues.js";
import { INCOMPLETE, parseShowOptions, SHOW_HELP } from "./options.js";
import { formatProgram } from "./program.js";
import { readObject } from "./readObject.js";

export const command: Command = {
  help: SHOW_HELP,
  async run(args) {
    const { id, language, stack } = parseShowOptions(args);
    const warn = (message: string): void => void process.stderr.write(`${message}\n`);
    const settings = new Settings(await readStackValues(stack, warn));
    const object = await readObject(id, settings, warn);
    const { text, leftOut } = formatProgram(object, id, language);
    process.stdout.write(text);
    const secrets = new KnownSecrets(settings.tokens());
    for (const path of leftOut) {
      const error = message`${foreign(path, LONGEST_PATH)}: Pulumi YAML cannot express this value, so it is not in the program. Use \`--language typescript\`.`;
      warn(`vendorcloud: ${toText(error, secrets)}`);
    }
    return leftOut.length > 0 ? INCOMPLETE : 0;
  },
};

const LONGEST_PATH = 1000;
