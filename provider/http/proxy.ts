import { BlockList, isIP } from "node:net";
import { getHost, readAddress } from "../contract/address.js";
import { ProviderError } from "../contract/providerError.js";

/** The proxy that requests to https addresses go through. */
export interface HttpProxy {
  /** `http:` or `https:`: how the proxy itself is reached. */
  protocol: string;
  /** An IPv6 address is without brackets. */
  host: string;
  port: number;
  /** Value of the `Proxy-Authorization` header. */
  authorization?: string;
  /** Host and port, and the variable that holds them, for errors: `proxy.example:3128 (HTTPS_PROXY)`. */
  name: string;
}

/** The environment names something that is no usable proxy. The value itself is not shown: it may hold a password. */
export class ProxyVariableError extends ProviderError {
  override readonly name = "ProxyVariableError";
}

/** Variables that name a proxy for https addresses, the preferred first; lower case comes before upper case, as in curl. */
const VARIABLES = ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"];

const DEFAULT_PORTS: Record<string, number> = { "http:": 80, "https:": 443 };

/**
 * The proxy that `environment` names for the https address `target`, unless `NO_PROXY` excludes its host.
 *
 * @throws ProxyVariableError when the variable holds no address of an http or https proxy
 */
export function findProxy(target: URL, environment: NodeJS.ProcessEnv): HttpProxy | undefined {
  const variable = VARIABLES.find((name) => variableOf(environment, name) !== "");
  if (variable === undefined || isExcluded(target, noProxyOf(environment))) return undefined;
  const value = variableOf(environment, variable);
  // Without a scheme it is an http proxy, as for curl and for the Pulumi CLI.
  const address = readAddress(/^[a-z][a-z\d+.-]*:\/\//i.test(value) ? value : `http://${value}`);
  const port = address && DEFAULT_PORTS[address.protocol];
  if (address && port === undefined) {
    throw new ProxyVariableError(
      `not sent: ${variable} specifies a proxy that is neither http:// nor https:// (SOCKS is not supported)`,
    );
  }
  // With an unescaped / ? or # in the password, a part of it would be taken for the host.
  const isPlain = address?.pathname === "/" && !/[?#]/.test(value);
  if (!address || port === undefined || !isPlain) {
    throw new ProxyVariableError(
      `not sent: ${variable} does not contain a proxy address such as http://proxy.example:3128 (percent-encode special characters in the user name and the password)`,
    );
  }
  return {
    protocol: address.protocol,
    host: getHost(address),
    port: Number(address.port || port),
    ...authorizationOf(address),
    name: `${address.hostname}:${address.port || port} (${variable})`,
  };
}

function variableOf(environment: NodeJS.ProcessEnv, name: string): string {
  return environment[name]?.trim() ?? "";
}

function noProxyOf(environment: NodeJS.ProcessEnv): string[] {
  const value = variableOf(environment, "no_proxy") || variableOf(environment, "NO_PROXY");
  return value.toLowerCase().split(/[\s,]+/);
}

function authorizationOf({ username, password }: URL): Pick<HttpProxy, "authorization"> {
  if (username === "" && password === "") return {};
  const credentials = `${decode(username)}:${decode(password)}`;
  return { authorization: `Basic ${Buffer.from(credentials).toString("base64")}` };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Entries are `*`, a host, a domain with all hosts in it (`.example`, `*.example`), an address or a range of
 * addresses (`10.0.0.0/8`); each may end with a port.
 */
function isExcluded(target: URL, entries: string[]): boolean {
  const host = getHost(target).replace(/\.$/, "");
  const port = target.port || String(DEFAULT_PORTS[target.protocol]);
  return entries.some((entry) => {
    // An IPv6 address has brackets where a port follows.
    const [, name = entry, entryPort = port] = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(entry) ?? [];
    return entryPort === port && matches(host, name.replace(/^\[|\]$/g, ""));
  });
}

function matches(host: string, entry: string): boolean {
  if (isIP(host) !== 0) return entry === "*" || inRange(host, entry);
  const suffix = entry.replace(/^\*/, "");
  return suffix === entry && !suffix.startsWith(".") ? host === entry : host.endsWith(suffix);
}

function inRange(host: string, entry: string): boolean {
  const [network = "", prefix] = entry.split("/");
  const family = isIP(network) === 6 ? "ipv6" : "ipv4";
  const list = new BlockList();
  try {
    if (prefix === undefined) list.addAddress(network, family);
    else list.addSubnet(network, Number(prefix), family);
  } catch {
    // Not an address: the list stays empty.
  }
  return list.check(host, isIP(host) === 6 ? "ipv6" : "ipv4");
}
