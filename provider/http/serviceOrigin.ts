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
