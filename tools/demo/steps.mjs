import assert from "node:assert/strict";
import { changedValues } from "./changes.mjs";

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
  const waits = count(text, /ContainerGroup shop creating .*Pending, \d+ s/g);
  assert.ok(waits >= 2, "the row of the group shows its provisioning");
  assert.match(text, /fqdn *: "shop\.westus\.cloudcontainer\.io"/);
  assert.match(text, /state *: "Succeeded"/);
  assert.deepEqual(statuses(requests, "PUT"), [201], "one PUT creates the group");
  const [group, ...others] = await emulator.groups({ secrets: true });
  assert.deepEqual(others, [], "there is one group");
  const stored = JSON.stringify(group);
  for (const [key, value] of Object.entries(secrets)) {
    if (key !== "token") assert.ok(stored.includes(value), `the service was given ${key}`);
  }
  return `1 PUT, ${statuses(requests, "GET").length} looks until Succeeded, ${waits} lines of progress`;
}

/** @param {Scene} scene */
async function previewNothing({ workspace, emulator }) {
  const before = await emulator.requests();
  const text = await workspace.pulumi("preview", "--diff", "--expect-no-changes");
  assert.match(text, /2 unchanged/);
  assert.deepEqual(changedValues(text), []);
  const requests = (await emulator.requests()).slice(before.length);
  assert.deepEqual(requests, [], "a preview asks the service nothing");
  return "2 unchanged, 0 requests at the service";
}

/** @param {Scene} scene */
async function changeImage({ workspace, emulator, secrets }) {
  const before = await emulator.requests();
  await workspace.setConfig("image", "nginx:1.28");
  const changes = changedValues(await workspace.pulumi("preview", "--diff"));
  assert.deepEqual(changes, ['~ image: "nginx:1.27" => "nginx:1.28"'], "one line says what changes");
  assert.equal((await emulator.requests()).length, before.length, "a preview asks the service nothing");

  await workspace.pulumi("up", "--yes", "--skip-preview");
  const requests = (await emulator.requests()).slice(before.length);
  assert.deepEqual(statuses(requests, "PUT"), [200], "one PUT brings the group up to date");
  const [group] = await emulator.groups({ secrets: true });
  const [web] = group?.body.properties.containers ?? [];
  assert.equal(web.properties.image, "nginx:1.28");
  assert.equal(web.properties.environmentVariables[1].secureValue, secrets.apiKey, "secrets are sent again");
  return `${changes[0]}, and no other line; 1 PUT`;
}

/** @param {Scene} scene */
async function drift({ workspace, emulator }) {
  const [group] = await emulator.groups({ secrets: true });
  assert.ok(group);
  const { containers } = structuredClone(group.body.properties);
  containers[0].properties.environmentVariables[0].value = "debug";
  await emulator.patch(group.id, { tags: { team: "somebody else" }, properties: { containers } });
  console.log("Somebody changes a tag and an environment variable of the group, past Pulumi.\n");

  const found = changedValues(await workspace.pulumi("refresh", "--yes", "--diff"));
  assert.deepEqual(found.sort(), ['~ team: "platform" => "somebody else"', '~ value: "production" => "debug"']);
  const back = changedValues(await workspace.pulumi("up", "--yes", "--diff"));
  const wanted = ['~ team: "somebody else" => "platform"', '~ value: "debug" => "production"'];
  assert.deepEqual([...new Set(back)].sort(), wanted);

  const [repaired] = await emulator.groups({ secrets: true });
  assert.deepEqual(declared(repaired), declared(group), "the group is as it was");
  return `${found.join(", ")}; put back`;
}

/** @param {Scene} scene */
async function destroy({ workspace, emulator }) {
  await workspace.pulumi("destroy", "--yes");
  assert.ok((await emulator.requests()).some(({ method }) => method === "DELETE"));
  assert.deepEqual(await emulator.groups(), [], "nothing is left at the service");
  assert.deepEqual(workspace.managed(), [], "nothing is left in the state");
  return "nothing left at the service or in the state";
}

/**
 * What the program decides about a group, secrets included.
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

/**
 * @param {string} text
 * @param {RegExp} pattern
 */
function count(text, pattern) {
  return [...text.matchAll(pattern)].length;
}
