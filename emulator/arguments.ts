import { parseArgs } from "node:util";
import type { BusinessQuota, EmulatorOptions, RequestQuota } from "./options.js";

export const HELP = `vendorcloud-emulator: the vendor's services on this machine, in memory.

  --port <number>                 port to listen on, 0 for any free one (default 8180)
  --host <address>                loopback address to listen on (default 127.0.0.1)
  --profile <vendor|azure>        the documented services, or the public ones (default vendor)
  --vault-secrets <address,...>   secrets in key vaults that groups may refer to, with the profile azure
                                  (default https://shop.vault.azure.net/secrets/token)
  --token <token>                 the only bearer token to accept (default: any)
  --token-accepted-seconds <number>
                                  seconds that a token is accepted from its first use (default: unlimited)
  --seed <demo|empty>             initial data (default empty)
  --provisioning-polls <number>   reads after a PUT that return a pending group (default 1)
  --refuse-while-transitioning    refuse changes with 409 while a group is being provisioned
  --business-quota <requests/seconds>
                                  rate limit of the business service (default: none)
  --business-quota-batched        count the operations in a batch, not the batch
  --business-latency-ms <number>  response time of the business service (default 0)
  --batch-timeout-after <number>  operations of a batch before it fails with 504 (default: all)
  --page-size <number>            business records per page (default 20000)
  --conflict-status <409|412>     status code for an outdated entity tag (default 409)
  --erp-stop-polls <number>       reads that return a running stop of an ERP instance (default 2)
  --erp-stop-seconds <number>     duration of such a stop (default: set by the number of reads)
  --help                          show this text

Prints its address on one line when it is ready. Control interface under /_emulator/: log, faults, holds, groups, records, instances,
operations, apps.
`;

/**
 * Reads the command line. Returns undefined if it requests {@link HELP}.
 *
 * @throws RangeError for an invalid command line
 */
export function readArguments(args: string[]): EmulatorOptions | undefined {
  const values = parsed(args);
  if (values.help) return undefined;
  const conflict = oneOf("--conflict-status", values["conflict-status"], ["409", "412"]);
  return {
    port: wholeNumber("--port", values.port, 0, 65535),
    host: values.host,
    profile: oneOf("--profile", values.profile, ["vendor", "azure"]),
    vaultSecrets: values["vault-secrets"]?.split(",").filter(Boolean),
    token: values.token,
    tokenAcceptedSeconds: wholeNumber("--token-accepted-seconds", values["token-accepted-seconds"], 1),
    seed: oneOf("--seed", values.seed, ["demo", "empty"]),
    provisioningPolls: wholeNumber("--provisioning-polls", values["provisioning-polls"]),
    refuseWhileTransitioning: values["refuse-while-transitioning"],
    businessQuota: businessQuota(values["business-quota"], values["business-quota-batched"]),
    businessLatencyMs: wholeNumber("--business-latency-ms", values["business-latency-ms"]),
    batchTimeoutAfter: wholeNumber("--batch-timeout-after", values["batch-timeout-after"]),
    pageSize: wholeNumber("--page-size", values["page-size"], 1),
    conflictStatus: conflict && (Number(conflict) as 409 | 412),
    erpStopPolls: wholeNumber("--erp-stop-polls", values["erp-stop-polls"]),
    erpStopSeconds: wholeNumber("--erp-stop-seconds", values["erp-stop-seconds"]),
  };
}

function parsed(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        port: { type: "string", default: "8180" },
        host: { type: "string" },
        profile: { type: "string" },
        "vault-secrets": { type: "string" },
        token: { type: "string" },
        "token-accepted-seconds": { type: "string" },
        seed: { type: "string" },
        "provisioning-polls": { type: "string" },
        "refuse-while-transitioning": { type: "boolean" },
        "business-quota": { type: "string" },
        "business-quota-batched": { type: "boolean" },
        "business-latency-ms": { type: "string" },
        "batch-timeout-after": { type: "string" },
        "page-size": { type: "string" },
        "conflict-status": { type: "string" },
        "erp-stop-polls": { type: "string" },
        "erp-stop-seconds": { type: "string" },
        help: { type: "boolean" },
      },
    }).values;
  } catch (error) {
    throw new RangeError(`${(error as Error).message.split("\n", 1)[0]} (\`vendorcloud-emulator --help\`)`);
  }
}

function wholeNumber(
  flag: string,
  value: string | undefined,
  least = 0,
  most = 1_000_000_000,
): number | undefined {
  if (value === undefined) return undefined;
  const number = /^\d+$/.test(value) ? Number(value) : Number.NaN;
  if (!(number >= least && number <= most))
    throw new RangeError(`${flag} must be a whole number from ${least} to ${most}, not '${value}'.`);
  return number;
}

function oneOf<Choice extends string>(
  flag: string,
  value: string | undefined,
  choices: readonly Choice[],
): Choice | undefined {
  const choice = choices.find((known) => known === value);
  if (choice === undefined && value !== undefined)
    throw new RangeError(`${flag} must be one of ${choices.join(", ")}, not '${value}'.`);
  return choice;
}

function quota(flag: string, value: string | undefined): RequestQuota | undefined {
  if (value === undefined) return undefined;
  const [, requests, seconds] = /^([1-9]\d*)\/([1-9]\d*)$/.exec(value) ?? [];
  if (requests === undefined)
    throw new RangeError(`${flag} must be <requests>/<seconds>, for example 20/1, not '${value}'.`);
  return { requests: Number(requests), seconds: Number(seconds) };
}

function businessQuota(
  value: string | undefined,
  countBatched: boolean | undefined,
): BusinessQuota | undefined {
  const limit = quota("--business-quota", value);
  return limit && { ...limit, countBatched };
}
