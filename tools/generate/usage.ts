import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(__dirname, "../..");
const folder = join(__dirname, "usage");

/** By language, as in fences of Markdown. */
type Programs = Record<string, string>;

const LANGUAGES = ["typescript", "python", "go", "csharp", "java", "yaml"];

/**
 * Formats a program for each resource in all languages, for the package schema: `usage/<Resource>.yaml` and the output of
 * Pulumi's converters. The converters run only if a file or this code has changed. Go builds them once, which takes minutes.
 *
 * @param current the generated file
 */
export function formatUsage(current: string | undefined): string {
  const names = readdirSync(folder).sort();
  const texts = names.map((name) => readFileSync(join(folder, name), "utf8"));
  const hash = createHash("sha256").update([...names, ...texts, readFileSync(__filename, "utf8")].join("\0"));
  const from = `// From ${hash.digest("hex").slice(0, 16)}`;
  if (current?.includes(`${from}\n`) === true) return current;
  const printed = execFileSync(process.execPath, [join(root, "tools/sdk/convert.mjs"), folder]).toString();
  const converted: Record<string, Programs> = JSON.parse(printed);
  const entries = names.map((name, index) => {
    const title = name.replace(".yaml", "");
    const { java = "", ...others } = converted[title] ?? {};
    const programs: Programs = { ...others, java: completeJava(java, title), yaml: texts[index] ?? "" };
    const blocks = LANGUAGES.map((language) => `\`\`\`${language}\n${programs[language]?.trim()}\n\`\`\`\n`);
    // Pulumi's registry reads these comments, and shows one language at a time.
    const text = `## Example Usage\n\n<!--Start PulumiCodeChooser -->\n${blocks.join("")}<!--End PulumiCodeChooser -->\n`;
    return `  ${title}: ${JSON.stringify(text)},\n`;
  });
  return [
    "// Generated from tools/generate/usage by `npm run generate`. Do not edit.\n",
    `${from}\n\n`,
    "/** A program for each resource in all languages, as Markdown. */\n",
    `export const usage: Readonly<Record<string, string>> = {\n${entries.join("")}};\n`,
  ].join("");
}

/**
 * The program of a resource in each language.
 *
 * @param usage the generated file
 */
export function readUsage(usage: string, title: string): { block: string; language: string }[] {
  const [, text = ""] = new RegExp(`^ {2}${title}: (".*"),$`, "m").exec(usage) ?? [];
  return [...JSON.parse(text).matchAll(/^```(\w+)\n.*?^```\n/gms)].map(([block, language]) => ({
    block,
    language,
  }));
}

/** The converter treats required values as optional, and imports few of the types, from a package of Pulumi. */
function completeJava(program: string, title: string): string {
  const body = program.slice(program.indexOf("public class")).replaceAll("config.get(", "config.require(");
  const own = [title, `${title}Args`].map((name) => `example.pulumi.vendorcloud.${name}`);
  const used = [...new Set(Array.from(body.matchAll(/\b(\w+Args)\.builder/g), ([, name]) => name ?? ""))];
  const inputs = used
    .filter((name) => name !== `${title}Args`)
    .map((name) => `example.pulumi.vendorcloud.inputs.${name}`);
  const names = ["com.pulumi.Context", "com.pulumi.Pulumi", ...own, ...inputs];
  if (body.includes("Output.")) names.push("com.pulumi.core.Output");
  if (body.includes("Map.")) names.push("java.util.Map");
  return `${names.map((name) => `import ${name};\n`).join("")}\n${body}`;
}
