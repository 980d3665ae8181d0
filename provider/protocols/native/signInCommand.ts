import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { quote } from "../../contract/commands.js";

/**
 * The command that signs in with `vendorcloud` of the archive that this plugin is from, which is beside the plugin.
 *
 * @param plugin file that runs
 * @returns undefined: the plugin of the npm package
 */
export function findSignInCommand(plugin = process.argv[1] ?? ""): string | undefined {
  const command = join(dirname(plugin), process.platform === "win32" ? "vendorcloud.cmd" : "vendorcloud");
  if (!existsSync(command)) return undefined;
  return `${/[^\w./\\:~-]/.test(command) ? quote(command) : command} login`;
}
