import assert from "node:assert/strict";
import { readChangedValues } from "./changes.mjs";

/**
 * @typedef {object} Scene
 * @property {import("./workspace.mjs").Workspace} workspace
 * @property {import("./emulator.mjs").Emulator} emulator
 * @property {Record<string, string>} secrets by configuration key
 */

/**
 * @typedef {object} Step
 * @property {string} title
 * @property {(scene: Scene) => Promise<string>} run resolves to what was seen; rejects when it was not
 */

/** @type {Step[]} */
export const steps = [
  { title: "Create", run: create },
  { title: "Preview without changes", run: previewNothing },
  { title: "Change the image", run: changeImage },
  { title: "Drift", run: drift },
  { title: "Destroy", run: destroy },
];

/** @param {Scene} scene */
async function create({ workspace, emulator, secrets }) {
  const text = await workspace.pulumi("up", "--yes");
  const requests = await emulator.requests();
  const waits = [...text.matchAll(/ContainerGroup shop creating .*Pending, \d+ s/g)].length;
  assert.ok(waits >= 2, "the group's line does not show its provisioning");
  assert.match(text, /fqdn *: "shop\.westus\.cloudcontainer\.io"/, "the outputs do not show the domain name");
  assert.match(text, /address *: "198\./, "the outputs do not show the address");
  assert.match(text, /state *: "Succeeded"/, "the outputs do not show the state");
  assert.deepEqual(statuses(requests, "PUT"), [201], "not one PUT");
  const groups = await emulator.groups({ secrets: true });
  assert.equal(groups.length, 1, "not one group at the service");
  for (const key of ["apiKey", "storageKey"]) {
    assert.ok(JSON.stringify(groups).includes(secrets[key] ?? ""), `the service was not given ${key}`);
  }
  return `1 PUT, ${statuses(requests, "GET").length} reads until Succeeded, ${waits} progress messages`;
}

/** @param {Scene} scene */
async function previewNothing({ workspace, emulator }) {
  const before = (await emulator.requests()).length;
  const text = await workspace.pulumi("preview", "--diff", "--expect-no-changes");
  assert.match(text, /2 unchanged/, "something changed");
  assert.deepEqual(readChangedValues(text), [], "a value is shown as changed");
  assert.equal((await emulator.requests()).length, before, "the preview sent a request to the service");
  return "2 unchanged, 0 requests to the service";
}

/** @param {Scene} scene */
async function changeImage({ workspace, emulator, secrets }) {
  const before = (await emulator.requests()).length;
  await workspace.setConfig("image", "nginx:1.28");
  const changes = readChangedValues(await workspace.pulumi("preview", "--diff"));
  assert.deepEqual(changes, ['~ image: "nginx:1.27" => "nginx:1.28"'], "not just the line of the image");
  assert.equal((await emulator.requests()).length, before, "the preview sent a request to the service");

  await workspace.pulumi("up", "--yes", "--skip-preview");
  const requests = (await emulator.requests()).slice(before);
  assert.deepEqual(statuses(requests, "PUT"), [200], "not one PUT");
  const [group] = await emulator.groups({ secrets: true });
  const web = group?.body.properties.containers[0].properties;
  assert.equal(web.image, "nginx:1.28", "the service has another image");
  assert.equal(web.environmentVariables[1].secureValue, secrets.apiKey, "the secret was not sent");
  return `${changes[0]}, and no other line; 1 PUT`;
}

/** @param {Scene} scene */
async function drift({ workspace, emulator }) {
  const [group] = await emulator.groups({ secrets: true });
  assert.ok(group, "the group is gone");
  const { containers } = structuredClone(group.body.properties);
  containers[0].properties.environmentVariables[0].value = "debug";
  await emulator.patch(group.id, { tags: { team: "another client" }, properties: { containers } });
  console.log("Another client changes a tag and an environment variable of the group without Pulumi.");

  const found = readChangedValues(await workspace.pulumi("refresh", "--yes", "--skip-preview", "--diff"));
  const wanted = ['~ team: "platform" => "another client"', '~ value: "production" => "debug"'];
  assert.deepEqual(found, wanted, "refresh does not show just the two fields");
  const back = readChangedValues(await workspace.pulumi("up", "--yes", "--skip-preview", "--diff"));
  const wantedBack = ['~ team: "another client" => "platform"', '~ value: "debug" => "production"'];
  assert.deepEqual(back, wantedBack, "up does not restore just the two fields");

  const [repaired] = await emulator.groups({ secrets: true });
  assert.deepEqual(declared(repaired), declared(group), "the group differs from the one before the drift");
  return `${found.join(", ")}; restored`;
}

/** @param {Scene} scene */
async function destroy({ workspace, emulator }) {
  await workspace.pulumi("destroy", "--yes", "--skip-preview");
  const requests = await emulator.requests();
  assert.equal(statuses(requests, "DELETE").length, 1, "not one DELETE");
  assert.deepEqual(await emulator.groups(), [], "the service still has a group");
  assert.deepEqual(workspace.managed(), [], "the state still has a resource");
  return "1 DELETE, no group at the service, no resource in the state";
}

/**
 * The fields of a group that the program decides, secrets included.
 *
 * @param {import("./emulator.mjs").Group | undefined} group
 */
function declared(group) {
  const { tags, properties } = group?.body ?? {};
  const containers = properties.containers.map((/** @type {any} */ { name, properties }) => {
    const { instanceView, ...rest } = properties;
    return { name, ...rest };
  });
  return { tags, containers, volumes: properties.volumes, dnsNameLabel: properties.ipAddress.dnsNameLabel };
}

/**
 * @param {import("./emulator.mjs").Request[]} requests
 * @param {string} method
 */
function statuses(requests, method) {
  return requests.filter((request) => request.method === method).map(({ status }) => status);
}
