import { createRequire } from "node:module";

let fromSdk: NodeJS.Require | undefined;

/**
 * Loads a module of the SDK or of its dependencies, so that this package needs no copy of gRPC. In the plugin's bundle,
 * `tools/bundle.mjs` replaces each call by a plain `require`.
 */
export function sdkRequire(name: string) {
  fromSdk ??= createRequire(require.resolve("@pulumi/pulumi/package.json"));
  return fromSdk(name);
}
