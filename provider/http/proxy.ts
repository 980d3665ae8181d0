import { HttpsProxyAgent } from "https-proxy-agent";
import { getProxyForUrl } from "proxy-from-env";
import { isLoopback, readAddress } from "../contract/address.js";
import { message } from "../text/message.js";
import type { HttpRequest } from "./pipeline.js";
import { readSendFailure, TransportError } from "./transportError.js";

/** Variables with the proxy for https addresses, the preferred first. Lower case precedes upper case, as in curl. */
const VARIABLES = ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"];

/** The proxy of the environment, for one request. */
export class HttpProxy {
  readonly agent: HttpsProxyAgent<string>;
  /** Host, port and variable, for errors: `proxy.example:3128 (HTTPS_PROXY)`. */
  readonly name: string;
  /** Status of the proxy's response, which is 200 if it has connected to the service; undefined before the response. */
  #status: number | undefined;

  private constructor(
    private readonly request: HttpRequest,
    address: URL,
    variable: string,
    signal: AbortSignal,
  ) {
    const port = address.port || (address.protocol === "https:" ? "443" : "80");
    this.name = `${address.hostname}:${port} (${variable})`;
    this.agent = new HttpsProxyAgent(address.href, { keepAlive: false, signal });
    this.agent.on("proxyConnect", ({ statusCode }: { statusCode: number }) => {
      this.#status = statusCode;
    });
  }

  /**
   * Finds the proxy of the environment for a request; undefined if `NO_PROXY` excludes the host. Loopback addresses, the only
   * ones with plain http, need none.
   *
   * @throws TransportError if the variable does not contain the address of an http or https proxy
   */
  static find(request: HttpRequest, signal: AbortSignal): HttpProxy | undefined {
    const target = new URL(request.url);
    if (target.protocol !== "https:" || isLoopback(target) || !getProxyForUrl(target.href)) return undefined;
    const variable = VARIABLES.find((name) => process.env[name]?.trim());
    if (variable === undefined) return undefined;
    const address = readProxyAddress(process.env[variable]?.trim() ?? "");
    if (address !== undefined) return new HttpProxy(request, address, variable, signal);
    const reason =
      `not sent: ${variable} does not contain the address of an http or https proxy, such as http://proxy.example:3128 ` +
      "(percent-encode special characters in the user name and the password; SOCKS is not supported)";
    throw TransportError.of(request, { kind: "proxy", reason, outcome: "notApplied" });
  }

  /**
   * The error of a request that failed at or behind the proxy; undefined if the proxy does not matter.
   *
   * @param failure undefined if there is a response, which may be the proxy's
   */
  explain(failure?: { thrown: unknown; isTimeOver: boolean }): TransportError | undefined {
    if (failure?.thrown instanceof TransportError) return undefined;
    if (this.#status !== undefined && this.#status !== 200) return this.refusal(this.#status);
    const isConnected = this.#status === 200;
    if (isConnected && (failure === undefined || failure.isTimeOver)) return undefined;
    if (failure?.isTimeOver) {
      const reason = `the proxy ${this.name} did not connect to the service in time; nothing was sent`;
      return TransportError.of(this.request, { kind: "proxyConnection", reason, outcome: "notApplied" });
    }
    const { kind, reason, code, outcome } = readSendFailure(failure?.thrown, this.request);
    if (isConnected) {
      const through = message`through the proxy ${this.name}: ${reason}`;
      return TransportError.of(this.request, { kind, reason: through, code, outcome });
    }
    const ofProxy = kind === "tls" ? "proxy" : "proxyConnection";
    const toProxy = message`the proxy ${this.name}: ${reason}`;
    return TransportError.of(this.request, { kind: ofProxy, reason: toProxy, code, outcome: "notApplied" });
  }

  /** The agent returns a refusal of the proxy as if it were the service's response. */
  private refusal(status: number): TransportError {
    const reason = `the proxy ${this.name} responded with ${status} instead of connecting to the service; nothing was sent`;
    const hint =
      status === 407 ? ". It requires a user name and a password, or rejects those in its address" : "";
    // An error of the proxy may be temporary.
    const kind = status >= 500 ? "proxyConnection" : "proxy";
    return TransportError.of(this.request, { kind, reason: reason + hint, outcome: "notApplied" });
  }
}

function readProxyAddress(value: string): URL | undefined {
  // An address without a scheme is that of an http proxy, as in curl and the Pulumi CLI.
  const address = readAddress(value.includes("://") ? value : `http://${value}`);
  if (address === undefined || !/^https?:$/.test(address.protocol)) return undefined;
  // With an unescaped / ? or # in the password, a part of the password would become the host.
  if (address.pathname !== "/" || /[?#]/.test(value)) return undefined;
  return isDecodable(address.username + address.password) ? address : undefined;
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
