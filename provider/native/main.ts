#!/usr/bin/env node
import { watchEngine } from "../engine/engineWatchdog.js";
import type * as resources from "../resources.js";
import { version } from "../types/version.js";
import { startServer } from "./server.js";
import { surviveUnhandledRejections } from "./unhandledRejections.js";

if (process.argv.includes("--version")) {
  console.log(version);
  process.exit();
}
// The engine reads the port from the first line.
startServer(() => require("../resources.js") as typeof resources).then(
  ({ port }) => console.log(port),
  (error) => {
    console.error(error);
    process.exit(1);
  },
);
watchEngine();
surviveUnhandledRejections();
