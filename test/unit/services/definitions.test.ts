import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { describe, it } from "mocha";
import { lifecycles, queries } from "../../../provider/generated/resources.js";
import * as program from "../../../provider/index.js";
import { appUserRemoval } from "../../../provider/services/apps/definition.js";
import * as services from "../../../provider/services/index.js";
import { databaseInstanceStop } from "../../../provider/services/instanceStops/definition.js";
import { functions } from "../../../tools/generate/functionList.js";
import { ROOT } from "../../support/sandbox.js";

describe("the definition of a resource", () => {
  const definitions = Object.values(services).flat();

  it("is there for each lifecycle, which follows it", () => {
    expect(definitions).to.have.length(lifecycles.length);
    for (const definition of definitions) {
      const { noun: _, nameFormat: __, reference: ___, ...rules } = definition;
      const lifecycle = lifecycles.find((each) => each.schema === definition.schema);
      expect(lifecycle, definition.schema.title).to.include(rules);
    }
  });

  for (const { schema, nameFormat } of definitions) {
    it(`names a ${schema.title} by its arguments`, () => {
      const names = [...nameFormat.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect(names).not.to.be.empty;
      expect(schema.properties).to.include.all.keys(names);
    });
  }

  it("says that a delete changes nothing at the service where it was a removal, or a stop that is not due then", () => {
    const isNoop = (args: object) => databaseInstanceStop.isDeleteNoop?.({ args });
    expect(appUserRemoval.isDeleteNoop?.({ args: {} })).to.equal(true);
    expect([isNoop({}), isNoop({ stopOn: "create" }), isNoop({ stopOn: "Destroy" })]).to.deep.equal([
      ...[true, true, false],
    ]);
  });
});

describe("the list of functions", () => {
  it("has every function, and what it lists is in programs and in the native plugin", () => {
    const files = readdirSync(join(ROOT, "provider/functions"));
    const names = functions.map(({ name }) => name);
    expect(names.map((name) => `${name}.ts`)).to.have.members(files);
    expect(queries.map(({ name }) => name)).to.deep.equal(names);
    expect(program).to.include.all.keys(names.flatMap((name) => [name, `${name}Output`]));
  });
});
