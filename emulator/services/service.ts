import type { FastifyInstance } from "fastify";
import type { SecretNames } from "../log/secrets.js";

/** One service of the vendor: one folder, and one line in `services/index.ts`. */
export interface Service<Store = unknown> {
  /** What the service holds, for tests to look into and to change like another writer. */
  readonly store: Store;
  /** What is secret in requests to the service, beside tokens in headers. */
  readonly secrets?: SecretNames;
  /** Adds the service's operations. */
  routes(app: FastifyInstance): void;
  /** Adds what can be asked of the service below `/_emulator/`. */
  control(app: FastifyInstance): void;
}
