import { ProviderError } from "../../provider/contract/providerError.js";
import { ServiceError } from "../../provider/http/serviceError.js";
import { TransportError } from "../../provider/http/transportError.js";
import { KnownSecrets } from "../../provider/text/knownSecrets.js";
import { Foreign, joinTexts, type Text, toText } from "../../provider/text/message.js";

/** Returns a text as users see it, if `secrets` are known. */
export function asRead(text: Text | Foreign | undefined, ...secrets: string[]): string {
  return toText(joinTexts(text === undefined ? [] : [text], ""), new KnownSecrets(secrets));
}

/** Returns the message of an error as users see it. */
export function errorText(error: unknown, ...secrets: string[]): string {
  return error instanceof ProviderError ? asRead(error.text, ...secrets) : String((error as Error).message);
}

/** Returns the texts of an error as plain strings. */
export function errorFields(error: unknown) {
  const { status, detail, requestId } = error instanceof ServiceError ? error : {};
  const { kind, outcome, url } = error as TransportError;
  const code = error instanceof TransportError ? error.code : detail?.code?.raw;
  const said = detail?.message instanceof Foreign ? detail.message.raw : detail?.message;
  return {
    ...{ status, code, said, target: detail?.target?.raw, requestId: requestId?.raw },
    ...{ kind, outcome, url: url?.raw, message: errorText(error) },
  };
}
