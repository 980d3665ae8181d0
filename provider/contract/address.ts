/** Parses a URL, absolute or relative to `base`; undefined if it is invalid. */
export function readAddress(url: string, base?: URL): URL | undefined {
  try {
    return new URL(url, base);
  } catch {
    return undefined;
  }
}

/** Whether a URL refers to this machine: 127.0.0.0/8, ::1 or localhost. */
export function isLoopback(address: URL): boolean {
  // The URL parser has already normalized other spellings of IPv4 addresses (127.1, 0x7f000001).
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(address.hostname);
}

/** The problem of `url` as the address of a service, to which paths and queries are appended; undefined if there is none. */
export function findServiceAddressProblem(url: string): string | undefined {
  const hasMore = /[?#]/.test(url);
  return (
    findAddressProblem(url) ??
    (hasMore ? "the address must not have a query (?) or a fragment (#)" : undefined)
  );
}

/**
 * The problem of sending requests to `url`; undefined if there is none. Plain http would expose token and body to the network,
 * and user information would appear in logs.
 */
export function findAddressProblem(url: string): string | undefined {
  const address = readAddress(url);
  if (!address) return "the address is not a valid absolute URL such as https://host.example";
  if (address.username !== "" || address.password !== "") {
    return "the address contains user information (user:password@), which is not supported";
  }
  if (address.protocol === "https:" || (address.protocol === "http:" && isLoopback(address)))
    return undefined;
  return "the address must begin with https:// (http:// is accepted for this machine only: localhost, 127.0.0.0/8, ::1)";
}

/**
 * Whether a URL is of the service at `address`, so that it may get the token: of the same scheme, host and port, or, if the service
 * has them, of a subdomain of its host. The public service follows operations at its regional hosts.
 */
export function isOfService(url: string, address: string, hasSubdomains: boolean): boolean {
  const [own, other] = [new URL(address), new URL(url)];
  if (other.origin === own.origin) return true;
  const isSafe = own.protocol === "https:" && other.protocol === "https:" && other.port === own.port;
  return hasSubdomains && isSafe && other.hostname.endsWith(`.${own.hostname}`);
}
