import assert from "node:assert/strict";
import type { LogEntry } from "../../emulator/index.js";
import type { Demo } from "./demo.js";

/** Steps by title. Each resolves with its result, and rejects if the result is wrong. */
export const steps: Record<string, (demo: Demo) => Promise<string>> = {
  Create: create,
  "Preview without changes": previewNothing,
  "Change the image": changeImage,
  Drift: drift,
  Destroy: destroy,
};

async function create(demo: Demo): Promise<string> {
  const text = await demo.pulumi("up", "--yes");
  const requests = demo.requests();
  const waits = [...text.matchAll(/ContainerGroup shop creating .*Pending, \d+ s/g)].length;
  assert.ok(waits >= 2, "the group's line does not show its provisioning");
  assert.match(
    text,
    /fqdn *: "my-shop\.westus\.cloudcontainer\.io"/,
    "the outputs do not show the domain name",
  );
  assert.match(text, /address *: "198\./, "the outputs do not show the address");
  assert.match(text, /state *: "Succeeded"/, "the outputs do not show the state");
  assert.deepEqual(statuses(requests, "PUT"), [201], "not one PUT");
  const groups = demo.groups.list();
  assert.equal(groups.length, 1, "not one group at the service");
  for (const key of ["apiKey", "storageKey"] as const)
    assert.ok(JSON.stringify(groups).includes(demo.secrets[key]), `the service was not given ${key}`);
  return `1 PUT, ${statuses(requests, "GET").length} reads until Succeeded, ${waits} progress messages`;
}

async function previewNothing(demo: Demo): Promise<string> {
  const before = demo.requests().length;
  const text = await demo.pulumi("preview", "--diff", "--expect-no-changes");
  assert.match(text, /2 unchanged/, "something changed");
  assert.deepEqual(readChangedValues(text), [], "a value is shown as changed");
  assert.equal(demo.requests().length, before, "the preview sent a request to the service");
  return "2 unchanged, 0 requests to the service";
}

async function changeImage(demo: Demo): Promise<string> {
  const before = demo.requests().length;
  await demo.setConfig("image", "nginx:1.28");
  const changes = readChangedValues(await demo.pulumi("preview", "--diff"));
  assert.deepEqual(changes, ['~ image: "nginx:1.27" => "nginx:1.28"'], "not just the line of the image");
  assert.equal(demo.requests().length, before, "the preview sent a request to the service");

  await demo.pulumi("up", "--yes", "--skip-preview");
  assert.deepEqual(statuses(demo.requests().slice(before), "PUT"), [200], "not one PUT");
  const web = demo.groups.list()[0]?.properties.containers[0]?.properties;
  assert.equal(web?.image, "nginx:1.28", "the service has another image");
  const key = web?.environmentVariables?.[1];
  assert.equal(key?.secureValue, demo.secrets.apiKey, "the secret was not sent");
  return `${changes[0]}, and no other line; 1 PUT`;
}

async function drift(demo: Demo): Promise<string> {
  const before = declared(demo);
  const [group] = demo.groups.list();
  assert.ok(group?.id, "the group is gone");
  const { containers } = group.properties;
  Object.assign(containers[0]?.properties.environmentVariables?.[0] ?? {}, { value: "debug" });
  demo.groups.patch(group.id, { tags: { team: "another client" }, properties: { containers } });
  console.log("Another client changes a tag and an environment variable of the group without Pulumi.");

  const found = readChangedValues(await demo.pulumi("refresh", "--yes", "--skip-preview", "--diff"));
  const wanted = ['~ team: "platform" => "another client"', '~ value: "production" => "debug"'];
  assert.deepEqual(found, wanted, "refresh does not show just the two fields");
  const back = readChangedValues(await demo.pulumi("up", "--yes", "--skip-preview", "--diff"));
  const wantedBack = ['~ team: "another client" => "platform"', '~ value: "debug" => "production"'];
  assert.deepEqual(back, wantedBack, "up does not restore just the two fields");

  assert.deepEqual(declared(demo), before, "the group differs from the one before the drift");
  return `${found.join(", ")}; restored`;
}

async function destroy(demo: Demo): Promise<string> {
  await demo.pulumi("destroy", "--yes", "--skip-preview");
  assert.equal(statuses(demo.requests(), "DELETE").length, 1, "not one DELETE");
  assert.deepEqual(demo.groups.list(), [], "the service still has a group");
  assert.deepEqual(demo.stateTypes(), [], "the state still has a resource");
  return "1 DELETE, no group at the service, no resource in the state";
}

/** Returns the fields of the group that the program declares, secrets included. */
function declared(demo: Demo): object {
  const [group] = demo.groups.list();
  const { containers = [], volumes, ipAddress } = group?.properties ?? {};
  const own = containers.map(({ name, properties: { instanceView, ...rest } }) => ({ name, ...rest }));
  return { tags: group?.tags, containers: own, volumes, dnsNameLabel: ipAddress?.dnsNameLabel };
}

function statuses(requests: readonly LogEntry[], method: string): unknown[] {
  return requests.filter((request) => request.method === method).map(({ status }) => status);
}

/**
 * Returns the changed values in the output of a preview, refresh or update with `--diff`: each marked line once, without the
 * lines that only lead to a value (`~ containers: [`) and without the final counts.
 */
function readChangedValues(text: string): string[] {
  const lines = text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => /^[~+-] /.test(line))
    .filter((line) => !/[[{]$|^. pulumi[-:]|^. \d+ /.test(line));
  return [...new Set(lines)].sort();
}
