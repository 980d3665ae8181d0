import { readUrn } from "../../provider/contract/urn.js";
import { isUnknown, type Json, type JsonObject } from "../../provider/schema/json.js";
import { PLACEHOLDER } from "../../provider/schema/secret.js";
import { formatDocument } from "../formatString.js";
import type { Analysis } from "./analysis.js";
import { listMessages } from "./diagnostics.js";
import { readable } from "./fieldLine.js";
import type { Field } from "./fields.js";
import { listGates } from "./gate.js";
import { describe } from "./section.js";

/** Grows when a field changes its meaning or is removed. New fields may appear in any version. */
const VERSION = 1;

/** Formats a preview as JSON: docs/explain.md describes it. */
export function formatJson(analysis: Analysis): string {
  const { preview, hasFailed, groups, secretsNotSent } = analysis;
  const [step] = preview.steps;
  const changes = groups.flatMap(({ changes, ends }) =>
    changes.map((changed): JsonObject => {
      const { operation, urn, type, name, formerName, fields, drift } = changed;
      const { object, sentences } = describe(changed, analysis, true);
      return {
        ...{ urn, type, name, operation },
        ...(formerName !== undefined && { formerName }),
        ...(object && { object: object.text }),
        ...(ends && { ends: ends.text }),
        gates: listGates(changed, ends, preview.isPlan),
        sentences: sentences.map(({ text }) => text),
        fields: fields.map(fieldOf),
        drift: drift.map(fieldOf),
      };
    }),
  );
  const document: JsonObject = {
    version: VERSION,
    operation: preview.isRefresh ? "refresh" : "preview",
    ...(step && { stack: readUrn(step.urn).stack }),
    failed: hasFailed,
    secretsNotSent,
    changes,
    errors: listMessages(preview.diagnostics, "error"),
    warnings: listMessages(preview.diagnostics, "warning"),
  };
  return formatDocument(document);
}

/** A field without the values of a secret, and without those that only the update will know. */
function fieldOf({ path, kind, secret, before, after }: Field): JsonObject {
  const isShown = (value: Json): boolean => !secret && value !== PLACEHOLDER && !isUnknown(value);
  return {
    ...{ path, kind, secret },
    ...(isShown(before) && before !== undefined && { before: readable(before) }),
    ...(isShown(after) && after !== undefined && { after: readable(after) }),
  };
}
