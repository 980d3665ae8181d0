import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import type { Context } from "mocha";
import { VERSION } from "./goldenState.js";
import { goVariables, pythonVariables } from "./nativeLanguages.js";
import { resultOf, resultOrSkip } from "./tool.js";

/** Returns the SDKs and an archive of the plugin, as in a release. They are made once for a test file. */
function releaseFiles(): Promise<string> {
  files ??= makeFiles();
  return files;
}

let files: Promise<string> | undefined;

async function makeFiles(): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), "vendorcloud-release-"));
  process.once("exit", () => rmSync(directory, { recursive: true, force: true }));
  await resultOf("sdk/main.mjs", [join(directory, "sdks")]);
  await resultOf("archives.mjs", [join(directory, "archives"), "node"]);
  return directory;
}

/** Commands before a program of a language: the files of a release are in the home directory, and the plugin is installed. */
export const withRelease = `
mkdir -p ~
ln -s $RELEASE ~/vendorcloud
PATH=$PATH:$JAVA_HOST
pulumi plugin install resource vendorcloud ${VERSION} --file $RELEASE/archives/pulumi-resource-vendorcloud-*-node.tar.gz
`;

/** Variables of a language, by its heading. */
export async function languageVariables(language: string, context: Context): Promise<Variables> {
  const variables: Record<string, (context: Context) => Promise<Variables>> = {
    Python: packagesOfPython,
    Go: goVariables,
    Java: javaVariables,
  };
  return { RELEASE: await releaseFiles(), ...(await variables[language]?.(context)) };
}

type Variables = Record<string, string>;

/** Packages that the wheel needs, because pip downloads nothing. */
async function packagesOfPython(context: Context): Promise<Variables> {
  const { PYTHONPATH = "" } = await pythonVariables(context);
  return { PYTHONPATH: PYTHONPATH.split(delimiter).at(-1) ?? "" };
}

/** Variables for Java's language host and a Maven repository that is kept between runs. */
async function javaVariables(context: Context): Promise<Variables> {
  const folders = await resultOrSkip(context, "Maven", () => resultOf("sdk/java.mjs"));
  const [host = "", repository] = folders.split("\n");
  // Each command starts Java again and ends before optimized code pays off.
  const quick = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC";
  return { JAVA_HOST: host, MAVEN_OPTS: `${quick} -Dmaven.repo.local=${repository}` };
}
