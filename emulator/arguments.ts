import { parseArgs } from "node:util";
import type { EmulatorOptions } from "./options.js";

type Read = (value: string, flag: string) => unknown;

const anyText: Read = (value) => value;

const list: Read = (value) => value.split(",").filter(Boolean);

const whole =
  (least = 0, most = 1_000_000_000): Read =>
  (value, flag) => {
    const number = /^\d+$/.test(value) ? Number(value) : Number.NaN;
    if (!(number >= least && number <= most))
      throw new RangeError(`${flag} must be a whole number from ${least} to ${most}, not '${value}'.`);
    return number;
  };

const oneOf =
  (...choices: string[]): Read =>
  (value, flag) => {
    if (choices.includes(value)) return value;
    throw new RangeError(`${flag} must be one of ${choices.join(", ")}, not '${value}'.`);
  };

const quota: Read = (value, flag) => {
  const [, requests, seconds] = /^([1-9]\d*)\/([1-9]\d*)$/.exec(value) ?? [];
  if (requests === undefined)
    throw new RangeError(`${flag} must be <requests>/<seconds>, for example 20/1, not '${value}'.`);
  return { requests: Number(requests), seconds: Number(seconds) };
};

/** The flags, named like their options, with the form and the reader of their values. A flag without a form takes no value. */
const FLAGS: readonly [name: string, description: string, form?: string, read?: Read][] = [
  ["port", "port to listen on, 0 for any free one (default 8180)", "number", whole(0, 65535)],
  ["host", "loopback address to listen on (default 127.0.0.1)", "address", anyText],
  [
    "profile",
    "the documented services, or the public ones (default vendor)",
    "vendor|azure",
    oneOf("vendor", "azure"),
  ],
  [
    "vault-secrets",
    "secrets in key vaults that groups may refer to, with the profile azure\n(default https://shop.vault.azure.net/secrets/token)",
    "address,...",
    list,
  ],
  ["token", "the only bearer token to accept (default: any)", "token", anyText],
  [
    "token-accepted-seconds",
    "seconds that a token is accepted from its first use (default: unlimited)",
    "number",
    whole(1),
  ],
  ["seed", "initial data (default empty)", "demo|empty", oneOf("demo", "empty")],
  ["provisioning-polls", "reads after a PUT that return a pending group (default 1)", "number", whole()],
  ["refuse-while-transitioning", "refuse changes with 409 while a group is being provisioned"],
  ["business-quota", "rate limit of the business service (default: none)", "requests/seconds", quota],
  ["erp-stop-polls", "reads that return a running stop of an ERP instance (default 2)", "number", whole()],
  ["help", "show this text"],
];

export const HELP = `vendorcloud-emulator: the vendor's services on this machine, in memory.

${FLAGS.map(([name, description, form]) => describe(`--${name}${form ? ` <${form}>` : ""}`, description)).join("")}
Prints its address on one line when it is ready. Control interface under /_emulator/: log, faults, holds, groups, records, instances,
apps.
`;

function describe(usage: string, description: string): string {
  return `  ${usage.padEnd(35)} ${description.replaceAll("\n", `\n${" ".repeat(38)}`)}\n`;
}

/**
 * Reads the command line. Returns undefined if it requests {@link HELP}.
 *
 * @throws RangeError for an invalid command line
 */
export function readArguments(args: string[]): EmulatorOptions | undefined {
  const given = parsed(args);
  if (given.help) return undefined;
  const options: Record<string, unknown> = { port: 8180 };
  for (const [name, , , read] of FLAGS) {
    const value = given[name];
    const option = name.replace(/-(.)/g, (_match, letter) => letter.toUpperCase());
    if (value !== undefined) options[option] = read ? read(String(value), `--${name}`) : value;
  }
  return options as EmulatorOptions;
}

function parsed(args: string[]): Record<string, unknown> {
  const types = FLAGS.map(([name, , form]) => [name, { type: form ? "string" : "boolean" }]);
  try {
    return parseArgs({ args, options: Object.fromEntries(types) }).values;
  } catch (error) {
    throw new RangeError(`${(error as Error).message.split("\n", 1)[0]} (\`vendorcloud-emulator --help\`)`);
  }
}
