import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { root } from "../setup.mjs";

/** How each SDK is installed from the index of its language, by its folder. */
const INSTALLATIONS = {
  nodejs: {
    page: "typescript",
    title: "pulumi-vendorcloud-native",
    command: "npm install pulumi-vendorcloud-native @pulumi/pulumi",
  },
  python: { page: "python", title: "pulumi-vendorcloud", command: "pip install pulumi-vendorcloud" },
  go: {
    page: "go",
    title: "pulumi-vendorcloud for Go",
    command: "go get vendorcloud.example/pulumi-vendorcloud/sdk/go",
  },
  dotnet: {
    page: "csharp",
    title: "VendorCloud.Resources",
    command: "dotnet add package VendorCloud.Resources",
  },
  java: {
    page: "java",
    title: "pulumi-vendorcloud for Java",
    command: 'implementation("example.pulumi:vendorcloud:<version>")',
  },
};

/**
 * Writes the README of each SDK, for the index of its language. Program and configuration are those of the language's page.
 *
 * @param {string} directory has the SDKs
 */
export async function writeReadmes(directory) {
  const { publication } = createRequire(import.meta.url)(
    join(root, "dist/provider/protocols/native/publication.js"),
  );
  for (const [language, installation] of Object.entries(INSTALLATIONS)) {
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
