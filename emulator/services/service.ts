import type { FastifyInstance } from "fastify";
import type { SecretNames } from "../log/secrets.js";

/** A service of the vendor. It has one folder, and one line in `index.ts`. */
export interface Service<Store = unknown> {
  /** Store of the service, which tests read and change as another writer. */
  readonly store: Store;
  /** Names of secrets in requests to the service, in addition to tokens in headers. */
  readonly secrets?: SecretNames;
  routes(app: FastifyInstance): void;
  /** Adds the service's part of `/_emulator/`. */
  control(app: FastifyInstance): void;
}
