import { explainHowToSet, type ServiceName, type Settings } from "../contract/configuration.js";
import { isPassingRefusal, ServiceError } from "../http/serviceError.js";
import { TransportError } from "../http/transportError.js";
import { Foreign } from "../text/message.js";
import type { Failed } from "./failure.js";

/**
 * A hint about a token that is missing or refused, where a new one alone does not help: a refresh and
 * `destroy` have the configuration that the last `up` has left in the state.
 */
export function getStoredTokenHint(
  error: unknown,
  operation: Failed["operation"],
  service: ServiceName,
  settings: Settings,
): string | undefined {
  if (operation !== "read" && operation !== "delete") return undefined;
  if (settings.hasTokenInVariable(service)) return undefined;
  const isRefused = error instanceof ServiceError && error.status === 401;
  if (!isRefused && settings.hasToken(service)) return undefined;
  return "`pulumi refresh` and `pulumi destroy` use a configuration that changed after the last `pulumi up` only with `--run-program`.";
}

/** A hint about an error that any resource may meet. */
export function getDefaultHint(error: unknown, service: ServiceName, settings: Settings): string | undefined {
  if (
    error instanceof TransportError &&
    ["dns", "connection", "tls"].includes(error.kind) &&
    error.outcome === "notApplied"
  ) {
    return `check that the address is correct and reachable from this machine. Set it with ${explainHowToSet(`${service}Url`)}.`;
  }
  if (error instanceof TransportError && ["proxy", "proxyConnection"].includes(error.kind)) {
    return "check the proxy in `HTTPS_PROXY` or `ALL_PROXY`. `NO_PROXY` lists hosts that are reached without a proxy.";
  }
  if (error instanceof TransportError && error.kind === "unexpected") {
    return `check that this is the address of the service: another server may have responded. Set it with ${explainHowToSet(`${service}Url`)}.`;
  }
  if (!(error instanceof ServiceError)) return undefined;
  if (isPassingRefusal(error))
    return "the service refuses this only for a time, which has not ended yet. Run `pulumi up` again, or `pulumi destroy`.";
  if (isForeignToken(error))
    return `the token belongs to another tenant or service: set one of the tenant that has this address, with ${settings.howToSetToken(service)}.`;
  switch (error.status) {
    case 401:
      return `the token was rejected; it may have expired. Set a new one with ${settings.howToSetToken(service)}.`;
    case 403:
      return "the token is valid but has no permission for this. Request the permission, or use another account's token.";
    case 429:
      return "the service limits the request rate. Run the command again later, or lower `vendorcloud:maxConcurrency`.";
    default:
      return error.status >= 500
        ? "the service could not process the request. Run the command again later."
        : undefined;
  }
}

/** A token that is valid elsewhere. Its code says so, or the message beside a code of any refused token. */
function isForeignToken({ status, detail }: ServiceError): boolean {
  if (status !== 401 && status !== 403) return false;
  return [detail, ...detail.details].some(
    ({ code, message }) =>
      /Token(Tenant|Issuer|Audience)$|InvalidTenant/i.test(code?.raw ?? "") ||
      /\bwrong (tenant|issuer|audience)\b/i.test(message instanceof Foreign ? message.raw : ""),
  );
}
