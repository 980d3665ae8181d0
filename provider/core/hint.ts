import { howToSet, type ServiceName, type Settings } from "../configuration.js";
import { ServiceError } from "../http/errors/serviceError.js";
import { TransportError } from "../http/errors/transportError.js";
import type { Failed } from "./failure.js";

/**
 * What a person can do about a token that is missing or refused, where a new one alone does not help: a refresh and
 * `destroy` have the configuration that the last `up` has left in the state.
 */
export function storedTokenHint(
  error: unknown,
  operation: Failed["operation"],
  service: ServiceName,
  settings: Settings,
): string | undefined {
  if (operation !== "read" && operation !== "delete") return undefined;
  if (settings.hasTokenInVariable(service)) return undefined;
  const isRefused = error instanceof ServiceError && error.status === 401;
  if (!isRefused && settings.hasToken(service)) return undefined;
  return "`pulumi refresh` and `pulumi destroy` know what is configured since the last `pulumi up` only with `--run-program`.";
}

/** What a person can do about an error that any resource may meet. */
export function defaultHint(error: unknown, service: ServiceName, settings: Settings): string | undefined {
  if (
    error instanceof TransportError &&
    ["dns", "connection", "tls"].includes(error.kind) &&
    error.outcome === "notApplied"
  ) {
    return `check that ${howToSet(`${service}Url`)}, names the right address and that it can be reached from here.`;
  }
  if (error instanceof TransportError && ["proxy", "proxyConnection"].includes(error.kind)) {
    return "check the proxy that `HTTPS_PROXY` or `ALL_PROXY` names; hosts in `NO_PROXY` are reached without one.";
  }
  if (error instanceof TransportError && error.kind === "unexpected") {
    return `check that ${howToSet(`${service}Url`)}, names the service itself: something else may have answered.`;
  }
  if (!(error instanceof ServiceError)) return undefined;
  switch (error.status) {
    case 401:
      return `the token was refused; it may have expired. Set a new one with ${settings.howToSetToken(service)}.`;
    case 403:
      return "the token is valid but may not do this. Ask for the rights, or use another account's token.";
    case 429:
      return "the service limits requests. Run it again later, or lower `vendorcloud:maxConcurrency`.";
    default:
      return error.status >= 500 ? "the service has a problem of its own. Run it again later." : undefined;
  }
}
