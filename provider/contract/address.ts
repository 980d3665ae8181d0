/** Reads an address, absolute or relative to `base`; `undefined` for another text. */
export function readAddress(url: string, base?: URL): URL | undefined {
  try {
    return new URL(url, base);
  } catch {
    return undefined;
  }
}

/** True for addresses that never leave this machine: 127.0.0.0/8, ::1 and localhost. */
export function isLoopback(address: URL): boolean {
  // The URL parser has already turned every spelling of an IPv4 address (127.1, 0x7f000001) into four numbers.
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(address.hostname);
}

/** Says why `url` cannot be the address of a service: paths and queries are put behind it. */
export function findServiceAddressProblem(url: string): string | undefined {
  const hasMore = /[?#]/.test(url);
  return (
    findAddressProblem(url) ??
    (hasMore ? "the address must not have a query (?) or a fragment (#)" : undefined)
  );
}

/**
 * Says why nothing may be sent to `url`, or `undefined` when it may: plain http would show token and body to
 * the network, user information would end up in logs.
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
