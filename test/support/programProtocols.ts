import { before, describe, type Suite } from "mocha";
import type { EmulatorOptions } from "../../emulator/index.js";
import { nativeSdks, useNativePlugin } from "./nativeLanguages.js";
import { isTestAll } from "./randomRuns.js";
import { Sandbox, type Variables } from "./sandbox.js";
import { FIRST_USE_MS } from "./tool.js";

/** A way in which programs use the resources, with the facts that depend on it (docs/native-plugin.md). */
export interface ProgramProtocol {
  name: "dynamic" | "native";
  /** Opens a sandbox whose programs use the resources in this way. */
  open(options?: EmulatorOptions, variables?: Variables): Promise<Sandbox>;
  /** The type of a resource in states and previews. */
  typeOf(resource: string): string;
  /**
   * The line of a preview for a changed secret in a list.
   *
   * @param path for example `containers[web].command[0]`
   */
  changedSecret(path: string): string;
  /** The property of a state with the secrets of a list. */
  secretsOfList(list: string): string;
  /** Whether `pulumi import` and the option `import` work. */
  canImport: boolean;
  /** Whether the provider sees the option `retainOnDelete`. */
  seesRetainOnDelete: boolean;
  /** Whether the inputs of a resource contain its URN. */
  keepsUrn: boolean;
}

const dynamic: ProgramProtocol = {
  name: "dynamic",
  open: (...options) => Sandbox.open(...options),
  typeOf: (resource) => `pulumi-nodejs:dynamic/vendorcloud:${resource}`,
  changedSecret: (path) => `~ ${path}: [secret] => [secret]`,
  secretsOfList: () => "__secrets",
  canImport: false,
  seesRetainOnDelete: true,
  keepsUrn: true,
};

const native: ProgramProtocol = {
  name: "native",
  async open(...options) {
    const sandbox = await Sandbox.open(...options);
    await useNativePlugin(sandbox);
    return sandbox;
  },
  typeOf: (resource) => `vendorcloud:index:${resource}`,
  changedSecret: (path) => `~ ${path.split(".").at(-1)}: [secret] => [secret]`,
  secretsOfList: (list) => list,
  canImport: true,
  seesRetainOnDelete: false,
  keepsUrn: false,
};

export const programProtocols: readonly ProgramProtocol[] = [dynamic, native];

type Tests = (this: Suite, protocol: ProgramProtocol) => void;

/**
 * Runs the same tests for the dynamic resources and the native plugin. Programs take classes from their sandbox. `npm test` runs
 * them for the dynamic resources only.
 */
export function overBothProtocols(title: string, tests: Tests): void {
  declareTests(title, tests, isTestAll ? programProtocols : [dynamic]);
}

/** {@link overBothProtocols}, in `npm test` as well. */
export function alwaysOverBothProtocols(title: string, tests: Tests): void {
  declareTests(title, tests, programProtocols);
}

function declareTests(title: string, tests: Tests, protocols: readonly ProgramProtocol[]): void {
  for (const protocol of protocols)
    describe(`${title}, over the ${protocol.name} protocol`, function () {
      if (protocol === native)
        before(async function () {
          this.timeout(FIRST_USE_MS);
          await nativeSdks();
        });
      tests.call(this, protocol);
    });
}
