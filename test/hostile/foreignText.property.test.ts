import { expect } from "chai";
import fc from "fast-check";
import { describe, it } from "mocha";
import { explain } from "../../cli/explain/explain.js";
import { formatJson } from "../../cli/explain/json.js";
import { ProviderError } from "../../provider/contract/providerError.js";
import { formatFailure } from "../../provider/core/failure.js";
import { createNamedLog } from "../../provider/core/log.js";
import { Echoes } from "../../provider/core/resourceProperties.js";
import { toEngineData } from "../../provider/schema/colourMarks.js";
import type { PropertyMap } from "../../provider/schema/json.js";
import { KnownSecrets } from "../../provider/text/knownSecrets.js";
import { Foreign, foreign, message } from "../../provider/text/message.js";
import { CONNECTION, FILE_CONTENT, ODD, PEM, PIN, STORAGE_KEY, TAG, TOKEN } from "../support/canaries.js";
import { encodedForms, leakFinder, plainForms } from "../support/canaryForms.js";
import { randomRuns } from "../support/randomRuns.js";
import { error, previewOf, urnOf, warning } from "../unit/cli/explainPreviews.js";
import { RecordingLog } from "../unit/support/hooks.js";
import { interleaved, seen } from "./support/interleaved.js";

/** A secret with anything in it that is removed before a text is printed, or that Pulumi's CLI removes. */

const canaries = [TOKEN, ODD, PEM, STORAGE_KEY, FILE_CONTENT, CONNECTION, TAG, String(PIN)];
const secrets = new KnownSecrets(canaries);
const finder = leakFinder(canaries);
const urn = urnOf("ContainerGroup", "shop");

function log(kind: "info" | "warn" | "progress", text: string): string {
  const recording = new RecordingLog();
  createNamedLog(recording, "ContainerGroup 'shop'", secrets, true)[kind](message`it is ${foreign(text)}`);
  return [...recording.progressed, ...recording.told, ...recording.warnings].join();
}

function failure(text: string): string {
  const cause = new ProviderError(message`refused: ${new Foreign(text, 4000)}`);
  return formatFailure(cause, { resource: "ContainerGroup 'shop'", operation: "update", hints: [], secrets });
}

function stateWith(answer: PropertyMap): PropertyMap {
  return new Echoes(secrets, {}).hidden(undefined, toEngineData(answer));
}

const withMessages = (text: string): string =>
  previewOf([], { diagnostics: [error(failure(text), urn), warning(log("warn", text), urn)] });

function withValues(text: string): string {
  const inputs = JSON.parse(JSON.stringify({ ...stateWith({ tags: { a: text } }), osType: "Linux" }));
  return previewOf([{ op: "update", old: inputs, new: { ...inputs, osType: "Windows", tags: {} } }]);
}

/** Everything that leaves the provider or the command with a text of a service. */
const exits: Record<string, (text: string) => string> = {
  "an error": failure,
  "a warning": (text) => log("warn", text),
  "an information": (text) => log("info", text),
  progress: (text) => log("progress", text),
  "a value in the state": (text) => JSON.stringify(stateWith({ tag: text })),
  "a name in the state": (text) => JSON.stringify(stateWith({ tags: { [text]: "x" } })),
  "a comment with messages": (text) => explain(withMessages(text)).markdown,
  "a comment with values": (text) => explain(withValues(text)).markdown,
  "a JSON document with messages": (text) => formatJson(explain(withMessages(text))),
  "a JSON document with values": (text) => formatJson(explain(withValues(text))),
};

const form = fc
  .constantFrom(...canaries)
  .chain((secret) => fc.constantFrom(...plainForms(secret), ...encodedForms(secret)))
  .filter(({ length }) => length > 5);

describe("a secret among characters that nobody sees is in", () => {
  for (const [exit, print] of Object.entries(exits)) {
    it(`no ${exit.replace(/^an? /, "")}`, () => {
      fc.assert(
        fc.property(interleaved(form), (text) => {
          const printed = print(text);
          expect(finder.find(seen(unescaped(printed))), JSON.stringify(text)).to.equal(undefined);
          expect(printed).not.to.include("<{%");
        }),
        { numRuns: randomRuns(200, 1000) },
      );
    });
  }
});

/** JSON escapes the characters in question. */
function unescaped(text: string): string {
  return text.replace(/\\u(?:\{([\da-f]+)\}|([\da-f]{4}))/gi, (_, long, short) =>
    String.fromCodePoint(Number.parseInt(long ?? short, 16)),
  );
}
