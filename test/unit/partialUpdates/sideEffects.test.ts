import { expect } from "chai";
import { describe, it } from "mocha";
import type { ManagedRecord, ManagedState } from "../../../provider/partialUpdates/managedRecord.js";
import type { JsonObject } from "../../../provider/schema/json.js";
import { errorText } from "../../support/asRead.js";
import { rejection } from "../http/answers.js";
import { MemorySource, overtaken, refusal, refused, unanswered } from "../support/memorySource.js";
import { managed, recorded, restore } from "./managedRecords.js";

const CLEARED = { city: "", postalCode: "", state: "" };

/** A service that applies the fields of a body in their order: the country clears the rest of the address, the code fills the city. */
function apply(sent: JsonObject): JsonObject {
  const fields: JsonObject = {};
  for (const [name, value] of Object.entries(sent)) {
    if (name === "country") Object.assign(fields, CLEARED);
    if (name === "postalCode") fields.city = "London";
    fields[name] = value;
  }
  return fields;
}

const LEEDS = { country: "GB", postalCode: "LS1", city: "Leeds", state: "York" };

const address = (fields: JsonObject = LEEDS) =>
  new MemorySource({ ...fields, website: "w" }, { respell: apply });

function addressOf({ now }: MemorySource): JsonObject {
  const { country, postalCode, city, state } = now.answer as JsonObject;
  return { country, postalCode, city, state } as JsonObject;
}

const stateOf = (args: JsonObject, { snapshot, privateState }: ManagedState) =>
  recorded(args, { snapshot, privateState });

describe("fields that the service changes together", () => {
  it("have no spelling of the service any more, if it keeps the value that was sent once more", async () => {
    const { it } = managed(address());
    const before = recorded(LEEDS, { privateState: { base: { city: "LEEDS" } } });
    const { privateState } = await it.update({ ...LEEDS, country: "FR" }, before);
    expect(privateState).to.deep.equal({});
  });

  it("are sent once more if another resource of the program declares them, and are no originals of this one", async () => {
    const args = { ...restore, country: "FR" };
    const prior = recorded({ ...restore, country: "GB" }, { privateState: { originals: { country: "IE" } } });
    const others = { listDeclaredElsewhere: () => ["city"] };
    for (const run of [
      (it: ManagedRecord) => it.create(args, others),
      (it: ManagedRecord) => it.update(args, { ...prior, ...others }),
    ]) {
      const { source, it, log } = managed(address());
      const { privateState } = await run(it);
      expect(source.sent.map(({ body }) => body)).to.deep.equal([{ country: "FR" }, { city: "Leeds" }]);
      expect(privateState.originals).to.have.all.keys("country", "postalCode", "state");
      expect(log.warnings).to.deep.equal([
        'the service also changed fields that this resource does not declare: postalCode: "LS1" before, "" now; state: "York" before, "" now.',
        'the service changed a declared field together with other fields: city: "Leeds" before, "" after. The declared value was sent again.',
      ]);
    }
  });

  it("are named and left if the response was lost, because another client may have changed them", async () => {
    const args = { ...restore, country: "FR", city: "Leeds" };
    const source = address().patches(unanswered());
    const { it, log } = managed(source);
    const prior = recorded({ ...args, country: "GB" }, { privateState: { originals: { country: "IE" } } });
    const updated = await it.update(args, prior);
    expect(source.sent.map(({ body }) => body)).to.deep.equal([{ country: "FR" }]);
    expect(log.warnings).to.have.length(1);
    expect(log.warnings[0])
      .to.match(
        /^the response to an update was lost, and other fields have changed, by the same update or by/,
      )
      .and.include('postalCode: "LS1" before, "" now; city: "Leeds" before, "" now; state: "York" before');
    const seen = (await it.read(stateOf(args, updated))) as ManagedState;
    expect(seen.snapshot.answer).to.include({ city: "" });
  });

  it("are not named after a lost response if the same update sends them", async () => {
    const respell = (sent: JsonObject) => ("website" in sent ? { ...sent, city: "York" } : sent);
    const source = new MemorySource({ website: "a", city: "Leeds" }, { respell }).patches(unanswered());
    const { it, log } = managed(source);
    const args = { website: "b", city: "Leeds" };
    await it.update(args, recorded({ website: "a", city: "York" }));
    expect(source.now.answer).to.deep.equal(args);
    expect(log.warnings).to.deep.equal([]);
  });

  it("are not overwritten if another client has changed them in between", async () => {
    const source = address().patches((act) => act(), overtaken({ city: "Theirs" }));
    const { it, log } = managed(source);
    const args = { city: "Leeds", country: "FR" };
    const updated = await it.update(args, recorded({ city: "Leeds", country: "GB" }));
    expect(source.now.answer).to.include({ city: "Theirs" });
    const seen = (await it.read(stateOf(args, updated))) as ManagedState;
    expect(seen.snapshot.answer).to.include({ city: "Theirs" });
    expect(log.warnings.join()).to.match(/ The service did not keep the declared value\.$/);
  });

  it("are not said to be sent again if the record cannot be read again", async () => {
    const source = address().looks((act) => act(), refused(refusal(403)));
    const { it, log } = managed(source);
    await it.update({ city: "Leeds", country: "FR" }, recorded({ city: "Leeds", country: "GB" }));
    expect(source.sent).to.have.length(1);
    expect(log.warnings.join()).to.not.include("sent again");
  });

  it("are left as they are if they are not declared", async () => {
    const { source, it } = managed(address());
    const { privateState } = await it.create({ country: "FR" });
    expect(source.sent).to.have.length(1);
    expect(privateState).to.deep.equal({});
  });

  it("are not named by a service that checks no entity tags: another client may have changed them", async () => {
    const source = address();
    source.isTagged = false;
    const { it, log } = managed(source);
    await it.create({ country: "FR" });
    expect(addressOf(source)).to.deep.equal({ country: "FR", ...CLEARED });
    expect(log.warnings).to.deep.equal([]);
  });

  describe("without being declared, with `restore`", () => {
    const args = { ...restore, country: "FR" };

    it("are restored when the field that changed them is no longer declared, and not before", async () => {
      const source = address();
      const first = { ...args, website: "x", phoneNumber: "+1" };
      let state = stateOf(first, await managed(source).it.create(first));
      const second = { ...args, website: "x" };
      state = stateOf(second, await managed(source).it.update(second, state));
      state = stateOf(second, (await managed(source).it.read(state)) as ManagedState);
      expect(addressOf(source)).to.deep.equal({ country: "FR", ...CLEARED });
      // The first update sent all three.
      const third = { ...restore, phoneNumber: "+2" };
      state = stateOf(third, await managed(source).it.update({ ...restore }, state));
      expect(addressOf(source)).to.deep.equal(LEEDS);
      expect(state.privateState).to.deep.equal({});
    });
  });
});

