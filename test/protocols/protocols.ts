import { dynamicProtocol } from "./dynamicProtocol.js";
import { nativeProtocol } from "./nativeProtocol.js";
import type { Protocol } from "./protocol.js";

/** Everything that is promised holds whatever way the engine calls the provider. */
export const protocols: readonly Protocol[] = [dynamicProtocol, nativeProtocol];
