import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { root } from "../setup.mjs";

/**
 * How each SDK is installed from the index of its language, by its folder.
 *
 * @param {typeof import("../../provider/protocols/native/publication.js").languages} languages
 */
function listInstallations({ nodejs, python, go, csharp, java }) {
  const pypi = python.packageName.replaceAll("_", "-");
  const nuget = `${csharp.rootNamespace}.${csharp.namespaces.vendorcloud}`;
  return {
    nodejs: {
      page: "typescript",
      title: nodejs.packageName,
      command: `npm install ${nodejs.packageName} @pulumi/pulumi`,
    },
    python: { page: "python", title: pypi, command: `pip install ${pypi}` },
    go: { page: "go", title: "pulumi-vendorcloud for Go", command: `go get ${go.modulePath}` },
    dotnet: { page: "csharp", title: nuget, command: `dotnet add package ${nuget}` },
    java: {
      page: "java",
      title: "pulumi-vendorcloud for Java",
      command: `implementation("${java.basePackage}:vendorcloud:<version>")`,
    },
  };
}

/**
 * Writes the README of each SDK, for the index of its language. Program and configuration are those of the language's page.
 *
 * @param {string} directory has the SDKs
 */
export async function writeReadmes(directory) {
  const { languages, publication } = createRequire(import.meta.url)(
    join(root, "dist/provider/protocols/native/publication.js"),
  );
  for (const [language, installation] of Object.entries(listInstallations(languages))) {
    const page = await readFile(join(root, "docs/languages", `${installation.page}.md`), "utf8");
    await writeFile(
      join(directory, language, "README.md"),
      formatReadme(installation, page, publication.homepage),
    );
  }
}

/**
 * @param {{ title: string, command: string, page: string }} installation
 * @param {string} page the language's page
 * @param {string} home address of the documentation
 */
function formatReadme({ title, command, page: name }, page, home) {
  const [, program = ""] = /## Write a program\n\n(.*?)\n## /s.exec(page) ?? [];
  const [, run = ""] = /## Run it\n.*?```sh\n(.*?)```/s.exec(page) ?? [];
  const configuration = run.split("\n").filter((line) => line.startsWith("pulumi config set vendorcloud:"));
  // The pages name the file of a block after its language.
  const shown = program.trim().replace(/^```(\w+) (.*)$/gm, "`$2`:\n\n```$1");
  return `# ${title}

Pulumi resources for a cloud vendor's container groups, business records, stops of ERP instances, and an app service.

## Install

\`\`\`
${command}
\`\`\`

You need the [Pulumi CLI](https://www.pulumi.com/docs/install/). The first \`pulumi up\` downloads the plugin, which needs no Node. On
Linux the plugin needs glibc 2.28 or newer, libstdc++ and libatomic (Debian's \`libatomic1\`).

## Write a program

${shown}

## Configure

\`\`\`sh
${configuration.join("\n")}
pulumi config set --secret vendorcloud:resourceManagerToken   # asks for the token
\`\`\`

[All settings](${home}/reference/configuration), [the language's page](${home}/languages/${name}), [resources and functions](${home}).
`;
}
