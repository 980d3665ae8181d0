import { spawn } from "node:child_process";

/** Programs that show an address in the person's own browser. No shell reads the address in any of them. */
const openers: Partial<Record<NodeJS.Platform, string[]>> = {
  darwin: ["open"],
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
};

/**
 * Opens an address in the browser.
 *
 * @param onFailure gets the reason when no browser opens, at any later time
 */
export function openBrowser(
  url: string,
  environment: NodeJS.ProcessEnv,
  onFailure: (reason: string) => void,
): void {
  const [command = "", ...args] = openers[process.platform] ?? ["xdg-open"];
  const child = spawn(command, [...args, url], { stdio: "ignore", detached: true, env: environment });
  child.once("error", ({ message }) => onFailure(message));
  child.once("exit", (code) => {
    if (code !== 0 && code !== null) onFailure(`${command} ended with code ${code}`);
  });
  child.unref();
}
