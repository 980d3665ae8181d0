import { expect } from "chai";
import { describe, it } from "mocha";
import * as services from "../../provider/definitions.js";
import { lifecycles } from "../../provider/resources.js";

describe("the definition of a resource", () => {
  const definitions = Object.values(services).flat();

  it("is there for each lifecycle, which follows it", () => {
    expect(definitions).to.have.length(lifecycles.length);
    for (const definition of definitions) {
      const { schema, service, idFormat, manages, isDeleteNoop } = definition;
      const lifecycle = lifecycles.find((each) => each.schema === schema);
      expect(lifecycle, schema.title).to.include({ service, idFormat, manages });
      expect(lifecycle?.isDeleteNoop, schema.title).to.equal(isDeleteNoop);
    }
  });

  for (const { schema, nameFormat } of definitions) {
    it(`names a ${schema.title} by its arguments`, () => {
      const names = [...nameFormat.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect(names).not.to.be.empty;
      expect(schema.properties).to.include.all.keys(names);
    });
  }
});
