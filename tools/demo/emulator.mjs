import { spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { root } from "../setup.mjs";

/** @typedef {{ method: string, path: string, status?: number, headers: Record<string, unknown> }} Request */

/**
 * A container group as the service has it.
 *
 * @typedef {object} Group
 * @property {string} id
 * @property {boolean} exists
 * @property {any} body
 */

/** The emulator as a process of its own, and what it tells about itself below `/_emulator/`. */
export class Emulator {
  /**
   * @param {string} url
   * @param {import("node:child_process").ChildProcess} child
   */
  constructor(url, child) {
    this.url = url;
    this.child = child;
  }

  /**
   * @param {object} options
   * @param {string} options.token the only one that it accepts
   * @param {number} options.polls how often a new group is still seen being provisioned
   * @returns {Promise<Emulator>}
   */
  static async start({ token, polls }) {
    const cli = join(root, "emulator", "bin.js");
    const options = ["--port", "0", "--token", token, "--provisioning-polls", String(polls)];
    const child = spawn(process.execPath, [cli, ...options], {
      stdio: ["ignore", "pipe", "inherit"],
      // Ctrl-C must not end it before the CLI is done with it.
      detached: process.platform !== "win32",
      windowsHide: true,
    });
    process.once("exit", () => child.kill());
    // Its address is the first thing that it prints.
    for await (const url of createInterface(child.stdout)) return new Emulator(url, child);
    throw new Error("the emulator did not start");
  }

  /** @returns {Promise<Request[]>} every request to the services so far */
  async requests() {
    return (await this.control("GET", "log")).entries;
  }

  /**
   * @param {{ secrets?: boolean }} [options] `secrets`: as they are, which no service would tell
   * @returns {Promise<Group[]>} the container groups that exist
   */
  async groups({ secrets = false } = {}) {
    const { groups } = await this.control("GET", `groups?secrets=${secrets}`);
    return groups.filter((/** @type {Group} */ { exists }) => exists);
  }

  /**
   * Changes a group as somebody else would.
   *
   * @param {string} id
   * @param {object} patch a JSON merge patch
   */
  async patch(id, patch) {
    await this.control("PATCH", `groups?id=${encodeURIComponent(id)}`, patch);
  }

  async stop() {
    if (this.child.exitCode !== null) return;
    const ended = new Promise((resolve) => this.child.once("exit", resolve));
    this.child.kill();
    await ended;
  }

  /**
   * @param {string} method
   * @param {string} path
   * @param {object} [body]
   * @returns {Promise<any>}
   */
  async control(method, path, body) {
    const response = await fetch(`${this.url}/_emulator/${path}`, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
    });
    if (!response.ok) throw new Error(`${method} /_emulator/${path}: ${response.status}`);
    return response.json();
  }
}
