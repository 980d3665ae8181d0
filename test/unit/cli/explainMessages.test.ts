import { expect } from "chai";
import { describe, it } from "mocha";
import { formatUnsentSecrets } from "../../../provider/core/warnings.js";
import { error, headings, markdownOf, urnOf, warning } from "./explainPreviews.js";

describe("the messages of a preview, in an explanation", () => {
  it("count the secrets that changed and are not sent", () => {
    const notSent = (paths: string[], name: string) =>
      warning(`ContainerGroup '${name}': ${formatUnsentSecrets(paths)}`, urnOf("ContainerGroup", name));
    const one = { diagnostics: [notSent(["a"], "web")] };
    expect(headings(markdownOf([], one))[0]).to.equal(
      "## Preview of stack `dev`: 1 secret changed, not sent",
    );
    const three = { diagnostics: [notSent(["a"], "web"), notSent(["b", "c"], "shop")] };
    const markdown = markdownOf([{ op: "create", new: {} }], three);
    expect(headings(markdown)[0]).to.equal(
      "## Preview of stack `dev`: 1 to create, 3 secrets changed, not sent",
    );
    expect(markdown).to.include("\n- Secrets changed, not sent: 3\n");
  });

  it("begins with the errors of a preview that has failed, and then says what there was until then", () => {
    const diagnostics = [warning("w"), error("not sorted"), error("by text")];
    const markdown = markdownOf([{ op: "create", new: {} }], { diagnostics });
    expect(markdown).to.match(
      /^## Preview of stack `dev` failed\n\n- `not sorted`\n- `by text`\n\nChanges found before the failure; there may be more:\n\n### Create /,
    );
    expect(markdown).to.match(/\n\n### Warnings\n\n- `w`\n$/);
  });

  it("names the resource of a message that does not do so itself", () => {
    const urn = urnOf("acme:a:Thing", "thing");
    const markdown = markdownOf([], {
      diagnostics: [warning("is odd", urn), warning("Thing 'thing' is old", urn)],
    });
    expect(markdown).to.include("- `thing`: `is odd`\n").and.to.include("- `Thing 'thing' is old`\n");
  });

  it("shows what resources say, not what the program prints", () => {
    const stack = urnOf("pulumi:pulumi:Stack", "demo-dev");
    const info = (message: string, urn?: string, severity = "info") => ({ severity, message, urn });
    const shop = urnOf("ContainerGroup", "shop");
    const diagnostics = [info("kept", shop), info("log"), info("log", stack), info("log", shop, "info#err")];
    expect(markdownOf([], { diagnostics })).to.equal(
      "## Preview of stack `dev`: no changes\n\n### Notes\n\n- `shop`: `kept`\n",
    );
  });

  it("are said once where many resources have the same", () => {
    const said = (_: unknown, n: number) =>
      warning(`ContainerGroup 'shop-${n}': odd`, urnOf("ContainerGroup", `shop-${n}`));
    const linesFor = (length: number) =>
      markdownOf([], { diagnostics: Array.from({ length }, said) })
        .split("\n")
        .slice(4, -1);
    const [line, ...more] = linesFor(60);
    expect(line).to.match(/^- `odd` \(for `shop-0`, `shop-1`, .* and 50 more\)$/);
    expect(more).to.deep.equal([]);
    expect(linesFor(2)).to.deep.equal([
      "- `ContainerGroup 'shop-0': odd`",
      "- `ContainerGroup 'shop-1': odd`",
    ]);
  });

  it("are blocks that end, and name no resource, where a program repeats them", () => {
    const stack = urnOf("pulumi:pulumi:Stack", "demo-dev");
    for (const urn of [undefined, stack])
      expect(markdownOf([], { diagnostics: Array(3).fill(warning("a\nb", urn)) })).to.match(
        /\n- message:\n\n```text\na\nb\n```\n$/,
      );
    expect(markdownOf([], { diagnostics: Array(3).fill(warning("odd")) })).to.match(/\n- `odd`\n$/);
  });

  for (const character of ["x", "\u200b", "\ud800", "\n."]) {
    it(`have a part of each, however many ${JSON.stringify(character)} it has`, () => {
      const markdown = markdownOf([], { diagnostics: [error(`begins${character.repeat(20_000)}`)] });
      expect(markdown).to.include("begins").and.not.to.include("omitted");
      expect(markdown).to.match(/ \(\d{5} characters\)/);
    });
  }
});
