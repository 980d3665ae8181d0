import { expect } from "chai";
import { describe, it } from "mocha";
import {
  anything,
  boolean,
  guid,
  int32,
  keyedList,
  list,
  mapOf,
  number,
  object,
  text,
} from "../../../provider/schema/build.js";
import type { JsonObject } from "../../../provider/schema/json.js";
import type { ResourceSchema } from "../../../provider/schema/keywords.js";
import { createValidator } from "../../../provider/schema/validate.js";
import { containerGroupSchema as schema } from "../../../provider/services/containerGroups/schema.js";
import { sampleContainer, sampleGroup } from "../support/groups.js";

const validate = createValidator(schema);
const problems = (changes: JsonObject) => told(validate(sampleGroup(changes)).problems);
const warnings = (changes: JsonObject) => told(validate(sampleGroup(changes)).warnings);
const told = (findings: { path: string; message: string }[]) =>
  findings.map(({ path, message }) => `${path}: ${message}`);
const web = (part: JsonObject): JsonObject => ({ containers: [sampleContainer("web", part)] });
const variables = (...environmentVariables: unknown[]) => web({ environmentVariables });
const ENV = "containers[web].environmentVariables";
const MISUSE = "Calling [toString] on an [Output<T>] is not supported.";
const CONVERTED =
  "contains an Output that was converted to a string; pass the Output itself, or make the text in its `apply`";

const valid: JsonObject[] = [
  {},
  { location: null, tags: null, ...variables({ name: "A", value: "", secureValue: null }) },
  variables({ name: "A", value: "" }, { name: "B", secureValue: "" }),
  web({
    ports: [{ port: 80 }, { port: 443, protocol: "tcp" }, { port: 443, protocol: "UDP" }],
  }),
  variables({ name: "_a1", value: "" }, { name: "Z", value: "" }),
  { tags: { "hidden-link: a/b": "x", "": "", __proto__x: "y" } },
];

/** As the engine hands it over. */
const asset = { "4dabf18193072939515e22adb298388d": "c44067f5952c0a294b673a41bacd8c17", text: "x" };

const invalid: [changes: JsonObject, ...problems: string[]][] = [
  [{ osType: undefined, containers: undefined }, "containers: required", "osType: required"],
  [web({ image: undefined }), "containers[web].image: required"],
  [web({ name: undefined }), "containers[#0].name: required"],
  [{ containers: [] }, "containers: must not be empty"],
  [{ location: 5 }, "location: must be a string, got a number"],
  [{ containers: "web" }, "containers: must be an array, got a string"],
  [{ ipAddress: "web" }, "ipAddress: must be an object, got a string"],
  [{ containers: [null] }, "containers[#0]: must be an object, got null"],
  [{ containers: [undefined] }, "containers[#0]: must be an object, got undefined"],
  [
    web({ resources: { requests: { cpu: 0, memoryInGB: 1 } } }),
    "containers[web].resources.requests.cpu: must be greater than 0",
  ],
  [
    { initContainers: [{ name: "side", image: "a" }] },
    "initContainers[side]: has the name of an item of containers",
  ],
  [
    { restartPolicy: "Allways" },
    "restartPolicy: must be one of Always, OnFailure, Never; did you mean Always?",
  ],
  [{ tags: { id: `id-${MISUSE}\n\nTo get …` } }, `tags.id: ${CONVERTED}`],
  [variables({ name: "A", secureValue: btoa(`key=${MISUSE}`) }), `${ENV}[A].secureValue: ${CONVERTED}`],
  [{ tags: { [MISUSE]: "1" } }, `tags: ${CONVERTED}`],
  [
    {
      ...variables({ name: "A", secureValue: "[secret]" }),
      extendedLocation: { zone: [MISUSE] },
    },
    `${ENV}[A].secureValue: is the text [secret], which outputs have in place of a secret; use the secret itself`,
    `extendedLocation.zone[#0]: ${CONVERTED}`,
  ],
  [
    variables({ name: "A", value: "1", secureValue: "2" }),
    `${ENV}[A]: takes only one of value, secureValue, secureValueReference, not value and secureValue`,
  ],
  [variables({ name: "A" }), `${ENV}[A]: one of value, secureValue, secureValueReference is required`],
  [
    web({ ports: [{ port: 80 }, { port: 80, protocol: "tcp" }] }),
    "containers[web].ports[80/tcp]: declared twice",
  ],
  [
    web({ volumeMounts: [{ name: "gone", mountPath: "/a" }] }),
    "containers[web].volumeMounts[/a].name: does not match any item of volumes",
  ],
  [
    { identity: { type: "UserAssigned", userAssignedIdentities: { "/A": {}, "/a": {} } } },
    'identity.userAssignedIdentities["/a"]: declared twice',
  ],
  [{ restartpolicy: "Always" }, "restartpolicy: wrong letter case; did you mean restartPolicy?"],
  [
    { restartPolcy: "Always" },
    "restartPolcy: not a documented field; did you mean restartPolicy? If the service has such a field, put it into additionalProperties",
  ],
  [
    web({ securityContext: { priviliged: true } }),
    "containers[web].securityContext.priviliged: not a documented field; did you mean privileged?",
  ],
  [{ properties: {} }, "properties: move its fields one level up"],
  [
    {
      sparkle: { deep: [asset] },
      extensions: [{ name: "dns", extensionType: "a", version: "1", settings: { zone: asset } }],
    },
    "sparkle.deep[#0]: is an asset, an archive or a resource: only JSON can be sent",
    "extensions[dns].settings.zone: is an asset, an archive or a resource: only JSON can be sent",
  ],
];

