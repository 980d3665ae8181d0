import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { after, before, describe, it } from "mocha";
import { seedId } from "../../emulator/services/business/seed/seedId.js";
import { NO_GUID } from "../../provider/schema/guid.js";
import { DEVELOPED_WITH, Installation, OLDEST } from "./installation.js";
import { live } from "./life.js";
import { npmManager } from "./managers.js";
import { pack } from "./pack.js";

/** The oldest and the newest SDK. Another Node runs what `managers.test.ts` has installed. */
describe("package: works", function () {
  this.timeout(300_000);

  let directory: string;
  let archive: string;
  before(async () => {
    directory = mkdtempSync(join(tmpdir(), "vendorcloud-compatibility-"));
    archive = (await pack(directory)).path;
  });
  after(() => rmSync(directory, { recursive: true, force: true }));

  it(`with the oldest SDK that it accepts, ${OLDEST}`, async () => {
    const installation = await Installation.make(npmManager(), archive, OLDEST);
    try {
      expect(await live(installation)).to.equal(process.version);
      const project = await installation.project("javascript");
      project.write(
        "index.js",
        `require("pulumi-vendorcloud").Customer.get("it", "${seedId("customers", 1)}");`,
      );
      const refusal = await project.pulumi("preview").catch(({ message }: Error) => message);
      expect(refusal).to.include(
        `Customer.get needs @pulumi/pulumi 3.268.0 or newer, and the project has ${OLDEST}.`,
      );
    } finally {
      await installation.close();
    }
  });

  it(`with SDK ${DEVELOPED_WITH}, whose dynamic host reads an object that the program gets`, async () => {
    const installation = await Installation.make(npmManager(), archive);
    const { log, business } = installation.sandbox.emulator;
    try {
      const project = await installation.project("typescript");
      const customers = new Set(business.list("customers").map(({ id }) => id));
      const dimension = business
        .list("defaultDimensions")
        .find(({ fields }) => customers.has(String(fields.parentId)));
      const quote = business.put("salesQuotes", { customerId: seedId("customers", 1) });
      const system = `/subscriptions/${NO_GUID}/resourceGroups/erp/providers/Vendor.Workloads/erpVirtualInstances/X00`;
      const ids = {
        ContainerGroup: `/subscriptions/${NO_GUID}/resourceGroups/demo/providers/Vendor.ContainerInstance/containerGroups/legacy-web`,
        Customer: seedId("customers", 1),
        Item: seedId("items", 1),
        Project: seedId("projects", 1),
        DefaultDimension: `customers/${dimension?.fields.parentId}/${dimension?.fields.dimensionId}`,
        SalesQuote: quote.id,
        DatabaseInstanceStop: `${system}/databaseInstances/db`,
        ApplicationServerInstanceStop: `${system}/applicationInstances/app`,
        AppUserRemoval: "demo-org/shop-ios/grace@example.com",
      };
      const gets = Object.entries(ids).map(
        ([type, id]) => `export const ${type} = vendorcloud.${type}.get("${type}", "${id}");
          export const is${type} =
            vendorcloud.${type}.isInstance(${type}) && !vendorcloud.${type === "Item" ? "Project" : "Item"}.isInstance(${type});`,
      );
      project.write("index.ts", ['import * as vendorcloud from "pulumi-vendorcloud";', ...gets].join("\n"));
      log.clear();
      await project.pulumi("up", "--yes", "--skip-preview");
      const got = JSON.parse(await project.output("--json"));
      expect(got.ContainerGroup.containers[0].image).to.equal("nginx:1.27");
      expect(got.ContainerGroup.provisioningState).to.equal("Succeeded");
      expect(got.Customer).to.include({ number: "C10001", customerId: ids.Customer });
      expect(got.Item.number).to.be.a("string");
      expect(got.Project.displayName).to.be.a("string");
      expect(got.DefaultDimension.dimensionId).to.equal(dimension?.fields.dimensionId);
      expect(got.SalesQuote).to.include({ number: quote.fields.number, customerId: ids.Customer });
      // Actions cannot be read.
      expect(got.DatabaseInstanceStop).to.include({
        erpVirtualInstanceName: "X00",
        databaseInstanceName: "db",
      });
      expect(got.ApplicationServerInstanceStop).to.include({ applicationInstanceName: "app" });
      expect(got.AppUserRemoval).to.include({ appName: "shop-ios", userEmail: "grace@example.com" });
      expect(log.filter(({ path }) => /stop|erp|users/.test(path))).to.deep.equal([]);
      for (const type of Object.keys(ids)) expect(got[`is${type}`], type).to.equal(true);
      await project.pulumi("preview", "--expect-no-changes");
      await project.pulumi("refresh", "--yes", "--skip-preview");
      await project.pulumi("destroy", "--yes", "--skip-preview");
      project.write(
        "index.ts",
        `import { Customer } from "pulumi-vendorcloud"; Customer.get("none", "${seedId("items", 1)}");`,
      );
      const missing = await project.pulumi("preview").catch(({ message }: Error) => message);
      expect(missing).to.include("the service has no object with this id.");
      for (const method of ["PUT", "PATCH", "DELETE"]) expect(log.filter({ method })).to.deep.equal([]);
    } finally {
      await installation.close();
    }
  });
});
