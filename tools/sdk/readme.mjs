import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { root } from "../setup.mjs";
import { readPackageSchema } from "./sdks.mjs";

/**
 * How each SDK is installed from the index of its language, by its folder.
 *
 * @param {typeof import("../generate/publication.js").languages} languages
 */
function listInstallations({ nodejs, python, go, csharp, java }) {
  const pypi = python.packageName.replaceAll("_", "-");
  const nuget = `${csharp.rootNamespace}.${csharp.namespaces.vendorcloud}`;
  return {
    nodejs: {
      section: "TypeScript",
      title: nodejs.packageName,
      command: `npm install ${nodejs.packageName} @pulumi/pulumi`,
    },
    python: { section: "Python", title: pypi, command: `pip install ${pypi}` },
    go: { section: "Go", title: "pulumi-vendorcloud for Go", command: `go get ${go.modulePath}` },
    dotnet: { section: "C#", title: nuget, command: `dotnet add package ${nuget}` },
    java: {
      section: "Java",
      title: "pulumi-vendorcloud for Java",
      command: `implementation("${java.basePackage}:vendorcloud:<version>")`,
    },
  };
}

/**
 * Writes the README of each SDK, for the index of its language. Program and configuration are those of the page of the languages.
 *
 * @param {string} directory has the SDKs
 */
export async function writeReadmes(directory) {
  const { language: languages, homepage } = await readPackageSchema();
  const page = await readFile(join(root, "docs/languages.md"), "utf8");
  for (const [language, installation] of Object.entries(listInstallations(languages))) {
    await writeFile(join(directory, language, "README.md"), formatReadme(installation, page, homepage));
  }
}

/**
 * @param {{ title: string, command: string, section: string }} installation
 * @param {string} page the page of the languages
 * @param {string} home address of the documentation
 */
function formatReadme({ title, command, section }, page, home) {
  const text = page.split(/^## /m).find((each) => each.startsWith(`${section}\n`)) ?? "";
  const configuration = page.split("\n").filter((line) => line.startsWith("pulumi config set vendorcloud:"));
  // The page names the file of a block after its language. Other blocks install the SDK from files.
  const files = [...text.matchAll(/^```(\w+) (\S+)\n(.*?)^```$/gms)];
  const shown = files
    .map(([, language, file, content]) => `\`${file}\`:\n\n\`\`\`${language}\n${content}\`\`\``)
    .join("\n\n");
  return `# ${title}

Pulumi resources for a cloud vendor's container groups, business records, stops of ERP instances, and an app service.

## Install

\`\`\`
${command}
\`\`\`

You need the [Pulumi CLI](https://www.pulumi.com/docs/install/). The first \`pulumi up\` downloads the plugin, which needs no Node. On
Linux the plugin needs glibc 2.28 or newer and libstdc++.

## Write a program

${shown}

## Configure

\`\`\`sh
${configuration.join("\n")}
pulumi config set --secret vendorcloud:resourceManagerToken   # asks for the token
\`\`\`

[All settings](${home}/reference/configuration), [all languages](${home}/languages), [resources and functions](${home}).
`;
}
