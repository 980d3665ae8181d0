import { chmodSync, copyFileSync, mkdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import { ROOT, type Sandbox, type Variables } from "./sandbox.js";

/** Opens an address and signs in: `node <this file> <address>`. */
export const BROWSER = join(ROOT, "test/support/browserStandIn.cjs");

/** Returns variables for commands without a token, with a program in place of the one that opens the browser. */
export function signedOut(sandbox: Sandbox): Variables {
  const programs = join(sandbox.directory, "programs");
  mkdirSync(programs, { recursive: true });
  copyFileSync(BROWSER, join(programs, "xdg-open"));
  chmodSync(join(programs, "xdg-open"), 0o755);
  return {
    PATH: [programs, process.env.PATH].join(delimiter),
    VENDORCLOUD_RESOURCE_MANAGER_TOKEN: undefined,
    VENDORCLOUD_AUTH_URL: `${sandbox.emulator.url}/oauth2/authorize`,
    VENDORCLOUD_CLIENT_ID: "client-1",
  };
}
