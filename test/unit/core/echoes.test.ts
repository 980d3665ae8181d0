import { expect } from "chai";
import { describe, it } from "mocha";
import { Echoes } from "../../../provider/core/resourceProperties.js";
import { toEngineData } from "../../../provider/schema/colourMarks.js";
import type { JsonObject } from "../../../provider/schema/json.js";
import { Secret } from "../../../provider/schema/secret.js";
import { containerGroupSchema } from "../../../provider/services/containerGroups/schema.js";
import { KnownSecrets } from "../../../provider/text/knownSecrets.js";

const SECRET = "canary-12345";
const NUMBER = 20250815;

const secrets = new KnownSecrets([SECRET, String(NUMBER), "true"]);
const hidden = (answer: JsonObject, declared: JsonObject = {}) =>
  new Echoes(secrets, declared).hidden(containerGroupSchema, answer);
const secret = (value: unknown) => new Secret(value as string);

describe("a service that repeats a secret in another field", () => {
  it("has the text hidden there, alone or as a part of a longer one", () => {
    expect(hidden({ location: SECRET, osType: `Linux ${SECRET}`, sku: "Standard" })).to.deep.equal({
      ...{ location: secret(SECRET), osType: secret(`Linux ${SECRET}`), sku: "Standard" },
    });
  });

  it("has the text hidden also between colour marks of the CLI, as the engine gets them", () => {
    const marked = String(toEngineData([...SECRET].join("<{%reset%}>")));
    const tags = { [marked]: "1" };
    expect(hidden({ location: marked, tags })).to.deep.equal({
      location: secret(marked),
      tags: secret(tags),
    });
  });

  it("has a number hidden that is one, and no other number or truth value", () => {
    expect(hidden({ size: NUMBER, other: 5, isSmall: true })).to.deep.equal({
      ...{ size: secret(NUMBER), other: 5, isSmall: true },
    });
  });

  it("has a map hidden as a whole for the name of one entry: names stand in paths", () => {
    const tags = { team: "blue", [SECRET]: "1" };
    expect(hidden({ tags, dnsConfig: { options: "x" } })).to.deep.equal({
      ...{ tags: secret(tags), dnsConfig: { options: "x" } },
    });
  });

  it("has a list hidden as a whole for the name of one item", () => {
    const containers = [{ name: "web" }, { name: SECRET }];
    expect(hidden({ containers })).to.deep.equal({ containers: secret(containers) });
  });

  it("has no more hidden for the name of an item that is a secret as a whole", () => {
    const containers = [{ name: "web" }, secret({ name: SECRET })];
    expect(hidden({ containers })).to.deep.equal({ containers });
  });

  it("has a list of plain values hidden value by value", () => {
    const nameServers = ["1.1.1.1", SECRET];
    expect(hidden({ dnsConfig: { nameServers } })).to.deep.equal({
      dnsConfig: { nameServers: ["1.1.1.1", secret(SECRET)] },
    });
  });

  it("has it shown where the program shows the same text itself: as a value or as a name, at any depth", () => {
    const declared = { containers: [{ name: SECRET, ports: [{ port: NUMBER }] }] };
    expect(hidden({ location: SECRET, size: NUMBER }, declared)).to.deep.equal({
      ...{ location: SECRET, size: NUMBER },
    });
    expect(hidden({ location: SECRET }, { tags: { [SECRET]: "x" } })).to.deep.equal({ location: SECRET });
  });

  it("has it hidden where the program declares it as a secret only", () => {
    expect(hidden({ location: SECRET }, { tags: { key: new Secret(SECRET) } })).to.deep.equal({
      location: secret(SECRET),
    });
  });
});
