import { getEnvironmentVariable, NAMESPACE } from "../../provider/contract/configuration.js";
import { languages, publication } from "./publication.js";
import { readUsage } from "./usage.js";

/** Pages that Pulumi's registry takes from the repository of a provider, in its required form. */

const { publisher, homepage, pluginDownloadURL } = publication;
const { nodejs, python, go, csharp, java } = languages;

/** @param usage the generated programs of all resources */
export function formatRegistryIndex(usage: string): string {
  const blocks = readUsage(usage, "ContainerGroup");
  return [
    ...frontMatter(
      publisher,
      `The ${publisher} provider for Pulumi manages container groups, business records, stops of ERP instances and users of apps.`,
    ),
    `The ${publisher} provider for Pulumi manages container groups, fields of business records, sales quotes, stops of ERP instances and`,
    "users of apps. Its previews show every real change and nothing else. Only functions need a token in a preview.",
    "",
    "## Example Usage",
    "",
    `{{< chooser language "${blocks.map(({ language }) => language).join(",")}" >}}`,
    ...blocks.flatMap(({ block, language }) => [
      "",
      `{{% choosable language ${language} %}}`,
      "",
      block,
      "{{% /choosable %}}",
    ]),
    "",
    "{{< /chooser >}}",
    "",
  ].join("\n");
}

export function formatInstallation(): string {
  const npm = (name: string) => `[\`${name}\`](https://www.npmjs.com/package/${name})`;
  const pypi = python.packageName.replaceAll("_", "-");
  const nuget = `${csharp.rootNamespace}.${csharp.namespaces.vendorcloud}`;
  return [
    ...frontMatter(
      `${publisher} Installation & Configuration`,
      `How to install and configure the ${publisher} provider for Pulumi.`,
    ),
    "## Installation",
    "",
    "The provider is available as a package in all Pulumi languages:",
    "",
    `* JavaScript/TypeScript: ${npm(nodejs.packageName)}`,
    `* Python: [\`${pypi}\`](https://pypi.org/project/${pypi}/)`,
    `* Go: [\`${go.modulePath}\`](${homepage})`,
    `* .NET: [\`${nuget}\`](https://www.nuget.org/packages/${nuget})`,
    `* Java: [\`${java.basePackage}/${NAMESPACE}\`](https://central.sonatype.com/artifact/${java.basePackage}/${NAMESPACE})`,
    "",
    `The first \`pulumi up\` downloads the plugin, which needs no Node, but on Linux glibc 2.28 or newer and libstdc++. To install it by hand, use the version of the SDK:`,
    "",
    "```bash",
    `pulumi plugin install resource ${NAMESPACE} <version> --server ${pluginDownloadURL}`,
    "```",
    "",
    `TypeScript and JavaScript programs can use the same resources without a plugin, as dynamic resources of ${npm("pulumi-vendorcloud")}.`,
    "",
    "## Configuration",
    "",
    "Set an address and a token for each service that your program uses. The second command asks for the token. In previews, only",
    "functions need a token.",
    "",
    "```bash",
    `pulumi config set ${NAMESPACE}:resourceManagerUrl https://management.example`,
    `pulumi config set --secret ${NAMESPACE}:resourceManagerToken`,
    "```",
    "",
    "Each option has an environment variable, which takes precedence over the stack's configuration:",
    `\`${getEnvironmentVariable("resourceManagerUrl")}\` for \`resourceManagerUrl\`, and so on. Set \`…Token\` with \`--secret\`.`,
    "",
    `[Configuration](${homepage}/reference/configuration) lists all options.`,
    "",
  ].join("\n");
}

function frontMatter(title: string, description: string): string[] {
  return ["---", `title: ${title}`, `meta_desc: ${description}`, "layout: package", "---", ""];
}
