import { type ScalarTag, stringify } from "yaml";
import { TOKEN_PREFIX } from "../../provider/contract/configuration.js";
import { isObject, type Json } from "../../provider/schema/json.js";
import { getPropertySchema, type Schema } from "../../provider/schema/keywords.js";
import { formatItemPath, joinPath } from "../../provider/schema/path.js";
import { escapeUnsafe, formatString } from "../formatString.js";
import { Placeholder } from "./placeholders.js";
import { describeSecrets, type Program, type ProgramParts } from "./programParts.js";

export function formatYaml(parts: ProgramParts): Program {
  const { resources, projectName, placeholders } = parts;
  const leftOut: string[] = [];
  const config = placeholders.map(({ key, isText }) => [
    key,
    { type: isText ? "string" : "object", secret: true },
  ]);
  const declared = resources.map(({ schema, name, args }) => {
    const paths: string[] = [];
    const properties = toExpression(schema, "", args, paths);
    leftOut.push(...paths.map((path) => (resources.length === 1 ? path : `${name}: ${path}`)));
    return [name, { type: `${TOKEN_PREFIX}${schema.title}`, properties }];
  });
  const program = {
    name: projectName,
    runtime: "yaml",
    plugins: { providers: [{ name: "vendorcloud", path: "node_modules/pulumi-vendorcloud/plugin" }] },
    ...(config.length > 0 && { config: Object.fromEntries(config) }),
    resources: Object.fromEntries(declared),
  };
  const comment = [...describeLeftOut(leftOut), ...describeSecrets(placeholders)];
  const text = stringify(program, {
    // Pulumi YAML has no aliases.
    aliasDuplicateObjects: false,
    customTags: (tags) => [quotedString, ...tags],
  });
  return { text: comment.map((line) => `# ${line}\n`).join("") + text, leftOut };
}

/** All strings are quoted, so that no version of YAML reads them as another type. */
const quotedString: ScalarTag = {
  tag: "tag:yaml.org,2002:str",
  default: true,
  identify: (value) => typeof value === "string",
  resolve: (value) => value,
  stringify: ({ value }, { implicitKey }) => {
    const text = String(value);
    const isPlain = /^[A-Za-z][\w-]*$/.test(text) && !/^(y|n|yes|no|on|off|true|false|null)$/i.test(text);
    return implicitKey && isPlain ? text : formatString(text, "yaml");
  },
};

/**
 * Converts a value to one that Pulumi YAML evaluates to it. `leftOut` receives the paths of values for which there is none.
 *
 * @returns undefined if there is none
 */
function toExpression(schema: Schema | undefined, path: string, value: Json, leftOut: string[]): Json {
  if (value instanceof Placeholder) return `\${${value.key}}`;
  if (typeof value === "string") {
    if (!hasLoneSurrogate(value)) return withoutInterpolation(value);
    leftOut.push(path);
    return undefined;
  }
  if (Array.isArray(value)) {
    return value
      .map((item, index) =>
        toExpression(schema?.items, formatItemPath(schema, path, item, index), item, leftOut),
      )
      .filter((item) => item !== undefined);
  }
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([name, child]) => {
    const childPath = joinPath(path, name);
    if (isReservedKey(name) || hasLoneSurrogate(name)) {
      leftOut.push(childPath);
      return [name, undefined];
    }
    const expression = toExpression(getPropertySchema(schema, name), childPath, child, leftOut);
    return [withoutInterpolation(name), expression];
  });
  return Object.fromEntries(entries.filter(([, child]) => child !== undefined));
}

/** `$$` is a dollar sign, and `${` begins an expression. */
function withoutInterpolation(text: string): string {
  return text.replaceAll("$", "$$$$");
}

/**
 * Whether a key has a meaning for Pulumi, also in quotes. It calls the function that the only key of a map names, in any letter case
 * and also after other characters. Some of these names are an error beside other keys, and `<<` is one without a map to merge.
 */
function isReservedKey(key: string): boolean {
  return key === "<<" || /fn::/i.test(key);
}

/** YAML has no escape for half of a surrogate pair. */
function hasLoneSurrogate(text: string): boolean {
  return /\p{Cs}/u.test(text);
}

function describeLeftOut(paths: string[]): string[] {
  if (paths.length === 0) return [];
  const lines = paths.map((path) => `  ${escapeUnsafe(path, "yaml")}`);
  return ["Pulumi YAML cannot express these values. An update by this program may remove them:", ...lines];
}
