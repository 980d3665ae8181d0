import { expect } from "chai";
import { beforeEach, describe, it } from "mocha";
import type { JsonObject } from "../../provider/schema/json.js";
import { HostProcess } from "../protocols/hostProcess.js";
import { protocols } from "../protocols/protocols.js";
import { type Result, Stack } from "../protocols/stack.js";
import { customers } from "./recordFacts.js";
import { Services } from "./services.js";

const TEXTS = ["displayName", "city", "phoneNumber", "email", "postalCode", "website", "state"];

describe("resources that share a record", () => {
  for (const protocol of protocols) {
    describe(protocol.name, () => {
      let services: Services;
      let stack: Stack;
      let runs = 0x1000;
      let customerId = "";
      beforeEach(() => {
        services = new Services();
        stack = new Stack();
        const [place] = customers.places(services.emulator, ++runs);
        place?.put();
        customerId = place?.id ?? "";
      });

      /** One run in a process for all resources. @param fields what each declares, in the engine's order */
      const up = (fields: Record<string, JsonObject>): Promise<void> => {
        const [companyId] = services.emulator.business.companies;
        const goals = Object.entries(fields).map(([name, own]) => ({
          urn: `urn:pulumi:dev::property::vendorcloud:Customer::${name}`,
          args: { companyId, customerId, onDestroy: "restore", ...own } as JsonObject,
          retainOnDelete: false,
        }));
        return run((host) => stack.up(goals, host));
      };
      const run = async (work: (host: HostProcess) => Promise<Result>): Promise<void> => {
        const { clock } = services;
        const host = await HostProcess.start(customers.lifecycle, {
          ...{ protocol, clock, attempts: 5, react: (request) => services.react(request) },
        });
        const { errors } = await work(host);
        await host.end();
        expect(errors.map(({ message }) => message)).to.deep.equal([]);
      };
      const live = () => services.emulator.business.get("customers", customerId)?.fields;

      for (const order of ["giver", "taker"]) {
        it(`a field that moves from one to the other ends as declared, the ${order} first`, async () => {
          const both = (giver: JsonObject, taker: JsonObject): Promise<void> =>
            up(order === "giver" ? { giver, taker } : { taker, giver });
          const [city, displayName] = ["declared", "declared"];
          await both({ phoneNumber: "+2", city }, { displayName });
          await both({ city }, { displayName, phoneNumber: "+2" });
          expect(live()).to.include({ phoneNumber: "+2", city, displayName });
          await both({}, { displayName, phoneNumber: "+3" });
          expect(live()).to.include({ phoneNumber: "+3", city: "original city", displayName });
          await run((host) => stack.destroy(host));
          expect(live()).to.include({ city: "original city", displayName: "original name" });
        });
      }

      it("are not in each other's way, however many they are", async () => {
        await up(Object.fromEntries(TEXTS.map((name) => [name, { [name]: "declared" }])));
        expect(TEXTS.map((name) => live()?.[name])).to.deep.equal(TEXTS.map(() => "declared"));
        expect(services.emulator.log.count({ method: "PATCH" })).to.equal(TEXTS.length);
      });
    });
  }
});
