import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { describe, it } from "mocha";
import { ROOT } from "../../support/sandbox.js";

const MODULES = [
  "tools/pulumi-cli/engine/go.mod",
  "tools/pulumi-cli/language-host/go.mod",
  "tools/pulumi-cli/yaml-host/go.mod",
  "tools/sdk/generator/go.mod",
  "tools/sdk/generator/older.mod",
  "examples/native/go/go.mod",
];

/** Of which Pulumi's releases and generators need different ones, and what these bring with them. */
const DIFFERENT = [
  "github.com/BurntSushi/toml",
  "github.com/hashicorp/hcl/v2",
  "github.com/pulumi/esc",
  "github.com/pulumi/inflector",
  "github.com/pulumi/pulumi/pkg/v3",
  "github.com/pulumi/pulumi/sdk/v3",
  "github.com/zclconf/go-cty",
  "golang.org/x/exp",
];

describe("the Go modules whose programs tests build", () => {
  it("have libraries in the same versions, so that Go compiles each once", () => {
    const versions = new Map<string, Set<string>>();
    for (const file of MODULES) {
      const text = readFileSync(join(ROOT, file), "utf8");
      for (const [, library = "", version = ""] of text.matchAll(/^\s*(?:require )?(\S+\/\S+) (v\S+)/gm))
        versions.set(library, (versions.get(library) ?? new Set()).add(version));
    }
    const different = [...versions].filter(([, of]) => of.size > 1).map(([library]) => library);
    expect(different.sort()).to.deep.equal(DIFFERENT);
  });
});
