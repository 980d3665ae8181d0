import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { describe, it } from "mocha";
import ts from "typescript";
import * as bridge from "../../../provider/bridge.js";
import { ROOT } from "../../support/sandbox.js";

describe("what an editor shows at a class", () => {
  it("begins with a sentence, at its name and where it is constructed", () => {
    const file = join(ROOT, "hovers.ts");
    const lines = [...Object.keys(bridge), "Provider"].map(
      (name) => `new v.${name}; let ${name}: v.${name};`,
    );
    const text = `import * as v from "./provider/index.js";\n${lines.join("\n")}`;
    const service = ts.createLanguageService({
      ...ts.createCompilerHost({}),
      writeFile: () => undefined,
      getScriptFileNames: () => [file],
      getScriptVersion: () => "1",
      getScriptSnapshot: (path) =>
        path === file || existsSync(path)
          ? ts.ScriptSnapshot.fromString(path === file ? text : readFileSync(path, "utf8"))
          : undefined,
      getCompilationSettings: () => ({ module: ts.ModuleKind.NodeNext, target: ts.ScriptTarget.ES2022 }),
    });
    const places = [...text.matchAll(/v\.(?=\w)/g)].map(({ index }) => index + 2);
    expect(places).to.have.length(2 * lines.length);
    for (const place of places) {
      const shown = ts.displayPartsToString(service.getQuickInfoAtPosition(file, place)?.documentation);
      expect(shown, text.slice(place, place + 30)).to.match(/^[A-Z].*[.:]/);
    }
  });
});
