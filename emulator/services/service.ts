import type { FastifyInstance } from "fastify";
import type { SecretNames } from "../log/secrets.js";

/** One service of the vendor: one folder, and one line in `index.ts`. */
export interface Service<Store = unknown> {
  /** Store of the service, which tests read and change as another writer does. */
  readonly store: Store;
  /** Names of secrets in requests to the service, beside tokens in headers. */
  readonly secrets?: SecretNames;
  /** Adds the service's operations. */
  routes(app: FastifyInstance): void;
  /** Adds what can be asked of the service below `/_emulator/`. */
  control(app: FastifyInstance): void;
}
