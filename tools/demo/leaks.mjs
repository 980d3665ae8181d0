import { readFileSync } from "node:fs";
import { relative } from "node:path";

/** Looks for the secrets of a demonstration wherever they have no business, and keeps what it found. */
export class LeakDetector {
  /** @param {Record<string, string>} secrets by name */
  constructor(secrets) {
    this.secrets = Object.entries(secrets);
    /** @type {Set<string>} such as "apiKey in the CLI's output" */
    this.leaks = new Set();
    /** How many texts were searched. */
    this.searched = 0;
  }

  /** @param {Pick<import("./steps.mjs").Scene, "workspace" | "emulator">} scene */
  async search({ workspace, emulator }) {
    this.look("the CLI's output", workspace.printed);
    const headers = (await emulator.requests()).map((request) => request.headers);
    this.look("the headers of the emulator's log", JSON.stringify(headers));
    for (const file of workspace.files()) {
      this.look(relative(workspace.directory, file), readFileSync(file, "latin1"));
    }
  }

  /**
   * @param {string} place
   * @param {string} text
   */
  look(place, text) {
    this.searched += 1;
    for (const [name, secret] of this.secrets) {
      const forms = [secret, Buffer.from(secret).toString("base64").replace(/=+$/, "")];
      if (forms.some((form) => text.includes(form))) this.leaks.add(`${name} in ${place}`);
    }
  }
}
