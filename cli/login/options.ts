import { findAddressProblem } from "../../provider/contract/address.js";
import { getEnvironmentVariable, getTokenKey } from "../../provider/contract/configuration.js";
import { readArguments, UsageError } from "../arguments.js";

export const AUTH_URL_VARIABLE = "VENDORCLOUD_AUTH_URL";
export const CLIENT_ID_VARIABLE = "VENDORCLOUD_CLIENT_ID";

/** The only service with a sign-in. The tokens of other services come from elsewhere. */
export const SERVICE = "resourceManager";

export const LOGIN_HELP = `vendorcloud login: signs you in through the browser, and stores the access token, encrypted, in a stack's
configuration. For people at a terminal; a pipeline sets ${getEnvironmentVariable(getTokenKey(SERVICE))}.

  --auth-url <url>      authorization address of the service (default: $${AUTH_URL_VARIABLE})
  --client-id <id>      registered id of this client (default: $${CLIENT_ID_VARIABLE})
  --stack <name>        the stack to configure (default: the selected one)
  --print               print a line for a POSIX shell to evaluate instead of configuring a stack:
                        eval "$(npx -p pulumi-vendorcloud vendorcloud login --print)"
  --no-browser          do not open a browser: only print the address
  --port <number>       port of the page that the browser returns to (default 0: any free port);
                        for clients whose redirect address, http://127.0.0.1:<port>/, is registered
  --timeout <seconds>   how long to wait for you to sign in (default 300)
  --help                show this text
`;

export interface LoginOptions {
  /** Address of the sign-in page, without the parameters of the request. */
  authUrl: string;
  clientId: string;
  /** Stack to configure. Undefined: the selected stack. */
  stack: string | undefined;
  /** Whether to print the token for a shell to evaluate, instead of storing it in a stack's configuration. */
  print: boolean;
  browser: boolean;
  /** Port of the loopback page. 0 selects a free port. */
  port: number;
  timeoutSeconds: number;
}

/**
 * Reads the command line.
 *
 * @throws UsageError for an invalid command line, and for a missing or unsafe address
 */
export function parseLoginOptions(args: string[], environment: NodeJS.ProcessEnv): LoginOptions {
  const { values } = readArguments({
    args,
    options: {
      "auth-url": { type: "string" },
      "client-id": { type: "string" },
      stack: { type: "string" },
      print: { type: "boolean", default: false },
      "no-browser": { type: "boolean", default: false },
      port: { type: "string", default: "0" },
      timeout: { type: "string", default: "300" },
    },
  });
  if (values.print && values.stack !== undefined)
    throw new UsageError("--print and --stack exclude each other: omit one of them.");
  return {
    authUrl: authUrl(required("--auth-url", AUTH_URL_VARIABLE, values["auth-url"], environment)),
    clientId: required("--client-id", CLIENT_ID_VARIABLE, values["client-id"], environment),
    stack: values.stack,
    print: values.print,
    browser: !values["no-browser"],
    port: wholeNumber("--port", values.port, 0, 65_535),
    // Timers cannot wait much longer than 24 days.
    timeoutSeconds: wholeNumber("--timeout", values.timeout, 1, 86_400),
  };
}

function required(
  flag: string,
  variable: string,
  given: string | undefined,
  environment: NodeJS.ProcessEnv,
): string {
  const value = (given ?? environment[variable])?.trim();
  if (!value) throw new UsageError(`${flag} or the environment variable ${variable} is required.`);
  return value;
}

function authUrl(value: string): string {
  const problem = findAddressProblem(value);
  if (problem !== undefined) throw new UsageError(`--auth-url: ${problem}.`);
  return value;
}

function wholeNumber(flag: string, value: string, least: number, most: number): number {
  const number = /^\d+$/.test(value) ? Number(value) : Number.NaN;
  if (!(number >= least && number <= most))
    throw new UsageError(`${flag} must be a whole number from ${least} to ${most}, not '${value}'.`);
  return number;
}
