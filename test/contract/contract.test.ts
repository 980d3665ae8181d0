import { describe } from "mocha";
import { testApps } from "./apps.js";
import { testBusiness } from "./business.js";
import { testGroups } from "./groups.js";
import { testStops } from "./stops.js";

/** Requests and answers of the services, in `bodies`: the provider sends the one, and reads the other. */
describe("contract: container groups", testGroups);
describe("contract: stops of ERP instances", testStops);
describe("contract: business records", testBusiness);
describe("contract: app service", testApps);
