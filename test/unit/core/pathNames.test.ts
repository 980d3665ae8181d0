import { expect } from "chai";
import { describe, it } from "mocha";
import { PathNames } from "../../../provider/core/resourceKind.js";
import { keyedList, mapOf, object, text } from "../../../provider/schema/build.js";
import { asRead } from "../../support/asRead.js";

const schema = object("Group", "", {
  location: text(""),
  containers: keyedList(["name"], "", object("Container", "", { imageName: text("") })),
  identities: mapOf("", object("Identity", "", { principal: text("") })),
});

const shown = (path: string, secret: string) => asRead(new PathNames(schema).shown(path), secret);

describe("a path in a message", () => {
  it("shows no name of the program that is a secret: of an item, of an entry of a map", () => {
    expect(shown("containers[canary-1].imageName", "canary-1")).to.equal("containers[[secret]].imageName");
    expect(shown('containers["canary]1"].imageName', "canary]1")).not.to.include("canary");
    expect(shown("identities.canary-1.principal", "canary-1")).to.equal("identities.[secret].principal");
  });

  it("shows the names of fields also where a secret is the same word, at any depth", () => {
    expect(shown("location", "location")).to.equal("location");
    expect(shown("containers[web].imageName", "imageName")).to.equal("containers[web].imageName");
    expect(shown("identities.one.principal", "principal")).to.equal("identities.one.principal");
  });
});
