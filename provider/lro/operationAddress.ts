import { findAddressProblem, readAddress } from "../contract/address.js";
import type { HttpResponse } from "../http/pipeline.js";

/** An address for polls: `status` returns only status documents, `result` the result of the operation. */
export interface OperationAddress {
  url: string;
  kind: "status" | "result";
  /** Whether the address may be wrong: a relative path without a slash, or the address of the action itself. */
  isGuessed: boolean;
}

/** Headers that contain such an address, preferred ones first. */
const HEADERS = [
  { name: /-asyncoperation$/, kind: "status" },
  { name: /^operation-location$/, kind: "status" },
  { name: /^location$/, kind: "result" },
] as const;

/** The address of status documents in a response. */
export function findStatusUrl(response: HttpResponse): string | undefined {
  return findOperationAddress(response, response, "status")?.url;
}

/**
 * The first address in a response that may be polled. Its connection must be as safe as that to the service.
 *
 * @param first response to the request that started the operation
 * @param current kind of the address that was polled
 */
export function findOperationAddress(
  response: HttpResponse,
  first: HttpResponse,
  current: OperationAddress["kind"] | undefined,
): OperationAddress | undefined {
  const headers = HEADERS.filter(({ kind }) => kind === "status" || current !== "status");
  for (const { name, kind } of headers) {
    const header = Object.keys(response.headers).find((one) => name.test(one));
    const value = onlyOne(header && response.headers[header]);
    const address = readSafeAddress(value, new URL(response.url));
    if (address === undefined) continue;
    const position = relate(address, new URL(first.url));
    if (kind === "result" && returnsResource(position, first)) continue;
    const isGuessed = position === "same" || !/^(\/|https?:)/i.test(value);
    return { url: address.href, kind, isGuessed };
  }
  return undefined;
}

/** Services that omit the first slash mean a path from the root, not one relative to the request. */
function readSafeAddress(value: string, from: URL): URL | undefined {
  const address = value === "" ? undefined : readAddress(value, new URL(from.origin));
  return address !== undefined && isSafeAddress(address, from) ? address : undefined;
}

/**
 * Whether an address returns the changed resource, which does not show the progress of the operation. At the address of an
 * action, there is no resource.
 */
function returnsResource(position: ReturnType<typeof relate>, { method }: HttpResponse): boolean {
  return position === "above" || (position === "same" && method !== "POST");
}

function relate(address: URL, requested: URL): "same" | "above" | "elsewhere" {
  const read = ({ origin, pathname }: URL): string => `${origin}${pathname.toLowerCase()}/`;
  const [path, below] = [read(address), read(requested)];
  if (!below.startsWith(path)) return "elsewhere";
  return path === below ? "same" : "above";
}

/** Values of a repeated header are joined with commas. */
function onlyOne(value = ""): string {
  return value.split(/,\s*(?=https?:)/i)[0]?.trim() ?? "";
}

function isSafeAddress(address: URL, from: URL): boolean {
  if (from.protocol === "https:" && address.protocol !== "https:") return false;
  return findAddressProblem(address.href) === undefined;
}
