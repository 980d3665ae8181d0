import { type ExecException, exec } from "node:child_process";
import { NAMESPACE, type ServiceName } from "../contract/configuration.js";
import { ProviderError } from "../contract/providerError.js";
import type { Clock, Runtime } from "../contract/runtime.js";
import { SHORTEST_TOKEN } from "../contract/settings.js";
import { isObject, type Json, parseJson } from "../schema/json.js";
import { foreign, message, type Text } from "../text/message.js";

export interface CommandEnd {
  output: string;
  /** Why the command failed; undefined after exit code 0. */
  failure?: Text | undefined;
}

/** A command that takes longer probably waits for a user. */
const LONGEST_RUN_SECONDS = 60;
const LONGEST_OUTPUT_BYTES = 256 * 1024;

/** A token is replaced this long before it expires, or in the last tenth of its lifetime if that is shorter. */
const MARGIN_MS = 60_000;

/** Keeps the token that a command prints until shortly before it expires. Concurrent callers share one run of the command. */
export class TokenCommand {
  #known: { token: string; usableUntil: number; isReplacement: boolean } | undefined;
  #running: Promise<string> | undefined;

  constructor(
    private readonly service: ServiceName,
    private readonly command: string,
    private readonly clock: Clock,
    private readonly known: Pick<Runtime, "secrets" | "tokens">,
    private readonly run: (command: string) => Promise<CommandEnd> = runCommand,
  ) {}

  /**
   * @param refused a token of the command that the service has refused; a second one in a row is not replaced
   * @throws ProviderError with the command's error output, in which its output is masked
   */
  async token(refused?: string): Promise<string> {
    const known = this.#known;
    const isRefused = known !== undefined && known.token === refused && !known.isReplacement;
    if (known !== undefined && !isRefused && this.clock.now() < known.usableUntil) return known.token;
    this.#running ??= this.#ask(isRefused).finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  /** Records that the service has accepted the token. */
  accept(): void {
    if (this.#known !== undefined) this.#known.isReplacement = false;
  }

  async #ask(isReplacement: boolean): Promise<string> {
    const key = `${NAMESPACE}:${this.service}TokenCommand`;
    const { output, failure } = await this.run(this.command);
    const now = this.clock.now();
    const printed = readToken(output.trim(), now);
    if (printed !== undefined) this.known.secrets.add(printed.token);
    if (failure !== undefined) {
      // The error output may repeat the output, or a value in it.
      const words = output.split(/[\s"'=:,]+/).filter(({ length }) => length >= SHORTEST_TOKEN);
      this.known.secrets.add(...output.split(/\r?\n/), ...words);
      throw new ProviderError(message`${key}: the command failed: ${failure}`);
    }
    if (printed === undefined)
      throw new ProviderError(
        `${key}: the command printed no token. It must print the token alone, or JSON with \`accessToken\`.`,
      );
    const { token, expiresAt = Number.POSITIVE_INFINITY } = printed;
    if (token.length >= SHORTEST_TOKEN) this.known.tokens.add(token);
    const left = expiresAt - now;
    // If a token seems to be expired, the clock may be wrong. The service decides.
    const usableUntil = left > 0 ? expiresAt - Math.min(MARGIN_MS, left / 10) : Number.POSITIVE_INFINITY;
    this.#known = { token, usableUntil, isReplacement };
    return token;
  }
}

/** Reads a token alone, or in the JSON formats of cloud CLIs, OAuth 2.0 and Kubernetes exec credentials. */
function readToken(text: string, now: number): { token: string; expiresAt: number | undefined } | undefined {
  const parsed = parseJson(text);
  if (!isObject(parsed)) {
    const printed = typeof parsed === "string" ? parsed : text;
    const isToken = /^[^\s{}[\]"<>]+$/.test(printed);
    return isToken ? { token: printed, expiresAt: readJwtExpiry(printed) } : undefined;
  }
  const fields = isObject(parsed.status) ? parsed.status : parsed;
  const token = [fields.accessToken, fields.access_token, fields.token].find(
    (value): value is string => typeof value === "string" && value !== "",
  );
  return token === undefined
    ? undefined
    : { token: token.trim(), expiresAt: readExpiry(fields, now) ?? readJwtExpiry(token) };
}

function readExpiry(fields: Record<string, Json>, now: number): number | undefined {
  const left = Number(fields.expires_in ?? fields.expiresIn ?? Number.NaN);
  if (left > 0) return now + left * 1000;
  const moments = [fields.expires_on, fields.expiresOn, fields.expirationTimestamp];
  return moments.map(readTime).find((moment) => moment !== undefined);
}

/** @param value seconds since 1970, or a date */
function readTime(value: Json): number | undefined {
  const seconds = typeof value === "string" && value.trim() === "" ? Number.NaN : Number(value ?? Number.NaN);
  const moment = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(String(value));
  return Number.isFinite(moment) ? moment : undefined;
}

function readJwtExpiry(token: string): number | undefined {
  const claims = parseJson(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
  return isObject(claims) ? readTime(claims.exp) : undefined;
}

function describeEnd({ code, killed, signal }: ExecException): string {
  if (String(code) === "ERR_CHILD_PROCESS_STDIO_MAXBUFFER")
    return `it printed more than ${LONGEST_OUTPUT_BYTES} bytes`;
  if (killed) return `it did not end within ${LONGEST_RUN_SECONDS} seconds`;
  return signal ? `ended by ${signal}` : `exit code ${code ?? "unknown"}`;
}

function runCommand(command: string): Promise<CommandEnd> {
  const options = {
    timeout: LONGEST_RUN_SECONDS * 1000,
    maxBuffer: LONGEST_OUTPUT_BYTES,
    // A command can ignore SIGTERM.
    killSignal: "SIGKILL",
    windowsHide: true,
  } as const;
  return new Promise((resolve) => {
    const child = exec(command, options, (error, output, reason) => {
      if (error === null) return resolve({ output });
      const because = reason.trim() === "" ? "" : message`: ${foreign(reason)}`;
      resolve({ output, failure: message`${describeEnd(error)}${because}` });
    });
    // Nobody can answer a question of the command.
    child.stdin?.end();
  });
}
