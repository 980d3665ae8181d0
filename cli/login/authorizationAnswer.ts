import { shorten, toPlain } from "../../provider/text/plain.js";
import { isState } from "./authorizationRequest.js";

/** The authorization response in the address to which the browser returned. */
export type OwnAnswer =
  | { kind: "token"; token: string; expiresInSeconds: number | undefined }
  | { kind: "refused"; reason: string };

/** `foreign`: the response does not belong to this sign-in. */
export type AuthorizationAnswer = OwnAnswer | { kind: "foreign" };

const TOKEN = /^[\x21-\x7e]+$/;

const LONGEST_TEXT = 500;

/** Reads the fragment of the address, without its `#`. A response with another state is ignored. */
export function readAnswer(fragment: string, expectedState: string): AuthorizationAnswer {
  const parameters = new URLSearchParams(fragment);
  const states = parameters.getAll("state");
  if (states.length !== 1 || !isState(states[0], expectedState)) return { kind: "foreign" };
  const twice = [...new Set(parameters.keys())].find((name) => parameters.getAll(name).length > 1);
  if (twice !== undefined) return refused(`the response contains '${shown(twice)}' more than once.`);
  const error = parameters.get("error");
  if (error !== null) return refused(describe(error, parameters.get("error_description")));
  return readToken(parameters);
}

function readToken(parameters: URLSearchParams): OwnAnswer {
  const token = parameters.get("access_token") ?? "";
  if (token === "") return refused("the response contains no access token.");
  if (!TOKEN.test(token)) return refused("the access token contains invalid characters.");
  const type = parameters.get("token_type") ?? "";
  if (type.toLowerCase() !== "bearer")
    return refused(`the token is of type '${shown(type)}'; only 'Bearer' is supported.`);
  const expiresInSeconds = seconds(parameters.get("expires_in"));
  if (expiresInSeconds === 0) return refused("the service issued a token that has already expired.");
  return { kind: "token", token, expiresInSeconds };
}

function describe(error: string, description: string | null): string {
  const said = description ? `${shown(error)}: ${shown(description)}` : shown(error);
  return error === "access_denied"
    ? `the sign-in was cancelled, or access was denied (${said}).`
    : `the service refused the sign-in (${said}).`;
}

/** Returns undefined for a missing or invalid number. */
function seconds(text: string | null): number | undefined {
  return text !== null && /^\d{1,10}$/.test(text) ? Number(text) : undefined;
}

/** Makes text of another program safe for a terminal. */
function shown(text: string): string {
  return shorten(toPlain(text), LONGEST_TEXT);
}

function refused(reason: string): OwnAnswer {
  return { kind: "refused", reason };
}
