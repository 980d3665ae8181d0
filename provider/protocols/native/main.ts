#!/usr/bin/env node
import type * as resources from "../../generated/resources.js";
import { version } from "../../generated/version.js";
import { watchEngine } from "../engine.js";
import { startServer, surviveUnhandledRejections } from "./server.js";

if (process.argv.includes("--version")) {
  console.log(version);
  process.exit();
}
// The engine reads the port from the first line of the output.
startServer(() => require("../../generated/resources.js") as typeof resources).then(
  ({ port }) => console.log(port),
  (error) => {
    console.error(error);
    process.exit(1);
  },
);
watchEngine();
surviveUnhandledRejections();
