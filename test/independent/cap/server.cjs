"use strict";

// Serves business.cds with CAP, which is in node_modules of the current directory, on a free port of the loopback address, below
// the path of a tenant and an environment. `/requests` has the requests so far. POST /interfere with {entity, id, fields}: another
// client changes a record right before the next PATCH.

const { createRequire } = require("node:module");
const { join } = require("node:path");

const installed = createRequire(join(process.cwd(), "index.js"));
const cds = installed("@sap/cds");
const express = installed("express");

const guid = (kind, index) => `00000000-0000-4000-800${kind}-${String(index).padStart(12, "0")}`;
const COMPANY = guid(1, 0);

async function main() {
  cds.env.requires.db = { kind: "sqlite", impl: "@cap-js/sqlite", credentials: { url: ":memory:" } };
  const model = await cds.load(join(__dirname, "business.cds"));
  cds.model = cds.compile.for.nodejs(model);
  const db = await cds.connect.to("db");
  await cds.deploy(model).to(db);
  await db.run(INSERT.into("Companies").entries({ id: COMPANY, name: "Shop" }));
  const customers = Array.from({ length: 1200 }, (_, index) => ({
    id: guid(2, index),
    company_id: COMPANY,
    number: String(10_000 + index),
    displayName: `Customer ${index}`,
    type: "Company",
    city: index % 100 === 0 ? "O'Fallon" : "Atlanta",
    blocked: "_x0020_",
    creditLimit: 5.5,
  }));
  await db.run(INSERT.into("Customers").entries(customers));
  const items = ["PLAIN", "FANCY"].map((number, index) => ({
    id: guid(3, index),
    company_id: COMPANY,
    number,
    displayName: `${number} item`,
    type: "Inventory",
    unitPrice: 5.5,
  }));
  await db.run(INSERT.into("Items").entries(items));

  const root = express();
  const app = express();
  root.use("/v2.0/:tenant/:environment", app);
  const requests = [];
  let interference;
  root.get("/requests", (_request, response) => response.json(requests));
  root.post("/interfere", express.json(), (request, response) => {
    interference = request.body;
    response.json({});
  });
  app.use(async (request, response, next) => {
    if (request.headers.authorization !== "Bearer canary-token-3f9c")
      return response.status(401).json({ error: { code: "401", message: "Unauthorized" } });
    requests.push({
      method: request.method,
      path: decodeURIComponent(request.url.replaceAll("+", " ")),
      headers: request.headers,
    });
    if (request.method === "PATCH" && interference) {
      const { entity, id, fields } = interference;
      interference = undefined;
      await db.run(UPDATE(entity, { id }).with(fields));
    }
    next();
  });
  await cds.serve("all").from(cds.model).in(app);
  cds.services.Business.before("CREATE", "salesQuotes", ({ data }) => {
    data.number = "Q0001";
    for (const [index, line] of data.salesQuoteLines.entries()) line.sequence = 10_000 * (index + 1);
  });
  const server = root.listen(0, "127.0.0.1", () => console.error(`listening on ${server.address().port}`));
}

main();
