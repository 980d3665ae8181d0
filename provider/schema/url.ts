/** Scheme, user, host, port, path, query and fragment of a URL as RFC 3986 writes it: in plain ASCII. */
const URL_PARTS =
  /^([a-z][a-z\d+.-]*):\/\/([^/?#@]*@)?(\[[\da-f:.]+\]|[^/?#@:[\]]+)(?::(\d*))?(\/[^?#]*)?(\?[^#]*)?(#.*)?$/i;

const NOT_IN_URLS = /[^\x21-\x7e]|[\\"<>^`{|}]/;

const DEFAULT_PORTS: Readonly<Record<string, string>> = { http: "80", https: "443", ssh: "22", git: "9418" };

/**
 * The one spelling of a URL: scheme and host have no case, the default port may be left out, no path is `/`, and
 * digits of a percent-encoding have no case. Everything else is as it was written. A text that is no URL is
 * undefined.
 */
export function plainUrl(text: string): string | undefined {
  const parts = NOT_IN_URLS.test(text) ? null : URL_PARTS.exec(text);
  if (parts === null) return undefined;
  const [, scheme = "", user = "", host = "", port = "", path = "/", query = "", fragment = ""] = parts;
  const plainScheme = scheme.toLowerCase();
  const shownPort = port === "" || port === DEFAULT_PORTS[plainScheme] ? "" : `:${port}`;
  const plainPath = path.replace(/%[\da-f]{2}/gi, (code) => code.toUpperCase());
  return `${plainScheme}://${user}${host.toLowerCase()}${shownPort}${plainPath}${query}${fragment}`;
}
