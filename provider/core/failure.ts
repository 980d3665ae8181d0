import { explainHowToSet, type ServiceName } from "../contract/configuration.js";
import { ProviderError } from "../contract/providerError.js";
import type { Settings } from "../contract/settings.js";
import { isTemporaryRefusal, ServiceError } from "../http/serviceError.js";
import { TransportError } from "../http/transportError.js";
import type { KnownSecrets } from "../text/knownSecrets.js";
import { Foreign, foreign, indent, message, type Text, toText } from "../text/message.js";

export interface Failed {
  /** Type and name, such as `ContainerGroup 'web'`, because the engine prints no name with `--diff`. */
  resource: Text;
  operation: "check" | "diff" | "create" | "read" | "update" | "delete" | "show";
  /** A sentence about the effect of the failure. */
  consequence?: Text | undefined;
  /** Sentences that explain what to do. */
  hints: (string | undefined)[];
  secrets: KnownSecrets;
}

/** Maximum number of bytes of an error. More does not help at a terminal, and the state contains it. */
const LONGEST_ERROR = 4000;
const LONGEST_CONSEQUENCE = 1500;

/** Formats an error: the resource, the operation, the message of the service, and what to do. */
export function formatFailure(error: unknown, failed: Failed): string {
  const { resource, operation, consequence, hints, secrets } = failed;
  const linesOf = (text: Text): string[] => toText(text, secrets).split("\n");
  const [hint, ...more] = hints.filter((sentence) => sentence !== undefined);
  const sentences = [hint, ...more.map(capitalize)].join(" ");
  const last = hint === undefined ? [] : linesOf(`  what to do: ${sentences}`);
  const effects =
    consequence === undefined ? [] : truncateLines(linesOf(indent(consequence)), [], LONGEST_CONSEQUENCE);
  const cause = formatError(error);
  // The engine names the resource of a failed check.
  const lines = linesOf(operation === "check" ? cause : message`${resource}: ${operation} failed: ${cause}`);
  return truncateLines(lines, [...effects, ...last], LONGEST_ERROR).join("\n");
}

function capitalize(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

/** An unexpected error may quote anything, so its message is foreign. */
export function formatError(error: unknown): Text {
  if (error instanceof ProviderError) return error.text;
  return message`${foreign(error instanceof Error ? error.message : String(error))}`;
}

/** Removes the last lines before `end` if the text is too long. Each line explains the one above it. The first is shortened. */
function truncateLines(lines: string[], end: string[], longest: number): string[] {
  const most = longest - sizeOf(end) - sizeOf([LEFT_OUT]);
  if (sizeOf(lines) <= most) return [...lines, ...end];
  const [first = "", ...others] = lines;
  const shown = [truncate(first, most)];
  for (const line of others) {
    if (sizeOf([...shown, line]) > most) break;
    shown.push(line);
  }
  return [...shown, LEFT_OUT, ...end];
}

/** The first bytes of a text, without a part of a character. */
function truncate(text: string, bytes: number): string {
  return Buffer.from(text)
    .subarray(0, bytes)
    .toString()
    .replace(/\ufffd+$/, "");
}

const LEFT_OUT = "  … (shortened)";

function sizeOf(lines: string[]): number {
  return lines.reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0);
}

/**
 * A hint about a missing or rejected token for a resource in the state, if a new token alone does not help: a refresh and
 * `pulumi destroy` use the configuration that the last `pulumi up` stored in the state.
 */
export function getStoredTokenHint(
  error: unknown,
  operation: Failed["operation"],
  service: ServiceName,
  settings: Settings,
): string | undefined {
  if (operation !== "read" && operation !== "delete") return undefined;
  if (settings.tokenSource(service).isCurrent) return undefined;
  const isRefused = error instanceof ServiceError && error.status === 401;
  if (!isRefused && settings.hasToken(service)) return undefined;
  return "the state has the configuration of the last `pulumi up`. To use a newer one, run `pulumi refresh --run-program`, `pulumi up --refresh --run-program` or `pulumi destroy --run-program`.";
}

/** The hint of the error itself, or a general hint for its kind. */
export function getDefaultHint(error: unknown, service: ServiceName, settings: Settings): string | undefined {
  if (error instanceof ProviderError && error.hint !== undefined) return error.hint;
  if (error instanceof TransportError && error.kind === "token")
    return `set the token without that character, with ${settings.howToSetToken(service)}.`;
  if (error instanceof TransportError) return getTransportHint(error, service);
  if (!(error instanceof ServiceError)) return undefined;
  if (isTemporaryRefusal(error))
    return "the service refuses this temporarily. Run `pulumi up` again later, or `pulumi destroy`.";
  if (isForeignToken(error))
    return `the token belongs to another tenant or service: set one of the tenant that has this address, with ${settings.howToSetToken(service)}.`;
  if (error.status === 401)
    return `the token was rejected; it may have expired. Set a new one with ${settings.howToSetToken(service)}.`;
  return getStatusHint(error);
}

/** Error codes for a certificate that is issued by itself, or by an authority that Node does not know. */
const UNKNOWN_ISSUER = /SELF_SIGNED_CERT|^UNABLE_TO_(GET_ISSUER|VERIFY_LEAF)/;

function getTransportHint({ kind, code, outcome }: TransportError, service: ServiceName): string | undefined {
  const howToSet = explainHowToSet(`${service}Url`);
  if (code !== undefined && UNKNOWN_ISSUER.test(code))
    return "if you trust the certificate, or the authority that issued it, set the environment variable `NODE_EXTRA_CA_CERTS` to a file that contains it in PEM format.";
  if (["dns", "connection", "tls"].includes(kind) && outcome === "notApplied")
    return `check that the address is correct and reachable from this machine. Set it with ${howToSet}.`;
  if (kind === "proxy" || kind === "proxyConnection")
    return "check the proxy in `HTTPS_PROXY` or `ALL_PROXY`. `NO_PROXY` lists hosts that are reached without a proxy.";
  if (["unexpected", "undocumented", "redirect"].includes(kind))
    return `check that this is the address of the service: another server may have responded. Set it with ${howToSet}.`;
  return undefined;
}

function getStatusHint(error: ServiceError): string | undefined {
  switch (error.status) {
    case 403:
      if (error.hasCode("RequestDisallowedByPolicy"))
        return "a policy of the subscription or the resource group refuses this. Change the program, or ask its owner for an exemption.";
      return "the token is valid but has no permission for this. Request the permission, or use another account's token.";
    case 429:
      return "the service limits the request rate. Run the command again later, or lower `vendorcloud:maxConcurrency`.";
    default:
      return error.status >= 500
        ? "the service could not process the request. Run the command again later."
        : undefined;
  }
}

/** Whether a token belongs to another tenant or service. The code says so, or the message with a more general code. */
function isForeignToken({ status, detail }: ServiceError): boolean {
  if (status !== 401 && status !== 403) return false;
  return [detail, ...detail.details].some(
    ({ code, message }) =>
      /Token(Tenant|Issuer|Audience)$|InvalidTenant/i.test(code?.raw ?? "") ||
      /\bwrong (tenant|issuer|audience)\b/i.test(message instanceof Foreign ? message.raw : ""),
  );
}
