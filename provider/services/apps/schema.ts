import { text, triggers } from "../../schema/build.js";
import type { ResourceSchema } from "../../schema/keywords.js";

/** Fields of a removal. Source: document "Developer API Tokens", app token service operations. */
export const appUserRemovalSchema: ResourceSchema = {
  type: "object",
  title: "AppUserRemoval",
  description: "The removal of a user from an app of the app distribution service.",
  required: ["ownerName", "appName", "userEmail"],
  properties: {
    ownerName: text(
      "Name of the user or organization that owns the app, as in its web address `/users/<owner>/apps/<app>` or `/orgs/<owner>/apps/<app>`.",
      { identity: true, createOnly: true, minLength: 1 },
    ),
    appName: text("Name of the app, as in its web address.", {
      identity: true,
      createOnly: true,
      minLength: 1,
    }),
    userEmail: text("E-mail address of the user to remove. Its letter case has no meaning.", {
      identity: true,
      createOnly: true,
      caseInsensitive: true,
      format: "email",
    }),
    triggers,
  },
};
