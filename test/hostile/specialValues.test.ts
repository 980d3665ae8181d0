import { expect } from "chai";
import { describe, it } from "mocha";
import { STORED } from "../../provider/core/storedNames.js";
import { META } from "../../provider/protocols/dynamic/names.js";
import { asData, isReservedName } from "../../provider/schema/engineValues.js";
import { honest, onMethod, type Respond, type Response } from "../support/message.js";
import { assertClean, UNKNOWNS } from "./support/clean.js";
import { kinds, kindsOfBothProtocols, oneOfEach, type ResourceKind } from "./support/kinds.js";
import { hooks, type Outcome, runHook } from "./support/run.js";
import { mapTexts } from "./support/texts.js";

/*
 * Values that the engine, its SDK or this provider interprets are plain data when a service sends them. Written from
 * the sources of the engine (sdk/go/common/resource/plugin/rpc.go, sig/sig.go) and of the SDK.
 */

const SIGNATURE = "4dabf18193072939515e22adb298388d";
const KINDS_OF_OBJECTS = {
  asset: "c44067f5952c0a294b673a41bacd8c17",
  secret: "1b47061264138c4ac30d75fd1eb44270",
};
const [UNKNOWN = ""] = UNKNOWNS;

/** Properties that are put into every object of every response, as JSON text: some of them no literal can write. */
const additions: Record<string, string> = {
  ...Object.fromEntries(
    Object.entries(KINDS_OF_OBJECTS).map(([what, signature]) => [
      `the signature of an ${what}`,
      `"${SIGNATURE}":"${signature}","path":"/etc/hostname","text":"x","value":"x","urn":"urn:pulumi:a::b::c::d"`,
    ]),
  ),
  "an escaped signature": `"\\u0034${SIGNATURE.slice(1)}":"${KINDS_OF_OBJECTS.asset}","path":"/etc/hostname"`,
  "names of this provider's own, of the SDK's and of all objects": [
    ...Object.values({ ...META, ...STORED }).map(
      (name) => `"${name}":{"diagnostics.logAnalytics.workspaceKey":"x"}`,
    ),
    ...["Output", "Asset", "Archive", "Resource", "CustomResource", "Unknown"].map(
      (name) => `"__pulumi${name}":true`,
    ),
    ...["__proto__", "constructor", "toString", "valueOf", "hasOwnProperty", "propertyIsEnumerable"].map(
      (name) => `"${name}":{"${SIGNATURE}":"${KINDS_OF_OBJECTS.asset}","polluted":true}`,
    ),
  ].join(),
};