const warned: [changes: JsonObject, warning: string][] = [
  [{ sparkle: 1 }, "sparkle: not a documented field; sent unchanged"],
  [{ provisioningstate: "Succeeded" }, "provisioningstate: not a documented field; sent unchanged"],
  [{ osType: "Plan9" }, "osType: not one of the known values (Linux, Windows); sent unchanged"],
  [
    { tags: { a: "[secret]" } },
    "tags.a: is the text [secret], which outputs have in place of a secret; use the secret itself",
  ],
  [{ provisioningState: "Succeeded" }, "provisioningState: is set by the service; not sent"],
  [
    { ipAddress: { type: "Public", ports: [{ port: 80 }], ip: "1.2.3.4" } },
    "ipAddress.ip: is set by the service; not sent",
  ],
];

describe("createValidator", () => {
  for (const changes of valid) {
    it(`accepts ${JSON.stringify(changes).slice(0, 90)}`, () => {
      const validation = validate(sampleGroup(changes));
      expect(validation).to.deep.equal({ problems: [], refusals: [], warnings: [] });
    });
  }

  for (const [changes, ...expected] of invalid) {
    it(`refuses ${expected.join("; ")}`, () => expect(problems(changes)).to.have.members(expected));
  }

  for (const [changes, expected] of warned) {
    it(`warns of ${expected}`, () => {
      expect(warnings(changes)).to.deep.equal([expected]);
      expect(problems(changes)).to.deep.equal([]);
    });
  }
});

describe("the rules that a schema states", () => {
  const point = object(
    "Point",
    "",
    { x: int32(""), label: text("", { pattern: "^a", patternMessage: "begins with a" }) },
    { required: ["x"] },
  );
  /** A new one for each test: a process compiles the rules of a schema once. */
  const problemsOf = (value: JsonObject): string[] => {
    const fresh = object("Thing", "", {
      any: anything(""),
      flag: boolean(""),
      size: number("", { minimum: 1, maximum: 5, multipleOf: 0.1 }),
      id: guid("", { resolvedBy: "number" }),
      mail: text("", { format: "email", maxLength: 9 }),
      address: text("", { format: "uri" }),
      date: text("", { format: "date-time" }),
      start: point,
      points: list("", point),
      named: keyedList(["x"], "", point, { minItems: 1 }),
      map: mapOf("", point),
      "a/b~c": point,
      state: text("", { readOnly: true }),
    }) as ResourceSchema;
    return told(createValidator(fresh)(value).problems);
  };

  it("hold for the values of every type and format", () => {
    const valid = {
      ...{ any: [1, "a", { b: null }], flag: true, size: 2.5, mail: "a@b", address: "https://a.example/" },
      ...{ id: "37FE3458-93e1-ef11-9344-6045bde9ca09", date: "2026-01-15T10:00:00Z" },
      ...{ start: { x: 1, label: "a" }, points: [{ x: 1 }], named: [{ x: 2 }], map: { one: { x: 3 } } },
    };
    expect(problemsOf(valid)).to.deep.equal([]);
    const invalid = { flag: "true", id: "1000", mail: "@b", address: "a", date: "today", start: { x: 0.5 } };
    expect(problemsOf(invalid)).to.have.members([
      "flag: must be a boolean, got a string",
      "id: must be a GUID; to name the record without it, use number",
      "mail: must be an e-mail address",
      "address: must be an absolute URL",
      "date: must be a date-time",
      "start.x: must be an integer, got a number with a fraction",
    ]);
    expect(problemsOf({ mail: "a@", start: { x: 2 ** 31 } })).to.deep.equal([
      "mail: must be an e-mail address",
      "start.x: must be a 32-bit integer",
    ]);
  });

  it("hold for a shape in every place of it: a field, items, entries", () => {
    const wrong = { label: "b" };
    const value = {
      start: wrong,
      points: [wrong],
      named: [{ x: 1, label: "b" }],
      map: { one: wrong },
      "a/b~c": wrong,
    };
    expect(problemsOf(value)).to.have.members([
      ...["start.", "points[#0].", "map.one.", '["a/b~c"].'].flatMap((path) => [
        `${path}x: required`,
        `${path}label: begins with a`,
      ]),
      "named[1].label: begins with a",
    ]);
  });

  it("hold for bounds, and report all problems at once", () => {
    expect(problemsOf({ size: 0, mail: "a@b.example", named: [] })).to.have.members([
      "size: must be at least 1",
      "mail: must have at most 9 characters",
      "named: must not be empty",
    ]);
    expect(problemsOf({ size: 6 })).to.deep.equal(["size: must be at most 5"]);
    expect(problemsOf({ size: 2.55 })).to.deep.equal(["size: must be a multiple of 0.1"]);
    expect(problemsOf({ size: Number.NaN })).to.deep.equal(["size: must be a number"]);
  });

  it("do not concern what only the service sets", () => {
    expect(problemsOf({ state: 5 })).to.deep.equal([]);
  });
});
