import { isObject, isUnknown, type Json } from "../../provider/schema/json.js";
import { PLACEHOLDER } from "../../provider/schema/secret.js";
import type { Field } from "./fields.js";
import { formatCode, Markdown, md, shorten } from "./markdown.js";

const LONGEST_VALUE = 200;
export const LONGEST_NAME = 200;

/** Formats `containers[web].image`: `"nginx:1"` → `"nginx:2"` */
export function formatField(field: Field, note?: Markdown): Markdown {
  const said = md`${formatName(field.path)}: ${whatChanges(field)}`;
  return note === undefined ? said : md`${said} (${note})`;
}

/** Formats a field of a new resource, which has no earlier value. */
export function formatNewField(field: Field): Markdown {
  return md`${formatName(field.path)}: ${field.secret ? SECRET : formatValue(field.after)}`;
}

export const SECRET = md`secret`;

function whatChanges({ kind, secret, before, after }: Field): Markdown {
  if (secret) return md`secret, ${new Markdown(secretWords({ kind, before, after }))}`;
  switch (kind) {
    case "added":
      return md`set to ${formatValue(after)}`;
    case "removed":
      return md`removed, was ${formatValue(before)}`;
    case "changed":
      return md`${formatValue(before)} → ${formatValue(after)}`;
  }
}

function secretWords({ kind, before, after }: Pick<Field, "kind" | "before" | "after">): string {
  if (kind === "added") return "set";
  if (kind === "removed") return "removed";
  if (after === PLACEHOLDER && before !== PLACEHOLDER) return "from now on";
  if (before === PLACEHOLDER && after !== PLACEHOLDER) return "no longer a secret from now on";
  return "changed";
}

/** Formats a value as JSON of limited length. */
export function formatValue(value: Json, most = LONGEST_VALUE): Markdown {
  if (isUnknown(value)) return md`known after apply`;
  if (value === PLACEHOLDER) return SECRET;
  const { text, note } = shorten(JSON.stringify(readable(value)) ?? "null", most);
  return md`${text}${note}`;
}

/** Formats an argument in a sentence. Strings have no JSON quotes. */
export function formatArgument(value: Json): Markdown {
  if (isUnknown(value)) return md`(known after apply)`;
  if (value === PLACEHOLDER) return md`(secret)`;
  return typeof value === "string" ? formatName(value) : formatValue(value);
}

/** Formats a path or a name of limited length. */
export function formatName(name: string): Markdown {
  const { text, note } = shorten(name, LONGEST_NAME);
  return md`${formatCode(text)}${note}`;
}

/** A value with words in place of those that only the update will know. */
export function readable(value: Json): Json {
  if (isUnknown(value)) return "known after apply";
  if (Array.isArray(value)) return value.map(readable);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, child]) => [name, readable(child)]));
}
