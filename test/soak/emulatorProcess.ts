import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { request } from "node:http";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { ROOT } from "../support/sandbox.js";

/** The emulator in a process of its own: what it keeps is not in the heap that is measured. */
export class EmulatorProcess {
  private constructor(
    readonly url: string,
    private readonly child: ChildProcess,
  ) {}

  static async start(): Promise<EmulatorProcess> {
    const args = [join(ROOT, "emulator/bin.js"), "--port", "0", "--seed", "demo"];
    const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
    // Its address is the first thing that it prints.
    for await (const url of createInterface(child.stdout)) return new EmulatorProcess(url, child);
    throw new Error("the emulator did not start");
  }

  /** Calls the control interface, over a connection that is not kept. */
  async control<Answer>(method: string, path: string, query: Record<string, string> = {}): Promise<Answer> {
    const url = `${this.url}/_emulator/${path}?${new URLSearchParams(query)}`;
    const sent = request(url, { method, agent: false });
    sent.end();
    const [response] = await once(sent, "response");
    let text = "";
    for await (const part of response.setEncoding("utf8")) text += part;
    if (response.statusCode >= 300) throw new Error(`${method} ${url}: ${response.statusCode} ${text}`);
    return (text === "" ? undefined : JSON.parse(text)) as Answer;
  }

  async close(): Promise<void> {
    const exited = once(this.child, "close");
    if (this.child.kill("SIGTERM")) await exited;
  }
}
