import { findListProblem } from "../http/expectation.js";
import { LinkedPages } from "../http/linkedPages.js";
import type { Expectation } from "../http/pipeline.js";
import { isObject, type JsonObject } from "../schema/json.js";
import type { ResourceClient } from "./resourceClient.js";

/**
 * Lists the resources at a path from all its pages, in wire shape.
 *
 * @param advice what to do if there are too many, as a sentence
 */
export async function listResources(
  client: ResourceClient,
  path: string,
  advice: string,
): Promise<JsonObject[]> {
  const { address, send } = client.connection;
  const pages = new LinkedPages({ send, root: `${address}/`, items: "resources", advice });
  const resources: JsonObject[] = [];
  for (let url: string | undefined = client.getUrl(path); url !== undefined; ) {
    const { body } = await pages.request(url, { expects: PAGE });
    const { value, nextLink } = isObject(body) ? body : {};
    const page: JsonObject[] = Array.isArray(value) ? value.filter(isObject) : [];
    resources.push(...page);
    url = pages.resolve(nextLink, url);
    pages.count(page.length, url !== undefined);
  }
  return resources;
}

const PAGE: Expectation = {
  statuses: [200],
  problem: ({ body }) => findListProblem(body, "a list of resources"),
};
