import { isObject, type Json } from "../../provider/schema/json.js";
import { formatString } from "../formatString.js";
import { Placeholder } from "./placeholders.js";
import { describeSecrets, type ProgramParts } from "./programParts.js";

const WIDTH = 100;

export function formatTypeScript({ resources, placeholders }: ProgramParts): string {
  const hasSecrets = placeholders.length > 0;
  return [
    ...(hasSecrets ? ['import * as pulumi from "@pulumi/pulumi";'] : []),
    'import * as vendorcloud from "pulumi-vendorcloud";',
    "",
    // Without a mark before each line, the commands can be copied.
    ...(hasSecrets ? ["/*", ...describeSecrets(placeholders), "*/"] : []),
    ...(hasSecrets ? ["const config = new pulumi.Config();", ""] : []),
    ...resources.map(
      ({ schema, name, args }) =>
        `new vendorcloud.${schema.title}(${format(name, "")}, ${format(args, "")});`,
    ),
    "",
  ].join("\n");
}

function format(value: Json, indent: string): string {
  if (value instanceof Placeholder)
    return `config.${value.isText ? "requireSecret" : "requireSecretObject"}("${value.key}")`;
  if (typeof value === "string") return formatString(value, "typescript");
  if (!Array.isArray(value) && !isObject(value)) return JSON.stringify(value);
  const parts = (inner: string): string[] =>
    Array.isArray(value)
      ? value.map((item) => format(item, inner))
      : Object.entries(value).map(([name, child]) => `${propertyName(name)}: ${format(child, inner)}`);
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  const own = parts(`${indent}  `);
  const blank = Array.isArray(value) || own.length === 0 ? "" : " ";
  const line = `${open}${blank}${own.join(", ")}${blank}${close}`;
  if (!line.includes("\n") && indent.length + line.length <= WIDTH) return line;
  return `${open}\n${own.map((part) => `${indent}  ${part},\n`).join("")}${indent}${close}`;
}

function propertyName(name: string): string {
  // Without the brackets, it would set the prototype.
  if (name === "__proto__") return '["__proto__"]';
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : formatString(name, "typescript");
}
