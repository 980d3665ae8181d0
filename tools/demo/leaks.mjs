import { readFileSync } from "node:fs";

/**
 * Says where a secret can be read: in the clear or in base64.
 *
 * @param {Record<string, string>} secrets by name
 * @param {Iterable<[place: string, text: string]>} places
 * @returns {string[]} such as "apiKey in the CLI's output"
 */
export function findLeaks(secrets, places) {
  const leaks = [];
  for (const [place, text] of places) {
    for (const [name, secret] of Object.entries(secrets)) {
      const forms = [secret, Buffer.from(secret).toString("base64").replace(/=+$/, "")];
      if (forms.some((form) => text.includes(form))) leaks.push(`${name} in ${place}`);
    }
  }
  return leaks;
}

/**
 * Every place of a demonstration where a secret has no business.
 *
 * @param {Pick<import("./steps.mjs").Scene, "workspace" | "emulator">} scene
 * @returns {Promise<[place: string, text: string][]>}
 */
export async function placesOf({ workspace, emulator }) {
  const headers = (await emulator.requests()).map((request) => JSON.stringify(request.headers));
  return [
    ["the CLI's output", workspace.printed],
    ["the headers of the emulator's log", headers.join("\n")],
    ...workspace.files().map((file) => /** @type {[string, string]} */ ([file, readFileSync(file, "latin1")])),
  ];
}