describe("a restore that the service does not do", () => {
  const args = { ...restore, city: "Leeds", website: "x" };
  const state = recorded(args, { privateState: { originals: { city: "York", website: "w" } } });

  it("is an error that names the fields, if nothing was restored", async () => {
    const source = new MemorySource(args, { respell: () => ({}) });
    const error = await rejection(managed(source).it.delete(state));
    expect(errorText(error)).to.include("restored none of them: city, website.");
    expect(source.sent).to.have.length(2);
  });

  it("is a warning for a part of the fields, which were sent once more", async () => {
    const source = new MemorySource(args, { respell: ({ city: _, ...others }) => others });
    const { it, log } = managed(source);
    await it.delete(state);
    expect(source.sent.map(({ body }) => body)).to.deep.equal([
      { city: "York", website: "w" },
      { city: "York" },
    ]);
    expect(log.warnings).to.deep.equal(["not restored, because the service kept other values: city."]);
  });
});

describe("an update that also reset another field, whose second update has an unknown outcome", () => {
  /** The service resets the city with the country, and stores its own phone number. */
  const respell = (sent: JsonObject): JsonObject => ({
    ...sent,
    ...("country" in sent && { city: "", phoneNumber: "none" }),
  });
  const before = { country: "GB", city: "Leeds", phoneNumber: "+1" };
  const args = { country: "FR", city: "Leeds", phoneNumber: "+2" };

  it("keeps what the response to the first one says", async () => {
    const source = new MemorySource(before, { respell });
    source
      .patches((act) => act(), unanswered())
      .looks(
        (act) => act(),
        (act) => act(),
        refused(refusal(503)),
      );
    const { privateState, snapshot, failure } = await managed(source).it.update(args, recorded(before));
    expect(failure).not.to.equal(undefined);
    expect(source.sent.map(({ body }) => body)).to.deep.equal([
      { country: "FR", phoneNumber: "+2" },
      { city: "Leeds" },
    ]);
    expect(privateState).to.deep.equal({
      base: { phoneNumber: "none", city: "" },
      causes: { phoneNumber: ["phoneNumber"], city: ["country", "phoneNumber"] },
      unsure: ["city"],
    });
    expect(snapshot.answer).to.deep.equal({ country: "FR", city: "", phoneNumber: "none" });
    const next = { ...args, phoneNumber: "+3" };
    await managed(source).it.update(next, recorded(args, { privateState }));
    expect(source.now.answer).to.include({ phoneNumber: "+3", city: "Leeds" });
  });

  it("names what the first one has changed", async () => {
    const source = new MemorySource(
      { ...before, state: "York" },
      {
        respell: (sent) => ({ ...respell(sent), ...("country" in sent && { state: "" }) }),
      },
    );
    source
      .patches((act) => act(), unanswered())
      .looks(
        (act) => act(),
        (act) => act(),
        refused(refusal(503)),
      );
    const { it, log } = managed(source);
    await it.update(args, recorded(before));
    expect(log.warnings).to.deep.equal([
      'the service also changed fields that this resource does not declare: state: "York" before, "" now.',
      "the service stored a different value than the one sent: phoneNumber.",
    ]);
  });

  it("makes no original of a field that another resource of the program declares", async () => {
    const source = address().patches((act) => act(), unanswered());
    source.looks(
      (act) => act(),
      (act) => act(),
      refused(refusal(503)),
    );
    const others = { listDeclaredElsewhere: () => ["city"] };
    const { privateState } = await managed(source).it.create({ ...restore, country: "FR" }, others);
    expect(privateState.unsure).to.deep.equal(["city"]);
    expect(privateState.originals).to.have.all.keys("country", "postalCode", "state");
  });
});
