import { runtime } from "@pulumi/pulumi";
import fc from "fast-check";
import type { Json, JsonObject } from "../../../provider/schema/json.js";
import { TOKEN } from "../../support/canaries.js";
import { encodedForms, plainForms } from "../../support/canaryForms.js";
import { INJECTED, UNKNOWNS } from "./clean.js";
import { interleaved } from "./interleaved.js";
import type { ResourceKind } from "./kinds.js";

/** Names, texts, JSON and headers that hostile responses are made of. */

/** JSON that no value in memory has: numbers beyond all bounds, nesting beyond all sense. */
const RAW = /"@(raw|deep):([^"@]*)@"/g;
/** A text that is written as this JSON. */
const raw = (text: string): string => `@raw:${text}@`;

/** The JSON of a value, with what only JSON can say in it. */
export function textOfJson(body: Json): string {
  return (JSON.stringify(body) ?? "").replace(RAW, (_, kind: string, value: string) =>
    kind === "raw" ? value : "[".repeat(Number(value)) + "]".repeat(Number(value)),
  );
}

const signatures = [
  runtime.specialAssetSig,
  runtime.specialArchiveSig,
  runtime.specialSecretSig,
  runtime.specialResourceSig,
  runtime.specialOutputValueSig,
];

export const specialNames = fc.constantFrom(
  runtime.specialSigKey,
  ..."__proto__ constructor prototype toString hasOwnProperty __secrets __kept __inPlace __declared __urn".split(
    " ",
  ),
  ..."__provider __defaults id urn error status value name properties provisioningState".split(" "),
  ..."@odata.etag @odata.nextLink".split(" "),
  ...UNKNOWNS,
);

const special: fc.Arbitrary<Json> = fc
  .record({
    signature: fc.constantFrom(...signatures),
    path: fc.constantFrom("/etc/hostname", "https://evil.example"),
  })
  .map(({ signature, path }) => ({
    [runtime.specialSigKey]: signature,
    path,
    uri: path,
    text: path,
    value: path,
    urn: path,
  }));

/** Texts that a person might come to read. */
export function hostileText(kind: ResourceKind): fc.Arbitrary<string> {
  const secrets = [TOKEN, ...kind.canaries];
  const canary = fc.constantFrom(...secrets);
  const form = canary.chain((secret) => fc.constantFrom(...plainForms(secret), ...encodedForms(secret)));
  const piece = fc
    .tuple(canary, fc.nat(400), fc.integer({ min: 24, max: 300 }))
    .map(([secret, from, length]) =>
      secret.slice(from % Math.max(1, secret.length - 24), (from % secret.length) + length),
    );
  const filler = fc
    .oneof({ weight: 8, arbitrary: fc.nat(100) }, { weight: 1, arbitrary: fc.nat(5000) })
    .map((length) => "x".repeat(length));
  return fc.oneof(
    { weight: 8, arbitrary: fc.oneof(form, canary) },
    { weight: 4, arbitrary: interleaved(form) },
    { weight: 4, arbitrary: piece },
    { weight: 4, arbitrary: fc.tuple(filler, form).map(([before, secret]) => `${before} '${secret}'`) },
    {
      weight: 3,
      arbitrary: fc.constantFrom(
        ...[
          `x\n${INJECTED}: done`,
          `x\r\n${INJECTED}`,
          "\u001b]8;;https://evil.example\u0007click\u001b]8;;\u0007",
          "\u001b[2J",
        ],
        ...[
          "\u202egnp.exe",
          "\u2066x",
          "a\u0000b",
          "\u2028x",
          "\u009b31m",
          "[x](https://evil.example)",
          "@channel",
        ],
        ...[
          "%{x}",
          "{%",
          "<%{!",
          "<h1<h1<h1",
          "[secret]",
          "\ud800",
          "ﷺ",
          "<{%x%}>",
          "##[group]x",
          "::error::x",
        ],
        '{"a":"\\u003c{%x%}>"}',
      ),
    },
    { weight: 2, arbitrary: fc.constantFrom(...UNKNOWNS) },
    { weight: 2, arbitrary: fc.string({ maxLength: 30 }) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        "https://evil.example/x",
        "/x",
        "http://127.0.0.1:1/",
        "file:///etc/hostname",
      ),
    },
    {
      weight: 1,
      arbitrary: fc.integer({ min: 4000, max: 40_000 }).map((length) => "<h1 {% ".repeat(length / 7)),
    },
  );
}

export function hostileJson(text: fc.Arbitrary<string>): fc.Arbitrary<Json> {
  const scalar = fc.oneof(
    { weight: 6, arbitrary: text },
    { weight: 2, arbitrary: fc.constantFrom<Json>(null, true, false, 0, -1, 90_210_417, "", 1e21, -1e-7) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        raw("1e400"),
        raw("-0"),
        raw("123456789012345678901234567890"),
        raw("1E-400"),
      ),
    },
    { weight: 1, arbitrary: fc.constantFrom("@deep:100@", "@deep:3000@") },
    { weight: 2, arbitrary: special },
  );
  const { node } = fc.letrec<{ node: Json }>((tie) => ({
    node: fc.oneof(
      { depthSize: "small" },
      { weight: 5, arbitrary: scalar },
      { weight: 1, arbitrary: fc.array(tie("node"), { maxLength: 4 }) },
      {
        weight: 1,
        arbitrary: fc
          .array(fc.tuple(fc.oneof(specialNames, text), tie("node")), { maxLength: 4 })
          .map((entries) =>
            entries.reduce<JsonObject>((object, [name, value]) => withOwn(object, name, value), {}),
          ),
      },
    ),
  }));
  return node;
}

export function anyHeaders(text: fc.Arbitrary<string>): fc.Arbitrary<Record<string, string>> {
  const address = fc.constantFrom(
    ..."/ /x?api-version=1 https://evil.example/op?sig=1 http://evil.example/ //evil.example/x http://".split(
      " ",
    ),
    ..."javascript:alert(1) file:///etc/passwd https://user:pass@evil.example/ http://169.254.169.254/".split(
      " ",
    ),
    "",
  );
  const time = fc.constantFrom(
    ..."0|1|-1|30|999999999999|1e9|NaN|soon| 5 |5, 6|0x10|٣".split("|"),
    ..."Thu, 01 Jan 1970 00:00:00 GMT|Fri, 31 Dec 9999 23:59:59 GMT".split("|"),
  );
  return fc
    .record(
      {
        "retry-after": time,
        "retry-after-ms": time,
        location: fc.oneof(address, text),
        "cloud-asyncoperation": fc.oneof(address, text),
        "content-type": fc.constantFrom(
          "application/json",
          "text/html",
          "text/plain",
          "application/json; charset=utf-16",
          "",
        ),
        etag: fc.oneof(text, fc.constantFrom('W/"é"', '"a"b"', "*", 'W/"x"\u00a0')),
        "x-ms-request-id": text,
        "request-id": text,
        "www-authenticate": text,
        date: time,
      },
      { requiredKeys: [] },
    )
    .map((headers) =>
      Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name, sendable(value).slice(0, 6000)]),
      ),
    );
}

/** The possible values of a header. */
function sendable(text: string): string {
  return text.replace(/[^\t\x20-\x7e\x80-\xff]/g, " ").trim();
}

/** Sets a property of the object itself, whatever its name. */
export function withOwn(object: JsonObject, name: string, value: Json): JsonObject {
  return Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
}
