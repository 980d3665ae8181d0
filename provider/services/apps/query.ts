import type { ServiceQuery } from "../../core/serviceQuery.js";
import { text } from "../../schema/build.js";
import { AppClient, getRefusalHint } from "./client.js";

export const getUserQuery: ServiceQuery<undefined> = {
  name: "getUser",
  service: "apps",
  withoutToken: { title: "the app service", consequence: "values that depend on the profile are unknown" },

  read: () => undefined,

  ask: (_question, context) => new AppClient(context).user(),

  hint: (error, settings) => getRefusalHint(error, RIGHTS, settings),

  describe: () => ({
    description: "The profile of the user who owns the app service's token.",
    arguments: {},
    result: {
      id: text("GUID of the user."),
      displayName: text("Display name: any text."),
      email: text("E-mail address."),
      name: text("Unique name. It is also the owner name in the addresses of apps."),
    },
  }),
};

const RIGHTS =
  "reading a profile requires a user token (Full Access or Read-Only): an app token works only within its app.";
