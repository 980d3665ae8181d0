import type { FastifyInstance } from "fastify";

/** A service of the vendor. It has one folder, and one line in `index.ts`. */
export interface Service<Store = unknown> {
  /** Store of the service, which tests read and change as another writer. */
  readonly store: Store;
  /** Names of fields of requests that are secret, at any depth. */
  readonly secretFields?: readonly string[];
  routes(app: FastifyInstance): void;
  /** Adds the service's part of `/_emulator/`. */
  control(app: FastifyInstance): void;
}
