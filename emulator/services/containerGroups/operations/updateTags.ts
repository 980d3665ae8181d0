import type { RouteHandlerMethod } from "fastify";
import type { JsonObject } from "../../../json.js";
import { cloudErrors } from "../../../resourceManager/cloudError.js";
import { jsonBody } from "../../../resourceManager/jsonBody.js";
import type { Problem } from "../../../shape/kind.js";
import { text } from "../../../shape/scalars.js";
import { map } from "../../../shape/structures.js";
import { answer } from "../answer.js";
import type { Context } from "../context.js";
import { placeOf } from "../place.js";

/** PATCH of a group: replaces its tags and nothing else. */
export function updateTags({ store }: Context): RouteHandlerMethod {
  return async (request) => {
    const { id } = placeOf(request);
    const tags = readTags(jsonBody(request));
    const group = store.find(id);
    if (group === undefined) {
      throw cloudErrors.resourceNotFound(id);
    }
    group.body = { ...group.body, tags };
    store.count(group.id, "updates");
    return answer(group.body);
  };
}

/** Other fields are refused: a client that sends them would believe that they took effect. */
function readTags({ tags, ...others }: JsonObject): Record<string, string> {
  const [other] = Object.keys(others);
  if (other !== undefined) {
    throw cloudErrors.invalidContent(`PATCH changes 'tags' only, not '${other}'.`);
  }
  const problems: Problem[] = [];
  const read = map(text).read(tags, "tags", (problem) => problems.push(problem));
  if (read === undefined || problems[0] !== undefined) {
    throw cloudErrors.invalidContent(problems[0]?.message ?? "'tags' is required.");
  }
  return read;
}
