import type { ConfigurationKey } from "../../../provider/contract/configuration.js";
import { type Clock, Runtime } from "../../../provider/contract/runtime.js";
import { Settings } from "../../../provider/contract/settings.js";
import type { SendRequest } from "../../../provider/http/pipeline.js";
import { connectBusiness } from "../../../provider/odata/batches.js";

export const TOKEN = "token-0815-4711";

interface ConnectOptions {
  clock: Clock;
  /** Default: one of its own. */
  runtime?: Runtime;
  /** Beside the address and the token. */
  settings?: Partial<Record<ConfigurationKey, string>>;
  deadline?: number;
}

/** The way to the business service at an address. Retries come after a tenth of a second. */
export function connectTo(
  address: string,
  { clock, runtime = new Runtime({ clock }), settings, ...caller }: ConnectOptions,
): SendRequest {
  const values: Partial<Record<string, string>> = {
    ...{ businessUrl: address, businessToken: TOKEN, retryStrategy: "fixed", retryBaseDelayMs: "100" },
    ...settings,
  };
  const get = (key: string) => values[key.replace("vendorcloud:", "")];
  return connectBusiness({ runtime, settings: new Settings({ get }, {}), ...caller }).send;
}
