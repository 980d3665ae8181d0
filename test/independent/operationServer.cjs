"use strict";

// Serves the operations of the AutoRest test server, which is in node_modules of the current directory, on a free port of the
// loopback address. By itself it would listen on all addresses. The stop of a database is an operation that ends as its name
// says, such as `failed`. `/stops` has the bodies of the stops so far.

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
const stops = [];
app.get("/stops", (_request, response) => response.json(stops));
app.post(
  /\/providers\/Microsoft\.Workloads\/sapVirtualInstances\/X00\/databaseInstances\/\w+\/stop$/,
  (request, _response, next) => {
    stops.push(request.body);
    request.url = `/lro/postasync/retry/${request.path.split("/").at(-2)}`;
    next();
  },
);
// It counts the polls of an operation with a cookie, which clients other than its own do not keep.
const cookies = new Map();
app.use((request, response, next) => {
  if (request.headers.cookie === undefined) {
    const { path } = request;
    request.headers.cookie = cookies.get(path);
    response.cookie = (name, value) => cookies.set(path, `${name}=${value}`);
    response.clearCookie = () => cookies.delete(path);
  }
  next();
});
const { listen } = app;
app.listen = () => {
  const server = listen.call(app, 0, "127.0.0.1", () =>
    console.error(`listening on ${server.address().port}`),
  );
  return server;
};
mock.start();
