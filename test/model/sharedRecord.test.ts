import { expect } from "chai";
import { describe, it } from "mocha";
import type { EmulatorInMemory } from "../../emulator/index.js";
import type { JsonObject } from "../../provider/schema/json.js";
import { customerLifecycle } from "../../provider/services/records/lifecycle.js";
import type { HostProcess } from "../protocols/hostProcess.js";
import type { Protocol } from "../protocols/protocol.js";
import { protocols } from "../protocols/protocols.js";
import { EngineResource, type Outcome } from "./engine.js";
import { FIELDS, wireName } from "./fieldValues.js";
import { newCustomer, World } from "./world.js";

/** Resources with fields of one record. */
class SharedRecord {
  private readonly id: string;
  private readonly resources = new Map<string, EngineResource>();

  constructor(
    private readonly world: World,
    private readonly service: EmulatorInMemory,
    private readonly protocol: Protocol,
  ) {
    this.id = newCustomer(service.business);
  }

  /**
   * One run in a process of its own, for all resources at a time.
   * @param fields what each resource declares, in the order in which the engine gets to them
   */
  async up(fields: Record<string, JsonObject>): Promise<void> {
    const [companyId] = this.service.business.companies;
    const shared = { companyId, customerId: this.id, onDestroy: "restore" };
    await this.run(Object.keys(fields), (resource, name, host) =>
      resource.up({ args: { ...shared, ...fields[name] } }, host),
    );
  }

  destroy = (): Promise<void> =>
    this.run([...this.resources.keys()], (resource, _, host) => resource.destroy(host));

  get live(): JsonObject {
    return this.service.business.get("customers", this.id)?.fields ?? {};
  }

  private resource(name: string): EngineResource {
    const urn = `urn:pulumi:dev::model::vendorcloud:Customer::${name}`;
    const resource = this.resources.get(name) ?? new EngineResource(urn);
    this.resources.set(name, resource);
    return resource;
  }

  private async run(
    names: string[],
    work: (resource: EngineResource, name: string, host: HostProcess) => Promise<Outcome>,
  ): Promise<void> {
    const { protocol, service, world } = this;
    const host = await world.start({ lifecycle: customerLifecycle, protocol, service, attempts: 5 });
    const outcomes = await Promise.all(names.map((name) => work(this.resource(name), name, host)));
    await host.end();
    for (const { how, error } of outcomes) expect(how, error?.message).to.be.oneOf(["done", "same"]);
  }
}

describe("resources that share a record", () => {
  const world = new World();

  for (const protocol of protocols) {
    const { name } = protocol;
    for (const order of ["giver", "taker"]) {
      it(`a field that moves from one to the other ends as declared, the ${order} first, ${name}`, async () => {
        const shared = new SharedRecord(world, world.service(0), protocol);
        const run = (giver: JsonObject, taker: JsonObject): Promise<void> =>
          shared.up(order === "giver" ? { giver, taker } : { taker, giver });
        const [city, displayName] = ["declared", "declared"];
        await run({ phoneNumber: "+2", city }, { displayName });
        await run({ city }, { displayName, phoneNumber: "+2" });
        expect(shared.live).to.include({ phoneNumber: "+2", city, displayName });
        await run({}, { displayName, phoneNumber: "+3" });
        expect(shared.live).to.include({ phoneNumber: "+3", city: "original city", displayName });
        await shared.destroy();
        expect(shared.live).to.include({ city: "original city", displayName: "original name" });
      });
    }

    it(`are not in each other's way, however many they are, ${name}`, async () => {
      const shared = new SharedRecord(world, world.service(0), protocol);
      const fields = FIELDS.filter((path) => path !== "blocked" && wireName(path) === path);
      world.service(0).log.clear();
      await shared.up(Object.fromEntries(fields.map((path) => [path, { [path]: "declared" }])));
      expect(fields.map((path) => shared.live[path])).to.deep.equal(fields.map(() => "declared"));
      const patches = world.service(0).log.count({ method: "PATCH" });
      expect(patches).to.equal(fields.length);
    });
  }
});
