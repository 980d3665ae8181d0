import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { JsonObject } from "../../provider/schema/json.js";
import { type GroupCase, ID } from "./bodies/groups.js";

/** Real requests and responses, beside a checkout on some machines. They are read where they are, and are not part of the project. */
const RECORDED = resolve(__dirname, "../../../shared/cases");

/** A published example, in which the response is about another group than the request. */
const CONTRADICTORY = "spec-2019-12-01-sample";

/** Fields that published responses leave out. */
const UNRECOGNISED: Record<string, string[]> = {
  "spec-2023-05-01-create-or-update, response 2": [
    "dnsConfig.searchDomains",
    "dnsConfig.options",
    "diagnostics",
  ],
};

/** The recorded groups with each of their responses; none where they are not on this machine. */
export function readRecordedGroups(): GroupCase[] {
  return ["containergroups", "containergroups-wild"]
    .map((name) => join(RECORDED, name))
    .filter((folder) => existsSync(folder))
    .flatMap((folder) =>
      readdirSync(folder)
        .filter((file) => /^[^_].*\.json$/.test(file))
        .flatMap((file) => readGroup(join(folder, file), file.replace(/\.json$/, ""))),
    );
}

function readGroup(path: string, name: string): GroupCase[] {
  // One published request misspells a name.
  const recorded = JSON.parse(readFileSync(path, "utf8").replaceAll('"priviliged"', '"privileged"'));
  const { request, responses = {}, final_get: finalGet } = recorded;
  if (request.properties.osType === undefined || name === CONTRADICTORY) return [];
  const bodies: JsonObject[] = Object.values<{ body: JsonObject }>(responses).map(({ body }) => body);
  if (finalGet !== undefined) bodies.push(finalGet);
  return (bodies.length > 0 ? bodies : [request]).map((body, index) => {
    const title = `${name}, response ${index + 1}`;
    const { [title]: unrecognised } = UNRECOGNISED;
    const answer = { ...body, id: ID, name: "group" };
    const recognition = unrecognised === undefined ? {} : { unrecognised };
    return { name: `recorded ${title}`, request: withoutResponseOnly(request), answer, ...recognition };
  });
}

function withoutResponseOnly(request: JsonObject): JsonObject {
  const { id: _id, name: _name, type: _type, ...body } = request;
  const properties = body.properties as Record<string, JsonObject[]>;
  const { provisioningState: _state, instanceView: _view, ...sent } = properties;
  for (const { properties: container } of [...(sent.containers ?? []), ...(sent.initContainers ?? [])])
    delete (container as JsonObject).instanceView;
  return { ...body, properties: sent };
}
