import { createRequire } from "node:module";

/** gRPC and the messages of the provider protocol are the SDK's own copies: this package adds none of its own. */
export const sdkRequire = createRequire(require.resolve("@pulumi/pulumi/package.json"));
