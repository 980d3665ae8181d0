import { expect } from "chai";
import { it } from "mocha";
import type { JsonObject } from "../../provider/schema/json.js";
import {
  applicationServerInstanceStopLifecycle,
  databaseInstanceStopLifecycle,
} from "../../provider/services/instanceStops/lifecycle.js";
import { rejection } from "../unit/http/answers.js";
import { type StopCase, SYSTEM, stops } from "./bodies/stops.js";
import { type Exchange, replaying, TOKEN } from "./replay.js";
import { checked, resource } from "./resources.js";

export function testStops(): void {
  for (const [name, stop] of Object.entries(stops))
    it(`${name} is followed to its end`, () => isFollowed(stop));
}

async function isFollowed(stop: StopCase): Promise<void> {
  const { instance, version, body, status, headers = {}, answer: accepted, polls = [], fails } = stop;
  const isDatabase = instance.startsWith("databaseInstances");
  const path = `${SYSTEM}/${instance}?api-version=${version}`;
  const exchanges: Exchange[] = [
    { method: "GET", path, answer: { status: 405, body: null } },
    { method: "POST", path: path.replace("?", "/stop?"), body, answer: { status, headers, body: accepted } },
  ];
  let address = addressIn(headers);
  for (const { headers: more = {}, ...poll } of polls) {
    exchanges.push({ method: "GET", path: address ?? "", answer: { ...poll, headers: more } });
    address = addressIn(more) ?? address;
  }
  const [, , subscriptionId, , resourceGroupName, , , , erpVirtualInstanceName] = SYSTEM.split("/");
  const args = {
    ...{ subscriptionId, resourceGroupName, erpVirtualInstanceName, ...body },
    [isDatabase ? "databaseInstanceName" : "applicationInstanceName"]: instance.split("/")[1],
  } as JsonObject;
  await replaying(exchanges, async (url) => {
    const lifecycle = isDatabase ? databaseInstanceStopLifecycle : applicationServerInstanceStopLifecycle;
    const { hooks, log } = await resource(lifecycle, url, { erpApiVersion: version });
    const inputs = await checked(hooks, args);
    if (fails !== undefined) {
      const error = (await rejection(hooks.create(inputs))) as Error;
      expect(error.message).to.include(fails);
      return;
    }
    const { outs } = await hooks.create(inputs);
    expect(outs.status).to.equal("Succeeded");
    const last = polls.at(-1)?.body;
    if (last) expect([outs.operationId, outs.endTime]).to.deep.equal([last.id, last.endTime]);
    const shown = JSON.stringify([outs, log]);
    expect(shown).not.to.match(/&[tcsh]=/);
    expect(shown).not.to.include(TOKEN);
  });
}

function addressIn(headers: Record<string, string>): string | undefined {
  const found = Object.entries(headers).find(([name]) => /^cloud-asyncoperation$/i.test(name));
  return found && decodeURIComponent(found[1].replace("{base_url}", ""));
}
