import { expect } from "chai";
import { describe, it } from "mocha";
import { ProviderError } from "../../../provider/contract/providerError.js";
import { formatFailure } from "../../../provider/core/failure.js";
import { KnownSecrets } from "../../../provider/text/knownSecrets.js";

const MOST_BYTES = 4000;

const textOf = (message: string, hints: (string | undefined)[] = [], secrets: string[] = []) =>
  formatFailure(new ProviderError(message), {
    resource: "Thing 'one'",
    operation: "update",
    hints,
    secrets: new KnownSecrets(secrets),
  });

/** An error whose lines have `bytes` bytes in all, each with its line break. */
function errorOf(bytes: number): string {
  const lines = ["first", ...Array.from({ length: 39 }, (_, index) => `line ${index} `.padEnd(89, "."))];
  const missing = bytes - Buffer.byteLength(`Thing 'one': update failed: ${lines.join("\n")}\n`);
  return [...lines, "x".repeat(missing - 1)].join("\n");
}

describe("the text of a failure", () => {
  it("names the resource and the operation, and ends with what to do", () => {
    expect(textOf("refused", ["Wait.", undefined, "Then try again."])).to.equal(
      "Thing 'one': update failed: refused\n  what to do: Wait. Then try again.",
    );
    expect(textOf("refused")).to.equal("Thing 'one': update failed: refused");
  });

  it("is shown in full up to 4000 bytes, with the note that lines are missing counted in", () => {
    const note = "  … (shortened)";
    const room = MOST_BYTES - Buffer.byteLength(`${note}\n`);
    const message = errorOf(room);
    expect(textOf(message)).to.equal(`Thing 'one': update failed: ${message}`);
    const shortened = textOf(errorOf(room + 1)).split("\n");
    expect(shortened.at(-1)).to.equal(note);
    expect(shortened.slice(0, -1)).to.deep.equal(
      `Thing 'one': update failed: ${message}`.split("\n").slice(0, -1),
    );
  });

  it("keeps the beginning of a first line that is too long by itself", () => {
    for (const character of ["x", "ü", "日"]) {
      const [first = "", ...others] = textOf(character.repeat(MOST_BYTES), ["Wait."]).split("\n");
      expect(first).to.match(new RegExp(`^Thing 'one': update failed: ${character}{900,}$`));
      expect(others).to.deep.equal(["  … (shortened)", "  what to do: Wait."]);
      expect(Buffer.byteLength([first, ...others].join("\n"))).to.be.lessThanOrEqual(MOST_BYTES);
    }
  });

  it("fills the room up to its last byte", () => {
    const room = MOST_BYTES - Buffer.byteLength("  … (shortened)\n");
    const fits = errorOf(room);
    expect(textOf(`${fits}\nmore`)).to.equal(`Thing 'one': update failed: ${fits}\n  … (shortened)`);
  });

  it("keeps the consequence of a long error in front of what to do, and shortens it too", () => {
    const consequenceOf = (consequence: string): string[] =>
      formatFailure(new ProviderError(errorOf(2 * MOST_BYTES)), {
        ...{ resource: "Thing 'one'", operation: "create", hints: ["Wait."], secrets: new KnownSecrets([]) },
        consequence,
      }).split("\n");
    expect(consequenceOf("it is gone: because\n  detail").slice(-4)).to.deep.equal([
      "  … (shortened)",
      "  it is gone: because",
      "    detail",
      "  what to do: Wait.",
    ]);
    const lines = consequenceOf(errorOf(MOST_BYTES));
    expect(Buffer.byteLength(lines.join("\n"))).to.be.lessThanOrEqual(MOST_BYTES);
    expect(lines.filter((line) => line === "  … (shortened)")).to.have.length(2);
  });

  it("shows no secret in what was not thrown on purpose, and leaves the provider's own words alone", () => {
    const known = { resource: "Thing 'one'", operation: "update" as const, hints: ["Wait."] };
    const secrets = new KnownSecrets(["update", "failed", "Thing"]);
    expect(formatFailure(new TypeError("the Thing failed"), { ...known, secrets })).to.equal(
      "Thing 'one': update failed: the [secret] [secret]\n  what to do: Wait.",
    );
  });
});
