import { simulates } from "./simulates.js";
import { stopPlan } from "./stopPlan.js";
import { stopRun } from "./stopRun.js";

simulates("stops of instances", "are made when they are asked for, come to an end, and are made once", {
  plan: stopPlan,
  start: stopRun,
});
