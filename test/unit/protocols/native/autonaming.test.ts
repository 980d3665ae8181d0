import { expect } from "chai";
import { describe, it } from "mocha";
import type { Autonaming } from "../../../../provider/contract/lifecycle.js";
import { Runtime } from "../../../../provider/contract/runtime.js";
import { lifecycles, lookups } from "../../../../provider/generated/resources.js";
import { NativeProvider } from "../../../../provider/protocols/native/nativeProvider.js";
import { args } from "../../support/groupService.js";
import { ADDRESS, RecordingLog } from "../../support/hooks.js";

const URN = "urn:pulumi:dev::shop::vendorcloud:index:ContainerGroup::web";

describe("the names of the native provider", () => {
  const provider = new NativeProvider({
    lifecycles,
    lookups,
    runtime: new Runtime(),
    log: () => new RecordingLog(),
  });
  provider.configure({ resourceManagerUrl: ADDRESS }, true);
  const { containerGroupName, ...nameless } = args;

  const nameOf = async (autonaming?: Autonaming, before?: string) => {
    const olds = before === undefined ? undefined : { ...nameless, containerGroupName: before };
    const { inputs, failures } = await provider.check(URN, olds, nameless, autonaming);
    return failures.length > 0 ? failures : inputs.containerGroupName;
  };

  it("are made of the URN where the stack's configuration says nothing", async () => {
    expect(await nameOf()).to.match(/^web-[0-9a-f]{7}$/);
  });

  it("are those that are proposed, made valid where they are not", async () => {
    expect(await nameOf({ mode: "propose", name: "dev-web" })).to.equal("dev-web");
    expect(await nameOf({ mode: "propose", name: "Dev_Web!" })).to.equal("dev-web");
  });

  it("end in digits of the URN where the proposed one is too long, since its end may be what makes it unique", async () => {
    const long = "production-europe-customer-facing-web-storefront-container-group";
    const dev = await nameOf({ mode: "propose", name: `${long}-dev` });
    const other = "urn:pulumi:prod::shop::vendorcloud:index:ContainerGroup::web";
    const { inputs } = await provider.check(other, undefined, nameless, {
      mode: "propose",
      name: `${long}-prod`,
    });
    expect(dev)
      .to.match(/^production-europe-.*-[0-9a-f]{7}$/)
      .and.have.length(63);
    expect(inputs.containerGroupName)
      .to.match(/^production-europe-.*-[0-9a-f]{7}$/)
      .and.not.equal(dev);
  });

  it("are those that are enforced, as they are, or an error", async () => {
    expect(await nameOf({ mode: "enforce", name: "Dev_Web" })).to.equal("Dev_Web");
    expect(String(await nameOf({ mode: "enforce", name: "dev/web" }))).to.match(/^containerGroupName: /);
  });

  it("are the program's where automatic names are disabled", async () => {
    expect(await nameOf({ mode: "disable", name: "" })).to.deep.equal([
      "containerGroupName: required, since the stack's configuration `pulumi:autonaming` disables automatic names",
    ]);
  });

  it("have nothing to do with what else is required, or wrong", async () => {
    const rest = { ...nameless, restartPolicy: "Sometimes", osType: undefined };
    const { failures } = await provider.check(URN, undefined, rest, { mode: "disable", name: "" });
    expect(failures.filter((text) => text.includes("pulumi:autonaming"))).to.have.length(1);
    expect(failures).to.have.length(3).and.to.include("osType: required");
  });

  it("stay once they are in the state", async () => {
    for (const mode of ["propose", "enforce", "disable"] as const)
      expect(await nameOf({ mode, name: "other" }, "first")).to.equal("first");
  });

  it("are the program's where it gives one, whatever the configuration says", async () => {
    const { inputs } = await provider.check(URN, undefined, args, { mode: "enforce", name: "other" });
    expect(inputs.containerGroupName).to.equal(containerGroupName);
  });
});
