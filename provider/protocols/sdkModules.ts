import { createRequire } from "node:module";

let fromSdk: NodeJS.Require | undefined;

/**
 * gRPC and the messages of the engine's protocols are the SDK's own copies: this package adds none. The bundle of the
 * plugin has them inside: `tools/bundle.mjs` makes each call a plain `require`.
 */
export function sdkRequire(name: string) {
  fromSdk ??= createRequire(require.resolve("@pulumi/pulumi/package.json"));
  return fromSdk(name);
}
