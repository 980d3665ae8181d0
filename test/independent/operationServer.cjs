"use strict";

// Serves the operations of the AutoRest test server, which is in node_modules of the current directory, on a free port of the
// loopback address. By itself it would listen on all addresses.

const { createRequire } = require("node:module");
const { tmpdir } = require("node:os");
const { join } = require("node:path");

const installed = createRequire(join(process.cwd(), "index.js"));
const { ApiMockApp } = installed("@microsoft.azure/autorest.testserver/dist/app");

const mock = new ApiMockApp({
  port: 0,
  coverageDirectory: join(tmpdir(), "vendorcloud-coverage"),
  appendCoverage: false,
});
const { app } = mock.server;
const { listen } = app;
app.listen = () => {
  const server = listen.call(app, 0, "127.0.0.1", () =>
    console.error(`listening on ${server.address().port}`),
  );
  return server;
};
mock.start();
