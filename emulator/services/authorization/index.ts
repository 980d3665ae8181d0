import type { Settings } from "../../options.js";
import type { Service } from "../service.js";
import { routes } from "./routes.js";
import { Tokens } from "./tokens.js";

/** The service that people sign in to, and that hands out tokens for the others. */
export function authorization(settings: Settings): Service<Tokens> {
  const tokens = new Tokens(settings);
  return {
    store: tokens,
    // It proves that an answer belongs to a sign-in.
    secrets: { parameters: ["state"] },
    routes: (app) => routes(app, settings, tokens),
    control: () => undefined,
  };
}
