import { spawn } from "node:child_process";
import { getEnvironmentVariable, getTokenKey, NAMESPACE } from "../../provider/contract/configuration.js";
import type { OwnAnswer } from "./authorizationAnswer.js";
import { createState, formatAuthorizationUrl } from "./authorizationRequest.js";
import { type Listener, listen } from "./listener.js";
import { type LoginOptions, SERVICE } from "./options.js";
import { StackConfiguration } from "./stackConfiguration.js";

export interface LoginContext {
  environment: NodeJS.ProcessEnv;
  notify: (line: string) => void;
  /** Writes a line for a shell to evaluate. */
  print: (line: string) => void;
  /** Ends the sign-in, which then throws its reason. */
  stopped: AbortSignal;
}

/**
 * Signs a user in through the browser, and stores the token in a stack's configuration or prints it.
 *
 * @throws Error that says what to do
 */
export async function logIn(options: LoginOptions, context: LoginContext): Promise<void> {
  const { environment, notify, print, stopped } = context;
  const key = getTokenKey(SERVICE);
  const configuration = new StackConfiguration(environment, stopped);
  const stack = options.print ? undefined : await configuration.find(options.stack);
  const { token, expiresInSeconds } = await signIn(options, context);
  if (stack === undefined) {
    print(exportLine(getEnvironmentVariable(key), token));
    notify(`Signed in. ${formatExpiry(expiresInSeconds, new Date())}`);
    return;
  }
  await configuration.setSecret(stack, `${NAMESPACE}:${key}`, token);
  notify(`Signed in. The token is stored, encrypted, as ${NAMESPACE}:${key} of stack ${stack}.`);
  notify(formatExpiry(expiresInSeconds, new Date()));
  const sources = [key, `${SERVICE}TokenVariable`, `${SERVICE}TokenCommand`] as const;
  const variables = sources.map(getEnvironmentVariable);
  for (const variable of variables.filter((name) => environment[name]?.trim()))
    notify(`The environment variable ${variable} is set and takes precedence: unset it.`);
}

type Token = Extract<OwnAnswer, { kind: "token" }>;

async function signIn(options: LoginOptions, { environment, notify, stopped }: LoginContext): Promise<Token> {
  const state = createState();
  const onForeign = (): void => notify("A response that does not belong to this sign-in was rejected.");
  const listener = await listen({ port: options.port, state, onForeign });
  try {
    stopped.throwIfAborted();
    const { authUrl, clientId } = options;
    const url = formatAuthorizationUrl({ authUrl, clientId, redirectUri: listener.redirectUri, state });
    // Other users can read the arguments of a process, so they must not contain the state.
    const address = options.browser ? listener.redirectOnce(url) : url;
    notify(`Sign in at this address:\n\n  ${address}\n`);
    if (options.browser)
      openBrowser(address, environment, (reason) =>
        notify(`No browser could be opened (${reason}). Open the address yourself.`),
      );
    const answer = await answerWithin(listener, options.timeoutSeconds, stopped);
    if (answer.kind === "refused") throw new Error(`not signed in: ${answer.reason}`);
    return answer;
  } finally {
    listener.close();
  }
}

/** Waits for the response until the time-out or an interruption. */
async function answerWithin(listener: Listener, seconds: number, stopped: AbortSignal): Promise<OwnAnswer> {
  let timer: NodeJS.Timeout | undefined;
  const ended = new Promise<never>((_resolve, reject) => {
    const late = `not signed in: no sign-in within ${seconds} seconds. Start again, or increase --timeout.`;
    timer = setTimeout(() => reject(new Error(late)), seconds * 1000);
    stopped.addEventListener("abort", () => reject(stopped.reason), { once: true });
  });
  try {
    return await Promise.race([listener.answer, ended]);
  } finally {
    clearTimeout(timer);
  }
}

/** Formats a line that sets a variable in a POSIX shell, with any characters in the value. */
export function exportLine(variable: string, value: string): string {
  return `export ${variable}='${value.replaceAll("'", `'\\''`)}'`;
}

/**
 * Formats the expiry of a token, in local time and in minutes from now.
 *
 * @param seconds life of the token; undefined if the service did not report it
 */
export function formatExpiry(seconds: number | undefined, now: Date): string {
  if (seconds === undefined) return "The service did not report when the token expires.";
  const until = new Date(now.getTime() + seconds * 1000);
  const minutes = Math.floor(seconds / 60);
  const left = minutes === 0 ? "less than a minute" : minutes === 1 ? "1 minute" : `${minutes} minutes`;
  return `It expires at ${until.toLocaleString()} (in ${left}).`;
}

/** Programs that open the user's browser. None of them passes the address to a shell. */
const openers: Partial<Record<NodeJS.Platform, string[]>> = {
  darwin: ["open"],
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
};

/**
 * Opens an address in the browser.
 *
 * @param onFailure receives the reason if no browser opens; called at any later time
 */
function openBrowser(url: string, environment: NodeJS.ProcessEnv, onFailure: (reason: string) => void): void {
  const [command = "", ...args] = openers[process.platform] ?? ["xdg-open"];
  const child = spawn(command, [...args, url], { stdio: "ignore", detached: true, env: environment });
  child.once("error", ({ message }) => onFailure(message));
  child.once("exit", (code) => {
    if (code !== 0 && code !== null) onFailure(`${command} ended with code ${code}`);
  });
  child.unref();
}
