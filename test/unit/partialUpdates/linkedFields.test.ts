import { expect } from "chai";
import { describe, it } from "mocha";
import type { StoredPrivateState } from "../../../provider/partialUpdates/knownRecord.js";
import type { JsonObject } from "../../../provider/schema/json.js";
import { errorText } from "../../support/asRead.js";
import { rejection } from "../http/answers.js";
import { MemorySource } from "../support/memorySource.js";
import { managed, recorded, restore } from "./managedRecords.js";

const IDS: Record<string, string> = {
  EUR: "11111111-0000-0000-0000-000000000000",
  USD: "22222222-0000-0000-0000-000000000000",
  GBP: "33333333-0000-0000-0000-000000000000",
};
const idOf = (code: string): string => IDS[code] ?? "";
const currency = (code: string) => ({ currencyId: idOf(code), currencyCode: code });

/** A service that sets the id to match the code, and the code to match the id. The last one counts. */
function link(sent: JsonObject): JsonObject {
  const fields: JsonObject = {};
  for (const [name, value] of Object.entries(sent)) {
    const isCode = name === "currencyCode";
    const code = isCode ? String(value) : Object.keys(IDS).find((key) => idOf(key) === value);
    Object.assign(fields, /^currency/.test(name) ? currency(code ?? "") : { [name]: value });
  }
  return fields;
}

const record = (code = "EUR") => new MemorySource({ ...currency(code), website: "w" }, { respell: link });

/** The state after an update of the declared fields. */
async function stateAfter(source: MemorySource, args: JsonObject, of = recorded({})) {
  const { it } = managed(source);
  const isNew = Object.keys(of.args).length === 0;
  const { snapshot, privateState } = await (isNew ? it.create(args) : it.update(args, of));
  return { args, outputs: { ...snapshot.answer }, privateState };
}

const [byId, byCode] = [
  (code: string) => ({ ...restore, currencyId: idOf(code) }),
  (code: string) => ({ ...restore, currencyCode: code }),
];

describe("two spellings of one field", () => {
  it("restore the original that an earlier version has stored under the other spelling", async () => {
    const source = record("USD");
    const privateState: StoredPrivateState = { originals: { currencyCode: "EUR" } };
    const before = { args: byCode("USD"), outputs: { ...source.now.answer }, privateState };
    const after = await stateAfter(source, byId("USD"), before);
    await managed(source).it.delete(after);
    expect(source.now.answer).to.include(currency("EUR"));
  });

  it("are a conflict with another client's value, whichever spelling the program has now", async () => {
    const source = record();
    const before = await stateAfter(source, byId("USD"));
    source.change(currency("GBP"));
    const error = await rejection(managed(source).it.update(byCode("EUR"), before));
    expect(errorText(error)).to.include(
      'currencyCode: "USD" in the state, "EUR" in the program, "GBP" at the service',
    );
    expect(source.sent).to.have.length(1);
  });

  it("are named once in a conflict", async () => {
    const source = record();
    const before = await stateAfter(source, currency("USD"));
    source.change(currency("GBP"));
    const error = await rejection(managed(source).it.update(currency("EUR"), before));
    expect(errorText(error)).to.match(/^currencyId changed in the meantime/);
  });

  describe("with different meanings are an error", () => {
    it("before anything is sent, if the service has one of them", async () => {
      const source = record();
      const before = await stateAfter(source, { currencyId: idOf("USD") });
      const args = { currencyId: idOf("USD"), currencyCode: "GBP" };
      const error = await rejection(managed(source).it.update(args, before));
      expect(errorText(error)).to.include("are two spellings of the same field, and mean different values.");
      expect(errorText(error)).to.include('currencyCode: "GBP" in the program, "USD" at the service');
      expect(source.sent).to.have.length(1);
    });

    it("after the service has taken one of them, and again in the next run", async () => {
      const source = record();
      const args = { currencyId: idOf("USD"), currencyCode: "GBP" };
      const { snapshot, privateState, failure } = await managed(source).it.create(args);
      expect(errorText(failure as Error)).to.include("currencyId, currencyCode are two spellings");
      expect(source.sent).to.have.length(1);
      const state = { args, outputs: { ...snapshot.answer }, privateState };
      const error = await rejection(managed(source).it.update(args, state));
      expect(errorText(error)).to.include("are two spellings of the same field");
      expect(source.sent).to.have.length(1);
    });
  });
});