/** The JSON text of a value with further properties in each of its objects. */
function textWith(value: unknown, addition: string): string {
  if (Array.isArray(value)) return `[${value.map((item) => textWith(item, addition)).join()}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const members = Object.entries(value).map(
    ([name, child]) => `${JSON.stringify(name)}:${textWith(child, addition)}`,
  );
  return `{${[...members, addition].join()}}`;
}

function withBody(good: Response, change: (body: unknown) => string): Response {
  if (good.body === undefined) return good;
  const { body, ...rest } = good;
  return { ...rest, headers: { "content-type": "application/json", ...rest.headers }, text: change(body) };
}

/** The result without what is another one in each run: the host, ids and numbers that the service chooses, entity tags. */
function shownOf({ result, error, messages }: Outcome): unknown {
  const text = JSON.stringify({ result, error: error?.message, properties: error?.properties, messages });
  return JSON.parse(
    text.replace(
      /127\.\d+\.\d+\.\d+(:\d+)?|W\/\\+"[^"]*"|[\da-fA-F]{8}(-[\da-f]{4}){3}-[\da-f]{12}|[\dA-F]{64}|SQ\d{5}/g,
      "x",
    ),
  );
}

function assertData(outcome: Outcome): void {
  assertClean(outcome);
  for (const unknown of UNKNOWNS)
    expect(JSON.stringify(shownOf(outcome)).toLowerCase()).to.not.include(unknown);
  expect(({} as Record<string, unknown>).polluted).to.equal(undefined);
}

describe("hostile: special values of the engine in a response", () => {
  for (const kind of kindsOfBothProtocols) {
    for (const hook of hooks) {
      const withFields = new Map<string, unknown>();
      for (const [what, addition] of Object.entries(additions)) {
        it(`${kind.name}: ${hook}, ${what} in every object: as if it were not there`, async () => {
          const respond: Respond = (_, good) => withBody(good, (body) => textWith(body, addition));
          // The fields that come with a signature are data like any others.
          const plain = addition
            .split(",")
            .filter((member) => /^"(path|text|value|urn)":/.test(member))
            .join();
          const expected: Respond = (_, good) =>
            plain === "" ? good : withBody(good, (body) => textWith(body, plain));
          const outcome = await runHook(kind, hook, respond, { over: "memory" });
          assertData(outcome);
          if (!withFields.has(plain))
            withFields.set(plain, shownOf(await runHook(kind, hook, expected, { over: "memory" })));
          expect(shownOf(outcome)).to.deep.equal(withFields.get(plain));
        });
      }
    }
  }

  /** Unknown values, and how one can be written so that something makes the very text of it. */
  const spellings = [
    ...UNKNOWNS,
    ...[UNKNOWN.toUpperCase(), ` ${UNKNOWN}\n`, `/operations/${UNKNOWN}`],
    `${UNKNOWN.slice(0, 9)}\u200b\u001b[0m${UNKNOWN.slice(9)}\ufeff`,
    ...["%2D", "_x002D_"].map((encoded) => UNKNOWN.replaceAll("-", encoded)),
  ];

  /** Every text of a response, but those that a hook needs in order to go on. */
  const needed =
    /^(id|@odata\.etag|status|provisioningState|parentId|dimensionId|customerId|itemId|externalDocumentNumber)$/;
  const replaced = (value: unknown, text: string): unknown =>
    mapTexts(value, (old, name) => (needed.test(name) ? old : text));

  for (const kind of oneOfEach) {
    for (const hook of hooks) {
      it(`${kind.name}: ${hook}, an unknown value for every text, in any spelling: a text`, async () => {
        for (const text of spellings) {
          const respond: Respond = (_, good) =>
            withBody(good, (body) => JSON.stringify(replaced(body, text)));
          assertData(await runHook(kind, hook, respond, { over: "memory" }));
        }
      });
    }
  }

  it("an unknown value for an entity tag, in body and header", async () => {
    for (const kind of [kinds.Customer, kinds.DefaultDimension, kinds.SalesQuote]) {
      for (const hook of hooks) {
        const respond: Respond = (_, good) => {
          const body = JSON.parse(
            JSON.stringify(good.body ?? null).replace(/"W\/\\"[^"]*""/g, `"${UNKNOWN}"`),
          );
          return { ...good, body, headers: { ...good.headers, etag: UNKNOWN } };
        };
        assertData(await runHook(kind, hook, respond, { over: "memory" }));
      }
    }
  });

  it("an unknown value for the id of an operation, in its document and its address", async () => {
    for (const kind of [kinds.DatabaseInstanceStop, kinds.ApplicationServerInstanceStop]) {
      for (const name of [UNKNOWN, UNKNOWN.replace("0", "%30"), `${UNKNOWN}?x=1`]) {
        const path = `/operations/${name}`;
        const respond = onMethod("POST", (request, good) => ({
          ...good,
          headers: { "cloud-asyncoperation": `http://${request.headers.host}${path}` },
        }));
        const following: Respond = (request, good) =>
          request.path.startsWith("/operations/")
            ? { status: 200, body: { status: "Succeeded", ...(request.index % 2 ? { id: name, name } : {}) } }
            : respond(request, good);
        const outcome = await runHook(kind, "create", following);
        assertData(outcome);
        expect(outcome.error?.message).to.equal(undefined);
      }
    }
  });
});

describe("hostile: what a declared map calls its own", () => {
  it("a declared tag of a reserved name, which no response shows, is no drift", async () => {
    const { args } = kinds.ContainerGroup;
    const tags = { ...(args.tags as object), __owner: "x", toString: "y", constructor: "z" };
    const kind: ResourceKind = { ...kinds.ContainerGroup, args: { ...args, tags } };
    const created = await runHook(kind, "create", honest);
    expect(created.result?.outputs?.tags).to.have.keys(Object.keys(tags));
    const read = await runHook(kind, "read", honest);
    expect(read.result?.inputs?.tags).to.have.keys(Object.keys(tags));
  });
});

describe("data of a service", () => {
  it("is as it was where nothing has to change", () => {
    const data = { a: [{ b: "text", c: 1, d: null, e: true }], secrets: { _x: UNKNOWN.slice(1) } };
    expect(asData(data)).to.deep.equal(data);
  });

  it("has no reserved name at any depth, no unknown value, no number that is none", () => {
    const text = `{"a":[{"__x":1,"b":[{"${SIGNATURE}":"x","c":"${UNKNOWN}"}]}],"n":1e999,"m":-1e999,"z":-0,"__proto__":{}}`;
    const data = asData(JSON.parse(text)) as Record<string, unknown>;
    expect(data).to.deep.equal({
      a: [{ b: [{ c: "04da6b54-80e4-46f7-96ec_b56ff0331ba9" }] }],
      n: null,
      m: null,
      z: 0,
    });
    expect(Object.is(data.z, 0)).to.equal(true);
    expect(Object.getPrototypeOf(data)).to.equal(Object.prototype);
  });

  it("may have any other name", () => {
    for (const name of [...",_x,x__,$type,id,urn,then,length,toJSON".split(","), SIGNATURE.slice(1)])
      expect(isReservedName(name), name).to.equal(false);
  });
});
