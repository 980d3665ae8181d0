import { text } from "../schema/build.js";
import type { Schema } from "../schema/keywords.js";

/** A segment of the path of a resource. Its letter case has no meaning. */
export const segment = (description: string, extra: Partial<Schema> = {}): Schema =>
  text(description, { identity: true, createOnly: true, caseInsensitive: true, minLength: 1, ...extra });

export const subscriptionId = segment("Id of the subscription. Default: `vendorcloud:subscriptionId`.", {
  configured: true,
});

export const resourceGroupName = segment("Name of the resource group, 90 characters at most.", {
  maxLength: 90,
});
