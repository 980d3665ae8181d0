import { TOKEN_PREFIX } from "../../provider/contract/configuration.js";
import { isAbsent, isObject, type Json, type PropertyMap } from "../../provider/schema/json.js";
import type { Language } from "./options.js";
import { Placeholder, withPlaceholders } from "./placeholders.js";
import type { ShownObject } from "./readObject.js";

const WIDTH = 100;

/** Formats a program that declares an object. */
export function formatProgram(object: ShownObject, id: string, language: Language): string {
  const { args, placeholders } = withPlaceholders(object);
  const { title, properties } = object.schema;
  const isIdentity = ([name]: [string, Json]): boolean => properties[name]?.identity === true;
  const entries = Object.entries(args);
  const sorted = [...entries.filter(isIdentity), ...entries.filter((entry) => !isIdentity(entry))];
  const given = Object.fromEntries(sorted.filter(([, value]) => !isAbsent(value)));
  const format = language === "yaml" ? yamlProgram : typeScriptProgram;
  return format(title, nameOf(args, id), given, placeholders);
}

function nameOf({ containerGroupName, displayName, number }: PropertyMap, id: string): string {
  const own = [containerGroupName, displayName, number].find(
    (text) => typeof text === "string" && text !== "",
  );
  const words = String(own ?? id.split("/").at(-1)).match(/[\p{L}\d]+/gu) ?? ["shown"];
  return words.join("-").toLowerCase();
}

function setFirst(placeholders: Placeholder[], comment: string): string[] {
  if (placeholders.length === 0) return [];
  const commands = placeholders.map(
    ({ key, isText }) =>
      `${comment}   pulumi config set --secret ${isText ? key : `--path '${key}["<name>"]'   (for each name)`}`,
  );
  return [`${comment} The service does not return secrets. Set them first:`, ...commands];
}

function typeScriptProgram(
  title: string,
  name: string,
  args: PropertyMap,
  placeholders: Placeholder[],
): string {
  const hasSecrets = placeholders.length > 0;
  return [
    ...(hasSecrets ? ['import * as pulumi from "@pulumi/pulumi";'] : []),
    'import * as vendorcloud from "pulumi-vendorcloud";',
    "",
    ...(hasSecrets ? [...setFirst(placeholders, "//"), "const config = new pulumi.Config();", ""] : []),
    `new vendorcloud.${title}(${JSON.stringify(name)}, ${typeScript(args, "")});`,
    "",
  ].join("\n");
}

function typeScript(value: Json, indent: string): string {
  if (value instanceof Placeholder)
    return `config.${value.isText ? "requireSecret" : "requireSecretObject"}(${JSON.stringify(value.key)})`;
  if (!Array.isArray(value) && !isObject(value)) return JSON.stringify(value);
  const parts = (inner: string): string[] =>
    Array.isArray(value)
      ? value.map((item) => typeScript(item, inner))
      : Object.entries(value).map(([name, child]) => `${propertyName(name)}: ${typeScript(child, inner)}`);
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
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}

function yamlProgram(title: string, name: string, args: PropertyMap, placeholders: Placeholder[]): string {
  const secrets = placeholders.map(
    ({ key, isText }) => `  ${key}: { type: ${isText ? "string" : "object"}, secret: true }`,
  );
  return [
    ...setFirst(placeholders, "#"),
    // Pulumi allows only these characters in the name of a project.
    `name: ${yamlKey(name.match(/[a-z\d]+/g)?.join("-") ?? "shown")}`,
    "runtime: yaml",
    "plugins:",
    "  providers:",
    "    - name: vendorcloud",
    "      path: node_modules/pulumi-vendorcloud/plugin",
    ...(secrets.length > 0 ? ["config:", ...secrets] : []),
    "resources:",
    `  ${yamlKey(name)}:`,
    `    type: ${TOKEN_PREFIX}${title}`,
    "    properties:",
    ...yamlLines(args, "      "),
    "",
  ].join("\n");
}

function yamlLines(value: object, indent: string): string[] {
  const isList = Array.isArray(value);
  return Object.entries(value).flatMap(([name, child]) => {
    const start = isList ? "-" : `${yamlKey(name)}:`;
    const isNested = (Array.isArray(child) || isObject(child)) && !(child instanceof Placeholder);
    if (!isNested || Object.keys(child).length === 0) return [`${indent}${start} ${yamlScalar(child)}`];
    const lines = yamlLines(child, `${indent}  `);
    return isList
      ? [`${indent}- ${lines[0]?.trimStart()}`, ...lines.slice(1)]
      : [`${indent}${start}`, ...lines];
  });
}

function yamlKey(name: string): string {
  return /^[A-Za-z][\w-]*$/.test(name) && !/^(y|n|yes|no|on|off|true|false|null)$/i.test(name)
    ? name
    : JSON.stringify(name);
}

function yamlScalar(value: Json): string {
  if (value instanceof Placeholder) return `\${${value.key}}`;
  // The value must not become an interpolation.
  return JSON.stringify(value).replaceAll("${", () => "$${");
}
