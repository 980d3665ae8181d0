import * as pulumi from "@pulumi/pulumi";
import { expect } from "chai";
import fc from "fast-check";
import { describe, it } from "mocha";
import { decodeState } from "../../../../provider/core/storedProperties.js";
import { mergeProperties, toHookState } from "../../../../provider/protocols/dynamic/dynamicCodec.js";
import { toSecretValue } from "../../../../provider/schema/engineValues.js";
import type { JsonObject } from "../../../../provider/schema/json.js";
import { listMarkedPaths, reveal } from "../../../../provider/schema/secretTree.js";
import { containerGroupSchema as schema } from "../../../../provider/services/containerGroups/schema.js";
import { received } from "../../../protocols/stateValues.js";
import { anyGroup } from "../../support/groups.js";
import { sealed } from "../../support/hooks.js";

const { specialSigKey, specialSecretSig } = pulumi.runtime;

/** Properties as the hooks decode them. */
function open(properties: JsonObject) {
  const merged = mergeProperties(schema, properties);
  return { ...decodeState(schema, toHookState(merged), merged.urn), inPlace: merged.inPlace };
}

describe("seal", () => {
  it("extracts and wraps what the program marked", () => {
    const result = sealed({ tags: { team: "canary" } }, { marked: ["tags.team"], urn: "urn:x" });
    expect(result).to.deep.equal({
      tags: { team: "[secret]" },
      __urn: "urn:x",
      __secrets: { "tags.team": { [specialSigKey]: specialSecretSig, value: "canary" } },
    });
  });

  it("gives plain JSON only, whatever the value holds", () => {
    const odd = {
      gone: undefined,
      big: 12345678901234567890n,
      list: [undefined, 1n, { gone: undefined }],
      frozen: Object.freeze({ a: 1 }),
      none: null,
    };
    const result = sealed({ newField: odd });
    expect(result.newField).to.deep.equal({
      big: "12345678901234567890",
      list: [null, "1", {}],
      frozen: { a: 1 },
      none: null,
    });
    expect(Object.keys(result.newField as object)).not.to.include("gone");
    result.added = "as the host does";
    (result.newField as JsonObject).frozen = "not any more";
  });
});

describe("open", () => {
  it("knows what is kept under a marked path, and under the names of a marked map, as secrets", () => {
    const originals = { displayName: "a", city: "b", "additionalFields.memo": "c", "tags.x": "d" };
    const state = {
      __kept: { originals, unclear: { "additionalFields.note": ["e"] } },
      __inPlace: ["displayName", "additionalFields"],
    };
    expect(open(state).secrets).to.have.members(["a", "memo", "c", "note", "e"]);
  });

  it("gives back what was sealed", () => {
    fc.assert(
      fc.property(anyGroup, (group) => {
        const opened = open(received(sealed(group, { urn: "urn:x" })));
        expect(JSON.stringify(reveal(opened.value))).to.equal(JSON.stringify(group));
        expect([opened.urn, listMarkedPaths(schema, opened.value)]).to.deep.equal(["urn:x", new Set()]);
      }),
    );
  });

  it("keeps the engine's and our own properties out of the resource's", () => {
    const opened = open({
      location: "westus",
      __provider: "text",
      __urn: "urn:x",
      __secrets: {},
      __other: 1,
    });
    expect(opened).to.deep.include({
      value: { location: "westus" },
      computed: {},
      secrets: [],
      inPlace: [],
      urn: "urn:x",
    });
  });

  it("gives back the paths of what is secret in its place, and knows those texts too", () => {
    const inPlace = ["dnsConfig.searchDomains", "tags.team"];
    const value = {
      dnsConfig: { searchDomains: "canary-1", options: "x" },
      tags: { team: "canary-2", other: "y" },
    };
    const result = sealed(value, { inPlace });
    expect(result.dnsConfig).to.deep.equal({ ...value.dnsConfig, searchDomains: toSecretValue("canary-1") });
    const opened = open(received(result));
    expect(opened.inPlace).to.deep.equal(inPlace);
    expect(listMarkedPaths(schema, opened.value)).to.deep.equal(new Set(inPlace));
    expect(opened.secrets).to.have.members(["canary-1", "canary-2"]);
  });
});
