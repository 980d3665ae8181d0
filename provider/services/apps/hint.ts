import { explainHowToSet, type Settings } from "../../contract/configuration.js";
import { ServiceError } from "../../http/serviceError.js";

/** A hint about a request that the app service refuses; `rights`: which token it takes. */
export function getRefusalHint(error: unknown, rights: string, settings: Settings): string | undefined {
  if (!(error instanceof ServiceError)) return undefined;
  switch (error.status) {
    case 401:
      return `the API token was rejected: it may have been deleted, or belong to another service. Set a valid one with ${settings.howToSetToken("apps")}.`;
    case 403:
      return `${rights} Set one with ${settings.howToSetToken("apps")}.`;
    case 404:
      return `check that the address is that of the app service, without \`/v0.1\`. Set it with ${explainHowToSet("appsUrl")}.`;
    default:
      return undefined;
  }
}
