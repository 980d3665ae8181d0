import { expect } from "chai";
import { describe, it } from "mocha";
import { StoredUrns } from "../../../../provider/protocols/dynamic/dynamicProvider.js";
import { META } from "../../../../provider/protocols/dynamic/names.js";
import { received } from "../../../protocols/stateValues.js";
import { sampleGroup } from "../../support/groups.js";
import { hooksOf, liveOf, sealed, thrownBy } from "../../support/hooks.js";

describe("StoredUrns", () => {
  it("stores the URN of a new resource as it is", () => {
    const urns = new StoredUrns();
    expect(urns.store("urn::web", undefined)).to.equal("urn::web");
    expect(urns.current("urn::web")).to.equal("urn::web");
  });

  it("leaves what is stored of a renamed resource, and knows its new URN, also when it is to be replaced", () => {
    const urns = new StoredUrns();
    expect(urns.store("urn::site", "urn::web")).to.equal("urn::web");
    expect(urns.current("urn::web")).to.equal("urn::site");
    expect(urns.store("urn::site", undefined)).to.equal("urn::site");
    expect(urns.current("urn::site")).to.equal("urn::site");
  });

  it("keeps a new resource apart from a renamed one whose earlier name it has, whichever comes first", () => {
    const first = new StoredUrns();
    expect(first.store("urn::site", "urn::web")).to.equal("urn::web");
    const stored = first.store("urn::web", undefined);
    expect([first.current("urn::web"), first.current(stored)]).to.deep.equal(["urn::site", "urn::web"]);
    expect(first.store("urn::web", stored)).to.equal(stored);
    expect(stored).to.equal("urn::web#2");
    expect(first.store("urn::site", "urn::web")).to.equal("urn::web");

    const second = new StoredUrns();
    second.store("urn::web", undefined);
    expect(second.store("urn::site", "urn::web")).to.equal("urn::site");
    expect(second.current("urn::web")).to.equal("urn::web");
  });

  it("knows nothing where there was no check, as in a refresh", () => {
    expect(new StoredUrns().current("urn::web")).to.equal(undefined);
  });
});

describe("a resource that an alias has renamed", () => {
  const urnOf = (name: string): string =>
    `urn:pulumi:dev::shop::pulumi-nodejs:dynamic/vendorcloud:ContainerGroup::${name}`;

  it("has inputs without a difference, its new name in errors, and both names in the outputs", async () => {
    const state = sampleGroup();
    const { hooks } = await hooksOf({ update: async () => liveOf(state) });
    const olds = received(sealed(state, { urn: urnOf("earlier") }));
    const news = received(sealed({ ...state, tags: { new: "yes" } }, { urn: urnOf("later") }));
    const { inputs } = await hooks.check(olds, news);
    expect(inputs?.[META.urn]).to.equal(urnOf("earlier"));

    const { error: deletion } = await thrownBy(() => hooks.delete("/groups/web", olds));
    expect(deletion.message).to.match(/^ContainerGroup 'later': delete failed/);

    const { outs } = await hooks.update("/groups/web", olds, received(inputs));
    expect(outs).to.include({ [META.urn]: urnOf("earlier"), [META.currentUrn]: urnOf("later") });

    // In another process, which has checked nothing.
    const { hooks: refresh } = await hooksOf();
    const { error } = await thrownBy(() => refresh.read("/groups/web", received(outs)));
    expect(error.message).to.match(/^ContainerGroup 'later': read failed/);
  });
});
